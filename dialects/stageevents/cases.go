package stageevents

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// lines are events as JSON text, one each.
type lines []string

// stream makes a consumer case out of events written as JSON. Tests are numbers
// of STAGE requirements, "50 53".
func stream(class dialect.Class, slug, title, tests string, events lines) *dialect.Case {
	return &dialect.Case{
		ID: consumerPair().String() + "/" + slug, Title: title, Pair: consumerPair(), Class: class,
		Tests: stageIDs(tests), Script: newUpdates(parseAll(events)...),
	}
}

func valid(slug, title, tests string, events ...string) *dialect.Case {
	return stream(dialect.Valid, slug, title, tests, events)
}

func adversarial(slug, title, tests string, events ...string) *dialect.Case {
	return stream(dialect.Adversarial, slug, title, tests, events)
}

// stageIDs spells "50 53" out.
func stageIDs(numbers string) []string {
	var ids []string
	for i := 0; i+2 <= len(numbers); i += 3 {
		ids = append(ids, "STAGE-"+numbers[i:i+2])
	}
	return ids
}

// tell makes a producer case out of a transcript's items written as JSON.
func tell(slug, title, tests string, items ...string) *dialect.Case {
	t, err := transcript.Parse(wire.Obj(wire.M("messageId", wire.Str("msg-41")), wire.M("items", wire.List(parseAll(items)...))))
	if err != nil {
		panic(slug + ": " + err.Error()) // a mistake in this package
	}
	return &dialect.Case{
		ID: producerPair().String() + "/" + slug, Title: title, Pair: producerPair(), Class: dialect.Valid,
		Tests: stageIDs(tests), Script: &turn{t},
	}
}
