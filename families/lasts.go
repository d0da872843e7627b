package families

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// lasts are turns that stop in each way right behind an item of each kind: what came last is easily lost with the stop, or told
// as it would be behind another.
func (m *maker) lasts(tests []string) {
	roll := call("last_2", "roll", `{"sides":12}`)
	told := roll
	told.Input = wire.Value{}
	piece := func(text string) transcript.Item {
		return transcript.Item{Kind: transcript.InputDelta, ID: roll.ID, Delta: text}
	}
	ended := func(status string) []transcript.Item {
		return []transcript.Item{{Kind: transcript.Result, ID: "last_4", Status: status, Content: wire.Str("came last")}}
	}
	kinds := []struct {
		slug  string
		items []transcript.Item
	}{
		{"nothing", nil}, // but the stop
		{"text", []transcript.Item{{Kind: transcript.Text, Text: "These are the last words."}}},
		{"call", []transcript.Item{roll}},
		{"pieces", []transcript.Item{told, piece(`{"sides"`), piece(`:12}`)}},
		{"success", ended(transcript.Success)}, {"failure", ended(transcript.Error)}, {"cancelled", ended(transcript.Cancelled)},
		{"progress", []transcript.Item{{Kind: transcript.Progress, ID: "last_4", Text: "rolling"}}},
		{"cut", []transcript.Item{told, piece(`{"sides"`)}},
	}
	var seen []string // a wire without results tells some of them alike
	for _, reason := range []string{transcript.Completed, transcript.UserStopped, transcript.Error, transcript.Length,
		transcript.ContentFilter} {
		for _, k := range kinds {
			t := transcript.Transcript{MessageID: "msg-last-" + k.slug, Items: []transcript.Item{{Kind: transcript.Text, Text: "I roll."},
				call("last_7", "roll", `{"sides":6}`), call("last_4", "roll", `{"sides":8}`), result("last_7", "four")}}
			stop := transcript.Item{Kind: transcript.Stop, Reason: reason}
			if reason == transcript.Error {
				stop.Message = "upstream broke"
			}
			if k.items == nil {
				t.Items = nil
			}
			t.Items = append(append(t.Items, k.items...), stop)
			script := m.side.Render(t, plainest)
			items := reason + script.JSON().Get("items").JSON()
			if k.slug == "cut" && reason == transcript.Completed || slices.Contains(seen, items) {
				continue
			}
			seen = append(seen, items)
			m.cases = append(m.cases, &dialect.Case{ID: m.side.Pair.String() + "/last-" + k.slug + "-" + reason, Pair: m.side.Pair,
				Class: dialect.Valid, Tests: tests, Script: script,
				Title: "The turn ends right behind an item: " + k.slug + ", " + reason + "."})
		}
	}
}
