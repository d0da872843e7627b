package reference

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// sharedConsumerFaults are those that consumers have on every wire, and each shared change of a
// text wherever a block shows one or an update brings one.
func sharedConsumerFaults() []plant.Row {
	at := func(member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return shown().At(member, e) }
	}
	chunk := func(e plant.Edit) plant.Plant { return readingEach(plant.Inside("/parametersChunk", e)) }
	return slices.Concat(shown().Faults(), plant.Lenient("STAGE-58", func(read func(text string) string) plant.Plant {
		return at("parameters")(forgiving(read))
	}), plant.Product([]plant.Place{
		{Slug: "result", Title: "A result", Requirement: "STAGE-50", Plant: at("result")},
		{Slug: "error", Title: "An error", Requirement: "STAGE-50", Plant: at("error")},
	}, plant.Changes()), plant.Product([]plant.Place{
		{Slug: "chunk", Title: "A chunk", Requirement: "STAGE-58", Plant: chunk},
	}, plant.But("cut-at-nul", "printed-anew"))) // JSON has no NUL, and arguments are equal as JSON
}

// forgiving is what read makes of such arguments; where that is "", they stay.
func forgiving(read func(text string) string) plant.Edit {
	return plant.Text(func(text string) string { return cmp.Or(read(text), text) })
}

// shown is where blocks show what is held, and the lines that its loss misses. Arguments are
// text: as it came it is right, and no text is no argument.
func shown() plant.Shown {
	return plant.Shown{
		Calls: "/toolBlocks", ID: "id", Name: "name", Arguments: "parameters",
		Open:    func(b wire.Value) bool { return b.Get("stage").Text() != "end" },
		Hand:    func(b, arguments wire.Value) wire.Value { return b.With("parameters", arguments) },
		OfCalls: "STAGE-50", OfTwins: "STAGE-50", OfOrder: "STAGE-50", OfArguments: "STAGE-58", OfCut: "STAGE-58",
		Except: []string{"cut-is-ready", "opener-is-empty-object", "arguments-cut-at-nul", "arguments-printed-anew"},
	}
}

// sharedProducerFaults are those that producers have on every wire, and each shared change of a
// text wherever an update tells one.
func sharedProducerFaults() []plant.Row {
	at := func(s words.Stage, member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return tellingAt(s, plant.Inside("/"+member, e)) }
	}
	errors := plant.Product([]plant.Place{
		{Slug: "error", Title: "An error", Requirement: "STAGE-06", Plant: at(words.End, "error")},
	}, plant.Changes())
	for i := range errors {
		errors[i].Warns = true // another text is a SHOULD
	}
	lenient := plant.Lenient("STAGE-13", func(read func(text string) string) plant.Plant {
		return tellingAt(words.End, plant.Inside("/parameters", forgiving(read)))
	})
	return slices.Concat(told().Faults(), errors, lenient, plant.Product([]plant.Place{
		{Slug: "result", Title: "A result", Requirement: "STAGE-07", Plant: at(words.End, "result")},
	}, plant.Changes()), plant.Product([]plant.Place{
		{Slug: "chunk", Title: "A chunk", Requirement: "STAGE-10", Plant: at(words.Streaming, "parametersChunk")},
	}, plant.Lettered("trimmed", "cut-at-64", "lower", "ascii", "unescaped", "entities", "one-blank", "crlf", "quotes")))
}

// told is how updates tell, and the lines that their loss misses. A turn whose deltas are not
// its input is none, so pieces are spoilt where they are told; a call told again under another
// id is one that nobody made, which is STAGE-12.
func told() plant.Told {
	return plant.Told{
		Name: "/name", ID: "/id", Arguments: "/parameters", OfCalls: "STAGE-09", OfName: "STAGE-03", OfArguments: "STAGE-13",
		Except: []string{"p-call-twice", "p-last-piece-lost", "p-first-piece-lost", "p-pieces-reversed", "p-cut-completed"},
	}
}
