package session

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
)

// gated is the gate as a machine: trials begin in the order of the run, their troubles are counted whenever they happen to
// come, and the trials end. What is left out stays left out, and is told to whom it concerns.
type gated struct {
	limits  Limits
	gate    *gate
	sides   []*PlannedSide
	trials  int
	running map[*trial]context.Context
	events  []event
}

func newGated(t *rapid.T) *gated {
	limit := func(name string) int { return rapid.IntRange(-1, 4).Draw(t, name) }
	m := &gated{limits: Limits{limit("timeouts"), limit("crashes"), limit("adapter errors"), limit("refusals")},
		running: map[*trial]context.Context{}}
	for _, name := range []string{"a", "b", "c"} {
		side := &dialect.Side{Pair: dialect.Pair{Dialect: name, Role: dialect.Consumer}}
		m.sides = append(m.sides, &PlannedSide{Side: &catalogue.Side{Side: judge.Side{Side: side}}})
	}
	m.gate = newGate(m.limits)
	return m
}

// begin lets the next trial in, which must be so unless it is left out or its pair over.
func (m *gated) begin(t *rapid.T) {
	m.trials++
	next := &trial{side: rapid.SampledFrom(m.sides).Draw(t, "side"), index: m.trials, heavy: rapid.IntRange(0, 4).Draw(t, "heavy") == 0}
	why := m.gate.leftOut(next) + m.gate.whyOver(next.side.Pair)
	ctx, in := m.gate.begin(context.Background(), next)
	if in != (why == "") {
		t.Fatalf("trial %d begins: %v, and is left out for %q", next.index, in, why)
	}
	if in {
		m.running[next] = ctx
	}
}

// one is a trial that runs.
func (m *gated) one(t *rapid.T) *trial {
	if len(m.running) == 0 {
		t.Skip("none runs")
	}
	return rapid.SampledFrom(m.inOrder()).Draw(t, "trial")
}

func (m *gated) inOrder() []*trial {
	return slices.SortedFunc(maps.Keys(m.running), func(a, b *trial) int { return a.index - b.index })
}

func (m *gated) trouble(t *rapid.T) {
	of := m.one(t)
	e := event{index: of.index, pair: of.side.Pair, kind: trouble(rapid.IntRange(0, 3).Draw(t, "kind"))}
	e.heavy = of.heavy && e.kind == missedDeadline
	m.events = append(m.events, e)
	m.gate.count(e)
}

func (m *gated) answer(t *rapid.T) { m.gate.answer(m.one(t)) }

func (m *gated) lost(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "is lost") > 0 {
		t.Skip("it is there")
	}
	m.gate.lost(m.one(t), "gone")
}

func (m *gated) end(t *rapid.T) {
	of := m.one(t)
	m.gate.end(of)
	delete(m.running, of)
}

// check: who runs has been told to stop exactly where nothing that it gives counts any more, or nobody waits for it.
func (m *gated) check(t *rapid.T) {
	for _, of := range m.inOrder() {
		why := m.gate.leftOut(of) + m.gate.whyOver(of.side.Pair)
		switch cause := context.Cause(m.running[of]); {
		case why != "" && !errors.Is(cause, errLeftOut):
			t.Fatalf("trial %d is left out for %q, and goes on", of.index, why)
		case why == "" && cause != nil:
			t.Fatalf("trial %d was ended (%v), and is not left out", of.index, cause)
		}
	}
	other := interleaved(m.events)
	pairs, heavy := ends(m.events, m.limits)
	again, heavyAgain := ends(other, m.limits)
	if !maps.Equal(pairs, again) || (heavy == nil) != (heavyAgain == nil) || heavy != nil && *heavy != *heavyAgain {
		t.Fatalf("in another order the ends are %v and %v, not %v and %v", again, heavyAgain, pairs, heavy)
	}
}

// interleaved are the events in another order; those of one trial, which does one thing after the other, keep theirs.
func interleaved(events []event) []event {
	of := map[int][]event{}
	other := slices.Clone(events)
	for _, e := range events {
		of[e.index] = append(of[e.index], e)
	}
	rand.New(rand.NewPCG(1, uint64(len(events)))).Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
	for i, e := range other {
		other[i], of[e.index] = of[e.index][0], of[e.index][1:]
	}
	return other
}

func TestTheGateIsAMachine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newGated(t)
		t.Repeat(map[string]func(*rapid.T){"begin": m.begin, "begin one more": m.begin, "trouble": m.trouble, "trouble again": m.trouble,
			"answer": m.answer, "lost": m.lost, "end": m.end, "": m.check})
	})
}
