package check_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/wire"
)

func producers() []*dialect.Side {
	var list []*dialect.Side
	for _, d := range dialects.All() {
		for i := range d.Sides {
			list = append(list, &d.Sides[i])
		}
	}
	return list
}

// endless gives turns until it has given enough, and looks at the heap on its way.
type endless struct {
	turn  func(n int) string
	left  int
	n     int
	rest  string
	every int
	heaps []uint64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		if e.left <= 0 {
			return 0, io.EOF
		}
		for len(e.rest) < len(p) {
			e.rest += e.turn(e.n)
			e.n++
		}
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	if before := e.left / e.every; (e.left-n)/e.every != before {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		e.heaps = append(e.heaps, m.HeapAlloc)
	}
	e.left -= n
	return n, nil
}

// A recording of any length takes the same memory, with ever new ids.
func TestMemoryStaysFlat(t *testing.T) {
	value := strings.Repeat("v", 20)
	for _, c := range []struct {
		dialect, encoding string
		turn              func(n int) string
	}{
		{"tool-fence", check.Markdown, func(n int) string {
			return fmt.Sprintf("text\n```tool\n{\"toolCallId\":\"c%d\",\"toolName\":\"x\",\"state\":\"output-available\",\"input\":{},"+
				"\"output\":%q}\n```\n", n, value)
		}},
		{"stage-events", wire.NDJSON, func(n int) string {
			return fmt.Sprintf("{\"id\":\"c%d\",\"stage\":\"start\",\"name\":\"x\"}\n{\"id\":\"c%d\",\"stage\":\"end\",\"success\":true,"+
				"\"result\":%q}\n", n, n, value)
		}},
		{"content-blocks", wire.SSE, func(n int) string {
			return fmt.Sprintf("data: {\"type\":\"message_start\"}\n\ndata: "+
				"{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"c%d\",\"name\":\"x\","+
				"\"input\":{\"v\":%q}}}\n\n"+
				"data: {\"type\":\"content_block_stop\",\"index\":0}\n\ndata: "+
				"{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_result\",\"tool_use_id\":\"c%d\","+
				"\"content\":\"r\",\"status\":\"success\"}}\n\n"+
				"data: {\"type\":\"content_block_stop\",\"index\":1}\n\ndata: {\"type\":\"message_stop\"}\n\n", n, value, n)
		}},
	} {
		t.Run(c.dialect, func(t *testing.T) {
			r := &endless{turn: c.turn, left: 12 << 20, every: 2 << 20}
			summary, err := check.Stream(r, check.Options{Sides: producers(), Found: func(f check.Found) { t.Errorf("%+v", f) }})
			if err != nil || summary.Dialect != c.dialect || summary.Encoding != c.encoding {
				t.Fatalf("%+v, %v", summary, err)
			}
			// Up to the limit of remembered ids memory grows; behind it, never.
			if first, last := r.heaps[len(r.heaps)/2], r.heaps[len(r.heaps)-1]; last > first+(1<<20) || last > 40<<20 {
				t.Errorf("the heap grew: %v", r.heaps)
			}
		})
	}
}

// A line, or an event of many lines, that never ends is refused where it begins,
// long before it would fill memory.
func TestEndlessLines(t *testing.T) {
	x := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		name, head, more string
		line             int
		offset           int64
	}{
		{"sse line", "data: {\"type\":\"ping\"}\n\ndata: {\"a\":\"", x, 3, 23},
		{"sse event", "data: {\"type\":\"ping\"}\n\ndata: {\"a\":\"", x + "\ndata: ", 3, 23},
		{"ndjson", "{\"type\":\"ping\"}\n{\"a\":\"", x, 2, 16},
		{"markdown", "text\n```tool\n{\"a\":\"", x, 3, 13},
	} {
		t.Run(c.name, func(t *testing.T) {
			given := 0
			r := io.MultiReader(strings.NewReader(c.head),
				&endless{turn: func(int) string { given++; return c.more }, left: 1 << 30, every: 1 << 40})
			_, err := check.Stream(r, check.Options{Sides: producers(), Found: func(check.Found) {}})
			var bad *check.Error
			if !errors.As(err, &bad) || bad.Line != c.line || bad.Offset != c.offset || !strings.Contains(bad.Reason, "longer than") {
				t.Errorf("%v", err)
			}
			if given > 2*check.LineLimit>>20 {
				t.Errorf("%d MiB were read", given)
			}
		})
	}
}

// A UI message stream shows by its steps and starts; what ends a call another wire has, too.
func TestTellsUIMessages(t *testing.T) {
	stream := `{"type":"start","messageId":"m"}
{"type":"start-step"}
{"type":"tool-input-available","toolCallId":"c1","toolName":"get","input":{}}
{"type":"tool-output-available","toolCallId":"c1","output":null}
`
	for end, wrong := range map[string]int{"": 0, `{"type":"tool-output-error","toolCallId":"c1"}` + "\n": 2} {
		found := 0
		summary, err := check.Stream(strings.NewReader(stream+end+`{"type":"finish-step"}`+"\n"+`{"type":"finish"}`+"\n"),
			check.Options{Sides: producers(), Found: func(check.Found) { found++ }})
		if err != nil || summary.Dialect != "ui-messages" || found != wrong {
			t.Errorf("it is taken for %q (%v), and %d findings are made, %d were expected", summary.Dialect, err, found, wrong)
		}
	}
}

// Two wires share the events of blocks: what stands around these tells them apart.
func TestTellsTwoWiresOfBlocksApart(t *testing.T) {
	blocks := `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"n","input":{}}}
{"type":"content_block_stop","index":0}
`
	start := `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"m",` +
		`"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}
`
	ends := `{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}
`
	for _, c := range []struct{ name, stream, want string }{
		{"a whole message", start + blocks + ends, "anthropic-messages"},
		{"a ping in front", `{"type":"ping"}` + "\n" + start + blocks + ends, "anthropic-messages"},
		{"blocks alone", blocks, "content-blocks"},
		{"a start without its message", `{"type":"message_start","message":{"id":"m","role":"assistant"}}` + "\n" + blocks,
			"content-blocks"},
	} {
		summary, err := check.Stream(strings.NewReader(c.stream), check.Options{Sides: producers(), Found: func(check.Found) {}})
		if err != nil || summary.Dialect != c.want {
			t.Errorf("%s: it is taken for %q (%v), %s was expected", c.name, summary.Dialect, err, c.want)
		}
		if c.want == "anthropic-messages" {
			continue
		}
		summary, err = check.Stream(strings.NewReader(c.stream+start), check.Options{Sides: producers(), Found: func(check.Found) {}})
		if err == nil {
			t.Errorf("%s: a message's start behind it is taken for one of its own: %+v", c.name, summary)
		}
	}
	found := 0
	_, err := check.Stream(strings.NewReader(start+strings.ReplaceAll(blocks, `"input":{}`, `"input":{"q":1}`)+ends),
		check.Options{Sides: producers(), Found: func(f check.Found) { found++ }})
	if err != nil || found == 0 {
		t.Errorf("an input in the start of a message's call is found %d times (%v)", found, err)
	}
}
