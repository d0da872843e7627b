package act

import "github.com/toolconform/conform/wire"

// The members of an element that is a frame with more to it than its data: an event field,
// or a comment alone. They are the suite's own and stand on no wire.
const (
	eventMember   = "$event"
	commentMember = "$comment"
	dataMember    = "$data"
	rawMember     = "$raw"
)

// Named is an element that goes out under an event name. Decoded events have no names.
func Named(event string, data wire.Value) wire.Value {
	return wire.Obj(wire.M(eventMember, wire.Str(event)), wire.M(dataMember, data))
}

// Comment is an element that is a comment and no event.
func Comment(text string) wire.Value { return wire.Obj(wire.M(commentMember, wire.Str(text))) }

// Raw is an element that is a frame of any data, and no event.
func Raw(data string) wire.Value { return wire.Obj(wire.M(rawMember, wire.Str(data))) }

// Frame takes an element apart: its data, absent for what is no event, the pointer under which
// that stands in the element, and its event name.
func Frame(element wire.Value) (data wire.Value, at, event string) {
	switch {
	case element.Has(commentMember), element.Has(rawMember):
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
	if element.Has(rawMember) {
		return []byte("data: " + element.Get(rawMember).Text() + "\n\n")
	}
	data, _, event := Frame(element)
	var head []byte
	if event != "" {
		head = []byte("event: " + event + "\n")
	}
	return wire.AppendEncoded(head, wire.SSE, data)
}

// Line is the element as a line of NDJSON, nothing where it is a comment.
func Line(element wire.Value) []byte {
	if element.Has(rawMember) {
		return []byte(element.Get(rawMember).Text() + "\n")
	}
	data, _, _ := Frame(element)
	if data.IsAbsent() {
		return nil
	}
	return wire.Encode(wire.NDJSON, []wire.Value{data})
}

// IsNamed tells whether the element says under which event name it goes out; "" is none.
func IsNamed(element wire.Value) bool { return element.Has(eventMember) }

// IsRaw tells whether the element is a frame of any data.
func IsRaw(element wire.Value) bool { return element.Has(rawMember) }
