package toolfence

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// observed is an answer written by hand: an event a line, "text" short for a
// text-delta.
func observed(lines ...string) dialect.Observation {
	o := dialect.Observation{Omits: []string{"chunks"}}
	for _, line := range lines {
		e := wire.ParseString(line)
		if e.IsString() {
			e = wire.Obj(wire.M("type", wire.Str(words.TextEvent)), wire.M("delta", e))
		}
		o.Events = append(o.Events, dialect.Event{Value: e, After: -1})
	}
	return o
}

func in(id, name, input string) string {
	return `{"type":"tool-input-available","toolCallId":"` + id + `","toolName":"` + name + `","input":` + input + `}`
}

func out(id, output string) string {
	return `{"type":"tool-output-available","toolCallId":"` + id + `","output":` + output + `}`
}

func failed(id, text string) string {
	return `{"type":"tool-output-error","toolCallId":"` + id + `","errorText":` + text + `}`
}

// judged are the requirements that are missed, "~" before those that only warn.
func judged(d *document.Document, o dialect.Observation) string {
	side := consumer()
	var missed []string
	for _, out := range side.Judge(&dialect.Case{Script: d.Script()}, &o) {
		switch out.Verdict {
		case requirement.Fail:
			missed = append(missed, out.Requirement)
		case requirement.Warn:
			missed = append(missed, "~"+out.Requirement)
		}
	}
	return strings.Join(missed, " ")
}

type judgement struct {
	name     string
	segments []document.Segment
	answer   []string
	missed   string
}

func (j judgement) check(t *testing.T) {
	t.Run(j.name, func(t *testing.T) {
		if got := judged(&document.Document{Segments: j.segments}, observed(j.answer...)); got != j.missed {
			t.Errorf("missed %q, want %q", got, j.missed)
		}
	})
}

func TestJudgeOfOneCall(t *testing.T) {
	call := []document.Segment{document.Text("a\n"),
		document.Tool(`{"toolCallId":"c9","toolName":"t","state":"output-available","input":{"q":1},"output":[2]}`),
		document.Text("b\n")}
	in, out := in("c9", "t", `{"q":1}`), out("c9", `[2]`)
	for _, j := range []judgement{
		{"right", call, []string{`"a\n"`, in, out, `"b\n"`}, ""},
		{"line ending before the fence dropped", call, []string{`"a"`, in, out, `"b\n"`}, ""},
		{"line ending behind the fence kept", call, []string{`"a"`, in, out, `"\nb\n"`}, ""},
		{"text in pieces, empty ones too", call, []string{`""`, `"a"`, `"\n"`, in, out, `"b"`, `""`, `"\n"`}, ""},
		{"unknown events", call, []string{`{"type":"start"}`, `"a\n"`, in, out, `"b\n"`, `{"type":"finish"}`, `7`, `null`}, ""},
		{"numbers in another form", call, []string{`"a\n"`,
			`{"type":"tool-input-available","input":{"q":1.0},"toolName":"t","toolCallId":"c9"}`, out, `"b\n"`}, ""},
		{"nothing", call, nil, "FENCE-01 FENCE-02 FENCE-03 FENCE-05"},
		{"left as text", call, []string{`"a\n` + "```tool" +
			`\n{\n  \"toolCallId\": \"c9\",\n  \"toolName\": \"t\",\n  \"state\": \"output-available\",\n  ` +
			`\"input\": {\n    \"q\": 1\n  },\n  ` +
			`\"output\": [\n    2\n  ]\n}\n` + "```" + `\nb\n"`}, "FENCE-01"},
		{"no input event", call, []string{`"a\n"`, out, `"b\n"`}, "FENCE-03"},
		{"input event twice", call, []string{`"a\n"`, in, in, out, `"b\n"`}, "FENCE-03"},
		{"input behind output", call, []string{`"a\n"`, out, in, `"b\n"`}, "FENCE-03"},
		{"no output event", call, []string{`"a\n"`, in, `"b\n"`}, "FENCE-05"},
		{"output twice", call, []string{`"a\n"`, in, out, out, `"b\n"`}, "FENCE-05"},
		{"error besides", call, []string{`"a\n"`, in, out, failed("c9", `"x"`), `"b\n"`}, "FENCE-06"},
		{"another id", call, []string{`"a\n"`, strings.ReplaceAll(in, "c9", "C9"), out, `"b\n"`}, "FENCE-08"},
		{"another name", call, []string{`"a\n"`, strings.ReplaceAll(in, `"t"`, `"tool"`), out, `"b\n"`}, "FENCE-25"},
		{"text lost", call, []string{`"a\n"`, in, out}, "FENCE-02"},
		{"text changed", call, []string{`"a \n"`, in, out, `"b\n"`}, "FENCE-02"},
		{"text doubled", call, []string{`"a\n"`, `"a\n"`, in, out, `"b\n"`}, "FENCE-02"},
		{"fence line leaks", call, []string{`"a\n"`, in, out, "\"```\\nb\\n\""}, "FENCE-01"},
		{"text before call behind it", call, []string{in, out, `"a\n"`, `"b\n"`}, "FENCE-22"},
		{"text behind call before it", call, []string{`"a\n"`, `"b\n"`, in, out}, "FENCE-22"},
		{"text between the events", call, []string{`"a\n"`, in, `"b\n"`, out}, "FENCE-22"},
		{"a call that nobody made", call, []string{`"a\n"`, in, out, strings.ReplaceAll(in, "c9", "c8"), `"b\n"`}, "FENCE-01"},
	} {
		j.check(t)
	}
}

func TestJudgeOfOutcomes(t *testing.T) {
	fence := func(rest string) []document.Segment {
		return []document.Segment{document.Tool(`{"toolCallId":"c","toolName":"t"` + rest + `}`)}
	}
	first, empty := in("c", "t", `{"q":1}`), in("c", "t", `{}`)
	both := fence(`,"input":{"q":1},"output":7,"errorText":"no"`)
	for _, j := range []judgement{
		{"no input: {}", fence(``), []string{empty}, ""},
		{"no input: nothing", fence(``), nil, "~FENCE-04"},
		{"no input: null", fence(``), []string{in("c", "t", `null`)}, "~FENCE-04"},
		{"null input: null", fence(`,"input":null`), []string{in("c", "t", `null`)}, ""},
		{"null input: {}", fence(`,"input":null`), []string{empty}, ""},
		{"null input: left out", fence(`,"input":null`), []string{`{"type":"tool-input-available","toolCallId":"c","toolName":"t"}`}, ""},
		{"null input: text", fence(`,"input":null`), []string{in("c", "t", `"null"`)}, "FENCE-03"},
		{"no outcome, yet one", fence(`,"input":{"q":1}`), []string{first, out("c", `null`)}, "FENCE-07"},
		{"state alone: null", fence(`,"input":{"q":1},"state":"output-available"`), []string{first, out("c", `null`)}, ""},
		{"state alone: {}", fence(`,"input":{"q":1},"state":"output-available"`), []string{first, out("c", `{}`)}, ""},
		{"state alone: left out", fence(`,"input":{"q":1},"state":"output-available"`),
			[]string{first, `{"type":"tool-output-available","toolCallId":"c"}`}, ""},
		{"state alone: something", fence(`,"input":{"q":1},"state":"output-available"`), []string{first, out("c", `"ok"`)}, "FENCE-05"},
		{"null output", fence(`,"input":{"q":1},"output":null`), []string{first, out("c", `null`)}, ""},
		{"null output ignored", fence(`,"input":{"q":1},"output":null`), []string{first}, "~FENCE-13"},
		{"zero ignored", fence(`,"input":{"q":1},"output":0`), []string{first}, "FENCE-05 FENCE-13"},
		{"error state: some text", fence(`,"input":{"q":1},"state":"output-error"`), []string{first, failed("c", `"Unknown"`)}, ""},
		{"error state: null", fence(`,"input":{"q":1},"state":"output-error"`), []string{first, failed("c", `null`)}, "FENCE-06"},
		{"error: another text", fence(`,"input":{"q":1},"errorText":"no"`), []string{first, failed("c", `"No"`)}, "FENCE-06"},
		{"error as output too", fence(`,"input":{"q":1},"errorText":"no"`), []string{first, failed("c", `"no"`), out("c", `null`)},
			"FENCE-05"},
		{"both: error", both, []string{first, failed("c", `"no"`)}, ""},
		{"both: both", both, []string{first, out("c", `7`), failed("c", `"no"`)}, ""},
		{"both: error first", both, []string{first, failed("c", `"no"`), out("c", `7`)}, ""},
		{"both: output alone", both, []string{first, out("c", `7`)}, "FENCE-06 FENCE-14"},
		{"both: another output", both, []string{first, out("c", `8`), failed("c", `"no"`)}, "FENCE-14"},
		{"empty error: error", fence(`,"input":{"q":1},"errorText":""`), []string{first, failed("c", `""`)}, ""},
		{"empty error: ignored", fence(`,"input":{"q":1},"errorText":""`), []string{first}, "~FENCE-15"},
		{"empty error and output: output", fence(`,"input":{"q":1},"errorText":"","output":1`), []string{first, out("c", `1`)},
			"~FENCE-15"},
		{"empty error and output: error", fence(`,"input":{"q":1},"errorText":"","output":1`), []string{first, failed("c", `""`)}, ""},
		{"empty error and output: neither", fence(`,"input":{"q":1},"errorText":"","output":1`), []string{first}, "FENCE-05 ~FENCE-15"},
	} {
		j.check(t)
	}
}

func TestJudgeOfIDs(t *testing.T) {
	two := []document.Segment{unnamed(`"input":{"n":1}`), unnamed(`"input":{"n":2},"output":3`)}
	given := []document.Segment{document.Tool(`{"toolCallId":"tool-call-1","input":{"n":1}}`), unnamed(`"input":{"n":2}`)}
	later := []document.Segment{unnamed(`"input":{"n":1}`), document.Tool(`{"toolCallId":"tool-call-1","input":{"n":2}}`)}
	for _, j := range []judgement{
		{"generated", two, []string{in("tool-call-0", "tool", `{"n":1}`), in("tool-call-7", "tool", `{"n":2}`), out("tool-call-7", `3`)},
			""},
		{"another form", two, []string{in("x", "tool", `{"n":1}`), in("y", "tool", `{"n":2}`), out("y", `3`)}, "~FENCE-10"},
		{"the same twice", two, []string{in("tool-call-1", "tool", `{"n":1}`), in("tool-call-1", "tool", `{"n":2}`),
			out("tool-call-1", `3`)}, "FENCE-09"},
		{"two in one call", two, []string{in("tool-call-1", "tool", `{"n":1}`), in("tool-call-2", "tool", `{"n":2}`),
			out("tool-call-3", `3`)}, "FENCE-09"},
		{"empty", two, []string{in("", "tool", `{"n":1}`), in("tool-call-2", "tool", `{"n":2}`), out("tool-call-2", `3`)}, "FENCE-09"},
		{"given before", given, []string{in("tool-call-1", "tool", `{"n":1}`), in("tool-call-1", "tool", `{"n":2}`)}, "FENCE-09"},
		{"given later", later, []string{in("tool-call-1", "tool", `{"n":1}`), in("tool-call-1", "tool", `{"n":2}`)}, "~FENCE-09"},
		{"no name: null", two[:1], []string{`{"type":"tool-input-available","toolCallId":"tool-call-1","toolName":null,"input":{"n":1}}`},
			"FENCE-11"},
	} {
		j.check(t)
	}
}

func TestJudgeOfWhatIsNoCall(t *testing.T) {
	bad := []document.Segment{document.Text("a\n"), document.Broken(`[1]`), document.Text("b\n")}
	foreign := []document.Segment{document.Code("toolbox", "{\"toolCallId\":\"d\",\"input\":{}}\n"), document.Text("b\n")}
	odd := []document.Segment{document.Tool(`{"toolCallId":42,"toolName":"t","input":{"n":1}}`), document.Text("b\n")}
	open := []document.Segment{document.Text("a\n"), document.Broken(`{"toolCallId":"c","input":{`).With(document.Style{Open: true})}
	shown := "\"a\\n```tool\\n[1]\\n```\\nb\\n\""
	for _, j := range []judgement{
		{"malformed: shown", bad, []string{shown}, ""},
		{"malformed: dropped", bad, []string{`"a\n"`, `"b\n"`}, "~FENCE-16"},
		{"malformed: part of it", bad, []string{"\"a\\n[1]\\nb\\n\""}, "~FENCE-16"},
		{"malformed: a call", bad, []string{`"a\n"`, in("tool-call-1", "tool", `{}`), `"b\n"`}, "FENCE-16 ~FENCE-16"},
		{"malformed: text behind lost", bad, []string{"\"a\\n```tool\\n[1]\\n```\\n\""}, "FENCE-02"},
		{"foreign: text", foreign, []string{"\"```toolbox\\n{\\\"toolCallId\\\":\\\"d\\\",\\\"input\\\":{}}\\n```\\nb\\n\""}, ""},
		{"foreign: a call", foreign, []string{in("d", "tool", `{}`), `"b\n"`}, "FENCE-02 FENCE-18"},
		{"odd id: as if absent", odd, []string{in("tool-call-3", "t", `{"n":1}`), `"b\n"`}, ""},
		{"odd id: as text", odd, []string{in("42", "t", `{"n":1}`), `"b\n"`}, ""},
		{"odd id: as it is", odd, []string{`{"type":"tool-input-available","toolCallId":42,"toolName":"t","input":{"n":1}}`, `"b\n"`},
			"FENCE-17"},
		{"odd id: malformed", odd, []string{"\"```tool\\n{\\n  \\\"toolCallId\\\": 42,\\n  \\\"toolName\\\": \\\"t\\\",\\n  " +
			"\\\"input\\\": {\\n    \\\"n\\\": 1\\n  }\\n}\\n```\\nb\\n\""}, ""},
		{"open: dropped", open, []string{`"a\n"`}, ""},
		{"open: shown", open, []string{"\"a\\n```tool\\n{\\\"toolCallId\\\":\\\"c\\\",\\\"input\\\":{\\n\""}, ""},
		{"open: shown in part", open, []string{"\"a\\n{\\\"toolCallId\\\":\\\"c\\\",\\\"input\\\":{\""}, ""},
		{"open: a call", open, []string{`"a\n"`, in("c", "tool", `{}`)}, "FENCE-21"},
		{"open: text before lost", open, nil, "FENCE-02 FENCE-21"},
	} {
		if j.name == "malformed: a call" {
			j.missed = "FENCE-16" // the worst of its clauses
		}
		j.check(t)
	}
}

// Fences that say the same: the text tells which of them was left.
func TestJudgeOfTwins(t *testing.T) {
	named := document.Tool(`{"toolCallId":"c","toolName":"t","input":{}}`).With(document.Style{Format: document.FormatCompact})
	extra, other, indented := named, named, named
	extra.Style.Extra, other.Style.Extra, indented.Style.Indent = " x=1", " json", 2
	odd := document.Tool(`{"toolCallId":7,"toolName":"t","input":{}}`)
	bare := document.Tool(`{"toolName":"t","input":{}}`)
	call, bareCall := in("c", "t", `{}`), in("tool-call-1", "t", `{}`)
	source := func(info string) string {
		return `"` + "```tool" + info + `\n{\"toolCallId\":\"c\",\"toolName\":\"t\",\"input\":{}}\n` + "```" + `\n"`
	}
	for _, j := range []judgement{
		{"the indented one", []document.Segment{extra, indented}, []string{source(" x=1"), call}, ""},
		{"the indented one, before", []document.Segment{indented, extra}, []string{call, source(" x=1")}, ""},
		{"both", []document.Segment{extra, indented}, []string{call, call}, ""},
		{"neither", []document.Segment{extra, indented}, []string{source(" x=1"), source("")}, "~FENCE-19"},
		{"neither, one dropped", []document.Segment{extra, indented}, []string{source(" x=1")}, "FENCE-02 ~FENCE-19"},
		{"one with an info string of its own", []document.Segment{extra, other}, []string{source(" x=1"), call}, ""},
		{"the plain one", []document.Segment{extra, named}, []string{source(" x=1"), call}, ""},
		{"not the plain one", []document.Segment{extra, named}, []string{call, source("")}, "FENCE-01"},
		{"told and shown", []document.Segment{extra, named}, []string{source(" x=1"), call, call}, "FENCE-01"},
		{"the odd one dropped", []document.Segment{odd, bare}, []string{bareCall}, "~FENCE-16"},
	} {
		j.check(t)
	}
}

func TestJudgePromptness(t *testing.T) {
	d := &document.Document{Segments: []document.Segment{document.Text("one\ntwo\n"),
		document.Tool(`{"toolCallId":"c","toolName":"t","input":{}}`).With(document.Style{Format: document.FormatCompact}),
		document.Text("three\nfour\n")}}
	// Chunks: one, two, ```tool, {…}, ```, three, four.
	at := func(one, two, call, three, four int) string {
		o := observed(`"one\n"`, `"two\n"`, in("c", "t", `{}`), `"three\n"`, `"four\n"`)
		for i, after := range []int{one, two, call, three, four} {
			o.Events[i].After = after
		}
		return judged(d, o)
	}
	if got := at(2, 3, 5, 7, 7); got != "" {
		t.Errorf("as late as may be: %q", got)
	}
	for name, got := range map[string]string{"first line": at(3, 3, 5, 7, 7), "line before the fence": at(2, 4, 5, 7, 7),
		"call": at(2, 3, 6, 7, 7)} {
		if got != "~FENCE-23" {
			t.Errorf("%s too late: %q", name, got)
		}
	}
	if got := at(-1, -1, -1, -1, -1); got != "" {
		t.Errorf("nobody says when: %q", got)
	}
}

func TestJudgeOfChunks(t *testing.T) {
	d := &document.Document{Segments: []document.Segment{document.Text("a\n"),
		document.Tool(`{"toolCallId":"c","toolName":"t","input":{},"own":[0,null]}`), document.Text("b\n")}}
	with := func(chunks string) string {
		o := observed(`"a\n"`, in("c", "t", `{}`), `"b\n"`)
		o.Omits, o.State = nil, wire.Obj(wire.M("chunks", wire.ParseString(chunks)))
		return judged(d, o)
	}
	for chunks, want := range map[string]string{
		`[{"type":"text","text":"a\n"},{"type":"tool","toolCallId":"c","own":[0,null]},{"type":"text","text":"b\n"}]`:                "",
		`[{"type":"text","text":"a"},{"type":"tool","own":[0.0,null],"x":1},{"type":"text","text":"b"},{"type":"text","text":"\n"}]`: "",
		`[{"type":"tool","own":[0,null]}]`: "",
		`[{"type":"text","text":"a\n"},{"type":"tool","toolCallId":"c"},{"type":"text","text":"b\n"}]`: "FENCE-12",
		`[{"type":"text","text":"a\n"},{"type":"tool","own":[0]},{"type":"text","text":"b\n"}]`:        "FENCE-12",
		`[]`: "FENCE-12", `null`: "FENCE-12", `"text"`: "FENCE-12",
		`[{"type":"tool","toolCallId":"c","own":[0,null]},{"type":"tool","toolCallId":"c","own":[0,null]}]`: "FENCE-01",
		`[{"type":"text","text":"b\n"},{"type":"tool","own":[0,null]}]`:                                     "FENCE-02",
	} {
		if got := with(chunks); got != want {
			t.Errorf("%s: missed %q, want %q", chunks, got, want)
		}
	}
}
