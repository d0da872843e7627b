package act

import "github.com/toolconform/conform/wire"

// The members of an element that is a frame with more to it than its data: an event field,
// or a comment alone. They are the suite's own and stand on no wire.
const (
	eventMember   = "$event"
	commentMember = "$comment"
	dataMember    = "$data"
)

// Named is an element that goes out under an event name. Decoded events have no names.
func Named(event string, data wire.Value) wire.Value {
	return wire.Obj(wire.M(eventMember, wire.Str(event)), wire.M(dataMember, data))
}

// Comment is an element that is a comment and no event.
func Comment(text string) wire.Value { return wire.Obj(wire.M(commentMember, wire.Str(text))) }

// Frame takes an element apart: its data, absent for a comment, the pointer under which
// that stands in the element, and its event name.
func Frame(element wire.Value) (data wire.Value, at, event string) {
	switch {
	case element.Has(commentMember):
		return wire.Value{}, "", ""
	case element.Has(dataMember):
		return element.Get(dataMember), "/" + dataMember, element.Get(eventMember).Text()
	}
	return element, "", ""
}

// Encoded is the element as SSE.
func Encoded(element wire.Value) []byte {
	if element.Has(commentMember) {
		return []byte(": " + element.Get(commentMember).Text() + "\n\n")
	}
	data, _, event := Frame(element)
	plain := wire.Encode(wire.SSE, []wire.Value{data})
	if event == "" {
		return plain
	}
	return append([]byte("event: "+event+"\n"), plain...)
}
