package catalogue

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
)

// matrixTests are the requirements that the value matrix is about in each pair.
func matrixTests(p dialect.Pair) []string {
	return map[dialect.Pair][]string{
		{Dialect: "tool-fence", Role: dialect.Consumer}:     {"FENCE-03", "FENCE-05", "FENCE-06", "FENCE-13"},
		{Dialect: "tool-fence", Role: dialect.Producer}:     {"FENCE-50", "FENCE-51"},
		{Dialect: "stage-events", Role: dialect.Consumer}:   {"STAGE-50", "STAGE-58"},
		{Dialect: "stage-events", Role: dialect.Producer}:   {"STAGE-06", "STAGE-07", "STAGE-13"},
		{Dialect: "message-parts", Role: dialect.Consumer}:  {"PART-03", "PART-20", "PART-25"},
		{Dialect: "message-parts", Role: dialect.Converter}: {"PART-20", "PART-25"},
		{Dialect: "content-blocks", Role: dialect.Consumer}: {"BLOCK-01", "BLOCK-03", "BLOCK-05"},
		{Dialect: "content-blocks", Role: dialect.Producer}: {"BLOCK-56", "BLOCK-58"},
	}[p]
}

// matrixCases are the value matrix in this pair: the values that implementations
// lose, turn into others or take for nothing, as inputs, results and error texts.
func matrixCases(side *dialect.Side) []*dialect.Case {
	if side.Render == nil {
		return nil
	}
	tests := side.Matrix
	if tests == nil {
		tests = matrixTests(side.Pair)
	}
	var cases []*dialect.Case
	for i, turn := range generator.Matrix() {
		cases = append(cases, &dialect.Case{ID: fmt.Sprintf("%s/values-%02d", side.Pair, i+1), Pair: side.Pair, Class: dialect.Valid,
			Title: "Values that are easily lost or mistaken, one for each call.", Tests: tests,
			Script: side.Render(turn, func(int) int { return 0 })})
	}
	return cases
}
