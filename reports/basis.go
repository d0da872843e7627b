package reports

import (
	"cmp"
	"maps"
	"slices"

	"github.com/toolconform/conform/requirement"
)

// AnswersRow counts what the answers of one dialect and role show of whether the
// implementation works (requirement.Answers).
type AnswersRow struct {
	Dialect   string `json:"dialect"`
	Role      string `json:"role"`
	Fixed     Judged `json:"fixed"`
	Generated Judged `json:"generated"`
	// Heavy is of heavy cases, which earlier versions did not count.
	Heavy Judged `json:"heavy,omitzero"`
}

// Judged counts the answers of which something could be judged, and those in which
// something was right.
type Judged struct {
	Judged int `json:"judged"`
	Right  int `json:"right"`
}

// NewAnswersRow is the row for what the answers show.
func NewAnswersRow(dialect, role string, a requirement.Answers) AnswersRow {
	return AnswersRow{Dialect: dialect, Role: role, Fixed: Judged(a.Fixed), Generated: Judged(a.Generated), Heavy: Judged(a.Heavy)}
}

func (a AnswersRow) answers() requirement.Answers {
	return requirement.Answers{Fixed: requirement.Judged(a.Fixed), Generated: requirement.Judged(a.Generated),
		Heavy: requirement.Judged(a.Heavy)}
}

// NewPairRow is the row for what the cases say about a requirement, where the answers show that.
func NewPairRow(dialect, role string, b requirement.Basis, a requirement.Answers) PairRow {
	verdict := b.Verdict(a)
	return PairRow{Dialect: dialect, Role: role, Verdict: verdict, ByLuck: b.Seen == requirement.Pass && verdict != b.Seen,
		Tested: b.Tested, Lacking: b.Lacking}
}

// basis is the inverse of NewPairRow.
func (p PairRow) basis() requirement.Basis {
	b := requirement.Basis{Seen: p.Verdict, Tested: p.Tested, Lacking: p.Lacking}
	if p.ByLuck {
		b.Seen = requirement.Pass
	}
	return b
}

// SortAnswers orders rows by dialect and role.
func SortAnswers(list []AnswersRow) {
	slices.SortFunc(list, func(a, b AnswersRow) int {
		return cmp.Or(cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role))
	})
}

// pairOf is a dialect and a role.
type pairOf struct{ dialect, role string }

// answersOf sums up the answers of several results; nil where one of them was written by an
// earlier version, and what passes by luck in it is decided already.
func answersOf(results []*Result) map[pairOf]requirement.Answers {
	sums := map[pairOf]requirement.Answers{}
	for _, r := range results {
		if r.Answers == nil {
			return nil
		}
		for _, row := range r.Answers {
			k := pairOf{row.Dialect, row.Role}
			sums[k] = sums[k].Plus(row.answers())
		}
	}
	return sums
}

func answerRows(sums map[pairOf]requirement.Answers) []AnswersRow {
	if sums == nil {
		return nil
	}
	rows := []AnswersRow{}
	for k := range maps.Keys(sums) {
		rows = append(rows, NewAnswersRow(k.dialect, k.role, sums[k]))
	}
	SortAnswers(rows)
	return rows
}
