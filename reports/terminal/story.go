package terminal

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// Story tells one finding to people: the requirement's sentence and source, the case, what
// was expected and what was held, the stream with the wrong event marked, and the command
// that replays it. What came from the implementation is made harmless for terminals.
func Story(r requirement.Requirement, c reports.CaseRow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s/%s)\n", r.ID, levelWords(view.LevelOf(r, c)), reports.Name(c.Dialect), reports.Name(c.Role))
	screen{}.tell(&b, r, c, eventsTold)
	if r.Ruling != "" {
		fmt.Fprintf(&b, "  ruling: %s\n", r.Ruling)
	}
	return b.String()
}

// levelWords say what a missed line is worth. A MAY is missed by an answer that is none of
// those that it allows.
func levelWords(l requirement.Level) string {
	if l == requirement.May {
		return "none of the answers that it allows"
	}
	return string(l)
}

// tell tells how a case misses a requirement; events bounds how much of a stream is shown.
func (s screen) tell(b *strings.Builder, r requirement.Requirement, c reports.CaseRow, events int) {
	b.WriteString(s.fold("  ", r.Sentence))
	told := 0
	var first reports.Finding
	for _, f := range c.Findings {
		if f.Requirement != r.ID {
			continue
		}
		if told++; told == 1 {
			first = f
			s.finding(b, f)
		}
	}
	if told > 1 {
		fmt.Fprintf(b, "    … and %s of it in this case\n", reports.Counted(told-1, "more finding"))
	}
	text := "case:   " + reports.Name(c.ID)
	if c.Title != "" {
		text += " – " + reports.Name(c.Title)
	}
	b.WriteString(s.fold("  ", text))
	s.streams(b, r.ID, c, first, events)
	s.lastWords(b, c)
	b.WriteString(s.fold("  ", "source: "+r.Source))
	if c.Replay != "" {
		fmt.Fprintf(b, "  replay: %s\n", reports.OneLine(reports.Clip(c.Replay, view.ReplayLimit)))
	}
}

func (s screen) finding(b *strings.Builder, f reports.Finding) {
	for line := range strings.Lines(s.fold("  ", reports.OneLine(reports.Clip(f.Message, view.MessageLimit)))) {
		b.WriteString(s.in(bold, strings.TrimSuffix(line, "\n")) + "\n")
	}
	switch {
	case f.Where != "":
		fmt.Fprintf(b, "    at %s\n", reports.Name(f.Where))
	case f.Event != nil:
		fmt.Fprintf(b, "    at event %d\n", *f.Event)
	}
	crash := f.Expected.IsAbsent() && f.Actual.Get("stderr").IsString() // told by its last words
	if !crash && (!f.Expected.IsAbsent() || !f.Actual.IsAbsent()) {
		s.compared(b, "    ", f.Expected, f.Actual)
	}
}

// wordsTold is how many last lines of stderr are shown of a crash.
const wordsTold = 8

// lastWords are the end of what a crashed implementation wrote to stderr, as it stands there.
func (s screen) lastWords(b *strings.Builder, c reports.CaseRow) {
	if c.Evidence == nil || strings.TrimSpace(c.Evidence.Stderr) == "" {
		return
	}
	lines := strings.Split(strings.TrimSpace(c.Evidence.Stderr), "\n")
	b.WriteString("  stderr\n")
	if more := len(lines) - wordsTold; more > 0 {
		lines = lines[more:]
		fmt.Fprintf(b, "    … %s before\n", reports.Counted(more, "line"))
	}
	for _, line := range lines {
		b.WriteString("    " + reports.Harmless(reports.Clip(strings.TrimSuffix(line, "\r"), shown)) + "\n")
	}
}

// shown bounds a value on the screen, in bytes.
const shown = 600

// StoryOf is the line told by its first case.
func StoryOf(l view.LineView) string {
	if len(l.Cases) == 0 {
		return l.ID + " (" + string(l.Level) + ", " + l.Dialect + "/" + l.Role + ")\n  " + l.Sentence + "\n"
	}
	return reports.Clip(Story(l.Requirement, l.Cases[0])+l.Beside(), view.StoryLimit)
}
