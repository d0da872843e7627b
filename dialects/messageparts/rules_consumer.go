package messageparts

import (
	"slices"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

type rule = requirement.Rule[*view]

// consumerRules are PART-01…09, what a chat holds of valid streams.
func consumerRules() []rule {
	return []rule{
		{Requirement: chatLine("PART-01"), Judge: judgeClientResult},
		{Requirement: chatLine("PART-02"), Judge: judgeOutput},
		{Requirement: chatLine("PART-03"), Judge: judgeContent},
		{Requirement: chatLine("PART-04"), Judge: judgeState},
		{Requirement: chatLine("PART-05"), Judge: judgeServerResult},
		{Requirement: chatLine("PART-06"), Judge: judgeCount},
		{Requirement: chatLine("PART-07"), Judge: judgeSurvival},
		{Requirement: chatLine("PART-08"), Judge: judgeOrder},
		{Requirement: chatLine("PART-09"), Judge: judgeFalsy},
	}
}

// all tells whether every result of the call is of one side, and there is one.
func (c *call) all(client bool) bool {
	return c.answered() && !slices.ContainsFunc(c.results, func(r *result) bool { return r.client != client })
}

func judgeClientResult(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		if !c.all(true) {
			return true
		}
		part, ok := v.resultPart(c)
		if !ok {
			return n.Holds(false, finding("/messages", wire.Value{}, wire.Value{},
				"The client-side result of call %q created no tool-result part.", c.id))
		}
		return n.Holds(v.beside(c), finding(part.pointer(), wire.Value{}, part.value,
			"The tool-result part of call %q is not in the message that holds the call.", c.id))
	})
}

// available is the call's result where it is one client-side output, with the
// output at hand.
func (c *call) available() (*result, bool) {
	r := c.only()
	return r, r != nil && r.client && !r.failed && !r.value.IsAbsent()
}

func judgeOutput(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		r, ok := c.available()
		if !ok {
			return true
		}
		held := v.ui.calls[c.id]
		if len(held) == 0 {
			return n.Holds(false, finding("/messages", wire.Str(c.id), wire.Value{},
				"No message holds a tool-call part with the id %q any more.", c.id))
		}
		ok = v.o.Omitted("output") || v.outputSet(n, c, r)
		p := held[0]
		if got := p.value.Get("name"); !v.o.Omitted("name") {
			ok = n.Holds(got.IsString() && c.named(got.Text()), finding(p.pointer()+"/name", wire.Str(c.names[0]), got,
				"The name of call %q did not stay as it was.", c.id)) && ok
		}
		if got := p.value.Get("arguments"); c.args.readable() && !v.o.Omitted("arguments") {
			ok = n.Holds(c.args.match(got), finding(p.pointer()+"/arguments", c.args.expected(), got,
				"The arguments of call %q did not stay as they were.", c.id)) && ok
		}
		return ok
	})
}

// outputSet checks that a tool-call part of the call carries the given output. Of are the
// lines that it breaks in any stream where it doesn't.
func (v *view) outputSet(n *requirement.Notes, c *call, r *result, of ...string) bool {
	held := v.ui.calls[c.id]
	if slices.ContainsFunc(held, func(p place) bool { return same(r.value, p.value.Get("output")) }) {
		return n.Holds(true, requirement.Finding{})
	}
	where, got := "/messages", wire.Value{}
	if len(held) > 0 {
		where, got = held[0].pointer()+"/output", held[0].value.Get("output")
	}
	return n.Holds(false, wherever(finding(where, r.value, got, "`output` of the tool-call part %q is not the given one.", c.id), of...))
}

func judgeContent(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		r, ok := c.available()
		part, there := v.resultPart(c)
		if !ok || !there || v.o.Omitted("content") {
			return true
		}
		got := part.value.Get("content")
		return n.Holds(r.fits(got), finding(part.pointer()+"/content", r.value, got,
			"`content` of the result part of call %q is neither the output nor its JSON.", c.id))
	})
}

func judgeState(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		r := c.only()
		if r == nil || !r.client {
			return true
		}
		part, there := v.resultPart(c)
		if r.failed && !there {
			n.Holds(false, finding("/messages", wire.Str(words.StateError), wire.Value{}, "The failure of call %q is not held as an error.",
				c.id))
		}
		ok := !there || v.stateHeld(n, c, r, part)
		if r.failed && !v.o.Omitted("state") {
			ok = v.inputOver(n, c) && ok
		}
		return ok
	})
}

// stateHeld checks the result part's state and, of an error, its text.
func (v *view) stateHeld(n *requirement.Notes, c *call, r *result, part place) bool {
	want := words.StateComplete
	if r.failed {
		want = words.StateError
	}
	ok := v.o.Omitted("state") || n.Equal(part.pointer()+"/state", wire.Str(want), part.value.Get("state"),
		"The result part of call %q is in another state than %q.", c.id, want)
	if !r.failed {
		return ok
	}
	if other := v.borrowed(c, part.value.Get("error"), part.value.Get("content")); other != nil {
		return n.Holds(false, finding(part.pointer(), wire.Value{}, part.value,
			"The result part of call %q, which failed without a text, has that of call %q.", c.id, other.id))
	}
	if !r.worded() {
		return ok
	}
	told := r.tells(part.value.Get("error")) || r.tells(part.value.Get("content"))
	if !told && (v.o.Omitted("error") || v.o.Omitted("content")) {
		return ok
	}
	return n.Holds(told, finding(part.pointer(), wire.Str(r.reason), part.value,
		"The error text of call %q stands neither in `error` nor in `content` of its result part.", c.id)) && ok
}

func (v *view) inputOver(n *requirement.Notes, c *call) bool {
	ok := true
	for _, p := range v.ui.calls[c.id] {
		state := p.value.Get("state").Text()
		ok = n.Holds(state != words.StateAwaiting && state != words.StateStreaming,
			finding(p.pointer()+"/state", wire.Str(words.StateInput), wire.Str(state),
				"Call %q was answered by an error, yet its state is %q.", c.id, state)) && ok
	}
	return ok
}

func judgeServerResult(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		r := c.only()
		if r == nil || r.client {
			return true
		}
		part, there := v.resultPart(c)
		if !there {
			return n.Holds(false, finding("/messages", r.value, wire.Value{},
				"The server-side result of call %q created no tool-result part.", c.id))
		}
		ok := v.stateHeld(n, c, r, part)
		if got := part.value.Get("content"); !r.failed && !r.value.IsAbsent() && !v.o.Omitted("content") {
			ok = n.Holds(r.fits(got), finding(part.pointer()+"/content", r.value, got,
				"`content` of the result part of call %q is not the server's.", c.id)) && ok
		}
		// After a finish a new message may have begun; before, there is but one.
		if !v.crossed(c.from, r.at) {
			ok = n.Holds(v.beside(c), finding(part.pointer(), wire.Value{}, part.value,
				"The tool-result part of call %q is not in the message that holds the call.", c.id)) && ok
		}
		return ok
	})
}

func judgeCount(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		parts := v.ui.results[c.id]
		switch {
		case c.answered():
			return n.Holds(len(parts) == 1, finding("/messages", wire.Int(1), wire.Int(int64(len(parts))),
				"Call %q is answered and has %d tool-result parts.", c.id, len(parts)))
		case len(c.early) > 0 && len(parts)+len(v.ui.calls[c.id]) > 0:
			return n.Holds(len(parts) <= 1, finding("/messages", wire.Int(1), wire.Int(int64(len(parts))),
				"Call %q has %d tool-result parts.", c.id, len(parts)))
		}
		for _, p := range parts {
			if p.value.Get("state").Text() == words.StateComplete {
				return n.Holds(false, finding(p.pointer(), wire.Value{}, p.value,
					"Call %q was never answered, yet it has a complete tool-result part.", c.id))
			}
		}
		return true
	})
}

func judgeSurvival(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		r, ok := c.available()
		if !ok || v.o.Omitted("output") || !v.updatedAfter(c, r) {
			return true
		}
		return v.outputSet(n, c, r, "PART-02")
	})
}

// updatedAfter tells whether the call itself was updated after its result: told
// again, or a finish came.
func (v *view) updatedAfter(c *call, r *result) bool {
	last := c.touched
	if k := len(v.finishes); k > 0 {
		last = max(last, v.finishes[k-1])
	}
	return last > r.at
}

func judgeOrder(v *view, n *requirement.Notes) {
	v.eachHeldCall(func(c *call) bool {
		part, there := v.resultPart(c)
		held := v.ui.calls[c.id]
		if !c.answered() || !there || len(held) == 0 {
			return true
		}
		first := held[0]
		follows := part.message > first.message || part.message == first.message && part.part > first.part
		return n.Holds(follows, finding(part.pointer(), wire.Value{}, part.value,
			"The result part of call %q stands before its call (%s).", c.id, first.pointer()))
	})
}

func judgeFalsy(v *view, n *requirement.Notes) {
	v.eachCall(func(c *call) bool {
		r, ok := c.available()
		if !ok || !words.Falsy(r.value) {
			return true
		}
		ok = true
		if v.ui.seen {
			ok = v.falsyHeld(n, c, r)
		}
		if v.model.seen && c.owed() {
			got, told := v.model.answers[c.id], false
			for _, a := range got {
				told = told || sameContent(r.value, a.content)
			}
			ok = n.Holds(told, wherever(finding("/modelMessages", r.value, contents(got),
				"The output %s of call %q did not reach the model.", r.value.JSON(), c.id), "PART-20", "PART-06")) && ok
		}
		return ok
	})
}

func (v *view) falsyHeld(n *requirement.Notes, c *call, r *result) bool {
	part, there := v.resultPart(c)
	if !there {
		return n.Holds(false, wherever(finding("/messages", r.value, wire.Value{},
			"The output %s of call %q created no tool-result part.", r.value.JSON(), c.id), "PART-06"))
	}
	got := part.value.Get("content")
	ok := v.o.Omitted("content") || n.Holds(r.fits(got), wherever(finding(part.pointer()+"/content", r.value, got,
		"`content` of the result part of call %q is not its output %s.", c.id, r.value.JSON()), "PART-03"))
	state := part.value.Get("state")
	ok = (v.o.Omitted("state") || n.Holds(state.Text() == words.StateComplete,
		wherever(finding(part.pointer()+"/state", wire.Str(words.StateComplete), state,
			"The output %s of call %q is a success.", r.value.JSON(), c.id), "PART-04"))) && ok
	if v.o.Omitted("output") || v.updatedAfter(c, r) { // whether it survives is PART-07
		return ok
	}
	return v.outputSet(n, c, r, "PART-02") && ok
}

// contents are the contents of tool messages, to be shown.
func contents(list []answer) wire.Value {
	values := make([]wire.Value, len(list))
	for i, a := range list {
		values[i] = a.content
	}
	return wire.List(values...)
}
