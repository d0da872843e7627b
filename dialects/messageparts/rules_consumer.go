package messageparts

import (
	"slices"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

type rule = requirement.Rule[*view]

// consumerRules are PART-01…09, what a chat holds of valid streams: which calls a line is about, and what must be right of them;
// and PART-10…12, what it makes of streams that no right server sends.
func consumerRules() []rule {
	return requirement.For("consumer", []rule{
		{Requirement: line("PART-01"), Judge: held(byClients, hasPart, besideCall)},
		{Requirement: line("PART-02"), Judge: held(withOutput, callHeld, outputHeld, nameHeld, argumentsHeld)},
		{Requirement: line("PART-03"), Judge: held(withOutput, contentHeld)},
		{Requirement: line("PART-04"), Judge: held(byClient, failureHeld, stateHeld, reasonHeld, inputOver)},
		{Requirement: line("PART-05"), Judge: held(byServer, hasPart, stateHeld, reasonHeld, contentHeld, besideCall)},
		{Requirement: line("PART-06"), Judge: held(anyCall, counted)},
		{Requirement: line("PART-07"), Judge: held(updatedWithOutput, breaking(outputHeld, "PART-02"))},
		{Requirement: line("PART-08"), Judge: held(anyCall, ordered)}, {Requirement: line("PART-09"), Judge: judgeFalsy},
		{Requirement: line("PART-10"), Judge: judgeStray}, {Requirement: line("PART-11"), Judge: judgeSecond},
		{Requirement: line("PART-12"), Judge: judgeCut},
	})
}

// looked is what a look at a call shows: nothing, or whether something is right of it, and the finding where it is not.
type looked struct {
	seen, right bool
	finding     requirement.Finding
}

// look looks at a call that a chat holds.
type look = func(v *view, c *call) looked

// right is a look at what is there, and right where ok says so.
func right(ok bool, f requirement.Finding) looked { return looked{true, ok, f} }

// held judges by looks at those held calls of which so is true.
func held(so func(v *view, c *call) bool, looks ...look) func(v *view, n *requirement.Notes) {
	return func(v *view, n *requirement.Notes) {
		v.eachHeldCall(func(c *call) bool {
			ok := true
			for _, at := range looks {
				if l := at(v, c); l.seen && so(v, c) {
					ok = n.Holds(l.right, l.finding) && ok
				}
			}
			return ok
		})
	}
}

// breaking is a look that shows by itself, in any stream, that these lines are missed.
func breaking(at look, lines ...string) look {
	return func(v *view, c *call) looked {
		l := at(v, c)
		l.finding.Of = lines
		return l
	}
}

func anyCall(*view, *call) bool { return true }

// byClients: every result of the call is a client's, and there is one. Of one result alone, by whom.
func byClients(_ *view, c *call) bool {
	return c.answered() && !slices.ContainsFunc(c.results, func(r *result) bool { return !r.client })
}

func byClient(_ *view, c *call) bool { return c.only() != nil && c.only().client }

func byServer(_ *view, c *call) bool { return c.only() != nil && !c.only().client }

func withOutput(_ *view, c *call) bool {
	_, ok := c.available()
	return ok
}

func updatedWithOutput(v *view, c *call) bool { return withOutput(v, c) && v.updatedAfter(c) }

// available is the call's result where it is one client-side output, with the output at hand.
func (c *call) available() (*result, bool) {
	r := c.only()
	return r, r != nil && r.client && !r.failed && !r.value.IsAbsent()
}

// updatedAfter tells whether the call itself was updated after its result: told again, or a finish came.
func (v *view) updatedAfter(c *call) bool {
	last := c.touched
	if k := len(v.finishes); k > 0 {
		last = max(last, v.finishes[k-1])
	}
	return last > c.only().at
}

func hasPart(v *view, c *call) looked {
	_, there := v.resultPart(c)
	return right(there, finding("/messages", wire.Value{}, wire.Value{}, "The result of call %q created no tool-result part.", c.id))
}

// besideCall: after a finish a new message may have begun for a server's result; before, there is but one.
func besideCall(v *view, c *call) looked {
	part, there := v.resultPart(c)
	if r := c.only(); !there || r != nil && !r.client && v.crossed(c.from, r.at) {
		return looked{}
	}
	return right(v.beside(c), finding(part.pointer(), wire.Value{}, part.value,
		"The tool-result part of call %q is not in the message that holds the call.", c.id))
}

func callHeld(v *view, c *call) looked {
	return right(len(v.ui.calls[c.id]) > 0, finding("/messages", wire.Str(c.id), wire.Value{},
		"No message holds a tool-call part with the id %q any more.", c.id))
}

// outputHeld: a tool-call part of the call carries the given output.
func outputHeld(v *view, c *call) looked {
	r, held := c.only(), v.ui.calls[c.id]
	if r == nil || v.o.Omitted("output") {
		return looked{}
	}
	if len(held) == 0 {
		return right(false, finding("/messages", r.value, wire.Value{}, "No tool-call part with the id %q holds its output.", c.id))
	}
	set := slices.ContainsFunc(held, func(p place) bool { return same(r.value, p.value.Get("output")) })
	return right(set, finding(held[0].pointer()+"/output", r.value, held[0].value.Get("output"),
		"`output` of the tool-call part %q is not the given one.", c.id))
}

func nameHeld(v *view, c *call) looked {
	held := v.ui.calls[c.id]
	if len(held) == 0 || v.o.Omitted("name") {
		return looked{}
	}
	got := held[0].value.Get("name")
	return right(got.IsString() && c.named(got.Text()), finding(held[0].pointer()+"/name", wire.Str(c.names[0]), got,
		"The name of call %q did not stay as it was.", c.id))
}

func argumentsHeld(v *view, c *call) looked {
	held := v.ui.calls[c.id]
	if len(held) == 0 || v.o.Omitted("arguments") || !c.args.readable() {
		return looked{}
	}
	got := held[0].value.Get("arguments")
	return right(c.args.match(got), finding(held[0].pointer()+"/arguments", c.args.expected(), got,
		"The arguments of call %q did not stay as they were.", c.id))
}

// contentHeld: the content of a success is what came.
func contentHeld(v *view, c *call) looked {
	r := c.only()
	part, there := v.resultPart(c)
	if r == nil || !there || r.failed || r.value.IsAbsent() || v.o.Omitted("content") {
		return looked{}
	}
	got := part.value.Get("content")
	return right(r.fits(got), finding(part.pointer()+"/content", r.value, got,
		"`content` of the result part of call %q is neither what it got nor its JSON.", c.id))
}

func failureHeld(v *view, c *call) looked {
	r := c.only()
	if _, there := v.resultPart(c); r == nil || !r.failed || there {
		return looked{}
	}
	return right(false, finding("/messages", wire.Str(words.StateError), wire.Value{},
		"The failure of call %q is not held as an error.", c.id))
}

func stateHeld(v *view, c *call) looked {
	r := c.only()
	part, there := v.resultPart(c)
	if r == nil || !there || v.o.Omitted("state") {
		return looked{}
	}
	want, got := words.StateComplete, part.value.Get("state")
	if r.failed {
		want = words.StateError
	}
	return right(wire.Equal(wire.Str(want), got), finding(part.pointer()+"/state", wire.Str(want), got,
		"The result part of call %q is in another state than %q.", c.id, want))
}

// reasonHeld: the text of an error stands in its part, and no other call's.
func reasonHeld(v *view, c *call) looked {
	r := c.only()
	part, there := v.resultPart(c)
	if r == nil || !there || !r.failed {
		return looked{}
	}
	reason, content := part.value.Get("error"), part.value.Get("content")
	if other := v.borrowed(c, reason, content); other != nil {
		return right(false, finding(part.pointer(), wire.Value{}, part.value,
			"The result part of call %q, which failed without a text, has that of call %q.", c.id, other.id))
	}
	told := r.tells(reason) || r.tells(content)
	if !r.worded() || !told && (v.o.Omitted("error") || v.o.Omitted("content")) {
		return looked{}
	}
	return right(told, finding(part.pointer(), wire.Str(r.reason), part.value,
		"The error text of call %q stands neither in `error` nor in `content` of its result part.", c.id))
}

// inputOver: a call that failed waits for no input.
func inputOver(v *view, c *call) looked {
	held := v.ui.calls[c.id]
	if r := c.only(); r == nil || !r.failed || len(held) == 0 || v.o.Omitted("state") {
		return looked{}
	}
	i := max(0, slices.IndexFunc(held, func(p place) bool {
		return slices.Contains([]string{words.StateAwaiting, words.StateStreaming}, p.value.Get("state").Text())
	}))
	state := held[i].value.Get("state").Text()
	return right(state != words.StateAwaiting && state != words.StateStreaming,
		finding(held[i].pointer()+"/state", wire.Str(words.StateInput), wire.Str(state),
			"Call %q was answered by an error, yet its state is %q.", c.id, state))
}

func counted(v *view, c *call) looked {
	parts := v.ui.results[c.id]
	f := finding("/messages", wire.Int(1), wire.Int(int64(len(parts))), "Call %q has %d tool-result parts and got %d results.", c.id,
		len(parts), len(c.results)+len(c.early))
	switch {
	case c.answered():
		return right(len(parts) == 1, f)
	case len(c.early) > 0:
		return looked{len(parts)+len(v.ui.calls[c.id]) > 0, len(parts) <= 1, f}
	}
	for _, p := range parts {
		if p.value.Get("state").Text() == words.StateComplete {
			return right(false, finding(p.pointer(), wire.Value{}, p.value,
				"Call %q was never answered, yet it has a complete tool-result part.", c.id))
		}
	}
	return looked{}
}

func ordered(v *view, c *call) looked {
	part, there := v.resultPart(c)
	held := v.ui.calls[c.id]
	if !c.answered() || !there || len(held) == 0 {
		return looked{}
	}
	return right(held[0].compare(part) < 0, finding(part.pointer(), wire.Value{}, part.value,
		"The result part of call %q stands before its call (%s).", c.id, held[0].pointer()))
}

// judgeFalsy: an output that is falsy is held and sent like any other. Whether it survives an update is PART-07.
func judgeFalsy(v *view, n *requirement.Notes) {
	falsy := func(_ *view, c *call) bool {
		r, ok := c.available()
		return ok && words.Falsy(r.value)
	}
	held(falsy, breaking(hasPart, "PART-06"), breaking(contentHeld, "PART-03"), breaking(stateHeld, "PART-04"))(v, n)
	held(func(v *view, c *call) bool {
		_, there := v.resultPart(c)
		return falsy(v, c) && there && !v.updatedAfter(c)
	}, breaking(outputHeld, "PART-02"))(v, n)
	v.eachModelCall(func(c *call) bool {
		if !falsy(v, c) || !c.owed() {
			return true
		}
		r, got := c.only(), v.model.answers[c.id]
		told := slices.ContainsFunc(got, func(a answer) bool { return sameContent(r.value, a.content) })
		return n.Holds(told, wherever(finding("/modelMessages", r.value, contents(got),
			"The output %s of call %q did not reach the model.", r.value.JSON(), c.id), "PART-20", "PART-06"))
	})
}

// contents are the contents of tool messages, to be shown.
func contents(list []answer) wire.Value {
	values := make([]wire.Value, len(list))
	for i, a := range list {
		values[i] = a.content
	}
	return wire.List(values...)
}
