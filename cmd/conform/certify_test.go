package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// release is a folder with everything that a certification needs.
type release struct {
	t   *testing.T
	dir string
}

func newRelease(t *testing.T) release {
	t.Helper()
	r := release{t, t.TempDir()}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	privateDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	publicDER, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	r.write("key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: privateDER})))
	r.write("pub.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: publicDER})))
	r.write("acme.tgz", "acme")
	return r
}

func (r release) path(name string) string { return filepath.Join(r.dir, name) }

func (r release) write(name, text string) {
	r.t.Helper()
	if err := os.WriteFile(r.path(name), []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

func (r release) has(name string) bool {
	_, err := os.Stat(r.path(name))
	return err == nil
}

// run executes a command line, in which @name is a file of the release.
func (r release) run(args ...string) (code int, out, err string) {
	r.t.Helper()
	for i, a := range args {
		if name, ok := strings.CutPrefix(a, "@"); ok {
			args[i] = r.path(name)
		}
	}
	got := conform(r.t, "", args...)
	return got.code, got.out, got.err
}

// certify certifies what answers at the URL.
func (r release) certify(url string, more ...string) (code int, out, err string) {
	r.t.Helper()
	return r.run(append([]string{"certify", "--subject", "@acme.tgz", "--out", "@cert.json", "--runs", "3", "--http", url}, more...)...)
}

// theCertified is what is certified here: the pair that asks least.
const theCertified = "message-parts/converter"

// serveAdapter is the reference of that pair, with a fault where one is named.
func serveAdapter(t *testing.T, fault string) string {
	t.Helper()
	cat := catalogue.New()
	pair := dialect.Pair{Dialect: "message-parts", Role: dialect.Converter}
	answer := cat.Side(pair).Reference
	for _, f := range cat.Side(pair).Faults() {
		if f.ID == fault {
			answer = f.Plant(answer)
		}
	}
	info := adapter.Info{Concurrency: 4, Implementation: wire.Obj(wire.M("name", wire.Str("acme")), wire.M("version", wire.Str("2"))),
		Supports: []adapter.Support{{Dialect: pair.Dialect, Role: pair.Role}}}
	server := httptest.NewServer(adapter.Handler(info, map[dialect.Pair]dialect.Answer{pair: answer}))
	t.Cleanup(server.Close)
	return server.URL
}

// planted is any fault of that pair that fails.
func planted(t *testing.T) string {
	t.Helper()
	for _, f := range catalogue.New().Side(dialect.Pair{Dialect: "message-parts", Role: dialect.Converter}).Faults() {
		if f.Expect == requirement.Fail {
			return f.ID
		}
	}
	t.Fatal("there is no planted fault")
	return ""
}

func TestCertifyAndVerify(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	if code, out, err := r.certify(serveAdapter(t, ""), "--key", "@key.pem", "--url", "https://ci.example.org/1"); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, err)
	}
	code, out, err := r.run("verify", "--key", "@pub.pem", "--subject", "@acme.tgz", "@cert.json")
	if code != 0 || !strings.HasPrefix(out, "certified: acme.tgz") || strings.Count(out, "\n") != 1 {
		t.Errorf("exit %d\n%s%s", code, out, err)
	}
	t.Run("from elsewhere", func(t *testing.T) {
		r.write("moved.json", string(mustRead(t, r.path("cert.json"))))
		code, out, _ := r.run("verify", "--key", "@pub.pem", "@moved.json")
		if code != 0 || !strings.Contains(out, "note: the full result was not at hand") || !strings.Contains(out, "note: no --subject") {
			t.Errorf("exit %d\n%s", code, out)
		}
		code, out, _ = r.run("verify", "--key", "@pub.pem", "--result", "@cert.result.json", "--subject", "@acme.tgz", "@moved.json")
		if code != 0 || strings.Contains(out, "note:") {
			t.Errorf("exit %d\n%s", code, out)
		}
	})
	t.Run("refusals", func(t *testing.T) { r.refusals(t) })
}

func (r release) refusals(t *testing.T) {
	other := newRelease(t)
	other.write("acme.tgz", "acmE")
	result := mustRead(t, r.path("cert.result.json"))
	for name, c := range map[string]struct {
		args  []string
		field string
	}{
		"another key":     {[]string{"--key", other.path("pub.pem"), "@cert.json"}, "signatures"},
		"another subject": {[]string{"--key", "@pub.pem", "--subject", other.path("acme.tgz"), "@cert.json"}, "subject/0/digest"},
		"another result":  {[]string{"--key", "@pub.pem", "--result", "@acme.tgz", "@cert.json"}, "predicate/configuration/report/digest"},
		"signed":          {[]string{"--allow-unsigned", "@cert.json"}, "signatures"},
		"no certificate":  {[]string{"--key", "@pub.pem", "@acme.tgz"}, "envelope"},
	} {
		code, out, err := r.run(append([]string{"verify"}, c.args...)...)
		if code != cli.ExitFail || out != "" || !strings.Contains(err, "NOT certified") || !strings.Contains(err, " "+c.field+": ") {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, err)
		}
	}
	r.write("cert.result.json", string(bytes.Replace(result, []byte("pass"), []byte("Pass"), 1)))
	if code, _, err := r.run("verify", "--key", "@pub.pem", "@cert.json"); code != cli.ExitFail || !strings.Contains(err, "report/digest") {
		t.Errorf("a changed result beside it: exit %d, %s", code, err)
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestUnsignedCertificates(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	if code, out, err := r.certify(serveAdapter(t, ""), "--unsigned"); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, err)
	}
	if code, _, err := r.run("verify", "--key", "@pub.pem", "@cert.json"); code != cli.ExitFail || !strings.Contains(err, "unsigned") {
		t.Errorf("with a key: exit %d, %s", code, err)
	}
	if code, out, _ := r.run("verify", "--allow-unsigned", "--subject", "@acme.tgz", "@cert.json"); code != 0 ||
		!strings.Contains(out, "UNSIGNED") {
		t.Errorf("exit %d, %s", code, out)
	}
}

func TestAFailureIsNotCertified(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	r.write("cert.json", "of an earlier run")
	url := serveAdapter(t, "PART-24/mute-only")
	if code, out, err := r.certify(url, "--key", "@key.pem"); code != cli.ExitFail || !strings.Contains(out, "NOT certified") {
		t.Errorf("exit %d\n%s%s", code, out, err)
	}
	code, out, _ := r.run("verify", "--key", "@pub.pem", "@cert.json")
	if code != cli.ExitFail || !strings.HasPrefix(out, "NOT certified") || !strings.Contains(out, "FAILED") {
		t.Errorf("exit %d\n%s", code, out)
	}
	t.Run("but for what is known", func(t *testing.T) {
		r.write("baseline.json", `{"schemaVersion":1,"entries":[]}`)
		if code, out, err := r.run("baseline", "update", "--baseline", "@baseline.json", "--reason",
			"an error without a text is lost, issue 7", "--owner", "sdk team", "--expires", "90d", "@cert.result.json"); code != 0 {
			t.Fatalf("exit %d\n%s%s", code, out, err)
		}
		if code, out, err := r.certify(url, "--key", "@key.pem", "--baseline", "@baseline.json"); code != 0 ||
			!strings.Contains(out, theCertified+" full BUT FOR ") {
			t.Errorf("exit %d\n%s%s", code, out, err)
		}
		code, out, _ := r.run("verify", "--key", "@pub.pem", "@cert.json")
		if code != 0 || !strings.Contains(out, theCertified+" full BUT FOR ") ||
			!strings.Contains(out, "known-failure: "+theCertified) {
			t.Errorf("exit %d, or the known failure is not told:\n%s", code, out)
		}
		if code, _, err := r.run("verify", "--key", "@pub.pem", "--clean", "@cert.json"); code != cli.ExitFail ||
			!strings.Contains(err, "WARNED") {
			t.Errorf("--clean: exit %d\n%s", code, err)
		}
	})
	t.Run("a known failure, and another", func(t *testing.T) {
		if !dialecttest.All() {
			t.Skip("a whole certification: with -all")
		}
		r.write("baseline.json", `{"schemaVersion":1,"entries":[]}`)
		another := serveAdapter(t, planted(t))
		if code, out, err := r.certify(another, "--key", "@key.pem", "--baseline", "@baseline.json"); code != cli.ExitFail ||
			!strings.Contains(out, "NOT certified") {
			t.Errorf("exit %d\n%s%s", code, out, err)
		}
	})
}

func TestAnAdapterThatNeverWorked(t *testing.T) {
	r := newRelease(t)
	r.write("cert.json", "of an earlier run")
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	code, _, err := r.certify(server.URL, "--key", "@key.pem")
	if code != cli.ExitFail || !strings.Contains(err, "nothing is certified") || r.has("cert.json") {
		t.Errorf("exit %d, %s", code, err)
	}
}

func TestCertificateUsage(t *testing.T) {
	r := newRelease(t)
	r.write("broken.pem", "x")
	certify := []string{"certify", "--subject", "@acme.tgz", "--out", "@out.json", "--http", "http://127.0.0.1:1"}
	with := func(more ...string) []string { return append(append([]string{}, certify...), more...) }
	for name, args := range map[string][]string{
		"neither key nor unsigned": certify,
		"both":                     with("--key", "@key.pem", "--unsigned"),
		"no target":                {"certify", "--unsigned", "--subject", "@acme.tgz", "--out", "@out.json"},
		"two targets":              with("--unsigned", "--", "true"),
		"no subject":               {"certify", "--unsigned", "--out", "@out.json", "--", "true"},
		"a subject that isn't":     with("--unsigned", "--subject", "@nothing"),
		"a folder as subject":      with("--unsigned", "--subject", r.dir),
		"a subject twice":          with("--unsigned", "--subject", "@acme.tgz"),
		"no such key":              with("--key", "@nothing"),
		"a broken key":             with("--key", "@broken.pem"),
		"the public key":           with("--key", "@pub.pem"),
		"an unknown profile":       with("--unsigned", "--profile", "best"),
		"runs below zero":          with("--unsigned", "--runs=-1"),
		"no time":                  with("--unsigned", "--timeout", "0s"),
		"no such baseline":         with("--unsigned", "--baseline", "@nothing"),
		"no such folder":           with("--unsigned", "--out", r.path("no/such/folder.json")),
		"verify: no key":           {"verify", "@cert.json"},
		"verify: both":             {"verify", "--key", "@pub.pem", "--allow-unsigned", "@cert.json"},
		"verify: the private key":  {"verify", "--key", "@key.pem", "@cert.json"},
		"verify: no certificate":   {"verify", "--key", "@pub.pem", "@nothing.json"},
		"verify: no such result":   {"verify", "--key", "@pub.pem", "--result", "@nothing", "@acme.tgz"},
		"verify: no such subject":  {"verify", "--key", "@pub.pem", "--subject", "@nothing", "@acme.tgz"},
	} {
		code, out, err := r.run(args...)
		if code != cli.ExitUsage || err == "" {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, err)
		}
	}
	if r.has("out.json") || r.has("out.result.json") {
		t.Error("a usage error left something behind")
	}
}
