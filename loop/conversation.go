// Package loop judges agents from the other side of the wire: it is the model's server, and all that it
// needs is in the requests. A case is a conversation: for each request the stream that it gets, and
// what the next one must hold follows from that.
package loop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Agent is the role of an implementation that asks a model's server, runs the calls, and asks again.
const Agent dialect.Role = "agent"

// Conversation is an agent's script. Its elements are the texts and calls of its turns. It is immutable.
type Conversation struct {
	Wire   *endpoint.Endpoint
	Prompt string
	Tools  []Tool
	Turns  []Turn
	// Company is a conversation that is held while this one is, nil for none. It begins once this one
	// has asked for the first time. Its prompt says so much of it that what leaks shows.
	Company *Conversation
}

// Tool is a tool that the agent has.
type Tool struct {
	Name string
	// Does is "echo", {"return": any value} or {"throw": "text"}.
	Does wire.Value
}

// How is what is wrong with a turn.
type How string

// The ways in which a turn goes wrong; but for the last, inside the arguments of its last call.
const (
	Plain    How = ""
	Closed   How = "closed" // the connection ends
	Broken   How = "broken" // it breaks off inside a frame
	Failed   How = "error"  // the server tells an error
	Length   How = "length" // the model came to its limit
	Filtered How = "filter" // it was stopped for what it wrote
	Twice    How = "twice"  // the ends of calls are told twice
)

// reason is what the model's server tells where it ended a turn inside a call; "" where it told none.
func (h How) reason() string {
	switch h {
	case Length:
		return transcript.Length
	case Filtered:
		return transcript.ContentFilter
	}
	return ""
}

// Turn is one answer of the model.
type Turn struct {
	Items []transcript.Item
	How   How
	// Elements are the stream, Framing is how its bytes are framed: "" is plainly.
	Elements []wire.Value
	Framing  string
	// As is the consumers' case as which it is told, "" for none.
	As string
}

// Cut tells whether its last call is not whole.
func (t Turn) Cut() bool { return t.How != Plain && t.How != Twice }

// Torn tells whether it ends in an error of the server or of the connection: how much of it was read by then
// depends on time.
func (t Turn) Torn() bool { return t.Cut() && t.How.reason() == "" }

// Calls are the calls of the turn.
func (t Turn) Calls() []Call {
	var list []Call
	records := transcript.Transcript{Items: t.Items}.Calls()
	for i, c := range records {
		text, raw := c.ArgumentText()
		if !raw {
			text = c.Input.JSON()
		}
		list = append(list, Call{ID: c.ID, Name: c.Name, Text: text, Cut: t.Cut() && i == len(records)-1, Answer: c.Result})
	}
	return list
}

// Due are the calls that the server left to the agent.
func (t Turn) Due() []Call {
	return slices.DeleteFunc(t.Calls(), func(c Call) bool { return c.Answer != nil })
}

// Text is the text of the turn; before: only what stands before its first call.
func (t Turn) Text(before bool) string {
	var b strings.Builder
	for _, item := range t.Items {
		if before && item.Kind == transcript.Call {
			break
		}
		b.WriteString(item.Text)
	}
	return b.String()
}

// Call is a call as the model told it.
type Call struct {
	ID, Name, Text string
	Cut            bool
	// Answer is the result that the server told in the turn itself, nil where it told none.
	Answer *transcript.Item
}

// Arguments are the arguments as a value; ok is false where the text is none.
func (c Call) Arguments() (v wire.Value, ok bool) {
	if strings.TrimSpace(c.Text) == "" {
		return wire.Obj(), true
	}
	v, err := wire.Parse([]byte(c.Text))
	return v, err == nil
}

// closing is the answer behind the last turn, and to everything that is asked after it.
func (c *Conversation) closing() Turn {
	return c.turn(Plain, transcript.Item{Kind: transcript.Text, Text: "That is all."})
}

// At is the n-th turn.
func (c *Conversation) At(n int) Turn {
	if n < len(c.Turns) {
		return c.Turns[n]
	}
	return c.closing()
}

// Script is the n-th turn as a stream.
func (c *Conversation) Script(n int) *stream.Script {
	t := c.At(n)
	s := &stream.Script{Form: c.Wire.Form, Elements: t.Elements, Framed: framings()[t.Framing]}
	if t.As != "" {
		s.Object = c.turn(Plain, t.Items...).Elements
	}
	switch t.How {
	case Closed, Failed:
		return s.Ended(stream.Cut)
	case Broken:
		return s.Ended(stream.Broken)
	}
	return s
}

// tool is what a tool of that name does; ok is false where there is none.
func (c *Conversation) tool(name string) (does wire.Value, ok bool) {
	for _, t := range c.Tools {
		if t.Name == name {
			return t.Does, true
		}
	}
	return wire.Value{}, false
}

// MaxTurns is how many requests an agent may send: enough for every turn, and for some again.
func (c *Conversation) MaxTurns() int { return len(c.Turns) + 4 }

func (t Turn) json() wire.Value {
	items := make([]wire.Value, len(t.Items))
	for i, item := range t.Items {
		items[i] = item.JSON()
	}
	how, framing, as := wire.Value{}, wire.Value{}, wire.Value{}
	if t.As != "" {
		as = wire.Str(t.As)
	}
	if t.How != Plain {
		how = wire.Str(string(t.How))
	}
	if t.Framing != "" {
		framing = wire.Str(t.Framing)
	}
	return wire.Obj(wire.M("how", how), wire.M("framed", framing), wire.M("as", as), wire.M("told", wire.List(items...)),
		wire.M("elements", wire.List(t.Elements...)))
}

func (c *Conversation) tools(more func(Tool) []wire.Member) wire.Value {
	list := make([]wire.Value, len(c.Tools))
	for i, t := range c.Tools {
		list[i] = wire.Obj(append([]wire.Member{wire.M("name", wire.Str(t.Name))}, more(t)...)...)
	}
	return wire.List(list...)
}

// JSON is the conversation in a case file.
func (c *Conversation) JSON() wire.Value {
	turns := make([]wire.Value, len(c.Turns))
	for i, t := range c.Turns {
		turns[i] = t.json()
	}
	tools := c.tools(func(t Tool) []wire.Member { return []wire.Member{wire.M("does", t.Does)} })
	company := wire.Value{}
	if c.Company != nil {
		company = c.Company.JSON()
	}
	return wire.Obj(wire.M("prompt", wire.Str(c.Prompt)), wire.M("tools", tools), wire.M("turns", wire.List(turns...)),
		wire.M("company", company))
}

// Parse reads what JSON wrote, for a wire.
func Parse(e *endpoint.Endpoint) func(wire.Value) (dialect.Script, error) {
	return func(v wire.Value) (dialect.Script, error) {
		c := &Conversation{Wire: e, Prompt: v.Get("prompt").Text()}
		if !v.Get("turns").IsArray() {
			return nil, fmt.Errorf("turns: an array is expected, this is %s", v.Get("turns").Kind())
		}
		for _, t := range v.Get("tools").Items() {
			c.Tools = append(c.Tools, Tool{Name: t.Get("name").Text(), Does: t.Get("does")})
		}
		for i, t := range v.Get("turns").Items() {
			told, err := transcript.Parse(wire.Obj(wire.M("items", t.Get("told"))))
			if err != nil {
				return nil, fmt.Errorf("turns/%d: %w", i, err)
			}
			c.Turns = append(c.Turns, Turn{Items: told.Items, How: How(t.Get("how").Text()), Framing: t.Get("framed").Text(),
				As: t.Get("as").Text(), Elements: t.Get("elements").Items()})
		}
		if company := v.Get("company"); company.IsObject() {
			beside, err := Parse(e)(company)
			if err != nil {
				return nil, fmt.Errorf("company: %w", err)
			}
			c.Company, _ = beside.(*Conversation)
		}
		return c, nil
	}
}

// APIKey is the key that an agent is given.
const APIKey = "conform"

// inputMember is the conversation itself in an input that was not given to an agent yet.
const inputMember = "conversation"

// Input is what the agent is told, and the conversation, which whoever serves it takes out.
func (c *Conversation) Input(string, []int) wire.Value {
	tools := c.tools(func(t Tool) []wire.Member {
		return []wire.Member{wire.M("description", wire.Str("Does "+t.Name+".")), wire.M("schema", wire.ParseString(`{"type":"object"}`)),
			wire.M("does", t.Does)}
	})
	return wire.Obj(wire.M(inputMember, c.JSON()), wire.M("apiKey", wire.Str(APIKey)), wire.M("model", wire.Str("conform")),
		wire.M("prompt", wire.Str(c.Prompt)), wire.M("maxTurns", wire.Int(int64(c.MaxTurns()))), wire.M("tools", tools))
}

// Hosted is an input as an agent gets it: served under that address, which ends in "/c/17".
func Hosted(input wire.Value, e *endpoint.Endpoint, address string) wire.Value {
	members := []wire.Member{wire.M("baseUrl", wire.Str(address+e.Base))}
	return wire.Obj(append(members, input.Without(inputMember).Members()...)...)
}

// Held is the conversation of an input that no agent was given yet.
func Held(input wire.Value, e *endpoint.Endpoint) (*Conversation, error) {
	s, err := Parse(e)(input.Get(inputMember))
	if err != nil {
		return nil, fmt.Errorf("reading a conversation: %w", err)
	}
	c, _ := s.(*Conversation)
	return c, nil
}

// with is the conversation with other turns.
func (c *Conversation) with(turns []Turn) *Conversation {
	other := *c
	other.Turns = turns
	return &other
}

// told tells whether an element holds a text, as it stands inside JSON.
func told(e wire.Value, text string) bool {
	data, _, _ := act.Frame(e)
	quoted := wire.Quote(text)
	return strings.Contains(data.JSON(), quoted[1:len(quoted)-1])
}
