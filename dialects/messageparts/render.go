package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// stepRenderer turns a transcript into steps.
type stepRenderer struct {
	pick   dialect.Pick
	list   []wire.Value
	client map[string]bool
	calls  map[string]*transcript.CallRecord
	// whole: the call's arguments are complete; begun: a piece has been told.
	whole, begun map[string]bool
	// open is how many calls have no result yet.
	open int
}

// renderSteps tells a transcript as a chat sees it, with a question before it and
// perhaps one behind. Picked are the side that executes each call, how it is told,
// and where finishes stand.
func renderSteps(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	r := &stepRenderer{pick: pick, client: map[string]bool{}, calls: map[string]*transcript.CallRecord{}, whole: map[string]bool{}, begun: map[string]bool{}}
	for _, c := range t.Calls() {
		r.calls[c.ID] = c
	}
	if pick(2) == 0 {
		r.add(user("A question"))
	}
	for _, item := range t.Items {
		r.turn(item.Kind)
		r.item(item)
	}
	r.end(t.StopReason())
	if pick(2) == 1 {
		r.add(user("A question after it"))
	}
	return steps{r.list}
}

// turn lets the user write before an item, now and then, where nothing is open.
func (r *stepRenderer) turn(next transcript.Kind) {
	if next != transcript.Text && next != transcript.Call || len(r.list) == 0 || r.open > 0 || r.pick(6) != 5 {
		return
	}
	r.finish(r.reason())
	r.add(user([]string{"And then?", ""}[r.pick(2)]))
}

// reason is why a message of the stream ended that has nothing open.
func (r *stepRenderer) reason() string {
	return []string{"stop", "stop", "stop", "length", "content_filter", "error", "max_steps", "tool_calls"}[r.pick(8)]
}

// end finishes the turn. One that was stopped may end without a finish.
func (r *stepRenderer) end(reason string) {
	switch {
	case reason == transcript.Completed:
		r.finish(r.reason())
	case r.pick(2) == 1:
		r.finish("error")
	}
}

func (r *stepRenderer) add(s wire.Value) { r.list = append(r.list, s) }

func (r *stepRenderer) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Text:
		r.add(say(item.Text))
	case transcript.Call:
		r.client[item.ID] = r.pick(2) == 1
		r.open++
		if len(r.calls[item.ID].Deltas) == 0 {
			r.call(item)
		}
	case transcript.InputDelta:
		r.delta(item.ID, item.Delta)
	case transcript.Result:
		r.result(item)
		r.open--
	}
}

func (r *stepRenderer) side(id string) side {
	if r.client[id] {
		return client
	}
	return server
}

// call tells a call without deltas of its own: whole, or as pieces all the same.
func (r *stepRenderer) call(item transcript.Item) {
	text := item.Input.JSON()
	if r.pick(3) == 2 {
		half := r.pick(len(text) + 1)
		r.delta(item.ID, text[:runeStart(text, half)])
		r.delta(item.ID, text[runeStart(text, half):])
		return
	}
	r.add(toolCall(item.ID, item.Name, text, r.side(item.ID)))
	r.whole[item.ID] = true
}

// runeStart moves a cut back to the beginning of a character.
func runeStart(text string, at int) int {
	for at < len(text) && at > 0 && text[at]&0xC0 == 0x80 {
		at--
	}
	return at
}

func (r *stepRenderer) delta(id, piece string) {
	d := deltas(id, r.calls[id].Name, r.side(id), piece)[0]
	if r.begun[id] && r.pick(2) == 0 {
		d = d.Without("name").Without("execution")
	}
	r.begun[id] = true
	r.add(d)
}

// complete ends the arguments of a call that pieces told: by the whole call or by
// a finish.
func (r *stepRenderer) complete(id string) {
	if r.whole[id] {
		return
	}
	if r.pick(2) == 0 {
		text := r.calls[id].Input.JSON()
		if told, ok := r.calls[id].ArgumentText(); ok {
			text = told
		}
		r.add(toolCall(id, r.calls[id].Name, text, r.side(id)))
		r.whole[id] = true
		return
	}
	r.finish("tool_calls")
}

// finish makes every call that was begun whole; a call still on its way would be
// cut by it, so there is none then.
func (r *stepRenderer) finish(reason string) {
	for id := range r.begun {
		if !r.whole[id] && !r.told(id) {
			return
		}
	}
	r.add(finish(reason))
	for id := range r.begun {
		r.whole[id] = true
	}
}

// told tells whether all pieces of a call have come.
func (r *stepRenderer) told(id string) bool {
	var b strings.Builder
	for _, s := range r.list {
		if s.Get("type").Text() == stepDelta && s.Get("id").Text() == id {
			b.WriteString(s.Get("argumentsDelta").Text())
		}
	}
	v, err := wire.Parse([]byte(b.String()))
	return err == nil && wire.Equal(v, r.calls[id].Input)
}

func (r *stepRenderer) result(item transcript.Item) {
	id, name := item.ID, r.calls[item.ID].Name
	if r.client[id] {
		r.complete(id)
	}
	if r.pick(4) == 3 {
		r.finish("tool_calls")
	}
	switch {
	case item.Status == transcript.Success && r.client[id]:
		s := output(id, name, item.Content.JSON())
		switch r.pick(6) {
		case 4:
			s = s.Without("state") // output-available
		case 5:
			s = s.Without("errorText")
		}
		r.add(s)
	case item.Status == transcript.Success:
		r.add(returned(id, textOf(item.Content)))
	case r.client[id]:
		r.add(failed(id, name, textOf(item.Content)))
	default:
		r.add(serverResult(id, textOf(item.Content), stateError))
	}
}

// textOf is a content as text: a string itself, the JSON of anything else.
func textOf(v wire.Value) string {
	if v.IsString() {
		return v.Text()
	}
	return v.JSON()
}

// renderStored stores a transcript as UI messages. Picked are the side that
// executed each call and whether a text behind answered calls begins a new message.
func renderStored(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	messages := []wire.Value{userMessage("u-first", "A question")}
	var parts []wire.Value
	open := 0 // calls that have no result yet
	end := func() {
		if len(parts) > 0 {
			messages = append(messages, assistantMessage(fmt.Sprintf("a-%d", len(messages)), parts...))
			parts = nil
		}
	}
	asked := func() { // by the user, where nothing is open
		if len(parts) > 0 && open == 0 && pick(6) == 5 {
			end()
			messages = append(messages, userMessage(fmt.Sprintf("u-%d", len(messages)), "And then?"))
		}
	}
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Text:
			if open == 0 && pick(4) == 3 {
				end()
			}
			asked()
			parts = append(parts, textPart(item.Text))
		case transcript.Call:
			asked()
			open++
			parts = append(parts, storedCall(t, item, pick))
		case transcript.Result:
			open--
			if pick(8) == 7 { // it came by and by, and both forms were stored
				parts = append(parts, storedPart(item, pick).With("state", wire.Str(stateArriving)).Without("error"))
			}
			parts = append(parts, storedPart(item, pick))
		}
	}
	end()
	if pick(2) == 1 {
		messages = append(messages, userMessage("u-last", "A question after it"))
	}
	return stored{messages}
}

func storedCall(t transcript.Transcript, item transcript.Item, pick dialect.Pick) wire.Value {
	p := callPart(item.ID, item.Name, item.Input.JSON())
	if pick(8) == 7 {
		p = p.Without("state")
	}
	if pick(2) == 0 {
		return p
	}
	for _, c := range t.Calls() {
		if c.ID == item.ID && c.Result != nil && c.Result.Status == transcript.Success {
			return p.With("output", c.Result.Content)
		}
	}
	return p
}

func storedPart(item transcript.Item, pick dialect.Pick) wire.Value {
	text := textOf(item.Content)
	if item.Status == transcript.Success {
		return resultPart(item.ID, text)
	}
	reason := wire.Str(text)
	if strings.TrimSpace(text) != "" && pick(6) == 5 {
		reason = wire.NullValue // the content tells it
	}
	return errorPart(item.ID, text, reason)
}
