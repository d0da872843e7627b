package terminal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// halves are the missed requirements, told apart by where they are missed: on what right
// producers send, as the profile core asks, and only on what goes wrong in the field.
type halves struct {
	core, field []string
	// inCore counts the requirements that core asks and that were observed, missed or not.
	inCore int
}

// halvesOf takes a requirement that several pairs miss once; what only warns is none.
func halvesOf(pairs []view.PairView) halves {
	var h halves
	asked := map[string]bool{}
	for _, p := range pairs {
		for _, l := range p.Lines {
			core := l.InCore()
			if core && l.Verdict.Observed() {
				asked[l.RowID] = true
			}
			switch {
			case l.Verdict != requirement.Fail:
			case core && l.MissedInCore():
				h.core = append(h.core, l.ID)
			default:
				h.field = append(h.field, l.ID)
			}
		}
	}
	for _, list := range []*[]string{&h.core, &h.field} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	h.field = slices.DeleteFunc(h.field, func(id string) bool { return slices.Contains(h.core, id) })
	h.inCore = len(asked)
	return h
}

// apart says two things: how it does on what right producers send, and on the rest.
func (t Text) apart(b *strings.Builder, r *reports.Result, pairs []view.PairView) {
	h := halvesOf(pairs)
	if h.inCore == 0 && len(h.field) == 0 {
		return
	}
	b.WriteString(t.half(r, "core ", "what right producers send", h.core, h.inCore))
	if r.Profile != "core" {
		b.WriteString(t.half(r, "field", "what goes wrong in the field", h.field, 0))
	}
}

// ApartText is the same without colours, a line each.
func ApartText(r *reports.Result, pairs []view.PairView) string {
	var b strings.Builder
	Text{}.apart(&b, r, pairs)
	return b.String()
}

func (t Text) half(r *reports.Result, word, what string, missed []string, of int) string {
	if len(missed) == 0 {
		nothing := t.paint(requirement.Pass, "nothing is missed")
		if !r.Complete {
			nothing = "nothing is missed as far as the run went"
		}
		return fmt.Sprintf("%s  on %s: %s\n", word, what, nothing)
	}
	count := reports.Counted(len(missed), "requirement")
	if of > 0 {
		count = fmt.Sprintf("%d of %s", len(missed), reports.Counted(of, "requirement"))
	}
	const indent = "       " // as wide as the word and its blanks
	text := screen{width: t.Width}.fold(indent, fmt.Sprintf("on %s: %s missed: %s", what, count, strings.Join(t.some(missed), " ")))
	text = strings.Replace(text, count+" missed", t.paint(requirement.Fail, count+" missed"), 1)
	return word + "  " + strings.TrimPrefix(text, indent)
}
