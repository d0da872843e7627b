// Package reference is a right implementation of message parts in both roles, with what is planted in
// it: faults, and the other side of each free choice. It shares no reader with the judges.
package reference

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// stateStopped is the state of a call whose result came, an error, while its arguments were still on their way.
const stateStopped = "input-stopped"

// stateCut is the state of a call whose result came inside its arguments, where that counts as having cut them.
const stateCut = "input-cut"

// failureContent is an error's text for the model, which takes an empty one and the word null for an empty success.
func failureContent(reason string) wire.Value {
	switch strings.TrimSpace(reason) {
	case "":
		return wire.Str("The tool failed without saying why.")
	case "null":
		return wire.Str("The tool failed: " + reason)
	}
	return wire.Str(reason)
}

// chat is the client's side of a conversation.
type chat struct {
	choose   choices
	messages []*chatMessage
	calls    map[string]*chatCall   // calls by id: the latest of that id. In another turn an id may come again.
	strays   map[string]*chatResult // strays are the results that came before a call of their id
	turn     int
	open     []*chatCall // open are the calls of the running stream that deltas told of
	finished bool
}

type chatMessage struct {
	role  string
	parts []chatPart
}

// chatPart is one part: exactly one of the three is set.
type chatPart struct {
	text   *strings.Builder
	call   *chatCall
	result *chatResult
}

type chatCall struct {
	id, name  string
	arguments strings.Builder
	whole     bool
	state     string
	output    wire.Value
	turn      int
	in        *chatMessage
	result    *chatResult
}

type chatResult struct {
	id, state string
	content   wire.Value
	reason    string
}

func (c *chat) step(s wire.Value) {
	switch s.Get("type").Text() {
	case "text":
		c.text(s.Get("text").Text())
	case "tool_call":
		call := s.Get("toolCall")
		c.wholeCall(call.Get("id").Text(), call.Get("name").Text(), call.Get("arguments"))
	case "tool_call_delta":
		c.delta(s.Get("id").Text(), s.Get("name").Text(), s.Get("argumentsDelta").Text())
	case "tool_result":
		c.serverResult(s.Get("toolCallId").Text(), s.Get("content"), s.Get("state").Text() == "error")
	case "add_tool_result":
		c.clientResult(s)
	case "finish":
		c.finish()
	case "user_message":
		c.user(s.Get("text").Text())
	}
}

// assistant is the message that the stream writes to.
func (c *chat) assistant() *chatMessage {
	n := len(c.messages)
	if n > 0 && c.messages[n-1].role == "assistant" && !(c.finished && c.choose.newMessage) {
		return c.messages[n-1]
	}
	c.finished = false
	m := &chatMessage{role: "assistant"}
	c.messages = append(c.messages, m)
	return m
}

func (c *chat) text(text string) {
	m := c.assistant()
	if n := len(m.parts); n > 0 && m.parts[n-1].text != nil {
		m.parts[n-1].text.WriteString(text)
		return
	}
	m.parts = append(m.parts, textPart(text))
}

func textPart(text string) chatPart {
	b := &strings.Builder{}
	b.WriteString(text)
	return chatPart{text: b}
}

func (c *chat) user(text string) {
	c.messages = append(c.messages, &chatMessage{role: "user", parts: []chatPart{textPart(text)}})
	c.turn++
	c.open, c.finished = nil, false
}

// call finds or begins the call of this turn.
func (c *chat) call(id, name string) *chatCall {
	call := c.calls[id]
	if call == nil || call.turn != c.turn {
		m := c.assistant()
		call = &chatCall{id: id, name: name, state: "awaiting-input", turn: c.turn, in: m}
		m.parts = append(m.parts, chatPart{call: call})
		c.calls[id] = call
	}
	return call
}

func (c *chat) wholeCall(id, name string, arguments wire.Value) {
	call := c.call(id, name)
	call.arguments.Reset()
	if arguments.IsString() {
		call.arguments.WriteString(arguments.Text())
	} else if !arguments.IsNull() {
		call.arguments.WriteString(arguments.JSON())
	}
	call.whole, call.state = true, "input-complete"
}

func (c *chat) delta(id, name, piece string) {
	call := c.call(id, name)
	switch {
	case call.whole && !c.choose.lateDeltas:
		return
	case !call.whole && call.state == "awaiting-input":
		call.state = "input-streaming"
		c.open = append(c.open, call)
	}
	call.arguments.WriteString(piece)
}

func (c *chat) finish() {
	for _, call := range c.open {
		call.whole, call.state = true, "input-complete"
	}
	c.open, c.finished = nil, true
}

func (c *chat) serverResult(id string, content wire.Value, failed bool) {
	r := &chatResult{id: id, state: "complete", content: content}
	output := wire.Value{}
	if failed {
		c.fail(r, content.Text())
	} else if c.choose.serverOutput {
		output = content
	}
	c.answer(r, output)
}

func (c *chat) clientResult(s wire.Value) {
	r := &chatResult{id: s.Get("toolCallId").Text(), state: "complete"}
	output := s.Get("output")
	switch {
	case s.Get("state").Text() == "output-error":
		c.fail(r, s.Get("errorText").Text())
		output = wire.Value{}
	case output.IsString() || c.choose.bareContent:
		r.content = output
	default:
		r.content = wire.Str(output.JSON())
	}
	c.answer(r, output)
}

// fail makes a result an error that always says something.
func (c *chat) fail(r *chatResult, reason string) {
	r.state, r.reason = "error", reason
	r.content = failureContent(reason)
	if c.choose.errorInContent {
		r.reason = ""
	}
	if c.choose.errorInMember && r.reason != "" {
		r.content = wire.Str("")
	}
}

// answer puts a result beside its call; a second one replaces the first.
func (c *chat) answer(r *chatResult, output wire.Value) {
	call := c.calls[r.id]
	if call == nil {
		c.stray(r)
		return
	}
	if held := c.strays[r.id]; held != nil && call.result == nil { // it came too early
		call.result = held
	}
	switch {
	case call.result == nil:
		call.result = r
		call.in.parts = append(call.in.parts, chatPart{result: r})
	case c.choose.firstResult:
		return
	default:
		*call.result = *r
	}
	if !c.choose.outputStays || !output.IsAbsent() {
		call.output = output
	}
	if r.state == "error" && !call.whole {
		call.state = stateStopped
	}
	if parsed, _ := wire.Parse([]byte(call.arguments.String())); !call.whole &&
		(c.choose.resultCuts && !parsed.IsObject() || c.choose.finishCompletes) {
		call.state = stateCut
	}
}

// stray holds a result without a call, or drops it.
func (c *chat) stray(r *chatResult) {
	switch held := c.strays[r.id]; {
	case !c.choose.keepStrays:
	case held != nil:
		*held = *r
	default:
		m := c.assistant()
		m.parts = append(m.parts, chatPart{result: r})
		c.strays[r.id] = r
	}
}

// uiMessages are the messages as a UI holds them.
func (c *chat) uiMessages() []wire.Value {
	list := make([]wire.Value, len(c.messages))
	for i, m := range c.messages {
		parts := make([]wire.Value, len(m.parts))
		for j, p := range m.parts {
			parts[j] = p.json()
		}
		list[i] = wire.Obj(wire.T("id", fmt.Sprintf("msg-%d", i+1)), wire.T("role", m.role), wire.M("parts", wire.List(parts...)))
	}
	return list
}

func (p chatPart) json() wire.Value {
	switch {
	case p.text != nil:
		return wire.Obj(wire.T("type", "text"), wire.T("content", p.text.String()))
	case p.call != nil:
		return wire.Obj(wire.T("type", "tool-call"), wire.T("id", p.call.id), wire.T("name", p.call.name),
			wire.T("arguments", p.call.arguments.String()), wire.T("state", p.call.state),
			wire.M("output", p.call.output))
	}
	reason := wire.Value{}
	if p.result.reason != "" {
		reason = wire.Str(p.result.reason)
	}
	return wire.Obj(wire.T("type", "tool-result"), wire.T("toolCallId", p.result.id),
		wire.M("content", p.result.content),
		wire.T("state", p.result.state), wire.M("error", reason))
}

// choices are the sides that an implementation may take. The zero value is the reference's own.
type choices struct {
	firstResult bool // Of several results for a call, hold and send the first; otherwise the last.
	// What becomes of calls without a result, of calls that a cut stream left without
	// their arguments, and of stored calls that have an output and no result part.
	unanswered, cut, outputOnly   disposition
	malformedAsIs                 bool // Malformed arguments are sent as they are; otherwise left out with their call.
	emptyAsIs                     bool // Empty arguments stay empty; otherwise they become {}.
	keepStrays                    bool // A result for an unknown id is held in the UI messages; otherwise dropped.
	newMessage                    bool // After a finish a new UI message begins; otherwise the old one goes on.
	split                         bool // An assistant message of its own for the text and for every call
	parsed                        bool // Arguments are sent parsed; otherwise as text.
	byParts                       bool // Tool messages come in the order of the result parts; otherwise of the calls.
	errorInContent, errorInMember bool // Where an error's text stands: in content only, in error only; otherwise in both.
	serverOutput                  bool // A server-side result sets output too
	outputStays                   bool // A second result that brings no output leaves the first one's standing; otherwise it goes.
	bareContent                   bool // Outputs that are no strings stand as themselves in content
	nullContent                   bool // An assistant message without text has the content null; otherwise "".
	textLate                      bool // Text between a call and its result is sent after the result; otherwise before.
	resultCuts                    bool // Arguments that a result comes in the middle of are cut until they are known to be whole
	finishCompletes               bool // So are those told in pieces until a finish, an object or not
	lateDeltas                    bool // Deltas that come after the whole arguments are appended; otherwise ignored.
}

// disposition is what becomes of a call that cannot be sent as it is.
type disposition uint8

const (
	leaveOut disposition = iota
	sendUnanswered
	answerByError
	answerByOutput
)

// Consume is a right chat: steps in, UI and model messages out.
func Consume(input wire.Value) dialect.Observation { return edit{}.answer(input) }

// Convert turns stored UI messages into model messages as the document has it.
func Convert(input wire.Value) dialect.Observation { return edit{}.answer(input) }

func done(members ...wire.Member) dialect.Observation {
	return dialect.Observation{State: wire.Obj(members...), Ending: dialect.Done}
}

func rejected(reason string) dialect.Observation {
	return dialect.Observation{Ending: dialect.Rejected, Reason: reason}
}
