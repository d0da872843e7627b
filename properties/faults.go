package properties

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Faults are the planted faults that any dialect can have: those of memory,
// chance and survival.
func Faults(side *dialect.Side) []dialect.Fault {
	fault := func(id, title string, plant func(dialect.Answer) dialect.Answer) dialect.Fault {
		return dialect.FaultOf(side.Pair, id, title, plant)
	}
	faults := []dialect.Fault{
		fault("ROBUST-01/crash", "It dies of a member that stands twice, of deep nesting and of a `constructor`.", endsIn(dialect.Crashed)),
		fault("ROBUST-02/hang", "It never answers a member that stands twice, deep nesting and a `constructor`.", endsIn(dialect.TimedOut)),
	}
	if side.Relations.Normal == nil {
		return faults
	}
	return append(faults,
		fault("META-06/coin", "Every third answer lacks what came last.", func(inner dialect.Answer) dialect.Answer {
			var n atomic.Int64
			return func(input wire.Value) dialect.Observation {
				o := inner(input)
				if n.Add(1)%3 == 0 {
					return withoutLast(o)
				}
				return o
			}
		}),
		fault("META-07/worn-out", "From the sixtieth case on every answer lacks what came last.",
			func(inner dialect.Answer) dialect.Answer {
				var n atomic.Int64
				return func(input wire.Value) dialect.Observation {
					o := inner(input)
					if n.Add(1) > 60 {
						return withoutLast(o)
					}
					return o
				}
			}))
}

// endsIn ends badly on what is rare but legal JSON: in the input, or, where that comes from a server, in
// what was made of it.
func endsIn(ending dialect.Ending) func(dialect.Answer) dialect.Answer {
	return func(inner dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			o := dialect.Observation{Ending: ending, Reason: fmt.Sprintf("planted: %s", ending)}
			if rare(input) {
				return o
			}
			if right := inner(input); !rare(right.State) {
				return right
			}
			return o
		}
	}
}

func rare(v wire.Value) bool {
	_, twice := v.Duplicate()
	return twice || deeper(v, 60) || strings.Contains(v.JSON(), "constructor")
}

func deeper(v wire.Value, n int) bool {
	if n == 0 {
		return true
	}
	for i := range v.Len() {
		if deeper(v.At(i), n-1) {
			return true
		}
	}
	return false
}

// withoutLast drops the last event, or the last element of the first array of
// the state that has one, or the last line of a text.
func withoutLast(o dialect.Observation) dialect.Observation {
	if len(o.Events) > 0 {
		o.Events = o.Events[:len(o.Events)-1]
		return o
	}
	for _, m := range o.State.Members() {
		if items := m.Value.Items(); len(items) > 0 {
			o.State = o.State.With(m.Name, wire.List(items[:len(items)-1]...))
			return o
		}
		if lines := strings.TrimRight(m.Value.Text(), "\n"); lines != "" {
			o.State = o.State.With(m.Name, wire.Str(lines[:strings.LastIndexByte(lines, '\n')+1]))
			return o
		}
	}
	return o
}
