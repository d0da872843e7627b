package picture

import (
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/wire"
)

// A conversation is drawn request by request, each with the turn that it got; what was asked in vain stands behind
// the requests, and takes no turn.
func TestAConversationIsDrawn(t *testing.T) {
	e := &reports.Evidence{
		Script: wire.ParseString(`{"turns":[{"told":[{"type":"text","text":"one"}]},{"told":[{"type":"text","text":"two"}]}]}`),
		Events: wire.ParseString(`[{"request":{"messages":[{"role":"user","content":"go"}]}},{"refused":"POST /more: 404"}]`).Items(),
	}
	want := []string{`{"request":1,"adds":[{"role":"user","content":"go"}]}`, `{"type":"text","text":"one"}`,
		`{"refused":"POST /more: 404"}`, `{"type":"text","text":"two"}`}
	got := SentEvents(e)
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i, v := range got {
		if v.JSON() != want[i] {
			t.Errorf("moment %d is %s, expected %s", i, v.JSON(), want[i])
		}
	}
	at := 0
	if moved := Moved(e, []reports.Finding{{Event: &at}}); *moved[0].Event != 0 {
		t.Errorf("a finding about the first request points at moment %d", *moved[0].Event)
	}
}

// How a turn ended is told once: by what the model's server said, or else by what happened to the stream.
func TestTheEndOfATurnIsDrawnOnce(t *testing.T) {
	for how, told := range map[string]string{
		"closed": `{"type":"text","text":"one"}`,
		"length": `{"type":"text","text":"one"},{"type":"stop","reason":"length"}`,
	} {
		script := `{"turns":[{"how":"` + how + `","told":[` + told + `]}]}`
		got := SentEvents(&reports.Evidence{Script: wire.ParseString(script)})
		if want := `{"type":"stop","reason":"` + how + `"}`; len(got) != 2 || got[1].JSON() != want {
			t.Errorf("%s: drawn is %v", how, got)
		}
	}
}
