package probe_test

import (
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/probe"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

// served probes the scripted model, whose streams a twist may change.
func served(t *testing.T, w *traffic.Wire, samples int, twist func(*stream.Script, dialect.Pick) *stream.Script) *reports.Result {
	t.Helper()
	mock := serve.Mock{Seed: 11}
	if twist != nil {
		mock.Twist = func(_ *endpoint.Endpoint, s *stream.Script, pick dialect.Pick) *stream.Script { return twist(s, pick) }
	}
	server := httptest.NewServer(serve.New(serve.Options{Endpoints: dialects.Endpoints(), Script: mock.Script}))
	defer server.Close()
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	f, err := probe.Run(t.Context(), probe.Options{Wire: w, Base: base, Model: "m", Samples: samples, Budget: 1 << 20,
		Timeout: 20 * time.Second})
	if f == nil {
		t.Fatal(err)
	}
	return f.Tally.Result(traffic.Account{Kind: reports.Probed, Target: server.URL, Exchanges: f.Asked, Judged: f.Judged, Notes: f.Notes,
		Hint: f.Hint})
}

// The scripted model of every wire is a right server.
func TestTheScriptedModelIsNotBlamed(t *testing.T) {
	for _, w := range wires() {
		r := served(t, w, 40, nil)
		blames(t, w.Dialect, r, nil)
		if r.Live.Judged < 20 || r.Summary.Pass < 3 {
			t.Errorf("%s: %d answers were judged: %+v", w.Dialect, r.Live.Judged, r.Summary)
		}
	}
}

// Whatever is planted in the streams of the scripted model, and shows in a stream by itself, is named by a
// line that the planted stream breaks. Some of the twists are tried, with -all each of them.
func TestWhatIsPlantedInTheScriptedModelIsNamed(t *testing.T) {
	for _, w := range wires() {
		var tried int
		for i, tw := range telling(w) {
			if !dialecttest.All() && i%4 != 1 {
				continue
			}
			tried++
			announced := map[string]bool{}
			r := served(t, w, 16, func(s *stream.Script, pick dialect.Pick) *stream.Script {
				changed, ids := applied(tw, s, pick)
				for _, id := range ids {
					announced[id] = true
				}
				return changed
			})
			if !slices.ContainsFunc(missed(r), func(id string) bool { return announced[id] }) {
				t.Errorf("%s, %s: announced %v, named %v: %s", w.Dialect, tw.ID, announced, missed(r), tw.Title)
			}
		}
		if t.Logf("%s: %d twists are named", w.Dialect, tried); tried == 0 {
			t.Errorf("%s: nothing was tried", w.Dialect)
		}
	}
}

// applied is a stream with a twist, and what that breaks by itself.
func applied(tw dialect.Twist, s *stream.Script, pick dialect.Pick) (changed *stream.Script, broken []string) {
	script, planted, ok := tw.Apply(s, pick)
	changed, is := script.(*stream.Script)
	if !ok || !is {
		return s, nil
	}
	return changed, planted.Alone
}

// telling are the twists that break something by itself in a stream of the scripted model.
func telling(w *traffic.Wire) []dialect.Twist {
	tools := []endpoint.Tool{{Name: "search", Schema: wire.ParseString(`{"type":"object","properties":{"q":{}},"required":["q"]}`)}}
	return slices.DeleteFunc(twistsOf(w.Dialect), func(tw dialect.Twist) bool {
		told := false
		for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
			mock := serve.Mock{Seed: 11, Twist: func(_ *endpoint.Endpoint, s *stream.Script, pick dialect.Pick) *stream.Script {
				changed, broken := applied(tw, s, pick)
				told = told || len(broken) > 0
				return changed
			}}
			mock.Script(w.Endpoint, name, 0, endpoint.Request{Tools: tools})
		}
		return !told
	})
}

// twistsOf are the twists of a dialect's streams: those that its consumers are tried with.
func twistsOf(name string) []dialect.Twist {
	for _, d := range dialects.All() {
		for _, side := range d.Sides {
			if d.Name == name && side.Role == dialect.Consumer {
				return slices.Clone(side.Twists)
			}
		}
	}
	return nil
}
