package openairesponses

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// request is what a converter sent beside the history that it got.
type request struct {
	*history.Request
	input []wire.Value
}

func newRequest(c *dialect.Case, o *dialect.Observation) (*request, bool) {
	h, ok := c.Script.(history.History)
	r := &request{input: itemsOf(o.State.Get("input"))}
	var list []history.Sent
	for i, m := range r.input {
		list = append(list, sentAs(fmt.Sprintf("/input/%d", i), m))
	}
	r.Request = history.Hold(h, list)
	return r, ok
}

// sentAs reads an item.
func sentAs(at string, m wire.Value) history.Sent {
	switch m.Get("type").Text() {
	case functionCall:
		return history.Sent{Role: history.Assistant,
			Calls: []*compare.Got{{ID: m.Get("call_id"), Name: m.Get("name"), Arguments: m.Get("arguments"), At: at}}}
	case callOutput:
		text, isText := history.Joined(m.Get("output"))
		return history.Sent{Role: history.Tool,
			Results: []history.Answer{{ID: m.Get("call_id").Text(), Content: text, IsText: isText, Whole: m, At: at}}}
	case "", message:
		text, _ := history.Joined(m.Get("content"))
		if role := m.Get("role").Text(); role == history.User || role == history.Assistant {
			return history.Sent{Role: role, Text: text}
		}
	}
	return history.Sent{}
}

func judgeConverter(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	r, ok := newRequest(c, o)
	return history.Judge(c, o, converterRules(), r, r.Account(ok, loud(o.State), "RESP-80", "RESP-87"))
}

func converterRules() []requirement.Rule[*request] {
	return requirement.For("converter", []requirement.Rule[*request]{
		{Requirement: line("RESP-80"), Judge: (*request).calls},
		{Requirement: line("RESP-81"), Judge: (*request).results},
		{Requirement: line("RESP-82"), Judge: (*request).itemIDs},
		{Requirement: line("RESP-83"), Judge: (*request).outputs},
		{Requirement: line("RESP-84"), Judge: (*request).errors},
		{Requirement: line("RESP-85"), Judge: (*request).order},
		{Requirement: line("RESP-86"), Judge: (*request).ids},
		{Requirement: line("RESP-87"), Judge: (*request).mended},
	})
}

// answered are the results that the history has for a call.
func (r *request) answered(id string) []history.Entry {
	var list []history.Entry
	for _, e := range r.History {
		if e.Role == history.Tool && e.CallID == id {
			list = append(list, e)
		}
	}
	return list
}

// loose: nobody says that the call must be sent, or how: it is incomplete, or without a result.
func (r *request) loose(id string) bool {
	p, there := r.History.Call(id)
	return there && (p.Status != "" || len(r.answered(id)) == 0)
}

// calls is RESP-80.
func (r *request) calls(n *requirement.Notes) {
	whole := slices.ContainsFunc(r.History.Calls(), func(p history.Part) bool { return !r.loose(p.ID) })
	if whole {
		n.Saw()
	}
	for _, f := range endpoint.Formed(r.input, "/input", "An item", schemas.ResponseItem) {
		if f.Requirement == "RESP-80" {
			n.Miss(f)
		}
	}
	for _, d := range r.Calls.Deviations {
		if d.Kind != compare.WrongID && d.Kind != compare.Disorder && !(d.Kind == compare.Missing && r.loose(d.Want.IDs[0])) {
			n.Wrong("", "/input", d.Message, d.Expected, d.Actual)
		}
	}
	if r.History.Malformed() && r.Valid {
		n.Policy("malformed arguments are sent, or left out with their call")
	}
}

// results is RESP-81.
func (r *request) results(n *requirement.Notes) {
	for _, e := range r.History {
		as, there := r.As[e.CallID]
		if e.Role == history.Tool && !there {
			r.alone(n, e.CallID)
		}
		if e.Role != history.Tool || !there || len(r.answered(e.CallID)) > 1 {
			continue
		}
		sent := r.Answers(e.CallID)
		if n.Saw(); len(sent) != 1 {
			n.Wrong("", "/input", fmt.Sprintf("The result of %q is not one output.", e.CallID), wire.Int(1), wire.Int(int64(len(sent))))
			continue
		}
		if !r.inPlace(as) {
			n.Wrong("", sent[0].At, fmt.Sprintf("The output for %q stands before its call, or behind the next user message.", e.CallID),
				wire.Value{}, sent[0].Whole)
		}
	}
}

// alone misses a result that is sent though its call was left out.
func (r *request) alone(n *requirement.Notes, id string) {
	if _, had := r.History.Call(id); !had {
		return
	}
	for _, m := range r.Sent {
		if slices.ContainsFunc(m.Calls, func(c *compare.Got) bool { return c.ID.Text() == id }) {
			return
		}
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			n.Right(a.ID != id, "", a.At, fmt.Sprintf("The call %q is left out, and its result is sent.", id), wire.Value{}, a.Whole)
		}
	}
}

// inPlace: the output stands behind its call and before the next user message.
func (r *request) inPlace(id string) bool {
	called := false
	for _, m := range r.Sent {
		switch {
		case len(m.Calls) > 0 && m.Calls[0].ID.Text() == id:
			called = true
		case len(m.Results) > 0 && m.Results[0].ID == id:
			return called
		case called && m.Role == history.User:
			return false
		}
	}
	return false
}

// hostile ids may be changed.
func hostile(id string) bool {
	return len(id) > 64 || strings.ContainsFunc(id, func(c rune) bool {
		return c != '_' && c != '-' && (c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z')
	})
}

// itemIDs is RESP-82.
func (r *request) itemIDs(n *requirement.Notes) {
	calls, items, given := map[string]bool{}, map[string]bool{}, map[string]history.Part{}
	for _, p := range r.History.Calls() {
		calls[p.ID] = true
		items[p.ItemID] = p.ItemID != ""
		given[p.ID] = p
	}
	for _, p := range r.Calls.Pairs {
		own, id := given[p.Want.IDs[0]], r.at(p.Got.At).Get("id")
		call := p.Got.ID.Text()
		n.Right(call == own.ID || !items[call], "", p.Got.At, "An item's id stands for a call's.", wire.Str(own.ID), p.Got.ID)
		switch {
		case id.IsNull(), id.Text() == own.ItemID && own.ItemID != "":
		case own.ItemID != "" && !hostile(own.ItemID):
			n.Wrong("", p.Got.At+"/id", "The id of the item is another.", wire.Str(own.ItemID), id)
		default:
			n.Right(!calls[id.Text()] && id.Text() != call, "", p.Got.At+"/id", "A call's id stands for an item's.", wire.Value{}, id)
		}
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			n.Right(calls[a.ID] || !items[a.ID], "", a.At, "An output is sent for an item's id.", wire.Value{}, a.Whole)
		}
	}
}

// at is the item at a place of the state.
func (r *request) at(place string) wire.Value {
	n, err := strconv.Atoi(strings.TrimPrefix(place, "/input/"))
	if err != nil || n >= len(r.input) {
		return wire.Value{}
	}
	return r.input[n]
}

// one looks at results that were sent once.
func (r *request) one(look func(e history.Entry, a history.Answer)) {
	for _, e := range r.History {
		if _, there := r.As[e.CallID]; e.Role == history.Tool && there && len(r.answered(e.CallID)) == 1 {
			if sent := r.Answers(e.CallID); len(sent) == 1 {
				look(e, sent[0])
			}
		}
	}
}

// outputs is RESP-83.
func (r *request) outputs(n *requirement.Notes) {
	r.one(func(e history.Entry, a history.Answer) {
		if e.Status != "success" {
			return
		}
		list, _ := schemas.Breaches(schemas.ResponseItem, a.Whole)
		n.Right(e.Says(a) && len(list) == 0, "", a.At, fmt.Sprintf("The output is not the result of %q.", e.CallID), e.Output, a.Whole)
	})
}

// errors is RESP-84.
func (r *request) errors(n *requirement.Notes) {
	r.one(func(e history.Entry, a history.Answer) {
		own := e.Output.Text()
		if e.Status == "success" {
			return
		}
		n.Saw()
		switch {
		case e.Status == "error" && strings.TrimSpace(own) != "" && !(a.IsText && history.Holds(a.Content, own)):
			n.Wrong("", a.At, "The output doesn't contain the error.", e.Output, a.Whole)
		case e.Status == "cancelled" && (!a.IsText || a.Content == "") && own != "":
			n.Wrong("", a.At, "The output of a cancelled call is empty.", e.Output, a.Whole)
		case strings.TrimSpace(own) == "" && (!a.IsText || slices.Contains([]string{"", "{}", "null"}, a.Content)):
			n.Wrong(requirement.Should, a.At, "An empty error is sent as nothing.", wire.Value{}, a.Whole)
		}
	})
}

// order is RESP-85.
func (r *request) order(n *requirement.Notes) {
	if len(r.Confused()) > 0 { // which call is which, nobody can tell
		return
	}
	back := map[string]string{}
	for id, as := range r.As {
		back[as] = id
	}
	want, got := r.sequences(back, squeeze, squeeze)
	if want, got = slices.Compact(want), slices.Compact(got); len(want) > 1 {
		n.Saw()
	}
	if !slices.Equal(want, got) {
		n.Wrong(requirement.Should, "/input", "Texts and calls are others, or in another order.", wire.Str(strings.Join(want, " | ")),
			wire.Str(strings.Join(got, " | ")))
		return
	}
	want, got = r.sequences(back, func(s string) string { return s + seam }, func(s string) string { return s })
	for i := range min(len(want), len(got)) {
		if !spelled(strings.Split(want[i], seam), got[i]) {
			n.Wrong(requirement.Should, "/input", "A text is not the one that was said.", wire.Str(strings.ReplaceAll(want[i], seam, "")),
				wire.Str(got[i]))
		}
	}
}

// sequences are the texts and calls of the history, and those that were sent.
func (r *request) sequences(back map[string]string, said, heard func(string) string) (want, got sequence) {
	call := func(s sequence, id string, there bool) sequence {
		if !there {
			return s
		}
		return append(s, "call "+id)
	}
	for _, e := range r.History {
		if e.Role == history.User {
			want = want.user(said(e.Text))
		}
		for _, p := range e.Parts {
			_, there := r.As[p.ID]
			if text := said(p.Text); p.Text != "" {
				want = want.text(text)
			}
			want = call(want, p.ID, p.Call && there)
		}
	}
	for _, m := range r.Sent {
		if m.Role == history.User {
			got = got.user(heard(m.Text))
		} else {
			got = got.text(heard(m.Text))
		}
		for _, c := range m.Calls {
			id, there := back[c.ID.Text()]
			got = call(got, id, there)
		}
	}
	return want, got
}

// ids is RESP-86.
func (r *request) ids(n *requirement.Notes) {
	if !r.Valid {
		return
	}
	for _, pair := range r.Confused() {
		n.Wrong("", "/input", fmt.Sprintf("The ids %q and %q are sent as one, or as none.", pair[0], pair[1]), wire.Value{}, wire.Value{})
	}
	known, strange := map[string]bool{}, wire.Value{}
	for _, as := range r.As {
		known[as] = true
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			if !known[a.ID] {
				strange = a.Whole
			}
		}
	}
	r.Each(func(e history.Entry, sent []history.Answer) {
		n.Right(len(sent) > 0 || strange.IsAbsent(), "", "/input", fmt.Sprintf("The result of %q is sent under another id.", e.CallID),
			wire.Str(r.As[e.CallID]), strange)
	})
	seen := map[string]string{}
	for _, p := range r.Calls.Pairs {
		id := r.at(p.Got.At).Get("id").Text()
		if other, twice := seen[id]; twice && id != "" {
			n.Wrong("", p.Got.At, fmt.Sprintf("The items of %q and %q are sent under one id.", other, p.Want.IDs[0]), wire.Value{},
				wire.Str(id))
		}
		seen[id] = p.Want.IDs[0]
	}
}

// mended is RESP-87.
func (r *request) mended(n *requirement.Notes) {
	if r.Valid {
		return
	}
	n.Saw()
	for _, p := range r.History.Calls() {
		if given := r.answered(p.ID); len(given) > 1 {
			sent := r.Answers(p.ID)
			if _, there := r.As[p.ID]; there && len(sent) != 1 {
				n.Wrong(requirement.Should, "/input", fmt.Sprintf("%q has two results, and not one output.", p.ID), wire.Int(1),
					wire.Int(int64(len(sent))))
			}
		}
	}
	for _, p := range r.Calls.Pairs {
		if call, _ := r.History.Call(p.Want.IDs[0]); call.Status == "" {
			continue
		}
		switch status := r.at(p.Got.At).Get("status"); {
		case status.IsNull():
			n.Wrong(requirement.Should, p.Got.At, "A call that was cut is sent without saying so.", wire.Str(incomplete), wire.Value{})
		case status.Text() != incomplete:
			n.Wrong(requirement.Must, p.Got.At, "A call that was cut is sent as whole.", wire.Str(incomplete), status)
		}
	}
	r.MadeUp(func(a history.Answer, misleads bool) {
		n.Right(!misleads, requirement.Must, a.At, "The answer that was made up for an open call reads as a result.", wire.Value{}, a.Whole)
	})
	r.strangers(n)
	n.Policy("sent")
}

// strangers: where each result has its call, no output is sent for a call that isn't there.
func (r *request) strangers(n *requirement.Notes) {
	for _, e := range r.History {
		if _, there := r.History.Call(e.CallID); e.Role == history.Tool && !there {
			return
		}
	}
	sent := map[string]bool{}
	for _, m := range r.Sent {
		for _, c := range m.Calls {
			sent[c.ID.Text()] = true
		}
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			n.Right(sent[a.ID], requirement.Must, a.At, "An output is sent for a call that isn't there.", wire.Value{}, a.Whole)
		}
	}
}
