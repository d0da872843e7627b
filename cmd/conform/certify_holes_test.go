package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// moment is one case that arrives: which one it is, and whether its input was there
// before.
type moment struct {
	number int
	again  bool
	id     string
}

// spoiled stands before what answers at the URL; a deed that writes something has
// answered the case.
func spoiled(t *testing.T, url string, deed func(w io.Writer, m moment)) string {
	t.Helper()
	var mu sync.Mutex
	seen, number := map[string]bool{}, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var c struct {
			ID    string
			Input json.RawMessage
		}
		if r.Method == http.MethodPost && json.Unmarshal(body, &c) == nil {
			mu.Lock()
			number++
			m := moment{number, seen[string(c.Input)], c.ID}
			seen[string(c.Input)] = true
			mu.Unlock()
			var b bytes.Buffer
			if deed(&b, m); b.Len() > 0 {
				_, _ = w.Write(b.Bytes())
				return
			}
		}
		req, _ := http.NewRequestWithContext(r.Context(), r.Method, url+r.URL.Path, bytes.NewReader(body))
		req.Header = r.Header
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func skip(w io.Writer, m moment) {
	fmt.Fprintf(w, `{"type":"skipped","id":%q,"reason":"not now"}`+"\n", m.id)
}

// Whatever was not answered, or not in its right form, is either no certificate or
// stands in it.
func TestNothingIsCertifiedInSilence(t *testing.T) {
	t.Parallel()
	right := serveAdapter(t, "")
	everyday := []string{"one answer for nobody", "one form of a case is skipped"}
	for name, c := range map[string]struct {
		deed func(io.Writer, moment)
		code int
		tell []string
	}{
		"one answer that is none": {func(w io.Writer, m moment) {
			if m.number == 100 {
				fmt.Fprintln(w, `{"type":"done"`)
			}
		}, cli.ExitFail, []string{"NOT certified", "the run is not complete"}},
		"one answer for nobody": {func(w io.Writer, m moment) {
			if m.number == 100 {
				fmt.Fprintln(w, `{"type":"done","id":"999999","state":{}}`)
			}
		}, cli.ExitFail, []string{"NOT certified", "the run is not complete"}},
		"what comes again is skipped": {func(w io.Writer, m moment) {
			if m.again {
				skip(w, m)
			}
		}, cli.ExitFail, []string{"NOT certified", "nothing was seen of " + theCertified + "/META-06"}},
		"everything is skipped": {skip, cli.ExitFail, []string{"NOT certified", "nothing was seen of"}},
		"one form of a case is skipped": {func() func(io.Writer, moment) {
			var once sync.Once
			return func(w io.Writer, m moment) {
				if m.again && m.number > 100 {
					once.Do(func() { skip(w, m) })
				}
			}
		}(), cli.ExitOK, []string{"certified: acme.tgz", "skipped-requests: " + theCertified + ": ", " (1 of "}},
	} {
		t.Run(name, func(t *testing.T) {
			if !dialecttest.All() && !slices.Contains(everyday, name) {
				t.Skip("a whole certification for each: with -all")
			}
			t.Parallel()
			r := newRelease(t)
			code, out, err := r.certify(spoiled(t, right, c.deed), "--key", "@key.pem")
			if code != c.code {
				t.Errorf("certify: exit %d\n%s%s", code, out, err)
			}
			code, out, err = r.run("verify", "--key", "@pub.pem", "--subject", "@acme.tgz", "@cert.json")
			for _, want := range c.tell {
				if code != c.code || !strings.Contains(out, want) {
					t.Errorf("verify: exit %d, %q is not in\n%s%s", code, want, out, err)
				}
			}
			if code, _, _ := r.run("verify", "--key", "@pub.pem", "--clean", "@cert.json"); code != cli.ExitFail {
				t.Errorf("--clean: exit %d", code)
			}
		})
	}
}

// Nothing was wrong, and nothing was right either.
func TestARunThatSawNothingDoesNotSucceed(t *testing.T) {
	empty := func(w io.Writer, m moment) { fmt.Fprintf(w, `{"type":"done","id":%q}`+"\n", m.id) }
	right := serveAdapter(t, "")
	for _, c := range []struct {
		name string
		deed func(io.Writer, moment)
		args []string
		code int
		tell string
	}{
		{"all skipped", skip, nil, cli.ExitFail, "nothing was observed"},
		{"empty answers", empty, []string{"--requirement", "PART-22"}, cli.ExitFail, "nothing was observed"},
		{"a shard of it", skip, []string{"--shard", "1/2"}, cli.ExitOK, "nothing was observed"},
		{"right ones", func(io.Writer, moment) {}, []string{"--requirement", "PART-22"}, cli.ExitOK, "1 pass"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"run", "--light", "--runs", "3", "--http", spoiled(t, right, c.deed)}, c.args...)
			conform(t, "", args...).want(t, c.code, c.tell)
		})
	}
}
