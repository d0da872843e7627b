package openaichat

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
	texts texts
	// loud: it says that something is wrong. partial: it need not hold everything.
	loud, partial bool
	wants         []compare.Group
	result        compare.Result
	forms         []compare.Form
	blamed        []compare.Blamed
	// unfit is a text in content that is not the choice's.
	unfit bool
}

func newView(c *dialect.Case, o *dialect.Observation) (*view, bool) {
	m, ok := meant(c)
	if !ok {
		return nil, false
	}
	v := &view{meaning: m, c: c, o: o, state: o.State, texts: m.texts(m.own)}
	v.loud = !o.Omitted("error") && !v.state.Get("error").IsNull()
	v.partial = v.loud || m.failed()
	v.wants = m.groups(m.own)
	if !m.own.Muddled {
		v.result, v.forms = compare.Groups(v.wants, shown(v.state, "/toolCalls"), v.options())
		wrong := slices.DeleteFunc(slices.Clone(v.result.Deviations), v.phantom)
		v.blamed = compare.Blame(consumerRows(), wrong, traits(m.own)|m.besides())
	}
	content := v.state.Get("content")
	v.unfit = !content.IsNull() && !content.IsString() || !v.fits(v.texts.content, content.Text())
	return v, true
}

func (m *meaning) besides() act.Traits {
	if len(m.others) > 0 {
		return besideChoices
	}
	return 0
}

func (v *view) options() compare.Options {
	return compare.Options{Partial: v.partial, Stateless: v.o.Omitted("callState")}
}

// fits tells whether a text is one of those that are right, or the beginning of one where
// the answer need not be whole.
func (v *view) fits(right []string, text string) bool {
	return slices.ContainsFunc(right, func(r string) bool { return r == text || v.partial && strings.HasPrefix(r, text) })
}

// shown are the calls of a state.
func shown(state wire.Value, at string) []*compare.Got {
	var list []*compare.Got
	for i, e := range state.Find(at).Items() {
		list = append(list, &compare.Got{ID: e.Get("id"), Name: e.Get("name"), Arguments: e.Get("arguments"), State: e.Get("state").Text(), At: fmt.Sprintf("%s/%d", at, i)})
	}
	return list
}

// tells says whether the answer shows anything: something of what came is there, or nothing
// came.
func (v *view) tells() bool {
	content := v.state.Get("content")
	if !v.state.Get("toolCalls").IsArray() || !content.IsNull() && !content.IsString() {
		return false
	}
	text := slices.ContainsFunc(v.texts.content, func(s string) bool { return s != "" })
	switch {
	case text && content.Text() != "" && !v.unfit, v.result.Right(), v.loud && v.failed():
		return true
	}
	return !text && len(v.own.Calls) == 0 && len(v.others) == 0 && v.meaning.all.Usage == nil
}

func judgeConsumer(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	rules := consumerRules()
	v, ok := newView(c, o)
	if !ok {
		return requirement.SeenIf(false, requirement.Apply(silent(rules), v))
	}
	return requirement.SeenIf(v.tells(), requirement.Apply(judges(rules), v))
}

// rule is a requirement, the rows that say which deviations of calls miss it, and what else
// judges it.
type rule struct {
	requirement.Requirement
	rows  []compare.Row
	judge func(*view, *requirement.Notes)
}

// consumerRows are the rows of all rules, those about any call behind those about some.
func consumerRows() []compare.Row {
	var some, any []compare.Row
	for _, r := range consumerRules() {
		for _, row := range r.rows {
			row.Requirement = r.ID
			if row.Else {
				any = append(any, row)
			} else {
				some = append(some, row)
			}
		}
	}
	return append(some, any...)
}

func judges(rules []rule) []requirement.Rule[*view] {
	list := make([]requirement.Rule[*view], len(rules))
	for i, r := range rules {
		list[i] = requirement.Rule[*view]{Requirement: r.Requirement, Judge: func(v *view, n *requirement.Notes) {
			v.calls(r, n)
			v.loudness(r.ID, n)
			if r.judge != nil {
				r.judge(v, n)
			}
		}}
	}
	return list
}

func silent(rules []rule) []requirement.Rule[*view] {
	list := judges(rules)
	for i := range list {
		list[i].Judge = func(*view, *requirement.Notes) {}
	}
	return list
}

// calls are the deviations of calls that miss the rule.
func (v *view) calls(r rule, n *requirement.Notes) {
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
	switch {
	case !v.loud || v.failed():
	case slices.Contains(v.meaning.loud, id):
		n.Policy("loud")
	case len(v.meaning.loud) > 0:
	case len(v.lax) > 0:
		if slices.Contains(v.lax, id) {
			n.Miss(requirement.Finding{Level: requirement.Should, Where: "/error", Event: -1, Actual: v.state.Get("error"), Message: "The stream can be read, and the answer is an error."})
		}
	case v.about(id):
		n.Miss(requirement.Finding{Where: "/error", Event: -1, Actual: v.state.Get("error"), Message: "The answer is an error, though nothing in the stream is."})
	}
}

func (v *view) about(id string) bool {
	own := false
	for _, r := range consumerRules() {
		own = own || slices.Contains(v.c.Tests, r.ID)
	}
	if own && v.c.Blame == nil {
		return slices.Contains(v.c.Tests, id)
	}
	return id == "CHAT-01" || id == "CHAT-02" && len(v.own.Calls) > 0
}
