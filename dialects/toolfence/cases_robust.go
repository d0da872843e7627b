package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func consumerSizes() []*dialect.Case {
	must, should := families.Robust(words.Consumer(), dialect.Valid, "ROBUST-03")
	output := func(n int) dialect.Script {
		object := big(n, `{"toolCallId":"call_big","toolName":"big","state":"output-available","input":{"n":1},"output":"…"}`)
		return doc(document.Text("a\n"), document.ToolValue(object), document.Text("b\n"), document.PlainCall("call_after"))
	}
	text := func(n int) dialect.Script {
		return doc(document.Text(strings.Repeat("0123456789abcdef", n/16)+"\n"), document.PlainCall("call_after"))
	}
	deep := func(n int) dialect.Script {
		return doc(document.Tool(`{"toolCallId":"call_deep","toolName":"deep","state":"output-available","input":`+nested(n)+
			`,"output":`+nested(n)+`}`), document.Text("b\n"))
	}
	return []*dialect.Case{
		must.Case("nested-100", "Values nested 100 deep.", deep(100), deep(2)),
		longLines(),
		must.Grown("thousand-calls", "1,000 calls in one document.", 1000, manyFences),
		must.Grown("mebibyte-output", "An output of 1 MiB.", 1<<20, output),
		must.Grown("mebibyte-text", "A line of text of 1 MiB.", 1<<20, text),
		should.Grown("ten-thousand-calls", "10,000 calls in one document.", 10_000, manyFences),
		should.Grown("sixteen-mebibyte-output", "An output of 16 MiB.", 16<<20, output),
	}
}

func producerSizes() []*dialect.Case {
	must, should := families.Robust(words.Producer(), dialect.Valid, "ROBUST-03")
	content := func(n int) dialect.Script {
		answer := succeeded("big_1", "null")
		answer.Content = big(n, `"…"`)
		return turn(said("a\n"), called("big_1", "big", `{"n":1}`), answer, said("b\n"))
	}
	input := func(n int) dialect.Script {
		call := called("big_2", "big", "null")
		call.Input = big(n, `{"text":"…"}`)
		return turn(said("a\n"), call, succeeded("big_2", `"taken"`), said("b\n"))
	}
	deep := func(n int) dialect.Script {
		return turn(called("deep_1", "deep", nested(n)), succeeded("deep_1", nested(n)))
	}
	return []*dialect.Case{
		must.Case("nested-100", "Values nested 100 deep.", deep(100), deep(2)),
		must.Grown("thousand-calls", "1,000 calls.", 1000, manyItems),
		must.Grown("mebibyte-content", "A content of 1 MiB.", 1<<20, content),
		must.Grown("mebibyte-input", "An input of 1 MiB.", 1<<20, input),
		should.Grown("ten-thousand-calls", "10,000 calls.", 10_000, manyItems),
		should.Grown("sixteen-mebibyte-content", "A content of 16 MiB.", 16<<20, content),
	}
}

// big is what a JSON text says, with a text of that size where it says "…".
func big(size int, json string) wire.Value {
	return wire.ParseString(json).Filled("…", strings.Repeat("0123456789abcde\n", size/16))
}

// nested is a value n deep.
func nested(n int) string {
	return strings.Repeat(`{"d":[`, n/2) + `"bottom"` + strings.Repeat(`]}`, n/2)
}

func manyFences(calls int) dialect.Script {
	segments := make([]document.Segment, 0, 2*calls)
	for i := range calls {
		segments = append(segments, compact(fmt.Sprintf(`{"toolCallId":"many_%d","toolName":"many","state":"output-available",`+
			`"input":{"i":%d},"output":%d}`, calls-i, i, 3*i+1)))
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
	must, _ := families.Robust(pair, dialect.Valid, "ROBUST-05")
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
