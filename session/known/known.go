// Package known makes what a saboteur has to know of a pair before it meets it in a run.
package known

import (
	"sync"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/saboteur"
	"github.com/toolconform/conform/session"
)

// Inputs are those of a pair that a saboteur has to know beforehand: those of the
// default generated streams, and of the controls. They are made when they are needed.
func Inputs(side *catalogue.Side) saboteur.Known {
	encodings := side.Encodings
	if len(encodings) == 0 {
		encodings = []string{""}
	}
	return saboteur.Known{
		Generated: sync.OnceValue(func() map[string]bool { return generated(side, encodings) }),
		Controls:  sync.OnceValue(func() map[string]bool { return controls(side, encodings) }),
	}
}

// Own tells whether a generated stream is long enough to be like no other: fewer elements are what
// a prefix of a fixed case holds, too, where prefixes are sent.
func Own(c *dialect.Case) bool {
	if c.Pair.Role == dialect.Consumer {
		return c.Script.Len() > 3
	}
	return c.Script.Len() > 1
}

func generated(side *catalogue.Side, encodings []string) map[string]bool {
	inputs := map[string]bool{}
	for n := range session.DefaultRuns {
		c := generator.Index{Pair: side.Pair, Seed: 1, N: n}.Case(side.Side.Side)
		c.Encoding = encodings[n%len(encodings)]
		if Own(c) {
			inputs[c.Input().JSON()] = true
		}
	}
	return inputs
}

func controls(side *catalogue.Side, encodings []string) map[string]bool {
	inputs := map[string]bool{}
	for _, c := range side.Cases() {
		if c.Control == nil || c.Heavy {
			continue
		}
		for _, e := range encodings {
			control := *c.Control
			control.Encoding = e
			if c.Encoding == "" || c.Encoding == e {
				inputs[control.Input().JSON()] = true
			}
		}
	}
	return inputs
}
