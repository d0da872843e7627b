package reports

import (
	"fmt"
	"slices"
	"strings"

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
func halvesOf(pairs []pairView) halves {
	var h halves
	asked := map[string]bool{}
	for _, p := range pairs {
		for _, l := range p.Lines {
			core := l.inCore()
			if core && l.Verdict.Observed() {
				asked[l.id] = true
			}
			switch {
			case l.Verdict != requirement.Fail:
			case core && l.missedInCore():
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

// inCore tells whether the profile core asks for the line.
func (l lineView) inCore() bool {
	return l.Level == requirement.Must && !l.Adversarial && !l.general()
}

// missedInCore: a valid case, sent as it is, misses a MUST of the line.
func (l lineView) missedInCore() bool {
	return slices.ContainsFunc(l.Cases, func(c CaseRow) bool {
		return c.Class == "valid" && c.Generated == nil && c.Form == "" && missesMust(c, l.id)
	})
}

// apart says two things: how it does on what right producers send, and on the rest.
func (t Text) apart(b *strings.Builder, r *Result, pairs []pairView) {
	h := halvesOf(pairs)
	if h.inCore == 0 && len(h.field) == 0 {
		return
	}
	b.WriteString(t.half(r, "core ", "what right producers send", h.core, h.inCore))
	if r.Profile != "core" {
		b.WriteString(t.half(r, "field", "what goes wrong in the field", h.field, 0))
	}
}

// apartText is the same without colours, a line each.
func apartText(r *Result, pairs []pairView) string {
	var b strings.Builder
	Text{}.apart(&b, r, pairs)
	return b.String()
}

func (t Text) half(r *Result, word, what string, missed []string, of int) string {
	if len(missed) == 0 {
		nothing := t.paint(requirement.Pass, "nothing is missed")
		if !r.Complete {
			nothing = "nothing is missed as far as the run went"
		}
		return fmt.Sprintf("%s  on %s: %s\n", word, what, nothing)
	}
	count := counted(len(missed), "requirement")
	if of > 0 {
		count = fmt.Sprintf("%d of %s", len(missed), counted(of, "requirement"))
	}
	const indent = "       " // as wide as the word and its blanks
	text := screen{width: t.Width}.fold(indent, fmt.Sprintf("on %s: %s missed: %s", what, count, strings.Join(t.some(missed), " ")))
	text = strings.Replace(text, count+" missed", t.paint(requirement.Fail, count+" missed"), 1)
	return word + "  " + strings.TrimPrefix(text, indent)
}
