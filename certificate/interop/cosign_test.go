//go:build cosign

package interop

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// cosign takes the certificate for the certified file, and for no other. It stands
// behind a build tag: it has to be installed, and building it takes long.
func TestCosignVerifies(t *testing.T) {
	forEach(t, func(t *testing.T, c issued) {
		verify := func(content string) ([]byte, error) {
			file := filepath.Join(t.TempDir(), "acme.tgz")
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			return exec.Command("cosign", "verify-blob-attestation", "--key", c.public, "--signature", c.cert,
				"--type", "https://in-toto.io/attestation/test-result/v0.1", "--insecure-ignore-tlog=true", file).CombinedOutput()
		}
		if out, err := verify(certified); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		if out, err := verify(certified + "x"); err == nil {
			t.Errorf("another file is taken\n%s", out)
		}
	})
}
