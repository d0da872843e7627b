package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// made are scripts that case files name: what is too long to be written down.
type made = map[string]func() dialect.Script

func madeDocuments() made {
	of := func(segments ...segment) func() dialect.Script {
		return func() dialect.Script { return (&document{segments: segments}).script() }
	}
	name := func(n int, name string) segment {
		return tool(fmt.Sprintf(`{"toolCallId":"nmd_%d","toolName":%q,"input":{"nth":%d}}`, 60-7*n, name, n))
	}
	var names []segment
	for i, long := range longNames() {
		names = append(names, name(i, long))
	}
	failed := wire.Quote(repeated("0123456789 ", 1500) + "end")
	return made{
		"long-lines": of(text(repeated("word ", 4000)+"\n"), plainCall("call_long"), text(repeated("Wörter ", 3000)+"end\n")),
		"long-items": of(text(repeated("long ", 60)+"\n\n"), plainCall("call_li"),
			text(repeated("longer ", 200)+"\n\n"+repeated("the longest ", 400)+"\n")),
		"long-tail":   of(text("a\n"), plainCall("call_early"), text(repeated("one more line\n", 60))),
		"long-code":   of(code("sh", repeated("echo one\n", 30)), plainCall("call_sh")),
		"long-names":  of(append(names, text("end\n"))...),
		"sixty-calls": of(many(60)...),
		"long-line-body": of(tool(`{"toolCallId":"call_wide","toolName":"wide","state":"output-available","input":{"s":"`+repeated("wide ",
			20000)+
			`"},"output":"`+repeated("w", 70000)+`"}`).with(style{Format: formatCompact}), text("end\n")),
		"long-error": of(tool(`{"toolCallId":"call_e","toolName":"fail","input":{},"errorText":`+failed+`}`),
			tool(`{"toolCallId":"call_f","toolName":"fail","state":"output-error","input":{},"errorText":`+failed+`}`)),
		"untidy": of(tool(`{"toolCallId":"call_v","toolName":"value","input":{},"output":`+dialect.Untidy+`}`),
			tool(`{"toolCallId":"call_w","toolName":"value","state":"output-available","input":{},"output":`+dialect.Untidy+`}`)),
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

// decoyBody is an object that no reader should make a call of.
func decoyBody(id string) string {
	return `{"toolCallId":"` + id + `","toolName":"decoy","state":"output-available","input":{"fake":true},"output":"decoy"}` + "\n"
}

// example is a tool fence as it stands in documentation.
func example(id string) string { return "```tool\n" + decoyBody(id) + "```\n" }

// plainCall is a call for documents that are about something else.
func plainCall(id string) segment {
	return toolValue(wire.Obj(wire.M("toolCallId", wire.Str(id)), wire.M("toolName", wire.Str("lookup")),
		wire.M("state", wire.Str("output-available")),
		wire.M("input", wire.Obj(wire.M("for", wire.Str(id+"!")))), wire.M("output", wire.Str("found "+id+"?"))))
}

func repeated(s string, n int) string {
	b := make([]byte, 0, len(s)*n)
	for range n {
		b = append(b, s...)
	}
	return string(b)
}

// many calls of all outcomes, by turns.
func many(calls int) []segment {
	var segments []segment
	for i := range calls {
		id := fmt.Sprintf(`"toolCallId":"turn_%d",`, (i*7)%calls)
		if i%6 == 5 {
			id = ""
		}
		rest := []string{`"state":"output-available","output":"o%d"`, `"state":"output-error","errorText":"e%d"`, `"output":{"n":%d}`,
			`"state":"input-available","n":%d`, `"errorText":"f%d"`}[i%5]
		segments = append(segments, tool(fmt.Sprintf(`{`+id+`"toolName":"turn%d","input":{"i":%d},`+rest+`}`, i%4, i,
			i)).with(style{Format: formatCompact}), text(fmt.Sprintf("line %d\n", i)))
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
func exact(body string) segment {
	return segment{kind: toolSegment, object: wire.ParseString(body), body: body}
}
