package toolfence

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// consumerCases are all hand-written cases of the consumer.
func consumerCases() []*dialect.Case {
	var b builder
	b.documentCases()
	b.textCases()
	b.fenceCases()
	b.inputCases()
	b.outcomeCases()
	b.valueCases()
	b.leftOverCases()
	b.emptyCases()
	b.idCases()
	b.nameCases()
	b.otherMemberCases()
	b.orderCases()
	b.brokenCases()
	b.oddCases()
	b.foreignCases()
	b.outerCases()
	b.styleCases()
	b.endingCases()
	b.openCases()
	b.containerCases()
	b.surroundingCases()
	b.robustCases()
	b.neighbourCases()
	return slices.Clip(b.cases)
}

// builder collects cases.
type builder struct{ cases []*dialect.Case }

// valid adds a case that a right producer could have written.
func (b *builder) valid(slug, title string, tests []string, segments ...segment) *dialect.Case {
	return b.add(dialect.Valid, slug, title, tests, &document{segments: segments})
}

// adverse adds a case that none would.
func (b *builder) adverse(slug, title string, tests []string, segments ...segment) *dialect.Case {
	return b.add(dialect.Adversarial, slug, title, tests, &document{segments: segments})
}

func (b *builder) add(class dialect.Class, slug, title string, tests []string, d *document) *dialect.Case {
	c := &dialect.Case{ID: consumerPair().String() + "/" + slug, Title: title, Pair: consumerPair(), Class: class, Tests: tests, Script: d.script()}
	b.cases = append(b.cases, c)
	return c
}

func ids(list ...string) []string { return list }

func blame(c *dialect.Case, id string, level requirement.Level) *dialect.Case {
	c.Tests, c.Blame = []string{id}, &dialect.Blame{Requirement: id, Level: level}
	return c
}

// exampleBody is the object of document 000's example, as it stands there.
const exampleBody = `{
  "toolCallId": "call_123",
  "toolName": "search",
  "state": "output-available",
  "input": {
    "query": "cats"
  },
  "output": {
    "results": [
      { "title": "All About Cats", "url": "https://example.com/cats" }
    ]
  }
}
`

func exact(body string) segment {
	return segment{kind: toolSegment, object: wire.ParseString(body), body: body}
}

func (b *builder) documentCases() {
	b.valid("document-example", "The example of document 000, word for word.",
		ids("FENCE-01", "FENCE-02", "FENCE-03", "FENCE-05", "FENCE-08", "FENCE-22", "FENCE-23", "FENCE-25"),
		text("The assistant is going to search for cats.\n\n"), exact(exampleBody), text("\nHere are the results we found!\n"))
	b.valid("document-states", "Every state of the field table, each with what belongs to it.",
		ids("FENCE-03", "FENCE-05", "FENCE-06", "FENCE-07", "FENCE-08"),
		text("First\n"), tool(`{"toolCallId":"call_d","toolName":"alpha","state":"input-streaming","input":{"part":"one"}}`),
		text("second\n"), tool(`{"toolCallId":"call_c","toolName":"beta","state":"input-available","input":{"part":"two"}}`),
		text("third\n"), tool(`{"toolCallId":"call_b","toolName":"gamma","state":"output-available","input":{"part":"three"},"output":{"answer":"drei"}}`),
		text("last\n"), tool(`{"toolCallId":"call_a","toolName":"delta","state":"output-error","input":{"part":"four"},"errorText":"vier ging schief"}`))
	b.valid("document-empty-object", "Every field is optional: an object without any.",
		ids("FENCE-04", "FENCE-07", "FENCE-09", "FENCE-10", "FENCE-11"),
		text("Nothing said:\n\n"), tool(`{}`), text("\nand on.\n"))
	b.valid("document-additional-fields", "Additional fields are ignored by the events and preserved in the chunk.",
		ids("FENCE-12"),
		tool(`{"toolCallId":"call_x1","toolName":"search","state":"output-available","input":{"query":"cats"},"output":["a","b"],"durationMs":418,"title":"Search for cats","meta":{"trace":"4f","tags":["x",null,0]}}`))
	b.valid("document-input-contradiction", "The field table emits the input when present, the streaming section defaults it to {}: without an input the event comes, with {}.",
		ids("FENCE-04"),
		tool(`{"toolCallId":"call_no_input","toolName":"now","state":"output-available","output":"12:30"}`), text("\nTwelve thirty.\n"))
	b.valid("document-both-triggers", "Both triggers of the streaming section hold: the error comes, the output may.",
		ids("FENCE-14"),
		tool(`{"toolCallId":"call_both","toolName":"fetch","state":"output-available","input":{"url":"u1"},"output":{"partial":true},"errorText":"connection reset"}`))
}
