package messageparts

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// stored is the converter's script: UI messages as they were stored. Its
// elements are the parts; a message that lost all of its parts goes too.
type stored struct{ messages []wire.Value }

func newStored(messages ...wire.Value) stored { return stored{messages} }

func parseStored(v wire.Value) (dialect.Script, error) {
	list := v.Get("messages")
	if !list.IsArray() {
		return nil, fmt.Errorf("message-parts: messages: an array is expected, this is %s", list.Kind())
	}
	return stored{list.Items()}, nil
}

// Input is the protocol's "input" object; messages have one form only.
func (s stored) Input(string, []int) wire.Value { return s.JSON() }

// JSON is the script as it stands in a case file.
func (s stored) JSON() wire.Value { return wire.Obj(wire.M("messages", wire.List(s.messages...))) }

// Len is the number of parts.
func (s stored) Len() int {
	n := 0
	for _, m := range s.messages {
		n += m.Get("parts").Len()
	}
	return n
}

// Keep is the script of some of the parts.
func (s stored) Keep(indices []int) dialect.Script {
	keep := make(map[int]bool, len(indices))
	for _, i := range indices {
		keep[i] = true
	}
	var messages []wire.Value
	at := 0
	for _, m := range s.messages {
		parts := m.Get("parts").Items()
		var kept []wire.Value
		for _, p := range parts {
			if keep[at] {
				kept = append(kept, p)
			}
			at++
		}
		switch {
		case len(kept) == len(parts):
			messages = append(messages, m)
		case len(kept) > 0:
			messages = append(messages, m.With("parts", wire.List(kept...)))
		}
	}
	return stored{messages}
}

// renamed gives every call id another one. It is not dialect.Renamer: META-02 does not
// bind converters.
func (s stored) renamed(to func(string) string) stored {
	messages := make([]wire.Value, len(s.messages))
	for i, m := range s.messages {
		parts := m.Get("parts").Items()
		for j, p := range parts {
			switch p.Get("type").Text() {
			case partCall:
				parts[j] = p.With("id", wire.Str(to(p.Get("id").Text())))
			case partResult:
				parts[j] = p.With("toolCallId", wire.Str(to(p.Get("toolCallId").Text())))
			}
		}
		messages[i] = m.With("parts", wire.List(parts...))
	}
	return stored{messages}
}
