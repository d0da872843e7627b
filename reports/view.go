package reports

import (
	"slices"

	"github.com/toolconform/conform/requirement"
)

// pairView is what a result says about one dialect in one role.
type pairView struct {
	Dialect, Role string
	Summary       Summary
	// Streams is how many generated streams each property was held against.
	Streams int
	Lines   []lineView
}

// Name of the pair, as people write it.
func (p pairView) Name() string { return p.Dialect + "/" + p.Role }

// lineView is one requirement in one pair.
type lineView struct {
	requirement.Requirement
	// id as the result has it.
	id            string
	Dialect, Role string
	Verdict       requirement.Verdict
	// Cases are those that missed it, in the order of the result.
	Cases []CaseRow
}

// Known tells whether every failure of the line stands in the baseline.
func (l lineView) Known() bool {
	for _, c := range l.Cases {
		for _, f := range c.Findings {
			if f.Requirement == l.id && !f.Known {
				return false
			}
		}
	}
	return len(l.Cases) > 0
}

// rank puts the requirements of the dialect itself before those of every dialect:
// what breaks the former often breaks the latter too.
func (l lineView) rank() int { return slices.Index([]string{"FRAME", "META", "ROBUST"}, l.Family()) }

// pairsOf turns the result's rows around: pairs first, requirements in them.
func pairsOf(r *Result, l Lookup) []pairView {
	missing := map[place][]CaseRow{}
	count := map[[2]string]int{}
	for _, c := range r.Cases {
		count[[2]string{c.Dialect, c.Role}]++
		told := map[string]bool{}
		for _, f := range c.Findings {
			if !told[f.Requirement] {
				at := place{f.Requirement, c.Dialect, c.Role}
				missing[at] = append(missing[at], c)
				told[f.Requirement] = true
			}
		}
	}
	for at, cases := range missing { // those that miss a MUST first: they are told
		slices.SortStableFunc(cases, func(a, b CaseRow) int {
			if worse(a, b, at.id) {
				return -1
			}
			if worse(b, a, at.id) {
				return 1
			}
			return 0
		})
	}
	byName, streams := map[[2]string]*pairView{}, streamsOf(r)
	var names [][2]string
	for _, row := range r.Requirements {
		for _, p := range row.By {
			key := [2]string{p.Dialect, p.Role}
			view := byName[key]
			if view == nil {
				view = &pairView{Dialect: name(p.Dialect), Role: name(p.Role), Summary: Summary{Cases: count[key]}, Streams: streams[key]}
				byName[key] = view
				names = append(names, key)
			}
			view.Summary.Add(p.Verdict)
			view.Lines = append(view.Lines, lineView{l.find(row.ID, row.Level), row.ID, view.Dialect, view.Role, p.Verdict, missing[place{row.ID, p.Dialect, p.Role}]})
		}
	}
	views := make([]pairView, 0, len(names))
	for _, key := range sorted(names) {
		slices.SortStableFunc(byName[key].Lines, func(a, b lineView) int { return a.rank() - b.rank() })
		views = append(views, *byName[key])
	}
	return views
}

// streamsOf each pair is how many generated streams its properties were held against.
func streamsOf(r *Result) map[[2]string]int {
	streams := map[[2]string]int{}
	for _, p := range r.Properties {
		pair := [2]string{p.Dialect, p.Role}
		streams[pair] = max(streams[pair], p.Runs)
	}
	return streams
}

// missedLines are the lines of a verdict, in the order of pairs and ids.
func missedLines(pairs []pairView, v requirement.Verdict) []lineView {
	var lines []lineView
	for _, p := range pairs {
		for _, l := range p.Lines {
			if l.Verdict == v {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

// storyLimit bounds one story in a report, in bytes.
const storyLimit = 8 << 10

// story is the line told by its first case.
func (l lineView) story() string {
	if len(l.Cases) == 0 {
		return l.ID + " (" + string(l.Level) + ", " + l.Dialect + "/" + l.Role + ")\n  " + l.Sentence + "\n"
	}
	return clip(Story(l.Requirement, l.Cases[0]), storyLimit)
}

// message is the first finding of the line, on one line.
func (l lineView) message() string {
	for _, c := range l.Cases {
		for _, f := range c.Findings {
			if f.Requirement == l.id {
				return oneLine(clip(f.Message, messageLimit))
			}
		}
	}
	return l.Sentence
}
