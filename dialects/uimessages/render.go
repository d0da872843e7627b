package uimessages

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// renderStream makes the events of a turn. Picks choose what a right server may.
func renderStream(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	t = t.Told()
	r := &renderer{pick: pick, stop: t.StopReason(), calls: map[string]*transcript.CallRecord{}, steps: pick(5) != 4,
		told: map[string]bool{}, texts: map[string]string{}, pieces: map[string]int{}}
	for _, c := range t.Calls() {
		r.calls[c.ID] = c
	}
	switch pick(4) {
	case 0, 1:
		r.add(event(startEvent, wire.T("messageId", t.MessageID)))
	case 2:
		r.add(event(startEvent))
	}
	r.step()
	if pick(6) == 5 {
		r.add(textEvent(reasoningStart, "rs-1"), textEvent(reasoningDelta, "rs-1").With("delta", wire.Str("I should look.")),
			textEvent(reasoningEnd, "rs-1"))
	}
	for _, item := range t.Items {
		r.item(item)
	}
	r.end()
	return &stream.Script{Form: form(), Elements: r.events}
}

type renderer struct {
	pick   dialect.Pick
	stop   string
	steps  bool
	calls  map[string]*transcript.CallRecord
	events []wire.Value
	// told are the calls that have been told whole, or have failed; texts what their deltas make.
	told     map[string]bool
	texts    map[string]string
	pieces   map[string]int
	blocks   int
	answered bool
}

func (r *renderer) add(events ...wire.Value) { r.events = append(r.events, events...) }

func (r *renderer) step() {
	if r.steps {
		r.add(event(stepEvent))
	}
}

func (r *renderer) item(item transcript.Item) {
	if item.Kind != transcript.Result && item.Kind != transcript.Progress {
		// What follows results is most often the next step.
		if r.answered && r.steps && item.Kind != transcript.Stop && !r.open() && r.pick(3) != 2 {
			r.add(event(endStepEvent))
			r.step()
		}
		r.answered = r.answered && item.Kind == transcript.InputDelta
	}
	switch item.Kind {
	case transcript.Text:
		r.text(item.Text)
	case transcript.Call:
		r.call(r.calls[item.ID])
	case transcript.InputDelta:
		r.add(piece(item.ID, item.Delta))
		r.texts[item.ID] += item.Delta
		r.pieces[item.ID]++
		if c := r.calls[item.ID]; r.pieces[item.ID] == len(c.Deltas) {
			r.whole(c, r.texts[item.ID])
		}
	case transcript.Progress:
		if r.pick(3) != 2 {
			r.add(preliminary(item.ID, wire.Str(item.Text)))
		}
	case transcript.Result:
		r.result(item)
		r.answered = true
	}
	if r.pick(12) == 11 {
		r.add(dataOf("status", []string{"", "d1", "d2"}[r.pick(3)], wire.Int(int64(len(r.events))), r.pick(2) == 1))
	}
}

// open tells whether a call is open between its deltas.
func (r *renderer) open() bool {
	for id := range r.texts {
		if !r.told[id] {
			return true
		}
	}
	return false
}

// text is a block; its deltas are cut anywhere, and it may be left out where it is empty.
func (r *renderer) text(text string) {
	if text == "" && r.pick(2) == 1 {
		return
	}
	id := fmt.Sprintf("%d", r.blocks)
	if r.blocks++; r.pick(4) == 3 {
		id = "0"
	}
	r.add(textEvent(textStart, id))
	for len(text) > 0 {
		n := len(text)
		if runes := []rune(text); len(runes) > 1 && r.pick(2) == 1 {
			n = len(string(runes[:1+r.pick(len(runes)-1)]))
		}
		r.add(says(id, text[:n]))
		text = text[n:]
	}
	r.add(textEvent(textEnd, id))
}

// call begins a call; without deltas its input stands at once.
func (r *renderer) call(c *transcript.CallRecord) {
	start := callStarts(c.ID, c.Name)
	if c.Label != "" && r.pick(2) == 1 {
		start = start.With("title", wire.Str(c.Label))
	}
	switch {
	case len(c.Deltas) > 0:
		r.add(start)
		r.texts[c.ID] = ""
	case c.Arguments.IsString():
		if r.pick(2) == 1 {
			r.add(start, piece(c.ID, c.Arguments.Text()))
		}
		r.whole(c, c.Arguments.Text())
	default:
		if r.pick(3) == 1 {
			text := []rune(c.Input.JSON())
			at := r.pick(len(text) + 1)
			r.add(start, piece(c.ID, string(text[:at])), piece(c.ID, string(text[at:])))
		}
		r.add(inputOf(c.ID, c.Name, c.Input))
		r.told[c.ID] = true
	}
}

// whole is the input that a text is, or its failure. A text that was cut is no input.
func (r *renderer) whole(c *transcript.CallRecord, text string) {
	input, err := wire.Parse([]byte(text))
	switch {
	case err != nil && c.Cut(r.stop):
		return
	case text == "":
		r.add(inputOf(c.ID, c.Name, wire.Obj()))
	case err != nil && r.pick(2) == 0:
		r.add(badInput(c.ID, c.Name, wire.Str(text), "The input is no JSON."))
	case err != nil:
		r.add(inputOf(c.ID, c.Name, wire.Str(text)))
	default:
		r.add(inputOf(c.ID, c.Name, input))
	}
	r.told[c.ID] = true
}

func (r *renderer) result(item transcript.Item) {
	switch {
	case item.Status == transcript.Success:
		r.add(outputOf(item.ID, wire.OrNull(item.Content)))
	case item.Status == transcript.Cancelled && r.pick(2) == 1:
		r.add(ofCall(denyEvent, item.ID))
	case item.Status == transcript.Cancelled:
		r.add(failed(item.ID, "Cancelled: "+item.Content.Text()))
	default:
		r.add(failed(item.ID, item.Content.Text()))
	}
}

// waits tells whether a call is left to the client.
func (r *renderer) waits() bool {
	for _, c := range r.calls {
		if c.Result == nil {
			return true
		}
	}
	return false
}

// end is how the stream ends: by a finish, an error or an abort.
func (r *renderer) end() {
	close := func(reasons ...string) {
		if r.steps {
			r.add(event(endStepEvent))
		}
		r.add(ending(reasons[r.pick(len(reasons))]))
	}
	switch r.stop {
	case transcript.Completed:
		if r.waits() {
			close("tool-calls", "tool-calls", "") // some clients go on by it, and a right server says no other
			break
		}
		close("stop", "tool-calls", "")
	case transcript.Length:
		close("length", "other", "")
	case transcript.ContentFilter:
		close("content-filter", "other", "")
	case transcript.Error:
		if r.add(event(errorEvent, wire.T("errorText", "An error occurred."))); r.pick(2) == 1 {
			close("error", "")
		}
	default:
		r.add(event(abortEvent))
	}
}

// textTwists are in text and reasoning.
func textTwists() []dialect.Twist {
	return []dialect.Twist{
		stream.Listed("text-around", "UIMSG-10", "", func(list []wire.Value, pick dialect.Pick) []wire.Value {
			i := stream.Some(list, pick, is(inputEvent))
			if i < 0 {
				return nil
			}
			at := slices.IndexFunc(list, func(e wire.Value) bool { return idOf(e) == idOf(list[i]) && e.Has("toolCallId") })
			list = slices.Insert(list, i+1, says("around", "and behind."), textEvent(textEnd, "around"))
			return slices.Insert(list, at, textEvent(textStart, "around"), says("around", "Before "))
		}),
		stream.Listed("text-inside", "UIMSG-10", "", behind(is(pieceEvent), func(wire.Value, []wire.Value, dialect.Pick) []wire.Value {
			return []wire.Value{textEvent(textStart, "inside"), says("inside", "{\"meanwhile\":1}"), textEvent(textEnd, "inside")}
		})),
		stream.Listed("text-stray", "UIMSG-25", "UIMSG-59", inside(func([]wire.Value, dialect.Pick) []wire.Value {
			return []wire.Value{says("never-opened", "Stray words.")}
		})),
		stream.Listed("text-behind-end", "UIMSG-25", "UIMSG-59",
			behind(is(textEnd), func(e wire.Value, _ []wire.Value, _ dialect.Pick) []wire.Value {
				return []wire.Value{says(e.Get("id").Text(), " And more.")}
			})),
		stream.Listed("text-across-steps", "UIMSG-25", "",
			behind(is(textDelta), func(e wire.Value, _ []wire.Value, _ dialect.Pick) []wire.Value {
				return []wire.Value{event(endStepEvent), says(e.Get("id").Text(), " on")}
			})),
		stream.Listed("reasoning", "UIMSG-10", "", behind(is(textStart), func(e wire.Value, _ []wire.Value, _ dialect.Pick) []wire.Value {
			id := e.Get("id").Text()
			return []wire.Value{textEvent(reasoningStart, id), textEvent(reasoningDelta, id).With("delta", wire.Str("not to be shown")),
				textEvent(reasoningEnd, id)}
		})),
	}
}

// chatLike is a history as a client stores it: what the assistant says between two words of the user is one message, of steps.
func chatLike(h history.History) dialect.Script {
	var c chat
	results := map[string]history.Entry{}
	for _, e := range h {
		results[e.CallID] = e
	}
	var parts []wire.Value
	add := func(role string) {
		if len(parts) > 0 {
			c.messages = append(c.messages, wire.Obj(wire.T("id", fmt.Sprintf("m%d", len(c.messages)+1)), wire.T("role", role),
				wire.M("parts", wire.List(parts...))))
		}
		parts = nil
	}
	for _, e := range h {
		switch e.Role {
		case history.User:
			add(history.Assistant)
			parts = []wire.Value{wire.Obj(wire.T("type", "text"), wire.T("text", e.Text))}
			add(history.User)
		case history.Assistant:
			parts = append(parts, wire.Obj(wire.T("type", "step")))
			for _, p := range e.Parts {
				if p.Call {
					parts = append(parts, storedCall(p, results[p.ID]))
				} else {
					parts = append(parts, wire.Obj(wire.T("type", "text"), wire.T("text", p.Text)))
				}
			}
		}
	}
	add(history.Assistant)
	return c
}

// storedCall is a call with its outcome; one that was cancelled was denied.
func storedCall(p history.Part, e history.Entry) wire.Value {
	input, err := wire.Parse([]byte(p.Arguments))
	if err != nil {
		input = wire.Obj()
	}
	switch e.Status {
	case "success":
		return toolPart(succeeded, p.ID, p.Name, input, wire.M("output", e.Output))
	case "error":
		return toolPart(failedState, p.ID, p.Name, input, wire.M("errorText", e.Output))
	}
	return toolPart(denied, p.ID, p.Name, input)
}
