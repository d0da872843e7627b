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
	"github.com/toolconform/conform/transcript"
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

// Produce writes the markdown of a transcript as the document has it.
func Produce(input wire.Value) dialect.Observation { return writer{}.answer(input) }

// writer writes the markdown of a transcript. The zero writer is the reference.
type writer struct {
	hears  func(transcript.Transcript) transcript.Transcript             // hears may change the transcript before it is told
	object func(c *transcript.CallRecord, object wire.Value) wire.Value  // object may change the object of a call before it is written
	body   func(object wire.Value) string                                // body writes an object
	fence  func(body string) string                                      // fence writes a body as a tool fence
	text   func(s string) string                                         // text may change a text
	order  func(calls []*transcript.CallRecord) []*transcript.CallRecord // order may change the order of calls
	late   bool                                                          // fences stand where the result came, not where the call did
	whole  func(markdown string) string                                  // whole may change the finished markdown
}

func (w writer) answer(input wire.Value) dialect.Observation {
	t, err := transcript.ParseValid(input.Get("transcript"))
	if err != nil {
		return dialect.Observation{Ending: dialect.Rejected, Reason: err.Error()}
	}
	if w.hears != nil {
		t = w.hears(t)
	}
	markdown := w.write(t)
	if w.whole != nil {
		markdown = w.whole(markdown)
	}
	return dialect.Observation{State: wire.Obj(wire.T("markdown", markdown))}
}

func (w writer) write(t transcript.Transcript) string {
	calls := t.Calls()
	if w.order != nil {
		calls = w.order(calls)
	}
	var b strings.Builder
	told := 0                     // calls written
	answered := map[string]bool{} // calls whose place has come
	ready := func(id string) bool { return answered[id] }
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Text:
			text := item.Text
			if w.text != nil {
				text = w.text(text)
			}
			b.WriteString(text)
		case transcript.Call:
			answered[item.ID] = !w.late
		case transcript.Result:
			answered[item.ID] = true
		}
		for ; told < len(calls) && ready(calls[told].ID); told++ {
			w.call(&b, calls[told])
		}
	}
	for ; told < len(calls); told++ {
		w.call(&b, calls[told])
	}
	return b.String()
}

// call writes a tool fence on lines of its own.
func (w writer) call(b *strings.Builder, c *transcript.CallRecord) {
	if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
	object := objectOf(c)
	if w.object != nil {
		object = w.object(c, object)
	}
	if object.IsAbsent() {
		return
	}
	body := object.JSON()
	if w.body != nil {
		body = w.body(object)
	}
	if w.fence != nil {
		b.WriteString(w.fence(body))
		return
	}
	b.WriteString("```tool\n" + body + "\n```\n")
}

// objectOf is the object of a call. JSON on one line cannot hold a line that closes the fence.
func objectOf(c *transcript.CallRecord) wire.Value {
	state, output, failure := "input-available", wire.Value{}, wire.Value{}
	switch r := c.Result; {
	case r == nil:
	case r.Status == transcript.Success:
		state, output = "output-available", wire.OrNull(r.Content)
	default:
		state, failure = "output-error", wire.Str(failureText(r))
	}
	return wire.Obj(wire.T("toolCallId", c.ID), wire.T("toolName", c.Name), wire.T("state", state),
		wire.M("input", inputOf(c)), wire.M("output", output), wire.M("errorText", failure))
}

func inputOf(c *transcript.CallRecord) wire.Value {
	if !c.Input.IsAbsent() {
		return c.Input
	}
	v, err := wire.Parse([]byte(c.Arguments.Text()))
	if err != nil {
		return wire.Obj()
	}
	return v
}

func failureText(r *transcript.Item) string {
	switch {
	case !wire.Nothing(r.Content):
		return wire.AsText(r.Content)
	case r.Status == transcript.Cancelled:
		return "The call was cancelled."
	}
	return ""
}
