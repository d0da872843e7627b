package dialecttest

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
)

// Excused tells whether a finding of the producer's checker doesn't make a consumer's
// case invalid, because the document allows a right producer what it finds.
type Excused func(c *dialect.Case, f requirement.Finding) bool

// Sendable holds the class of every hand-written case of a dialect that has a
// producer: a valid stream passes the producer's own checker, and a valid transcript is
// one. A live stream may still go on; one that was loaded from history is over.
func Sendable(t *testing.T, d dialect.Dialect, excused Excused) {
	t.Helper()
	check, valid, caught := checkerOf(t, d), 0, 0
	for _, side := range d.Sides {
		for _, c := range side.Cases() {
			if c.Heavy && testing.Short() {
				continue
			}
			var wrong []string
			if side.Role == dialect.Converter {
				continue
			}
			if side.Role == dialect.Producer {
				wrong = invalid(c, side)
			} else {
				wrong = broken(check, c, excused)
			}
			switch {
			case c.Class != dialect.Valid && len(wrong) > 0:
				caught++
			case c.Class == dialect.Valid:
				valid++
				for _, w := range wrong {
					t.Errorf("%s is valid, and no right producer sends it: %s", c.ID, w)
				}
			}
		}
	}
	if valid == 0 || caught == 0 {
		t.Errorf("%d cases are valid, and of the others %d are found to be wrong", valid, caught)
	}
}

// invalid says why a producer's case has no valid transcript.
func invalid(c *dialect.Case, side dialect.Side) []string {
	from, err := transcript.Parse(c.Input().Get("transcript"))
	switch {
	case err != nil:
	case side.Results:
		err = from.ValidTold()
	case side.Turn != nil:
		err = from.ValidCompletion()
	default:
		err = from.Valid()
	}
	if err != nil {
		return []string{err.Error()}
	}
	return nil
}

// broken are the MUSTs of a producer that a consumer's case breaks.
func broken(check func(dialect.CheckOptions) dialect.Checker, c *dialect.Case, excused Excused) []string {
	var list []string
	checker := check(dialect.CheckOptions{Truncated: !c.Input().Get("history").IsTrue()})
	for _, f := range found(checker, c) {
		if f.Level == requirement.Must && !excused(c, f) {
			list = append(list, f.Requirement+" "+f.Where+": "+f.Message)
		}
	}
	return list
}

// checkerOf is the checker of the dialect's producer.
func checkerOf(t *testing.T, d dialect.Dialect) func(dialect.CheckOptions) dialect.Checker {
	t.Helper()
	for _, side := range d.Sides {
		if side.Check != nil {
			return side.Check
		}
	}
	t.Fatalf("%s has no checker", d.Name)
	return nil
}

// found is everything that the checker finds in the case's stream.
func found(checker dialect.Checker, c *dialect.Case) []requirement.Finding {
	var list []requirement.Finding
	whole := func(n int) int { return n - 1 } // a document in one piece
	for _, event := range elements(c.Ready().Script, whole) {
		list = append(list, checker.Event(event)...)
	}
	return append(list, checker.End()...)
}
