package dialecttest

import (
	"os"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Written is an answer that was written by hand, with what it answers.
type Written struct {
	Name string
	// Sent are the elements of the stream or turn, As a word of the dialect's own about it.
	Sent []wire.Value
	As   string
	// Told are the elements of the answer, Omits the members that it can't tell.
	Told  []wire.Value
	Omits []string
	// Misses are the requirements that it misses, ids with blanks between; "~" stands before those that only warn.
	Misses string
}

// Answers holds answers that stand in a file against what a judge says of them. The reference
// and the rules may share a misunderstanding; a written answer doesn't. A blank line stands
// between two blocks. One is what is sent, those behind it are answers to that:
//
//	sent:
//	{"id":"a","stage":"start","name":"grep"}
//
//	answer: no stage
//	omits: result
//	{"id":"a","name":"grep"}
//	misses: STAGE-50 ~STAGE-52
//
// Lines that begin with # are comments, and lines that begin with | are a text, as in case files.
func Answers(t *testing.T, file string, missed func(Written) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var sent Written
	answers := 0
	for block := range strings.SplitSeq(string(text), "\n\n") {
		w := readWritten(t, block)
		if w.Name == "" {
			sent = Written{Sent: w.Told, As: w.As}
			continue
		}
		answers++
		w.Sent, w.As = sent.Sent, sent.As
		if got := missed(w); got != w.Misses {
			t.Errorf("%s: %s misses %q, %q was expected", file, w.Name, got, w.Misses)
		}
	}
	if answers == 0 {
		t.Errorf("%s holds no answer", file)
	}
}

func readWritten(t *testing.T, block string) (w Written) {
	t.Helper()
	within := false // a text
	for line := range strings.Lines(block) {
		if text, is := strings.CutPrefix(line, "|"); is {
			w.text(strings.TrimPrefix(text, " "), within)
			within = true
			continue
		}
		within, line = false, strings.TrimSpace(line)
		field, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); {
		case line == "" || line[0] == '#':
		case field == "sent":
			w.As = value
		case field == "answer":
			w.Name = value
		case field == "omits":
			w.Omits = strings.Fields(value)
		case field == "misses":
			w.Misses = value
		default:
			v, err := wire.Parse([]byte(line))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			w.Told = append(w.Told, v)
		}
	}
	return w
}

// text is a line of a text, more of the last element or one of its own.
func (w *Written) text(line string, more bool) {
	if more {
		last := &w.Told[len(w.Told)-1]
		*last = wire.Str(last.Text() + line)
		return
	}
	w.Told = append(w.Told, wire.Str(line))
}

// Missed are the requirements that outcomes miss, as answers in files name them.
func Missed(outcomes []requirement.Outcome) string {
	var list []string
	for _, o := range outcomes {
		switch o.Verdict {
		case requirement.Fail:
			list = append(list, o.Requirement)
		case requirement.Warn:
			list = append(list, "~"+o.Requirement)
		}
	}
	return strings.Join(list, " ")
}

// Broken are the requirements that a checker finds broken in a stream, by id, with blanks between.
func Broken(c dialect.Checker, events []wire.Value) string {
	return strings.Join(findings(c, events), " ")
}
