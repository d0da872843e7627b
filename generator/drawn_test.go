package generator

import (
	"errors"
	"slices"
	gostrings "strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
)

type script struct{ dialect.Script }

func (script) Len() int { return 0 }

func TestAPanicInADrawEndsIt(t *testing.T) {
	fine := func(transcript.Transcript, dialect.Pick) dialect.Script { return script{} }
	twist := func(apply func()) []dialect.Twist {
		return []dialect.Twist{{ID: "t", Apply: func(s dialect.Script, _ dialect.Pick) (dialect.Script, dialect.Planted, bool) {
			apply()
			return s, dialect.Planted{}, true
		}}}
	}
	for _, c := range []struct {
		name string
		side func(count *int) *dialect.Side
	}{
		{"render", func(count *int) *dialect.Side {
			return &dialect.Side{Render: func(_ transcript.Transcript, pick dialect.Pick) dialect.Script {
				*count++
				pick(9)
				panic("broken for test")
			}}
		}},
		{"a runtime error", func(count *int) *dialect.Side {
			return &dialect.Side{Render: func(transcript.Transcript, dialect.Pick) dialect.Script {
				*count++
				return []dialect.Script{}[*count]
			}}
		}},
		{"twist", func(count *int) *dialect.Side {
			return &dialect.Side{Render: fine, Twists: twist(func() { *count++; panic("broken for test") })}
		}},
	} {
		for n := range 20 {
			index, count := Index{Seed: 1, N: n}, 0
			index.Dialect, index.Role = "x", "consumer"
			k, err := index.Make(c.side(&count))
			var broken *DrawError
			switch {
			case count == 0 && err == nil && k.ID == index.ID(): // nothing was twisted
			case count != 1:
				t.Errorf("%s: drawn %d times", c.name, count)
			case !errors.As(err, &broken) || broken.ID != index.ID() || !gostrings.Contains(err.Error(), index.ID()):
				t.Errorf("%s: %v", c.name, err)
			case !slices.ContainsFunc(broken.Stack, func(f string) bool { return gostrings.Contains(f, "drawn_test.go") }):
				t.Errorf("%s: the stack does not say where: %v", c.name, broken.Stack)
			}
		}
	}
}

func TestCasePanicsWithTheDrawError(t *testing.T) {
	side := &dialect.Side{Render: func(transcript.Transcript, dialect.Pick) dialect.Script { panic("broken for test") }}
	defer func() {
		if broken, ok := recover().(*DrawError); !ok || broken.Panic != "broken for test" {
			t.Errorf("panicked with %v", broken)
		}
	}()
	Index{Seed: 1, N: 1}.Case(side)
}

// What rapid panics with inside a pick is not a fault of the draw.
func TestPanicsOfPicksArePassedOn(t *testing.T) {
	defer func() {
		if p := recover(); p != "of rapid" {
			t.Errorf("recovered %v", p)
		}
	}()
	Index{}.drawn(func(int) int { panic("of rapid") }, &dialect.Side{})
	t.Error("it was swallowed")
}
