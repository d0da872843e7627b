package stageevents

import (
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// update judges one update of a call.
func (c *checker) update(k *call, s words.Stage, e wire.Value) {
	c.Saw("STAGE-03", "STAGE-04", "STAGE-12")
	if k.record != nil {
		c.Saw("STAGE-09")
	}
	c.order03(k, s, e)
	c.order05(k, s)
	if k.ended {
		c.afterEnd(k, s)
		return
	}
	k.ran = k.ran || s == words.Running
	c.argued(k, s, e)
	if s != words.End {
		c.earlyFailure(k.id, e)
		return
	}
	k.ended = true
	c.ending(k, e)
	k.arguments, k.alone = nil, nil
}

// order03: one start, first, with the name.
func (c *checker) order03(k *call, s words.Stage, e wire.Value) {
	got := e.Get("name")
	switch {
	case s != words.Start && (k.started || k.headless):
	case s != words.Start:
		k.headless = true
		c.miss("STAGE-03", "The first update of %q is `%s`, not its start.", k.id, s)
	case k.started:
		c.miss("STAGE-03", "Call %q has a second start.", k.id)
	case k.record != nil && !wire.Equal(wire.Str(k.record.Name), got):
		c.wrong("STAGE-03", wire.Str(k.record.Name), got, "The start of %s doesn't carry the tool's name.", wire.Quote(k.id))
	case k.record == nil && wire.Nothing(got), !got.IsString():
		c.wrong("STAGE-03", wire.Value{}, got, "The start of %s carries no tool name.", wire.Quote(k.id))
	}
	k.started = k.started || s == words.Start
}

// order05: stages never go back.
func (c *checker) order05(k *call, s words.Stage) {
	if k.started && s != words.Start || k.furthest > words.Start {
		c.Saw("STAGE-05")
	}
	if s < k.furthest {
		c.wrong("STAGE-05", wire.Str(k.furthest.String()), wire.Str(s.String()), "The stage of %s goes back.", wire.Quote(k.id))
	}
	k.furthest = max(k.furthest, s)
}

// afterEnd: one end, and nothing behind it.
func (c *checker) afterEnd(k *call, s words.Stage) {
	if s == words.End {
		k.after = -1
		c.miss("STAGE-04", "Call %q has a second end.", k.id)
		return
	}
	if k.after < 0 {
		k.after = c.event
	}
	c.miss("STAGE-04", "Call %q has an update (`%s`) after its end.", k.id, s)
}

// argued judges the argument text.
func (c *checker) argued(k *call, s words.Stage, e wire.Value) {
	if piece := e.Get("parametersChunk"); !piece.IsNull() {
		c.Saw("STAGE-10")
		c.piece(k, piece)
	}
	if whole := e.Get("parameters"); !whole.IsNull() {
		c.Saw("STAGE-13")
		c.whole(k, s, whole)
	}
	if s == words.End {
		c.argumentsEnd(k, e)
	}
}

func (c *checker) piece(k *call, piece wire.Value) {
	if !piece.IsString() {
		c.wrong("STAGE-10", wire.Value{}, piece, "A `parametersChunk` of %s is no string.", wire.Quote(k.id))
		return
	}
	if k.arguments == nil {
		k.alone.chunks.WriteString(piece.Text())
		return
	}
	sent := k.arguments.sent
	if !k.arguments.piece(piece.Text()) {
		c.wrong("STAGE-10", wire.Str(k.arguments.text[sent:]), piece,
			"A `parametersChunk` of %s is not the next piece of its arguments.", wire.Quote(k.id))
	}
}

func (c *checker) whole(k *call, s words.Stage, whole wire.Value) {
	text := wire.AsText(whole) // parsed arguments count as their JSON
	if k.arguments == nil {
		if !k.alone.whole(text) {
			c.wrong("STAGE-13", wire.Value{}, whole,
				"The `parameters` of %s and those sent before it cannot belong to one text.", wire.Quote(k.id))
		}
		return
	}
	ok, message := k.arguments.beginning(text), "are neither a prefix of its argument text nor equal to the whole."
	if ok && s == words.End && !k.arguments.cutOff {
		ok, message = k.arguments.isWhole(text), "on its end are not the whole."
	}
	if !ok {
		c.wrong("STAGE-13", k.arguments.value(), whole, "The `parameters` of %s %s", wire.Quote(k.id), message)
	}
}

func (a *argumentText) value() wire.Value {
	if a.fixed {
		return wire.Str(a.text)
	}
	return wire.Str(a.input.JSON())
}

// argumentsEnd: by its end a call has been told its whole arguments.
func (c *checker) argumentsEnd(k *call, e wire.Value) {
	switch {
	case k.arguments != nil:
		c.Saw("STAGE-10", "STAGE-13") // also where neither field was sent
		if !k.arguments.complete() {
			c.wrong("STAGE-10", k.arguments.value(), k.arguments.told(),
				"The chunks of %s, put together, are not its argument text.", wire.Quote(k.id))
		}
	case !words.TellsFailure(e) && !k.alone.agrees(e.Get("parameters")):
		c.miss("STAGE-13", "The chunks and the `parameters` of %q cannot belong to one text.", k.id)
	}
}

// told is what the chunks have brought.
func (a *argumentText) told() wire.Value {
	if a.fixed {
		return wire.Str(a.text[:a.sent])
	}
	return wire.Str(a.chunks.String())
}

// hasPayload: an error, or `success:false` with a result text.
func hasPayload(e wire.Value) bool {
	err := e.Get("error")
	return !err.IsNull() && err.Kind() != wire.Bool || e.Get("success").IsFalse() && !e.Get("result").IsNull()
}

// earlyFailure: a failure is told by the end only.
func (c *checker) earlyFailure(id string, e wire.Value) {
	if words.TellsFailure(e) {
		c.miss("STAGE-06", "A failure of %q is told before its end.", id)
	}
}

// ending judges what the end says.
func (c *checker) ending(k *call, e wire.Value) {
	switch {
	case k.record == nil:
		c.endingAlone(k, e)
	case k.record.Result == nil || k.record.Result.Status == transcript.Cancelled:
		c.fails(k, e, "STAGE-08", wire.Value{}, "Call %s was cancelled or cut off, but its end carries no error payload.")
	case k.record.Result.Status == transcript.Error:
		c.endingError(k, e)
	default:
		c.endingSuccess(k, e)
	}
	if k.record != nil && len(k.record.Progress) > 0 {
		c.Saw("STAGE-11")
		if !k.ran {
			c.report(requirement.Should, "STAGE-11", wire.Value{}, wire.Value{},
				"The tool of %s reported progress, but no `running` was sent.", wire.Quote(k.id))
		}
	}
}

// endingAlone: without a transcript a contradiction is all that shows.
func (c *checker) endingAlone(k *call, e wire.Value) {
	success, failure := e.Get("success").IsTrue(), words.TellsFailure(e)
	if failure {
		c.Saw("STAGE-06")
	}
	if success || !failure {
		c.Saw("STAGE-07")
	}
	if success && failure {
		c.wrong("STAGE-07", wire.Value{}, e.Get("error"), "The end of %s says `success:true` and carries an error.", wire.Quote(k.id))
	}
}

func (c *checker) endingSuccess(k *call, e wire.Value) {
	c.Saw("STAGE-07")
	if words.TellsFailure(e) {
		c.wrong("STAGE-07", wire.Value{}, e, "Call %s succeeded, but its end tells a failure.", wire.Quote(k.id))
	}
	want, got := k.record.Result.Content, e.Get("result")
	if wire.EqualOrText(want, got) || want.IsNull() && (got.IsNull() || got.Text() == "null") || want.IsAbsent() && wire.Nothing(got) {
		return
	}
	c.wrong("STAGE-07", want, got, "The end of %s doesn't carry the transcript's result.", wire.Quote(k.id))
}

func (c *checker) endingError(k *call, e wire.Value) {
	content := k.record.Result.Content
	if !c.fails(k, e, "STAGE-06", content, "Call %s failed, but its end tells no failure with an error payload.") ||
		wire.Nothing(content) || wire.EqualOrText(content, e.Get("error")) ||
		e.Get("success").IsFalse() && wire.EqualOrText(content, e.Get("result")) {
		return
	}
	c.report(requirement.Should, "STAGE-06", content, e.Get("error"), "The error text of %s is not the transcript's.", wire.Quote(k.id))
}

// fails notes whether an end tells a failure, and with what.
func (c *checker) fails(k *call, e wire.Value, line string, want wire.Value, message string) bool {
	c.Saw(line)
	told := (hasPayload(e) || wordless(k, e)) && !e.Get("success").IsTrue()
	if !told {
		c.wrong(line, want, e, message, wire.Quote(k.id))
	}
	return told
}

// wordless: what is no text may come as itself, null and false too, and of nothing
// at all there is nothing to tell. The empty text is a text, and must be told.
func wordless(k *call, e wire.Value) bool {
	if k.record.Result == nil || !words.TellsFailure(e) {
		return false
	}
	content := k.record.Result.Content
	return content.IsNull() || content.IsFalse() && e.Get("error").IsFalse()
}

// unfinished: what a call still lacks at the end of the stream.
func (c *checker) unfinished(k *call) {
	if !k.ended {
		c.miss("STAGE-04", "Call %q has no end.", k.id)
	}
	if k.after >= 0 {
		c.wrong("STAGE-12", wire.Value{}, wire.Value{}, "An update of %s comes after its last end.", wire.Quote(k.id))
	}
}

// lost: a call of the transcript without its whole life.
func (c *checker) lost(k *call) {
	c.Saw("STAGE-09")
	switch {
	case !k.mentioned:
		c.miss("STAGE-09", "Call %q of the transcript is not in the stream.", k.id)
	case !k.started || !k.ended:
		c.miss("STAGE-09", "Call %q of the transcript lacks its start or its end.", k.id)
	}
	if cut := k.record.Result == nil || k.record.Result.Status == transcript.Cancelled; cut && !k.ended {
		c.miss("STAGE-08", "Call %q was cancelled or cut off and never got its end.", k.id)
	}
}
