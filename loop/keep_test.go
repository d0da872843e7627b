package loop_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/wire"
)

// A conversation shrinks by its texts and calls, and stays one that a model may hold.
func TestKeep(t *testing.T) {
	const told = `{"prompt":"Go","tools":[],"turns":[
		{"told":[{"type":"text","text":"Hm."},{"type":"call","id":"a","name":"search","input":{"q":1}},
			{"type":"call","id":"b","name":"lookup","input":{"q":2}}],"elements":[{},{},{}]},
		{"told":[{"type":"call","id":"c","name":"search","input":{"q":3}}],"elements":[{}]},
		{"how":"closed","told":[{"type":"text","text":"So."},{"type":"call","id":"d","name":"search","input":{"q":4}}],"elements":[{}]}]}`
	for _, e := range dialects.Endpoints() {
		script, err := loop.Parse(e)(wire.ParseString(told))
		if err != nil {
			t.Fatal(err)
		}
		if script.Len() != 5 {
			t.Errorf("%s: %d pieces", e.Dialect, script.Len())
		}
		for _, c := range []struct {
			keep []int
			want string
		}{
			{[]int{0, 1, 2, 3, 4}, "Hm. a b;  c; So. d"},
			{[]int{0, 2, 3}, "Hm. b;  c"},
			{[]int{1, 4}, " a; So. d"},
			{[]int{0, 3}, " c"},
			{[]int{4}, "So. d"},
			{nil, ""},
		} {
			kept := script.Keep(c.keep).(*loop.Conversation)
			if got := spelled(kept); got != c.want {
				t.Errorf("%s: of %v %q is left, not %q", e.Dialect, c.keep, got, c.want)
			}
			if len(c.keep) == 3 {
				stream := wire.List(kept.Turns[0].Elements...).JSON()
				if !strings.Contains(stream, "lookup") || strings.Contains(stream, "search") {
					t.Errorf("%s: it is told as %s", e.Dialect, stream)
				}
			}
		}
	}
}

// spelled are the texts and calls of each turn.
func spelled(c *loop.Conversation) string {
	var turns []string
	for _, turn := range c.Turns {
		s := turn.Text(false)
		for _, call := range turn.Calls() {
			s += fmt.Sprint(" ", call.ID)
		}
		turns = append(turns, s)
	}
	return strings.Join(turns, "; ")
}
