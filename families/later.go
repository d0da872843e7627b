package families

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// later are turns whose odd texts stand where few look: in the ninth call and those behind it, deep in their arguments, and in
// results that failed, were cancelled or are no text. What is right for the first call, and for a success, is easily forgotten there.
func (m *maker) later(tests []string) {
	for _, o := range odd() {
		m.cases = append(m.cases, &dialect.Case{ID: m.side.Pair.String() + "/later-" + o[0], Pair: m.side.Pair, Class: dialect.Valid,
			Tests: tests, Title: "A text that is easily changed, in late calls and in what became of them: " + o[0] + ".",
			Script: m.side.Render(late(o[1]), plainest)})
	}
}

func late(text string) transcript.Transcript {
	var calls []transcript.Item
	for i := range 8 {
		calls = append(calls, call(fmt.Sprintf("later_%d", i), "look", fmt.Sprintf(`{"at":%d}`, i)))
	}
	for _, id := range []string{"failed", "cancelled", "done"} {
		c := call("later_"+id, text, "{}")
		c.Input = wire.Obj(wire.M("all", wire.List(wire.Str(text), wire.Obj(wire.M(text, wire.Str(text))))), wire.T("of", id))
		if len(text) > 200 {
			c.Name = "write"
		}
		calls = append(calls, c)
	}
	t := turnOf(calls...)
	results := t.Items[len(t.Items)-3:]
	results[0].Status, results[0].Content = transcript.Error, wire.Str(text)
	results[1].Status, results[1].Content = transcript.Cancelled, wire.Str(text)
	results[2].Content = wire.Obj(wire.M(text, wire.List(wire.Str(text))))
	return t
}
