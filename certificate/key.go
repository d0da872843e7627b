package certificate

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// Key is a key that signs, or only verifies: Ed25519, or ECDSA over P-256 with
// SHA-256.
type Key struct {
	public  crypto.PublicKey
	private crypto.Signer
	id      string
}

var _ dsse.SignerVerifier = (*Key)(nil)

// errSignature: the signature is none of this key over this text.
var errSignature = errors.New("the signature does not verify")

// ReadPrivateKey reads a PKCS #8 key as PEM.
func ReadPrivateKey(text []byte) (*Key, error) {
	der, err := block(text, "PRIVATE KEY")
	if err != nil {
		return nil, err
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, fmt.Errorf("reading the private key: %w", err)
	}
	signer, ok := parsed.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("a %T can't sign; Ed25519 and ECDSA P-256 keys are supported", parsed)
	}
	k, err := newKey(signer.Public())
	if err != nil {
		return nil, err
	}
	k.private = signer
	return k, nil
}

// ReadPublicKey reads a PKIX key as PEM.
func ReadPublicKey(text []byte) (*Key, error) {
	der, err := block(text, "PUBLIC KEY")
	if err != nil {
		return nil, err
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, fmt.Errorf("reading the public key: %w", err)
	}
	return newKey(public)
}

// block is the bytes of the one PEM block that is expected, with advice where
// another one stands there.
func block(text []byte, want string) ([]byte, error) {
	b, rest := pem.Decode(text)
	switch {
	case b == nil:
		return nil, fmt.Errorf("there is no PEM block; -----BEGIN %s----- is expected", want)
	case b.Type == "PRIVATE KEY" && want == "PUBLIC KEY":
		return nil, errors.New("this is the private key, the public one is expected: openssl pkey -in KEY.pem -pubout")
	case b.Type == "ENCRYPTED PRIVATE KEY":
		return nil, errors.New("the key is encrypted: openssl pkey -in KEY.pem writes it in plain")
	case b.Type == "EC PRIVATE KEY" || b.Type == "EC PARAMETERS":
		return nil, errors.New("the key is not PKCS #8: openssl pkcs8 -topk8 -nocrypt -in KEY.pem converts it")
	case b.Type != want:
		return nil, fmt.Errorf("this is a %q, a %q is expected", b.Type, want)
	}
	if next, _ := pem.Decode(rest); next != nil {
		return nil, errors.New("there are several PEM blocks, one key is expected")
	}
	return b.Bytes, nil
}

func newKey(public crypto.PublicKey) (*Key, error) {
	switch p := public.(type) {
	case ed25519.PublicKey:
	case *ecdsa.PublicKey:
		if p.Curve != elliptic.P256() {
			return nil, fmt.Errorf("ECDSA over %s is not supported; P-256 and Ed25519 are", p.Curve.Params().Name)
		}
	default:
		return nil, fmt.Errorf("a %T is not supported; Ed25519 and ECDSA P-256 keys are", public)
	}
	id, err := dsse.SHA256KeyID(public)
	if err != nil {
		return nil, fmt.Errorf("naming the key: %w", err)
	}
	return &Key{public: public, id: id}, nil
}

// ID is the key's fingerprint as OpenSSH writes it: what verifiers of DSSE compute
// where nobody told them an id.
func (k *Key) ID() string { return k.id }

// KeyID is ID, as DSSE asks for it.
func (k *Key) KeyID() (string, error) { return k.id, nil }

// Public is the public key.
func (k *Key) Public() crypto.PublicKey { return k.public }

// Sign signs the text; it is hashed here where the algorithm wants that.
func (k *Key) Sign(_ context.Context, text []byte) ([]byte, error) {
	if k.private == nil {
		return nil, errors.New("a public key can't sign")
	}
	if _, ok := k.public.(ed25519.PublicKey); ok {
		return k.private.Sign(rand.Reader, text, crypto.Hash(0))
	}
	sum := sha256.Sum256(text)
	return k.private.Sign(rand.Reader, sum[:], crypto.SHA256)
}

// Verify tells whether the signature is this key's over the text.
func (k *Key) Verify(_ context.Context, text, signature []byte) error {
	ok := false
	switch p := k.public.(type) {
	case ed25519.PublicKey:
		ok = ed25519.Verify(p, text, signature)
	case *ecdsa.PublicKey:
		sum := sha256.Sum256(text)
		ok = ecdsa.VerifyASN1(p, sum[:], signature)
	}
	if !ok {
		return errSignature
	}
	return nil
}
