package session_test

import (
	"context"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// leakVariable says to the test binary which pair it answers, and with which leak.
const leakVariable = "CONFORM_SESSION_LEAK"

// leaks are ways in which memory outlives a case, in whatever is answered.
func leaks() map[string]func(dialect.Answer) dialect.Answer {
	return map[string]func(dialect.Answer) dialect.Answer{
		// What was ever shown of an id is shown again.
		"cache by id": remembering(func(known map[string]wire.Value, v wire.Value) wire.Value {
			for _, name := range []string{"id", "callId", "toolCallId", "tool_use_id", "tool_call_id", "call_id"} {
				if id := v.Get(name).Text(); id != "" {
					return firstOf(known, name+" "+v.Get("type").Text()+" "+id, v)
				}
			}
			return v
		}),
		// Arguments are made once for each tool.
		"interned arguments": remembering(func(known map[string]wire.Value, v wire.Value) wire.Value {
			for _, name := range []string{"name", "toolName", "toolCallName"} {
				for _, member := range []string{"input", "arguments", "args"} {
					if tool := v.Get(name).Text(); tool != "" && v.Has(member) {
						v = v.With(member, firstOf(known, member+" "+tool, v.Get(member)))
					}
				}
			}
			return v
		}),
		// Every seventh answer is the one before.
		"answer before": func(right dialect.Answer) dialect.Answer {
			var mu sync.Mutex
			var last *dialect.Observation
			n := 0
			return func(in wire.Value) dialect.Observation {
				o := right(in)
				mu.Lock()
				defer mu.Unlock()
				n++
				before := last
				last = &o
				if n%7 == 0 && before != nil {
					return *before
				}
				return o
			}
		},
		// Every ninth request is refused. (A consumer is asked for each of its reads.)
		"refused now and then": func(right dialect.Answer) dialect.Answer {
			var n atomic.Int64
			return func(in wire.Value) dialect.Observation {
				o := right(in)
				if n.Add(1)%9 == 0 {
					return dialect.Observation{Ending: dialect.Rejected, Reason: "too much at once"}
				}
				return o
			}
		},
	}
}

func firstOf(known map[string]wire.Value, key string, v wire.Value) wire.Value {
	if old, have := known[key]; have {
		return old
	}
	known[key] = v
	return v
}

// remembering edits every object of an answer with what was kept of the answers before.
func remembering(edit func(known map[string]wire.Value, v wire.Value) wire.Value) func(dialect.Answer) dialect.Answer {
	return func(right dialect.Answer) dialect.Answer {
		var mu sync.Mutex
		known := map[string]wire.Value{}
		return func(in wire.Value) dialect.Observation {
			o := right(in)
			mu.Lock()
			defer mu.Unlock()
			now := maps.Clone(known)
			change := func(v wire.Value) wire.Value {
				edit(now, v)
				return edit(maps.Clone(known), v)
			}
			o.State = everyObject(o.State, change)
			for i, e := range o.Events {
				o.Events[i].Value = everyObject(e.Value, change)
			}
			known = now
			return o
		}
	}
}

func everyObject(v wire.Value, change func(wire.Value) wire.Value) wire.Value {
	switch v.Kind() {
	case wire.Array:
		items := v.Items()
		for i := range items {
			items[i] = everyObject(items[i], change)
		}
		return wire.List(items...)
	case wire.Object:
		members := slices.Clone(v.Members())
		for i := range members {
			members[i].Value = everyObject(members[i].Value, change)
		}
		return change(wire.Obj(members...))
	}
	return v
}

func leaking(what string) (adapter.Info, map[dialect.Pair]dialect.Answer) {
	pair, leak, _ := strings.Cut(what, " ")
	cat := built()
	side := cat.Sides[slices.IndexFunc(cat.Sides, func(s *catalogue.Side) bool { return s.Pair.String() == pair })]
	info := adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("leaking"))), Concurrency: 4,
		Supports: []adapter.Support{{Dialect: side.Dialect, Role: side.Role, Encodings: side.Encodings}}}
	answer := raced
	if leak != "race" {
		answer = leaks()[leak]
	}
	leaky, mark := answer(side.Reference), sync.OnceFunc(func() {
		if file := os.Getenv(doneVariable); file != "" {
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				panic(err)
			}
		}
	})
	return info, map[dialect.Pair]dialect.Answer{side.Pair: func(in wire.Value) dialect.Observation {
		o, right := leaky(in), side.Reference(in)
		if allOf(o) != allOf(right) {
			mark()
		}
		return o
	}}
}

func allOf(o dialect.Observation) string {
	text := o.State.JSON()
	for _, e := range o.Events {
		text += "\n" + e.Value.JSON()
	}
	return text
}

// raced answers a request with what another one asks that is in flight.
func raced(right dialect.Answer) dialect.Answer {
	var mu sync.Mutex
	var flying []wire.Value
	return func(in wire.Value) dialect.Observation {
		mu.Lock()
		flying = append(flying, in)
		mu.Unlock()
		for range 50 {
			runtime.Gosched()
		}
		mu.Lock()
		asked := flying[len(flying)-1]
		flying = slices.Delete(flying, 0, 1)
		mu.Unlock()
		return right(asked)
	}
}

// Memory that outlives a case, or a race between two in flight, is told as such before all
// else, and what else fails says that it follows from it: over stdin, and for a race over HTTP.
func TestALeakIsToldFirst(t *testing.T) {
	t.Parallel()
	cat := built()
	n := 0
	for _, side := range cat.Sides {
		for _, leak := range append(slices.Sorted(maps.Keys(leaks())), "race") {
			n++
			every := side.Pair.String() == "content-blocks/producer" || n%23 == 0 && side.Role != dialect.Consumer // those take long
			consumer := side.Role == dialect.Consumer && leak == "refused now and then"
			if side.Role == loop.Agent || consumer || !every && !dialecttest.All() {
				continue
			}
			t.Run(side.Pair.String()+"/"+leak, func(t *testing.T) {
				o := session.Options{Light: true, Runs: 3, Selection: reports.Selection{Cases: few(side, "")}}
				impl, leaked := reachLeaking(t, side.Pair.String()+" "+leak)
				r := run(t, cat, impl, o).Result
				if leaked() {
					toldFirst(t, cat, r, leak)
				}
			})
		}
	}
}

// toldFirst: the leak is the first cause, and explains at least as much as is left. (What was
// raced may race again when it is looked at once more.)
func toldFirst(t *testing.T, cat *catalogue.Catalogue, r *reports.Result, leak string) {
	t.Helper()
	causes := view.Causes(r, cat.Requirement)
	var ids []string
	for _, c := range causes {
		ids = append(ids, c.RowID)
	}
	switch {
	case len(ids) == 0 || ids[0] != "META-07":
		t.Errorf("it is told as %q", ids)
	case leak != "race" && len(causes[0].Follows) < len(ids)-1:
		t.Errorf("%d lines follow from it, and %q are told beside it", len(causes[0].Follows), ids[1:])
	}
}

// reachLeaking also gives what tells whether anything leaked: some pairs show nothing that
// could.
func reachLeaking(t *testing.T, what string) (impl driver.Implementation, leaked func() bool) {
	t.Helper()
	var err error
	if strings.HasSuffix(what, " race") {
		server := httptest.NewServer(adapter.Handler(leaking(what)))
		t.Cleanup(server.Close)
		impl, err = driver.DialHTTP(context.Background(), driver.HTTPOptions{URL: server.URL, StartupTimeout: generous})
		leaked = func() bool { return true }
	} else {
		mark := filepath.Join(t.TempDir(), "leaked")
		impl, err = driver.Start(context.Background(), driver.CommandOptions{Args: []string{os.Args[0]}, StartupTimeout: generous,
			Env: []string{leakVariable + "=" + what, doneVariable + "=" + mark, "GORACE=atexit_sleep_ms=0"}})
		leaked = func() bool {
			_, err := os.Stat(mark)
			return err == nil
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = impl.Close() })
	return impl, leaked
}

// onceWrong answers one case in another way when it comes in its turn, and rightly whenever
// it comes again.
type onceWrong struct {
	driver.Implementation
	id    string
	wrong dialect.Observation
	done  atomic.Bool
}

func (o *onceWrong) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if r.ID == o.id && !o.done.Swap(true) {
		return o.wrong
	}
	return o.Implementation.Observe(ctx, r)
}

// A case of which anything wrong is a warning is still an influence where the wrong does not
// come back; so is a case that is refused once. What comes back stays what it is.
func TestWhatIsWrongOnlyOnce(t *testing.T) {
	cat := catalogue.New()
	mild, firm := 0, 0
	for _, side := range cat.Sides {
		for _, level := range []requirement.Level{requirement.Should, requirement.Must} {
			c := blamed(side, level)
			if c == nil || side.Relations.Normal == nil {
				continue
			}
			for _, ending := range []dialect.Ending{dialect.Done, dialect.Rejected} {
				impl := &onceWrong{Implementation: implementation(side, nil, nil), id: c.ID,
					wrong: dialect.Observation{Ending: ending, Reason: "not this time", State: wire.Obj()}}
				r := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: []string{c.ID}}}).Result
				if !impl.done.Load() {
					t.Fatalf("%s was not sent", c.ID)
				}
				if got := missing(r, c.ID); !slices.Contains(got, "META-07") || r.Summary.Fail == 0 {
					t.Errorf("%s ends in %s once: it misses %q; %+v", c.ID, ending, got, r.Summary)
				}
			}
			mild, firm = mild+btoi(level == requirement.Should), firm+btoi(level == requirement.Must)
		}
	}
	if mild < 10 || firm < 10 {
		t.Errorf("%d cases of a SHOULD and %d of a MUST were tried", mild, firm)
	}
}

// What is refused each time is refused, and no influence.
func TestWhatIsRefusedEachTime(t *testing.T) {
	cat := catalogue.New()
	side := cat.Side(blocksConsumer)
	c := blamed(side, requirement.Must)
	impl := implementation(side, nil, func(dialect.Answer) dialect.Answer {
		return func(wire.Value) dialect.Observation {
			return dialect.Observation{Ending: dialect.Rejected, Reason: "no"}
		}
	})
	o := session.Options{Selection: reports.Selection{Cases: []string{c.ID}, Encodings: []string{"events"}}}
	r := run(t, cat, impl, o).Result
	if got := missing(r, ""); len(got) == 0 || slices.Contains(got, "META-06") || slices.Contains(got, "META-07") || r.Incomplete != "" {
		t.Errorf("it misses %q; %s", got, r.Incomplete)
	}
	if len(r.Cases) != 1 {
		t.Errorf("the same refusal is told %d times", len(r.Cases))
	}
}
