package dialect

import (
	"fmt"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Surrounding is a turn in which something stands beside a call and its result.
type Surrounding struct {
	Slug, Title string
	Items       []transcript.Item
	// Stopped: a user's stop ends the turn, and one call is open.
	Stopped bool
}

// Surroundings are the turns that every producer tells, beside those of its own: each
// kind of item before, between and behind a call and its result, and beside two calls
// of which one is open when the turn stops.
func Surroundings() []Surrounding {
	call := func(id, name, input string) transcript.Item {
		return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input)}
	}
	result := func(id, status, content string) transcript.Item {
		return transcript.Item{Kind: transcript.Result, ID: id, Status: status, Content: wire.Str(content)}
	}
	text := func(s string) []transcript.Item { return []transcript.Item{{Kind: transcript.Text, Text: s}} }
	ended := func(name, input, status string) func(k int) []transcript.Item {
		return func(k int) []transcript.Item {
			id := fmt.Sprintf("nb_%c", 'z'-rune(k))
			return []transcript.Item{call(id, name, input), result(id, status, fmt.Sprintf("%s no. %d", status, 30+k))}
		}
	}
	var list []Surrounding
	for _, e := range []struct {
		slug, title string
		items       func(k int) []transcript.Item
	}{
		{"text", "a text", func(k int) []transcript.Item { return text(fmt.Sprintf("Part %c.", 'z'-rune(k))) }},
		{"empty-text", "an empty text", func(int) []transcript.Item { return text("") }},
		{"call", "another call with its result", ended("getGuitars", `{"page":2}`, transcript.Success)},
		{"failed-call", "a call that failed", ended("getGuitars", `{"page":3}`, transcript.Error)},
		{"cancelled-call", "a call that was cancelled", ended("getGuitars", `{"page":4}`, transcript.Cancelled)},
		{"same-call", "the same call with another result", ended("roll", `{"sides":6}`, transcript.Success)},
		{"same-call-failed", "the same call, failed", ended("roll", `{"sides":6}`, transcript.Error)},
	} {
		around := append(e.items(0), call("su_5", "roll", `{"sides":6}`))
		around = append(append(around, e.items(1)...), result("su_5", transcript.Success, "four"))
		list = append(list, Surrounding{"beside-" + e.slug, "Before, between and behind a call and its result stands " + e.title + ".",
			append(around, e.items(2)...), false})
		stopped := append([]transcript.Item{call("su_6", "roll", `{"sides":6}`)}, e.items(0)...)
		stopped = append(append(stopped, call("su_2", "roll", `{"sides":8}`)), e.items(1)...)
		stopped = append(append(stopped, result("su_2", transcript.Success, "seven")), e.items(2)...)
		list = append(list, Surrounding{"beside-" + e.slug + "-stopped",
			"Beside two calls, one of them open when the user stops, stands " + e.title + ".",
			append(stopped, transcript.Item{Kind: transcript.Stop, Reason: transcript.UserStopped}), true})
	}
	return list
}
