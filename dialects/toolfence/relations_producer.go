package toolfence

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// normalWriting is what a writer's markdown tells, without what may differ from run
// to run: how fences and objects are written, the line breaks beside a fence, and
// where between call and result it stands. What is as good as the transcript's
// stands as the transcript has it, and beside it what is wrong: right answers have
// nothing of that. Absent where any answer is right.
func normalWriting(c *dialect.Case, o *dialect.Observation) wire.Value {
	s, ok := c.Script.(transcriptScript)
	if !ok || o.Omitted("markdown") || s.transcript.Valid() != nil {
		return wire.Value{}
	}
	records := map[string]*transcript.CallRecord{}
	for _, r := range s.transcript.Calls() {
		records[r.ID] = r
	}
	bodies, text := bodiesIn(o.State.Get("markdown").Text())
	fences := make([]wire.Value, len(bodies))
	for i, body := range bodies {
		fences[i] = toldBy(records, body)
	}
	return wire.Obj(wire.M("fences", wire.List(fences...)), wire.M("text", wire.Str(text)),
		wire.M("wrong", requirement.Failed(requirement.Apply(producerRules(), newWriting(c, o)))))
}

// bodiesIn are the bodies of the tool fences, and the text around them without its
// line breaks, which may be added (and are judged) beside a fence. A body is a text where it is no JSON, and absent where nothing closes
// its fence.
func bodiesIn(markdown string) (bodies []wire.Value, text string) {
	var scan scanner
	var around, body strings.Builder
	inside := false
	for line := range strings.Lines(markdown) {
		what, rest, _ := scan.next(strings.TrimRight(line, "\r\n"))
		switch {
		case what == opens && scan.fence.info == "tool" && scan.fence.depth == 0:
			inside = true
			body.Reset()
		case what == within && inside:
			body.WriteString(rest + "\n")
		case what == closes && inside:
			inside = false
			v, err := wire.Parse([]byte(body.String()))
			if err != nil {
				v = wire.Str(body.String())
			}
			bodies = append(bodies, v)
		default:
			around.WriteString(line)
		}
	}
	if inside {
		bodies = append(bodies, wire.Value{})
	}
	return bodies, withoutBreaks(around.String())
}

func withoutBreaks(text string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(text) }

// toldBy is what a fence tells of its call.
func toldBy(records map[string]*transcript.CallRecord, body wire.Value) wire.Value {
	if !body.IsObject() {
		return orNull(body)
	}
	state, output, failure := orNull(body.Get("state")), orNull(body.Get("output")), orNull(body.Get("errorText"))
	if r := records[body.Get("toolCallId").Text()]; r != nil {
		if r.Result == nil && state.Text() != "output-available" {
			state = wire.NullValue // what is told of an open call is free, but for a success
		}
		failure = failureAsMeant(r.Result, failure)
	}
	return wire.Obj(wire.M("toolCallId", orNull(body.Get("toolCallId"))), wire.M("toolName", orNull(body.Get("toolName"))),
		wire.M("input", orNull(body.Get("input"))), wire.M("state", state), wire.M("output", output), wire.M("errorText", failure))
}

// failureAsMeant is the transcript's reason where got tells it, and otherwise words
// of the writer's own.
func failureAsMeant(r *transcript.Item, got wire.Value) wire.Value {
	if r != nil && r.Status != transcript.Success && wire.EqualOrText(r.Content, got) {
		return r.Content
	}
	if got.IsString() {
		return wire.Str(dialect.OwnWords(got.Text()))
	}
	return got
}
