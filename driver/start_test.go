//go:build unix

package driver_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/wire"
)

const short = 400 * time.Millisecond

// generous is how long a helper may take until it says hello, however busy the machine is.
const generous = 2 * time.Minute

func options(t testing.TB, mode string) driver.CommandOptions {
	mark := filepath.Join(t.TempDir(), "mark")
	t.Cleanup(func() { endLost(mark + lostSuffix) })
	return driver.CommandOptions{
		Args: []string{os.Args[0]}, StartupTimeout: generous,
		Env: []string{helperVariable + "=" + mode, markVariable + "=" + mark, "GORACE=atexit_sleep_ms=0"},
	}
}

// endLost ends the processes that a test left behind on purpose.
func endLost(list string) {
	text, _ := os.ReadFile(list)
	for _, line := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(line); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

func start(t testing.TB, mode string) driver.Implementation {
	t.Helper()
	return startWith(t, options(t, mode))
}

// startSmall starts with limits that are soon reached.
func startSmall(t testing.TB, mode string) driver.Implementation {
	t.Helper()
	o := options(t, mode)
	o.Limits = driver.Limits{Line: 1 << 20, Answer: 4 << 20}
	return startWith(t, o)
}

func startWith(t testing.TB, o driver.CommandOptions) driver.Implementation {
	t.Helper()
	impl, err := driver.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = impl.Close() })
	return impl
}

func do(deed string) driver.Request {
	return driver.Request{ID: deed, Pair: fence, Input: wire.Obj(wire.M("do", wire.Str(deed))), Deadline: time.Minute}
}

func soon(r driver.Request) driver.Request {
	r.Deadline = short
	return r
}

func observe(impl driver.Implementation, r driver.Request) dialect.Observation {
	return impl.Observe(context.Background(), r)
}

func wantEnding(t *testing.T, o dialect.Observation, want dialect.Ending) {
	t.Helper()
	if o.Ending != want {
		t.Fatalf("ending is %v, want %v (reason %q, output %s)", o.Ending, want, o.Reason, o.Output)
	}
}

func wantNoNotes(t *testing.T, impl driver.Implementation) {
	t.Helper()
	if e := impl.Errors(); len(e) > 0 {
		t.Errorf("adapter errors: %+v", e)
	}
	if i := impl.Incidents(); len(i) > 0 {
		t.Errorf("incidents: %+v", i)
	}
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode         string
		kind         error
		text, stderr string
	}{
		{"silent", driver.ErrNoHello, "waited", ""},
		{"banner", driver.ErrBadHello, "acme@1.0.0", ""},
		{"exits", driver.ErrExited, "exit status 7", "no such module"},
		{"version-2", driver.ErrProtocol, "version", ""},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			o := options(t, c.mode)
			if c.kind == driver.ErrNoHello {
				o.StartupTimeout = short
			}
			_, err := driver.Start(context.Background(), o)
			var e *driver.StartError
			if !errors.Is(err, c.kind) || !errors.As(err, &e) {
				t.Fatalf("error is %v", err)
			}
			if !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "\n") || !strings.Contains(e.Stderr, c.stderr) ||
				e.Hint == "" {
				t.Errorf("error is %q, stderr %q, hint %q", err, e.Stderr, e.Hint)
			}
		})
	}
}

func TestStartOfNothing(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"/no/such/command"}, {"no-such-command"}, {t.TempDir()}} {
		_, err := driver.Start(context.Background(), driver.CommandOptions{Args: args})
		if !errors.Is(err, driver.ErrStart) {
			t.Errorf("%q: error is %v", args, err)
		}
	}
}

func TestStartCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), short)
	defer cancel()
	if _, err := driver.Start(ctx, options(t, "silent")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v", err)
	}
}

func TestSlowStart(t *testing.T) {
	t.Parallel()
	wantEnding(t, observe(start(t, "slow"), do("ok")), dialect.Done)
}

func TestOddHello(t *testing.T) {
	t.Parallel()
	h := start(t, "odd").Hello()
	if h.Concurrency != 1 || len(h.Supports) != 2 || strings.Join(h.Supports[1].Omits, " ") != "chunks x" {
		t.Errorf("hello is %+v", h)
	}
	if len(h.Remarks) != 5 {
		t.Errorf("remarks are %q", h.Remarks)
	}
	sides := []dialect.Side{{Pair: fence, Encodings: []string{"events"}}}
	if u := h.Unknown(sides); len(u) != 2 || !strings.Contains(u[0], "carrier-pigeon") || !strings.Contains(u[1], "morse") {
		t.Errorf("unknown are %q", u)
	}
}

func TestEndings(t *testing.T) {
	t.Parallel()
	impl := start(t, "one-by-one")
	o := observe(impl, do("ok"))
	wantEnding(t, o, dialect.Done)
	if len(o.Events) != 1 || o.Events[0].After != 3 || o.State.Get("do").Text() != "ok" || !o.Omitted("chunks") {
		t.Errorf("observation is %+v", o)
	}
	o = observe(impl, do("reject"))
	wantEnding(t, o, dialect.Rejected)
	if o.Reason != "too odd" {
		t.Errorf("reason is %q", o.Reason)
	}
	wantEnding(t, observe(impl, do("skip")), dialect.Skipped)
	wantEnding(t, observe(impl, do("unknown-type")), dialect.Done)
	wantEnding(t, observe(impl, do("stderr")), dialect.Done)
	o = observe(impl, do("big"))
	wantEnding(t, o, dialect.Done)
	if len(o.State.Text()) != 17<<20 {
		t.Errorf("state has %d bytes", len(o.State.Text()))
	}
	r := do("ok")
	r.Role = dialect.Producer
	wantEnding(t, observe(impl, r), dialect.Skipped)
	wantNoNotes(t, impl)
}

func TestCrashes(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"one-by-one", "scripted"} {
		for deed, reason := range map[string]string{
			"exit": "exit status 3", "kill": "signal: killed", "half-and-exit": "exit status 5",
			"grandchild": "exit status 4", "lost-grandchild": "exit status 4", "stderr-exit": "exit status 8",
			"flooding-grandchild": "exit status 4",
		} {
			t.Run(mode+"/"+deed, func(t *testing.T) {
				t.Parallel()
				impl := start(t, mode)
				wantEnding(t, observe(impl, do("ok")), dialect.Done)
				began := time.Now()
				o := observe(impl, do(deed))
				if d := time.Since(began); d > time.Minute/2 {
					t.Errorf("it took %v, as long as a grandchild lives", d)
				}
				wantEnding(t, o, dialect.Crashed)
				if !strings.Contains(o.Reason, reason) {
					t.Errorf("reason is %q", o.Reason)
				}
				if deed == "exit" && o.Stderr != "about to exit\n" {
					t.Errorf("stderr is %q", o.Stderr)
				}
				if deed == "stderr-exit" && (len(o.Stderr) != 8<<10 || !strings.HasSuffix(o.Stderr, "the end")) {
					t.Errorf("stderr has %d bytes", len(o.Stderr))
				}
				wantEnding(t, observe(impl, do("ok")), dialect.Done)
				wantNoNotes(t, impl)
			})
		}
	}
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	for _, deed := range []string{"hang", "hanging-grandchild"} {
		t.Run(deed, func(t *testing.T) {
			t.Parallel()
			impl := start(t, "scripted")
			o := observe(impl, soon(do(deed)))
			wantEnding(t, o, dialect.TimedOut)
			wantEnding(t, observe(impl, do("ok")), dialect.Done)
			wantNoNotes(t, impl)
		})
	}
}

func TestPipesThatLeadNowhere(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]struct {
		ending   dialect.Ending
		deadline time.Duration
	}{
		"deaf":        {dialect.TimedOut, short},
		"stdin-shut":  {dialect.Crashed, time.Minute},
		"stdout-shut": {dialect.Crashed, time.Minute},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			r := do("ok")
			r.Input = r.Input.With("text", wire.Str(strings.Repeat("x", 1<<20)))
			r.Deadline = want.deadline
			wantEnding(t, observe(start(t, mode), r), want.ending)
		})
	}
}

func TestAdapterErrors(t *testing.T) {
	t.Parallel()
	for deed, kind := range map[string]string{
		"garbage": message.NotJSON, "garbage-only": message.NotJSON, "array": message.NotJSON, "untyped": message.NoMessage,
		"unknown": message.UnknownCase, "twice": message.TwoEndings, "late-event": message.LateEvent,
		"flood": message.TooLarge, "long-line": message.TooLarge, "flood-events": message.TooLarge, "small-values": message.TooLarge,
	} {
		t.Run(deed, func(t *testing.T) {
			t.Parallel()
			impl := startSmall(t, "scripted")
			wantEnding(t, observe(impl, do("ok")), dialect.Done)
			r := do(deed)
			o := observe(impl, r)
			wantEnding(t, o, dialect.Broken)
			if o.Output == "" || len(o.Output) > 2000 {
				t.Errorf("output is %q", o.Output)
			}
			errs := impl.Errors()
			if len(errs) != 1 || errs[0].Kind != kind || errs[0].Case != deed || errs[0].Bytes != o.Output {
				t.Errorf("errors are %+v", errs)
			}
			wantEnding(t, observe(impl, do("ok")), dialect.Done)
			if len(impl.Incidents()) > 0 {
				t.Errorf("incidents are %+v", impl.Incidents())
			}
		})
	}
}

// An answer that may be larger than what is read is none in time, and no breach of the protocol.
func TestLargeAnswers(t *testing.T) {
	t.Parallel()
	for _, deed := range []string{"flood", "long-line", "flood-events"} {
		t.Run(deed, func(t *testing.T) {
			t.Parallel()
			impl := startSmall(t, "scripted")
			r := do(deed)
			r.Large = true
			o := observe(impl, r)
			wantEnding(t, o, dialect.TimedOut)
			if !strings.Contains(o.Reason, "larger") || len(impl.Errors())+len(impl.Incidents()) > 0 {
				t.Errorf("%q; %+v, %+v", o.Reason, impl.Errors(), impl.Incidents())
			}
			wantEnding(t, observe(impl, do("ok")), dialect.Done)
		})
	}
}

func TestExitAfterEachAnswer(t *testing.T) {
	t.Parallel()
	impl := start(t, "once")
	for range 5 {
		wantEnding(t, observe(impl, do("ok")), dialect.Done)
	}
	if len(impl.Errors()) > 0 {
		t.Errorf("errors are %+v", impl.Errors())
	}
}

func TestLastWords(t *testing.T) {
	t.Parallel()
	impl := start(t, "scripted")
	wantEnding(t, observe(impl, do("done-and-exit")), dialect.Done)
	wantEnding(t, observe(impl, do("ok")), dialect.Done)
}

func TestGone(t *testing.T) {
	t.Parallel()
	impl := start(t, "not-again")
	if impl.Gone() != "" {
		t.Errorf("gone is %q", impl.Gone())
	}
	wantEnding(t, observe(impl, do("exit")), dialect.Crashed)
	o := observe(impl, do("ok"))
	wantEnding(t, o, dialect.Skipped)
	if !strings.Contains(impl.Gone(), "exit status 9; its stderr ends with: no such table") || o.Reason != impl.Gone() {
		t.Errorf("gone is %q, the reason %q", impl.Gone(), o.Reason)
	}
}

func TestCloseOfAStubbornAdapter(t *testing.T) {
	t.Parallel()
	impl := start(t, "stubborn")
	wantEnding(t, observe(impl, do("ok")), dialect.Done)
	if err := impl.Close(); err != nil {
		t.Error(err)
	}
	wantEnding(t, observe(impl, do("ok")), dialect.Skipped)
	wantNoNotes(t, impl)
}

func TestManyCases(t *testing.T) {
	t.Parallel()
	impl := start(t, "serve")
	var all sync.WaitGroup
	for w := range 32 {
		all.Go(func() {
			for i := range 100 {
				r := do("ok")
				r.Input = wire.List(wire.Int(int64(w)), wire.Int(int64(i)), wire.Str("\u2028\xed\xa0\x80"))
				if o := observe(impl, r); o.Ending != dialect.Done || !wire.Equal(o.State, r.Input) {
					t.Errorf("%+v", o)
				}
			}
		})
	}
	all.Wait()
	wantNoNotes(t, impl)
}
