// Package terminal tells a result to a person at a screen: causes as stories, with the stream beside them.
package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/picture"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// Text renders a result for people: plain and stable, with colours only where
// asked for. Lookup gives the requirement of an id.
type Text struct {
	Lookup func(id string) (requirement.Requirement, bool)
	Colour bool
	// Width of the terminal in columns, 0 for no limit.
	Width int
	// Stories bounds how many causes are told in full; the others have a line each.
	Stories int
	// Verbose tells everything in full; Quiet tells the verdict alone.
	Verbose, Quiet bool
	// Policies lists which of several right answers were seen, and does not only count them.
	Policies bool
}

func (t Text) screen() screen { return screen{t.Colour, t.Width} }

// Write renders the result: causes first, the verdict last.
func (t Text) Write(w io.Writer, r *reports.Result) error {
	var b strings.Builder
	pairs := view.PairsOf(r, t.Lookup)
	causes := view.CausesOf(pairs)
	if !t.Quiet {
		t.causes(&b, r, causes)
		t.AdapterErrors(&b, r)
		t.table(&b, pairs)
		t.policies(&b, r)
		t.untold(&b, r, pairs)
		t.nothingShown(&b, r)
	}
	t.baseline(&b, r)
	if !t.Quiet {
		t.apart(&b, r, pairs)
	}
	if !t.Quiet {
		t.live(&b, r)
	}
	t.summary(&b, r)
	_, err := io.WriteString(w, b.String())
	return err
}

// baseline tells the entries that fail the run.
func (t Text) baseline(b *strings.Builder, r *reports.Result) {
	if r.Baseline == nil || len(r.Baseline.Problems) == 0 {
		return
	}
	b.WriteString(t.paint(requirement.Fail, "the baseline does not hold") + "; `conform baseline update` makes it fit\n")
	for _, p := range r.Baseline.Problems {
		fmt.Fprintf(b, "  %s\n", reports.Harmless(reports.Clip(p, view.MessageLimit)))
	}
	b.WriteByte('\n')
}

// Heading says what is judged.
func Heading(r *reports.Result) string {
	text := fmt.Sprintf("conform %s judges %s", reports.Name(r.Suite.Version), reports.ImplementationName(r))
	if l := r.Implementation.Get("language").Text(); l != "" {
		text += " (" + reports.Name(l) + ")"
	}
	return text
}

func (t Text) paint(v requirement.Verdict, s string) string { return t.screen().verdict(v, s) }

// briefShown bounds the causes that have a line of their own.
const briefShown = 30

// eventsOfOthers is how many events the stories after the first show.
const eventsOfOthers = 6

// causes tells the first causes in full, the others in a line. What the baseline knows has
// a line, however little else there is.
func (t Text) causes(b *strings.Builder, r *reports.Result, causes []view.Cause) {
	told, brief := 0, 0
	for _, c := range causes {
		example, ok := c.Example()
		switch {
		case t.Verbose || told < t.Stories && ok && !c.Known():
			events := eventsOfOthers
			if told == 0 || t.Verbose {
				events = eventsTold
			}
			if len(r.Selection.Cases) > 0 || t.Verbose {
				events = picture.MomentsDrawn
			}
			told++
			t.full(b, c, example, events)
		case brief == briefShown:
			brief++
		default:
			brief++
			t.line(b, c)
		}
	}
	if brief > briefShown {
		fmt.Fprintf(b, "… and more; --verbose tells all of them\n")
	}
	if brief > 0 {
		b.WriteByte('\n')
	}
}

func (t Text) full(b *strings.Builder, c view.Cause, example reports.CaseRow, events int) {
	s := t.screen()
	level, word := levelWords(view.LevelOf(c.Requirement, example)), t.paint(c.Verdict, strings.ToUpper(c.Verdict.String()))
	if len(c.Cases) == 0 {
		fmt.Fprintf(b, "%s %s (%s, %s)\n%s\n", word, c.ID, level, c.Pair(), s.fold("  ", c.Sentence))
		return
	}
	fmt.Fprintf(b, "%s %s (%s, %s)%s\n", word, s.in(bold, c.ID), level, c.Pair(), c.Extent())
	s.tell(b, c.Requirement, example, events)
	t.follows(b, c)
	b.WriteByte('\n')
}

func (t Text) follows(b *strings.Builder, c view.Cause) {
	if len(c.Follows) == 0 {
		return
	}
	if t.Verbose {
		for _, l := range c.Follows {
			fmt.Fprintf(b, "  follows: %s %s\n", l.ID, reports.OneLine(l.Sentence))
		}
		return
	}
	b.WriteString(t.screen().fold("  ", "the same cases miss: "+strings.Join(c.Explains, " ")))
}

// line tells a cause on one line.
func (t Text) line(b *strings.Builder, c view.Cause) {
	s := t.screen()
	text := fmt.Sprintf("%s (%s)%s: %s", c.ID, c.Pair(), c.Extent(), c.Message())
	word := strings.ToUpper(c.Verdict.String())
	rest := 0
	if s.width > 0 {
		rest = s.width - len(word) - 1
	}
	b.WriteString(t.paint(c.Verdict, word) + " " + cutTo(text, rest) + "\n")
}

// table counts verdicts for each dialect and role, where there are several.
func (t Text) table(b *strings.Builder, pairs []view.PairView) {
	if len(pairs) < 2 && !t.Verbose {
		return
	}
	fmt.Fprintf(b, "%-28s %6s %6s %6s %6s %6s %8s %8s\n", "dialect/role", "pass", "fail", "warn", "skip", "unobs.", "cases", "streams")
	for _, p := range pairs {
		s := p.Summary
		fmt.Fprintf(b, "%-28s %6d %s %s %6d %6d %8d %8d\n", p.Name(), s.Pass,
			t.count(requirement.Fail, s.Fail), t.count(requirement.Warn, s.Warn), s.Skip, s.Unobserved, s.Cases, p.Streams)
	}
	b.WriteByte('\n')
}

func (t Text) count(v requirement.Verdict, n int) string {
	text := fmt.Sprintf("%6d", n)
	if n == 0 {
		return text
	}
	return t.paint(v, text)
}

func (t Text) summary(b *strings.Builder, r *reports.Result) {
	s := r.Summary
	verdict, words := reports.Headline(r)
	took := ""
	if sec := reports.Seconds(r); sec != "" {
		took = ", in " + strings.TrimSuffix(sec[:len(sec)-2], ".") + " s"
	}
	rows, unobserved := s.Rows(), fmt.Sprintf(", %d unobserved", s.Unobserved)
	if len(r.Selection.Cases) > 0 { // what the named cases don't show was not asked for
		rows, unobserved = rows-s.Unobserved, ""
	}
	fmt.Fprintf(b, "%s – %s: %d pass, %d fail, %d warn, %d skip%s; %s%s\n", t.paint(verdict, words),
		reports.Counted(rows, "requirement"), s.Pass, s.Fail, s.Warn, s.Skip, unobserved, reports.Tried(r), took)
	if !r.Complete {
		fmt.Fprintf(b, "%s: %s\n", t.paint(requirement.Fail, "the run is incomplete"), reports.OneLine(reports.Clip(r.Incomplete,
			view.StoryLimit)))
	}
}
