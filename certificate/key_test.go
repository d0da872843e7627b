package certificate_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"strings"
	"testing"

	"github.com/toolconform/conform/certificate"
)

func der(t *testing.T, key any) []byte {
	t.Helper()
	data, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestKeysThatAreRefused(t *testing.T) {
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	right := armour("PRIVATE KEY", der(t, ed))
	for name, c := range map[string]struct {
		text []byte
		read func([]byte) (*certificate.Key, error)
		says string
	}{
		"nothing":               {nil, certificate.ReadPrivateKey, "no PEM block"},
		"no PEM":                {[]byte("ssh-ed25519 AAAA"), certificate.ReadPublicKey, "no PEM block"},
		"encrypted":             {armour("ENCRYPTED PRIVATE KEY", []byte{1}), certificate.ReadPrivateKey, "encrypted"},
		"SEC 1":                 {armour("EC PRIVATE KEY", []byte{1}), certificate.ReadPrivateKey, "openssl pkcs8"},
		"a certificate":         {armour("CERTIFICATE", []byte{1}), certificate.ReadPublicKey, `"PUBLIC KEY" is expected`},
		"private for public":    {right, certificate.ReadPublicKey, "openssl pkey"},
		"public for private":    {armour("PUBLIC KEY", []byte{1}), certificate.ReadPrivateKey, `"PRIVATE KEY" is expected`},
		"two keys":              {append(append([]byte{}, right...), right...), certificate.ReadPrivateKey, "several"},
		"broken":                {armour("PRIVATE KEY", []byte{1, 2, 3}), certificate.ReadPrivateKey, "reading the private key"},
		"broken public":         {armour("PUBLIC KEY", []byte{1, 2, 3}), certificate.ReadPublicKey, "reading the public key"},
		"P-384":                 {armour("PRIVATE KEY", der(t, p384)), certificate.ReadPrivateKey, "P-384 is not supported"},
		"RSA":                   {armour("PRIVATE KEY", der(t, rsaKey)), certificate.ReadPrivateKey, "not supported"},
		"an Ed25519 key, right": {right, certificate.ReadPrivateKey, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.read(c.text)
			if c.says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v; %q is expected in it", err, c.says)
			}
		})
	}
}

func TestAPublicKeyCannotSign(t *testing.T) {
	_, public := newP256(t)
	if _, err := certificate.Sign(context.Background(), certificate.Statement{}, public); err == nil {
		t.Error("it signed")
	}
}

func TestTheKeyIDIsOfThePublicKey(t *testing.T) {
	private, public := newP256(t)
	if private.ID() != public.ID() || !strings.HasPrefix(public.ID(), "SHA256:") {
		t.Errorf("%s and %s", private.ID(), public.ID())
	}
	message := []byte("message")
	signature, err := private.Sign(t.Context(), message)
	if err != nil {
		t.Fatal(err)
	}
	if err := public.Verify(t.Context(), message, signature); err != nil {
		t.Error(err)
	}
	if err := public.Verify(t.Context(), bytes.ToUpper(message), signature); err == nil {
		t.Error("another message verifies")
	}
}
