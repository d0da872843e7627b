// Package reference is a right reader and a right writer of tool fences, with what is planted in
// them: faults, and the other side of each free choice. It shares no more with the judges than where fences are.
package reference

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// Consume reads markdown in chunks and tells text and tool calls.
func Consume(input wire.Value) dialect.Observation { return manner{}.answer(input) }

// manner is how a reader reads. The zero manner is the reference; faults and variants are other manners.
type manner struct {
	isTool func(r *reader, f *scan.Fence) bool                        // isTool tells whether a fence is a tool fence
	rules  scan.Rules                                                 // rules of fences
	parse  func(body string) (wire.Value, bool)                       // parse reads a body
	newID  func(r *reader) string                                     // newID makes a fallback id
	events func(r *reader, id string, object wire.Value) []wire.Value // events of a call
	chunk  func(id string, object wire.Value) wire.Value              // chunk of a call in the final state
	called func(r *reader, source string)                             // called is told the source of each call
	// rejected is what becomes of a tool fence that is no call.
	rejected func(r *reader, source string)
	// unclosed is what becomes of a tool fence that the end of input cut off.
	unclosed func(r *reader, source, body string)
	line     func(r *reader, line string) string // line may change or drop a line of text
	loneCR   bool                                // a CR by itself ends a line
	// keepBreak: the line ending behind a call comes as text; dropBreak: the one before a call does not.
	keepBreak, dropBreak bool
	bomIsText            bool // the byte order mark is part of the first line
}

func (m manner) answer(input wire.Value) dialect.Observation {
	pieces, err := wire.InputChunks(input)
	if err != nil {
		return dialect.Observation{Ending: dialect.Rejected, Reason: err.Error()}
	}
	if m.isTool == nil {
		m.isTool = func(_ *reader, f *scan.Fence) bool { return isPlainTool(f) }
	}
	if m.parse == nil {
		m.parse = wire.ParseObject
	}
	r := &reader{manner: m, given: map[string]bool{}, lines: scan.Lines{LoneCR: m.loneCR}}
	for _, piece := range pieces {
		r.fed++
		r.lines.Feed(piece, r.read)
	}
	r.end()
	r.flush()
	return dialect.Observation{Events: r.out, State: wire.Obj(wire.M("chunks", wire.List(r.chunks...)))}
}

type reader struct {
	manner
	outline scan.Outline
	fed     int // chunks so far

	lines    scan.Lines
	started  bool
	previous string // previous line

	tool         bool // the open fence is a tool fence
	source, body strings.Builder
	held         string // with dropBreak: a line ending that a call may follow

	out    []dialect.Event
	chunks []wire.Value
	text   strings.Builder // of the text chunk that is growing
	given  map[string]bool // ids so far
	number int
	calls  int
}

func (r *reader) end() {
	r.lines.Rest(r.read)
	if r.tool {
		r.abandon()
	}
	last := r.held
	r.held, r.dropBreak = "", false
	r.say(last)
}

// read takes one line with its ending.
func (r *reader) read(bytes []byte) {
	line := string(bytes)
	bare := strings.TrimRight(line, "\r\n")
	if !r.started {
		r.started = true
		if !r.bomIsText {
			bare = strings.TrimPrefix(bare, "\uFEFF")
		}
	}
	r.outline.Rules = r.rules
	what, inner, ended := r.outline.Read(bare)
	defer func() { r.previous = bare }()
	if ended && r.tool {
		r.abandon()
	}
	if what == scan.Opens {
		r.tool = r.isTool(r, r.outline.Fence)
	}
	if r.tool {
		r.fenced(what, line, inner)
	} else {
		r.plain(line)
	}
}

func (r *reader) plain(line string) {
	if r.manner.line != nil {
		line = r.manner.line(r, line)
	}
	r.say(line)
}

// fenced takes a line of a tool fence.
func (r *reader) fenced(what scan.Role, line, inner string) {
	if what == scan.Opens && strings.HasPrefix(line, "\uFEFF") {
		r.say("\uFEFF")
		line = strings.TrimPrefix(line, "\uFEFF")
	}
	r.source.WriteString(line)
	switch what {
	case scan.Within:
		r.body.WriteString(inner + "\n")
	case scan.Closes:
		r.close(line)
	}
}

// close ends the tool fence with its closing line.
func (r *reader) close(line string) {
	source, body := r.take()
	object, ok := r.parse(body)
	switch {
	case ok:
		r.held = ""
		r.call(object)
		if r.called != nil {
			r.called(r, source)
		}
		if r.keepBreak {
			r.say(line[len(strings.TrimRight(line, "\r\n")):])
		}
	case r.rejected != nil:
		r.rejected(r, source)
	default:
		r.say(source)
	}
}

func (r *reader) take() (source, body string) {
	source, body = r.source.String(), r.body.String()
	r.source, r.body, r.tool = strings.Builder{}, strings.Builder{}, false
	return source, body
}

// abandon ends a tool fence that nothing closes.
func (r *reader) abandon() {
	source, body := r.take()
	if r.unclosed != nil {
		r.unclosed(r, source, body)
		return
	}
	r.say(source)
}

// say tells text.
func (r *reader) say(text string) {
	if r.dropBreak {
		text = r.held + text
		r.held = text[len(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")):]
		text = strings.TrimSuffix(text, r.held)
	}
	if text == "" {
		return
	}
	r.tell(wire.Obj(wire.T("type", words.TextEvent), wire.T("delta", text)))
	r.text.WriteString(text)
}

func (r *reader) tell(events ...wire.Value) {
	for _, e := range events {
		r.out = append(r.out, dialect.Event{Value: e, After: r.fed})
	}
}

// flush ends the text chunk.
func (r *reader) flush() {
	if r.text.Len() > 0 {
		r.chunks = append(r.chunks, wire.Obj(wire.T("type", "text"), wire.T("text", r.text.String())))
		r.text = strings.Builder{}
	}
}

// call tells what a tool fence asks for.
func (r *reader) call(object wire.Value) {
	r.calls++
	id := object.Get("toolCallId").Text()
	if id == "" {
		id = r.fallback()
	}
	r.given[id] = true
	r.flush()
	if r.chunk != nil {
		r.chunks = append(r.chunks, r.chunk(id, object))
	} else {
		r.chunks = append(r.chunks, toolChunkOf(id, object))
	}
	if r.manner.events != nil {
		r.tell(r.manner.events(r, id, object)...)
		return
	}
	r.tell(eventsOf(id, object)...)
}

func toolChunkOf(id string, object wire.Value) wire.Value {
	members := []wire.Member{wire.T("type", "tool")}
	return wire.Obj(append(members, object.With("toolCallId", wire.Str(id)).Members()...)...)
}

// firstFallback is where fallback ids begin to count: high, because an id that a
// document gives further down cannot be known yet, and is likely to be low.
const firstFallback = 100001

func (r *reader) fallback() string {
	if r.newID != nil {
		return r.newID(r)
	}
	for {
		id := "tool-call-" + strconv.Itoa(firstFallback+r.number)
		r.number++
		if !r.given[id] {
			return id
		}
	}
}

// eventsOf is the events of a call. Members of a wrong type count as absent.
func eventsOf(id string, object wire.Value) []wire.Value {
	name := object.Get("toolName").Text()
	if name == "" {
		name = "tool"
	}
	input := object.Get("input")
	if input.IsAbsent() {
		input = wire.Obj()
	}
	events := []wire.Value{toolEvent(words.InputEvent, id, wire.T("toolName", name), wire.M("input", input))}
	state := object.Get("state").Text()
	failed := state == "output-error" || object.Get("errorText").IsString()
	switch output := object.Get("output"); {
	case failed:
		events = append(events, toolEvent(words.ErrorEvent, id, wire.T("errorText", object.Get("errorText").Text())))
	case output.IsAbsent() && state == "output-available":
		events = append(events, toolEvent(words.OutputEvent, id, wire.M("output", wire.NullValue)))
	case !output.IsAbsent():
		events = append(events, toolEvent(words.OutputEvent, id, wire.M("output", output)))
	}
	return slices.Clip(events)
}

func toolEvent(kind, id string, members ...wire.Member) wire.Value {
	return wire.Obj(append([]wire.Member{wire.T("type", kind), wire.T("toolCallId", id)}, members...)...)
}
