//go:build node

package probe_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/probe"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/traffic"
)

// released starts a released mock and a released gateway before the scripted model.
func released(t *testing.T) (base map[string]string) {
	t.Helper()
	const folder = "testdata/released"
	if _, err := os.Stat(folder + "/node_modules"); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the released servers are not installed: run npm ci in probe/%s", folder)
	}
	model := httptest.NewServer(serve.New(serve.Options{Endpoints: dialects.Endpoints(), Script: serve.Mock{Seed: 3}.Script}))
	t.Cleanup(model.Close)
	node := exec.CommandContext(t.Context(), "node", "servers.mjs", model.URL+"/v1")
	node.Dir, node.Stderr = folder, os.Stderr
	until, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	said, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		until.Close()
		_ = node.Wait() // it is ended by what it reads, or with the test
	})
	line, err := bufio.NewReader(said).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line, &base); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return base
}

// Released servers miss what docs/live-traffic.md says of them: no line more, and none less.
func TestReleasedServers(t *testing.T) {
	at := released(t)
	for _, c := range []struct{ server, path, dialect, model, missed string }{
		{"mock", "/v1", "openai-chat", "gpt-4o", ""},
		{"mock", "", "anthropic-messages", "claude-sonnet-4", ""},
		{"mock", "/v1", "openai-responses", "gpt-4o", "RESP-50 RESP-51 RESP-56 RESP-64"},
		{"gateway", "", "anthropic-messages", "up,m", ""},
	} {
		t.Run(c.server+" "+c.dialect, func(t *testing.T) {
			base, err := url.Parse(at[c.server] + c.path)
			if err != nil {
				t.Fatal(err)
			}
			var w *traffic.Wire
			for _, other := range wires() {
				if other.Dialect == c.dialect {
					w = other
				}
			}
			f, err := probe.Run(t.Context(),
				probe.Options{Wire: w, Base: base, Model: c.model, Samples: 40, Budget: 1 << 20, Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			r := f.Tally.Result(traffic.Account{Kind: reports.Probed, Target: base.String(), Exchanges: f.Asked, Judged: f.Judged,
				Notes: f.Notes, Hint: f.Hint})
			if got := strings.Join(missed(r), " "); got != c.missed {
				t.Errorf("missed %q, expected %q: %+v", got, c.missed, f.Notes)
			}
			if r.Live.Judged < 30 || r.Summary.Pass < 3 {
				t.Errorf("%d answers were judged: %+v", r.Live.Judged, r.Summary)
			}
		})
	}
}
