// Package history is the dialect-neutral account of a conversation, as a converter gets it:
// what users and assistants said, the calls, and their results.
package history

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// The roles of an entry.
const (
	User      = "user"
	Assistant = "assistant"
	Tool      = "tool"
)

// Entry is a message of a history, or a result.
type Entry struct {
	Role string
	// Text of a user, Parts of an assistant.
	Text  string
	Parts []Part
	// CallID, Name, Output and Status of a result. Of an error or a cancelled call the output
	// is a text.
	CallID, Name, Status string
	Output               wire.Value
}

// Part is a text or a call of an assistant's message.
type Part struct {
	Text string
	// Call: it is one, with this id, name and argument text.
	Call                bool
	ID, Name, Arguments string
	// ItemID is the id of the item that it came in, Status "incomplete" where it was cut; ""
	// where nothing is said.
	ItemID, Status string
}

// History is a converter's script.
type History []Entry

// Parse reads the protocol's "history".
func Parse(v wire.Value) (History, error) {
	if !v.IsArray() {
		return nil, fmt.Errorf("history: an array is expected, this is %s", v.Kind())
	}
	var h History
	for i, e := range v.Items() {
		entry := Entry{Role: e.Get("role").Text()}
		switch entry.Role {
		case User:
			entry.Text = e.Get("text").Text()
		case Assistant:
			for _, p := range e.Get("parts").Items() {
				part := Part{Text: p.Get("text").Text(), Call: p.Get("type").Text() == "call"}
				if part.Call {
					part.ID, part.Name, part.Arguments = p.Get("callId").Text(), p.Get("name").Text(), p.Get("arguments").Text()
					part.ItemID, part.Status = p.Get("itemId").Text(), p.Get("status").Text()
				}
				entry.Parts = append(entry.Parts, part)
			}
		case Tool:
			entry.CallID, entry.Name, entry.Status, entry.Output = e.Get("callId").Text(), e.Get("name").Text(), e.Get("status").Text(),
				e.Get("output")
		default:
			return nil, fmt.Errorf("history: %d: there is no role %q", i, entry.Role)
		}
		h = append(h, entry)
	}
	return h, nil
}

// ParseScript is Parse for a side.
func ParseScript(v wire.Value) (dialect.Script, error) {
	h, err := Parse(v)
	return h, err
}

// JSON is the history as the protocol spells it.
func (h History) JSON() wire.Value {
	list := make([]wire.Value, len(h))
	for i, e := range h {
		role := wire.M("role", wire.Str(e.Role))
		switch e.Role {
		case User:
			list[i] = wire.Obj(role, wire.M("text", wire.Str(e.Text)))
		case Tool:
			list[i] = wire.Obj(role, wire.M("callId", wire.Str(e.CallID)), wire.M("name", wire.Str(e.Name)), wire.M("output", e.Output),
				wire.M("status", wire.Str(e.Status)))
		default:
			parts := make([]wire.Value, len(e.Parts))
			for k, p := range e.Parts {
				parts[k] = wire.Obj(wire.M("type", wire.Str("text")), wire.M("text", wire.Str(p.Text)))
				if p.Call {
					parts[k] = wire.Obj(wire.M("type", wire.Str("call")), wire.M("callId", wire.Str(p.ID)),
						wire.M("name", wire.Str(p.Name)),
						wire.M("arguments", wire.Str(p.Arguments)), wire.M("itemId", optional(p.ItemID)),
						wire.M("status", optional(p.Status)))
				}
			}
			list[i] = wire.Obj(role, wire.M("parts", wire.List(parts...)))
		}
	}
	return wire.List(list...)
}

func optional(s string) wire.Value {
	if s == "" {
		return wire.Value{}
	}
	return wire.Str(s)
}

// Input is the history; a converter's input has one form.
func (h History) Input(string, []int) wire.Value { return wire.Obj(wire.M("history", h.JSON())) }

// Len is the number of entries.
func (h History) Len() int { return len(h) }

// Keep is a history of some entries. It need not be valid.
func (h History) Keep(indices []int) dialect.Script {
	kept := make(History, len(indices))
	for n, i := range indices {
		kept[n] = h[i]
	}
	return kept
}

// Calls are all calls in order.
func (h History) Calls() []Part {
	var calls []Part
	for _, e := range h {
		for _, p := range e.Parts {
			if p.Call {
				calls = append(calls, p)
			}
		}
	}
	return calls
}

// Call is the first call of that id.
func (h History) Call(id string) (call Part, there bool) {
	for _, e := range h {
		for _, p := range e.Parts {
			if p.Call && p.ID == id {
				return p, true
			}
		}
	}
	return Part{}, false
}

// Valid tells what is wrong with a history, nil for a valid one: every call has one result,
// behind its message and before the next one, every result has its call, and ids are unique.
func (h History) Valid() error {
	seen, open := map[string]bool{}, map[string]bool{}
	for i, e := range h {
		if e.Role == Tool {
			if !open[e.CallID] {
				return fmt.Errorf("%d: a result of %q, which is not open", i, e.CallID)
			}
			delete(open, e.CallID)
			continue
		}
		if len(open) > 0 {
			return fmt.Errorf("%d: a message before all calls have their results", i)
		}
		for _, p := range e.Parts {
			if p.Call && seen[p.ID] {
				return fmt.Errorf("%d: the id %q stands twice", i, p.ID)
			}
			if p.Call {
				seen[p.ID], open[p.ID] = true, true
			}
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("%d calls have no result", len(open))
	}
	return nil
}

// Render makes a valid history of a transcript: a user's word, and then messages and results
// in the order of the turn. Calls that a stop cut off are answered as cancelled.
func Render(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	b := builder{names: map[string]string{}, open: map[string]bool{}}
	b.out = append(b.out, Entry{Role: User, Text: []string{"go", "Look it up, please.\n", "\"quoted\" 🎸"}[pick(3)]})
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Text:
			b.say(Part{Text: item.Text})
		case transcript.Call:
			b.names[item.ID] = item.Name
			arguments := item.Input.JSON()
			if item.Input.IsObject() && item.Input.Len() == 0 && pick(3) == 1 {
				arguments = ""
			}
			if item.Arguments.IsString() {
				arguments = item.Arguments.Text()
			}
			b.say(Part{Call: true, ID: item.ID, Name: item.Name, Arguments: arguments})
			b.open[item.ID] = true
		case transcript.Result:
			b.answer(item.ID, item.Content, item.Status)
		}
	}
	for _, p := range b.message.Parts {
		if p.Call && b.open[p.ID] {
			b.answer(p.ID, wire.Str("The user stopped the turn."), transcript.Cancelled)
		}
	}
	b.flush()
	if pick(2) == 1 {
		b.out = append(b.out, Entry{Role: User, Text: "Thanks. And then?"})
	}
	return b.out
}

// Asked is the history with another text of the user, who says it first.
func (h History) Asked(text string) dialect.Script {
	h = slices.Clone(h)
	h[0].Text = text
	return h
}

type builder struct {
	out     History
	message Entry
	results []Entry
	names   map[string]string
	open    map[string]bool
}

// say adds a part; once all calls are answered, to a new message.
func (b *builder) say(p Part) {
	if len(b.open) == 0 && len(b.results) > 0 {
		b.flush()
	}
	b.message.Role = Assistant
	b.message.Parts = append(b.message.Parts, p)
}

func (b *builder) answer(id string, output wire.Value, status string) {
	delete(b.open, id)
	b.results = append(b.results, Entry{Role: Tool, CallID: id, Name: b.names[id], Output: output, Status: status})
}

func (b *builder) flush() {
	if len(b.message.Parts) > 0 {
		b.out = append(b.out, b.message)
	}
	b.out = append(b.out, b.results...)
	b.message, b.results = Entry{}, nil
}

// ParseValid reads a history, and says what is wrong with one that is not valid.
func ParseValid(v wire.Value) (History, error) {
	h, err := Parse(v)
	if err == nil {
		err = h.Valid()
	}
	return h, err
}

// GivenIDs are the ids of its calls.
func (h History) GivenIDs() map[string]bool {
	given := map[string]bool{}
	for _, p := range h.Calls() {
		given[p.ID] = true
	}
	return given
}

// Said is a text as it stands, and the role of who said it.
type Said struct{ Role, Text string }

// Said are the texts of a history, in order: of users and of assistants, the empty ones too.
func (h History) Said() []Said {
	var list []Said
	for _, e := range h {
		list = append(list, Said{e.Role, e.Text})
		for _, p := range e.Parts {
			list = append(list, Said{e.Role, p.Text})
		}
	}
	return list
}
