// Package raw is the wire of a program that needs no adapter: an input in its own form, and its answer.
package raw

import (
	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Form says what such a program speaks.
type Form struct {
	dialect.Pair
	// Tail is the data of the SSE frame that ends a whole stream, "" where there is none.
	Tail string
	// Encoding of a consumer's events, wire.SSE or wire.NDJSON; "" for pairs whose input
	// has one form only.
	Encoding string
	// Named: each SSE frame has its event's type as its event name.
	Named bool
	// Text is the media type of a wire that is text, "" for events.
	Text string
	// CallsOnly: of a transcript only calls become events.
	CallsOnly bool
}

// Sends tells whether the encoding is one that can be sent.
func (r Form) Sends() bool {
	return r.Encoding == "" || r.Encoding == wire.SSE || r.Encoding == wire.NDJSON
}

// Info is what stands in for a hello.
func (r Form) Info(name string, concurrency int) adapter.Info {
	s := adapter.Support{Dialect: r.Dialect, Role: r.Role}
	if r.Encoding != "" {
		s.Encodings = []string{r.Encoding}
	}
	if r.Text != "" && r.Role == dialect.Consumer {
		s.Omits = []string{"chunks"} // events and a state don't fit into one native answer
	}
	return adapter.Info{
		Implementation: wire.Obj(wire.M("name", wire.Str(name))),
		Supports:       []adapter.Support{s},
		Concurrency:    concurrency,
	}
}

// Native is a case in the program's own form.
type Native struct {
	Body        []byte
	ContentType string
}

// Native turns an input into the bytes that the program reads; ok is false where
// they cannot carry it.
func (r Form) Native(input wire.Value) (n Native, ok bool) {
	before := r.Role == dialect.Consumer && input.Has("messages") // what the client held before the stream
	if input.Get("history").IsTrue() || input.Has("abortAfter") || before {
		return Native{}, false
	}
	if r.Role == dialect.Consumer {
		switch {
		case input.Has("chunks"), input.Has("chunks_base64"):
			chunks, err := wire.InputChunks(input)
			return Native{joined(chunks), r.contentType(input.Get("encoding").Text())}, err == nil
		case input.Has("events"):
			encoding := r.Encoding
			if encoding == "" {
				encoding = wire.SSE
			}
			data := r.encode(encoding, input.Get("events").Items())
			if r.Tail != "" && encoding == wire.SSE && !input.Get("cut").IsTrue() {
				data = append(data, "data: "+r.Tail+"\n\n"...)
			}
			return Native{data, r.contentType(encoding)}, true
		}
	}
	return Native{append(input.AppendJSON(nil), '\n'), "application/json"}, true
}

// encode is wire.Encode, with event names where the wire has them.
func (r Form) encode(encoding string, events []wire.Value) []byte {
	if !r.Named || encoding != wire.SSE {
		return wire.Encode(encoding, events)
	}
	var b []byte
	for _, e := range events {
		if kind := e.Get("type").Text(); kind != "" {
			b = append(b, "event: "+kind+"\n"...)
		}
		b = append(b, wire.Encode(encoding, []wire.Value{e})...)
	}
	return b
}

func (r Form) contentType(encoding string) string {
	switch encoding {
	case wire.SSE:
		return "text/event-stream"
	case wire.NDJSON:
		return "application/x-ndjson"
	}
	return r.Text
}

func joined(chunks [][]byte) []byte {
	var all []byte
	for _, c := range chunks {
		all = append(all, c...)
	}
	return all
}
