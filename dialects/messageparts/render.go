package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// stepRenderer turns a transcript into steps.
type stepRenderer struct {
	pick   dialect.Pick
	list   []wire.Value
	client map[string]bool
	calls  map[string]*transcript.CallRecord
	// whole: the call's arguments are complete; begun: it has been told, if only a piece.
	whole, begun, answered map[string]bool
	// ahead are the items from the one at hand on.
	ahead []transcript.Item
	// spoken is the last thing that the model said since its last finish, calling
	// whether it called anything.
	spoken  transcript.Kind
	calling bool
}

// renderSteps tells a transcript as a chat sees it, with a question before it and
// perhaps one behind. Picked are the side that executes each call, how it is told,
// and where finishes stand.
func renderSteps(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	r := &stepRenderer{pick: pick, client: map[string]bool{}, calls: map[string]*transcript.CallRecord{},
		whole: map[string]bool{}, begun: map[string]bool{}, answered: map[string]bool{}}
	for _, c := range t.Calls() {
		r.calls[c.ID] = c
	}
	if pick(2) == 0 {
		r.add(words.User("A question"))
	}
	for i, item := range t.Items {
		r.ahead = t.Items[i:]
		r.turn(item.Kind)
		r.item(item)
	}
	r.end(t.StopReason())
	if pick(2) == 1 {
		r.add(words.User("A question after it"))
	}
	return steps{r.list}
}

// turn lets the user write before an item, now and then, where nothing is open.
func (r *stepRenderer) turn(next transcript.Kind) {
	if next != transcript.Text && next != transcript.Call || len(r.list) == 0 || len(r.answered) < len(r.begun) || r.pick(6) != 5 {
		return
	}
	r.over(r.reason())
	r.add(words.User([]string{"And then?", ""}[r.pick(2)]))
}

// reason is why the model ended what it said last: it has called something, or one of
// several others.
func (r *stepRenderer) reason() string {
	if r.spoken == transcript.Call {
		return "tool_calls"
	}
	return []string{"stop", "stop", "stop", "length", "content_filter", "error", "other"}[r.pick(7)]
}

// end finishes the turn. One that was stopped may end without a finish, and does where
// one would cut a call.
func (r *stepRenderer) end(reason string) {
	switch {
	case reason == transcript.Completed:
		r.over(r.reason())
	case r.pick(2) == 1 && r.uncut():
		r.over("error")
	}
}

// over is the finish of what the model said, where it has said anything since the last.
func (r *stepRenderer) over(reason string) {
	if r.spoken == "" {
		return
	}
	r.add(words.Finish(reason))
	r.spoken, r.calling = "", false
	for id := range r.begun {
		r.whole[id] = true
	}
}

// uncut tells whether no call is still on its way.
func (r *stepRenderer) uncut() bool {
	for id := range r.begun {
		if !r.whole[id] && !r.told(id) {
			return false
		}
	}
	return true
}

func (r *stepRenderer) add(s wire.Value) { r.list = append(r.list, s) }

func (r *stepRenderer) item(item transcript.Item) {
	switch item.Kind {
	case transcript.Text:
		r.add(words.Say(item.Text))
		r.spoken = transcript.Text
	case transcript.Call:
		r.client[item.ID] = r.pick(2) == 1
		if len(r.calls[item.ID].Deltas) == 0 {
			r.call(item)
		}
	case transcript.InputDelta:
		r.delta(item.ID, item.Delta)
	case transcript.Result:
		r.result(item)
	}
}

func (r *stepRenderer) side(id string) words.Side {
	if r.client[id] {
		return words.Client
	}
	return words.Server
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
	r.wholeCall(item.ID, text)
}

func (r *stepRenderer) wholeCall(id, text string) {
	r.add(words.ToolCall(id, r.calls[id].Name, text, r.side(id)))
	r.whole[id], r.begun[id] = true, true
	r.spoken, r.calling = transcript.Call, true
}

// runeStart moves a cut back to the beginning of a character.
func runeStart(text string, at int) int {
	for at < len(text) && at > 0 && text[at]&0xC0 == 0x80 {
		at--
	}
	return at
}

func (r *stepRenderer) delta(id, piece string) {
	d := words.Deltas(id, r.calls[id].Name, r.side(id), piece)[0]
	if r.begun[id] && r.pick(2) == 0 {
		d = d.Without("name").Without("execution")
	}
	r.begun[id] = true
	r.spoken, r.calling = transcript.Call, true
	r.add(d)
}

// complete ends the arguments of a call that pieces told, before its result: by a
// finish or, where none may stand, by the whole call.
func (r *stepRenderer) complete(id string) {
	if r.whole[id] || r.pick(2) == 1 && r.finish() {
		return
	}
	text := r.calls[id].Input.JSON()
	if told, ok := r.calls[id].ArgumentText(); ok {
		text = told
	}
	r.wholeCall(id, text)
}

// finish makes every call that was begun whole. There is none where it would cut a
// call, and where the model speaks on before all of them are answered.
func (r *stepRenderer) finish() bool {
	if !r.calling || r.spoken == "" || !r.answersAhead() || !r.uncut() {
		return false
	}
	r.over("tool_calls")
	return true
}

// answersAhead tells whether every call that was begun is answered before the model
// says anything more.
func (r *stepRenderer) answersAhead() bool {
	open := map[string]bool{}
	for id := range r.begun {
		if !r.answered[id] {
			open[id] = true
		}
	}
	for _, item := range r.ahead {
		switch item.Kind {
		case transcript.Result:
			delete(open, item.ID)
		case transcript.Text, transcript.Call, transcript.InputDelta:
			return len(open) == 0
		}
	}
	return true
}

// told tells whether all pieces of a call have come.
func (r *stepRenderer) told(id string) bool {
	var b strings.Builder
	for _, s := range r.list {
		if s.Get("type").Text() == words.StepDelta && s.Get("id").Text() == id {
			b.WriteString(s.Get("argumentsDelta").Text())
		}
	}
	v, err := wire.Parse([]byte(b.String()))
	return err == nil && wire.Equal(v, r.calls[id].Input)
}

func (r *stepRenderer) result(item transcript.Item) {
	id, name := item.ID, r.calls[item.ID].Name
	r.complete(id)
	if r.pick(4) == 3 {
		r.finish()
	}
	r.answered[id] = true
	switch {
	case item.Status == transcript.Success && r.client[id]:
		s := words.Output(id, name, item.Content.JSON())
		if r.pick(3) == 2 {
			s = s.Without("state") // output-available
		}
		r.add(s)
	case item.Status == transcript.Success:
		r.add(words.Returned(id, wire.AsText(item.Content)))
	case r.client[id]:
		r.add(words.Failed(id, name, wire.AsText(item.Content)))
	default:
		r.add(words.ServerResult(id, wire.AsText(item.Content), words.StateError))
	}
}

// renderStored stores a transcript as UI messages. Picked are the side that
// executed each call and whether a text behind answered calls begins a new message.
func renderStored(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	messages := []wire.Value{words.UserMessage("u-first", "A question")}
	var parts []wire.Value
	open := 0 // calls that have no result yet
	end := func() {
		if len(parts) > 0 {
			messages = append(messages, words.AssistantMessage(fmt.Sprintf("a-%d", len(messages)), parts...))
			parts = nil
		}
	}
	asked := func() { // by the user, where nothing is open
		if len(parts) > 0 && open == 0 && pick(4) == 3 {
			end()
			messages = append(messages, words.UserMessage(fmt.Sprintf("u-%d", len(messages)), "And then?"))
		}
	}
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Text:
			if open == 0 && pick(4) == 3 {
				end()
			}
			asked()
			parts = append(parts, words.TextPart(item.Text))
		case transcript.Call:
			asked()
			open++
			parts = append(parts, storedCall(t, item, pick))
		case transcript.Result:
			open--
			parts = append(parts, storedPart(item, pick))
		}
	}
	end()
	if pick(2) == 1 {
		messages = append(messages, words.UserMessage("u-last", "A question after it"))
	}
	return stored{messages}
}

func storedCall(t transcript.Transcript, item transcript.Item, pick dialect.Pick) wire.Value {
	p := words.CallPart(item.ID, item.Name, item.Input.JSON())
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
	text := wire.AsText(item.Content)
	if item.Status == transcript.Success {
		return words.ResultPart(item.ID, text)
	}
	reason := wire.Str(text)
	if strings.TrimSpace(text) != "" && pick(6) == 5 {
		reason = wire.NullValue // the content tells it
	}
	return words.ErrorPart(item.ID, text, reason)
}
