package toolfence

import (
	"strings"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// eventRules are FENCE-01 to 07: which text and which events a document gives.
func eventRules() []rule {
	return []rule{
		examples(about("FENCE-01", requirement.Must,
			"A fenced code block whose info string, trimmed, is exactly `tool` and whose body is one JSON object becomes one tool call and is not repeated as text.",
			`Overview: "the markdown pipeline converts this JSON object into a tool chunk that is used to produce tool-related stream events"`, judgeTaken),
			"```tool\n{\"toolCallId\":\"call_123\",\"input\":{}}\n``` gives tool-input-available of call_123, and no text",
			"the same events, and the fence's lines as text-delta beside them"),
		examples(about("FENCE-02", requirement.Must,
			"Every other character of the document comes through as text, unchanged and in order. Free: the line ending right before the opening fence's line and the one that ends the closing fence's line, and indentation, container markers and trailing blanks on those two lines.",
			`Overview: "The parser keeps the surrounding text tokens intact so they continue to stream normally before and after the tool call metadata."`, judgeText),
			`"Before.\n\n" and "\nAfter.\n" around a fence come as these very characters`, `"Before." and "After.": the blank lines are gone`),
		examples(about("FENCE-03", requirement.Must,
			"`input` present: exactly one `tool-input-available`, its `input` equal to the given value, before any output event of that call. (`null`: `null` or `{}`, MAY.)",
			`JSON Fields, input: "When present, a tool-input-available event is emitted with this value."`, judgeInput),
			`{"type":"tool-input-available","toolCallId":"call_123","toolName":"search","input":{"query":"cats"}}`,
			`the same with "input":"{\"query\":\"cats\"}"`),
		ruled(about("FENCE-04", requirement.Should,
			"`input` absent: `tool-input-available` with `{}`. (The field table says \"when present\", the streaming section \"defaulting to an empty object\".)",
			`Streaming Behavior, 1: "A tool-input-available event with the parsed input payload (defaulting to an empty object)."`, judgeNoInput),
			"The field table and the streaming section contradict each other; a client that shows calls needs the event, and the streaming section is the more exact one."),
		examples(about("FENCE-05", requirement.Must,
			"`output` present (and not `null`) or `state` = `output-available`: exactly one `tool-output-available`, `output` equal to the given value. (Without a value: `null`, `{}` or left out, MAY.)",
			"Streaming Behavior, 2: \"A tool-output-available event when state is output-available or output is provided.\"", judgeOutput),
			`{"type":"tool-output-available","toolCallId":"call_123","output":{"results":[]}}`, "no output event, because the fence has no state"),
		examples(about("FENCE-06", requirement.Must,
			"`errorText` present (a non-empty string) or `state` = `output-error`: exactly one `tool-output-error`; `errorText` as given when given, some string otherwise.",
			"Streaming Behavior, 3: \"A tool-output-error event when state is output-error or errorText is supplied.\"", judgeError),
			`{"type":"tool-output-error","toolCallId":"call_123","errorText":"rate limited"}`, `"errorText":{}`),
		about("FENCE-07", requirement.Must,
			"No `output`, no `errorText` and no output state at all: no output event. `input-streaming` and `input-available` ask for none by themselves; a payload beside them still counts.",
			"Streaming Behavior: output events come \"when\" their state or payload is there", judgeNoOutput),
	}
}

// judgeTaken is FENCE-01.
func judgeTaken(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		if c.told() {
			f := finding("/events", "The source of %s was repeated as text.", v.label(c))
			n.Holds(!v.laid.shown[c.fence], compared(f, wire.Value{}, wire.Str(v.written(c.fence))))
		}
		if c.demandedBy != "FENCE-01" {
			continue
		}
		f, missed := v.untaken(c)
		n.Holds(!missed, f)
	}
	for _, x := range v.laid.extras {
		if leak := v.laid.text[x.start:x.end]; v.leaks(leak) {
			n.Miss(compared(finding("/events", "A piece of a tool fence came through as text: %s", short(leak)), wire.Value{}, wire.Str(leak)))
		}
	}
	for _, e := range v.strays(func(s *segment) bool { return s == nil }) {
		n.Miss(of(e, "%s belongs to no tool fence of the document.", kinds()[e.slot]))
	}
	if v.chunks == nil {
		return
	}
	for i := range v.calls {
		if c := &v.calls[i]; c.told() && v.chunks.some && v.chunks.of[i].IsAbsent() {
			n.Miss(compared(finding("/chunks", "There is no tool chunk for %s.", v.label(c)), c.object, wire.Value{}))
		}
	}
	for _, i := range v.chunks.surplus {
		n.Miss(finding("/chunks/"+wire.Int(int64(i)).Literal(), "The tool chunk belongs to no tool fence, or to one that has its chunk already."))
	}
}

// leaks tells whether the text is a piece of a fence that was told as a call.
func (v *view) leaks(text string) bool {
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "`~{}\"") {
		return false // any text may have this in it
	}
	for i := range v.calls {
		c := &v.calls[i]
		if c.told() && strings.Contains(v.written(c.fence), text) {
			return true
		}
	}
	return false
}

// written is the source of a fence as it stands in the document.
func (v *view) written(fence int) string {
	var b strings.Builder
	f := &v.doc.fences[fence]
	for _, p := range v.doc.pieces[f.first:f.last] {
		b.WriteString(p.text)
	}
	return b.String()
}

// judgeInput is FENCE-03.
func judgeInput(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		if c.input.IsAbsent() || v.untold(c) {
			continue
		}
		n.Saw()
		v.once(n, requirement.Must, c, slotInput)
		v.inputFirst(n, requirement.Must, c)
		if events := c.events[slotInput]; c.input.IsNull() && len(events) > 0 {
			n.Policy("a null input comes as %s", events[0].value.Get("input").JSON())
		}
	}
}

// inputFirst notes that no output event of the call came before its input.
func (v *view) inputFirst(n *notes, level requirement.Level, c *account) {
	for _, in := range c.events[slotInput] {
		for _, out := range append(c.events[slotOutput][:len(c.events[slotOutput]):len(c.events[slotOutput])], c.events[slotError]...) {
			n.Holds(in.index < out.index, at(level, of(out, "%s of %s came before its tool-input-available.", kinds()[out.slot], v.label(c))))
		}
	}
}

// judgeNoInput is FENCE-04.
func judgeNoInput(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		if !c.input.IsAbsent() || v.untold(c) {
			continue
		}
		n.Saw()
		v.once(n, requirement.Should, c, slotInput)
		v.inputFirst(n, requirement.Should, c)
	}
}

// judgeOutput is FENCE-05.
func judgeOutput(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		switch {
		case v.untold(c):
		case c.needs[slotOutput] == must:
			if c.errorDecides() {
				continue
			}
			n.Saw()
			v.once(n, requirement.Must, c, slotOutput)
			if events := c.events[slotOutput]; c.output.IsNull() && len(events) > 0 {
				n.Policy("an output without a value comes as %s", events[0].value.Get("output").JSON())
			}
		case c.needs[slotOutput] == never && c.needs[slotError] > never:
			for _, e := range c.events[slotOutput] {
				n.Miss(of(e, "%s has no output and no state that asks for one, yet a tool-output-available came.", v.label(c)))
			}
		}
	}
}

// judgeError is FENCE-06.
func judgeError(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		switch {
		case v.untold(c):
		case c.needs[slotError] == must:
			n.Saw()
			v.once(n, requirement.Must, c, slotError)
		case c.needs[slotError] == never && c.needs[slotOutput] > never:
			for _, e := range c.events[slotError] {
				n.Miss(of(e, "%s has no error text and no state that asks for one, yet a tool-output-error came.", v.label(c)))
			}
		}
	}
}

// judgeNoOutput is FENCE-07.
func judgeNoOutput(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		if !c.told() {
			continue
		}
		if c.needs[slotOutput] == never && c.needs[slotError] == never {
			n.Saw()
			for _, slot := range []int{slotOutput, slotError} {
				for _, e := range c.events[slot] {
					n.Miss(of(e, "%s asks for no output, yet a %s came.", v.label(c), kinds()[slot]))
				}
			}
			continue
		}
		if state := c.object.Get("state").Text(); !strings.HasPrefix(state, "input-") {
			continue
		}
		n.Saw()
		for _, slot := range []int{slotOutput, slotError} {
			if c.needs[slot] == must && len(c.events[slot]) == 0 && !(slot == slotOutput && c.errorDecides()) {
				n.Miss(finding("/events", "%s has a payload beside its state, yet no %s came.", v.label(c), kinds()[slot]))
			}
		}
	}
}
