package toolfence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/tool-fence"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/tool-fence/consumer, and those that code makes. Big ones stand last: whoever looks for a
// fault finds it before them.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: document.In, Chunks: document.ReadsOf,
		Own: document.Fields(), Text: big, Value: nested,
		Growing: map[string]func(n int) dialect.Script{"fences": manyFences, "text": longLine}}
	return slices.Concat(book.Cases(), followingCases(), neighbourCases(), strangeIDs(book.Pair, idDocument),
		[]*dialect.Case{longLines()}, book.Cases("sizes"))
}

// producerCases are those of fixtures/tool-fence/producer, an item of the transcript a line, and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Script: func(e casefile.Entry) (dialect.Script, error) {
		t, err := transcript.Parse(wire.Obj(wire.T("messageId", "msg-7"), wire.M("items", wire.List(e.Elements...))))
		return stream.Wrapped(t), err
	}, Growing: map[string]func(n int) dialect.Script{"calls": manyItems}, Text: big, Value: nested}
	surroundings := families.Surroundings(book.Pair, ids("FENCE-50", "FENCE-51", "FENCE-53"), "",
		func(items []transcript.Item) dialect.Script { return turn(items...) })
	return slices.Concat(book.Cases(), surroundings, strangeIDs(book.Pair, idTurn), book.Cases("sizes"))
}

func ids(list ...string) []string { return list }

// doc and turn are scripts, briefly: a document of segments, a turn of items.
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

// example is a tool fence as it stands in documentation.
func example(id string) string { return "```tool\n" + document.DecoyBody(id) + "```\n" }

// caseOf is a case of a document: tests are ids with blanks between.
func caseOf(class dialect.Class, slug, title, tests string, segments []document.Segment) *dialect.Case {
	return &dialect.Case{ID: words.Consumer().String() + "/" + slug, Title: title, Pair: words.Consumer(), Class: class,
		Tests: strings.Fields(tests), Script: doc(segments...)}
}

// kind is a way to write something. Numbers in it make it unlike others of its kind: {n}, {3n}, {5n}, and {-n}, which falls.
type kind struct{ slug, written string }

func (k kind) at(n, falling int) string {
	return strings.NewReplacer("{n}", fmt.Sprint(n), "{3n}", fmt.Sprint(3*n), "{5n}", fmt.Sprint(5*n), "{-n}",
		fmt.Sprint(falling)).Replace(k.written)
}

// followingCases: behind every way in which a fence asks for its events comes every other, and it behind them: nothing is left
// over from the fence before.
func followingCases() []*dialect.Case {
	askings := []kind{
		{"nothing", ``}, {"input-state", `,"state":"input-available"`}, {"output", `,"output":{"found":"by no. {-n}"}`},
		{"output-state", `,"state":"output-available"`}, {"output-both", `,"state":"output-available","output":"of no. {-n}"`},
		{"falsy-output", `,"output":0`}, {"error", `,"errorText":"lost no. {-n}"`}, {"error-state", `,"state":"output-error"`},
		{"error-both", `,"state":"output-error","errorText":"gone no. {-n}"`},
	}
	fence := func(k kind, i int) document.Segment {
		return document.Tool(fmt.Sprintf(`{"toolCallId":"fol_%c%d","toolName":"lookup","input":{"nth":%d}%s}`, 'z'-rune(i), i, 100+i,
			k.at(i, 70-i)))
	}
	bare := func(k kind, i int) document.Segment {
		return document.Tool(`{` + strings.TrimPrefix(k.at(i, 70-i), ",") + `}`)
	}
	var list []*dialect.Case
	for _, first := range askings {
		var given, bares []document.Segment
		for i, other := range askings {
			given = append(given, fence(first, 2*i), fence(other, 2*i+1))
			bares = append(bares, bare(first, 2*i), bare(other, 2*i+1), document.Text(fmt.Sprintf("So %d.\n", i)))
		}
		const tests = "FENCE-05 FENCE-06 FENCE-07"
		list = append(list, caseOf(dialect.Valid, "following-"+first.slug, "Behind a fence that asks so: "+first.slug+
			", comes one of every other kind, and it again.", tests, append(given, document.Text("end\n"))),
			caseOf(dialect.Valid, "following-"+first.slug+"-bare", "The same without ids, names and inputs, and with text between.",
				tests+" FENCE-09 FENCE-11", bares))
	}
	return list
}

// standings are every kind of element that a document may have.
func standings() []kind {
	fence := func(slug, members string) kind {
		return kind{slug, `{"tool":{"toolCallId":"` + slug + `_{-n}","toolName":"search_stock","input":{"nth":{n}},` + members + `}}`}
	}
	const output, failure = `"output":"result {3n}"`, `"errorText":"failure {5n}"`
	return []kind{
		fence("open", `"state":"input-available"`), fence("output", `"state":"output-available",`+output),
		fence("error", `"state":"output-error",`+failure), fence("both", `"state":"output-error",`+output+`,`+failure),
		fence("output-by-state", `"state":"output-available"`), fence("error-by-state", `"state":"output-error"`),
		{"malformed", `{"broken":"{\"toolCallId\":\"broken_{n}\",}"}`}, {"other", `{"code":[{"decoy":"decoy_{n}"}],"info":"json"}`},
		{"quote", `{"quote":["quoted {n}\n"]}`}, {"list", `{"list":["listed {n}\n"],"marker":"- "}`}, {"break", `"---\n"`},
		{"heading", `"# Heading {n}\n"`}, {"item", `"* item {n}\n"`}, {"indented", `"    indented {n}\n"`},
		{"marks", `"` + "````" + ` marks` + "`" + ` {n}\n"`}, {"line", `"Words {n}.\n"`},
	}
}

// neighbourCases put every kind of element next to every other one, and into each one that is a container.
func neighbourCases() []*dialect.Case {
	at := func(k kind, n int) document.Segment {
		s, err := document.ParseSegment(wire.ParseString(k.at(n, 90-n)))
		if err != nil {
			panic(err) // a mistake in this package
		}
		if s.Kind == document.ToolSegment {
			s.Style.Format = document.Formats()[n%2]
		}
		return s
	}
	inside := map[string]func(...document.Segment) document.Segment{"quote": document.Quote,
		"list": func(s ...document.Segment) document.Segment { return document.List("- ", s...) }}
	list := make([]*dialect.Case, len(standings()))
	for i, one := range standings() {
		segments := []document.Segment{at(one, 0)}
		for j, other := range standings() {
			n := 2*j + 1
			if inside[one.slug] != nil {
				segments = append(segments, inside[one.slug](at(other, 40+n)), document.Text("Between.\n"))
			}
			segments = append(segments, at(other, n), at(one, n+1))
		}
		list[i] = caseOf(dialect.Adversarial, "neighbours-"+one.slug, "One kind of element next to each other one.",
			"FENCE-22 FENCE-02 FENCE-05 FENCE-06 FENCE-07 FENCE-16", segments)
	}
	return list
}

func longLine(n int) dialect.Script {
	return doc(document.Text(strings.Repeat("0123456789abcdef", n/16)+"\n"), document.PlainCall("call_after"))
}

// big is a text of that size.
func big(size int) string { return strings.Repeat("0123456789abcde\n", size/16) }

// nested is a value n deep.
func nested(n int) wire.Value {
	return wire.ParseString(strings.Repeat(`{"d":[`, n/2) + `"bottom"` + strings.Repeat(`]}`, n/2))
}

func manyFences(calls int) dialect.Script {
	segments := make([]document.Segment, 0, 2*calls)
	for i := range calls {
		segments = append(segments, document.Tool(fmt.Sprintf(`{"toolCallId":"many_%d","toolName":"many","state":"output-available",`+
			`"input":{"i":%d},"output":%d}`, calls-i, i, 3*i+1)).With(document.Style{Format: document.FormatCompact}))
		if i%10 == 9 {
			segments = append(segments, document.Text(fmt.Sprintf("after %d\n", i)))
		}
	}
	return doc(segments...)
}

func manyItems(calls int) dialect.Script {
	items := make([]transcript.Item, 0, 2*calls)
	for i := range calls {
		id := fmt.Sprintf("many_%d", calls-i)
		items = append(items, called(id, "many", fmt.Sprintf(`{"i":%d}`, i)), succeeded(id, fmt.Sprint(3*i+1)))
	}
	return turn(items...)
}

// longLines is a case of lines, in text and in a fence, that come in very small reads.
func longLines() *dialect.Case {
	const word, count = "word ", 16 << 10
	c := &dialect.Case{ID: words.Consumer().String() + "/long-lines-small-reads", Pair: words.Consumer(), Class: dialect.Valid,
		Title: "Lines of 80 KiB, of text and inside a fence, arrive in reads of 16 bytes.", Heavy: true,
		Tests: ids("FENCE-01", "FENCE-02", "FENCE-03", "FENCE-05", "FENCE-06")}
	c.Build = func() dialect.Script {
		line := strings.Repeat(word, count)
		return doc(document.Text(line+"\n"), document.Tool(`{"toolCallId":"cut_long","toolName":"look","input":{"q":`+wire.Quote(line)+
			`},"output":"short"}`), document.Text("behind\n"), document.PlainCall("cut_behind"))
	}
	for at := 16; at < 2*len(word)*count; at += 16 {
		c.Chunks = append(c.Chunks, at)
	}
	return c
}

// strangeIDs are cases of ids that differ in what careless readers fold or mistake, beside plain ones.
func strangeIDs(pair dialect.Pair, of func(ids []string) dialect.Script) []*dialect.Case {
	x := strings.Repeat("x", 299)
	lists := [][]string{
		{"__proto__", "constructor"}, {"toString", "hasOwnProperty"}, {" ", "  "}, {"🎸", "🎺"}, {x + "a", x + "b"}, {"call_A", "call_a"},
		{"padded", " padded", "padded "}, {"caf\u00e9", "cafe\u0301"}, {"1", "01", "1.0"}, {"true", "null", "undefined"},
		{"a/b", "a%2Fb"}, {"\u200bz", "z"},
	}
	for _, g := range dialect.AlikeIDs() {
		lists = append(lists, g.IDs[:])
	}
	must := families.Robust(pair, dialect.Valid, "ROBUST-05")
	list := make([]*dialect.Case, len(lists))
	for i, ids := range lists {
		plain := []string{"plain_q", "plain_p", "plain_o"}[:len(ids)]
		list[i] = must.Case(fmt.Sprintf("strange-ids-%02d", i+1), "Ids that are ids like others.", of(ids), of(plain))
	}
	return list
}

// idDocument has a fence for each id, and one without.
func idDocument(ids []string) dialect.Script {
	segments := []document.Segment{document.Text("a\n")}
	for i, id := range ids {
		segments = append(segments, document.Tool(fmt.Sprintf(`{"toolCallId":%s,"toolName":"strange%d","input":{"n":%d},"output":"out %d"}`,
			wire.Quote(id), i, 10+i, 20+i)), document.Text("b\n"))
	}
	return doc(append(segments, document.Tool(`{"toolName":"gen","input":{"n":99},"output":"g"}`))...)
}

// idTurn has a call for each id.
func idTurn(ids []string) dialect.Script {
	var items []transcript.Item
	for i, id := range ids {
		items = append(items, called(id, fmt.Sprintf("strange%d", i), fmt.Sprintf(`{"n":%d}`, 10+i)),
			succeeded(id, fmt.Sprintf(`"out %d"`, 20+i)))
	}
	return turn(items...)
}
