package toolfence

import (
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// falsyRules are FENCE-13 to 15: values that look like none, and calls that ask
// for both outcomes.
func falsyRules() []rule {
	return []rule{
		also(ruled(examples(about("FENCE-13", requirement.Must,
			"Falsy values are values: `output` of `false`, `0`, `\"\"`, `[]` is provided. `null`: SHOULD.",
			`JSON Fields, output: "When provided (or when state is "output-available"), a tool-output-available event is emitted."`, judgeFalsy),
			`{"output":0} gives {"type":"tool-output-available","output":0}`, `{"output":0} gives no output event`),
			"\"Provided\" speaks of the member, not of its truth: a count of 0 and an empty list are results."), requirement.Should),
		ruled(examples(about("FENCE-14", requirement.Must,
			"Where both an output and an error are asked for, by payload or by state: the error event comes. Whether the output event comes too is MAY (the text has both triggers, yet a call has one outcome); FENCE-05 doesn't judge it then.",
			"Streaming Behavior, 2 and 3: both triggers hold at once", judgeBoth),
			"output 1 and errorText \"no\" give tool-output-error, with or without tool-output-available before it",
			"only tool-output-available: the failure is shown as a success"),
			"A failure that is shown as a success is the worse mistake, so the error must come through."),
		ruled(about("FENCE-15", requirement.Should, "`errorText: \"\"` is supplied: the error event comes.",
			`Streaming Behavior, 3: "or errorText is supplied"`, judgeEmptyError),
			"An empty text is supplied, but a reader may hold that nothing was said; hence SHOULD."),
	}
}

// falsy values other than null.
func falsy(v wire.Value) bool {
	switch v.Kind() {
	case wire.Bool:
		return v.IsFalse()
	case wire.Number:
		return wire.Equal(v, wire.Int(0))
	case wire.String:
		return v.Text() == ""
	case wire.Array:
		return v.Len() == 0
	}
	return false
}

// judgeFalsy is FENCE-13.
func judgeFalsy(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		if v.untold(c) || c.errorDecides() {
			continue
		}
		switch {
		case falsy(c.output) && c.needs[slotOutput] == must:
			n.Saw()
			v.once(n, requirement.Must, c, slotOutput)
		case c.output.Kind() == wire.Null && c.needs[slotOutput] == should:
			n.Saw()
			v.once(n, requirement.Should, c, slotOutput)
		}
	}
}

// judgeBoth is FENCE-14.
func judgeBoth(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		if !c.bothAsked() || v.untold(c) {
			continue
		}
		n.Saw()
		v.once(n, requirement.Must, c, slotError)
		v.value(n, requirement.Must, c, slotOutput)
		switch outputs := c.events[slotOutput]; {
		case len(outputs) > 1:
			n.Miss(of(outputs[1], "tool-output-available of %s came %d times.", v.label(c), len(outputs)))
		case len(outputs) == 1:
			n.Policy("output and error events")
		default:
			n.Policy("the error event alone")
		}
	}
}

// judgeEmptyError is FENCE-15.
func judgeEmptyError(v *view, n *notes) {
	for i := range v.calls {
		c := &v.calls[i]
		if !c.errorText.IsString() || c.errorText.Text() != "" || v.untold(c) {
			continue
		}
		n.Saw()
		v.once(n, requirement.Should, c, slotError)
	}
}
