package serve

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/url"
	"strings"

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
		input := Sample(tool.Schema, pick)
		if !input.IsObject() {
			input = wire.Obj()
		}
		items = append(items, transcript.Item{Kind: transcript.Call, ID: fmt.Sprintf("call_%08x%d", h.Sum32(), k), Name: tool.Name,
			Input: input})
	}
	return items
}

// deepest is how far a sample goes into what a schema doesn't require, bottom how far into what it does; most is
// how many values it has at most, and longest how many references lead from one to the next.
const (
	deepest = 6
	bottom  = 40
	most    = 2000
	longest = 12
)

// Sample is a value that fits a JSON Schema of the kind that tools have: its required members, and some
// of the others. References into the schema itself are followed; where such a schema asks for itself without
// end, the sample ends somewhere all the same, and doesn't fit.
func Sample(schema wire.Value, pick dialect.Pick) wire.Value {
	s := &sampler{root: schema, pick: pick, left: most}
	return s.value(schema, 0)
}

type sampler struct {
	root wire.Value
	pick dialect.Pick
	left int
}

// resolved is the schema that a chain of references leads to; absent where it leads nowhere.
func (s *sampler) resolved(schema wire.Value) wire.Value {
	for range longest {
		at := schema.Get("$ref")
		if !at.IsString() {
			return schema
		}
		place, own := strings.CutPrefix(at.Text(), "#")
		if !own {
			return wire.Value{}
		}
		if text, err := url.PathUnescape(place); err == nil {
			place = text
		}
		schema = s.root.Find(place)
	}
	return wire.Value{}
}

func (s *sampler) value(schema wire.Value, depth int) wire.Value {
	if s.left--; s.left < 0 || depth > bottom {
		return wire.NullValue
	}
	schema = s.resolved(schema)
	if v := schema.Get("const"); !v.IsAbsent() {
		return v
	}
	if list := schema.Get("enum").Items(); len(list) > 0 {
		return list[s.pick(len(list))]
	}
	for _, name := range []string{"anyOf", "oneOf", "allOf"} {
		if list := schema.Get(name).Items(); len(list) > 0 {
			return s.value(list[s.pick(len(list))], depth+1)
		}
	}
	kind := schema.Get("type").Text()
	if list := schema.Get("type").Items(); len(list) > 0 {
		kind = list[0].Text()
	}
	switch {
	case kind == "object" || kind == "" && schema.Has("properties"):
		return s.object(schema, depth)
	case kind == "array":
		return s.array(schema, depth)
	case kind == "boolean":
		return wire.Boolean(s.pick(2) == 1)
	case kind == "integer", kind == "number":
		low, _ := schema.Get("minimum").Int64()
		return wire.Int(low + int64(s.pick(10)))
	case kind == "null":
		return wire.NullValue
	}
	return wire.Str([]string{"guitar", "two words", "Gọi \"lại\" 🎸"}[s.pick(3)])
}

func (s *sampler) object(schema wire.Value, depth int) wire.Value {
	required := map[string]bool{}
	for _, name := range schema.Get("required").Items() {
		required[name.Text()] = true
	}
	out := wire.Obj()
	for _, m := range schema.Get("properties").Members() {
		if required[m.Name] || depth < deepest && s.pick(2) == 1 {
			out = out.With(m.Name, s.value(m.Value, depth+1))
		}
	}
	return out
}

func (s *sampler) array(schema wire.Value, depth int) wire.Value {
	least, _ := schema.Get("minItems").Int64()
	list := []wire.Value{}
	for range int(min(max(least, 0), 100)) + s.pick(3) {
		if s.left > 0 && (depth < deepest || int64(len(list)) < least) {
			list = append(list, s.value(schema.Get("items"), depth+1))
		}
	}
	return wire.List(list...)
}
