package loop

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func plainest(int) int { return 0 }

// mark is what tells a conversation from every other: it stands in its prompt.
func mark(of string) string {
	sum := sha256.Sum256([]byte(of))
	return "[ref " + hex.EncodeToString(sum[:5]) + "]"
}

// marks are all marks in a text.
var marks = regexp.MustCompile(`\[ref [0-9a-f]{10}\]`)

// start is a conversation without turns yet.
func start(e *endpoint.Endpoint, of string) *Conversation {
	return &Conversation{Wire: e, Prompt: "Please look it up. " + mark(of), Tools: usual()}
}

// usual are the tools that every conversation has.
func usual() []Tool {
	return []Tool{{"search", wire.Str("echo")}, {"lookup", wire.Str("echo")}, {"fails", wire.ParseString(`{"throw":"no such folder"}`)},
		{"zero", wire.ParseString(`{"return":0}`)}}
}

// turn tells items plainly.
func (c *Conversation) turn(how How, items ...transcript.Item) Turn {
	return c.drawn(how, plainest, items...)
}

// drawn tells items in one of the ways that the wire has.
func (c *Conversation) drawn(how How, pick dialect.Pick, items ...transcript.Item) Turn {
	t := transcript.Transcript{MessageID: "msg_loop", Items: items}
	s, _ := c.Wire.Render(t, pick).(*stream.Script)
	told := Turn{Items: items, How: how, Elements: s.Elements}
	if c.Wire.Served != nil {
		told.Elements = c.Wire.Served(told.Elements, func(id string) bool { return told.call(id).Answer != nil })
	}
	return told
}

// twice tells the ends of a turn's calls twice; ok is false where the wire has no such way.
func (c *Conversation) twice(t Turn) (Turn, bool) {
	if c.Wire.Twice == nil {
		return t, false
	}
	t.How, t.Elements = Twice, c.Wire.Twice(t.Elements)
	return t, true
}

// cut makes a turn whose last call, which is told in two halves, never came to its end; ok is false
// where the wire has no such way.
func (c *Conversation) cut(how How, items []transcript.Item) (Turn, bool) {
	n := len(items)
	half := items[n-2]
	if half.Kind != transcript.InputDelta || items[n-1].Kind != transcript.InputDelta {
		return Turn{}, false
	}
	if reason := how.reason(); reason != "" {
		if !c.Wire.Limited {
			return Turn{}, false // a run that comes to its end has closed its calls
		}
		return c.turn(how, append(slices.Clone(items[:n-1]), transcript.Item{Kind: transcript.Stop, Reason: reason})...), true
	}
	whole := c.turn(how, items...)
	last := items[n-1].Delta
	seek := half.Delta
	if seek == "" { // it ends behind what opens the call
		seek = half.ID
	}
	at := slices.IndexFunc(whole.Elements, func(e wire.Value) bool { return told(e, seek) })
	if at < 0 || told(whole.Elements[at], half.Delta+last) {
		return Turn{}, false
	}
	t := Turn{Items: items[:n-1], How: how, Elements: whole.Elements[: at+1 : at+1]}
	switch how {
	case Broken: // the next element is the one that the connection breaks off inside
		t.Elements = append(t.Elements, whole.Elements[at+1])
	case Failed:
		t.Elements = append(t.Elements, c.Wire.Fails("the model is overloaded"))
	}
	return t, true
}

// short is the spelling of an item in a case file: {"text":…}, {"call":ID,"name":…,"arguments":…}, or, told
// in two halves, {"call":ID,"name":…,"half":…,"rest":…}, or in {"pieces":[…]}. What the server answers itself is
// {"result":ID,"output":…}, or "error" with a text, and "refused" where that is for its input; {"progress":ID,"text":…} is
// what it tells before.
func short(v wire.Value) ([]transcript.Item, error) {
	if id := v.Get("progress").Text(); id != "" {
		return []transcript.Item{{Kind: transcript.Progress, ID: id, Text: v.Get("text").Text()}}, nil
	}
	if id := v.Get("result").Text(); id != "" && v.Has("error") {
		return []transcript.Item{{Kind: transcript.Result, ID: id, Status: transcript.Error, Content: v.Get("error")}}, nil
	} else if id != "" {
		return []transcript.Item{{Kind: transcript.Result, ID: id, Status: transcript.Success, Content: v.Get("output")}}, nil
	}
	if text := v.Get("text"); text.IsString() {
		return []transcript.Item{{Kind: transcript.Text, Text: text.Text()}}, nil
	}
	id, name := v.Get("call").Text(), v.Get("name").Text()
	if name == "" {
		return nil, fmt.Errorf("an item is a text or a call, not %s", v.JSON())
	}
	call := transcript.Item{Kind: transcript.Call, ID: id, Name: name}
	if half := v.Get("half"); half.IsString() {
		return []transcript.Item{call, {Kind: transcript.InputDelta, ID: id, Delta: half.Text()},
			{Kind: transcript.InputDelta, ID: id, Delta: v.Get("rest").Text()}}, nil
	}
	if pieces := v.Get("pieces").Items(); len(pieces) > 0 {
		items := []transcript.Item{call}
		for _, p := range pieces {
			items = append(items, transcript.Item{Kind: transcript.InputDelta, ID: id, Delta: p.Text()})
		}
		return items, nil
	}
	call.Arguments = v.Get("arguments")
	if !call.Arguments.IsString() {
		call.Input, call.Arguments = v.Get("input"), wire.Value{}
	}
	if !call.Arguments.IsString() && !call.Input.IsObject() {
		return nil, fmt.Errorf("the call %q has neither arguments nor an input", id)
	}
	return []transcript.Item{call}, nil
}

// marked is a value in which the text "mark" is the conversation's own.
func (c *Conversation) marked(v wire.Value) wire.Value {
	if v.Text() == "mark" {
		return wire.Str(marks.FindString(c.Prompt))
	}
	return v.Each(c.marked)
}

// repeated is a value in which {"repeated": text, "times": n} is that text n times, between a first and a last letter.
func repeated(v wire.Value) wire.Value {
	if text, times := v.Get("repeated"), v.Get("times"); text.IsString() {
		n, _ := times.Int64()
		return wire.Str("<" + strings.Repeat(text.Text(), int(n)) + ">")
	}
	return v.Each(repeated)
}

// called tells whether a turn has a call of an id.
func (c *Conversation) called(id string) bool {
	return slices.ContainsFunc(c.Turns, func(t Turn) bool {
		return slices.ContainsFunc(t.Calls(), func(call Call) bool { return call.ID == id })
	})
}

// add adds what a line of a case file says: a tool, the user's word, or a turn. It is false where the wire has no such
// turn.
func (c *Conversation) add(v wire.Value, told map[string][]wire.Value) (bool, error) {
	v = repeated(v)
	if name := v.Get("tool").Text(); name != "" {
		c.Tools = append(c.Tools, Tool{name, v.Get("does")})
		return true, nil
	}
	if words := v.Get("prompt").Text(); words != "" {
		c.Prompt = words + " " + marks.FindString(c.Prompt)
		return true, nil
	}
	if company := v.Get("company"); company.IsArray() {
		c.Company = start(c.Wire, "company of "+c.Prompt)
		for _, line := range company.Items() {
			if _, err := c.Company.add(c.Company.marked(line), told); err != nil {
				return false, err
			}
		}
		return true, nil
	}
	var items []transcript.Item
	for _, s := range v.Get("turn").Items() {
		list, err := short(s)
		if err != nil {
			return false, err
		}
		items = append(items, list...)
	}
	if len(items) == 0 {
		return false, fmt.Errorf("a line is a tool or a turn, not %s", v.JSON())
	}
	t, ok := Turn{}, true
	switch how := How(v.Get("how").Text()); how {
	case Plain:
		t = c.turn(Plain, items...)
	case Twice:
		t, ok = c.twice(c.turn(Plain, items...))
	case Closed, Broken, Failed, Length, Filtered:
		if t, ok = c.cut(how, items); !ok && how.reason() == "" {
			return false, fmt.Errorf("the last call of the turn can't be cut: %s", v.JSON())
		}
	default:
		return false, fmt.Errorf("there is no %q", how)
	}
	if f := v.Get("framed").Text(); f != "" && framings()[f] == nil {
		return false, fmt.Errorf("there is no framing %q", f)
	}
	if as := v.Get("as").Text(); as != "" && !c.shaped(&t, as, told) {
		return false, fmt.Errorf("the consumers have no case %q", as)
	}
	ok = ok && c.tells(&t, v)
	again := slices.ContainsFunc(t.Calls(), func(call Call) bool { return c.called(call.ID) })
	c.Turns = append(c.Turns, t)
	return ok && (!again || c.Wire.Reuses) && c.serves(t), nil
}

// tells adds to the stream of a turn what no item says: inputs that the server refuses, thoughts, what is strewn in, and
// how it is framed. It is false where the wire has no such thing.
func (c *Conversation) tells(t *Turn, v wire.Value) bool {
	for _, s := range v.Get("turn").Items() {
		if !s.Get("refused").IsTrue() {
			continue
		}
		if c.Wire.Refused == nil {
			return false
		}
		t.Elements = c.Wire.Refused(t.Elements, s.Get("result").Text())
	}
	if thought := v.Get("thinks"); thought.IsString() {
		if c.Wire.Thinks == nil {
			return false
		}
		t.Elements = c.Wire.Thinks(t.Elements, thought.Text())
	}
	if v.Get("strewn").IsTrue() {
		t.Elements = c.strewn(t.Elements)
	}
	t.Framing = v.Get("framed").Text()
	return t.Framing != "crlf" || !c.Wire.LF
}

// serves tells whether a server of the wire may answer the calls of a turn that it answers. A call of a tool that the
// agent has is one of those only where its events say whose it is.
func (c *Conversation) serves(t Turn) bool {
	return !slices.ContainsFunc(t.Calls(), func(call Call) bool {
		_, own := c.tool(call.Name)
		return call.Answer != nil && (c.Wire.Served == nil || own && !c.Wire.Owned)
	})
}
