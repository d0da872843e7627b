package toolfence

import (
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/tool-fence"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/tool-fence/consumer, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: consumerPair(), Script: documentIn, Chunks: readsOf, Made: madeDocuments(),
		Own: documentFields()}
	b := builder{cases: book.Cases("document", "text", "fence", "input")}
	b.outcomeCases()
	b.add(book.Cases("outcome")...)
	b.valueCases()
	b.add(book.Cases("left_over", "empty", "id")...)
	b.otherMemberCases()
	b.add(book.Cases("order", "broken", "odd", "foreign", "outer", "style", "ending", "open", "container")...)
	b.followingCases()
	b.againCases()
	b.add(book.Cases("begin")...)
	b.endingsMixed()
	b.cutCases()
	b.sizeCases()
	b.strangeIDCases()
	b.add(book.Cases("survival")...)
	b.neighbourCases()
	return slices.Clip(b.cases)
}

// producerCases are those of fixtures/tool-fence/producer, an item of the transcript a line,
// and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: producerPair(), Made: madeTurns(), Script: func(e casefile.Entry) (dialect.Script, error) {
		t, err := transcript.Parse(wire.Obj(wire.M("messageId", wire.Str("msg-7")), wire.M("items", wire.List(e.Elements...))))
		return transcriptScript{t}, err
	}}
	s := scribe{cases: book.Cases("calls", "outcomes")}
	s.lookalikeCases()
	s.cases = append(s.cases, book.Cases("errors", "text", "backticks")...)
	for _, around := range dialect.Surroundings() {
		s.valid(around.Slug, around.Title, ids("FENCE-50", "FENCE-51", "FENCE-53"), around.Items...)
	}
	s.robustCases()
	return slices.Clip(append(s.cases, book.Cases("survival")...))
}

// builder collects cases.
type builder struct{ cases []*dialect.Case }

func (b *builder) add(list ...*dialect.Case) { b.cases = append(b.cases, list...) }

// valid adds a case that a right producer could have written.
func (b *builder) valid(slug, title string, tests []string, segments ...segment) *dialect.Case {
	return b.put(dialect.Valid, slug, title, tests, &document{segments: segments})
}

// adverse adds a case that none would.
func (b *builder) adverse(slug, title string, tests []string, segments ...segment) *dialect.Case {
	return b.put(dialect.Adversarial, slug, title, tests, &document{segments: segments})
}

func (b *builder) put(class dialect.Class, slug, title string, tests []string, d *document) *dialect.Case {
	c := &dialect.Case{ID: consumerPair().String() + "/" + slug, Title: title, Pair: consumerPair(), Class: class, Tests: tests,
		Script: d.script()}
	b.cases = append(b.cases, c)
	return c
}

func ids(list ...string) []string { return list }

func blame(c *dialect.Case, id string, level requirement.Level) *dialect.Case {
	c.Tests, c.Blame = []string{id}, &dialect.Blame{Requirement: id, Level: level}
	return c
}

// scribe collects the producer's cases.
type scribe struct{ cases []*dialect.Case }

func (s *scribe) add(class dialect.Class, slug, title string, tests []string, items ...transcript.Item) *dialect.Case {
	c := &dialect.Case{ID: producerPair().String() + "/" + slug, Title: title, Pair: producerPair(), Class: class, Tests: tests,
		Script: transcriptScript{transcript.Transcript{MessageID: "msg-7", Items: items}}}
	s.cases = append(s.cases, c)
	return c
}

func (s *scribe) valid(slug, title string, tests []string, items ...transcript.Item) *dialect.Case {
	return s.add(dialect.Valid, slug, title, tests, items...)
}

// Items, briefly.

func said(s string) transcript.Item { return transcript.Item{Kind: transcript.Text, Text: s} }

func called(id, name, input string) transcript.Item {
	return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input)}
}

func answered(id, status, content string) transcript.Item {
	return transcript.Item{Kind: transcript.Result, ID: id, Status: status, Content: wire.ParseString(content)}
}

func succeeded(id, content string) transcript.Item { return answered(id, transcript.Success, content) }

func stopped(reason string) transcript.Item {
	return transcript.Item{Kind: transcript.Stop, Reason: reason}
}

func unnamed(rest string) segment { return tool(`{` + rest + `}`) }
