//go:build unix

package driver_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/wire"
)

// patience with what never answers.
const patience = 700 * time.Millisecond

const httpHello = `{"type":"hello","protocol":1,"implementation":{"name":"server"},"concurrency":16,` +
	`"supports":[{"dialect":"tool-fence","role":"consumer","omits":["chunks"]}]}`

// answerCase does what the input's "do" says.
func answerCase(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	m := wire.ParseString(string(text))
	id, state := m.Get("id").JSON(), m.Get("input").JSON()
	event := fmt.Sprintf(`{"type":"event","id":%s,"event":{"type":"text-delta"},"after":1}`, id)
	done := fmt.Sprintf(`{"type":"done","id":%s,"state":%s}`, id, state)
	say := func(format string, args ...any) {
		_, _ = fmt.Fprintf(w, format, args...)
		_ = http.NewResponseController(w).Flush()
	}
	switch do := m.Get("input").Get("do").Text(); do {
	case "ok":
		say("%s\n%s", event, done) // no line end
	case "sse":
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		say(": hi\n\ndata: %s\n\ndata: %s\n\n", event, done)
	case "gzip":
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = fmt.Fprintf(z, "%s\n%s\n", event, done)
		_ = z.Close()
	case "open":
		say("%s\n%s\n", event, done)
		<-r.Context().Done()
	case "reject":
		say(`{"type":"rejected","id":%s,"reason":"too odd"}`+"\n", id)
	case "500":
		http.Error(w, "it hurts", http.StatusInternalServerError)
	case "404":
		http.NotFound(w, r)
	case "abort":
		say("%s\n", event)
		panic(http.ErrAbortHandler)
	case "short":
		say("%s\n", event)
	case "hang":
		say("%s\n", event)
		<-r.Context().Done()
	case "silent":
		<-r.Context().Done()
	case "html":
		say("<html>no</html>")
	case "unknown":
		say(`{"type":"done","id":"x"}` + "\n")
	case "twice":
		say("%s\n%s\n", done, done)
	case "broken-behind":
		w.Header().Set("Content-Length", fmt.Sprint(len(done)+10))
		say("%s\n", done)
	case "hello":
		say("%s\n%s\n%s\n", httpHello, event, done)
	case "twofold":
		say(`{"type":"done","id":%s,"state":1,"state":2}`+"\n", id)
	case "late-event":
		say("%s\n", done)
		say("%s\n", event)
	case "flood":
		for r.Context().Err() == nil {
			say("%s", strings.Repeat("x", 1<<20))
		}
	case "flood-events":
		for r.Context().Err() == nil {
			say("%s", strings.Repeat(event+"\n", 1000))
		}
	default:
		panic("unknown deed: " + do)
	}
}

func caseServer(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, httpHello) })
	mux.HandleFunc("POST /cases", answerCase)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func dial(t *testing.T, url string) driver.Implementation {
	t.Helper()
	return dialFor(t, url, time.Minute)
}

func dialFor(t *testing.T, url string, patience time.Duration) driver.Implementation {
	t.Helper()
	impl, err := driver.DialHTTP(context.Background(), driver.HTTPOptions{URL: url, StartupTimeout: patience,
		Limits: driver.Limits{Line: 1 << 20, Answer: 4 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = impl.Close() })
	return impl
}

func post(impl driver.Implementation, deed string) dialect.Observation {
	r := driver.Request{ID: deed, Pair: fence, Input: wire.Obj(wire.M("do", wire.Str(deed))), Deadline: time.Minute}
	if deed == "hang" || deed == "silent" {
		r.Deadline = patience
	}
	return impl.Observe(context.Background(), r)
}

func TestHTTPEndings(t *testing.T) {
	t.Parallel()
	impl := dial(t, caseServer(t).URL)
	for deed, want := range map[string]struct {
		ending dialect.Ending
		reason string
		kind   string
	}{
		"ok": {}, "sse": {}, "gzip": {}, "open": {}, "hello": {},
		"reject": {ending: dialect.Rejected, reason: "too odd"},
		"500":    {ending: dialect.Crashed, reason: "it hurts"},
		"404":    {ending: dialect.Crashed, reason: "404"},
		"abort":  {ending: dialect.Crashed, reason: "connection broke"}, "twofold": {ending: dialect.Broken, kind: message.Twofold},
		"broken-behind": {ending: dialect.Crashed, reason: "connection broke"},
		"short":         {ending: dialect.Crashed, reason: "before the case did"},
		"hang":          {ending: dialect.TimedOut, reason: "within"},
		"silent":        {ending: dialect.TimedOut, reason: "within"},
		"html":          {ending: dialect.Broken, kind: message.NotJSON}, "unknown": {ending: dialect.Broken, kind: message.UnknownCase},
		"twice": {ending: dialect.Broken, kind: message.TwoEndings}, "late-event": {ending: dialect.Broken, kind: message.LateEvent},
		"flood": {ending: dialect.Broken, kind: message.TooLarge}, "flood-events": {ending: dialect.Broken, kind: message.TooLarge},
	} {
		errs := len(impl.Errors())
		o := post(impl, deed)
		if o.Ending != want.ending || !strings.Contains(o.Reason, want.reason) {
			t.Errorf("%s: %v, %s", deed, o.Ending, o.Reason)
		}
		if o.Ending == dialect.Done && (len(o.Events) != 1 || o.State.Get("do").Text() != deed || !o.Omitted("chunks")) {
			t.Errorf("%s: %+v", deed, o)
		}
		now := impl.Errors()
		if want.kind != "" && (len(now) != errs+1 || now[errs].Kind != want.kind || now[errs].Case != deed) {
			t.Errorf("%s: %+v", deed, now[errs:])
		}
	}
	if len(impl.Incidents()) > 0 || impl.Gone() != "" {
		t.Errorf("incidents %+v, gone %q", impl.Incidents(), impl.Gone())
	}
}

func TestHTTPMoved(t *testing.T) {
	t.Parallel()
	there := caseServer(t)
	here := httptest.NewServer(http.RedirectHandler(there.URL+"/hello", http.StatusFound))
	t.Cleanup(here.Close)
	if o := post(dial(t, here.URL), "ok"); o.Ending != dialect.Done {
		t.Errorf("%+v", o)
	}
}

func TestDialErrors(t *testing.T) {
	t.Parallel()
	answer := func(status int, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	stuck := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(stuck.Close)
	for url, kind := range map[string]error{
		"localhost:1":                  driver.ErrUnreachable,
		"ftp://x":                      driver.ErrUnreachable,
		deadURL:                        driver.ErrUnreachable,
		stuck.URL:                      driver.ErrNoHello,
		answer(200, "<html>"):          driver.ErrBadHello,
		answer(200, `{"type":"done"}`): driver.ErrBadHello,
		answer(404, "no"):              driver.ErrBadHello,
		answer(503, "soon"):            driver.ErrUnreachable,
		answer(200, `{"type":"hello","protocol":2}`): driver.ErrProtocol,
	} {
		t.Run(url, func(t *testing.T) {
			t.Parallel()
			wait := time.Minute
			if errors.Is(kind, driver.ErrUnreachable) || errors.Is(kind, driver.ErrNoHello) {
				wait = patience
			}
			_, err := driver.DialHTTP(context.Background(), driver.HTTPOptions{URL: url, StartupTimeout: wait})
			if !errors.Is(err, kind) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v", err)
			}
		})
	}
}

// deadURL is a port that nobody listens on, and that no other test can be given.
const deadURL = "http://127.0.0.1:1"

func TestHTTPLateStart(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, httpHello)
	})}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	dial(t, "http://"+l.Addr().String())
}

func TestHTTPGone(t *testing.T) {
	t.Parallel()
	s := caseServer(t)
	impl := dialFor(t, s.URL, patience)
	s.CloseClientConnections()
	s.Close()
	o := post(impl, "ok")
	if o.Ending != dialect.Crashed || !strings.Contains(o.Reason, "stopped answering") {
		t.Errorf("%+v", o)
	}
	if o = post(impl, "ok"); o.Ending != dialect.Skipped || o.Reason != impl.Gone() || impl.Gone() == "" {
		t.Errorf("%+v, gone %q", o, impl.Gone())
	}
}

// dyingServer lets sixteen requests come in and then breaks them all, as a process
// that dies does. What comes later is answered, but for the guilty.
func dyingServer(t *testing.T, guilty string) *httptest.Server {
	var came atomic.Int32
	all := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, httpHello) })
	mux.HandleFunc("POST /cases", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		m := wire.ParseString(string(text))
		n := came.Add(1)
		if n == 16 {
			close(all)
		}
		<-all
		if n <= 16 || m.Get("input").Get("case").Text() == guilty {
			panic(http.ErrAbortHandler)
		}
		_, _ = fmt.Fprintf(w, `{"type":"done","id":%s}`, m.Get("id").JSON())
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func TestHTTPBlame(t *testing.T) {
	t.Parallel()
	for _, guilty := range []string{"5", "nobody"} {
		impl := dial(t, dyingServer(t, guilty).URL)
		var cases sync.WaitGroup
		for i := range 16 {
			cases.Go(func() {
				name, want := fmt.Sprint(i), dialect.Done
				if name == guilty {
					want = dialect.Crashed
				}
				o := impl.Observe(context.Background(), driver.Request{ID: name, Pair: fence, Deadline: time.Minute,
					Input: wire.Obj(wire.M("case", wire.Str(name)))})
				if o.Ending != want {
					t.Errorf("case %s: %+v", name, o)
				}
			})
		}
		cases.Wait()
		got := impl.Incidents()
		if guilty == "5" && len(got) > 0 || guilty == "nobody" && (len(got) != 1 || len(got[0].Cases) != 16) {
			t.Errorf("incidents are %+v", got)
		}
	}
}

// Cases whose connections broke side by side are run again one at a time, in the order in
// which they were sent, whichever broke first.
func TestHTTPAlone(t *testing.T) {
	t.Parallel()
	const n = 8
	var mu sync.Mutex
	var again []string
	var inFlight, most int
	arrived, broken := make(chan string), [n]chan struct{}{}
	for i := range broken {
		broken[i] = make(chan struct{})
	}
	seen := map[string]bool{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, httpHello) })
	mux.HandleFunc("POST /cases", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		m := wire.ParseString(string(text))
		name := m.Get("input").Get("case").Text()
		mu.Lock()
		first := !seen[name]
		seen[name] = true
		if !first {
			again = append(again, name)
			inFlight++
			most = max(most, inFlight)
		}
		mu.Unlock()
		if first {
			arrived <- name
			<-broken[name[0]-'0']
			panic(http.ErrAbortHandler)
		}
		mu.Lock()
		inFlight-- // the next one comes as soon as this one is answered
		mu.Unlock()
		_, _ = fmt.Fprintf(w, `{"type":"done","id":%s,"state":{}}`, m.Get("id").JSON())
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	impl := dial(t, s.URL)
	var cases sync.WaitGroup
	var names []string
	for i := range n {
		name := fmt.Sprint(i)
		names = append(names, name)
		cases.Go(func() {
			o := impl.Observe(context.Background(),
				driver.Request{ID: name, Pair: fence, Deadline: time.Minute, Input: wire.Obj(wire.M("case", wire.Str(name)))})
			if o.Ending != dialect.Done {
				t.Errorf("case %s: %+v", name, o)
			}
		})
		<-arrived
	}
	for i := range n {
		close(broken[n-1-i])
	}
	cases.Wait()
	if !slices.Equal(again, names) || most != 1 {
		t.Errorf("run again in the order %q, %d side by side", again, most)
	}
	if got := impl.Incidents(); len(got) != 1 || !slices.Equal(got[0].Cases, names) {
		t.Errorf("incidents are %+v", got)
	}
}

func TestHTTPCancel(t *testing.T) {
	t.Parallel()
	s := caseServer(t)
	ctx, cancel := context.WithCancel(context.Background())
	impl, err := driver.DialHTTP(ctx, driver.HTTPOptions{URL: s.URL, StartupTimeout: generous})
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, cancel)
	r := driver.Request{ID: "hang", Pair: fence, Input: wire.Obj(wire.M("do", wire.Str("hang")))}
	if o := impl.Observe(context.Background(), r); o.Ending != dialect.Skipped || impl.Gone() != "" {
		t.Errorf("%+v", o)
	}
}
