package stageevents

import (
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/stage-events"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/stage-events/consumer, an event a line, and those that
// code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: consumerPair(), Made: madeStreams(), Script: func(e casefile.Entry) (dialect.Script,
		error) {
		return newUpdates(e.Elements...), nil
	}}
	return slices.Concat(book.Cases("document", "arguments", "outcomes", "texts", "parallel", "names", "late", "stray", "words", "beside"),
		surroundingCases(), book.Cases("cut", "loose"), consumerIDCases(), consumerNumberCases(), book.Cases("hostile"), consumerSizeCases())
}

// producerCases are those of fixtures/stage-events/producer, an item of the transcript a line,
// and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: producerPair(), Made: madeTurns(), Script: func(e casefile.Entry) (dialect.Script, error) {
		return turnOf(e.Elements...)
	}}
	return slices.Concat(book.Cases("document", "lives", "arguments", "outcomes", "texts"), tellSurroundings(), book.Cases("stops"),
		producerIDCases(), producerNumberCases(), book.Cases("hostile"), producerSizeCases())
}

// turnOf is the turn of these items.
func turnOf(items ...wire.Value) (*turn, error) {
	t, err := transcript.Parse(wire.Obj(wire.M("messageId", wire.Str("msg-41")), wire.M("items", wire.List(items...))))
	return &turn{t}, err
}

// What cases are made with where code makes them.

// valid makes a consumer case out of events written as JSON. Tests are numbers of STAGE
// requirements, "50 53".
func valid(slug, title, tests string, events ...string) *dialect.Case {
	return &dialect.Case{
		ID: consumerPair().String() + "/" + slug, Title: title, Pair: consumerPair(), Class: dialect.Valid,
		Tests: stageIDs(tests), Script: newUpdates(parseAll(events)...),
	}
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
	return &dialect.Case{
		ID: producerPair().String() + "/" + slug, Title: title, Pair: producerPair(), Class: dialect.Valid,
		Tests: stageIDs(tests), Script: mustTell(items),
	}
}

func mustTell(items []string) *turn {
	t, err := turnOf(parseAll(items)...)
	if err != nil {
		panic(err) // a mistake in this package
	}
	return t
}
