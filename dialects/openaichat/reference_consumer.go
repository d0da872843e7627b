package openaichat

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Consume is the reference consumer: a client that reads chunks and holds what they say.
func Consume(input wire.Value) dialect.Observation { return client{}.answer(input) }

// client is the reference with the places where a planted fault may do otherwise; nil does
// what is right.
type client struct {
	// frame changes a chunk, or drops it (absent). entries are the call fragments of a choice.
	frame   func(h *held, chunk wire.Value) wire.Value
	entries func(h *heldChoice, choice wire.Value) []wire.Value
	// route finds the call that a fragment belongs to; nil opens one.
	route func(h *heldChoice, fragment wire.Value) *heldCall
	// piece takes the arguments of a fragment.
	piece func(h *heldChoice, c *heldCall, fragment wire.Value) string
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
	choices map[string]*heldChoice
	order   []string
	usage   wire.Value
	failure wire.Value
	// whole: the end marker came, or what stands for it.
	whole bool
	// notes are what a planted fault remembers of the stream.
	notes map[string]wire.Value
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
	h := &held{client: c, choices: map[string]*heldChoice{}, notes: map[string]wire.Value{}}
	heard := wire.Hear(input)
	h.whole = heard.Whole
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
	c := h.choices[index]
	if c == nil {
		c = &heldChoice{held: h, index: index}
		h.choices[index] = c
		h.order = append(h.order, index)
	}
	return c
}

func (h *heldChoice) take(choice wire.Value) {
	if h.late != nil && h.reason.Text() != "" && !h.late(h, choice) {
		return
	}
	delta := choice.Get("delta")
	h.content = append(h.content, delta.Get("content").Text()...)
	h.refusal = append(h.refusal, delta.Get("refusal").Text()...)
	fragments := delta.Get("tool_calls").Items()
	if h.held.entries != nil {
		fragments = h.held.entries(h, choice)
	}
	for _, f := range fragments {
		h.fragment(f)
	}
	if reason := choice.Get("finish_reason"); reason.IsString() && (h.reason.IsAbsent() || reason.Text() != "" && h.reason.Text() == "") {
		h.reason = reason
	}
}

func (h *heldChoice) fragment(f wire.Value) {
	find := h.held.route
	if find == nil {
		find = (*heldChoice).find
	}
	c := find(h, f)
	if c == nil {
		return
	}
	function := f.Get("function")
	if id := f.Get("id").Text(); c.id == "" {
		c.id = id
	}
	if name := function.Get("name").Text(); c.name == "" {
		c.name = name
	}
	text := function.Get("arguments").Text()
	if h.held.piece != nil {
		text = h.held.piece(h, c, f)
	}
	c.arguments = append(c.arguments, text...)
	c.fragments++
	c.content = len(h.content)
}

// open begins a call.
func (h *heldChoice) open(f wire.Value) *heldCall {
	c := &heldCall{index: indexOf(f)}
	h.calls = append(h.calls, c)
	return c
}

// indexOf is the index of a fragment as text, "" where it has none that counts.
func indexOf(f wire.Value) string {
	if n, ok := f.Get("index").Int64(); ok && n >= 0 {
		return f.Get("index").JSON()
	}
	return ""
}

// find is the call of a fragment's index; where another call has begun under it, the last. A
// fragment without an index belongs to the call of its id, or to the only one. Where there
// are several, it belongs to none.
func (h *heldChoice) find(f wire.Value) *heldCall {
	index, id := indexOf(f), f.Get("id").Text()
	named := f.Get("function").Get("name").Text() != ""
	if index != "" {
		for _, c := range slices.Backward(h.calls) {
			if c.index == index {
				if id != "" && c.id != "" && id != c.id && named {
					return h.under(f, index, id)
				}
				return c
			}
		}
		return h.open(f)
	}
	for _, c := range h.calls {
		if id != "" && c.id == id {
			return c
		}
	}
	switch {
	case id != "" && named:
		return h.open(f)
	case len(h.calls) == 1:
		return h.calls[0]
	}
	return nil
}

// under is the call that has this index and id, a new one where there is none.
func (h *heldChoice) under(f wire.Value, index, id string) *heldCall {
	for _, c := range h.calls {
		if c.index == index && c.id == id {
			return c
		}
	}
	return h.open(f)
}

// over tells whether the choice's reason says that its calls are whole.
func (h *heldChoice) over() bool { return h.reason.Text() == "tool_calls" || h.reason.Text() == "stop" }

func (h *held) state() wire.Value {
	own := h.choice("0")
	state := own.value().Without("index")
	var finished, others []wire.Value
	for _, c := range own.calls {
		if _, err := wire.Parse(c.arguments); err == nil && own.over() {
			finished = append(finished, wire.Obj(wire.T("name", c.name), wire.T("arguments", string(c.arguments))))
		}
	}
	for _, index := range h.order {
		if index != "0" {
			others = append(others, h.choices[index].value().Without("refusal"))
		}
	}
	failure := wire.NullValue
	if !h.failure.IsAbsent() {
		failure = wire.Obj(wire.M("message", h.failure))
	}
	state = state.With("error", failure).With("usage", wire.OrNull(h.usage)).With("finishedCalls",
		wire.List(finished...)).With("otherChoices",
		wire.List(others...))
	if h.show != nil {
		state = h.show(h, state)
	}
	return state
}

func (h *heldChoice) value() wire.Value {
	calls := []wire.Value{}
	for _, c := range h.calls {
		args, err := wire.Parse(c.arguments)
		state := "open"
		if h.over() && c.name != "" && (err == nil && args.IsObject() || len(c.arguments) == 0) {
			state = "ready"
		}
		calls = append(calls,
			wire.Obj(wire.T("id", c.id), wire.T("name", c.name), wire.T("arguments", string(c.arguments)), wire.T("state", state)))
	}
	refusal := wire.NullValue
	if len(h.refusal) > 0 {
		refusal = wire.Str(string(h.refusal))
	}
	index, _ := wire.Parse([]byte(h.index))
	return wire.Obj(wire.M("index", index), wire.T("content", string(h.content)), wire.M("refusal", refusal),
		wire.M("toolCalls", wire.List(calls...)), wire.M("finishReason", wire.OrNull(h.reason)))
}
