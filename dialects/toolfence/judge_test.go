package toolfence

import (
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// observed is an answer written by hand: an event a line, "text" short for a
// text-delta.
func observed(lines ...wire.Value) dialect.Observation {
	for i, line := range lines {
		if line.IsString() {
			lines[i] = wire.Obj(wire.M("type", wire.Str(words.TextEvent)), wire.M("delta", line))
		}
	}
	return dialecttest.Telling(lines, "chunks")
}

// around is an answer with a call between two runs of texts.
func around(before []string, behind ...string) dialect.Observation {
	var lines []wire.Value
	for _, text := range before {
		lines = append(lines, wire.Str(text))
	}
	lines = append(lines, wire.ParseString(`{"type":"tool-input-available","toolCallId":"c","toolName":"t","input":{}}`))
	for _, text := range behind {
		lines = append(lines, wire.Str(text))
	}
	return observed(lines...)
}

// judged are the requirements that are missed, "~" before those that only warn.
func judged(s dialect.Script, o dialect.Observation) string {
	side := consumer()
	return dialecttest.Missed(side.Judge(&dialect.Case{Script: s}, &o))
}

func TestAnswersOfConsumers(t *testing.T) {
	dialecttest.Answers(t, "testdata/consumer.answers", func(w dialecttest.Written) string {
		script, err := document.In(casefile.Entry{Elements: w.Sent})
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		return judged(script, observed(w.Told...))
	})
}

func TestJudgePromptness(t *testing.T) {
	d := &document.Document{Segments: []document.Segment{document.Text("one\ntwo\n"),
		document.Tool(`{"toolCallId":"c","toolName":"t","input":{}}`).With(document.Style{Format: document.FormatCompact}),
		document.Text("three\nfour\n")}}
	// Chunks: one, two, ```tool, {…}, ```, three, four.
	at := func(one, two, call, three, four int) string {
		o := around([]string{"one\n", "two\n"}, "three\n", "four\n")
		for i, after := range []int{one, two, call, three, four} {
			o.Events[i].After = after
		}
		return judged(d.Script(), o)
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
		o := around([]string{"a\n"}, "b\n")
		o.Omits, o.State = nil, wire.Obj(wire.M("chunks", wire.ParseString(chunks)))
		return judged(d.Script(), o)
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
