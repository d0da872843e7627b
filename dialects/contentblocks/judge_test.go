package contentblocks

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// judged is what the judge says of a state.
func judged(s *feed, state wire.Value, omits ...string) []requirement.Outcome {
	side := consumerSide()
	return side.Judge(&dialect.Case{Pair: side.Pair, Script: s}, &dialect.Observation{State: state, Omits: omits})
}

// block is a block of an answer as its file spells it: as it is, or one of the call of
// started() that is open, done or failed, with other members.
func block(short wire.Value) wire.Value {
	rest, known := map[string]string{
		"open":   `"toolResult":null,"toolResultError":false,"dotStatus":"active"`,
		"done":   `"toolResult":"82","toolResultError":false,"dotStatus":"done"`,
		"failed": `"toolResult":"82","toolResultError":true,"dotStatus":"error"`,
	}[short.At(0).Text()]
	if !known {
		return short
	}
	b := wire.ParseString(`{"artifact":null,"isStreaming":false,"isFromHistory":false,` + rest + `}`)
	for _, m := range append(started().List[0].Get("content_block").Members(), short.At(1).Members()...) {
		b = b.With(m.Name, m.Value)
	}
	return b
}

// started is a call that runs, and what comes behind it.
func started(more ...string) *feed {
	return streamed(append([]string{`{"block":4,"tool_use":["toolu_K7","search_stock",{"symbol":"VNM"}]}`}, more...)...)
}

func TestAnswersOfConsumers(t *testing.T) {
	dialecttest.Answers(t, "testdata/consumer.answers", func(w dialecttest.Written) string {
		from := expanded(t, w.Sent)
		from.history = w.As == "history"
		var blocks []wire.Value
		for _, short := range w.Told {
			blocks = append(blocks, block(short))
		}
		return dialecttest.Missed(judged(from, wire.Obj(wire.M("blocks", wire.List(blocks...))), w.Omits...))
	})
}

// What a client omits is not observed.
func TestOmittedMembersAreUnobserved(t *testing.T) {
	s := streamed(`{"block":4,"tool_use":["toolu_K7","search_stock",{"symbol":"VNM"}],"tool_content_message":"VNM?"}`,
		`{"block":5,"tool_result":["toolu_K7","error","82"]}`, `{"block":6,"content_block":{"type":"terminal_user_stopped"}}`)
	bare := wire.ParseString(`{"blocks":[{"type":"tool_use","id":"toolu_K7"}]}`)
	for _, o := range judged(s, bare, "name", "input", "tool_content_message", "toolResult", "toolResultError", "artifact", "isStreaming",
		"isFromHistory", "dotStatus") {
		if o.Verdict.Observed() && o.Requirement != "BLOCK-01" {
			t.Errorf("%s is %s although its members are omitted", o.Requirement, o.Verdict)
		}
	}
}
