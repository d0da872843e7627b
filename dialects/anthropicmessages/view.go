package anthropicmessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// view is what a consumer shows beside what the stream means.
type view struct {
	*meaning
	c     *dialect.Case
	o     *dialect.Observation
	state wire.Value
	// text that is shown; right are those that may be, plain the first of them.
	text      string
	right     []*act.Called
	plain     string
	startless *act.Called
	unfit     bool
	// loud: it says that something is wrong. partial: it need not hold everything.
	loud, partial bool
	calls         []*wanted
	result        compare.Result
	blamed        []compare.Blamed
	forms         []compare.Form
	// void: it took nothing, and may.
	void bool
}

func newView(c *dialect.Case, o *dialect.Observation) (*view, bool) {
	m, ok := meant(c)
	if !ok {
		return nil, false
	}
	v := &view{meaning: m, c: c, o: o, state: o.State}
	v.loud = !v.state.Get("error").IsNull()
	v.partial = v.loud || m.failed()
	v.calls = m.wants()
	v.right, v.startless = m.texts()
	v.plain = v.right[0].Text()
	for _, e := range v.state.Get("content").Items() {
		if e.Get("type").Text() == "text" {
			v.text += e.Get("text").Text()
		}
	}
	v.unfit = !v.fits(v.right, v.text)
	v.result, v.forms = compare.Groups(m.groups(v.calls), v.shown(), compare.Options{Partial: v.partial, Stateless: true})
	v.blamed = compare.Blame(consumerRows(), v.result.Deviations, m.all())
	v.void = m.nameless && !v.loud && v.state.Get("content").IsArray() && v.state.Get("content").Len() == 0 && v.state.Get("stopReason").IsNull()
	return v, true
}

// all are the traits of the stream and of its calls.
func (m *meaning) all() act.Traits {
	t := m.odd
	for _, b := range m.blocks {
		t |= b.traits
	}
	return t
}

// shown are the calls of the answer.
func (v *view) shown() []*compare.Got {
	var list []*compare.Got
	for i, e := range v.state.Get("content").Items() {
		if e.Get("type").Text() != "tool_use" {
			continue
		}
		g := &compare.Got{ID: e.Get("id"), Name: e.Get("name"), Arguments: e.Get("input"), At: fmt.Sprintf("/content/%d", i)}
		if g.Arguments.IsNull() {
			g.State = "open"
		}
		list = append(list, g)
	}
	return list
}

// fits tells whether a text is one that is right, or the beginning of one where the answer
// need not be whole.
func (v *view) fits(right []*act.Called, text string) bool {
	return slices.ContainsFunc(right, func(c *act.Called) bool { return c.Made(text, v.partial) })
}

// tells says whether the answer shows anything: something of what came is there, or nothing
// came.
func (v *view) tells() bool {
	if !v.state.Get("content").IsArray() || v.void {
		return false
	}
	said := v.plain != ""
	if said && v.text != "" && !v.unfit || len(v.result.Pairs) > 0 || v.loud && v.failed() {
		return true
	}
	return !said && len(v.calls) == 0
}

func judgeConsumer(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	rules := consumerRules()
	v, ok := newView(c, o)
	list := make([]requirement.Rule[*view], len(rules))
	for i, r := range rules {
		list[i] = requirement.Rule[*view]{Requirement: r.Requirement, Judge: func(v *view, n *requirement.Notes) {
			if !ok || v.void {
				if ok && r.ID == "MSG-25" {
					n.Policy("an empty message")
				}
				return
			}
			v.deviations(r, n)
			v.loudness(r.ID, n)
			if r.judge != nil {
				r.judge(v, n)
			}
		}}
	}
	return spared(c, requirement.SeenIf(ok && v.tells(), requirement.Apply(list, v)))
}

// deviations of calls that miss the rule.
func (v *view) deviations(r rule, n *requirement.Notes) {
	rows := slices.Clone(r.rows)
	for i := range rows {
		rows[i].Requirement = r.ID
	}
	if !v.loud && compare.About(rows, r.ID, v.result.Pairs) {
		n.Saw()
	}
	for _, b := range v.blamed {
		if b.Requirement == r.ID {
			n.Miss(b.Finding())
		}
	}
}

// loudness: where no line allows it, it misses what the case tests; in streams of another
// kind the lines about text and about calls.
func (v *view) loudness(id string, n *requirement.Notes) {
	failure := v.state.Get("error")
	switch {
	case !v.loud || v.failed():
	case slices.Contains(v.meaning.loud, id):
		n.Policy("told")
	case len(v.meaning.loud) > 0:
	case len(v.lax) > 0:
		if slices.Contains(v.lax, id) {
			miss(n, requirement.Should, "/error", "The stream can be read, and the answer is an error.", wire.NullValue, failure)
		}
	case v.about(id):
		miss(n, "", "/error", "The answer is an error, though nothing in the stream is.", wire.NullValue, failure)
	}
}

func (v *view) about(id string) bool {
	own := slices.ContainsFunc(v.c.Tests, func(t string) bool { return strings.HasPrefix(t, "MSG-") })
	if own && v.c.Blame == nil {
		return slices.Contains(v.c.Tests, id)
	}
	return id == "MSG-07" || id == "MSG-01" && len(v.calls) > 0
}

// miss is a finding about a place of the state.
func miss(n *requirement.Notes, level requirement.Level, at, message string, want, got wire.Value, of ...string) {
	n.Miss(requirement.Finding{Level: level, Where: at, Event: -1, Message: message, Expected: want, Actual: got, Of: of})
}
