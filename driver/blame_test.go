//go:build unix

package driver_test

import (
	"context"
	"fmt"
	"io"
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

// window puts sixteen cases in flight, of which the one at that place does the deed.
func window(impl driver.Implementation, place int, deed string) [16]dialect.Observation {
	var got [16]dialect.Observation
	deadline := time.Minute
	if strings.HasPrefix(deed, "hang") {
		deadline = 2 * time.Second
	}
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() {
			r := do("ok")
			if i == place {
				r = do(deed)
			}
			r.ID = fmt.Sprint(i)
			r.Input = r.Input.With("case", wire.Int(int64(i)))
			r.Deadline = deadline
			got[i] = observe(impl, r)
		})
	}
	all.Wait()
	return got
}

func TestBlame(t *testing.T) {
	t.Parallel()
	for deed, want := range map[string]dialect.Ending{
		"ok": dialect.Done, "reject": dialect.Rejected,
		"exit": dialect.Crashed, "kill": dialect.Crashed, "hang": dialect.TimedOut,
		"garbage": dialect.Broken, "garbage-only": dialect.Broken, "unknown": dialect.Broken, "twice": dialect.Broken,
		"flood": dialect.Broken, "flood-events": dialect.Broken,
	} {
		t.Run(deed, func(t *testing.T) {
			t.Parallel()
			impl := startSmall(t, "gather")
			for i, o := range window(impl, 5, deed) {
				if i == 5 {
					wantEnding(t, o, want)
					continue
				}
				wantEnding(t, o, dialect.Done)
				if !wire.Equal(o.State.Get("case"), wire.Int(int64(i))) || len(o.Events) < 1 {
					t.Errorf("case %d has the answer %s", i, o.State.JSON())
				}
			}
			if len(impl.Incidents()) > 0 {
				t.Errorf("incidents are %+v", impl.Incidents())
			}
			errs := impl.Errors()
			if (want == dialect.Broken) != (len(errs) == 1) {
				t.Fatalf("errors are %+v", errs)
			}
			if len(errs) == 1 && errs[0].Case != "5" {
				t.Errorf("errors are %+v", errs)
			}
		})
	}
}

func TestUnreproducedCrash(t *testing.T) {
	t.Parallel()
	impl := start(t, "gather-exit")
	for _, o := range window(impl, 5, "ok") {
		wantEnding(t, o, dialect.Done)
	}
	wantIncident(t, impl, driver.UnreproducedCrash, 16)
}

// What is run again is made anew.
func TestWhatIsSentAgain(t *testing.T) {
	t.Parallel()
	impl := start(t, "gather-exit")
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			r, n := do("ok"), int64(0)
			r.Send = func(in wire.Value) wire.Value {
				n++
				return in.With("case", wire.Int(n))
			}
			if o := observe(impl, r); n != 2 || !wire.Equal(o.State.Get("case"), wire.Int(2)) {
				t.Errorf("sent %d times; the answer is %s", n, o.State.JSON())
			}
		})
	}
	all.Wait()
}

// A line that no case brings back alone is told with what was in flight.
func TestUnreproducedGarbage(t *testing.T) {
	t.Parallel()
	impl := start(t, "gather-log")
	for _, o := range window(impl, -1, "ok") {
		wantEnding(t, o, dialect.Done)
	}
	got := impl.Errors()
	if len(got) != 1 || got[0].Kind != message.NotJSON || got[0].Case != "" || len(got[0].Around) != 16 {
		t.Errorf("errors are %+v", got)
	}
}

// One that comes while nothing is in flight is told with what was answered last.
func TestGarbageBetweenCases(t *testing.T) {
	t.Parallel()
	impl := start(t, "chatty")
	wantEnding(t, observe(impl, do("ok")), dialect.Done)
	_ = impl.Close() // by then the reader has seen all that it said
	got := impl.Errors()
	if len(got) != 1 || got[0].Kind != message.NotJSON || got[0].Case != "" || !slices.Equal(got[0].Around, []string{"ok"}) {
		t.Errorf("errors are %+v", got)
	}
}

// Of those that were in flight when nothing was answered any more the first to be late is told.
func TestUnreproducedTimeout(t *testing.T) {
	t.Parallel()
	impl := start(t, "stuck-once")
	late := 0
	for _, o := range window(impl, -1, "hang") {
		if o.Ending == dialect.TimedOut {
			late++
			continue
		}
		wantEnding(t, o, dialect.Done)
	}
	if late != 1 {
		t.Errorf("%d of 16 hang", late)
	}
	wantNoNotes(t, impl)
}

func wantIncident(t *testing.T, impl driver.Implementation, kind string, cases int) {
	t.Helper()
	got := impl.Incidents()
	if len(got) != 1 || got[0].Kind != kind || len(got[0].Cases) != cases || got[0].Reason == "" {
		t.Errorf("incidents are %+v", got)
	}
	if len(impl.Errors()) > 0 {
		t.Errorf("errors are %+v", impl.Errors())
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	impl, err := driver.Start(ctx, options(t, "stubborn"))
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(100*time.Millisecond, cancel)
	wantEnding(t, impl.Observe(context.Background(), do("hang")), dialect.Skipped)
	wantEnding(t, impl.Observe(context.Background(), do("ok")), dialect.Skipped)
	wantNoNotes(t, impl)
	_ = impl.Close()
	if impl.Gone() != "" {
		t.Errorf("gone is %q", impl.Gone())
	}
}

func TestCancelOneCase(t *testing.T) {
	t.Parallel()
	impl := start(t, "scripted")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	wantEnding(t, impl.Observe(ctx, do("hang")), dialect.Skipped)
	wantEnding(t, observe(impl, do("ok")), dialect.Done)
	wantNoNotes(t, impl)
}

// A fresh request is the first of a process of its own.
func TestAFreshRequest(t *testing.T) {
	t.Parallel()
	impl := start(t, "stuck-once")
	r := do("ok")
	r.Fresh, r.Deadline = true, 20*time.Second
	wantEnding(t, observe(impl, r), dialect.Done)
	wantNoNotes(t, impl)
}

// An adapter that stays when its stdin ends is waited for once, and not each time that it is renewed.
func TestRenewingWhatStays(t *testing.T) {
	t.Parallel()
	impl := start(t, "stubborn")
	r := do("ok")
	r.Fresh, r.Deadline = true, 20*time.Second
	const times, grace = 12, 2 * time.Second
	began := time.Now()
	for range times {
		wantEnding(t, observe(impl, r), dialect.Done)
	}
	if took := time.Since(began); took >= times*grace {
		t.Errorf("renewing it %d times took %v", times, took)
	}
	wantNoNotes(t, impl)
}

// A process that says another hello than the first is told, once.
func TestAnotherHello(t *testing.T) {
	t.Parallel()
	impl := start(t, "turncoat")
	wantEnding(t, observe(impl, do("exit")), dialect.Crashed)
	wantEnding(t, observe(impl, do("ok")), dialect.Done)
	got := impl.Incidents()
	if len(got) == 0 || slices.ContainsFunc(got, func(i driver.Incident) bool {
		return i.Kind != driver.OtherHello || !strings.Contains(i.Reason, "concurrency")
	}) {
		t.Errorf("incidents are %+v", got)
	}
}

// The pairs of a hello, and what stands in their lists, are sets: in another order it is the same hello.
func TestTheSameHelloInAnotherOrder(t *testing.T) {
	t.Parallel()
	impl := start(t, "shuffler")
	wantEnding(t, observe(impl, do("exit")), dialect.Crashed)
	wantEnding(t, observe(impl, do("ok")), dialect.Done)
	if got := impl.Incidents(); slices.ContainsFunc(got, func(i driver.Incident) bool { return i.Kind == driver.OtherHello }) {
		t.Errorf("incidents are %+v", got)
	}
}

// One that is said while the process runs is another one, too, and is told once.
func TestAnotherHelloWhileItRuns(t *testing.T) {
	t.Parallel()
	impl := start(t, "scripted")
	for range 2 {
		wantEnding(t, observe(impl, do("done-and-hello")), dialect.Done)
	}
	impl.Rest(context.Background())
	got := impl.Incidents()
	if len(got) != 1 || got[0].Kind != driver.OtherHello || !strings.Contains(got[0].Reason, `"concurrency" is "9"`) {
		t.Errorf("incidents are %+v", got)
	}
}

// What happens behind the last answer has nobody who would find it but a rest.
func TestWhatComesBehindTheLastAnswer(t *testing.T) {
	t.Parallel()
	for deed, want := range map[string]string{"ok": "", "done-and-exit": driver.CrashBetween, "done-and-close": driver.CrashBetween,
		"done-and-grandchild": driver.CrashBetween} {
		impl := start(t, "scripted")
		wantEnding(t, observe(impl, do(deed)), dialect.Done)
		got := impl.Incidents()
		for again := 0; again < 50 && len(got) == 0 && (want != "" || again == 0); again++ { // the machine may be busy
			impl.Rest(context.Background())
			got = impl.Incidents()
		}
		if want == "" && len(got) > 0 ||
			want != "" && (len(got) != 1 || got[0].Kind != want || !slices.Equal(got[0].Cases, []string{deed})) {
			t.Errorf("%s: incidents are %+v", deed, got)
		}
	}
}

// Two connections that break one after the other are two incidents, each with its own case.
func TestTwoBreaksAreTwo(t *testing.T) {
	t.Parallel()
	var posts atomic.Int32
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, httpHello) })
	mux.HandleFunc("POST /cases", func(w http.ResponseWriter, r *http.Request) {
		if n := posts.Add(1); n == 2 || n == 4 { // over a connection that was used before: then it may be too old
			panic(http.ErrAbortHandler)
		}
		answerCase(w, r)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	impl := dial(t, s.URL)
	for _, id := range []string{"a", "b", "c"} {
		r := do("ok")
		r.ID = id
		wantEnding(t, observe(impl, r), dialect.Done)
	}
	got := impl.Incidents()
	if len(got) != 2 || !slices.Equal(got[0].Cases, []string{"b"}) || !slices.Equal(got[1].Cases, []string{"c"}) {
		t.Errorf("incidents are %+v", got)
	}
}

// A last word without a line end counts, where it is whole.
func TestALastWord(t *testing.T) {
	t.Parallel()
	impl := start(t, "one-by-one")
	wantEnding(t, observe(impl, do("last-word")), dialect.Done)
}

// After one that hung with nothing beside it cases run alone: the next one that hangs is sent once, and not once more
// to find out that it was to blame.
func TestOneThatHangsIsKnown(t *testing.T) {
	t.Parallel()
	impl := start(t, "scripted")
	round := func() int64 {
		var sent atomic.Int64
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				r := do("hang")
				r.Deadline = short
				r.Send = func(in wire.Value) wire.Value { sent.Add(1); return in }
				wantEnding(t, observe(impl, r), dialect.TimedOut)
			})
		}
		all.Wait()
		return sent.Load()
	}
	if first, second := round(), round(); first < 3 || second != 2 {
		t.Errorf("sent %d times, and then %d times", first, second)
	}
	wantNoNotes(t, impl)
}
