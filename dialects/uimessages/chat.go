package uimessages

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// chat is the conversation that a converter gets. It is immutable.
type chat struct {
	messages []wire.Value
	// drop: calls without an outcome are to be left out.
	drop bool
}

// Input is the messages; a converter's input has one form.
func (c chat) Input(string, []int) wire.Value { return c.JSON() }

// JSON is the messages.
func (c chat) JSON() wire.Value {
	v := wire.Obj(wire.M("messages", wire.List(c.messages...)))
	if c.drop {
		v = v.With("incomplete", wire.Str("drop"))
	}
	return v
}

// Asked is the conversation with another text of the user, who says it first.
func (c chat) Asked(text string) dialect.Script {
	c.messages = slices.Clone(c.messages)
	c.messages[0] = c.messages[0].Edit("/parts/0/text", func(wire.Value) wire.Value { return wire.Str(text) })
	return c
}

func parseChat(v wire.Value) (dialect.Script, error) {
	if !v.Get("messages").IsArray() {
		return nil, fmt.Errorf("messages: an array is expected, this is %s", v.Get("messages").Kind())
	}
	return chat{v.Get("messages").Items(), v.Get("incomplete").Text() == "drop"}, nil
}

// Len is the number of messages, Keep the conversation of some.
func (c chat) Len() int { return len(c.messages) }

// Keep is the conversation of some messages.
func (c chat) Keep(indices []int) dialect.Script {
	kept := []wire.Value{}
	for _, i := range indices {
		kept = append(kept, c.messages[i])
	}
	return chat{kept, c.drop}
}

// Rename gives every call another id.
func (c chat) Rename(rename func(string) string) dialect.Script {
	out := chat{slices.Clone(c.messages), c.drop}
	for i, m := range out.messages {
		out.messages[i] = renamed(wire.Obj(wire.M("message", m)), rename).Get("message")
	}
	return out
}

// toolPart is a part of a call, in a state, with further members.
func toolPart(state, id, name string, input wire.Value, more ...wire.Member) wire.Value {
	return wire.Obj(append([]wire.Member{wire.T("type", "tool"), wire.T("toolCallId", id), wire.T("toolName", name), wire.T("state", state),
		wire.M("input", input)}, more...)...)
}

// The short spelling of messages in a case file, a list that begins with the role; its parts
// are texts, objects as they are, and
//
//	["step"]  ["data","chart",{…}]
//	["out","c1","get",{…},output]  ["pre","c1","get",{…},output]
//	["fail","c1","get",{…},"No"]   ["deny","c1","get",{…}]
//	["wait","c1","get",{…}]        ["stream","c1","get","{\"q"]
//	["ask","c1","get",{…},"a1"]    ["decided","c1","get",{…},"a1",true]
//	["with",{…},["out",…]]
func shortPart(v wire.Value) (wire.Value, error) {
	text := func(i int) string { return v.At(i).Text() }
	id, name, input := text(1), text(2), v.At(3)
	part := func(state string, more ...wire.Member) (wire.Value, error) {
		return toolPart(state, id, name, input, more...), nil
	}
	approval := func(approved wire.Value) wire.Member {
		return wire.M("approval", wire.Obj(wire.T("id", text(4)), wire.M("approved", approved)))
	}
	switch {
	case v.IsString():
		return wire.Obj(wire.T("type", "text"), wire.M("text", v)), nil
	case v.IsObject():
		return v, nil
	}
	switch text(0) {
	case "step":
		return wire.Obj(wire.T("type", "step")), nil
	case "data":
		return wire.Obj(wire.T("type", "data"), wire.T("name", id), wire.M("id", wire.NullValue), wire.M("data", v.At(2))), nil
	case "out":
		return part(succeeded, wire.M("output", v.At(4)))
	case "pre":
		return part(succeeded, wire.M("output", v.At(4)), wire.M("preliminary", wire.Boolean(true)))
	case "fail":
		return part(failedState, wire.M("errorText", v.At(4)))
	case "deny":
		return part(denied)
	case "wait":
		return part(available)
	case "stream":
		return toolPart(streaming, id, name, wire.NullValue, wire.M("inputText", input)), nil
	case "ask":
		return part(requested, approval(wire.NullValue))
	case "decided":
		return part(responded, approval(v.At(5)))
	case "with":
		p, err := shortPart(v.At(2))
		for _, m := range v.At(1).Members() {
			p = p.With(m.Name, m.Value)
		}
		return p, err
	}
	return wire.Value{}, fmt.Errorf("there is no short part %s", v.JSON())
}

func chatOf(e casefile.Entry) (dialect.Script, error) {
	c := chat{drop: e.Fields["incomplete"] == "drop"}
	for i, short := range e.Elements {
		var parts []wire.Value
		for _, v := range short.Items()[1:] {
			p, err := shortPart(v)
			if err != nil {
				return c, err
			}
			parts = append(parts, p)
		}
		c.messages = append(c.messages,
			wire.Obj(wire.T("id", fmt.Sprintf("m%d", i+1)), wire.M("role", short.At(0)), wire.M("parts", wire.List(parts...))))
	}
	return c, nil
}

// longChat is a conversation of many turns.
func longChat(turns int) dialect.Script {
	var e casefile.Entry
	for i := range turns {
		e.Elements = append(e.Elements, wire.List(wire.Str("user"), wire.Str(fmt.Sprintf("Where is %d?", 300+i))),
			wire.ParseString(fmt.Sprintf(`["assistant",["out",%q,"find",{"n":%d},"at %d"],"It is at %[3]d."]`,
				families.LongID(i), i, 500+i)))
	}
	s, _ := chatOf(e)
	return s
}

// renderChat is a turn as it is stored, and what the user says next.
func renderChat(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	t = t.Told()
	parts := []wire.Value{wire.Obj(wire.T("type", "step"))}
	calls := map[string]*transcript.CallRecord{}
	for _, c := range t.Calls() {
		calls[c.ID] = c
	}
	answered := false
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Text:
			parts = append(parts, wire.Obj(wire.T("type", "text"), wire.T("text", item.Text)))
		case transcript.Call:
			if answered && pick(3) == 2 {
				parts = append(parts, wire.Obj(wire.T("type", "step")))
			}
			parts = append(parts, storedPart(calls[item.ID], t.StopReason(), pick))
		}
		answered = answered || item.Kind == transcript.Result
	}
	list := []wire.Value{wire.Obj(wire.T("id", "u1"), wire.T("role", "user"),
		wire.M("parts", wire.List(wire.Obj(wire.T("type", "text"), wire.T("text", "Please.")))))}
	list = append(list, wire.Obj(wire.T("id", "a1"), wire.T("role", "assistant"), wire.M("parts", wire.List(parts...))))
	if pick(3) != 2 {
		list = append(list, wire.Obj(wire.T("id", "u2"), wire.T("role", "user"),
			wire.M("parts", wire.List(wire.Obj(wire.T("type", "text"), wire.T("text", "Go on."))))))
	}
	return chat{list, pick(3) == 2}
}

// storedPart is a call as a message holds it at the end of its turn.
func storedPart(c *transcript.CallRecord, stop string, pick dialect.Pick) wire.Value {
	_, input, _ := arguments(c)
	if text, raw := c.ArgumentText(); raw && text == "" {
		input = wire.Obj()
	}
	none := wire.NullValue
	switch r := c.Result; {
	case c.Cut(stop):
		text, _ := c.ArgumentText()
		return toolPart(streaming, c.ID, c.Name, none, wire.T("inputText", text))
	case r == nil && len(c.Progress) > 0 && pick(2) == 1:
		return toolPart(succeeded, c.ID, c.Name, input, wire.T("output", c.Progress[len(c.Progress)-1]),
			wire.M("preliminary", wire.Boolean(true)))
	case r == nil:
		state := []string{available, available, requested}[pick(3)]
		if state == requested {
			return toolPart(state, c.ID, c.Name, input, wire.M("approval", wire.Obj(wire.T("id", "ap-"+c.ID), wire.M("approved", none))))
		}
		return toolPart(state, c.ID, c.Name, input)
	case r.Status == transcript.Success:
		p := toolPart(succeeded, c.ID, c.Name, input, wire.M("output", wire.OrNull(r.Content)), wire.M("errorText", none))
		if pick(6) == 5 {
			p = p.With("providerExecuted", wire.Boolean(true))
		}
		return p
	case r.Status == transcript.Cancelled && pick(2) == 1:
		return toolPart(denied, c.ID, c.Name, input)
	}
	return toolPart(failedState, c.ID, c.Name, input, wire.M("output", none), wire.T("errorText", c.Result.Content.Text()))
}

// sentItem is an item of the content of a message for the model.
type sentItem struct {
	wire.Value
	role string
	at   string
	// part is the part that it is about, nil for none; from and to are the groups that it says
	// something of.
	part     *stored
	from, to int
}

// stored is a tool part, with what was sent of it.
type stored struct {
	wire.Value
	id    string
	group int
	state string
	// later: a user speaks behind its message. mixed: its message has calls without an outcome.
	later, mixed  bool
	call, results []*sentItem
}

func (p *stored) prelim() bool { return p.state == succeeded && p.Get("preliminary").IsTrue() }

func (p *stored) final() bool { return isOutcome(p.state) && !p.prelim() }

func (p *stored) server() bool { return p.Get("providerExecuted").IsTrue() }

// account is what a converter got beside what it sent.
type account struct {
	chat
	parts []*stored
	items []*sentItem
	// empty are messages without content; foreign calls and results of no part.
	empty   []string
	foreign []*sentItem
	list    bool
	// texts is what the conversation says, and said what was sent of it, saidBy that of each role.
	texts  []groupText
	said   string
	saidBy map[string]string
}

type groupText struct {
	group      int
	role, text string
}

func (t groupText) same(o groupText) bool { return t.role == o.role && t.text == o.text }

func accountOf(c *dialect.Case, o *dialect.Observation) (*account, bool) {
	script, ok := c.Script.(chat)
	if !ok {
		return nil, false
	}
	a := &account{chat: script, list: o.State.Get("modelMessages").IsArray(), saidBy: map[string]string{}}
	group := 0
	for i, m := range a.messages {
		group++
		later := slices.ContainsFunc(a.messages[i+1:], func(o wire.Value) bool { return o.Get("role").Text() == "user" })
		from := len(a.parts)
		for _, p := range m.Get("parts").Items() {
			switch kindOf(p) {
			case "step":
				group++
			case "text":
				a.texts = append(a.texts, groupText{group, m.Get("role").Text(), p.Get("text").Text()})
			case "tool":
				a.parts = append(a.parts, &stored{Value: p, id: p.Get("toolCallId").Text(), group: group, state: p.Get("state").Text(),
					later: later})
			}
		}
		for _, p := range a.parts[from:] {
			p.mixed = slices.ContainsFunc(a.parts[from:], func(o *stored) bool { return !o.final() })
		}
	}
	a.read(o.State.Get("modelMessages"))
	a.place()
	return a, true
}

// read takes the messages apart.
func (a *account) read(messages wire.Value) {
	coming := map[string]int{}
	for _, m := range messages.Items() {
		for _, v := range m.Get("content").Items() {
			if kindOf(v) == "tool-call" {
				coming[v.Get("toolCallId").Text()]++
			}
		}
	}
	for i, m := range messages.Items() {
		content := m.Get("content")
		items := content.Items()
		blank := groupText{role: m.Get("role").Text()}
		if content.IsString() && (content.Text() != "" || slices.ContainsFunc(a.texts, blank.same)) {
			items = []wire.Value{wire.Obj(wire.T("type", "text"), wire.M("text", content))}
		}
		if len(items) == 0 {
			a.empty = append(a.empty, fmt.Sprintf("/modelMessages/%d", i))
		}
		for n, v := range items {
			item := &sentItem{Value: v, role: m.Get("role").Text(), at: fmt.Sprintf("/modelMessages/%d/content/%d", i, n)}
			switch kindOf(v) {
			case "text":
				a.said += v.Get("text").Text()
				a.saidBy[item.role] += v.Get("text").Text()
			case "tool-call":
				if item.part = a.owner(v, coming[v.Get("toolCallId").Text()]); item.part != nil {
					item.part.call = append(item.part.call, item)
				}
			case "tool-result":
				item.part = a.answered(v)
				if item.part != nil {
					item.part.results = append(item.part.results, item)
				}
			default:
				continue
			}
			if item.part == nil && kindOf(v) != "text" {
				a.foreign = append(a.foreign, item)
			}
			a.items = append(a.items, item)
		}
	}
}

// owner is the part of a call that is sent: the first of its id that has none and fits best.
// Where fewer calls of the id are sent than parts have it, an open part that a finished one equals
// is the one that was left out.
func (a *account) owner(v wire.Value, sent int) *stored {
	var best, fitting *stored
	parts := 0
	for _, p := range a.parts {
		if p.id == v.Get("toolCallId").Text() {
			parts++
		}
	}
	for _, p := range a.parts {
		if p.id != v.Get("toolCallId").Text() || len(p.call) > 0 {
			continue
		}
		if p.fits(&sentItem{Value: v}) {
			if p.final() || sent >= parts {
				return p
			}
			fitting = cmp.Or(fitting, p)
		}
		if best == nil || !best.final() && p.final() {
			best = p
		}
	}
	return cmp.Or(fitting, best)
}

// answered is the part of a result: the newest of its id that was sent, without a result where
// there is one.
func (a *account) answered(v wire.Value) *stored {
	var newest *stored
	for _, item := range slices.Backward(a.items) {
		if p := item.part; p != nil && p.id == v.Get("toolCallId").Text() {
			if len(p.results) == 0 {
				return p
			}
			newest = p
		}
	}
	for _, p := range a.parts {
		if newest == nil && p.id == v.Get("toolCallId").Text() {
			newest = p
		}
	}
	return newest
}
