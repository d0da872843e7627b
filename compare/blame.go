package compare

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/requirement"
)

// Row says which requirement a deviation of a call with one of these traits misses. No
// traits: of any call.
type Row struct {
	Traits      act.Traits
	Kinds       Kind
	Requirement string
	Level       requirement.Level
	// Else: only where no row before it is about the deviation.
	Else bool
	// Beside: the line about any call is missed, too, and where a row that is not takes the
	// deviation, this one doesn't; else this line is missed in its place.
	Beside bool
	// Quiet: that such a call is shown says nothing about the requirement.
	Quiet bool
}

// Of is a row about calls with one of these traits, of any where there are none.
func Of(traits act.Traits, kinds Kind) Row {
	return Row{Traits: traits, Kinds: kinds, Level: requirement.Must}
}

// Rest is a row about deviations of any call that no other row is about.
func Rest(kinds Kind) Row { return Row{Kinds: kinds, Else: true, Level: requirement.Must} }

// Should is the row where that is a small miss.
func (r Row) Should() Row {
	r.Level = requirement.Should
	return r
}

// Quietly is the row of which a call that is right shows nothing.
func (r Row) Quietly() Row {
	r.Quiet = true
	return r
}

// Blamed is a deviation and a requirement that it misses.
type Blamed struct {
	Deviation
	Row
	// plain is the requirement that any call would miss by it.
	plain string
}

// Blame holds deviations against the rows of all rules.
func (b *Rulebook[V]) Blame(list []Deviation, traits act.Traits) []Blamed {
	return Blame(b.rows, list, traits)
}

// Blame holds deviations against the rows. Traits are those of all calls: an extra call has
// none of its own.
func Blame(rows []Row, list []Deviation, traits act.Traits) []Blamed {
	var out []Blamed
	for _, d := range list {
		has := traits
		if d.Want != nil {
			has = d.Want.Traits
		}
		first, plain, taken := len(out), "", false
		for _, r := range rows {
			if d.Kind&r.Kinds == 0 || r.Traits != 0 && !has.Has(r.Traits) {
				continue
			}
			if r.Else && plain == "" {
				plain = r.Requirement
			}
			if r.Else && taken {
				continue
			}
			out = append(out, Blamed{Deviation: d, Row: r})
			taken = taken || !r.Beside
		}
		if slices.ContainsFunc(out[first:], func(b Blamed) bool { return !b.Else && !b.Beside }) {
			out = append(out[:first], slices.DeleteFunc(out[first:], func(b Blamed) bool { return b.Beside })...)
		}
		for i := first; i < len(out); i++ {
			if !out[i].Else && plain != out[i].Requirement {
				out[i].plain = plain
			}
		}
	}
	return out
}

// about tells whether one of the calls that are shown has a trait of one of the rows of a
// requirement: whether the answer shows anything about it.
func about(rows []Row, pairs []Pair) bool {
	return slices.ContainsFunc(rows, func(r Row) bool {
		return !r.Quiet && slices.ContainsFunc(pairs, func(p Pair) bool {
			return (r.Traits == 0 || p.Want.Traits.Has(r.Traits)) && (p.Want.May == 0 || p.Want.May&r.Kinds != 0)
		})
	})
}

// Finding is the deviation as a finding.
func (b Blamed) Finding() requirement.Finding {
	f := requirement.Finding{Level: b.Level, Message: b.Message, Event: -1, Expected: b.Expected, Actual: b.Actual}
	if b.Got != nil {
		f.Where = b.Got.At
	}
	if b.Want != nil && b.Want.Soft && b.Kind&(Missing|RanCut) != 0 {
		f.Level = requirement.Should
	}
	if b.plain != "" {
		f.Of = []string{b.plain}
	}
	return f
}
