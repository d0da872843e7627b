//go:build unix

package driver_test

import (
	"fmt"
	"io"
	"net"
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

// onlooker is told when a deed begins, wherever it is done.
type onlooker struct {
	net.Listener
	t *testing.T
}

func newOnlooker(t *testing.T) onlooker {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return onlooker{l, t}
}

// begin tells the onlooker at the address.
func begin(address string) {
	if c, err := net.Dial("tcp", address); err == nil {
		_ = c.Close()
	}
}

// wait waits until the deed has begun.
func (o onlooker) wait() {
	if _, err := o.Accept(); err != nil {
		o.t.Error(err)
	}
}

// startSeen is an adapter of which the onlooker is told.
func startSeen(t *testing.T, by onlooker) driver.Implementation {
	o := options(t, "scripted")
	o.Env = append(o.Env, begunVariable+"="+by.Addr().String())
	return startWith(t, o)
}

// passedBy puts a case in flight that is not answered in time when it is sent first, and that many behind it.
func passedBy(impl driver.Implementation, by onlooker, deed string, others int) dialect.Observation {
	var got dialect.Observation
	var all sync.WaitGroup
	all.Go(func() {
		r := do(deed)
		r.Deadline = 2 * time.Second
		got = observe(impl, r)
	})
	by.wait()
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

// hangsOnce is a server that leaves the first case of its kind without an answer, or without one in time.
func hangsOnce(t *testing.T, by onlooker) driver.Implementation {
	var hung atomic.Bool
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, httpHello) })
	mux.HandleFunc("POST /cases", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		late := strings.Contains(string(text), "late-in-first")
		if (late || strings.Contains(string(text), "hang-in-first")) && hung.CompareAndSwap(false, true) {
			begin(by.Addr().String())
			if !late {
				<-r.Context().Done()
				return
			}
			<-time.After(3 * time.Second)
		}
		r.Body = io.NopCloser(strings.NewReader(strings.NewReplacer("hang-in-first", "ok", "late-in-first", "ok").Replace(string(text))))
		answerCase(w, r)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return dial(t, s.URL)
}

// A case that others pass is stuck where no more time is of use, though it is answered when it is run again: no busy machine
// does that. One that is answered late may have waited for them.
func TestWhatOthersPassIsStuck(t *testing.T) {
	t.Parallel()
	for name, reach := range map[string]func(*testing.T, onlooker) driver.Implementation{"stdin": startSeen, "http": hangsOnce} {
		for _, others := range []int{9, 7} { // many, and few
			t.Run(fmt.Sprintf("%s, passed by %d", name, others), func(t *testing.T) {
				t.Parallel()
				by := newOnlooker(t)
				impl := reach(t, by)
				o := passedBy(impl, by, "hang-in-first", others)
				wantEnding(t, o, dialect.TimedOut)
				if !strings.Contains(o.Reason, fmt.Sprintf("while %d that were sent after it were answered", others)) {
					t.Errorf("the reason is %q", o.Reason)
				}
				wantNoNotes(t, impl)
			})
		}
		t.Run(name+", passed by 9, late", func(t *testing.T) {
			t.Parallel()
			by := newOnlooker(t)
			impl := reach(t, by)
			wantEnding(t, passedBy(impl, by, "late-in-first", 9), dialect.Done)
			if got := impl.Incidents(); len(got) != 1 || got[0].Kind != driver.UnreproducedTimeout {
				t.Errorf("incidents are %+v", got)
			}
		})
	}
}

// behind puts cases in flight one behind the other, the first of which does the deed.
func behind(impl driver.Implementation, by onlooker, deed string, cases int) []dialect.Observation {
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
		if n == 0 {
			by.wait()
		}
	}
	all.Wait()
	return got
}

// freezesOnce is a server that answers one case after the other, and the first of its kind late, or never, and nobody behind it.
func freezesOnce(t *testing.T, by onlooker) driver.Implementation {
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
			begin(by.Addr().String())
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
	for transport, reach := range map[string]func(*testing.T, onlooker) driver.Implementation{"stdin": startSeen, "http": freezesOnce} {
		for _, cases := range []int{2, 4} {
			t.Run(fmt.Sprintf("%s, %d hang", transport, cases), func(t *testing.T) {
				t.Parallel()
				by := newOnlooker(t)
				impl := reach(t, by)
				for n, o := range behind(impl, by, "freeze-in-first", cases) {
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
				by := newOnlooker(t)
				impl := reach(t, by)
				for _, o := range behind(impl, by, "slow-in-first", cases) {
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
