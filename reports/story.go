package reports

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Story tells one finding to people: the requirement's sentence and source, the
// case, where it first went wrong, expected and actual, and the command that
// replays it. What came from the implementation is made harmless for terminals.
func Story(r requirement.Requirement, c CaseRow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s/%s)\n  %s\n  source: %s\n", r.ID, levelOf(r, c), name(c.Dialect), name(c.Role), r.Sentence, r.Source)
	if r.Ruling != "" {
		fmt.Fprintf(&b, "  ruling: %s\n", r.Ruling)
	}
	fmt.Fprintf(&b, "  case:   %s", name(c.ID))
	if c.Title != "" {
		fmt.Fprintf(&b, " – %s", name(c.Title))
	}
	b.WriteByte('\n')
	told := 0
	for _, f := range c.Findings {
		if f.Requirement != r.ID {
			continue
		}
		if told++; told > 3 {
			b.WriteString("  … further findings are in the report\n")
			break
		}
		tellFinding(&b, f)
	}
	if c.Replay != "" {
		fmt.Fprintf(&b, "  replay: %s\n", oneLine(clip(c.Replay, replayLimit)))
	}
	return b.String()
}

// worse tells whether the first case misses a MUST of the requirement, and the other
// one something less.
func worse(a, b CaseRow, id string) bool {
	r := requirement.Requirement{ID: id}
	return levelOf(r, a) == requirement.Must && levelOf(r, b) != requirement.Must
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

func tellFinding(b *strings.Builder, f Finding) {
	fmt.Fprintf(b, "  %s\n", Harmless(clip(f.Message, messageLimit)))
	if f.Where != "" {
		fmt.Fprintf(b, "    at       %s\n", name(f.Where))
	}
	if f.Event != nil {
		fmt.Fprintf(b, "    event    no. %d of the stream, from 0\n", *f.Event)
	}
	if !f.Expected.IsAbsent() || !f.Actual.IsAbsent() {
		fmt.Fprintf(b, "    expected %s\n    actual   %s\n", show(f.Expected), show(f.Actual))
	}
	if where, want, got := wire.FirstDifference(f.Expected, f.Actual); where != "" {
		fmt.Fprintf(b, "    differs at %s: %s instead of %s\n", name(where), show(got), show(want))
	}
}

// messageLimit and replayLimit bound what a finding says, in bytes.
const (
	messageLimit = 2000
	replayLimit  = 8000
)

// shown bounds a value on the screen, in bytes.
const shown = 600

func show(v wire.Value) string {
	if v.IsAbsent() {
		return "(nothing)"
	}
	return Harmless(clip(v.JSON(), shown))
}
