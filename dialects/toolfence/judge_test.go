package toolfence

import (
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// observed is an answer written by hand: an event a line, a text short for a text-delta; with the member "after" where it says when
// it came. An object with chunks is the final state.
func observed(lines []wire.Value) dialect.Observation {
	o := dialecttest.Telling(nil, "chunks")
	for _, line := range lines {
		after := int64(-1)
		if n, told := line.Get("after").Int64(); told {
			after, line = n, line.Without("after")
		}
		switch {
		case line.Has("chunks"):
			o.State, o.Omits = line, nil
			continue
		case line.IsString():
			line = wire.Obj(wire.T("delta", line.Text()))
		}
		if line.Has("delta") {
			line = line.With("type", wire.Str(words.TextEvent))
		}
		o.Events = append(o.Events, dialect.Event{Value: line, After: int(after)})
	}
	return o
}

func TestAnswersOfConsumers(t *testing.T) {
	side := consumer()
	dialecttest.Answers(t, "testdata/consumer.answers", func(w dialecttest.Written) string {
		script, err := document.In(casefile.Entry{Elements: w.Sent})
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		o := observed(w.Told)
		return dialecttest.Missed(side.Judge(&dialect.Case{Script: script}, &o))
	})
}
