// Package saboteur spoils the process of an implementation that is right otherwise: at
// one kind of moment it dies, hangs, floods, answers garbage, answers twice, refuses or
// says nothing. Whoever judges must find each of them, by name.
package saboteur

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Deed is what is done when the moment has come.
type Deed struct {
	// ID is a word: "dies".
	ID string
	// Do makes the answer out of the right one.
	Do func(right dialect.Observation) dialect.Observation
}

// Deeds are all of them.
func Deeds() []Deed {
	ending := func(e dialect.Ending) func(dialect.Observation) dialect.Observation {
		return func(dialect.Observation) dialect.Observation {
			return dialect.Observation{Ending: e, Reason: "sabotage"}
		}
	}
	broken := func(output func(dialect.Observation) string) func(dialect.Observation) dialect.Observation {
		return func(o dialect.Observation) dialect.Observation {
			return dialect.Observation{Ending: dialect.Broken, Reason: "sabotage", Events: o.Events, Output: output(o)}
		}
	}
	done := func(o dialect.Observation) string {
		return wire.Obj(wire.M("type", wire.Str("done")), wire.M("id", wire.Str("$ID")), wire.M("state", o.State)).JSON() + "\n"
	}
	return []Deed{
		{"dies", ending(dialect.Crashed)},
		{"hangs", ending(dialect.TimedOut)},
		{"refuses", ending(dialect.Rejected)},
		{"garbage", broken(func(o dialect.Observation) string { return "I am no message.\n" + done(o) })},
		{"twice", broken(func(o dialect.Observation) string { return done(o) + done(o) })},
		{"floods", broken(func(dialect.Observation) string { return strings.Repeat("x", flood) + "\n" })},
		{"empty", func(dialect.Observation) dialect.Observation { return dialect.Observation{} }},
	}
}

// flood is longer than any line may be.
const flood = 161 << 20

// Moment is when the deed is done.
type Moment struct {
	// ID is a word: "strewn".
	ID string
	// Now tells whether this input is one, given what came before it.
	Now func(*Past, wire.Value) bool
}

// Known are the inputs of one pair that a saboteur knows beforehand: the only way to
// tell a generated stream, or a control, from any other.
type Known struct{ Generated, Controls func() map[string]bool }

// Moments are all of them.
func Moments(known Known) []Moment {
	return []Moment{
		{"first", func(p *Past, _ wire.Value) bool { return p.count == 1 }},
		{"hundredth", func(p *Past, _ wire.Value) bool { return p.count == 100 }},
		{"repeated", func(p *Past, input wire.Value) bool { return p.seen[input.JSON()] }},
		{"prefix", func(p *Past, input wire.Value) bool { return p.any(input, prefix) }},
		{"renamed", func(_ *Past, input wire.Value) bool { return strings.Contains(text(input), "_renamed") }},
		{"permuted", func(p *Past, input wire.Value) bool { return p.any(input, permuted) }},
		{"strewn", func(p *Past, input wire.Value) bool { return p.any(input, strewn) }},
		{"history", func(p *Past, input wire.Value) bool { return input.Get("history").IsTrue() && p.any(input, same) }},
		{"bytes", func(p *Past, input wire.Value) bool { return bytewise(input) && p.any(input, same) }},
		{"one-read", func(p *Past, input wire.Value) bool { return pieces(input) == 1 && p.any(input, same) }},
		{"heavy", func(_ *Past, input wire.Value) bool { return len(input.AppendJSON(nil)) > 1<<20 }},
		{"parallel", func(p *Past, _ wire.Value) bool { return p.company }},
		{"generated", func(_ *Past, input wire.Value) bool { return known.Generated()[input.JSON()] }},
		{"control", func(_ *Past, input wire.Value) bool { return known.Controls()[input.JSON()] }},
	}
}

// Saboteur is one deed at one kind of moment.
type Saboteur struct {
	Moment Moment
	Deed   Deed
	// Done counts the deeds.
	Done atomic.Int64
}

// Find finds a saboteur by its id, moment and deed: "strewn/dies".
func Find(id string, known Known) (*Saboteur, error) {
	when, what, _ := strings.Cut(id, "/")
	s := &Saboteur{}
	var moments, deeds []string
	for _, m := range Moments(known) {
		moments = append(moments, m.ID)
		if m.ID == when {
			s.Moment = m
		}
	}
	switch when { // what takes long is done before the first request
	case "generated":
		known.Generated()
	case "control":
		known.Controls()
	}
	for _, d := range Deeds() {
		deeds = append(deeds, d.ID)
		if d.ID == what {
			s.Deed = d
		}
	}
	if s.Moment.Now == nil || s.Deed.Do == nil {
		return nil, fmt.Errorf("%q is no saboteur: MOMENT/DEED is expected, of the moments %s and the deeds %s", id,
			strings.Join(moments, ", "), strings.Join(deeds, ", "))
	}
	return s, nil
}

// Wrap spoils an answer. What it knows of the past dies with the process.
func (s *Saboteur) Wrap(answer dialect.Answer) dialect.Answer {
	past := &Past{seen: map[string]bool{}}
	var mu sync.Mutex
	var inFlight atomic.Int64
	return func(input wire.Value) dialect.Observation {
		company := inFlight.Add(1) > 1
		defer inFlight.Add(-1)
		mu.Lock()
		past.company = company
		past.count++
		now := s.Moment.Now(past, input)
		past.remember(input)
		mu.Unlock()
		right := answer(input)
		if !now {
			return right
		}
		s.Done.Add(1)
		return s.Deed.Do(right)
	}
}
