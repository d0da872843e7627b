package producer

import (
	"fmt"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Want is what the fragments of a call must make, where a wire takes arguments as text: input
// equal as JSON, raw arguments as they are, those in deltas as JSON or as text, and of a cut
// call a beginning.
func Want(c *transcript.CallRecord, stop string) *compare.Want {
	w := &compare.Want{IDs: []string{c.ID}, Names: []string{c.Name}}
	text, raw := c.ArgumentText()
	switch {
	case c.Cut(stop):
		w.Texts, w.Cut, w.Optional, w.State, w.Bare = []string{text}, true, true, compare.Open, !c.CutInside(stop)
	case c.Arguments.IsString():
		w.Texts, w.Bare = []string{text}, text == "" || text == "{}"
	case raw:
		w.Texts, w.Bare = []string{text}, text == ""
		if v, err := wire.Parse([]byte(text)); err == nil {
			w.Texts, w.Value, w.Bare = nil, v, v.IsObject() && v.Len() == 0
		}
	default:
		w.Value, w.Bare = c.Input, c.Input.Len() == 0
	}
	return w
}

// Kept is Want where an empty object is not told as no text at all. That no text is told as {} is right: readers take them for one.
func Kept(c *transcript.CallRecord, stop string) *compare.Want {
	w := Want(c, stop)
	text, raw := c.ArgumentText()
	w.Bare = w.Bare && text == "" && (raw || !c.Input.IsObject())
	return w
}

// Told is the n-th call that is told, from 0, with its arguments as text.
func Told(n int, id, name, arguments string) *compare.Got {
	return &compare.Got{ID: wire.Str(id), Name: wire.Str(name), Arguments: wire.Str(arguments), At: fmt.Sprintf("call %d", n)}
}

// Lines are the rows of a wire whose line of calls is missed by one that is lost, invented or named otherwise, and whose line
// of arguments by others.
func Lines(calls, arguments string) []compare.Row {
	row := func(kinds compare.Kind, line string) compare.Row {
		return compare.Row{Kinds: kinds, Requirement: line, Level: requirement.Must}
	}
	return []compare.Row{row(compare.Missing|compare.Extra|compare.Torn|compare.WrongName|compare.WrongID, calls),
		row(compare.WrongText|compare.Foreign|compare.Repaired|compare.Healed, arguments)}
}

// Fit holds the calls of the turn, as they are wanted, against those that are told; deviations miss the lines that the rows
// say. It returns whether all are right.
func (s *Stream[T, H]) Fit(want func(c *transcript.CallRecord, stop string) *compare.Want, told []*compare.Got, rows []compare.Row) bool {
	var wants []*compare.Want
	for _, c := range s.Calls() {
		wants = append(wants, want(c, s.Stop()))
	}
	result := compare.Calls(wants, told, compare.Options{Stateless: true})
	for _, b := range compare.Blame(rows, result.Deviations, 0) {
		f := b.Finding()
		s.Blame(b.Requirement, f.Level, f.Message, f.Expected, f.Actual)
	}
	return result.Right()
}
