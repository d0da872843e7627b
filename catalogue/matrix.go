package catalogue

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
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
