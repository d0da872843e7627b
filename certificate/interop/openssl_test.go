package interop

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// signedText is what DSSE v1 signs, written down from its specification.
func signedText(payload []byte) []byte {
	const payloadType = "application/vnd.in-toto+json"
	return fmt.Appendf(nil, "DSSEv1 %d %s %d %s", len(payloadType), payloadType, len(payload), payload)
}

// openssl verifies or signs the text with a key.
func openssl(t *testing.T, text []byte, arguments ...string) ([]byte, error) {
	t.Helper()
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("there is no openssl here")
	}
	in := write(t, t.TempDir(), "text", text)
	return output(t, "openssl", append([]string{"pkeyutl", "-rawin", "-in", in}, arguments...)...)
}

// digested says how the text is hashed, where the kind of key leaves that open.
func digested(t *testing.T) []string {
	if t.Name() == "TestOpenSSL/ECDSA_P-256" {
		return []string{"-digest", "sha256"}
	}
	return nil
}

func TestOpenSSL(t *testing.T) {
	forEach(t, func(t *testing.T, i issued) {
		cert, err := os.ReadFile(i.cert)
		if err != nil {
			t.Fatal(err)
		}
		payload := payloadOf(t, cert)
		var e struct{ Signatures []struct{ Sig []byte } }
		if err := json.Unmarshal(cert, &e); err != nil {
			t.Fatal(err)
		}
		signature := write(t, t.TempDir(), "signature", e.Signatures[0].Sig)
		verify := append([]string{"-verify", "-pubin", "-inkey", i.public, "-sigfile", signature}, digested(t)...)
		if _, err := openssl(t, signedText(payload), verify...); err != nil {
			t.Error(err)
		}
		if _, err := openssl(t, signedText(append(payload, ' ')), verify...); err == nil {
			t.Error("a longer payload verifies")
		}
		made, err := openssl(t, signedText(payload), append([]string{"-sign", "-inkey", i.private}, digested(t)...)...)
		if err != nil {
			t.Fatal(err)
		}
		accepted(t, i, fmt.Appendf(nil, `{"payloadType":"application/vnd.in-toto+json","payload":%q,"signatures":[{"sig":%q}]}`,
			base64.StdEncoding.EncodeToString(payload), base64.StdEncoding.EncodeToString(made)))
	})
}
