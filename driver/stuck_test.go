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
func passedBy(impl driver.Implementation, stuck, others int) dialect.Observation {
	var got dialect.Observation
	var all sync.WaitGroup
	all.Go(func() {
		r := do("hang-in-first")
		r.Deadline = 3 * time.Second
		got = observe(impl, r)
	})
	time.Sleep(300 * time.Millisecond) // until it has been sent
	for range stuck - 1 {
		all.Go(func() { observe(impl, do("hang-in-first")) })
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

// A case that others pass is stuck, though it is answered when it is run again: no busy machine does that. Where few or
// none pass it, nobody can tell.
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
			o := passedBy(impl, stuck, 9)
			wantEnding(t, o, dialect.TimedOut)
			if !strings.Contains(o.Reason, "while 9 that were sent after it were answered") {
				t.Errorf("the reason is %q", o.Reason)
			}
			wantNoNotes(t, impl)
		})
		t.Run(name+", with few beside it", func(t *testing.T) {
			t.Parallel()
			impl := reach(t)
			wantEnding(t, passedBy(impl, stuck, 7), dialect.Done)
			if got := impl.Incidents(); len(got) != 1 || got[0].Kind != driver.UnreproducedTimeout {
				t.Errorf("incidents are %+v", got)
			}
		})
	}
}
