package reports

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/toolconform/conform/requirement"
)

// Story tells one finding to people: the requirement's sentence and source, the case, what
// was expected and what was held, the stream with the wrong event marked, and the command
// that replays it. What came from the implementation is made harmless for terminals.
func Story(r requirement.Requirement, c CaseRow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s/%s)\n", r.ID, levelWords(levelOf(r, c)), name(c.Dialect), name(c.Role))
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
func (s screen) tell(b *strings.Builder, r requirement.Requirement, c CaseRow, events int) {
	b.WriteString(s.fold("  ", r.Sentence))
	told := 0
	var first Finding
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
		fmt.Fprintf(b, "    … and %s of it in this case\n", counted(told-1, "more finding"))
	}
	text := "case:   " + name(c.ID)
	if c.Title != "" {
		text += " – " + name(c.Title)
	}
	b.WriteString(s.fold("  ", text))
	s.streams(b, r.ID, c, first, events)
	s.lastWords(b, c)
	b.WriteString(s.fold("  ", "source: "+r.Source))
	if c.Replay != "" {
		fmt.Fprintf(b, "  replay: %s\n", oneLine(clip(c.Replay, replayLimit)))
	}
}

func (s screen) finding(b *strings.Builder, f Finding) {
	for line := range strings.Lines(s.fold("  ", oneLine(clip(f.Message, messageLimit)))) {
		b.WriteString(s.in(bold, strings.TrimSuffix(line, "\n")) + "\n")
	}
	switch {
	case f.Where != "":
		fmt.Fprintf(b, "    at %s\n", name(f.Where))
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
func (s screen) lastWords(b *strings.Builder, c CaseRow) {
	if c.Evidence == nil || strings.TrimSpace(c.Evidence.Stderr) == "" {
		return
	}
	lines := strings.Split(strings.TrimSpace(c.Evidence.Stderr), "\n")
	b.WriteString("  stderr\n")
	if more := len(lines) - wordsTold; more > 0 {
		lines = lines[more:]
		fmt.Fprintf(b, "    … %d lines before\n", more)
	}
	for _, line := range lines {
		b.WriteString("    " + Harmless(clip(strings.TrimSuffix(line, "\r"), shown)) + "\n")
	}
}

// levelOf is the highest level of the clauses that the case missed.
func levelOf(r requirement.Requirement, c CaseRow) requirement.Level {
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
	messageLimit = 2000
	replayLimit  = 8000
)

// shown bounds a value on the screen, in bytes.
const shown = 600
