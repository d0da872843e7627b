package generator

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// matrixWidth is how many calls share a turn of the matrix.
const matrixWidth = 8

// Matrix is the value matrix as turns: every pinned value once as input, result and
// artifact of a success, every pinned text once as the text of an error. Results
// come in reverse.
func Matrix() []transcript.Transcript {
	values := slices.Concat(plain(), composites(), rareComposites())
	var texts []wire.Value
	for _, s := range slices.Concat(strings(), rareStrings()) {
		texts = append(texts, wire.Str(s))
	}
	var turns []transcript.Transcript
	for row := range slices.Chunk(slices.Concat(values, texts), matrixWidth) {
		turns = append(turns, matrixTurn(row, transcript.Success))
	}
	for row := range slices.Chunk(texts, matrixWidth) {
		turns = append(turns, matrixTurn(row, transcript.Error))
	}
	for row := range slices.Chunk(taken(), matrixWidth) {
		turns = append(turns, matrixTurn(row, transcript.Success))
	}
	return turns
}

func matrixTurn(row []wire.Value, status string) transcript.Transcript {
	t := transcript.Transcript{MessageID: "msg-values"}
	names := toolNames()
	id := func(i int) string { return fmt.Sprintf("val_%c%d", 'q'-rune(i), 5*i+3) }
	for i, v := range row {
		input := wire.Obj(wire.M("value", v), wire.M("list", wire.List(v, wire.Int(int64(i)))))
		if v.IsObject() {
			input = v.With("nth", wire.Int(int64(i)))
		}
		t.Items = append(t.Items, transcript.Item{Kind: transcript.Call, ID: id(i), Name: names[i%len(names)], Input: input})
	}
	for i, v := range slices.Backward(row) {
		r := transcript.Item{Kind: transcript.Result, ID: id(i), Status: status, Content: v}
		if i%2 == 1 {
			r.Artifact = wire.Obj(wire.M("type", wire.Str("value")), wire.M("data", v), wire.M("neighbour", row[i-1]))
		}
		t.Items = append(t.Items, r)
	}
	return t
}
