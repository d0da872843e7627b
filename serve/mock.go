package serve

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Mock is a model that a seed draws: it calls the tools that it is offered, with arguments that fit their
// schemas, for some turns, and then says that it is done. What it answers follows from the seed, the
// conversation, the turn and the tools.
type Mock struct {
	Seed uint64
	// Twist, where set, may change a stream as no right server would.
	Twist func(e *endpoint.Endpoint, s *stream.Script, pick dialect.Pick) *stream.Script
}

// MaxRounds is how many turns with calls a conversation of the mock has at most.
const MaxRounds = 3

// Script gives the n-th answer.
func (m Mock) Script(e *endpoint.Endpoint, conversation string, n int, r endpoint.Request) *stream.Script {
	whole, pick := m.picks(conversation, -1), m.picks(conversation, n)
	t := transcript.Transcript{MessageID: fmt.Sprintf("msg_%d", n)}
	tools := r.Tools
	if len(tools) == 0 && e.Silent { // its clients keep their tools to themselves
		tools = []endpoint.Tool{{Name: "search", Schema: wire.ParseString(`{"type":"object","properties":{"q":{}},"required":["q"]}`)}}
	}
	if n >= 1+whole(MaxRounds) || len(tools) == 0 {
		t.Items = []transcript.Item{{Kind: transcript.Text, Text: []string{"Done.", "That is what I found.", "Xong rồi 🎸."}[pick(3)]}}
	} else {
		t.Items = calls(conversation, n, tools, pick)
	}
	s, _ := e.Render(t, pick).(*stream.Script)
	if e.Polite != nil {
		s = s.With(e.Polite(s.Elements))
	}
	if m.Twist != nil {
		s = m.Twist(e, s, pick)
	}
	return s
}

// picks are the choices of a turn, and with -1 those of the whole conversation.
func (m Mock) picks(conversation string, n int) dialect.Pick {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d\x00%s\x00%d", m.Seed, conversation, n)
	source := rand.New(rand.NewPCG(h.Sum64(), m.Seed))
	return func(n int) int {
		if n <= 1 {
			return 0
		}
		return int(source.Uint32N(uint32(n)))
	}
}

// calls are a text, or none, and one to three calls.
func calls(conversation string, turn int, tools []endpoint.Tool, pick dialect.Pick) (items []transcript.Item) {
	if pick(2) == 1 {
		items = append(items, transcript.Item{Kind: transcript.Text, Text: "Let me look."})
	}
	h := fnv.New32a()
	h.Write(binary.BigEndian.AppendUint32([]byte(conversation), uint32(turn)))
	for k := range 1 + pick(3) {
		tool := tools[pick(len(tools))]
		input := Sample(tool.Schema, pick, 0)
		if !input.IsObject() {
			input = wire.Obj()
		}
		items = append(items, transcript.Item{Kind: transcript.Call, ID: fmt.Sprintf("call_%08x%d", h.Sum32(), k), Name: tool.Name,
			Input: input})
	}
	return items
}

// deepest is how far a sample goes into a schema.
const deepest = 6

// Sample is a value that fits a JSON Schema of the kind that tools have: its required members, and some
// of the others.
func Sample(schema wire.Value, pick dialect.Pick, depth int) wire.Value {
	if v := schema.Get("const"); !v.IsAbsent() {
		return v
	}
	if list := schema.Get("enum").Items(); len(list) > 0 {
		return list[pick(len(list))]
	}
	for _, name := range []string{"anyOf", "oneOf", "allOf"} {
		if list := schema.Get(name).Items(); len(list) > 0 {
			return Sample(list[pick(len(list))], pick, depth+1)
		}
	}
	kind := schema.Get("type").Text()
	if list := schema.Get("type").Items(); len(list) > 0 {
		kind = list[0].Text()
	}
	switch {
	case kind == "object" || kind == "" && schema.Has("properties"):
		return sampleObject(schema, pick, depth)
	case kind == "array":
		return sampleArray(schema, pick, depth)
	case kind == "boolean":
		return wire.Boolean(pick(2) == 1)
	case kind == "integer", kind == "number":
		low, _ := schema.Get("minimum").Int64()
		return wire.Int(low + int64(pick(10)))
	case kind == "null":
		return wire.NullValue
	}
	return wire.Str([]string{"guitar", "two words", "Gọi \"lại\" 🎸"}[pick(3)])
}

func sampleObject(schema wire.Value, pick dialect.Pick, depth int) wire.Value {
	required := map[string]bool{}
	for _, name := range schema.Get("required").Items() {
		required[name.Text()] = true
	}
	out := wire.Obj()
	for _, m := range schema.Get("properties").Members() {
		if required[m.Name] || depth < deepest && pick(2) == 1 {
			out = out.With(m.Name, Sample(m.Value, pick, depth+1))
		}
	}
	return out
}

func sampleArray(schema wire.Value, pick dialect.Pick, depth int) wire.Value {
	least, _ := schema.Get("minItems").Int64()
	list := []wire.Value{}
	for range int(min(max(least, 0), 100)) + pick(3) {
		if depth < deepest || int64(len(list)) < least {
			list = append(list, Sample(schema.Get("items"), pick, depth+1))
		}
	}
	return wire.List(list...)
}
