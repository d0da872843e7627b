package raw

import (
	"bytes"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/wire"
)

// The kinds of adapter errors that only raw answers have.
const (
	NoAnswer      = "empty answer"
	HTMLAnswer    = "HTML instead of an answer"
	SeveralStates = "several documents instead of one state"
)

// Read turns what the program said into an observation. Where it can't, problem is
// the kind of adapter error and at the bytes to show.
func (r Form) Read(out []byte, limit int64, emptyInput bool) (o dialect.Observation, problem string, at []byte) {
	text := bytes.TrimSpace(bytes.TrimPrefix(out, []byte("\uFEFF")))
	markdown := r.Text != "" && r.Role == dialect.Producer
	switch {
	case message.Cost(out)+256*int64(bytes.Count(out, []byte{'\n'})) > limit:
		return o, message.TooLarge, out
	case len(text) == 0 && !(emptyInput && r.answersEvents()): // or: nothing in, nothing out
		return o, NoAnswer, nil
	case isHTML(text) || !markdown && bytes.HasPrefix(text, []byte("<")):
		return o, HTMLAnswer, out
	case markdown:
		o.State = wire.Obj(wire.M("markdown", wire.Str(string(out))))
		return o, "", nil
	}
	return r.readJSON(text)
}

func isHTML(text []byte) bool {
	const start = "<!doctype html"
	return len(text) >= len(start) && strings.EqualFold(string(text[:len(start)]), start)
}

func (r Form) readJSON(text []byte) (o dialect.Observation, problem string, at []byte) {
	events, problem, at := readEvents(text)
	switch {
	case problem != "":
		state, err := wire.Parse(text) // a document may stand on several lines
		if err != nil || !state.IsObject() {
			return o, problem, at
		}
		o.State = state
	case len(events) == 1 && !r.isEvent(events[0]):
		o.State = events[0]
	case r.answersEvents():
		for _, e := range events {
			o.Events = append(o.Events, dialect.Event{Value: e, After: -1})
		}
	default:
		return o, SeveralStates, text
	}
	return o, "", nil
}

// answersEvents tells whether the native answer is a stream rather than a state.
func (r Form) answersEvents() bool {
	return r.Role == dialect.Producer || r.Text != ""
}

// isEvent tells an event from a state: events of every dialect name their type, or
// their stage.
func (r Form) isEvent(v wire.Value) bool {
	return r.answersEvents() && (v.Get("type").IsString() || v.Get("stage").IsString())
}

// readEvents reads NDJSON or SSE.
func readEvents(out []byte) (events []wire.Value, problem string, at []byte) {
	encoding := wire.NDJSON
	if looksLikeSSE(out) {
		encoding = wire.SSE
	}
	decoder := wire.NewDecoder(encoding, 0)
	frames := decoder.Feed(out)
	for _, f := range append(frames, decoder.Close()...) {
		if f.Done() && encoding == wire.SSE {
			break
		}
		if message.Blank(f.Data) {
			continue
		}
		v, err := wire.Parse(f.Data)
		if err != nil || !v.IsObject() {
			return nil, message.NotJSON, f.Data
		}
		events = append(events, v)
	}
	return events, "", nil
}

// looksLikeSSE tells whether the first line is one of an event stream.
func looksLikeSSE(out []byte) bool {
	for _, field := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(out, []byte(field)) {
			return true
		}
	}
	return false
}

// Empty tells whether the input has nothing in it that would come out again: of
// some wires only calls do.
func (r Form) Empty(n Native) bool {
	if r.Role == dialect.Consumer {
		return message.Blank(n.Body)
	}
	input, _ := wire.Parse(n.Body)
	for _, item := range input.Get("transcript").Get("items").Items() {
		if kind := item.Get("type").Text(); kind == "call" || kind != "stop" && !r.CallsOnly {
			return false
		}
	}
	return true
}
