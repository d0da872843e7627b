package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func (b *builder) sizeCases() {
	heavy := func(slug, title string, level requirement.Level, segments func(int) []document.Segment, n int) {
		of := func(n int) dialect.Script { return (&document.Document{Segments: segments(n)}).Script() }
		c := blame(b.valid(slug, title, nil), "ROBUST-03", level).Controlled("The same in small.", of(32))
		c.Script, c.Heavy = nil, true
		c.Build = func() dialect.Script { return of(n) }
	}
	heavy("thousand-calls", "1,000 calls in one document.", requirement.Must, sized, 1000)
	heavy("ten-thousand-calls", "10,000 calls in one document.", requirement.Should, sized, 10000)
	value := func(size int) document.Segment {
		big := strings.Repeat("0123456789abcde\n", size/16)
		return document.ToolValue(wire.Obj(wire.M("toolCallId", wire.Str("call_big")), wire.M("toolName", wire.Str("big")),
			wire.M("state", wire.Str("output-available")), wire.M("input", wire.Obj(wire.M("n", wire.Int(1)))),
			wire.M("output", wire.Str(big))))
	}
	around := func(size int) []document.Segment {
		return []document.Segment{document.Text("a\n"), value(size), document.Text("b\n"), document.PlainCall("call_after")}
	}
	heavy("mebibyte-output", "An output of 1 MiB.", requirement.Must, around, 1<<20)
	heavy("sixteen-mebibyte-output", "An output of 16 MiB.", requirement.Should, around, 16<<20)
	heavy("mebibyte-text", "A line of text of 1 MiB.", requirement.Must, func(n int) []document.Segment {
		return []document.Segment{document.Text(strings.Repeat("0123456789abcdef", n/16) + "\n"), document.PlainCall("call_after")}
	}, 1<<20)
	deep := func(n int) []document.Segment {
		v := nested(n)
		return []document.Segment{document.Tool(`{"toolCallId":"call_deep","toolName":"deep","state":"output-available","input":` + v +
			`,"output":` + v +
			`}`),
			document.Text("b\n")}
	}
	b.twisted("nested-100", "Values nested 100 deep.", "ROBUST-03", requirement.Must, deep(100), deep(2))
	whole := func(n string) []document.Segment {
		return []document.Segment{document.Tool(`{"toolCallId":"call_int","toolName":"int","state":"output-available","input":{"n":` + n +
			`},"output":[` +
			n +
			`]}`)}
	}
	for i, n := range []string{"9007199254740993", "-9007199254740995", "12345678901234567890123", "36028797018963969"} {
		b.twisted(fmt.Sprintf("big-integer-%d", i+1), "The integer "+n+" keeps its value.", "ROBUST-04", requirement.Should, whole(n),
			whole("82000"))
	}
}

// twisted is a case of one line, with the same document in plain as its control.
func (b *builder) twisted(slug, title, id string, level requirement.Level, segments, plain []document.Segment) {
	blame(b.valid(slug, title, nil, segments...), id, level).Controlled("The same with nothing special in it.",
		(&document.Document{Segments: plain}).Script())
}

// nested is a value n deep.
func nested(n int) string {
	return strings.Repeat(`{"d":[`, n/2) + `"bottom"` + strings.Repeat(`]}`, n/2)
}

// strangeIDs differ in what careless readers fold or mistake.
func strangeIDs() [][]string {
	lists := [][]string{
		{"__proto__", "constructor"}, {"toString", "hasOwnProperty"}, {" ", "  "}, {"🎸", "🎺"},
		{strings.Repeat("x", 299) + "a", strings.Repeat("x", 299) + "b"}, {"call_A", "call_a"},
		{"padded", " padded", "padded "}, {"caf\u00e9", "cafe\u0301"}, {"1", "01", "1.0"}, {"true", "null", "undefined"},
		{"a/b", "a%2Fb"}, {"\u200bz", "z"},
	}
	for _, g := range dialect.AlikeIDs() {
		lists = append(lists, g.IDs[:])
	}
	return lists
}

func (b *builder) strangeIDCases() {
	doc := func(list []string) *document.Document {
		segments := []document.Segment{document.Text("a\n")}
		for i, id := range list {
			segments = append(segments, document.ToolValue(wire.Obj(wire.M("toolCallId", wire.Str(id)),
				wire.M("toolName", wire.Str(fmt.Sprintf("strange%d", i))),
				wire.M("input", wire.Obj(wire.M("n", wire.Int(int64(10+i))))), wire.M("output", wire.Str(fmt.Sprintf("out %d", 20+i))))),
				document.Text("b\n"))
		}
		return &document.Document{Segments: append(segments, unnamed(`"toolName":"gen","input":{"n":99},"output":"g"`))}
	}
	for i, list := range strangeIDs() {
		slug := fmt.Sprintf("strange-ids-%02d", i+1)
		plain := make([]string, len(list))
		for j := range plain {
			plain[j] = fmt.Sprintf("plain_%c", 'q'-rune(j))
		}
		blame(b.put(dialect.Valid, slug, "Ids that are ids like others.", nil, doc(list)), "ROBUST-05", requirement.Must).
			Controlled("The same with plain ids.", doc(plain).Script())
	}
}

func sized(calls int) []document.Segment {
	segments := make([]document.Segment, 0, 2*calls)
	for i := range calls {
		segments = append(segments, document.ToolValue(wire.Obj(
			wire.M("toolCallId", wire.Str(fmt.Sprintf("many_%d", calls-i))), wire.M("toolName", wire.Str("many")),
			wire.M("state", wire.Str("output-available")), wire.M("input", wire.Obj(wire.M("i", wire.Int(int64(i))))),
			wire.M("output", wire.Int(int64(3*i+1))))).With(document.Style{Format: document.FormatCompact}))
		if i%10 == 9 {
			segments = append(segments, document.Text(fmt.Sprintf("after %d\n", i)))
		}
	}
	return segments
}

func turn(items []transcript.Item) dialect.Script {
	return stream.Wrapped(transcript.Transcript{MessageID: "msg-7", Items: items})
}

func (s *scribe) robustCases() {
	many := func(n int) []transcript.Item {
		items := make([]transcript.Item, 0, 2*n)
		for i := range n {
			id := fmt.Sprintf("many_%d", n-i)
			items = append(items, called(id, "many", fmt.Sprintf(`{"i":%d}`, i)), succeeded(id, fmt.Sprint(3*i+1)))
		}
		return items
	}
	sized := func(slug, title string, level requirement.Level, items func(int) []transcript.Item, n int) {
		c := blame(s.valid(slug, title, nil), "ROBUST-03", level).Controlled("The same in small.", turn(items(32)))
		c.Script, c.Heavy = nil, true
		c.Build = func() dialect.Script { return turn(items(n)) }
	}
	sized("thousand-calls", "1,000 calls.", requirement.Must, many, 1000)
	sized("ten-thousand-calls", "10,000 calls.", requirement.Should, many, 10000)
	big := func(size int) []transcript.Item {
		return []transcript.Item{said("a\n"), called("big_1", "big", `{"n":1}`),
			{Kind: transcript.Result, ID: "big_1", Status: transcript.Success,
				Content: wire.Str(strings.Repeat("0123456789abcde\n", size/16))},
			said("b\n")}
	}
	sized("mebibyte-content", "A content of 1 MiB.", requirement.Must, big, 1<<20)
	sized("mebibyte-input", "An input of 1 MiB.", requirement.Must, func(size int) []transcript.Item {
		return []transcript.Item{said("a\n"), called("big_2", "big",
			`{"text":`+wire.Quote(strings.Repeat("0123456789abcde\n", size/16))+`}`),
			succeeded("big_2", `"taken"`), said("b\n")}
	}, 1<<20)
	sized("sixteen-mebibyte-content", "A content of 16 MiB.", requirement.Should, big, 16<<20)
	deep := func(n int) []transcript.Item {
		return []transcript.Item{called("deep_1", "deep", nested(n)), succeeded("deep_1", nested(n))}
	}
	blame(s.valid("nested-100", "Values nested 100 deep.", nil, deep(100)...), "ROBUST-03",
		requirement.Must).Controlled("Values nested twice.", turn(deep(2)))
	whole := func(n string) []transcript.Item {
		return []transcript.Item{called("int_1", "int", `{"n":`+n+`}`), succeeded("int_1", `[`+n+`]`)}
	}
	for i, n := range []string{"9007199254740993", "-9007199254740995", "12345678901234567890123"} {
		blame(s.valid(fmt.Sprintf("big-integer-%d", i+1), "The integer "+n+" keeps its value.", nil, whole(n)...), "ROBUST-04",
			requirement.Should).
			Controlled("The same with a small integer.", turn(whole("82000")))
	}
	strange := func(list []string) []transcript.Item {
		var items []transcript.Item
		for i, id := range list {
			items = append(items, called(id, fmt.Sprintf("strange%d", i), fmt.Sprintf(`{"n":%d}`, 10+i)),
				succeeded(id, fmt.Sprintf(`"out %d"`, 20+i)))
		}
		return items
	}
	for i, list := range strangeIDs() {
		plain := make([]string, len(list))
		for j := range plain {
			plain[j] = fmt.Sprintf("plain_%c", 'q'-rune(j))
		}
		blame(s.valid(fmt.Sprintf("strange-ids-%02d", i+1), "Ids that are ids like others.", nil, strange(list)...), "ROBUST-05",
			requirement.Must).
			Controlled("The same with plain ids.", turn(strange(plain)))
	}
}
