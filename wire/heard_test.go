package wire_test

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/wire"
)

func TestHear(t *testing.T) {
	for _, c := range []struct {
		name, input, values string
		whole, aborted      bool
	}{
		{"decoded", `{"events":[{"a":1},{"a":2}]}`, `{"a":1} {"a":2}`, true, false},
		{"cut", `{"events":[{"a":1}],"cut":true}`, `{"a":1}`, false, false},
		{"aborted", `{"events":[{"a":1},{"a":2},{"a":3}],"abortAfter":2}`, `{"a":1} {"a":2}`, false, true},
		{"aborted behind the last", `{"events":[{"a":1}],"abortAfter":1}`, `{"a":1}`, true, false},
		{"sse", `{"encoding":"sse","chunks":["data: {\"a\"",":1}\n\ndata: [DONE]\n\n"]}`, `{"a":1} -[DONE]`, false, false},
		{"an array is no event", `{"encoding":"sse","chunks":["data: [1]\n\n"]}`, `-[1]`, false, false},
		{"half a frame", `{"encoding":"sse","chunks":["data: {\"a\":1}\n\ndata: {"]}`, `{"a":1}`, false, false},
		{"ndjson", `{"encoding":"ndjson","chunks":["{\"a\":1}\n{\"a\"",":2}\n"]}`, `{"a":1} {"a":2}`, false, false},
	} {
		h := wire.Hear(wire.ParseString(c.input))
		var values []string
		for _, f := range h.Frames {
			if f.Value.IsAbsent() {
				values = append(values, "-"+string(f.Data))
			} else {
				values = append(values, f.Value.JSON())
			}
		}
		if is := strings.Join(values, " "); is != c.values || h.Whole != c.whole || h.Aborted != c.aborted {
			t.Errorf("%s: %s, whole %t, aborted %t", c.name, is, h.Whole, h.Aborted)
		}
	}
}
