package toolfence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	cases "github.com/toolconform/conform/fixtures/tool-fence"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/tool-fence/consumer, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: document.In, Chunks: document.ReadsOf, Made: madeDocuments(),
		Own: document.Fields()}
	b := builder{cases: book.Cases("document", "text", "fence", "input")}
	b.outcomeCases()
	b.add(book.Cases("outcome")...)
	b.valueCases()
	b.add(book.Cases("left_over", "empty", "id")...)
	b.otherMemberCases()
	b.add(book.Cases("order", "broken", "odd", "foreign", "closing", "outer", "style", "ending", "open", "container")...)
	b.followingCases()
	b.againCases()
	b.add(book.Cases("begin")...)
	b.endingsMixed()
	b.cutCases()
	b.sizeCases()
	b.strangeIDCases()
	b.add(book.Cases("survival", "near")...)
	b.neighbourCases()
	return slices.Clip(b.cases)
}

// producerCases are those of fixtures/tool-fence/producer, an item of the transcript a line,
// and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Made: madeTurns(),
		Script: func(e casefile.Entry) (dialect.Script, error) {
			t, err := transcript.Parse(wire.Obj(wire.M("messageId", wire.Str("msg-7")), wire.M("items", wire.List(e.Elements...))))
			return stream.Wrapped(t), err
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
func (b *builder) valid(slug, title string, tests []string, segments ...document.Segment) *dialect.Case {
	return b.put(dialect.Valid, slug, title, tests, &document.Document{Segments: segments})
}

// adverse adds a case that none would.
func (b *builder) adverse(slug, title string, tests []string, segments ...document.Segment) *dialect.Case {
	return b.put(dialect.Adversarial, slug, title, tests, &document.Document{Segments: segments})
}

func (b *builder) put(class dialect.Class, slug, title string, tests []string, d *document.Document) *dialect.Case {
	c := &dialect.Case{ID: words.Consumer().String() + "/" + slug, Title: title, Pair: words.Consumer(), Class: class, Tests: tests,
		Script: d.Script()}
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
	c := &dialect.Case{ID: words.Producer().String() + "/" + slug, Title: title, Pair: words.Producer(), Class: class, Tests: tests,
		Script: stream.Wrapped(transcript.Transcript{MessageID: "msg-7", Items: items})}
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

func unnamed(rest string) document.Segment { return document.Tool(`{` + rest + `}`) }

// made are scripts that case files name: what is too long to be written down.
type made = map[string]func() dialect.Script

func madeDocuments() made {
	of := func(segments ...document.Segment) func() dialect.Script {
		return func() dialect.Script { return (&document.Document{Segments: segments}).Script() }
	}
	name := func(n int, name string) document.Segment {
		return document.Tool(fmt.Sprintf(`{"toolCallId":"nmd_%d","toolName":%q,"input":{"nth":%d}}`, 60-7*n, name, n))
	}
	var names []document.Segment
	for i, long := range longNames() {
		names = append(names, name(i, long))
	}
	failed := wire.Quote(repeated("0123456789 ", 1500) + "end")
	return made{
		"long-lines": of(document.Text(repeated("word ", 4000)+"\n"), document.PlainCall("call_long"),
			document.Text(repeated("Wörter ", 3000)+"end\n")),
		"long-items": of(document.Text(repeated("long ", 60)+"\n\n"), document.PlainCall("call_li"),
			document.Text(repeated("longer ", 200)+"\n\n"+repeated("the longest ", 400)+"\n")),
		"long-tail":   of(document.Text("a\n"), document.PlainCall("call_early"), document.Text(repeated("one more line\n", 60))),
		"long-code":   of(document.Code("sh", repeated("echo one\n", 30)), document.PlainCall("call_sh")),
		"long-names":  of(append(names, document.Text("end\n"))...),
		"sixty-calls": of(many(60)...),
		"long-line-body": of(document.Tool(`{"toolCallId":"call_wide","toolName":"wide","state":"output-available",`+
			`"input":{"s":"`+repeated("wide ", 20000)+`"},"output":"`+repeated("w",
			70000)+`"}`).With(document.Style{Format: document.FormatCompact}), document.Text("end\n")),
		"long-error": of(document.Tool(`{"toolCallId":"call_e","toolName":"fail","input":{},"errorText":`+failed+`}`),
			document.Tool(`{"toolCallId":"call_f","toolName":"fail","state":"output-error","input":{},"errorText":`+failed+`}`)),
		"untidy": of(document.Tool(`{"toolCallId":"call_v","toolName":"value","input":{},"output":`+dialect.Untidy+`}`),
			document.Tool(`{"toolCallId":"call_w","toolName":"value","state":"output-available","input":{},"output":`+dialect.Untidy+`}`)),
	}
}

func madeTurns() made {
	of := func(items ...transcript.Item) func() dialect.Script {
		return func() dialect.Script { return turn(items) }
	}
	var names []transcript.Item
	for i, name := range longNames() {
		id := fmt.Sprintf("nmd_%d", 60-7*i)
		names = append(names, called(id, name, fmt.Sprintf(`{"nth":%d}`, i)), succeeded(id, fmt.Sprintf(`"named %d"`, i)))
	}
	return made{
		"long-names": of(names...),
		"untidy":     of(called("t_12", "look", dialect.Untidy), succeeded("t_12", dialect.Untidy)),
		"long-texts": of(said(repeated("long ", 60)), called("t_11", "look", `{"for":"t_11!"}`), succeeded("t_11", `"found"`),
			said(repeated("longer ", 200)),
			said("\n\n"+repeated("the longest ", 400))),
	}
}

// example is a tool fence as it stands in documentation.
func example(id string) string { return "```tool\n" + document.DecoyBody(id) + "```\n" }

func repeated(s string, n int) string {
	b := make([]byte, 0, len(s)*n)
	for range n {
		b = append(b, s...)
	}
	return string(b)
}

// many calls of all outcomes, by turns.
func many(calls int) []document.Segment {
	var segments []document.Segment
	for i := range calls {
		id := fmt.Sprintf(`"toolCallId":"turn_%d",`, (i*7)%calls)
		if i%6 == 5 {
			id = ""
		}
		rest := []string{`"state":"output-available","output":"o%d"`, `"state":"output-error","errorText":"e%d"`, `"output":{"n":%d}`,
			`"state":"input-available","n":%d`, `"errorText":"f%d"`}[i%5]
		segments = append(segments, document.Tool(fmt.Sprintf(`{`+id+`"toolName":"turn%d","input":{"i":%d},`+rest+`}`, i%4, i,
			i)).With(document.Style{Format: document.FormatCompact}), document.Text(fmt.Sprintf("line %d\n", i)))
	}
	return segments
}

// longNames are beyond what some service allows, and differ at their ends.
func longNames() []string {
	var names []string
	for _, n := range []int{63, 64, 127, 128, 299} {
		names = append(names, strings.Repeat("n", n)+"x", strings.Repeat("n", n)+"y")
	}
	return names
}

// exact is a tool fence with this body.
func exact(body string) document.Segment {
	return document.Segment{Kind: document.ToolSegment, Object: wire.ParseString(body), Body: body}
}
