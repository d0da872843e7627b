package reference

import (
	"slices"

	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// sharedConsumerFaults are those that consumers have on every wire, and each shared change of a
// text wherever a block shows one.
func sharedConsumerFaults() []plant.Row {
	shown := plant.Shown{
		Calls: "/blocks", ID: "id", Name: "name", Arguments: "input",
		Is:      func(b wire.Value) bool { return b.Get("type").Text() == words.ToolUse },
		OfCalls: "BLOCK-01", OfArguments: "BLOCK-01", OfOrder: "BLOCK-01", OfTwins: "BLOCK-11",
		Except: []string{"doubles"}, // numbers are spoilt in artifacts, too
	}
	at := func(member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return shown.At(member, plant.Deep(e)) }
	}
	labels := plant.Product([]plant.Place{
		{Slug: "label", Title: "A label", Requirement: "BLOCK-19", Plant: at("tool_content_message")},
	}, plant.Changes())
	for i := range labels {
		labels[i].Warns = true
	}
	whole := func(member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return shown.At(member, e) }
	}
	return slices.Concat(shown.Faults(), labels, plant.Product([]plant.Place{
		{Slug: "input", Title: "Inputs", Requirement: "BLOCK-01", Plant: whole("input")},
		{Slug: "artifact", Title: "Artifacts", Requirement: "BLOCK-05", Plant: whole("artifact")},
	}, plant.Tidied()), plant.Product([]plant.Place{
		{Slug: "content", Title: "A content", Requirement: "BLOCK-03", Plant: at("toolResult")},
		{Slug: "artifact", Title: "An artifact", Requirement: "BLOCK-05", Plant: at("artifact")},
	}, plant.Changes()))
}

// sharedProducerFaults are those that producers have on every wire, and each shared change of a
// text wherever a block tells one.
func sharedProducerFaults() []plant.Row {
	told := plant.Told{
		Name: "/content_block/name", ID: "/content_block/id", OfCalls: "BLOCK-58", OfCut: "BLOCK-57", OfError: "BLOCK-57",
		// Inputs are values, and no text is cut; another id is one that its result doesn't have.
		Except: []string{"p-malformed-empty", "p-pieces-any-case", "p-empty-stop-is-stop", "p-cut-completed",
			"p-doubles-in-result", "id-lower"},
	}
	at := func(member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return told.At("/content_block/"+member, plant.Deep(e)) }
	}
	names := plant.Product([]plant.Place{
		{Slug: "name", Title: "A name", Requirement: "BLOCK-58", Plant: at("name")},
	}, plant.Named("cut-at-nul", "unescaped", "crlf", "falsy-lost", "printed-anew"))
	inputs := func(e plant.Edit) plant.Plant { return told.At("/content_block/input", e) }
	return slices.Concat(told.Faults(), names, plant.Product([]plant.Place{
		{Slug: "input", Title: "Inputs", Requirement: "BLOCK-58", Plant: inputs},
	}, plant.Tidied()), plant.Product([]plant.Place{
		{Slug: "content", Title: "A content", Requirement: "BLOCK-56", Plant: at("content")},
		{Slug: "artifact", Title: "An artifact", Requirement: "BLOCK-56", Plant: at("artifact")},
		{Slug: "input", Title: "An input", Requirement: "BLOCK-58", Plant: at("input")},
	}, plant.Changes()))
}
