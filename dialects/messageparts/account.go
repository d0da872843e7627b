package messageparts

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/wire"
)

// account is what an input says happened, whatever its form: the calls with their results, the texts between them, and what is
// known to be in doubt. It is what answers are held against; the reference shares nothing with it.
type account struct {
	calls    []*call
	byID     map[string]*call
	texts    []*text
	strays   []*result          // strays are the results whose call was not known when they came, in order
	finishes []int              // finish positions, rising
	reused   map[string][]again // reused are the ids that stored messages use for a call each
}

// call is one call as the input tells it. Positions count the input's elements.
type call struct {
	id       string
	names    []string
	args     arguments
	from, to int       // from is where it is told first, to where its arguments are whole (or told last)
	results  []*result // results that came while the call was known, in order
	early    []*result // early results came before the call: it may have got them, or not
	// touched is the last position of an update of the call itself (a delta, the call again, the finish that completes it).
	touched int
	output  wire.Value // output is what a stored tool-call part carries, absent where there is none
	// pending: a stored result part that is neither complete nor an error, or a stored call whose input is not complete: whatever
	// is made of it is right. But a call that was answered, and whose arguments are an object, is whole whatever its state says.
	pending bool
	between bool // a result came when the arguments were no whole object yet, and no finish since: they may count as cut off there
	tangled bool // the input contradicts itself about this id (told again in a later turn, never named, …), so nothing is said about it
}

// result is one result as the input tells it.
type result struct {
	id     string
	at     int
	client bool
	failed bool
	value  wire.Value // value is the output or the content, absent where none was given
	reason string     // reason is the error text, "" where there is none
}

// text is one piece of text.
type text struct {
	at      int
	user    bool
	content string
}

// answered: a result came while the call was known, and only such.
func (c *call) answered() bool { return len(c.results) > 0 && len(c.early) == 0 }

// only is the call's result where it has exactly one, nil otherwise.
func (c *call) only() *result {
	if len(c.results) == 1 && len(c.early) == 0 {
		return c.results[0]
	}
	return nil
}

// named tells whether a name is one that the input gave.
func (c *call) named(name string) bool { return slices.Contains(c.names, name) }

// owed: the call must be among what is sent to the model, since it is answered and nothing is wrong with it.
func (c *call) owed() bool {
	return c.answered() && !c.tangled && !c.pending && !c.between && c.args.plain()
}

// allIn: every call is answered, and nothing about any of them is in doubt.
func (a *account) allIn() bool {
	return !slices.ContainsFunc(a.calls, func(c *call) bool { return c.tangled || c.pending || c.args.open || !c.answered() })
}

// crossed tells whether a finish or a user message stands between two positions.
func (a *account) crossed(from, to int) bool {
	between := func(at int) bool { return from < at && at < to }
	return slices.ContainsFunc(a.finishes, between) || slices.ContainsFunc(a.texts, func(t *text) bool { return t.user && between(t.at) })
}

// fits tells whether content is the value of this result: a success's output itself or its JSON, or the text of an error.
func (r *result) fits(content wire.Value) bool {
	return !r.value.IsAbsent() && sameText(r.value, content)
}

// worded: the error has a text that says something. One of blanks may be taken for none.
func (r *result) worded() bool { return !blank(r.reason) }

// brought tells whether a value may have come with this result.
func (r *result) brought(v wire.Value) bool {
	return r.fits(v) || r.worded() && r.tells(v) || r.reason != "" && v.IsString() && v.Text() == r.reason
}

// tells tells whether an error's text stands in a value, as it is or inside.
func (r *result) tells(v wire.Value) bool { return !r.worded() || holdsText(v, r.reason) }

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
	call         *call
	turn         int
	whole        []string        // the texts that are whole by now
	text         strings.Builder // what deltas gathered
	opened, done bool            // deltas have come; done: the arguments are whole.
	doubt        bool            // the finish that made them whole had another reason than their end
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
	case words.StepText:
		t.texts = append(t.texts, &text{at: t.at, content: s.Get("text").Text()})
	case words.StepUser:
		t.texts = append(t.texts, &text{at: t.at, user: true, content: s.Get("text").Text()})
		t.turn++
		t.open = nil // what a stream left unfinished stays so
	case words.StepFinish:
		t.finishes = append(t.finishes, t.at)
		for _, c := range t.calls {
			c.between = false
		}
		for _, g := range t.open {
			g.finish(t.at, s.Get("reason").Text())
		}
		t.open = nil
	case words.StepCall:
		c := s.Get("toolCall")
		t.whole(t.about(c.Get("id"), c.Get("name")), c.Get("arguments"))
	case words.StepDelta:
		t.delta(t.about(s.Get("id"), s.Get("name")), s.Get("argumentsDelta"))
	case words.StepResult, words.StepAddResult:
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
		c.tangled = name.Text() == "" // a chat may pass by a call of no tool
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
	r := &result{id: words.ID(s), at: t.at, client: s.Get("type").Text() == words.StepAddResult}
	if r.client {
		r.value, r.failed = s.Get("output"), s.Get("state").Text() == words.OutputError
		if r.failed {
			r.reason = s.Get("errorText").Text()
		}
	} else {
		r.value, r.failed = s.Get("content"), s.Get("state").Text() == words.StateError
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
	if g := t.gather[r.id]; !g.done && !newArguments(true, g.text.String()).object() {
		c.between = true
	}
}

// accountOfMessages tells what stored UI messages say happened. Positions count the parts.
func accountOfMessages(messages []wire.Value) *account {
	a := &account{byID: map[string]*call{}}
	at := 0
	var results []*result
	var waiting []*call
	for _, m := range messages {
		user := m.Get("role").Text() == words.RoleUser
		for _, p := range m.Get("parts").Items() {
			switch p.Get("type").Text() {
			case words.PartText:
				a.texts = append(a.texts, &text{at: at, user: user, content: p.Get("content").Text()})
			case words.PartCall:
				if c := a.storedCall(p, at); c != nil && unfinished(p) {
					waiting = append(waiting, c)
				}
			case words.PartResult:
				results = append(results, storedResult(p, at))
			}
			at++
		}
	}
	for _, r := range results {
		a.pair(r)
	}
	for _, c := range a.calls { // a finished result counts, whatever was told before it
		c.pending = c.pending && !c.answered()
	}
	for _, c := range waiting {
		c.pending = c.pending || !c.answered() || !c.args.object()
	}
	a.reused = reusedIDs(messages)
	return a
}

// again is one of several calls with one id, and its result.
type again struct {
	part wire.Value // of the call
	*result
}

// reusedIDs are the calls, in order, of ids that several messages use, each for
// one whole call of its own with one finished result beside it.
func reusedIDs(messages []wire.Value) map[string][]again {
	reused := map[string][]again{}
	muddled := map[string]bool{}
	for _, m := range messages {
		calls, results, part := map[string]int{}, map[string][]*result{}, map[string]wire.Value{}
		for at, p := range m.Get("parts").Items() {
			switch p.Get("type").Text() {
			case words.PartCall:
				id := p.Get("id").Text()
				calls[id]++
				part[id] = p
				muddled[id] = muddled[id] || unfinished(p) || !newArguments(false, readable(p.Get("arguments"))).plain()
			case words.PartResult:
				r := storedResult(p, at)
				results[r.id] = append(results[r.id], r)
			}
		}
		for id, list := range results {
			if calls[id] != 1 || len(list) != 1 || list[0].at < 0 {
				muddled[id] = true
			}
			for _, r := range list {
				reused[id] = append(reused[id], again{part[id], r})
			}
		}
		for id := range calls {
			muddled[id] = muddled[id] || len(results[id]) != 1
		}
	}
	for id, list := range reused {
		if muddled[id] || len(list) < 2 {
			delete(reused, id)
		}
	}
	return reused
}

// storedCall adds a call; one that is there already is tangled, and nothing is added.
func (a *account) storedCall(p wire.Value, at int) *call {
	id := p.Get("id").Text()
	if c := a.byID[id]; c != nil {
		c.tangled = true
		return nil
	}
	c := &call{id: id, names: []string{p.Get("name").Text()}, from: at, to: at, touched: at,
		args: newArguments(false, readable(p.Get("arguments"))), output: p.Get("output")}
	a.calls = append(a.calls, c)
	a.byID[id] = c
	return c
}

// unfinished: a call part says that its input is not complete, or that something else is still to come.
func unfinished(p wire.Value) bool {
	state := p.Get("state")
	return !state.IsNull() && state.Text() != words.StateInput
}

func storedResult(p wire.Value, at int) *result {
	r := &result{id: p.Get("toolCallId").Text(), at: at, value: p.Get("content")}
	switch p.Get("state").Text() {
	case words.StateError:
		r.failed = true
		if r.reason = p.Get("error").Text(); r.reason == "" {
			r.reason = readable(r.value)
		}
	case words.StateComplete:
	default:
		r.value = wire.Value{}
		r.at = -1
	}
	return r
}

// pair gives a stored result to its call, wherever in the messages it stands.
func (a *account) pair(r *result) {
	c := a.byID[r.id]
	switch {
	case c == nil:
		a.strays = append(a.strays, r)
	case r.at < 0:
		c.pending = true
	default:
		c.results = append(c.results, r)
	}
}
