package certificate_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"github.com/toolconform/conform/certificate"
)

func TestAFreshCertificateVerifies(t *testing.T) {
	r := fresh(t)
	checked, err := certificate.Verify(context.Background(), r.cert, r.options())
	if err != nil {
		t.Fatal(err)
	}
	if !checked.Certifies() || len(checked.Notes) > 0 {
		t.Errorf("certifies: %t, notes: %q", checked.Certifies(), checked.Notes)
	}
	for _, want := range []string{"certified: acme.tgz", "content-blocks/producer strict", "profile full", "suite 0.1.0",
		"3 generated streams", "seed 1"} {
		if !strings.Contains(checked.Line(), want) {
			t.Errorf("%q is not in %s", want, checked.Line())
		}
	}
}

func TestECDSA(t *testing.T) {
	private, public := newP256(t)
	r, err := certified(private, public)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := certificate.Verify(context.Background(), r.cert, r.options()); err != nil {
		t.Error(err)
	}
	_, other := newP256(t)
	o := r.options()
	o.Key = other
	refused(t, r.cert, o, "signatures")
	bytewise(t, r, 100)
}

func TestTheSameStatementIsTheSameBytes(t *testing.T) {
	r := fresh(t)
	_, payload := envelope(t, r.cert)
	again, err := jcs.Transform(payload)
	if err != nil {
		t.Fatal(err)
	}
	if string(again) != string(payload) {
		t.Error("the payload is not in its canonical form")
	}
	cert, err := certificate.Sign(context.Background(), r.statement, r.private)
	if err != nil {
		t.Fatal(err)
	}
	if string(cert) != string(r.cert) {
		t.Error("Ed25519 signs the same statement twice in two ways")
	}
}

func TestUnsigned(t *testing.T) {
	r := fresh(t)
	cert, err := certificate.Sign(context.Background(), r.statement, nil)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, cert, r.options(), "signatures")
	o := r.options()
	o.Key = nil
	refused(t, r.cert, o, "signatures")
	checked, err := certificate.Verify(context.Background(), cert, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(checked.Notes) != 1 || !strings.Contains(checked.Notes[0], "UNSIGNED") {
		t.Errorf("notes: %q", checked.Notes)
	}
}

func TestEveryByteCounts(t *testing.T) {
	r := fresh(t)
	bytewise(t, r, 200)
	random := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		o := r.options()
		o.Result = flip(random, r.result)
		refused(t, r.cert, o, "predicate/configuration/report/digest")

		o = r.options()
		o.Subjects = []certificate.Subject{{Name: r.subject.Name, Digest: digest(flip(random, []byte("acme")))}}
		refused(t, r.cert, o, "subject/0/digest")
	}
}

// bytewise changes the payload and the signature, a byte at a time.
func bytewise(t *testing.T, r released, tries int) {
	t.Helper()
	e, payload := envelope(t, r.cert)
	signature, err := base64.StdEncoding.DecodeString(e.Signatures[0].Sig)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		tries /= 10
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range tries {
		changed := e
		changed.Payload = base64.StdEncoding.EncodeToString(flip(random, payload))
		refused(t, pack(t, changed), r.options(), "signatures")

		changed = e
		changed.Signatures = []dsse.Signature{{KeyID: e.Signatures[0].KeyID,
			Sig: base64.StdEncoding.EncodeToString(flip(random, signature))}}
		refused(t, pack(t, changed), r.options(), "signatures")
	}
}

// flip changes one byte.
func flip(random *rand.Rand, data []byte) []byte {
	changed := append([]byte{}, data...)
	changed[random.IntN(len(changed))] ^= byte(1 + random.IntN(255))
	return changed
}

// No byte of the file may change but for white space, and for the key id, which is
// a hint that nobody signs.
func TestTheFileItself(t *testing.T) {
	r := fresh(t)
	e, _ := envelope(t, r.cert)
	hint := strings.Index(string(r.cert), e.Signatures[0].KeyID)
	random := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		at := random.IntN(len(r.cert) - 1) // the last one is the line's end
		if at >= hint-len(`"keyid":"`) && at <= hint+len(e.Signatures[0].KeyID) {
			continue
		}
		changed := append([]byte{}, r.cert...)
		changed[at] ^= byte(1 + random.IntN(255))
		refused(t, changed, r.options(), "")
	}
}

func TestOtherWriters(t *testing.T) {
	r := fresh(t)
	e, payload := envelope(t, r.cert)
	e.Payload = base64.URLEncoding.EncodeToString(payload)
	e.Signatures[0].KeyID = "release key"
	e.Signatures = append([]dsse.Signature{{KeyID: "somebody else", Sig: "AAAA"}}, e.Signatures...)
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := certificate.Verify(context.Background(), data, r.options()); err != nil {
		t.Errorf("URL-safe base64, another key id, a second signature, white space: %v", err)
	}
	var loose map[string]any
	if err := json.Unmarshal(payload, &loose); err != nil {
		t.Fatal(err)
	}
	loose["an extension"] = map[string]any{"of": "somebody"}
	indented, err := json.MarshalIndent(loose, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := certificate.Verify(context.Background(), signed(t, r.private, string(indented)), r.options()); err != nil {
		t.Errorf("another layout and an unknown member: %v", err)
	}
}

func TestWhatIsNotAtHandIsSaid(t *testing.T) {
	r := fresh(t)
	o := r.options()
	o.Result, o.Subjects = nil, nil
	o.Suite.Version, o.Suite.Corpus = "0.2.0", "sha256:"+strings.Repeat("0", 64)
	checked, err := certificate.Verify(context.Background(), r.cert, o)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(checked.Notes, "\n")
	for _, want := range []string{"suite 0.1.0; the corpus of that version is not known to this one, 0.2.0",
		"the full result was not at hand", "no --subject"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in the notes:\n%s", want, all)
		}
	}
}

// Whatever stands in a payload, there is an answer.
func FuzzVerify(f *testing.F) {
	statement := certificate.NewStatement([]certificate.Subject{{Name: "f", Digest: certificate.Digest{SHA256: hash}}},
		certificate.New(made(verdicts{pass, unobserved}, verdicts{warn, pass}), certificate.Digest{SHA256: hash}))
	cert, err := certificate.Sign(context.Background(), statement, nil)
	if err != nil {
		f.Fatal(err)
	}
	_, payload := envelope(f, cert)
	f.Add(payload)
	f.Add([]byte(`{"_type":"https://in-toto.io/Statement/v1"}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		e := dsse.Envelope{PayloadType: certificate.PayloadType, Payload: base64.StdEncoding.EncodeToString(payload)}
		checked, err := certificate.Verify(context.Background(), pack(t, e), certificate.Options{})
		if err == nil {
			checked.Line()
			checked.Besides()
		}
	})
}
