package catalogue

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// matrixCases are the value matrix in this pair: the values that implementations
// lose, turn into others or take for nothing, as inputs, results and error texts.
func matrixCases(side *dialect.Side, turns []transcript.Transcript) []*dialect.Case {
	if side.Render == nil {
		return nil
	}
	var cases []*dialect.Case
	for i, turn := range turns {
		turn.Items = slices.Clone(turn.Items)
		cases = append(cases, &dialect.Case{ID: fmt.Sprintf("%s/values-%02d", side.Pair, i+1), Pair: side.Pair, Class: dialect.Valid,
			Title: "Values that are easily lost or mistaken, one for each call.", Tests: side.Matrix,
			Script: side.Render(turn, func(int) int { return 0 })})
	}
	return cases
}

// matrixFaults are planted faults that the values of the matrix show. They stand at the line of the pair's
// matrix that is about what such a value is part of: the first of what a server or a converter is given,
// the last of what a client shows.
func matrixFaults(side *dialect.Side) []dialect.Fault {
	if side.Render == nil || len(side.Matrix) == 0 {
		return nil
	}
	line := side.Matrix[0]
	if side.Role == dialect.Consumer {
		line = side.Matrix[len(side.Matrix)-1]
	}
	fault := func(slug, title string, edit plant.Edit) dialect.Fault {
		return dialect.FaultOf(side.Pair, line+"/values-"+slug, title, func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				if side.Role != dialect.Consumer {
					return right(everywhere(edit)(input))
				}
				o := right(input)
				o.State = everywhere(edit)(o.State)
				for i, e := range o.Events {
					o.Events[i].Value = everywhere(edit)(e.Value)
				}
				return o
			}
		})
	}
	return []dialect.Fault{
		fault("hidden", "Members called as a method or an argument of a language are lost.", unmethodical),
		fault("revived", "Objects that look like a library's are made what that library reads in them.", revived),
	}
}

// everywhere edits every value from within, also in objects that texts hold: plant.InJSON does so for one value alone.
func everywhere(edit plant.Edit) plant.Edit {
	return func(v wire.Value) wire.Value {
		if !v.IsString() {
			return edit(v.Each(everywhere(edit)))
		}
		held, err := wire.Parse([]byte(v.Text()))
		if err != nil || !held.IsObject() {
			return v
		}
		if changed := everywhere(edit)(held); !wire.Equal(changed, held) {
			return wire.Str(changed.JSON())
		}
		return v
	}
}

// unmethodical is an object without members that hide something of their reader's language.
func unmethodical(v wire.Value) wire.Value {
	for _, name := range []string{"self", "__class__", "kwargs"} {
		if v.Has(name) {
			v = v.Without(name)
		}
	}
	return v
}

// revived is what an object with a mark stands for where MongoDB or .NET wrote it.
func revived(v wire.Value) wire.Value {
	for _, mark := range []string{"$date", "$numberLong", "$values"} {
		if v.Has(mark) {
			return v.Get(mark)
		}
	}
	return v
}
