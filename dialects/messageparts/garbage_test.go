package messageparts

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/wire"
)

// TestGarbage judges answers in which anything stands anywhere: no judge may
// panic, and none may miss that the answer is wrong.
func TestGarbage(t *testing.T) {
	for _, side := range Dialect().Sides {
		cases := side.Cases()
		rapid.Check(t, func(rt *rapid.T) {
			pick := generator.FromRapid(rt)
			c := cases[pick(len(cases))]
			if c.Heavy {
				return
			}
			o := side.Reference(c.Input())
			o.State = spoil(o.State, pick, 1+pick(3))
			side.Judge(c, &o)
			if side.Relations.Normal != nil {
				side.Relations.Normal(c, &o)
				side.Relations.Held(&o)
				side.Relations.Successes(&o)
			}
		})
	}
}

// spoil puts drawn values into a value, n times at most.
func spoil(v wire.Value, pick dialect.Pick, n int) wire.Value {
	for range n {
		v = spoilOne(v, pick)
	}
	return v
}

func spoilOne(v wire.Value, pick dialect.Pick) wire.Value {
	if v.Len() == 0 || pick(6) == 5 {
		return generator.Value(pick, 2)
	}
	i := pick(v.Len())
	if v.IsArray() {
		items := v.Items()
		items[i] = spoilOne(items[i], pick)
		return wire.List(items...)
	}
	m := v.Members()[i]
	return v.With(m.Name, spoilOne(m.Value, pick))
}

// TestGarbageInputs feeds the reference with anything: it may reject, not panic.
func TestGarbageInputs(t *testing.T) {
	for _, side := range Dialect().Sides {
		cases := side.Cases()
		rapid.Check(t, func(rt *rapid.T) {
			pick := generator.FromRapid(rt)
			c := cases[pick(len(cases))]
			if c.Heavy {
				return
			}
			input := spoil(c.Input(), pick, 1+pick(3))
			o := side.Reference(input)
			if script, err := side.Parse(input); err == nil && o.Ending == dialect.Done {
				side.Judge(&dialect.Case{Pair: side.Pair, Script: script}, &o)
			}
		})
	}
}
