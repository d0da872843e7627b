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
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/tool-fence/consumer, and those that code makes. Big ones stand last: whoever looks for a
// fault finds it before them.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: document.In, Chunks: document.ReadsOf, Made: madeDocuments(),
		Own: document.Fields()}
	return slices.Concat(book.Cases(), followingCases(), neighbourCases(), strangeIDs(book.Pair, idDocument),
		consumerSizes())
}

// producerCases are those of fixtures/tool-fence/producer, an item of the transcript a line,
// and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Made: madeTurns(),
		Script: func(e casefile.Entry) (dialect.Script, error) {
			t, err := transcript.Parse(wire.Obj(wire.M("messageId", wire.Str("msg-7")), wire.M("items", wire.List(e.Elements...))))
			return stream.Wrapped(t), err
		}}
	list := book.Cases()
	for _, around := range dialect.Surroundings() {
		list = append(list, &dialect.Case{ID: book.Pair.String() + "/" + around.Slug, Title: around.Title, Pair: book.Pair,
			Class: dialect.Valid, Tests: ids("FENCE-50", "FENCE-51", "FENCE-53"), Script: turn(around.Items...)})
	}
	return slices.Concat(list, strangeIDs(book.Pair, idTurn), producerSizes())
}

func ids(list ...string) []string { return list }

// Scripts, briefly: a document of segments, a turn of items.

func doc(segments ...document.Segment) dialect.Script {
	return (&document.Document{Segments: segments}).Script()
}

func turn(items ...transcript.Item) dialect.Script {
	return stream.Wrapped(transcript.Transcript{MessageID: "msg-7", Items: items})
}

func said(s string) transcript.Item { return transcript.Item{Kind: transcript.Text, Text: s} }

func called(id, name, input string) transcript.Item {
	return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input)}
}

func succeeded(id, content string) transcript.Item {
	return transcript.Item{Kind: transcript.Result, ID: id, Status: transcript.Success, Content: wire.ParseString(content)}
}

// made are scripts that case files name: what is too long to be written down.
type made = map[string]func() dialect.Script

// longText is beyond what some service allows, as JSON.
func longText() string { return wire.Quote(strings.Repeat("0123456789 ", 1500) + "end") }

func madeDocuments() made {
	of := func(segments ...document.Segment) func() dialect.Script {
		return func() dialect.Script { return doc(segments...) }
	}
	tool, text, call := document.Tool, document.Text, document.PlainCall
	long := func(word string, n int, end string) document.Segment { return text(strings.Repeat(word, n) + end) }
	marksBehind := func(words int) func() dialect.Script {
		return of(long("word ", words, "```tool\n"+document.DecoyBody("decoy_words")+"and so on\n"), document.Code("", "code\n"),
			call("call_words"), text("behind\n"))
	}
	var names []document.Segment
	for i, name := range longNames() {
		names = append(names, tool(fmt.Sprintf(`{"toolCallId":"nmd_%d","toolName":%q,"input":{"nth":%d}}`, 60-7*i, name, i)))
	}
	const wide, value = `{"toolCallId":"call_wide","toolName":"wide","state":"output-available","input":{"s":"`, `"toolName":"value",`
	return made{
		"long-lines": of(long("word ", 4000, "\n"), call("call_long"), long("Wörter ", 3000, "end\n")),
		"long-items": of(long("long ", 60, "\n\n"), call("call_li"),
			text(strings.Repeat("longer ", 200)+"\n\n"+strings.Repeat("the longest ", 400)+"\n")),
		"long-tail":   of(text("a\n"), call("call_early"), long("one more line\n", 60, "")),
		"long-code":   of(document.Code("sh", strings.Repeat("echo one\n", 30)), call("call_sh")),
		"long-names":  of(append(names, text("end\n"))...),
		"sixty-calls": of(many(60)...),
		"long-line-body": of(compact(wide+strings.Repeat("wide ", 20000)+`"},"output":"`+strings.Repeat("w", 70000)+`"}`),
			text("end\n")),
		"long-error": of(tool(`{"toolCallId":"call_e","toolName":"fail","input":{},"errorText":`+longText()+`}`),
			tool(`{"toolCallId":"call_f","toolName":"fail","state":"output-error","input":{},"errorText":`+longText()+`}`)),
		"long-text": of(tool(`{"toolCallId":"val_1","toolName":"take","input":`+longText()+`}`), text("and\n"),
			tool(`{"toolCallId":"val_2","toolName":"give","input":{},"output":`+longText()+`}`),
			tool(`{"toolCallId":"val_3","toolName":"both","state":"output-available","input":`+longText()+`,"output":`+longText()+`}`)),
		"untidy": of(tool(`{"toolCallId":"call_v",`+value+`"input":{},"output":`+dialect.Untidy+`}`),
			tool(`{"toolCallId":"call_w",`+value+`"state":"output-available","input":{},"output":`+dialect.Untidy+`}`)),
		"marks-behind-900-words":   marksBehind(900),
		"marks-behind-14336-words": marksBehind(14 << 10),
	}
}

func madeTurns() made {
	of := func(items ...transcript.Item) func() dialect.Script {
		return func() dialect.Script { return turn(items...) }
	}
	var names []transcript.Item
	for i, name := range longNames() {
		id := fmt.Sprintf("nmd_%d", 60-7*i)
		names = append(names, called(id, name, fmt.Sprintf(`{"nth":%d}`, i)), succeeded(id, fmt.Sprintf(`"named %d"`, i)))
	}
	return made{
		"long-names": of(names...),
		"long-text":  of(said("a\n"), called("val_1", "take", `{"v":`+longText()+`}`), succeeded("val_1", longText()), said("b\n")),
		"untidy":     of(called("t_12", "look", dialect.Untidy), succeeded("t_12", dialect.Untidy)),
		"long-texts": of(said(strings.Repeat("long ", 60)), called("t_11", "look", `{"for":"t_11!"}`), succeeded("t_11", `"found"`),
			said(strings.Repeat("longer ", 200)), said("\n\n"+strings.Repeat("the longest ", 400))),
	}
}

// example is a tool fence as it stands in documentation.
func example(id string) string { return "```tool\n" + document.DecoyBody(id) + "```\n" }

// compact is a tool fence whose object stands on one line.
func compact(object string) document.Segment {
	return document.Tool(object).With(document.Style{Format: document.FormatCompact})
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
		segments = append(segments, compact(fmt.Sprintf(`{`+id+`"toolName":"turn%d","input":{"i":%d},`+rest+`}`, i%4, i, i)),
			document.Text(fmt.Sprintf("line %d\n", i)))
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
