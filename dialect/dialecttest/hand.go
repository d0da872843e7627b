package dialecttest

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Spelled is the script of lines as they stand in a case file, with commas between.
func Spelled(t *testing.T, read func(casefile.Entry) (dialect.Script, error), lines string) dialect.Script {
	t.Helper()
	list, err := wire.Parse([]byte("[" + lines + "]"))
	if err != nil {
		t.Fatalf("%s: %v", lines, err)
	}
	script, err := read(casefile.Entry{Fields: map[string]string{}, Elements: list.Items()})
	if err != nil {
		t.Fatalf("%s: %v", lines, err)
	}
	return script
}

// Telling is the answer of a producer that told these events, and can't tell some members.
func Telling(events []wire.Value, omits ...string) dialect.Observation {
	o := dialect.Observation{State: wire.Obj(), Omits: omits}
	for _, e := range events {
		o.Events = append(o.Events, dialect.Event{Value: e, After: -1})
	}
	return o
}

// Fails holds the requirements that an answer fails, written by hand, against those that it must: ids with blanks between. The
// reference and the rules may share a misunderstanding; a written answer doesn't.
func Fails(t *testing.T, name string, side dialect.Side, script dialect.Script, o dialect.Observation, want string) {
	t.Helper()
	if got := judged(side, script, o, requirement.Fail); got != want {
		t.Errorf("%s: it fails %q, %q was expected", name, got, want)
	}
}

// Warns is Fails for the requirements whose SHOULD the answer misses.
func Warns(t *testing.T, name string, side dialect.Side, script dialect.Script, o dialect.Observation, want string) {
	t.Helper()
	if got := judged(side, script, o, requirement.Warn); got != want {
		t.Errorf("%s: it is warned of %q, %q was expected", name, got, want)
	}
}

// judged are the requirements that come to that verdict.
func judged(side dialect.Side, script dialect.Script, o dialect.Observation, verdict requirement.Verdict) string {
	var list []string
	for _, out := range side.Judge(&dialect.Case{Pair: side.Pair, Script: script}, &o) {
		if out.Verdict == verdict {
			list = append(list, out.Requirement)
		}
	}
	return strings.Join(list, " ")
}
