package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/picture"

	"github.com/toolconform/conform/requirement"
)

// simplicity is what makes a case a good example, from what counts most: a fixed case
// sent as it is, then a valid one, then few elements. Smaller is simpler.
type simplicity struct {
	generated, form, unseen, adversarial bool
	// elements that were sent; a case without evidence has none to show.
	elements int
	encoded  bool
	id       string
}

func simplicityOf(c reports.CaseRow) simplicity {
	s := simplicity{generated: c.Generated != nil, form: c.Form != "", unseen: c.Evidence == nil, adversarial: c.Class != "valid",
		encoded: encoded(c), id: c.ID}
	if c.Evidence != nil {
		s.elements = len(picture.SentEvents(c.Evidence))
		s.unseen = c.Evidence.Input.IsString() // what is very long is kept as the beginning of its text
	}
	return s
}

// encoded tells whether the case was sent as bytes, and not as decoded events.
func encoded(c reports.CaseRow) bool {
	return strings.Contains(c.ID, "@") || c.Evidence != nil && c.Evidence.Input.Get("encoding").IsString()
}

func (s simplicity) compare(o simplicity) int {
	return cmp.Or(s.compareKind(o), after(s.encoded, o.encoded), cmp.Compare(s.id, o.id))
}

// compareKind leaves names aside.
func (s simplicity) compareKind(o simplicity) int {
	return cmp.Or(after(s.generated, o.generated), after(s.form, o.form), after(s.unseen, o.unseen), after(s.adversarial, o.adversarial),
		cmp.Compare(s.elements, o.elements))
}

// after puts what holds the condition behind what doesn't.
func after(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// example is a case with what the order of examples needs of it.
type example struct {
	reports.CaseRow
	simple simplicity
}

// sortExamples puts the cases that miss a MUST of the requirement first, and among them the
// simplest; of two alike the one that is about it.
func sortExamples(list []example, id string) {
	slices.SortStableFunc(list, func(a, b example) int {
		return cmp.Or(after(!missesMust(a.CaseRow, id), !missesMust(b.CaseRow, id)), a.simple.compareKind(b.simple),
			after(!slices.Contains(a.Tests, id), !slices.Contains(b.Tests, id)), a.simple.compare(b.simple))
	})
}

func missesMust(c reports.CaseRow, id string) bool {
	return LevelOf(requirement.Requirement{ID: id}, c) == requirement.Must
}
