package dialecttest

import (
	"fmt"
	"runtime/debug"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/wire"
)

// anythingSeed is the seed of the streams of Anything.
const anythingSeed = 5

// Anything judges answers of every kind to fixed cases and generated streams: right ones, those of
// planted faults and variants, and all of them spoiled; and it spoils the input, too.
// No judge, no reference and no reader of scripts may panic.
func Anything(t *testing.T, d dialect.Dialect, streams int) {
	t.Helper()
	everySide(t, d, streams, (*verifier).anything)
}

func (v *verifier) anything(n int) (err error) {
	index := generator.Index{Pair: v.side.Pair, Seed: anythingSeed, N: n}
	pick := index.Pick("anything")
	c := index.Case(v.side.Side)
	if fixed := v.cases[pick(len(v.cases))]; !fixed.Heavy && pick(2) == 0 {
		c = fixed
	}
	name, answer := v.anyAnswer(pick)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("case %s, %s: %v\n%s", c.ID, name, p, debug.Stack())
		}
	}()
	o := answer(c.Input())
	if pick(2) == 0 {
		spoil(&o, pick)
	}
	v.side.Case(c, &o, nil)
	if o.Ending == dialect.Done {
		v.relate(c, &o)
	}
	input := spoiled(c.Input(), pick)
	o = v.side.Reference(input)
	if script, err := v.side.Parse(input); err == nil && o.Ending == dialect.Done {
		v.side.Judge(&dialect.Case{Pair: v.side.Pair, Script: script}, &o)
	}
	return nil
}

// relate reads the answer as the properties do.
func (v *verifier) relate(c *dialect.Case, o *dialect.Observation) {
	related := v.side.Relations
	if related.Normal != nil {
		related.Normal(c, o)
	}
	if related.Held != nil {
		related.Held(o)
	}
	if related.Successes != nil {
		related.Successes(o)
	}
	if related.Clash != nil {
		related.Clash(c, o)
	}
}

// anyAnswer is the reference, as it is, with a planted fault, or in a variant.
func (v *verifier) anyAnswer(pick dialect.Pick) (string, dialect.Answer) {
	switch pick(3) {
	case 0:
		return "the reference", v.side.Reference
	case 1:
		f := v.side.Faults()[pick(len(v.side.Faults()))]
		return "fault " + f.ID, f.Plant(v.side.Reference)
	}
	if len(v.side.Variants()) == 0 {
		return "the reference", v.side.Reference
	}
	variant := v.side.Variants()[pick(len(v.side.Variants()))]
	return "variant " + variant.ID, variant.Plant(v.side.Reference)
}

// spoil drops, repeats, moves and changes events, and changes the state.
func spoil(o *dialect.Observation, pick dialect.Pick) {
	for range 1 + pick(3) {
		if len(o.Events) == 0 {
			break
		}
		i := pick(len(o.Events))
		switch pick(4) {
		case 0:
			o.Events = append(o.Events[:i:i], o.Events[i+1:]...)
		case 1:
			o.Events = append(o.Events[:i+1:i+1], o.Events[i:]...)
		case 2:
			j := pick(len(o.Events))
			o.Events[i], o.Events[j] = o.Events[j], o.Events[i]
		case 3:
			o.Events[i].Value = spoiled(o.Events[i].Value, pick)
		}
	}
	for range pick(4) {
		o.State = spoiled(o.State, pick)
	}
}

// spoiled is the value with a change somewhere in it.
func spoiled(v wire.Value, pick dialect.Pick) wire.Value {
	if v.Len() == 0 || pick(6) == 0 {
		return generator.Value(pick, 2)
	}
	i := pick(v.Len())
	if v.IsObject() {
		m := v.Members()[i]
		if pick(6) == 0 {
			return v.Without(m.Name)
		}
		return v.With(m.Name, spoiled(m.Value, pick))
	}
	items := v.Items()
	switch pick(6) {
	case 0:
		items = append(items[:i:i], items[i+1:]...)
	case 1:
		items = append(items[:i+1:i+1], items[i:]...)
	default:
		items[i] = spoiled(items[i], pick)
	}
	return wire.List(items...)
}
