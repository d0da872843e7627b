//go:build unix

package driver_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/wire"
)

// fence is the pair that all helpers offer.
var fence = dialect.Pair{Dialect: "tool-fence", Role: dialect.Consumer}

func serveInfo() adapter.Info {
	return adapter.Info{
		Implementation: wire.Obj(wire.M("name", wire.Str("helper"))),
		Supports:       []adapter.Support{{Dialect: fence.Dialect, Role: fence.Role, Omits: []string{"chunks"}}},
		Concurrency:    32,
	}
}

// planted is an implementation that does what the input's "plant" says.
func planted(input wire.Value) dialect.Observation {
	o := dialect.Observation{State: input, Events: []dialect.Event{{Value: wire.Obj(), After: 0}, {Value: input, After: -1}}}
	switch input.Get("plant").Text() {
	case "reject":
		return dialect.Observation{Ending: dialect.Rejected, Reason: "too odd"}
	case "skip":
		return dialect.Observation{Ending: dialect.Skipped, Reason: "cannot"}
	case "crash":
		o.Ending = dialect.Crashed
	case "panic":
		panic("at the disco")
	case "hang":
		o.Ending = dialect.TimedOut
	case "break":
		o.Ending, o.Output = dialect.Broken, "oops\n"
	case "twice":
		end := `{"type":"done","id":"$ID"}` + "\n"
		o.Ending, o.Output = dialect.Broken, end+end
	}
	return o
}

func transports(t *testing.T) map[string]driver.Implementation {
	answers := map[dialect.Pair]dialect.Answer{fence: planted}
	s := httptest.NewServer(adapter.Handler(serveInfo(), answers))
	t.Cleanup(s.Close)
	return map[string]driver.Implementation{
		"in process": driver.InProcess(serveInfo(), answers),
		"http":       dial(t, s.URL),
		"command":    start(t, "serve"),
	}
}

// Both sides of every transport agree on every ending.
func TestTransports(t *testing.T) {
	t.Parallel()
	for name, impl := range transports(t) {
		for plant, want := range map[string]dialect.Ending{
			"": dialect.Done, "reject": dialect.Rejected, "skip": dialect.Skipped, "crash": dialect.Crashed,
			"panic": dialect.Crashed, "hang": dialect.TimedOut, "break": dialect.Broken, "twice": dialect.Broken,
		} {
			r := driver.Request{ID: plant, Pair: fence, Input: wire.Obj(wire.M("plant", wire.Str(plant))), Deadline: time.Minute}
			if plant == "hang" {
				r.Deadline = patience
			}
			if name == "in process" && plant == "hang" {
				continue // planted there, the ending is only said
			}
			o := impl.Observe(context.Background(), r)
			if o.Ending != want || !o.Omitted("chunks") {
				t.Errorf("%s, %s: %+v", name, plant, o)
			}
			if want == dialect.Done && (len(o.Events) != 2 || o.Events[0].After != 0 || o.Events[1].After != -1 ||
				!wire.Equal(o.State, r.Input)) {
				t.Errorf("%s: %+v", name, o)
			}
		}
		if errs := impl.Errors(); len(errs) != 2 || len(impl.Incidents()) > 0 || impl.Gone() != "" {
			t.Errorf("%s: errors %+v, incidents %+v, gone %q", name, errs, impl.Incidents(), impl.Gone())
		}
		if h := impl.Hello(); h.Concurrency != 32 || len(h.Supports) != 1 || len(h.Remarks) > 0 || len(h.Unknown(nil)) != 1 {
			t.Errorf("%s: hello %+v", name, h)
		}
		if err := impl.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInProcess(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	info := serveInfo()
	info.Concurrency = 0
	impl := driver.InProcess(info, map[dialect.Pair]dialect.Answer{fence: func(wire.Value) dialect.Observation {
		<-release
		return dialect.Observation{}
	}})
	if impl.Hello().Concurrency < 1 {
		t.Error("no concurrency")
	}
	o := impl.Observe(context.Background(), driver.Request{Pair: fence, Deadline: time.Millisecond})
	if o.Ending != dialect.TimedOut || !strings.Contains(o.Reason, "1ms") {
		t.Errorf("%+v", o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if o = impl.Observe(ctx, driver.Request{Pair: fence}); o.Ending != dialect.Skipped {
		t.Errorf("%+v", o)
	}
	if o = impl.Observe(context.Background(), driver.Request{}); o.Ending != dialect.Skipped {
		t.Errorf("%+v", o)
	}
}

const inFlight = 32

var smallInput = wire.ParseString(`{"chunks":["some text\n` + "```tool" + `\n{\"toolCallId\":\"c1\",\"input\":{\"a\":1}}\n` + "```" +
	`\n"]}`)

// BenchmarkAdapter compares an adapter's cases with bare round trips over the same
// kind of pipe in the same run: x-echo is how many times longer a case takes.
func BenchmarkAdapter(b *testing.B) {
	for _, concurrency := range []int{1, inFlight} {
		name := map[int]string{1: "one-by-one", inFlight: "in-flight"}[concurrency]
		b.Run(name, func(b *testing.B) {
			impl := start(b, "serve")
			request := driver.Request{ID: "case", Pair: fence, Input: smallInput}
			start := time.Now()
			side(b, concurrency, func() {
				if o := impl.Observe(context.Background(), request); o.Ending != dialect.Done {
					b.Errorf("%+v", o)
				}
			})
			cases := time.Since(start)
			b.StopTimer()
			b.ReportMetric(float64(b.N)/cases.Seconds(), "cases/s")
			b.ReportMetric(float64(cases)/float64(bareEcho(b, concurrency)), "x-echo")
		})
	}
}

// side calls f b.N times, as many at a time as told.
func side(b *testing.B, concurrency int, f func()) {
	var all sync.WaitGroup
	for w := range concurrency {
		all.Go(func() {
			for i := w; i < b.N; i += concurrency {
				f()
			}
		})
	}
	all.Wait()
}

// bareEcho is how long as many bare round trips take.
func bareEcho(b *testing.B, concurrency int) time.Duration {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperVariable+"=echo")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = in.Close(); _ = cmd.Wait() }()
	line := append(smallInput.AppendJSON(nil), '\n')
	places := make(chan struct{}, concurrency)
	start := time.Now()
	go func() {
		for range b.N {
			places <- struct{}{}
			_, _ = in.Write(line)
		}
	}()
	r := bufio.NewReaderSize(out, 64<<10)
	for range b.N {
		if _, err := r.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
		<-places
	}
	return time.Since(start)
}

func BenchmarkInProcess(b *testing.B) {
	impl := driver.InProcess(serveInfo(), map[dialect.Pair]dialect.Answer{fence: planted})
	request := driver.Request{ID: "case", Pair: fence, Input: smallInput}
	side(b, inFlight, func() { impl.Observe(context.Background(), request) })
}

// closing answers over connections that it closes behind each answer without saying so, as anybody may.
func closing(t *testing.T) string {
	s := caseServer(t)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		own := httptest.NewRecorder()
		s.Config.Handler.ServeHTTP(own, r)
		conn, out, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = fmt.Fprintf(out, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", own.Body.Len(), own.Body)
		_ = out.Flush()
		_ = conn.Close()
	}))
	t.Cleanup(front.Close)
	return front.URL
}

// Who closes connections that are not in use is not to blame for a request that came too late.
func TestHTTPClosesUnasked(t *testing.T) {
	t.Parallel()
	impl := dial(t, closing(t))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 250 {
				if o := post(impl, "ok"); o.Ending != dialect.Done {
					t.Errorf("%+v", o)
				}
			}
		})
	}
	all.Wait()
	impl.Rest(context.Background())
	if len(impl.Incidents()) > 0 {
		t.Errorf("%d incidents, the first is %+v", len(impl.Incidents()), impl.Incidents()[0])
	}
}

// A port that nobody listens on behind the last answer, or that says another hello then, is told.
func TestHTTPBehindTheLastAnswer(t *testing.T) {
	t.Parallel()
	for deed, want := range map[string]string{"goes on": "", "ends": driver.CrashBetween, "turns": driver.OtherHello} {
		var turned atomic.Bool
		mux := http.NewServeMux()
		mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) {
			if text := httpHello; turned.Load() {
				_, _ = io.WriteString(w, strings.Replace(text, `"server"`, `"another"`, 1))
			} else {
				_, _ = io.WriteString(w, text)
			}
		})
		mux.HandleFunc("POST /cases", answerCase)
		s := httptest.NewServer(mux)
		t.Cleanup(s.Close)
		impl := dial(t, s.URL)
		if o := post(impl, "ok"); o.Ending != dialect.Done {
			t.Errorf("%+v", o)
		}
		turned.Store(deed == "turns")
		if deed == "ends" {
			s.CloseClientConnections()
			s.Close()
		}
		impl.Rest(context.Background())
		got := impl.Incidents()
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || got[0].Kind != want) {
			t.Errorf("%s: incidents are %+v", deed, got)
		}
	}
}
