package raw

import (
	"testing"

	"github.com/toolconform/conform/dialect"
)

// An empty answer is right where nothing is to be said.
func TestNothingToSay(t *testing.T) {
	for _, c := range []struct {
		dialect, items string
		want           bool
	}{
		{"stage-events", `[]`, true},
		{"stage-events", `[{"type":"text","text":"Looking."},{"type":"stop","reason":"completed"}]`, true},
		{"stage-events", `[{"type":"result","callId":"ghost","status":"success","content":"x"}]`, true},
		{"stage-events", `[{"type":"text","text":"Looking."},{"type":"call","id":"a","name":"f","input":{}}]`, false},
		{"content-blocks", `[{"type":"stop","reason":"completed"}]`, true},
		{"content-blocks", `[{"type":"text","text":"Looking."}]`, false},
		{"tool-fence", `[{"type":"text","text":"Looking."}]`, false},
	} {
		r := Form{Pair: dialect.Pair{Dialect: c.dialect, Role: dialect.Producer}, CallsOnly: c.dialect == "stage-events"}
		if got := r.Empty(Native{Body: []byte(`{"transcript":{"items":` + c.items + `}}`)}); got != c.want {
			t.Errorf("%s %s: %t", c.dialect, c.items, got)
		}
	}
}
