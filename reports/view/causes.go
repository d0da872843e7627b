package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"

	"github.com/toolconform/conform/requirement"
)

// Cause is a missed requirement of one dialect and role, and what follows from it: the
// cases that miss one of those miss this one too.
type Cause struct {
	LineView
	Follows []LineView
}

// Example is the case that a cause is told by; ok is false where no case shows it.
func (c Cause) Example() (reports.CaseRow, bool) {
	if len(c.Cases) == 0 {
		return reports.CaseRow{}, false
	}
	return c.Cases[0], true
}

// Causes are what a result misses, in the order in which it is told everywhere: failures
// before warnings, and new ones before those that the baseline knows. Among them comes first
// whether the implementation ran at all and whether it is steady, then what most of the
// failing streams are about.
func Causes(r *reports.Result, l reports.Lookup) []Cause { return CausesOf(PairsOf(r, l)) }

// CausesOf is Causes of pairs that are at hand.
func CausesOf(pairs []PairView) []Cause {
	var all []Cause
	for _, p := range pairs {
		all = append(all, explained(p.Lines)...)
	}
	slices.SortStableFunc(all, func(a, b Cause) int {
		return before(a.LineView, len(a.Follows), b.LineView, len(b.Follows))
	})
	return all
}

// first ranks what everything else rests on: that it runs, and that it is steady.
func (l LineView) first() int {
	order := []string{"ROBUST-01", "ROBUST-02", "META-06", "META-07"}
	if at := slices.Index(order, l.RowID); at >= 0 && l.followed() == "" {
		return at
	}
	return len(order)
}

// followed is the line that all findings of this one say they follow from, "" for none.
func (l LineView) followed() string {
	from, first := "", true
	for _, c := range l.Cases {
		for _, f := range c.Findings {
			if f.Requirement != l.RowID {
				continue
			}
			if first {
				from, first = f.Follows, false
			} else if f.Follows != from {
				return ""
			}
		}
	}
	return from
}

// compare puts the line with the simplest example first, and what the dialect itself says
// before what is said of every dialect.
func (l LineView) compare(o LineView) int {
	return cmp.Or(after(len(l.Cases) == 0, len(o.Cases) == 0), l.simple.compareKind(o.simple),
		after(l.general(), o.general()), cmp.Compare(l.RowID, o.RowID))
}

func (l LineView) general() bool {
	return slices.Contains([]string{"FRAME", "META", "ROBUST"}, l.Family())
}

// explained sorts the missed lines of a pair into causes, and what follows from them.
func explained(lines []LineView) []Cause {
	var left []LineView
	for _, v := range []requirement.Verdict{requirement.Fail, requirement.Warn} {
		left = append(left, slices.DeleteFunc(slices.Clone(lines), func(l LineView) bool { return l.Verdict != v })...)
	}
	belowFraming(left)
	covers := coverage(left)
	open := make([]bool, len(left)) // neither a cause yet nor explained by one
	for i := range open {
		open[i] = true
	}
	var causes []Cause
	for range left {
		best, follows := -1, []int(nil)
		for i := range left {
			if !open[i] {
				continue
			}
			have := openOf(covers[i], open)
			if best < 0 || before(left[i], len(have), left[best], len(follows)) < 0 {
				best, follows = i, have
			}
		}
		if best < 0 {
			break
		}
		causes = append(causes, causeOf(left, best, follows, open))
	}
	return causes
}

// belowFraming puts lines that fail in wire bytes only, and never in decoded events, behind
// the lines about framing, where some of those fail: they are no more about themselves.
func belowFraming(lines []LineView) {
	framing := func(l LineView) bool { return l.Family() == "FRAME" && l.Verdict == requirement.Fail }
	if !slices.ContainsFunc(lines, framing) {
		return
	}
	for i := range lines {
		plain := func(c reports.CaseRow) bool { return !encoded(c) }
		if lines[i].Family() != "FRAME" && !slices.ContainsFunc(lines[i].Cases, plain) {
			lines[i].about = 0
		}
	}
}

// before is the order of causes. A line that fails in streams made to test it is nearer to
// what is wrong than one that fails in the same streams and is only touched by them.
func before(a LineView, aFollow int, b LineView, bFollow int) int {
	return cmp.Or(cmp.Compare(b.Verdict, a.Verdict), after(a.Known(), b.Known()), cmp.Compare(a.first(), b.first()),
		cmp.Compare(b.about, a.about), cmp.Compare(bFollow, aFollow), a.compare(b))
}

func openOf(list []int, open []bool) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return !open[i] })
}

// causeOf takes the line and what follows from it out of those that are open.
func causeOf(lines []LineView, at int, follows []int, open []bool) Cause {
	c := Cause{LineView: lines[at]}
	open[at] = false
	for _, i := range follows {
		open[i] = false
		line := lines[i]
		line.Of = c.RowID
		c.Follows = append(c.Follows, line)
		c.Explains = append(c.Explains, line.ID)
	}
	slices.SortStableFunc(c.Follows, func(a, b LineView) int {
		return cmp.Or(cmp.Compare(b.Verdict, a.Verdict), cmp.Compare(a.RowID, b.RowID))
	})
	slices.Sort(c.Explains)
	return c
}

// coverage lists for each line those that it could explain: the streams that miss them
// miss it too, or they say that they follow from it. What is known explains nothing new,
// and a warning no failure.
func coverage(lines []LineView) [][]int {
	streams := make([]map[string]bool, len(lines))
	for i, l := range lines {
		streams[i] = map[string]bool{}
		for _, c := range l.Cases {
			streams[i][streamOf(c)] = true
		}
	}
	covers := make([][]int, len(lines))
	for a := range lines {
		for b := range lines {
			if a != b && lines[a].mayExplain(lines[b]) &&
				(within(streams[b], streams[a]) || lines[b].followed() == lines[a].RowID) {
				covers[a] = append(covers[a], b)
			}
		}
	}
	return covers
}

func (l LineView) mayExplain(o LineView) bool {
	return len(o.Cases) > 0 && l.Verdict >= o.Verdict && (!l.Known() || o.Known()) && l.first() <= o.first()
}

// strays is which part of the streams that miss a line may lie outside of what explains it:
// one in so many. Of few none may.
const strays = 20

func within(small, large map[string]bool) bool {
	outside := 0
	for s := range small {
		if !large[s] {
			outside++
		}
	}
	return outside*strays <= len(small)
}

// streamOf is what a case and its other encodings and forms have in common.
func streamOf(c reports.CaseRow) string {
	id := c.ID
	if c.Generated != nil && c.Generated.For != "" {
		id = strings.TrimSuffix(id, "."+c.Generated.For)
	}
	id, _, _ = strings.Cut(id, "+")
	id, _, _ = strings.Cut(id, "@")
	return id
}

// MissedLines are the lines of a verdict in the order of the causes: each cause, and behind
// it what follows from it.
func MissedLines(causes []Cause, v requirement.Verdict) []LineView {
	var lines []LineView
	for _, c := range causes {
		for _, l := range append([]LineView{c.LineView}, c.Follows...) {
			if l.Verdict == v {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

// Extent is how much goes wrong with a cause.
func (c Cause) Extent() string {
	text := ""
	if n := len(c.Cases); n > 1 {
		text = fmt.Sprintf(" in %d cases", n)
	}
	if c.Known() {
		text += ", known to the baseline"
	}
	if n := len(c.Follows); n > 0 {
		text += "; explains " + reports.Counted(n, "other requirement")
	}
	return text
}
