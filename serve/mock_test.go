package serve_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/wire"
)

const weather = `{"type":"object","required":["city","days"],"properties":{"city":{"type":"string"},"days":{"type":"integer","minimum":1},
	"unit":{"enum":["c","f"]},"tags":{"type":"array","minItems":1,"items":{"type":"boolean"}},"at":{"type":"object","required":["lat"],
	"properties":{"lat":{"type":"number"}}}}}`

func TestMockCallsTheToolsThatItIsOffered(t *testing.T) {
	tools := []endpoint.Tool{{Name: "weather", Schema: wire.ParseString(weather)}, {Name: "bare"}}
	called := map[string]bool{}
	for _, e := range dialects.Endpoints() {
		for seed := range uint64(20) {
			m := serve.Mock{Seed: seed}
			r := endpoint.Request{Stream: true, Tools: tools}
			first, again := m.Script(e, "a", 0, r), m.Script(e, "a", 0, r)
			if string(first.Bytes(wire.SSE)) != string(again.Bytes(wire.SSE)) {
				t.Fatalf("%s: seed %d answers twice otherwise", e.Dialect, seed)
			}
			text := string(first.Bytes(wire.SSE))
			called["weather"] = called["weather"] || strings.Contains(text, "weather")
			called["bare"] = called["bare"] || strings.Contains(text, "bare")
			if calls(e, text) == 0 {
				t.Errorf("%s: seed %d calls nothing at first: %s", e.Dialect, seed, text)
			}
			last := m.Script(e, "a", serve.MaxRounds+1, r)
			if n := calls(e, string(last.Bytes(wire.SSE))); n > 0 {
				t.Errorf("%s: seed %d never ends", e.Dialect, seed)
			}
		}
	}
	if !called["weather"] || !called["bare"] {
		t.Errorf("only these tools are ever called: %v", called)
	}
}

// calls counts the names of calls on a wire.
func calls(e *endpoint.Endpoint, text string) int {
	member := map[string]string{"openai-chat": `"type":"function"`, "anthropic-messages": `"type":"tool_use"`,
		"openai-responses": `"type":"function_call"`, "ag-ui": `"toolCallName":`, "ui-messages": `"toolName":`}[e.Dialect]
	return strings.Count(text, member)
}

func TestConversationsOfAMockDiffer(t *testing.T) {
	e := dialects.Endpoints()[0]
	r := endpoint.Request{Stream: true, Tools: []endpoint.Tool{{Name: "weather", Schema: wire.ParseString(weather)}}}
	seen := map[string]bool{}
	for i := range 30 {
		s := serve.Mock{Seed: 1}.Script(e, fmt.Sprint(i), 0, r)
		for _, c := range act.Gather(s.Acts()).Of("0").Calls {
			if seen[c.IDs[0]] {
				t.Errorf("the id %s stands in two conversations", c.IDs[0])
			}
			seen[c.IDs[0]] = true
		}
	}
	if len(seen) < 30 {
		t.Errorf("%d calls in 30 conversations", len(seen))
	}
}

func TestSamplesFitTheirSchema(t *testing.T) {
	n := 0
	pick := func(most int) int { n++; return (n * 7) % max(most, 1) }
	for range 50 {
		v := serve.Sample(wire.ParseString(weather), pick)
		days, whole := v.Get("days").Int64()
		if !v.Get("city").IsString() || !whole || days < 1 || v.Has("at") && v.Find("/at/lat").Kind() != wire.Number ||
			v.Has("tags") && (v.Get("tags").Len() == 0 || v.Find("/tags/0").Kind() != wire.Bool) ||
			v.Has("unit") && !strings.Contains("cf", v.Get("unit").Text()) {
			t.Errorf("%s does not fit", v.JSON())
		}
	}
	nested := wire.ParseString(`{"type":"object","required":["a"],"properties":{"a":{}}}`)
	for range 30 { // a schema may hold itself many times over
		nested = wire.Obj(wire.M("type", wire.Str("object")), wire.M("properties", wire.Obj(wire.M("a", nested), wire.M("b", nested))))
	}
	if v := serve.Sample(nested, pick); len(v.JSON()) > 10_000 {
		t.Errorf("a sample has %d bytes", len(v.JSON()))
	}
}

// What a schema refers to is sampled in its place, as deep as it refers; a schema that asks for itself without
// end, or for nothing that is there, ends all the same.
func TestSamplesFollowReferences(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	pick := func(most int) int { return source.IntN(max(most, 1)) }
	schema := wire.ParseString(`{"type":"object","required":["owner","tree"],"properties":{"owner":{"$ref":"#/$defs/a~1person"},
		"tree":{"$ref":"#/definitions/node"},"gone":{"$ref":"#/$defs/gone"}},"$defs":{"a/person":{"$ref":"#/$defs/named"},
		"named":{"type":"object","required":["name"],"properties":{"name":{"const":"Ada"}}}},
		"definitions":{"node":{"type":"object","required":["size"],"properties":{"size":{"type":"integer","minimum":3},
		"left":{"$ref":"#/definitions/node"},"right":{"$ref":"#/definitions/node"}}}}}`)
	deep := false
	for range 50 {
		v := serve.Sample(schema, pick)
		size, whole := v.Find("/tree/size").Int64()
		if v.Find("/owner/name").Text() != "Ada" || !whole || size < 3 {
			t.Errorf("%s does not fit", v.JSON())
		}
		deep = deep || v.Find("/tree/left/size").Kind() == wire.Number
	}
	if !deep {
		t.Error("no tree has a left one")
	}
	for _, endless := range []string{`{"$ref":"#"}`, `{"$ref":"#/a","a":{"$ref":"#/a"}}`, `{"$ref":"https://example.org/schema"}`,
		`{"type":"object","required":["a","b","c"],"properties":{"a":{"$ref":"#"},"b":{"$ref":"#"},"c":{"$ref":"#"}}}`,
		`{"type":"array","minItems":100,"items":{"$ref":"#"}}`} {
		if v := serve.Sample(wire.ParseString(endless), pick); len(v.JSON()) > 100_000 {
			t.Errorf("%s: a sample has %d bytes", endless, len(v.JSON()))
		}
	}
}
