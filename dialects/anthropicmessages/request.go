package anthropicmessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// request is what a converter sent beside the history that it got, by turns: neighbouring
// messages of one role are one.
type request struct {
	h        history.History
	valid    bool
	messages []wire.Value
	turns    []*turn
	calls    []*asked
	result   compare.Result
	// orphans are results of the history that have no call, or come a second time.
	orphans int
}

// turn is what one role sends at once.
type turn struct {
	role   string
	blocks []sentPart
}

// sentPart is a block, and the message that it stands in.
type sentPart struct {
	wire.Value
	message int
}

// asked is a call of the history, the results that belong to it, and how it was sent.
type asked struct {
	history.Part
	answers []history.Entry
	// last: it stands in the history's last message. late: its result comes behind a later
	// assistant's message; parted: behind a user's.
	last, late, parted bool
	want               *compare.Want
	got                *compare.Got
	turn               int
	// message is the number of the assistant's message that it stands in.
	message int
}

func newRequest(c *dialect.Case, o *dialect.Observation) (*request, bool) {
	h, ok := c.Script.(history.History)
	r := &request{h: h, valid: h.Valid() == nil, messages: o.State.Get("messages").Items()}
	for i, m := range r.messages {
		role := m.Get("role").Text()
		if len(r.turns) == 0 || r.turns[len(r.turns)-1].role != role {
			r.turns = append(r.turns, &turn{role: role})
		}
		t := r.turns[len(r.turns)-1]
		content := m.Get("content")
		if content.IsString() {
			content = wire.List(textBlock(content.Text()))
		}
		for _, b := range content.Items() {
			t.blocks = append(t.blocks, sentPart{b, i})
		}
	}
	r.ask()
	r.align()
	return r, ok
}

// ask reads the history's calls, each with the results that belong to it.
func (r *request) ask() {
	messages := 0
	from := map[*asked]int{}
	users := map[int]bool{}
	for i, e := range r.h {
		switch e.Role {
		case history.User:
			users[messages] = true
		case history.Assistant:
			messages++
			for _, p := range e.Parts {
				if p.Call {
					a := &asked{Part: p, last: i == len(r.h)-1, turn: -1, message: messages}
					from[a] = messages
					r.calls = append(r.calls, a)
				}
			}
		case history.Tool:
			a := r.nearest(e.CallID)
			if a == nil {
				r.orphans++
				continue
			}
			if a.answers = append(a.answers, e); len(a.answers) > 1 {
				r.orphans++
				continue
			}
			a.late, a.parted = messages > from[a], users[from[a]]
		}
	}
}

// nearest is the last call so far that has the id.
func (r *request) nearest(id string) *asked {
	for _, a := range slices.Backward(r.calls) {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// align lays the calls that were sent beside those of the history.
func (r *request) align() {
	var wants []*compare.Want
	var got []*compare.Got
	of := map[*compare.Want]*asked{}
	at := map[*compare.Got]int{}
	for _, a := range r.calls {
		a.want = &compare.Want{IDs: []string{a.ID}, Names: []string{a.Name}, Optional: len(a.answers) == 0 || a.malformed() || a.late}
		if v, ok := inputOf(a.Arguments); ok {
			a.want.Value = v
		} else {
			// Blanks are no JSON, and no arguments either: {} invents nothing.
			blank := strings.TrimSpace(a.Arguments) == ""
			a.want.Fits = func(v wire.Value) bool { return v.IsObject() && (blank && v.Len() == 0 || holdsText(v, a.Arguments)) }
		}
		wants = append(wants, a.want)
		of[a.want] = a
	}
	for i, t := range r.turns {
		for k, b := range t.blocks {
			if b.Get("type").Text() == "tool_use" {
				g := &compare.Got{ID: b.Get("id"), Name: b.Get("name"), Arguments: b.Get("input"),
					At: fmt.Sprintf("turn %d, block %d", i, k)}
				got = append(got, g)
				at[g] = i
			}
		}
	}
	pair := func(result compare.Result) {
		r.result = result
		for _, a := range r.calls {
			a.got, a.turn = nil, -1
		}
		for _, p := range result.Pairs {
			of[p.Want].got, of[p.Want].turn = p.Got, at[p.Got]
		}
	}
	as := compare.Calls(wants, got, compare.Options{Stateless: true})
	pair(as)
	// Equal calls of several turns may have each other's ids, and then their results alone tell.
	if renamed, ok := compare.Renamed(wants, got); ok && r.valid && (len(as.Deviations) > 0 || !r.answered()) {
		if pair(renamed); !r.answered() {
			pair(as)
		}
	}
}

// answered tells whether each call has the result that is its own.
func (r *request) answered() bool {
	right := true
	r.each(func(_ *asked, e history.Entry, b wire.Value) {
		right = right && (e.Status != "success" || repeats(e, b))
	})
	return right
}

// malformed: the arguments are no object.
func (a *asked) malformed() bool {
	_, ok := inputOf(a.Arguments)
	return !ok
}

// holdsText: one of the values is the text, or what it is as JSON, be that a string.
func holdsText(v wire.Value, text string) bool {
	return slices.ContainsFunc(v.Members(), func(m wire.Member) bool {
		return m.Value.Text() == text || wire.Alike(m.Value, parsed(wire.Str(text)))
	})
}

func isResult(b sentPart) bool { return b.Get("type").Text() == "tool_result" }

// results are the results that were sent for a call, in the turn behind its own.
func (r *request) results(a *asked) []sentPart {
	if a.got == nil || a.turn+1 >= len(r.turns) || r.turns[a.turn+1].role != "user" {
		return nil
	}
	var list []sentPart
	for _, b := range r.turns[a.turn+1].blocks {
		if isResult(b) && b.Get("tool_use_id").Text() == a.got.ID.Text() {
			list = append(list, b)
		}
	}
	return list
}

// contentOf is a result's content as text: text blocks are joined, and an absent one is "".
func contentOf(b wire.Value) (string, bool) {
	text, ok := history.Joined(b.Get("content"))
	return text, ok || !b.Has("content")
}

// answerOf is a block of a result.
func answerOf(b wire.Value) history.Answer {
	text, ok := contentOf(b)
	return history.Answer{ID: b.Get("tool_use_id").Text(), Content: text, IsText: ok, Flag: b.Get("is_error"), Whole: b}
}

// repeats tells whether a result's content is the entry's.
func repeats(e history.Entry, b wire.Value) bool { return e.Says(answerOf(b)) }

// made tells whether a result is none of the history's for its call.
func (a *asked) made(b wire.Value) bool {
	text, _ := contentOf(b)
	return !slices.ContainsFunc(a.answers, func(e history.Entry) bool {
		return repeats(e, b) || e.Status != "success" && history.Holds(text, e.Output.Text())
	})
}
