package probe_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/probe"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

func notes(t *testing.T, m *model, change func(*probe.Options)) (string, error) {
	t.Helper()
	r, err := probed(t, m, change)
	return strings.Join(r.Live.Notes, "\n"), err
}

// A busy server is left alone for as long as it says, and asked again; and that is said.
func TestBusyServers(t *testing.T) {
	m := right(wires()[0])
	m.refuse = func(n int, _ wire.Value) (int, string) {
		if n == 2 || n == 3 {
			return http.StatusTooManyRequests, "slow down"
		}
		return 0, ""
	}
	var waited []time.Duration
	said, err := notes(t, m, func(o *probe.Options) {
		o.Samples = 6
		o.Wait = func(_ context.Context, d time.Duration) error { waited = append(waited, d); return nil }
	})
	if err != nil || !slices.Equal(waited, []time.Duration{7 * time.Second, 7 * time.Second}) || len(m.asked) != 6 ||
		!strings.Contains(said, "was busy (status 429), and was asked again. (2 times)") {
		t.Errorf("%v, %v, %d requests: %s", err, waited, len(m.asked), said)
	}
}

// Nothing that the probe tells has the key, even where the server says it.
func TestTheKeyIsNeverTold(t *testing.T) {
	const key = "sk-s3cret"
	for _, w := range wires() {
		m := &model{Wire: w, answer: func(input wire.Value) dialect.Observation {
			o := w.Producer.Reference(input)
			for _, member := range []string{"sse", "body"} {
				if v := o.State.Get(member); v.IsString() {
					text := strings.NewReplacer("Oslo", key, "Hello", key, "assistant", key).Replace(v.Text())
					o.State = o.State.With(member, wire.Str(text))
				}
			}
			return o
		}}
		m.refuse = func(n int, _ wire.Value) (int, string) {
			if n == 5 {
				return http.StatusForbidden, "bad key " + key
			}
			return 0, ""
		}
		r, err := probed(t, m, func(o *probe.Options) { o.Key, o.Samples = key, 14 })
		data, jerr := json.Marshal(r)
		if err != nil || jerr != nil || strings.Contains(string(data), "s3cret") || !strings.Contains(string(data), "[key]") {
			t.Errorf("%s: %v, %v: %.2000s", w.Dialect, err, jerr, data)
		}
		header, want := "Authorization", "Bearer "+key
		if w.Dialect == "anthropic-messages" {
			header, want = "X-Api-Key", key
		}
		if got := m.heads[0].Get(header); got != want {
			t.Errorf("%s: the key went out as %q", w.Dialect, got)
		}
	}
}

// The budget ends the probe before it is overrun, and the number of samples bounds the requests.
func TestBounds(t *testing.T) {
	m := right(wires()[0])
	said, err := notes(t, m, func(o *probe.Options) { o.Budget = 3000 })
	if err != nil || !strings.Contains(said, "The budget of 3000 tokens ended the probe") || len(m.asked) > 30 || len(m.asked) < 3 {
		t.Errorf("%v, %d requests: %s", err, len(m.asked), said)
	}
	m = right(wires()[0])
	if _, err := notes(t, m, func(o *probe.Options) { o.Samples = 11 }); err != nil || len(m.asked) != 11 {
		t.Errorf("%v, %d requests", err, len(m.asked))
	}
}

// Each question of the plan is asked: results go back, one client leaves, some want one object.
func TestWhatIsAsked(t *testing.T) {
	m := right(wires()[0])
	r, err := probed(t, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole, limited, answered, usage := 0, 0, 0, 0
	for _, q := range m.asked {
		if !q.Stream {
			whole++
		}
		if n, _ := q.Body.Get("max_tokens").Int64(); n < 100 {
			limited++
		}
		if n := len(q.Sent); n > 2 && len(q.Sent[n-1].Results) == 1 && q.Sent[1].Calls != nil {
			answered++
		}
		if q.Body.Find("/stream_options/include_usage").IsTrue() {
			usage++
		}
	}
	if whole < 2 || limited < 1 || answered < 2 || usage+whole != len(m.asked) {
		t.Errorf("%d whole, %d limited, %d answered, %d with usage of %d", whole, limited, answered, usage, len(m.asked))
	}
	shown := map[string][2]int{}
	for _, s := range r.Live.Shown {
		shown[s.Requirement] = [2]int{s.Shown, s.Of}
	}
	if s := shown["CHAT-55"]; s[0] < 10 || s[0] > s[1] || s[1] >= r.Live.Judged {
		t.Errorf("CHAT-55 was shown by %v of %d", s, r.Live.Judged)
	}
	if s := shown["CHAT-62"]; s != [2]int{} {
		t.Errorf("CHAT-62 needs what was meant, and was shown by %v", s)
	}
}

// A limit that cuts a call and is told as a whole answer is named, unless the answer says that it took less.
func TestHiddenLimits(t *testing.T) {
	for _, c := range []struct{ wire, line, from, to string }{
		{"openai-chat", "CHAT-58", `"finish_reason":"length"`, `"finish_reason":"tool_calls"`},
		{"anthropic-messages", "MSG-54", `"stop_reason":"max_tokens"`, `"stop_reason":"tool_use"`},
	} {
		w := traffic.Spoken(wires(), c.wire)
		for used, want := range map[string]bool{"": true, "24": true, "9": false} {
			m := &model{Wire: w, answer: func(input wire.Value) dialect.Observation {
				o := w.Producer.Reference(input)
				text := strings.ReplaceAll(o.State.Get("sse").Text(), c.from, c.to)
				switch {
				case c.wire == "anthropic-messages":
					n := used
					if n == "" {
						n = "24"
					}
					text = strings.ReplaceAll(text, `"output_tokens":12`, `"output_tokens":`+n)
				case used != "":
					text = strings.Replace(text, "data: [DONE]",
						`data: {"id":"chatcmpl-ref","object":"chat.completion.chunk","created":1700000000,`+
							`"model":"reference","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":`+used+`,"total_tokens":1}}`+
							"\n\ndata: [DONE]", 1)
				}
				o.State = o.State.With("sse", wire.Str(text))
				return o
			}}
			r, err := probed(t, m, nil)
			if got := slices.Contains(missed(r), c.line); err != nil || got != want {
				t.Errorf("%s, %q tokens: %v, %v", c.wire, used, missed(r), err)
			}
		}
	}
}

// A server that doesn't take a member is asked without it.
func TestOtherSpellings(t *testing.T) {
	m := right(wires()[0])
	m.refuse = func(_ int, body wire.Value) (int, string) {
		switch {
		case body.Has("stream_options"):
			return http.StatusUnprocessableEntity, "unknown member stream_options"
		case body.Has("max_tokens"):
			return http.StatusBadRequest, "use max_completion_tokens"
		}
		return 0, ""
	}
	if said, err := notes(t, m, nil); err != nil || strings.Contains(said, "refused") {
		t.Errorf("%v: %s", err, said)
	}
}

// A server that isn't there, refuses everything or never ends is told as one that never answered.
func TestServersThatNeverAnswer(t *testing.T) {
	m := right(wires()[0])
	m.refuse = func(int, wire.Value) (int, string) { return http.StatusNotFound, "no such model" }
	_, err := probed(t, m, nil)
	if !errors.Is(err, probe.ErrNoAnswer) || !strings.Contains(err.Error(), "no such model") || len(m.asked) > 5 {
		t.Errorf("%v after %d requests", err, len(m.asked))
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	base, _ := url.Parse(gone.URL)
	if _, err := probed(t, right(wires()[0]), func(o *probe.Options) { o.Base = base }); !errors.Is(err, probe.ErrNoAnswer) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := probe.Options{Wire: wires()[0], Base: base, Samples: 9, Budget: 9999, Timeout: time.Second}
	if _, err := probe.Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Base URLs are taken as clients of each wire are given them.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ wire, base, want string }{
		{"openai-chat", "/v1", "/v1/chat/completions"}, {"openai-chat", "", "/v1/chat/completions"},
		{"openai-chat", "/api/openai/", "/api/openai/chat/completions"}, {"openai-chat", "/v1/chat/completions", "/v1/chat/completions"},
		{"anthropic-messages", "", "/v1/messages"}, {"anthropic-messages", "/v1", "/v1/messages"},
		{"ui-messages", "", "/api/chat"}, {"ui-messages", "/chat", "/chat"}, {"ag-ui", "", "/"}, {"ag-ui", "/agent", "/agent"},
	} {
		got := ""
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
			r *http.Request) {
			got = r.URL.Path
			w.WriteHeader(404)
		}))
		base, _ := url.Parse(server.URL + c.base)
		_, _ = probe.Run(t.Context(), probe.Options{Wire: traffic.Spoken(wires(), c.wire), Base: base, Samples: 1, Budget: 9999,
			Timeout: 9 * time.Second}) // it answers nothing
		server.Close()
		if got != c.want {
			t.Errorf("%s at %q: %s was asked", c.wire, c.base, got)
		}
	}
}

// A server that stops talking is left after the timeout, and what it had not said is not judged.
func TestServersThatHang(t *testing.T) {
	for head, want := range map[string]string{"": "deadline exceeded", "data: {": "broke off"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			if head != "" {
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, head)
				w.(http.Flusher).Flush()
			}
			<-r.Context().Done()
		}))
		base, _ := url.Parse(server.URL)
		f, err := probe.Run(t.Context(), probe.Options{Wire: wires()[0], Base: base, Samples: 9, Budget: 9999,
			Timeout: 100 * time.Millisecond})
		server.Close()
		if !errors.Is(err, probe.ErrNoAnswer) || !strings.Contains(strings.Join(f.Notes, " "), want) {
			t.Errorf("%v: %q", err, f.Notes)
		}
	}
}
