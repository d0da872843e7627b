package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// missingText answers a call that never got a result.
const missingText = "Error: the call was interrupted before it had a result."

// conversion turns UI messages into model messages.
type conversion struct {
	choose choices
	here   []map[string]storedAnswer // results by message and call id
	apart  map[string]storedAnswer   // by call id alone, those that do not stand beside their call
	out    []wire.Value
	seg    segment // seg is the assistant message under way
}

// storedAnswer is a result part; order is its place among all.
type storedAnswer struct {
	content wire.Value
	order   int
}

// segment is one assistant message with the tool messages that follow it.
type segment struct {
	text, late strings.Builder
	calls      []wire.Value
	answers    []answerOut
	answered   bool // a result part came, so what follows belongs to the next segment
}

type answerOut struct {
	message wire.Value
	order   int
}

// modelMessages is what is sent to the model for these UI messages.
func modelMessages(messages []wire.Value, choose choices) []wire.Value {
	c := &conversion{choose: choose, apart: map[string]storedAnswer{}}
	parts := make([][]wire.Value, len(messages))
	for i, m := range messages {
		parts[i] = m.Get("parts").Items()
	}
	c.index(parts)
	for i, m := range messages {
		if m.Get("role").Text() == "assistant" {
			c.assistant(parts[i], c.here[i])
		} else if m.Get("role").Text() == "user" {
			c.user(parts[i])
		}
	}
	return c.out
}

// index notes every finished result by its call.
func (c *conversion) index(messages [][]wire.Value) {
	order := 0
	for _, parts := range messages {
		calls, here := map[string]bool{}, map[string]storedAnswer{}
		for _, p := range parts {
			if p.Get("type").Text() == "tool-call" {
				calls[p.Get("id").Text()] = true
			}
		}
		for _, p := range parts {
			state := p.Get("state").Text()
			if p.Get("type").Text() != "tool-result" || state != "complete" && state != "error" {
				continue
			}
			order++
			into, id := c.apart, p.Get("toolCallId").Text()
			if calls[id] {
				into = here
			}
			if _, twice := into[id]; !twice || !c.choose.firstResult {
				into[id] = storedAnswer{answerContent(p), order}
			}
		}
		c.here = append(c.here, here)
	}
}

// answerContent is a result part's content; an error always says something.
func answerContent(p wire.Value) wire.Value {
	content := p.Get("content")
	if p.Get("state").Text() != "error" || saysSomething(content) {
		return content
	}
	if reason := p.Get("error"); saysSomething(reason) {
		return reason
	}
	return failureContent(content.Text())
}

func saysSomething(v wire.Value) bool {
	text := strings.TrimSpace(v.Text())
	return text != "" && text != "null" || !v.IsString() && !v.IsNull()
}

func (c *conversion) user(parts []wire.Value) {
	var text strings.Builder
	for _, p := range parts {
		if p.Get("type").Text() == "text" {
			text.WriteString(p.Get("content").Text())
		}
	}
	c.out = append(c.out, wire.Obj(wire.T("role", "user"), wire.T("content", text.String())))
}

func (c *conversion) assistant(parts []wire.Value, here map[string]storedAnswer) {
	seen := map[string]bool{}
	for _, p := range parts {
		switch p.Get("type").Text() {
		case "text":
			if c.seg.answered {
				c.flush()
			}
			if len(c.seg.calls) > 0 && c.choose.textLate {
				c.seg.late.WriteString(p.Get("content").Text())
				continue
			}
			c.seg.text.WriteString(p.Get("content").Text())
		case "tool-call":
			if c.seg.answered || c.seg.late.Len() > 0 {
				c.flush()
			}
			if id := p.Get("id").Text(); !seen[id] {
				seen[id] = true
				c.call(p, here)
			}
		case "tool-result":
			c.seg.answered = len(c.seg.calls) > 0
		}
	}
	c.flush()
}

// call puts a call into the segment, or leaves it out.
func (c *conversion) call(p wire.Value, here map[string]storedAnswer) {
	arguments, how := c.arguments(p)
	if how == leaveOut && p.Get("state").Text() != stateCut {
		return
	}
	id := p.Get("id")
	result, ok := here[id.Text()]
	if !ok {
		result, ok = c.apart[id.Text()]
	}
	switch {
	case p.Get("state").Text() == stateCut:
		arguments, result, ok = wire.Str("{}"), storedAnswer{content: wire.Str(missingText), order: result.order}, true
	case ok:
	case how == answerByError:
		result, ok = storedAnswer{content: wire.Str(missingText)}, true
	default:
		if how = c.choose.unanswered; p.Has("output") {
			how = c.choose.outputOnly
		}
		switch how {
		case leaveOut:
			return
		case answerByError:
			result, ok = storedAnswer{content: wire.Str(missingText)}, true
		case answerByOutput:
			result, ok = storedAnswer{content: wire.Str(wire.AsText(p.Get("output")))}, true
		}
	}
	c.seg.calls = append(c.seg.calls, wire.Obj(wire.M("id", id), wire.M("name", p.Get("name")), wire.M("arguments", arguments)))
	if ok {
		c.seg.answers = append(c.seg.answers, answerOut{toolMessage(id, result.content), result.order})
	}
}

func toolMessage(id, content wire.Value) wire.Value {
	return wire.Obj(wire.T("role", "tool"), wire.M("toolCallId", id), wire.M("content", content))
}

// arguments are a call's arguments as they are sent, and whether the call is left
// out, sent, or sent to be answered by an error unless it has a result.
func (c *conversion) arguments(p wire.Value) (wire.Value, disposition) {
	text := p.Get("arguments")
	if !text.IsString() {
		return text, sendUnanswered
	}
	state := p.Get("state").Text()
	stopped := state == "awaiting-input" || state == "input-streaming" || state == stateStopped
	parsed, err := wire.Parse([]byte(text.Text()))
	switch {
	case strings.TrimSpace(text.Text()) == "":
		if parsed = wire.Obj(); !c.choose.emptyAsIs || stopped {
			text = wire.Str("{}")
		}
	case stopped && !parsed.IsObject():
		return wire.Str("{}"), c.choose.cut
	case err != nil && c.choose.malformedAsIs:
		return text, sendUnanswered
	case err != nil:
		return text, leaveOut
	}
	if c.choose.parsed {
		return parsed, sendUnanswered
	}
	return text, sendUnanswered
}

// flush ends the segment: its assistant message, the tool messages, and the text that waited for them.
func (c *conversion) flush() {
	seg := &c.seg
	text := seg.text.String()
	switch {
	case c.choose.split:
		if text != "" {
			c.say(text, nil)
		}
		for _, call := range seg.calls {
			c.say("", []wire.Value{call})
		}
	case text != "" || len(seg.calls) > 0:
		c.say(text, seg.calls)
	}
	if c.choose.byParts {
		slices.SortStableFunc(seg.answers, func(a, b answerOut) int { return a.order - b.order })
	}
	for _, a := range seg.answers {
		c.out = append(c.out, a.message)
	}
	if seg.late.Len() > 0 {
		c.say(seg.late.String(), nil)
	}
	c.seg = segment{}
}

func (c *conversion) say(text string, calls []wire.Value) {
	content := wire.Str(text)
	if text == "" && c.choose.nullContent {
		content = wire.NullValue
	}
	toolCalls := wire.Value{}
	if len(calls) > 0 {
		toolCalls = wire.List(calls...)
	}
	c.out = append(c.out, wire.Obj(wire.T("role", "assistant"), wire.M("content", content), wire.M("toolCalls", toolCalls)))
}
