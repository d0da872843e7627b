package producer

import (
	"github.com/toolconform/conform/compare"
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
		w.Texts, w.Cut, w.Optional, w.State = []string{text}, true, true, compare.Open
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
