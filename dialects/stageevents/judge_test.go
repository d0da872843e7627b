package stageevents

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// shown is what a judge says of these blocks, shown of these updates.
func shown(sent, blocks []wire.Value, omits ...string) []requirement.Outcome {
	s, err := parseUpdates(wire.List(sent...))
	if err != nil {
		panic(err)
	}
	state := wire.Obj(wire.M("toolBlocks", wire.List(blocks...)))
	return judgeConsumer(&dialect.Case{Pair: words.Consumer(), Script: s}, &dialect.Observation{State: state, Omits: omits})
}

func judged(events, blocks string) []requirement.Outcome {
	return shown(wire.ParseString("["+events+"]").Items(), wire.ParseString("["+blocks+"]").Items())
}

func TestAnswersOfConsumers(t *testing.T) {
	dialecttest.Answers(t, "testdata/consumer.answers", func(w dialecttest.Written) string {
		return dialecttest.Missed(shown(w.Sent, w.Told, w.Omits...))
	})
}

// verdictOf is the outcome of one requirement.
func verdictOf(id string, outcomes []requirement.Outcome) requirement.Outcome {
	for _, o := range outcomes {
		if o.Requirement == id {
			return o
		}
	}
	return requirement.Outcome{}
}
