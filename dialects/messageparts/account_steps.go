package messageparts

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// telling turns steps into an account.
type telling struct {
	account
	at     int
	turn   int
	gather map[string]*gathering
	open   []*gathering
}

// gathering is how the arguments of one call come together.
type gathering struct {
	call  *call
	turn  int
	whole []string        // the texts that are whole by now
	text  strings.Builder // what deltas gathered
	// opened: deltas have come; done: the arguments are whole.
	opened, done bool
	// doubt: the finish that made them whole had another reason than their end.
	doubt bool
}

// accountOfSteps tells what a list of steps says happened.
func accountOfSteps(list []wire.Value) *account {
	t := telling{gather: map[string]*gathering{}}
	t.byID = map[string]*call{}
	for i, step := range list {
		t.at = i
		t.step(step)
	}
	for _, g := range t.gather {
		g.settle()
	}
	return &t.account
}

func (t *telling) step(s wire.Value) {
	switch s.Get("type").Text() {
	case stepText:
		t.texts = append(t.texts, &text{at: t.at, content: s.Get("text").Text()})
	case stepUser:
		t.texts = append(t.texts, &text{at: t.at, user: true, content: s.Get("text").Text()})
		t.turn++
		t.open = nil // what a stream left unfinished stays so
	case stepFinish:
		t.finishes = append(t.finishes, t.at)
		for _, g := range t.open {
			g.finish(t.at, s.Get("reason").Text())
		}
		t.open = nil
	case stepCall:
		c := s.Get("toolCall")
		t.whole(t.about(c.Get("id"), c.Get("name")), c.Get("arguments"))
	case stepDelta:
		t.delta(t.about(s.Get("id"), s.Get("name")), s.Get("argumentsDelta"))
	case stepResult, stepAddResult:
		t.result(s)
	}
}

// about finds the call that a step tells of, a new one where there is none.
func (t *telling) about(id, name wire.Value) *gathering {
	g := t.gather[id.Text()]
	if g == nil {
		c := &call{id: id.Text(), from: t.at, to: t.at}
		g = &gathering{call: c, turn: t.turn}
		t.gather[c.id], t.byID[c.id] = g, c
		t.calls = append(t.calls, c)
		for _, r := range t.strays {
			if r.id == c.id {
				c.early = append(c.early, r)
			}
		}
		c.tangled = !name.IsString()
	}
	if g.turn != t.turn {
		g.call.tangled = true
	}
	if name.IsString() && !g.call.named(name.Text()) {
		g.call.names = append(g.call.names, name.Text())
	}
	g.call.touched = t.at
	return g
}

func (t *telling) whole(g *gathering, args wire.Value) {
	g.whole = append(g.whole, readable(args))
	g.text.Reset()
	g.text.WriteString(readable(args))
	if !g.done {
		g.call.to, g.done = t.at, true
	}
}

func (t *telling) delta(g *gathering, delta wire.Value) {
	g.text.WriteString(delta.Text())
	switch {
	case g.done && delta.Text() != "": // too late: taken or not
		g.whole = append(g.whole, g.text.String())
	case !g.done:
		g.call.to = t.at
		if !g.opened {
			g.opened = true
			t.open = append(t.open, g)
		}
	}
}

func (g *gathering) finish(at int, reason string) {
	if g.done {
		return
	}
	g.doubt = reason != "" && reason != "stop" && reason != "tool_calls"
	g.whole = append(g.whole, g.text.String())
	g.call.to, g.call.touched, g.done = at, at, true
}

// settle notes what the arguments are at the end of the steps.
func (g *gathering) settle() {
	if g.done {
		g.call.args = newArguments(false, g.whole...)
		g.call.args.doubt = g.doubt
		return
	}
	g.call.args = newArguments(true, g.text.String())
}

func (t *telling) result(s wire.Value) {
	r := &result{id: stepID(s), at: t.at, client: s.Get("type").Text() == stepAddResult}
	if r.client {
		r.value, r.failed = s.Get("output"), s.Get("state").Text() == outputError
		if r.failed {
			r.reason = s.Get("errorText").Text()
		}
	} else {
		r.value, r.failed = s.Get("content"), s.Get("state").Text() == stateError
		if r.failed {
			r.reason = readable(r.value)
		}
	}
	c := t.byID[r.id]
	if c == nil {
		t.strays = append(t.strays, r)
		return
	}
	c.results = append(c.results, r)
}
