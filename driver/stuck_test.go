//go:build unix

package driver_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
)

// passedBy puts cases in flight that are not answered when they are sent first, of which the first is in a hurry,
// and that many behind them.
func passedBy(t *testing.T, impl driver.Implementation, stuck, others int) dialect.Observation {
	var got dialect.Observation
	var all sync.WaitGroup
	all.Go(func() {
		r := do("hang-in-first")
		r.Deadline = 5 * time.Second
		got = observe(impl, r)
	})
	time.Sleep(300 * time.Millisecond) // until it has been sent
	for range stuck - 1 {
		all.Go(func() { wantEnding(t, observe(impl, do("hang-in-first")), dialect.Done) }) // it has time yet
	}
	for n := range others {
		all.Go(func() {
			r := do("ok")
			r.ID, r.Deadline = fmt.Sprint("ok-", n), time.Minute
			observe(impl, r)
		})
	}
	all.Wait()
	return got
}

// hangsOnce is a server that leaves the first case of its kind without an answer.
func hangsOnce(t *testing.T) driver.Implementation {
	var hung atomic.Bool
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, httpHello) })
	mux.HandleFunc("POST /cases", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		if strings.Contains(string(text), "hang-in-first") && hung.CompareAndSwap(false, true) {
			<-r.Context().Done()
			return
		}
		r.Body = io.NopCloser(strings.NewReader(strings.ReplaceAll(string(text), "hang-in-first", "ok")))
		answerCase(w, r)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return dial(t, s.URL)
}

// A case that others pass is stuck, though it is answered when it is run again: no busy machine does that. Where few pass
// it, more time tells it.
func TestWhatOthersPassIsStuck(t *testing.T) {
	t.Parallel()
	for name, reach := range map[string]func(*testing.T) driver.Implementation{
		"stdin": func(t *testing.T) driver.Implementation { return start(t, "scripted") },
		"http":  hangsOnce,
	} {
		stuck := 1
		if name == "stdin" {
			stuck = 2 // one that is alone when its deadline ends is to blame in any case
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			impl := reach(t)
			o := passedBy(t, impl, stuck, 9)
			wantEnding(t, o, dialect.TimedOut)
			if !strings.Contains(o.Reason, "while 9 that were sent after it were answered") {
				t.Errorf("the reason is %q", o.Reason)
			}
			wantNoNotes(t, impl)
		})
		t.Run(name+", with few beside it", func(t *testing.T) {
			t.Parallel()
			impl := reach(t)
			o := passedBy(t, impl, stuck, 7)
			wantEnding(t, o, dialect.TimedOut)
			if !strings.Contains(o.Reason, "while 7 that were sent after it were answered") {
				t.Errorf("the reason is %q", o.Reason)
			}
			wantNoNotes(t, impl)
		})
	}
}

// behind puts cases in flight one behind the other, the first of which does the deed.
func behind(impl driver.Implementation, deed string, cases int) []dialect.Observation {
	got := make([]dialect.Observation, cases)
	var all sync.WaitGroup
	for n := range got {
		all.Go(func() {
			r := do("ok")
			if n == 0 {
				r = do(deed)
			}
			r.ID, r.Deadline = fmt.Sprint(n), 2*time.Second
			got[n] = observe(impl, r)
		})
		time.Sleep(50 * time.Millisecond) // until it has been sent
	}
	all.Wait()
	return got
}

// freezesOnce is a server that answers one case after the other, and the first of its kind late, or never, and nobody behind it.
func freezesOnce(t *testing.T) driver.Implementation {
	var done atomic.Bool
	over := make(chan struct{})
	var turn sync.Mutex
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, httpHello) })
	mux.HandleFunc("POST /cases", func(w http.ResponseWriter, r *http.Request) {
		turn.Lock()
		defer turn.Unlock()
		text, _ := io.ReadAll(r.Body)
		for _, deed := range []string{"freeze-in-first", "slow-in-first"} {
			if !strings.Contains(string(text), deed) || !done.CompareAndSwap(false, true) {
				continue
			}
			select {
			case <-over:
			case <-r.Context().Done():
			case <-time.After(map[string]time.Duration{"freeze-in-first": time.Hour, "slow-in-first": 3 * time.Second}[deed]):
			}
		}
		r.Body = io.NopCloser(strings.NewReader(strings.NewReplacer("freeze-in-first", "ok", "slow-in-first", "ok").Replace(string(text))))
		answerCase(w, r)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(over) })
	return dial(t, s.URL)
}

// A case that holds up everything is stuck, where no more time is of use: also if it is answered when it is run again.
// One that is answered late was slow, and nobody knows why: that is an incident.
func TestWhatHoldsUpEverything(t *testing.T) {
	t.Parallel()
	for transport, reach := range map[string]func(*testing.T) driver.Implementation{
		"stdin": func(t *testing.T) driver.Implementation { return start(t, "scripted") },
		"http":  freezesOnce,
	} {
		for _, cases := range []int{2, 4} {
			t.Run(fmt.Sprintf("%s, %d hang", transport, cases), func(t *testing.T) {
				t.Parallel()
				impl := reach(t)
				for n, o := range behind(impl, "freeze-in-first", cases) {
					if n > 0 {
						wantEnding(t, o, dialect.Done)
						continue
					}
					wantEnding(t, o, dialect.TimedOut)
					if !strings.Contains(o.Reason, "nor within 2s more") {
						t.Errorf("the reason is %q", o.Reason)
					}
				}
				wantNoNotes(t, impl)
			})
			t.Run(fmt.Sprintf("%s, %d are slow", transport, cases), func(t *testing.T) {
				t.Parallel()
				impl := reach(t)
				for _, o := range behind(impl, "slow-in-first", cases) {
					wantEnding(t, o, dialect.Done)
				}
				got := impl.Incidents()
				if len(got) != 1 || got[0].Kind != driver.UnreproducedTimeout || got[0].Cases[0] != "0" {
					t.Errorf("incidents are %+v", got)
				}
			})
		}
	}
}
