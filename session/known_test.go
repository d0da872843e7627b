package session_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/later"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// What a counterexample may be at most: its size in the median, and how often the
// implementation is asked until it is as small as it gets.
const (
	medianSize = 6
	mostCalls  = 300
)

// Faults of which no list knows are found by a run as users start it, and each
// gives a small counterexample for few calls of the implementation.
func TestLaterFaultsAreFound(t *testing.T) {
	t.Parallel()
	cat := built()
	var sizes []int
	for i, f := range later.Faults() {
		if !dialecttest.All() && i%61 != 0 {
			continue
		}
		side := cat.Side(f.Pair)
		outcome := run(t, cat, implementation(side, nil, f.Plant), session.Options{Runs: session.DefaultRuns, Light: true})
		missed := failing(outcome)
		if len(missed) == 0 {
			t.Errorf("%s: %s It is not found.", f.Pair, f.Title)
			continue
		}
		shown(t, outcome)
		least, calls := -1, 0
		for _, c := range outcome.Counterexamples {
			again, n := smallest(t, cat, side, f, c)
			if least < 0 || again < least || again == least && n < calls {
				least, calls = again, n
			}
		}
		t.Logf("%s: %s missed: %s; elements: %d; calls: %d", f.Pair, f.Title, strings.Join(missed, " "), least, calls)
		if calls > mostCalls {
			t.Errorf("%s: %s %d calls until the counterexample was small", f.Pair, f.Title, calls)
		}
		sizes = append(sizes, least)
	}
	slices.Sort(sizes)
	if len(sizes) > 4 && sizes[len(sizes)/2] > medianSize {
		t.Errorf("the counterexamples have %v elements", sizes)
	}
}

func failing(outcome *session.Outcome) []string {
	var ids []string
	for _, r := range outcome.Result.Requirements {
		if r.Verdict == requirement.Fail || r.Verdict == requirement.Warn {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// smallest replays a counterexample by its id, as its replay command does, and
// counts what that asks of the implementation.
func smallest(t *testing.T, cat *catalogue.Catalogue, side *catalogue.Side, f later.Fault, c *dialect.Case) (elements, calls int) {
	t.Helper()
	var asked atomic.Int64
	impl := implementation(side, nil, func(answer dialect.Answer) dialect.Answer {
		planted := f.Plant(answer)
		return func(input wire.Value) dialect.Observation {
			asked.Add(1)
			return planted(input)
		}
	})
	outcome := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: []string{c.ID}}})
	elements = size(c)
	for _, again := range outcome.Counterexamples {
		elements = min(elements, size(again))
	}
	return elements, int(asked.Load())
}

// size is what a counterexample is measured in: its events, steps, segments or items.
func size(c *dialect.Case) int { return c.Script.Len() }

// found are the findings of a case's own row.
func found(r *reports.Result, id string) []string {
	var list []string
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			if c.ID == id {
				list = append(list, string(f.Level)+" "+f.Requirement+": "+f.Message)
			}
		}
	}
	slices.Sort(list)
	return list
}

// odd shows every call as an error, and loses the results of ids that are no plain words.
func odd(right dialect.Answer) dialect.Answer {
	return later.OnBlocks(func(blocks []wire.Value) []wire.Value {
		for i, b := range blocks {
			b = b.With("toolResultError", wire.Boolean(true))
			if id := b.Get("id").Text(); strings.Contains(id, "proto") {
				b = b.With("toolResult", wire.NullValue)
			}
			blocks[i] = b
		}
		return blocks
	})(right)
}

// dyingLate crashes where a call is open.
func dyingLate(right dialect.Answer) dialect.Answer {
	return func(in wire.Value) dialect.Observation {
		o := right(in)
		for _, b := range o.State.Get("blocks").Items() {
			if b.Get("toolResult").IsNull() {
				return dialect.Observation{Ending: dialect.Crashed, Reason: "an open call"}
			}
		}
		return o
	}
}

// mostSaved is how many cases of a kind are read again in everyday runs.
const mostSaved = 3

// A case that failed is saved with all that its verdict rests on: the file gives the same
// findings.
func TestASavedCaseGivesTheSameFindings(t *testing.T) {
	t.Parallel()
	cat := built()
	side := cat.Side(blocksConsumer)
	hostile := slices.IndexFunc(side.Cases(), func(c *dialect.Case) bool {
		return c.Control != nil && !c.Heavy && strings.Contains(c.Script.JSON().JSON(), "__proto__") && c.Blame.Requirement == "ROBUST-05"
	})
	for _, k := range []struct {
		name  string
		plant func(dialect.Answer) dialect.Answer
		o     session.Options
		saved func(*dialect.Case) bool
	}{
		{"a case with a control", odd, session.Options{Selection: reports.Selection{Cases: []string{side.Cases()[hostile].ID}}},
			func(c *dialect.Case) bool { return c.Control != nil }},
		{"a form", dyingLate, session.Options{Selection: reports.Selection{Cases: []string{"content-blocks/consumer/document-parallel"}}},
			func(c *dialect.Case) bool { return strings.Contains(c.ID, "+prefix-") }},
		{"a generated stream", planted(t, side, "BLOCK-02/last-call"),
			session.Options{Runs: 20, Selection: reports.Selection{Requirements: []string{"BLOCK-02"}}},
			func(c *dialect.Case) bool { return strings.Contains(c.ID, "/g") }},
		{"a generated stream in another form", planted(t, side, "META-04/counts-events"),
			session.Options{Runs: 20, Selection: reports.Selection{Requirements: []string{"META-04"}}},
			func(c *dialect.Case) bool { return strings.Contains(c.ID, "/g") }},
	} {
		if k.o.Light = true; k.o.Runs > 0 && !dialecttest.All() {
			k.o.Selection.Encodings = []string{"events"}
		}
		first := run(t, cat, implementation(side, nil, k.plant), k.o)
		tried := 0
		for _, c := range first.Counterexamples {
			if !k.saved(c) {
				continue
			}
			if tried++; tried > mostSaved && !dialecttest.All() {
				break
			}
			again, err := cat.ParseCase([]byte(catalogue.CaseJSON(c).JSON()))
			if err != nil {
				t.Fatal(err)
			}
			o := session.Options{Extra: []*dialect.Case{again}}
			o.Selection.Requirements = k.o.Selection.Requirements
			second := run(t, cat, implementation(side, nil, k.plant), o)
			want, got := found(first.Result, c.ID), found(second.Result, c.ID)
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s, %s: the file gives\n%s\nthe run gave\n%s", k.name, c.ID, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
		if tried == 0 {
			t.Errorf("%s: nothing was saved", k.name)
		}
	}
}

// Every request stands in the account, or with the counterexample that it looked for: also
// those that held a smaller stream against a property.
func TestTriesAreRequests(t *testing.T) {
	t.Parallel()
	cat := built()
	side := cat.Side(blocksConsumer)
	runs := 12
	if dialecttest.All() {
		runs = 30
	}
	for _, fault := range []string{"META-04/counts-events", "BLOCK-02/last-call", "BLOCK-12/ping-ends", formed} {
		if !slices.ContainsFunc(side.Faults(), func(f dialect.Fault) bool { return f.ID == fault }) && fault != formed {
			t.Errorf("there is no fault %s", fault)
			continue
		}
		impl := &counted{Implementation: implementation(side, nil, planted(t, side, fault))}
		o := session.Options{Runs: runs, Light: true,
			Selection: reports.Selection{Encodings: []string{"events"},
				Requirements: []string{"META-04", "BLOCK-02", "BLOCK-05", "BLOCK-12"}}}
		if got, want := accounted(run(t, cat, impl, o).Result), int(impl.n.Load()); got != want {
			t.Errorf("%s: %d requests are accounted for, %d were made", fault, got, want)
		}
	}
}

// interrupted stops the run with one of its requests.
type interrupted struct {
	driver.Implementation
	n    atomic.Int64
	at   int64
	stop context.CancelFunc
}

func (i *interrupted) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	o := i.Implementation.Observe(ctx, r)
	if i.n.Add(1) == i.at {
		i.stop()
	}
	return o
}

// A run that is stopped at whatever moment, amid the search for a smaller counterexample too,
// tells what it saw until then, and that it is incomplete.
func TestAStopAtAnyMoment(t *testing.T) {
	t.Parallel()
	cat := built()
	side := cat.Side(blocksConsumer)
	o := session.Options{Profile: session.Full, Seed: 1, Timeout: 10 * time.Second, Runs: 20, Light: true,
		Selection: reports.Selection{Encodings: []string{"events"}, Requirements: []string{"BLOCK-10"}}}
	stopped := func(at int64) (*interrupted, *session.Outcome, error) {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		impl := &interrupted{Implementation: implementation(side, nil, planted(t, side, "BLOCK-02/last-call")), at: at, stop: stop}
		plan, err := session.NewPlan(cat, impl.Hello(), o)
		if err != nil {
			t.Fatal(err)
		}
		out, err := session.Run(ctx, plan, impl, o)
		return impl, out, err
	}
	whole, _, err := stopped(-1)
	if err != nil {
		t.Fatal(err)
	}
	all, moments := whole.n.Load(), int64(25)
	if dialecttest.All() {
		moments = 80
	}
	for at := int64(1); at < all; at += max(1, all/moments) {
		_, out, err := stopped(at)
		if !errors.Is(err, context.Canceled) || out.Result.Complete || out.Result.Incomplete == "" {
			t.Errorf("stopped at request %d of %d: %v, complete is %t", at, all, err, out.Result.Complete)
		}
	}
}
