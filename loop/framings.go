package loop

import (
	"bytes"
	"math/rand/v2"
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// framings are the ways in which the frames of a stream may come that say the same; a network makes its own
// pieces of them.
func framings() map[string]func([][]byte) [][]byte {
	replaced := func(old, by string) func([][]byte) [][]byte {
		return func(frames [][]byte) [][]byte {
			for i, f := range frames {
				frames[i] = bytes.ReplaceAll(f, []byte(old), []byte(by)) // line ends, and colons of fields, stand in no JSON like these
			}
			return frames
		}
	}
	return map[string]func([][]byte) [][]byte{
		"crlf":   replaced("\n", "\r\n"),
		"tight":  replaced("data: ", "data:"),
		"joined": func(frames [][]byte) [][]byte { return [][]byte{slices.Concat(frames...)} },
		"torn": func(frames [][]byte) (torn [][]byte) {
			for _, f := range frames {
				torn = append(torn, f[:len(f)/2], f[len(f)/2:])
			}
			return torn
		},
	}
}

// strewn are the elements with comments, and with events and members that nobody needs to know, among them.
func (c *Conversation) strewn(elements []wire.Value) (out []wire.Value) {
	s := &stream.Script{Form: c.Wire.Form, Elements: elements}
	among, _ := s.InsertUnknown(rand.New(rand.NewPCG(uint64(len(elements)), uint64(len(c.Turns)))).IntN).(*stream.Script)
	for _, e := range among.Elements {
		out = append(out, act.Comment("keep-alive"), e)
	}
	return out
}
