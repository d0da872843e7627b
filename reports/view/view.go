// Package view is what every form of a report shows of a result: pairs, their lines, causes, examples, each in
// the order in which they are told.
package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"

	"github.com/toolconform/conform/requirement"
)

// PairView is what a result says about one dialect in one role.
type PairView struct {
	Dialect, Role string
	Summary       reports.Summary
	// Streams is how many generated streams each property was held against.
	Streams int
	Lines   []LineView
}

// Name of the pair, as people write it.
func (p PairView) Name() string { return p.Dialect + "/" + p.Role }

// LineView is one requirement in one pair.
type LineView struct {
	requirement.Requirement
	// RowID as the result has it.
	RowID         string
	Dialect, Role string
	Verdict       requirement.Verdict
	// Cases are those that missed it, the best example first.
	Cases []reports.CaseRow
	// simple is what the first of them is; about counts the streams among them that test it.
	simple simplicity
	about  int
	// Explains are the ids of the lines that follow from this one, and Of is the id of the
	// one that it follows from itself, "" for a cause.
	Explains []string
	Of       string
}

// Known tells whether every failure of the line stands in the baseline.
func (l LineView) Known() bool {
	for _, c := range l.Cases {
		for _, f := range c.Findings {
			if f.Requirement == l.RowID && !f.Known {
				return false
			}
		}
	}
	return len(l.Cases) > 0
}

// PairsOf turns the result's rows around: pairs first, requirements in them. The order of
// lines is that of the causes, and what is no failure follows by id.
func PairsOf(r *reports.Result, l reports.Lookup) []PairView {
	missing := missingOf(r)
	byName, streams := map[[2]string]*PairView{}, reports.StreamsOf(r)
	var names [][2]string
	for _, row := range r.Requirements {
		for _, p := range row.By {
			key := [2]string{p.Dialect, p.Role}
			view := byName[key]
			if view == nil {
				view = &PairView{Dialect: reports.Name(p.Dialect), Role: reports.Name(p.Role), Streams: streams[key]}
				byName[key] = view
				names = append(names, key)
			}
			view.Summary.Add(p.Verdict)
			line := LineView{Requirement: l.Find(row.ID, row.Level), RowID: row.ID, Dialect: view.Dialect, Role: view.Role,
				Verdict: p.Verdict}
			line.take(missing[reports.Place{ID: row.ID, Dialect: p.Dialect, Role: p.Role}])
			view.Lines = append(view.Lines, line)
		}
	}
	for _, c := range r.Cases {
		if view := byName[[2]string{c.Dialect, c.Role}]; view != nil {
			view.Summary.Cases++
		}
	}
	views := make([]PairView, 0, len(names))
	for _, key := range reports.Sorted(names) {
		views = append(views, *byName[key])
	}
	return views
}

// missingOf are the cases that miss each line, the best example first.
func missingOf(r *reports.Result) map[reports.Place][]example {
	missing := map[reports.Place][]example{}
	for _, c := range r.Cases {
		if len(c.Findings) == 0 {
			continue
		}
		e := example{c, simplicityOf(c)}
		told := map[string]bool{}
		for _, f := range c.Findings {
			if !told[f.Requirement] {
				at := reports.Place{ID: f.Requirement, Dialect: c.Dialect, Role: c.Role}
				missing[at] = append(missing[at], e)
				told[f.Requirement] = true
			}
		}
	}
	for at, list := range missing {
		sortExamples(list, at.ID)
	}
	return missing
}

// take sets the cases of the line.
func (l *LineView) take(list []example) {
	for i, e := range list {
		if i == 0 {
			l.simple = e.simple
		}
		l.Cases = append(l.Cases, e.CaseRow)
	}
	streams := map[string]bool{}
	for _, c := range l.Cases {
		if slices.Contains(c.Tests, l.RowID) {
			streams[streamOf(c)] = true
		}
	}
	l.about = len(streams)
}

// LinesOf a verdict, in the order of pairs and ids.
func LinesOf(pairs []PairView, v requirement.Verdict) []LineView {
	var lines []LineView
	for _, p := range pairs {
		for _, l := range p.Lines {
			if l.Verdict == v {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

// StoryLimit bounds one story in a report, in bytes.
const StoryLimit = 8 << 10

// Beside says what else the same cases miss.
func (l LineView) Beside() string {
	switch {
	case l.Of != "":
		return "  follows: the cases that miss it miss " + reports.Name(l.Of) + " too\n"
	case len(l.Explains) > 0:
		return "  the same cases miss: " + strings.Join(l.Explains, " ") + "\n"
	}
	return ""
}

// Message is the first finding of the line, on one line.
func (l LineView) Message() string {
	for _, c := range l.Cases {
		for _, f := range c.Findings {
			if f.Requirement == l.RowID {
				return reports.OneLine(reports.Clip(f.Message, MessageLimit))
			}
		}
	}
	return l.Sentence
}

// LevelOf is the highest level of the clauses that the case missed.
func LevelOf(r requirement.Requirement, c reports.CaseRow) requirement.Level {
	level := requirement.Level("")
	for _, f := range c.Findings {
		if f.Requirement == r.ID && (level == "" || f.Level == requirement.Must) {
			level = f.Level
		}
	}
	return cmp.Or(level, r.Level)
}

// messageLimit and replayLimit bound what a finding says, in bytes.
const (
	MessageLimit = 2000
	ReplayLimit  = 8000
)

// InCore tells whether the profile core asks for the line.
func (l LineView) InCore() bool {
	return l.Level == requirement.Must && !l.Adversarial && !l.general()
}

// MissedInCore: a valid case, sent as it is, misses a MUST of the line.
func (l LineView) MissedInCore() bool {
	return slices.ContainsFunc(l.Cases, func(c reports.CaseRow) bool {
		return c.Class == "valid" && c.Generated == nil && c.Form == "" && missesMust(c, l.RowID)
	})
}

// Pair is the name of its pair.
func (l LineView) Pair() string { return l.Dialect + "/" + l.Role }
