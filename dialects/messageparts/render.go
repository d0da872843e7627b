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
	pick    dialect.Pick
	list    []wire.Value
	calls   map[string]*toldCall
	ahead   []transcript.Item // ahead are the items from the one at hand on
	spoken  transcript.Kind   // spoken is the last thing that the model said since its last finish, calling whether it called anything
	calling bool
}

// toldCall is a call beside what has been told of it: whether it has begun, if only with a piece, its arguments are complete,
// and its result came.
type toldCall struct {
	*transcript.CallRecord
	side                   words.Side
	begun, whole, answered bool
	pieces                 string
}

// told tells whether all pieces of a call have come.
func (c *toldCall) told() bool {
	v, err := wire.Parse([]byte(c.pieces))
	return err == nil && wire.Equal(v, c.Input)
}

// renderSteps tells a transcript as a chat sees it, with a question before it and perhaps one behind. Picked are the side that
// executes each call, how it is told, and where finishes stand.
func renderSteps(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	r := &stepRenderer{pick: pick, calls: map[string]*toldCall{}}
	for _, c := range t.Calls() {
		r.calls[c.ID] = &toldCall{CallRecord: c}
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

// any tells whether one of the calls that have begun is so.
func (r *stepRenderer) any(so func(c *toldCall) bool) bool {
	for _, c := range r.calls {
		if c.begun && so(c) {
			return true
		}
	}
	return false
}

// turn lets the user write before an item, now and then, where nothing is open.
func (r *stepRenderer) turn(next transcript.Kind) {
	open := func(c *toldCall) bool { return !c.answered }
	if next != transcript.Text && next != transcript.Call || len(r.list) == 0 || r.any(open) || r.pick(6) != 5 {
		return
	}
	r.over(r.reason())
	r.add(words.User([]string{"And then?", ""}[r.pick(2)]))
}

// reason is why the model ended what it said last: it has called something, or one of several others.
func (r *stepRenderer) reason() string {
	if r.spoken == transcript.Call {
		return "tool_calls"
	}
	return []string{"stop", "stop", "stop", "length", "content_filter", "error", "other"}[r.pick(7)]
}

// end finishes the turn. One that was stopped may end without a finish, and does where one would cut a call.
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
	for _, c := range r.calls {
		c.whole = c.whole || c.begun
	}
}

// uncut tells whether no call is still on its way.
func (r *stepRenderer) uncut() bool {
	return !r.any(func(c *toldCall) bool { return !c.whole && !c.told() })
}

func (r *stepRenderer) add(s wire.Value) { r.list = append(r.list, s) }

func (r *stepRenderer) item(item transcript.Item) {
	c := r.calls[item.ID]
	switch item.Kind {
	case transcript.Text:
		r.add(words.Say(item.Text))
		r.spoken = transcript.Text
	case transcript.Call:
		c.side = []words.Side{words.Server, words.Client}[r.pick(2)]
		if len(c.Deltas) == 0 {
			r.call(c)
		}
	case transcript.InputDelta:
		r.delta(c, item.Delta)
	case transcript.Result:
		r.result(c, item)
	}
}

// call tells a call without deltas of its own: whole, or as pieces all the same.
func (r *stepRenderer) call(c *toldCall) {
	text := c.Input.JSON()
	if r.pick(3) == 2 {
		half := runeStart(text, r.pick(len(text)+1))
		r.delta(c, text[:half])
		r.delta(c, text[half:])
		return
	}
	r.wholeCall(c, text)
}

func (r *stepRenderer) wholeCall(c *toldCall, text string) {
	r.add(words.ToolCall(c.ID, c.Name, text, c.side))
	c.whole, c.begun = true, true
	r.spoken, r.calling = transcript.Call, true
}

// runeStart moves a cut back to the beginning of a character.
func runeStart(text string, at int) int {
	for at < len(text) && at > 0 && text[at]&0xC0 == 0x80 {
		at--
	}
	return at
}

func (r *stepRenderer) delta(c *toldCall, piece string) {
	d := words.Deltas(c.ID, c.Name, c.side, piece)[0]
	if c.begun && r.pick(2) == 0 {
		d = d.Without("name").Without("execution")
	}
	c.begun, c.pieces = true, c.pieces+piece
	r.spoken, r.calling = transcript.Call, true
	r.add(d)
}

// complete ends the arguments of a call that pieces told, before its result: by a finish or, where none may stand, by the whole call.
func (r *stepRenderer) complete(c *toldCall) {
	if c.whole || r.pick(2) == 1 && r.finish() {
		return
	}
	text := c.Input.JSON()
	if told, ok := c.ArgumentText(); ok {
		text = told
	}
	r.wholeCall(c, text)
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

// answersAhead tells whether every call that was begun is answered before the model says anything more.
func (r *stepRenderer) answersAhead() bool {
	ahead := map[string]bool{}
	for _, item := range r.ahead {
		switch item.Kind {
		case transcript.Result:
			ahead[item.ID] = true
		case transcript.Text, transcript.Call, transcript.InputDelta:
			return !r.any(func(c *toldCall) bool { return !c.answered && !ahead[c.ID] })
		}
	}
	return true
}

func (r *stepRenderer) result(c *toldCall, item transcript.Item) {
	r.complete(c)
	if r.pick(4) == 3 {
		r.finish()
	}
	c.answered = true
	text, client := wire.AsText(item.Content), c.side == words.Client
	switch {
	case item.Status == transcript.Success && client:
		s := words.Output(c.ID, c.Name, item.Content.JSON())
		if r.pick(3) == 2 {
			s = s.Without("state") // output-available
		}
		r.add(s)
	case item.Status == transcript.Success:
		r.add(words.Returned(c.ID, text))
	case client:
		r.add(words.Failed(c.ID, c.Name, text))
	default:
		r.add(words.ServerResult(c.ID, text, words.StateError))
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
