package certificate_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolconform/conform/certificate"
)

func TestEnvelopesThatAreRefused(t *testing.T) {
	r := fresh(t)
	cert := string(r.cert)
	replaced := func(old, new string) string {
		changed := strings.Replace(cert, old, new, 1)
		if changed == cert {
			t.Fatalf("%q is not in the certificate", old)
		}
		return changed
	}
	for name, c := range map[string]struct{ cert, field string }{
		"empty":                     {"", "envelope"},
		"no JSON":                   {"certificate", "envelope"},
		"an array":                  {"[]", "envelope"},
		"text behind it":            {cert + "x", "envelope"},
		"a second value behind it":  {cert + cert, "envelope"},
		"cut off":                   {cert[:len(cert)/2], "envelope"},
		"payload stands twice":      {replaced(`"signatures":`, `"payload":"","signatures":`), "envelope"},
		"signatures stand twice":    {replaced(`"signatures":`, `"signatures":[],"signatures":`), "envelope"},
		"another case of a name":    {replaced(`"payload":`, `"Payload":`), "signatures"},
		"another payload type":      {replaced("vnd.in-toto+json", "vnd.in-toto+xml"), "payloadType"},
		"no payload type":           {replaced(`"payloadType":`, `"type":`), "payloadType"},
		"a payload that isn't text": {`{"payloadType":"application/vnd.in-toto+json","payload":1,"signatures":[]}`, "envelope"},
		"white space in base64":     {replaced(`"payload":"`, `"payload":"\n`), "payload"},
		"a signature of no base64":  {replaced(`"sig":"`, `"sig":"-_+/`), "signatures/0/sig"},
		"no signatures":             {replaced(`"signatures":`, `"signed":`), "signatures"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, []byte(c.cert), r.options(), c.field) })
	}
}

// What a trusted key has signed is still read with care.
func TestStatementsThatAreRefused(t *testing.T) {
	r := fresh(t)
	_, payload := envelope(t, r.cert)
	account := "predicate/configuration/report/annotations"
	for name, c := range map[string]struct{ old, new, field string }{
		"statement v2":          {`Statement/v1`, `Statement/v2`, "_type"},
		"another predicate":     {`test-result/v0.1`, `test-result/v0.2`, "predicateType"},
		"a form to come":        {`"certificate":1`, `"certificate":2`, "predicate/configuration/conform/annotations/certificate"},
		"no form":               {`"certificate":1,`, ``, "predicate/configuration/conform/annotations/certificate"},
		"somebody else's tests": {`"name":"conform"`, `"name":"jest"`, "predicate/configuration"},
		"no corpus":             {`"name":"corpus"`, `"name":"other"`, "payload"},
		"the corpus stands twice": {`{"annotations":{"certificate"`,
			`{"digest":{"sha256":"` + strings.Repeat("0", 64) + `"},"name":"corpus"},{"annotations":{"certificate"`, "payload"},
		"a member stands twice": {`"seed":"1"`, `"seed":"1","seed":"2"`, "payload"},
		"a protocol to come":    {`"protocol":1`, `"protocol":2`, "predicate/configuration/conform/annotations/protocol"},
		"an unknown profile":    {`"profile":"full"`, `"profile":"best"`, "predicate"},
		"an unknown result":     {`"result":"PASSED"`, `"result":"SPLENDID"`, "predicate"},
		"a count below zero":    {`"fail":0`, `"fail":-1`, "predicate"},
		"another corpus": {strings.TrimPrefix(r.suite.Corpus, "sha256:"), strings.Repeat("0", 64),
			"predicate/configuration/corpus/digest"},
		"a subject without digest": {r.subject.Digest.SHA256, "", "subject/0/digest/sha256"},
		"another count":            {`"level":"strict","pass":`, `"level":"strict","pass":1`, account + "/pairs/0/pass"},
		"a test left out": {`"passedTests":["content-blocks/producer/`, `"passedTests":["content-blocks/consumer/`,
			"predicate/passedTests/0"},
		"certified, but no level": {`"level":"strict"`, `"level":"none"`, account + "/pairs/0/level"},
		"another level":           {`"level":"strict"`, `"level":"full"`, account + "/pairs/0/level"},
		"an invented exception":   {`"fail":0,`, `"exceptions":["BLOCK-02"],"fail":0,`, account + "/pairs/0/certified"},
		"another implementation":  {`"name":"reference"`, `"name":"acme"`, account + "/implementation/name"},
		"another seed":            {`"seed":"1"`, `"seed":"2"`, "predicate/configuration/conform/annotations/seed"},
		"another deadline":        {`"timeout":"`, `"timeout":"1`, "predicate/configuration/conform/annotations/timeout"},
		"no deadline":             {`,"timeout":"`, `,"t":"`, "predicate/configuration/conform/annotations/timeout"},
		"a better result":         {`"complete":true`, `"complete":false`, account + "/pairs/0/certified"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(string(payload), c.old, c.new, 1)
			if changed == string(payload) {
				t.Fatalf("%q is not in the payload", c.old)
			}
			refused(t, signed(t, r.private, changed), r.options(), c.field)
		})
	}
}

func TestPayloadsThatAreNoStatement(t *testing.T) {
	r := fresh(t)
	_, payload := envelope(t, r.cert)
	for name, c := range map[string]struct{ payload, field string }{
		"empty":          {"", "payload"},
		"text behind it": {string(payload) + "{}", "payload"},
		"an array":       {"[]", "_type"},
		"no subject":     {without(t, payload, "subject"), "subject"},
		"no predicate":   {without(t, payload, "predicate"), "predicate/configuration"},
		"deep":           {strings.Repeat("[", 20000), "payload"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, signed(t, r.private, c.payload), r.options(), c.field) })
	}
}

func without(t *testing.T, payload []byte, name string) string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(payload, &members); err != nil {
		t.Fatal(err)
	}
	delete(members, name)
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAFileThatIsNotCertified(t *testing.T) {
	r := fresh(t)
	o := r.options()
	o.Subjects = []certificate.Subject{r.subject, {Name: "other.tgz", Digest: digest([]byte("other"))}}
	refused(t, r.cert, o, "subject")
	o.Subjects = []certificate.Subject{{Name: "renamed.tgz", Digest: r.subject.Digest}}
	if _, err := certificate.Verify(t.Context(), r.cert, o); err != nil {
		t.Errorf("a renamed file: %v", err)
	}
}
