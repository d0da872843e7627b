package picture

import (
	"strconv"

	"github.com/toolconform/conform/reports"

	"github.com/toolconform/conform/wire"
)

// SentEvents are the elements of what was sent, in order: the script's where the
// case carries one, because wire bytes hide them.
func SentEvents(e *reports.Evidence) []wire.Value {
	if t, ok := conversation(e); ok {
		return t.moments
	}
	if list := elements(e.Script, 0); len(list) > 0 {
		return list
	}
	return elements(e.Input, 0)
}

// elementLists are the members that scripts and inputs keep their elements in.
func elementLists() []string {
	return []string{"events", "steps", "updates", "segments", "items", "transcript", "meaning"}
}

// elements finds the list of elements in a script or an input of any dialect.
func elements(v wire.Value, depth int) []wire.Value {
	if v.IsArray() {
		return v.Items()
	}
	if depth > 2 {
		return nil
	}
	for _, name := range elementLists() {
		if list := elements(v.Get(name), depth+1); len(list) > 0 {
			return list
		}
	}
	if messages := v.Get("messages"); messages.IsArray() {
		return messageParts(messages)
	}
	return decodedChunks(v)
}

// messageParts are the parts of all messages; a message without parts stands for
// itself.
func messageParts(messages wire.Value) []wire.Value {
	var list []wire.Value
	for _, m := range messages.Items() {
		parts := m.Get("parts").Items()
		if len(parts) == 0 {
			list = append(list, m)
		}
		list = append(list, parts...)
	}
	return list
}

// lineLimit bounds a line of an input that is decoded for a picture.
const lineLimit = 1 << 20

// decodedChunks reads the wire bytes; what is no JSON stands as a text.
func decodedChunks(v wire.Value) []wire.Value {
	encoding := v.Get("encoding").Text()
	if encoding != wire.SSE && encoding != wire.NDJSON {
		return v.Get("chunks").Items()
	}
	decoder := wire.NewDecoder(encoding, lineLimit)
	var list []wire.Value
	add := func(frames []wire.Frame) {
		for _, f := range frames {
			event, err := wire.Parse(f.Data)
			if err != nil {
				event = wire.Str(string(f.Data))
			}
			list = append(list, event)
		}
	}
	for _, chunk := range v.Get("chunks").Items() {
		add(decoder.Feed([]byte(chunk.Text())))
	}
	return list
}

// The kinds of marks in a picture.
const (
	MarkCall     = "call"
	markPiece    = "piece"
	MarkResult   = "result"
	MarkError    = "error"
	markStop     = "stop"
	markText     = "text"
	markTerminal = "end"
	markRequest  = "asks"
	markOther    = "other"
)

// shape is what an element is in any dialect: its kind, the call that it is about,
// the call's name, and the value of a result.
type shape struct {
	kind, call, name string
	value            wire.Value
	says             wire.Value // what the element tells beside that; absent for all of it
}

// shapeReader tells shapes apart. It remembers which call stands at which index, because
// later events name nothing else.
type shapeReader struct{ open map[string]string }

func (s *shapeReader) shape(v wire.Value) shape {
	for _, try := range []func(wire.Value) (shape, bool){
		requestShape, s.block, s.chunk, historyShape, stageShape, fenceShape, stepShape, itemShape, s.namedShape,
	} {
		if sh, ok := try(v); ok {
			return sh
		}
	}
	return shape{kind: markOther}
}

// requestShape is the moment of a conversation at which an agent asks.
func requestShape(v wire.Value) (shape, bool) {
	if v.Len() == 1 && v.Get("refused").IsString() {
		return shape{kind: markRequest, says: v}, true
	}
	if v.Len() != 2 || v.Get("request").Kind() != wire.Number || !v.Get("adds").IsArray() {
		return shape{}, false
	}
	return shape{kind: markRequest, says: v}, true
}

// block is an event of content-blocks.
func (s *shapeReader) block(v wire.Value) (shape, bool) {
	index := v.Get("index").JSON()
	switch v.Get("type").Text() {
	case "content_block_stop":
		return shape{kind: markStop, call: s.open[index]}, true
	case "content_block_delta":
		if call := s.open[index]; call != "" {
			return shape{kind: markPiece, call: call}, true
		}
		return shape{kind: markText}, true
	case "content_block_start":
	default:
		return shape{}, false
	}
	b := v.Get("content_block")
	sh := shape{kind: markOther}
	switch b.Get("type").Text() {
	case "tool_use":
		sh = shape{kind: MarkCall, call: b.Get("id").Text(), name: b.Get("name").Text()}
	case "tool_result":
		sh = shape{kind: outcome(b.Get("status").Text() != "success"), call: b.Get("tool_use_id").Text(), value: b.Get("content")}
	case "terminal_user_stopped", "terminal_error":
		sh = shape{kind: markTerminal}
	case "text":
		sh = shape{kind: markText}
	}
	s.open[index] = sh.call
	return sh, true
}

func outcome(failed bool) string {
	if failed {
		return MarkError
	}
	return MarkResult
}

// stageShape is an update of stage-events.
func stageShape(v wire.Value) (shape, bool) {
	id := v.Get("id")
	if !id.IsString() || !v.Get("stage").IsString() {
		return shape{}, false
	}
	sh := shape{call: id.Text(), name: v.Get("name").Text()}
	switch v.Get("stage").Text() {
	case "start":
		sh.kind = MarkCall
	case "streaming", "running":
		sh.kind = markPiece
	case "end":
		sh.kind, sh.value = outcome(v.Has("error") || v.Get("success").IsFalse()), v.Get("result")
	default:
		sh.kind = markOther
	}
	return sh, true
}

// fenceShape is a segment of a tool-fence document, or an event of its reader.
func fenceShape(v wire.Value) (shape, bool) {
	if fence := v.Get("tool"); fence.IsObject() {
		sh := shape{kind: MarkCall, call: fence.Get("toolCallId").Text(), name: fence.Get("toolName").Text(), value: fence.Get("output")}
		return sh, true
	}
	id := v.Get("toolCallId").Text()
	switch v.Get("type").Text() {
	case "tool-input-available":
		return shape{kind: MarkCall, call: id, name: v.Get("toolName").Text()}, true
	case "tool-output-available":
		return shape{kind: MarkResult, call: id, value: v.Get("output")}, true
	case "tool-output-error":
		return shape{kind: MarkError, call: id, value: v.Get("errorText")}, true
	case "text-delta":
		return shape{kind: markText}, true
	}
	return shape{kind: markText}, v.Len() > 0 && !v.Has("type") &&
		(v.Get("text").IsString() || v.Has("code") || v.Has("quote") || v.Has("list"))
}

// stepShape is a step or a part of message-parts.
func stepShape(v wire.Value) (shape, bool) {
	switch v.Get("type").Text() {
	case "tool_call":
		call := v.Get("toolCall")
		return shape{kind: MarkCall, call: call.Get("id").Text(), name: call.Get("name").Text()}, true
	case "tool-call":
		return shape{kind: MarkCall, call: v.Get("id").Text(), name: v.Get("name").Text()}, true
	case "tool_call_delta":
		return shape{kind: markPiece, call: v.Get("id").Text(), name: v.Get("name").Text()}, true
	case "tool_result", "tool-result":
		return shape{kind: outcome(v.Get("state").Text() == "error"), call: v.Get("toolCallId").Text(), value: v.Get("content")}, true
	case "add_tool_result":
		return shape{kind: outcome(v.Get("state").Text() == "output-error"), call: v.Get("toolCallId").Text(), value: v.Get("output")}, true
	case "finish":
		return shape{kind: markTerminal}, true
	case "user_message":
		return shape{kind: markText}, true
	}
	return shape{}, false
}

// itemShape is an item of a transcript.
func itemShape(v wire.Value) (shape, bool) {
	switch v.Get("type").Text() {
	case "call":
		return shape{kind: MarkCall, call: v.Get("id").Text(), name: v.Get("name").Text()}, true
	case "input-delta", "progress":
		return shape{kind: markPiece, call: v.Get("callId").Text()}, true
	case "result":
		return shape{kind: outcome(v.Get("status").Text() != "success"), call: v.Get("callId").Text(), value: v.Get("content")}, true
	case "stop":
		return shape{kind: markTerminal}, true
	case "text":
		return shape{kind: markText}, true
	}
	return shape{}, false
}

// pointerIndex is a part of a JSON pointer as an index, -1 where it is none.
func pointerIndex(part string) int {
	n, err := strconv.Atoi(part)
	if err != nil {
		return -1
	}
	return n
}
