package compare

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// Rule is a requirement of a consumer: the rows that say which deviations of calls miss it,
// and what else judges it. V is what a dialect looks at.
type Rule[V Viewer] struct {
	requirement.Requirement
	Rows  []Row
	Judge func(V, *requirement.Notes)
}

// Viewer is an answer beside what is expected of it. It embeds a View.
type Viewer interface {
	Seen() *View
	// Tells says whether the answer shows anything: something of what came is there, or nothing came.
	Tells() bool
}

// View is what is the same in every dialect.
type View struct {
	// Loud: the answer says that something is wrong. Called: so does the stream.
	Loud, Called bool
	// Leave is where it may. Blames are the lines that a loud answer misses where no line allows it.
	Leave
	Blames []string
	Result Result
	Forms  []Form
	Blamed []Blamed
}

// Seen is the view itself, for who embeds it.
func (v *View) Seen() *View { return v }

// Rulebook are the rules of a dialect's consumer, made once: every answer is held against them.
type Rulebook[V Viewer] struct {
	rules []Rule[V]
	rows  []Row
	lines []requirement.Rule[looked[V]]
}

// looked is what there is to look at.
type looked[V Viewer] struct {
	v     V
	there bool
}

// NewRulebook binds the rules together.
func NewRulebook[V Viewer](rules []Rule[V]) *Rulebook[V] {
	b := &Rulebook[V]{rules: rules, rows: rowsOf(rules), lines: make([]requirement.Rule[looked[V]], len(rules))}
	for i, r := range rules {
		judged := requirement.Requirement{ID: r.ID, Level: cmp.Or(r.Level, requirement.Must)}
		b.lines[i] = requirement.Rule[looked[V]]{Requirement: judged, Judge: r.look}
	}
	return b
}

// rowsOf are the rows of all rules, those about any call behind those about some.
func rowsOf[V Viewer](rules []Rule[V]) []Row {
	var some, any []Row
	for _, r := range rules {
		for _, row := range r.Rows {
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

// Requirements are the requirements of the rules, in order.
func (b *Rulebook[V]) Requirements() []requirement.Requirement {
	list := make([]requirement.Requirement, len(b.rules))
	for i, r := range b.rules {
		list[i] = r.Requirement.For("consumer")
	}
	return list
}

// Judge applies the rules to the answer to a case; where there is nothing to look at, each says that it saw nothing.
func (b *Rulebook[V]) Judge(c *dialect.Case, v V, there bool) []requirement.Outcome {
	outcomes := requirement.SeenIf(there && v.Tells(), requirement.Apply(b.lines, looked[V]{v, there}))
	for i, o := range outcomes {
		if c.OnlySurvived() && (o.Verdict == requirement.Fail || o.Verdict == requirement.Warn) {
			outcomes[i].Verdict, outcomes[i].Findings = requirement.Unobserved, nil
		}
	}
	return outcomes
}

// look is one rule's look at an answer.
func (r Rule[V]) look(at looked[V], n *requirement.Notes) {
	if !at.there {
		return
	}
	at.v.Seen().calls(r.ID, r.Rows, n)
	at.v.Seen().loudness(r.ID, n)
	if r.Judge != nil {
		r.Judge(at.v, n)
	}
}

// Look reads an answer beside what is expected of it; not ok where there is nothing to look at.
type Look[V Viewer] func(*Rulebook[V], *dialect.Case, *dialect.Observation) (V, bool)

// On is a side that is judged by the rules, as the dialect looks at an answer.
func On[V Viewer](side dialect.Side, rules []Rule[V], look Look[V]) dialect.Side {
	book := NewRulebook(rules)
	side.Requirements = book.Requirements()
	side.Judge = func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
		v, ok := look(book, c, o)
		return book.Judge(c, v, ok)
	}
	return side
}

// calls are the deviations of calls that miss the rule.
func (v *View) calls(id string, rows []Row, n *requirement.Notes) {
	if !v.Loud && about(rows, v.Result.Pairs) {
		n.Saw()
	}
	for _, b := range v.Blamed {
		if b.Requirement == id {
			n.Miss(b.Finding())
		}
	}
}

// loudness: where no line allows it, a loud answer misses what the case tests.
func (v *View) loudness(id string, n *requirement.Notes) {
	f := requirement.Finding{Where: "/error", Event: -1}
	switch {
	case !v.Loud || v.Called:
	case slices.Contains(v.Allows, id):
		n.Policy("loud")
	case len(v.Allows) > 0:
	case len(v.Lessens) > 0:
		if slices.Contains(v.Lessens, id) {
			f.Level, f.Message = requirement.Should, "The stream can be read, and the answer is an error."
			n.Miss(f)
		}
	case slices.Contains(v.Blames, id):
		f.Message = "The answer is an error, though nothing in the stream is."
		n.Miss(f)
	}
}

// Blames are the requirements that a loud answer misses where no line allows it: those of
// the dialect that the case is about; in streams of another kind the line about text, and
// the one about calls where calls came.
func (b *Rulebook[V]) Blames(tests []string, blamed bool, text, calls string, came bool) []string {
	var own []string
	for _, r := range b.rules {
		if slices.Contains(tests, r.ID) && !blamed {
			own = append(own, r.ID)
		}
	}
	switch {
	case len(own) > 0:
		return own
	case came:
		return []string{text, calls}
	}
	return []string{text}
}

// Leave is where an answer may be loud: Allows are the lines that allow it, Lessens those of
// which it is a small miss.
type Leave struct{ Allows, Lessens []string }

// Allow adds lines that allow a loud answer, where so.
func (l *Leave) Allow(so bool, lines ...string) { l.Allows = more(so, l.Allows, lines) }

// Lessen adds lines of which a loud answer is a small miss, where so.
func (l *Leave) Lessen(so bool, lines ...string) { l.Lessens = more(so, l.Lessens, lines) }

func more(so bool, list, lines []string) []string {
	for _, line := range lines {
		if so && !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	return list
}
