package openaichat

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Consume is the reference consumer: a client that reads chunks and holds what they say.
func Consume(input wire.Value) dialect.Observation { return client{}.answer(input) }

// client is the reference with the places where a planted fault may do otherwise; nil does what is right.
type client struct {
	// frame changes a chunk, or drops it (absent).
	frame func(h *held, chunk wire.Value) wire.Value
	// route finds the call that a fragment belongs to; nil drops it. piece changes either before the arguments are taken.
	route func(m moment) *heldCall
	piece func(m *moment)
	// late is what is done with a chunk of a choice that has its reason.
	late func(h *heldChoice, choice wire.Value) bool
	// strict: a malformed frame is an error.
	strict bool
	// show changes the state at the end.
	show func(h *held, state wire.Value) wire.Value
}

// held is what a client holds of one stream.
type held struct {
	client
	choices []*heldChoice
	usage   wire.Value
	failure wire.Value
	// whole: the end marker came, or what stands for it.
	whole bool
	// notes are what a planted fault remembers of the stream; odd: there was something that it looks for.
	notes map[string]wire.Value
	odd   bool
}

type heldChoice struct {
	*held
	index            string
	content, refusal []byte
	calls            []*heldCall
	reason           wire.Value
}

type heldCall struct {
	index, id, name string
	arguments       []byte
	// fragments so far, and how much text the choice had at the last.
	fragments, content int
}

func (c client) answer(input wire.Value) dialect.Observation {
	heard := wire.Hear(input)
	h := &held{client: c, notes: map[string]wire.Value{}, whole: heard.Whole}
	for _, f := range heard.Frames {
		switch {
		case f.Done():
			h.whole = true
		case !f.Value.IsAbsent():
			h.chunk(f.Value, f.Event)
		case h.strict && len(f.Data) > 0:
			h.failure = wire.Str("a frame is malformed")
		}
		if f.Done() || !h.failure.IsAbsent() {
			break
		}
	}
	return dialect.Observation{State: h.state()}
}

func (h *held) chunk(chunk wire.Value, event string) {
	if h.frame != nil {
		if chunk = h.frame(h, chunk); chunk.IsAbsent() {
			return
		}
	}
	if usage := chunk.Get("usage"); usage.IsObject() {
		h.usage = usage
	}
	for _, c := range chunk.Get("choices").Items() {
		h.choice(c.Get("index").JSON()).take(c)
	}
	switch failure := chunk.Get("error"); {
	case failure.Get("message").Text() != "":
		h.failure = failure.Get("message")
	case failure.Text() != "":
		h.failure = failure
	case !failure.IsNull(), event == "error" && !chunk.Get("choices").IsArray():
		h.failure = wire.Str("the server sent an error: " + chunk.JSON())
	}
}

func (h *held) choice(index string) *heldChoice {
	for _, c := range h.choices {
		if c.index == index {
			return c
		}
	}
	c := &heldChoice{held: h, index: index}
	h.choices = append(h.choices, c)
	return c
}

func (h *heldChoice) take(choice wire.Value) {
	if h.late != nil && h.reason.Text() != "" && !h.late(h, choice) {
		return
	}
	delta := choice.Get("delta")
	h.content = append(h.content, delta.Get("content").Text()...)
	h.refusal = append(h.refusal, delta.Get("refusal").Text()...)
	for _, f := range delta.Get("tool_calls").Items() {
		h.fragment(f)
	}
	if reason := choice.Get("finish_reason"); reason.IsString() && (h.reason.IsAbsent() || reason.Text() != "" && h.reason.Text() == "") {
		h.reason = reason
	}
}

func (h *heldChoice) fragment(f wire.Value) {
	m, find := moment{heldChoice: h, f: f}, moment.find
	if h.route != nil {
		find = h.route
	}
	if m.call = find(m); m.call == nil {
		return
	}
	m.call.id, m.call.name = cmp.Or(m.call.id, m.id()), cmp.Or(m.call.name, m.name())
	if h.piece != nil {
		h.piece(&m)
	}
	m.call.arguments = append(m.call.arguments, m.text()...)
	m.call.fragments++
	m.call.content = len(h.content)
}

// moment is a fragment of a choice where it comes, and its call once that is found.
type moment struct {
	*heldChoice
	call *heldCall
	f    wire.Value
}

func (m moment) id() string   { return m.f.Get("id").Text() }
func (m moment) name() string { return m.f.Get("function").Get("name").Text() }
func (m moment) text() string { return m.f.Get("function").Get("arguments").Text() }

// key is the index as text, "" where it is none that counts.
func (m moment) key() string {
	if n, ok := m.f.Get("index").Int64(); ok && n >= 0 {
		return m.f.Get("index").JSON()
	}
	return ""
}

// find is the call of a fragment's index; where another call has begun under it, the last. A fragment without an index belongs to
// the call of its id, or to the only one. Where there are several, it belongs to none.
func (m moment) find() *heldCall {
	index, id, named := m.key(), m.id(), m.name() != ""
	for _, c := range slices.Backward(m.calls) {
		switch {
		case index == "" || c.index != index:
		case id == "" || c.id == "" || id == c.id || !named:
			return c
		default:
			return m.firstOrNew(func(c *heldCall) bool { return c.index == index && c.id == id })
		}
	}
	switch {
	case index != "":
		return m.open()
	case id != "" && (named || slices.ContainsFunc(m.calls, func(c *heldCall) bool { return c.id == id })):
		return m.firstOrNew(func(c *heldCall) bool { return c.id == id })
	case len(m.calls) == 1:
		return m.calls[0]
	}
	return nil
}

// open begins a call.
func (m moment) open() *heldCall {
	c := &heldCall{index: m.key()}
	m.heldChoice.calls = append(m.calls, c)
	return c
}

// firstOrNew is the first call of which so is true.
func (m moment) firstOrNew(so func(c *heldCall) bool) *heldCall {
	if i := slices.IndexFunc(m.calls, so); i >= 0 {
		return m.calls[i]
	}
	return m.open()
}

// over tells whether the choice's reason says that its calls are whole.
func (h *heldChoice) over() bool { return h.reason.Text() == "tool_calls" || h.reason.Text() == "stop" }

// announced is a call as it is announced.
func (c *heldCall) announced() wire.Value {
	return wire.Obj(wire.T("name", c.name), wire.T("arguments", string(c.arguments)))
}

func (h *held) state() wire.Value {
	own := h.choice("0")
	var finished, others []wire.Value
	for _, c := range own.calls {
		if wire.IsJSON(string(c.arguments)) && own.over() {
			finished = append(finished, c.announced())
		}
	}
	for _, c := range h.choices {
		if c != own {
			others = append(others, c.value().Without("refusal"))
		}
	}
	failure := wire.NullValue
	if !h.failure.IsAbsent() {
		failure = wire.Obj(wire.M("message", h.failure))
	}
	state := own.value().Without("index").With("error", failure).With("usage", wire.OrNull(h.usage)).
		With("finishedCalls", wire.List(finished...)).With("otherChoices", wire.List(others...))
	if h.show != nil {
		state = h.show(h, state)
	}
	return state
}

// orNull is a text, null for "".
func orNull(text string) wire.Value {
	if text == "" {
		return wire.NullValue
	}
	return wire.Str(text)
}

func (h *heldChoice) value() wire.Value {
	calls := []wire.Value{}
	for _, c := range h.calls {
		state := "open"
		if _, object := wire.ParseObject(string(c.arguments)); h.over() && c.name != "" && (object || len(c.arguments) == 0) {
			state = "ready"
		}
		calls = append(calls,
			wire.Obj(wire.T("id", c.id), wire.T("name", c.name), wire.T("arguments", string(c.arguments)), wire.T("state", state)))
	}
	index, _ := wire.Parse([]byte(h.index))
	return wire.Obj(wire.M("index", index), wire.T("content", string(h.content)), wire.M("refusal", orNull(string(h.refusal))),
		wire.M("toolCalls", wire.List(calls...)), wire.M("finishReason", wire.OrNull(h.reason)))
}
