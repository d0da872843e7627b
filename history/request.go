package history

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/wire"
)

// Sent is a message as it was sent, read by its dialect: its text, and the calls and results
// that stand in it.
type Sent struct {
	Role    string
	Text    string
	Calls   []*compare.Got
	Results []Answer
}

// Answer is a result as it was sent. Content is its text; IsText: it has one. Flag is what the
// wire says of failure, absent where it says nothing.
type Answer struct {
	ID, Content string
	IsText      bool
	Flag, Whole wire.Value
	At          string
}

// Request is what a converter sent beside the history that it got.
type Request struct {
	History History
	// Valid: the history is.
	Valid bool
	Sent  []Sent
	// Messages are the list that it was read from (Read).
	Messages wire.Value
	// Calls are the calls of the history beside those that were sent; As is the id under
	// which each was.
	Calls compare.Result
	As    map[string]string
}

// Hold lays what was sent beside the history.
func Hold(h History, sent []Sent) *Request {
	r := &Request{History: h, Valid: h.Valid() == nil, Sent: sent, As: map[string]string{}}
	var got []*compare.Got
	for _, m := range sent {
		got = append(got, m.Calls...)
	}
	var wants []*compare.Want
	for i, p := range h.Calls() {
		wants = append(wants, p.want(i))
	}
	r.Calls = compare.Calls(wants, got, compare.Options{Stateless: true})
	for _, p := range r.Calls.Pairs {
		r.As[p.Want.IDs[0]] = p.Got.ID.Text()
	}
	if slices.ContainsFunc(r.Calls.Deviations, func(d compare.Deviation) bool { return d.Kind != compare.WrongID }) {
		if other := r.renamed(wants, got); other != nil {
			r.Calls, r.As = other.Calls, other.As
		}
	}
	if !r.Valid {
		r.twins(wants)
	}
	return r
}

// twins gives an id that was changed to that one of several equal calls whose result was sent under it: where some are left
// out, their order does not tell which.
func (r *Request) twins(wants []*compare.Want) {
	calls := r.History.Calls()
	for i, p := range slices.Backward(r.Calls.Pairs) {
		id := p.Want.IDs[0]
		as := r.As[id]
		at := slices.IndexFunc(calls, func(c Part) bool { return c.ID == id })
		if as == id || at < 0 || r.fits(id, as) {
			continue
		}
		twin := slices.IndexFunc(calls, func(c Part) bool {
			_, sent := r.As[c.ID]
			return !sent && c.Name == calls[at].Name && c.Arguments == calls[at].Arguments && r.fits(c.ID, as)
		})
		if twin >= 0 {
			delete(r.As, id)
			r.As[calls[twin].ID] = as
			r.Calls.Pairs[i].Want = wants[twin]
		}
	}
}

// fits: what was sent under an id is a result of that call, or nothing was.
func (r *Request) fits(id, as string) bool {
	for _, m := range r.Sent {
		for _, a := range m.Results {
			if a.ID == as && !slices.ContainsFunc(r.History, func(e Entry) bool {
				return e.Role == Tool && e.CallID == id && Holds(a.Content, e.Known())
			}) {
				return false
			}
		}
	}
	return true
}

// renamed reads ids that were changed into each other's: calls that are right in their order, each with its result.
// Nil where this is not it.
func (r *Request) renamed(wants []*compare.Want, got []*compare.Got) *Request {
	calls, ok := compare.Renamed(wants, got)
	if !ok || !r.Valid {
		return nil
	}
	other := *r
	other.Calls, other.As = calls, map[string]string{}
	for _, p := range calls.Pairs {
		other.As[p.Want.IDs[0]] = p.Got.ID.Text()
	}
	right := true
	other.Each(func(e Entry, sent []Answer) {
		right = right && (e.Status != "success" || slices.ContainsFunc(sent, e.Says))
	})
	if !right {
		return nil
	}
	return &other
}

// want is a call as it must be sent: arguments equal as JSON, malformed ones as their text or
// not at all, blank ones as nothing or {}.
func (p Part) want(i int) *compare.Want {
	w := &compare.Want{IDs: []string{p.ID}, Names: []string{p.Name}, Key: int64(i), Placed: true}
	if v, err := wire.Parse([]byte(p.Arguments)); err == nil {
		w.Value, w.Optional = v, p.Malformed()
		return w
	}
	w.Texts, w.Bare, w.Optional = []string{p.Arguments}, strings.TrimSpace(p.Arguments) == "", p.Malformed()
	return w
}

// Malformed tells whether a call has arguments that are no JSON, or are none to many parsers, since a member stands twice in
// them. Blanks are no JSON: who leaves them out with their call, or refuses them, is as right as who takes them for nothing.
func (p Part) Malformed() bool {
	v, err := wire.Parse([]byte(p.Arguments))
	_, twice := v.Duplicate()
	return p.Call && (err != nil || twice) && p.Arguments != ""
}

// Malformed tells whether some call of the history is.
func (h History) Malformed() bool { return slices.ContainsFunc(h.Calls(), Part.Malformed) }

// Tells says whether the messages show anything: a call of the history, or its first text
// where it has none.
func (r *Request) Tells() bool {
	if len(r.History) == 0 {
		return true
	}
	if len(r.History.Calls()) > 0 {
		return r.Calls.RightBut(compare.WrongID) // it may be another one, alike on both sides
	}
	return slices.ContainsFunc(r.Sent, func(m Sent) bool { return m.Text != "" && m.Text == r.History[0].Text })
}

// Answers are the results that were sent for a call of the history.
func (r *Request) Answers(id string) []Answer {
	as, sent := r.As[id]
	var list []Answer
	for _, m := range r.Sent {
		for _, a := range m.Results {
			if sent && a.ID == as {
				list = append(list, a)
			}
		}
	}
	return list
}

// Each looks at every result of a valid history whose call was sent, and at what was sent for
// it.
func (r *Request) Each(look func(e Entry, sent []Answer)) {
	for _, e := range r.History {
		if _, there := r.As[e.CallID]; r.Valid && e.Role == Tool && there {
			look(e, r.Answers(e.CallID))
		}
	}
}

// Says tells whether a content is a result: a text as it is, another value as its JSON.
func (e Entry) Says(a Answer) bool {
	if e.Output.IsString() {
		return a.IsText && a.Content == e.Output.Text()
	}
	return a.IsText && wire.EqualOrText(e.Output, wire.Str(a.Content))
}

// Known is the text that a result is known by.
func (e Entry) Known() string {
	if e.Output.IsString() {
		return e.Output.Text()
	}
	return e.Output.JSON()
}

// Told is the text that a result is told by: one that failed and said nothing says that.
func (e Entry) Told() string {
	text := e.Known()
	if text == "" && e.Status != "success" {
		return "The tool failed and said nothing (" + e.Status + ")."
	}
	return text
}

// Disorder says where calls and results are not in the order that every wire wants: each
// result behind the message of its call and before anything else; "" for nowhere.
func (r *Request) Disorder() string {
	open := map[string]bool{}
	for i, m := range r.Sent {
		for _, a := range m.Results {
			if !open[a.ID] {
				return fmt.Sprintf("Message %d answers %q, which is not open there.", i, a.ID)
			}
			delete(open, a.ID)
		}
		if len(m.Results) > 0 && len(m.Calls) == 0 {
			continue
		}
		if len(open) > 0 {
			return fmt.Sprintf("Message %d comes before all calls are answered.", i)
		}
		for _, c := range m.Calls {
			open[c.ID.Text()] = true
		}
	}
	if len(open) > 0 {
		return "A call is never answered."
	}
	return ""
}

// Turns are roles and texts by turns: neighbours of one role joined, blanks aside.
type Turns []string

// Join adds texts.
func (t Turns) Join(texts ...Said) Turns {
	for _, s := range texts {
		text := strings.Join(strings.Fields(s.Text), "")
		switch k := len(t); {
		case text == "":
		case k > 0 && strings.HasPrefix(t[k-1], s.Role+" "):
			t[k-1] += text
		default:
			t = append(t, s.Role+" "+text)
		}
	}
	return t
}

func (t Turns) length() int { return len(strings.Join(t, "")) }

// Misleads tells whether a content that was made up reads as a result: as a value, as another
// call's, as a success.
func (h History) Misleads(content string) bool {
	other := slices.ContainsFunc(h, func(e Entry) bool { return e.Role == Tool && e.Known() == content })
	return content == "" || wire.IsJSON(content) || other || slices.Contains([]string{"ok", "success", "done"}, strings.ToLower(content))
}

// Texts are the texts of the history and those that were sent, joined over neighbours of one
// role; early are the ids of results before which text stands that came after them.
func (r *Request) Texts() (want, got, early []string) {
	var wants, gots Turns
	most := map[string]int{} // how much text may stand before a result
	for i, e := range r.History {
		wants = wants.Join(r.History[i : i+1].Said()...)
		for _, p := range e.Parts {
			if p.Call {
				most[r.As[p.ID]] = wants.length()
			}
		}
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			if r.Valid && most[a.ID] > 0 && gots.length() > most[a.ID] {
				early = append(early, a.ID)
			}
		}
		gots = gots.Join(Said{m.Role, m.Text})
	}
	return wants, gots, early
}

// Confused are pairs of ids that were sent as one.
func (r *Request) Confused() (list [][2]string) {
	back := map[string]string{}
	for _, p := range r.History.Calls() {
		as, there := r.As[p.ID]
		if before, twice := back[as]; there && (twice || as == "") {
			list = append(list, [2]string{before, p.ID})
		}
		if there {
			back[as] = p.ID
		}
	}
	return list
}

// MadeUp are the results that were sent and are none of the history's for their call, with
// whether they read as a result all the same: as a value, as another call's, as a success.
func (r *Request) MadeUp(look func(a Answer, misleads bool)) {
	known, calls := map[string][]string{}, map[string]bool{}
	var orphans []string // their ids may be others, and there is no call that tells which
	for _, as := range r.As {
		calls[as] = true
	}
	for _, e := range r.History {
		as, there := r.As[e.CallID]
		if e.Role == Tool && !there {
			as, orphans = e.CallID, append(orphans, e.Known())
		}
		if e.Role == Tool {
			known[as] = append(known[as], e.Known())
		}
	}
	for _, m := range r.Sent {
		for _, a := range m.Results {
			if slices.ContainsFunc(known[a.ID], func(s string) bool { return Holds(a.Content, s) }) || !calls[a.ID] &&
				slices.Contains(orphans, a.Content) {
				continue
			}
			look(a, r.History.Misleads(a.Content))
		}
	}
}

// Got is a call of a history as if it had been sent.
func (p Part) Got() []*compare.Got {
	return []*compare.Got{{ID: wire.Str(p.ID), Name: wire.Str(p.Name), Arguments: wire.Str(p.Arguments)}}
}
