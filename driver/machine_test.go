//go:build unix

package driver_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/wire"
)

// deeds are what a request may make an adapter do, and how it is told, whatever is in flight beside it. A second answer may
// come when the first has been handed out; then the breach names the request.
func deeds() map[string][]dialect.Ending {
	return map[string][]dialect.Ending{"ok": {dialect.Done}, "reject": {dialect.Rejected}, "skip": {dialect.Skipped},
		"exit": {dialect.Crashed}, "kill": {dialect.Crashed}, "half-and-exit": {dialect.Crashed},
		"garbage": {dialect.Broken}, "twice": {dialect.Done, dialect.Broken}}
}

// driven is an implementation as a machine: whatever is asked of it, one after the other or side by side, each request ends
// once, as its own deed says, and what was wrong beside the answers is told of the right one.
type driven struct {
	impl     driver.Implementation
	requests int
	// chatty are the requests for which the adapter says more than an answer, and twofold those that are answered twice.
	chatty, twofold []string
	closed          bool
}

// window sends some requests at once.
func (m *driven) window(t *rapid.T) {
	known := deeds()
	names := rapid.SliceOfN(rapid.SampledFrom(slices.Sorted(maps.Keys(known))), 1, 5).Draw(t, "deeds")
	got := make([]dialect.Observation, len(names))
	var all sync.WaitGroup
	for i, deed := range names {
		m.requests++
		r := do(deed)
		r.ID = fmt.Sprintf("%s-%d", deed, m.requests)
		r.Input = r.Input.With("case", wire.Int(int64(m.requests)))
		switch {
		case m.closed:
		case deed == "twice":
			m.twofold = append(m.twofold, r.ID)
			fallthrough
		case deed == "garbage":
			m.chatty = append(m.chatty, r.ID)
		}
		all.Go(func() { got[i] = observe(m.impl, r) })
	}
	all.Wait()
	for i, deed := range names {
		want := known[deed]
		if m.closed {
			want = []dialect.Ending{dialect.Skipped}
		}
		if !slices.Contains(want, got[i].Ending) {
			t.Fatalf("%s among %v ends as %v, not as %v: %s", deed, names, got[i].Ending, want, got[i].Reason)
		}
	}
}

// cancelled: a request whose context is over is not sent.
func (m *driven) cancelled(t *rapid.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if o := m.impl.Observe(ctx, do("exit")); o.Ending != dialect.Skipped {
		t.Fatalf("it ends as %v", o.Ending)
	}
}

func (m *driven) close(t *rapid.T) {
	if rapid.IntRange(0, 5).Draw(t, "is over") > 0 {
		t.Skip("it goes on")
	}
	m.closed = true
	_ = m.impl.Close()
}

// check: nobody else is blamed.
func (m *driven) check(t *rapid.T) {
	if list := m.impl.Incidents(); len(list) > 0 {
		t.Fatalf("nobody is blamed for %+v", list)
	}
	for _, e := range m.impl.Errors() {
		if e.Case != "" && !slices.Contains(m.chatty, e.Case) || e.Case == "" && len(m.chatty) == 0 {
			t.Fatalf("%+v was none of %v", e, m.chatty)
		}
	}
	if !m.closed && m.impl.Gone() != "" {
		t.Fatalf("it is gone: %s", m.impl.Gone())
	}
}

// whole: in the end each second answer has been told.
func (m *driven) whole(t *rapid.T) {
	m.impl.Rest(context.Background())
	m.check(t)
	for _, id := range m.twofold {
		if !slices.ContainsFunc(m.impl.Errors(), func(e driver.AdapterError) bool { return e.Case == id }) {
			t.Fatalf("%s was answered twice, and that is not told", id)
		}
	}
}

func TestTheDriverIsAMachine(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"scripted", "one-by-one"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) {
				m := &driven{impl: start(t, mode)}
				defer func() { _ = m.impl.Close() }()
				rt.Repeat(map[string]func(*rapid.T){"window": m.window, "window again": m.window, "cancelled": m.cancelled,
					"close": m.close, "": m.check})
				m.whole(rt)
			})
		})
	}
}
