// Package interop holds certificates against other people's implementations of
// DSSE and in-toto, in both directions. It is a module of its own, so that the
// suite does not depend on them.
package interop

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/certificate"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// issued is a certificate in files, as other programs want it.
type issued struct {
	cert, payload, private, public string
	statement                      certificate.Statement
	key                            *certificate.Key
}

// algorithms are the kinds of keys.
var algorithms = map[string]func() (any, any, error){
	"Ed25519": func() (any, any, error) {
		public, private, err := ed25519.GenerateKey(rand.Reader)
		return public, private, err
	},
	"ECDSA P-256": func() (any, any, error) {
		private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return nil, nil, err
		}
		return &private.PublicKey, private, nil
	},
}

// forEach runs the test with a certificate for each kind of key.
func forEach(t *testing.T, test func(*testing.T, issued)) {
	for name, generate := range algorithms {
		t.Run(name, func(t *testing.T) {
			public, private, err := generate()
			if err != nil {
				t.Fatal(err)
			}
			test(t, issue(t, public, private))
		})
	}
}

func issue(t *testing.T, public, private any) issued {
	t.Helper()
	dir := t.TempDir()
	privateDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	publicDER, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	privatePEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: privateDER})
	publicPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: publicDER})
	signer, err := certificate.ReadPrivateKey(privatePEM)
	if err != nil {
		t.Fatal(err)
	}
	i := issued{statement: statement()}
	if i.key, err = certificate.ReadPublicKey(publicPEM); err != nil {
		t.Fatal(err)
	}
	cert, err := certificate.Sign(context.Background(), i.statement, signer)
	if err != nil {
		t.Fatal(err)
	}
	i.private, i.public = write(t, dir, "key.pem", privatePEM), write(t, dir, "pub.pem", publicPEM)
	i.cert, i.payload = write(t, dir, "cert.json", cert), write(t, dir, "payload.json", payloadOf(t, cert))
	return i
}

func write(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// certified is what stands in the certified file.
const certified = "acme"

const hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// suite is what the certificates are made with.
var suite = reports.Suite{Name: "conform", Version: "0.1.0", Corpus: "sha256:" + hash, Protocol: 1, Generator: 1}

// statement has everything that a certificate can hold.
func statement() certificate.Statement {
	by := []reports.PairRow{{Dialect: "content-blocks", Role: "consumer", Verdict: requirement.Pass},
		{Dialect: "tool-fence", Role: "producer", Verdict: requirement.Unobserved}}
	r := &reports.Result{SchemaVersion: 1, Complete: true, Profile: "full", Seed: 1<<64 - 1, Runs: 3, Suite: suite,
		Implementation: wire.ParseString(`{"name":"Ünïcode \u2028 <&> \ud83d\ude00","version":"2"}`),
		Supports:       wire.ParseString(`[{"dialect":"content-blocks","role":"consumer","omits":["artifact"]}]`),
		Requirements:   []reports.RequirementRow{{ID: "BLOCK-01", Level: requirement.Must, By: by}},
		Baseline:       &reports.Baseline{Problems: []string{}}}
	p := certificate.New(r, certificate.Digest{SHA256: hash})
	p.URL = "https://ci.example.org/1"
	p.SetBaseline(certificate.Digest{SHA256: hash}, nil, r)
	digest, err := certificate.DigestOf(strings.NewReader(certified))
	if err != nil {
		panic(err) // a string can always be read
	}
	return certificate.NewStatement([]certificate.Subject{{Name: "acme.tgz", Digest: digest}}, p)
}

// payloadOf reads an envelope with nothing of conform's.
func payloadOf(t *testing.T, cert []byte) []byte {
	t.Helper()
	var e struct{ PayloadType, Payload string }
	if err := json.Unmarshal(cert, &e); err != nil {
		t.Fatal(err)
	}
	payload, err := base64.StdEncoding.DecodeString(e.Payload)
	if err != nil {
		t.Fatal(err)
	}
	return payload
}

// accepted verifies an envelope that somebody else has made.
func accepted(t *testing.T, i issued, envelope []byte) {
	t.Helper()
	if _, err := certificate.Verify(context.Background(), envelope, certificate.Options{Key: i.key, Suite: suite}); err != nil {
		t.Error(err)
	}
}

// output runs a program and returns what it writes.
func output(t *testing.T, name string, arguments ...string) ([]byte, error) {
	t.Helper()
	cmd := exec.Command(name, arguments...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("%s: %w\n%s", name, err, stderr.Bytes())
	}
	return out, nil
}
