package interop

import (
	"bytes"
	"crypto"
	"os"
	"testing"

	"github.com/sigstore/sigstore/pkg/signature"
	"github.com/sigstore/sigstore/pkg/signature/dsse"
)

// As cosign verifies an attestation with a key: it knows no key id.
func TestSigstoreForGo(t *testing.T) {
	forEach(t, func(t *testing.T, i issued) {
		cert, err := os.ReadFile(i.cert)
		if err != nil {
			t.Fatal(err)
		}
		verifier, err := signature.LoadVerifierFromPEMFile(i.public, crypto.SHA256)
		if err != nil {
			t.Fatal(err)
		}
		if err := dsse.WrapVerifier(verifier).VerifySignature(bytes.NewReader(cert), nil); err != nil {
			t.Error(err)
		}
		signer, err := signature.LoadSignerFromPEMFile(i.private, crypto.SHA256, nil)
		if err != nil {
			t.Fatal(err)
		}
		payload, err := os.Open(i.payload)
		if err != nil {
			t.Fatal(err)
		}
		defer payload.Close()
		envelope, err := dsse.WrapSigner(signer, "application/vnd.in-toto+json").SignMessage(payload)
		if err != nil {
			t.Fatal(err)
		}
		accepted(t, i, envelope)
	})
}
