package reports

import (
	"slices"
	"strings"

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
	// Cases are those that missed it, the best example first.
	Cases []CaseRow
	// simple is what the first of them is; about counts the streams among them that test it.
	simple simplicity
	about  int
	// Explains are the ids of the lines that follow from this one, and Of is the id of the
	// one that it follows from itself, "" for a cause.
	Explains []string
	Of       string
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

// pairsOf turns the result's rows around: pairs first, requirements in them. The order of
// lines is that of the causes, and what is no failure follows by id.
func pairsOf(r *Result, l Lookup) []pairView {
	missing := missingOf(r)
	byName, streams := map[[2]string]*pairView{}, streamsOf(r)
	var names [][2]string
	for _, row := range r.Requirements {
		for _, p := range row.By {
			key := [2]string{p.Dialect, p.Role}
			view := byName[key]
			if view == nil {
				view = &pairView{Dialect: name(p.Dialect), Role: name(p.Role), Streams: streams[key]}
				byName[key] = view
				names = append(names, key)
			}
			view.Summary.Add(p.Verdict)
			line := lineView{Requirement: l.find(row.ID, row.Level), id: row.ID, Dialect: view.Dialect, Role: view.Role, Verdict: p.Verdict}
			line.take(missing[place{row.ID, p.Dialect, p.Role}])
			view.Lines = append(view.Lines, line)
		}
	}
	for _, c := range r.Cases {
		if view := byName[[2]string{c.Dialect, c.Role}]; view != nil {
			view.Summary.Cases++
		}
	}
	views := make([]pairView, 0, len(names))
	for _, key := range sorted(names) {
		views = append(views, *byName[key])
	}
	return views
}

// missingOf are the cases that miss each line, the best example first.
func missingOf(r *Result) map[place][]example {
	missing := map[place][]example{}
	for _, c := range r.Cases {
		if len(c.Findings) == 0 {
			continue
		}
		e := example{c, simplicityOf(c)}
		told := map[string]bool{}
		for _, f := range c.Findings {
			if !told[f.Requirement] {
				at := place{f.Requirement, c.Dialect, c.Role}
				missing[at] = append(missing[at], e)
				told[f.Requirement] = true
			}
		}
	}
	for at, list := range missing {
		sortExamples(list, at.id)
	}
	return missing
}

// take sets the cases of the line.
func (l *lineView) take(list []example) {
	for i, e := range list {
		if i == 0 {
			l.simple = e.simple
		}
		l.Cases = append(l.Cases, e.CaseRow)
	}
	streams := map[string]bool{}
	for _, c := range l.Cases {
		if slices.Contains(c.Tests, l.id) {
			streams[streamOf(c)] = true
		}
	}
	l.about = len(streams)
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

// linesOf a verdict, in the order of pairs and ids.
func linesOf(pairs []pairView, v requirement.Verdict) []lineView {
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
	return clip(Story(l.Requirement, l.Cases[0])+l.beside(), storyLimit)
}

// beside says what else the same cases miss.
func (l lineView) beside() string {
	switch {
	case l.Of != "":
		return "  follows: the cases that miss it miss " + name(l.Of) + " too\n"
	case len(l.Explains) > 0:
		return "  the same cases miss: " + strings.Join(l.Explains, " ") + "\n"
	}
	return ""
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
