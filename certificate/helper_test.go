package certificate_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"sync"
	"testing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/certificate"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/fixtures"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// released is a certificate with all that belongs to it.
type released struct {
	private, public *certificate.Key
	cert, result    []byte
	statement       certificate.Statement
	subject         certificate.Subject
	suite           reports.Suite
}

func (r released) options() certificate.Options {
	return certificate.Options{Key: r.public, Result: r.result, Subjects: []certificate.Subject{r.subject}, Suite: r.suite}
}

// release certifies the reference, once for all tests.
var release = sync.OnceValues(func() (released, error) {
	private, public, err := pairOf(ed25519.GenerateKey(rand.Reader))
	if err != nil {
		return released{}, err
	}
	return certified(private, public)
})

func fresh(t testing.TB) released {
	t.Helper()
	r, err := release()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func certified(private, public *certificate.Key) (released, error) {
	r := released{private: private, public: public, subject: certificate.Subject{Name: "acme.tgz", Digest: digest([]byte("acme"))}}
	result, err := judged()
	if err != nil {
		return r, err
	}
	var b bytes.Buffer
	if err := render.Render(&b, "json", result, catalogue.New().Requirement); err != nil {
		return r, err
	}
	r.result, r.suite = b.Bytes(), result.Suite
	r.statement = certificate.NewStatement([]certificate.Subject{r.subject}, certificate.New(result, digest(r.result)))
	r.cert, err = certificate.Sign(context.Background(), r.statement, private)
	return r, err
}

// judged is a small run: the reference, as a producer of content blocks.
var judged = sync.OnceValues(func() (*reports.Result, error) {
	cat := catalogue.New()
	pair := dialect.Pair{Dialect: "content-blocks", Role: dialect.Producer}
	info := adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("reference")), wire.M("version", wire.Str("1"))),
		Supports: []adapter.Support{{Dialect: pair.Dialect, Role: pair.Role}}}
	impl := driver.InProcess(info, map[dialect.Pair]dialect.Answer{pair: cat.Side(pair).Reference})
	defer impl.Close()
	o := session.Options{Profile: session.Full, Seed: 1, Runs: 3, Version: "0.1.0", Corpus: fixtures.Digest()}
	plan, err := session.NewPlan(cat, impl.Hello(), o)
	if err != nil {
		return nil, err
	}
	out, err := session.Run(context.Background(), plan, impl, o)
	if err != nil {
		return nil, err
	}
	return out.Result, nil
})

func digest(data []byte) certificate.Digest {
	d, err := certificate.DigestOf(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	return d
}

// pairOf writes a key pair as PEM and reads it again.
func pairOf(public crypto.PublicKey, private crypto.PrivateKey, err error) (*certificate.Key, *certificate.Key, error) {
	if err != nil {
		return nil, nil, err
	}
	privateDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, nil, err
	}
	publicDER, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return nil, nil, err
	}
	privateKey, err := certificate.ReadPrivateKey(armour("PRIVATE KEY", privateDER))
	if err != nil {
		return nil, nil, err
	}
	publicKey, err := certificate.ReadPublicKey(armour("PUBLIC KEY", publicDER))
	return privateKey, publicKey, err
}

func armour(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func newP256(t testing.TB) (*certificate.Key, *certificate.Key) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	private, public, err := pairOf(k.Public(), k, nil)
	if err != nil {
		t.Fatal(err)
	}
	return private, public
}

// refused fails the test unless the certificate is refused at that field.
func refused(t testing.TB, cert []byte, o certificate.Options, field string) {
	t.Helper()
	_, err := certificate.Verify(context.Background(), cert, o)
	var refusal *certificate.Refusal
	switch {
	case err == nil:
		t.Errorf("it verifies, %q should be refused", field)
	case !errors.As(err, &refusal):
		t.Errorf("no refusal, but %v", err)
	case field != "" && refusal.Field != field:
		t.Errorf("refused is %q: %v; expected %q", refusal.Field, err, field)
	}
}

// envelope opens a certificate as anybody can.
func envelope(t testing.TB, cert []byte) (dsse.Envelope, []byte) {
	t.Helper()
	var e dsse.Envelope
	if err := json.Unmarshal(cert, &e); err != nil {
		t.Fatal(err)
	}
	payload, err := base64.StdEncoding.DecodeString(e.Payload)
	if err != nil {
		t.Fatal(err)
	}
	return e, payload
}

func pack(t testing.TB, e dsse.Envelope) []byte {
	t.Helper()
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// signed is a certificate of any payload, rightly signed.
func signed(t testing.TB, key *certificate.Key, payload string) []byte {
	t.Helper()
	signer, err := dsse.NewEnvelopeSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	e, err := signer.SignPayload(context.Background(), certificate.PayloadType, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return pack(t, *e)
}
