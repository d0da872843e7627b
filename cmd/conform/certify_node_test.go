//go:build node

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

// Released versions of @tanstack/ai are certified but for what their baselines
// have: nothing more fails, and nothing less.
func TestReleasedVersionsAreCertified(t *testing.T) {
	adapter, err := filepath.Abs("../../adapters/tanstack-ai")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"0.5.0", "0.58.0"} {
		t.Run(version, func(t *testing.T) {
			r := newRelease(t)
			code, out, errs := r.run("certify", "--key", "@key.pem", "--baseline", filepath.Join(adapter, "baselines", version+".json"),
				"--subject", "@acme.tgz", "--out", "@cert.json", "--", "node", filepath.Join(adapter, "adapter.mjs"), version)
			if code != cli.ExitOK {
				t.Fatalf("exit %d\n%s%s", code, out, errs)
			}
			code, out, errs = r.run("verify", "--key", "@pub.pem", "--subject", "@acme.tgz", "@cert.json")
			if code != cli.ExitOK || !strings.Contains(out, "message-parts/consumer full BUT FOR ") ||
				!strings.Contains(out, "message-parts/converter full BUT FOR ") {
				t.Errorf("exit %d\n%s%s", code, out, errs)
			}
			r.refusals(t)
		})
	}
}
