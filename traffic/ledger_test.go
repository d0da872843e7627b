package traffic_test

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

const begun = `{"messages":[{"role":"user","content":"Go."}]}`

func asked(messages string) wire.Value { return wire.ParseString(`{"messages":[` + messages + `]}`) }

// callOf is an assistant's message with a call, and its result.
func callOf(id, name, arguments string) string {
	return `{"role":"assistant","tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"` + name + `","arguments":` +
		wire.Quote(arguments) + `}}]},{"role":"tool","tool_call_id":"` + id + `","content":"r"}`
}

func gave(calls ...string) *traffic.Answer {
	a := &traffic.Answer{}
	for i := 0; i < len(calls); i += 3 {
		a.Calls = append(a.Calls, &compare.Got{ID: wire.Str(calls[i]), Name: wire.Str(calls[i+1]), Arguments: wire.Str(calls[i+2])})
	}
	return a
}

// What goes on from an answer holds its calls as they came; what doesn't is not held against it.
func TestConversations(t *testing.T) {
	const user = `{"role":"user","content":"Go."},`
	for _, c := range []struct {
		name, next string
		want       string
	}{
		{"as it came", user + callOf("a", "f", `{"q":1}`), ""},
		{"spelled otherwise", user + callOf("a", "f", `{ "q" : 1.0 }`), ""},
		{"other arguments", user + callOf("a", "f", `{"q":2}`), "other arguments"},
		{"another name", user + callOf("a", "g", `{"q":1}`), "another name"},
		{"another conversation with its id", `{"role":"user","content":"Stop."},` + callOf("a", "g", `{}`), ""},
		{"another conversation", user + callOf("b", "g", `{}`), ""},
		{"asked again", strings.TrimSuffix(user, ","), ""},
	} {
		for _, late := range []bool{false, true} {
			w := traffic.Find(wires(), "POST", "/v1/chat/completions")
			l := traffic.NewLedger(w)
			first, next := w.Request(wire.ParseString(begun)), w.Request(asked(c.next))
			links := l.Request(1, first)
			if !late {
				links = append(links, l.Answer(1, gave("a", "f", `{"q":1}`), first)...)
			}
			links = append(links, l.Request(2, next)...)
			if late {
				links = append(links, l.Answer(1, gave("a", "f", `{"q":1}`), first)...)
			}
			var got []string
			for _, link := range links {
				for _, f := range link.Findings {
					got = append(got, f.Message)
				}
			}
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
				t.Errorf("%s (late: %t): %q", c.name, late, got)
			}
		}
	}
}

// One of two calls that is left out is missed; a whole answer that is left out is another conversation.
func TestOneCallIsLeftOut(t *testing.T) {
	w := traffic.Find(wires(), "POST", "/v1/chat/completions")
	l := traffic.NewLedger(w)
	l.Answer(1, gave("a", "f", `{}`, "b", "f", `{}`), nil)
	links := l.Request(2, w.Request(asked(callOf("a", "f", `{}`))))
	if len(links) != 1 || len(links[0].Findings) != 1 || !strings.Contains(links[0].Findings[0].Message, `"b"`) {
		t.Errorf("%+v", links)
	}
	if l.Open() != 0 {
		t.Errorf("%d answers wait", l.Open())
	}
}

// A server whose ids count from 0 gives each of them many times: what is equal belongs together, and what
// nobody can tell is counted.
func TestIDsThatComeAgain(t *testing.T) {
	w := traffic.Find(wires(), "POST", "/v1/chat/completions")
	l := traffic.NewLedger(w)
	l.Answer(1, gave("0", "f", `{}`), nil)
	l.Answer(2, gave("0", "g", `{}`), nil)
	if links := l.Request(3, w.Request(asked(callOf("0", "h", `{}`)))); len(links) != 0 || l.Ambiguous == 0 {
		t.Errorf("%+v, %d ambiguous", links, l.Ambiguous)
	}
	if links := l.Request(4, w.Request(asked(callOf("0", "g", `{}`)))); len(links) != 1 || links[0].From != 2 ||
		len(links[0].Findings) > 0 {
		t.Errorf("%+v", links)
	}
}

// A response that the server keeps is gone on from by its id: every call has its output.
func TestKeptResponses(t *testing.T) {
	w := traffic.Find(wires(), "POST", "/v1/responses")
	for next, want := range map[string]int{
		`{"previous_response_id":"resp_1","input":[{"type":"function_call_output","call_id":"a","output":"1"},
			{"type":"function_call_output","call_id":"b","output":"2"}]}`: 0,
		`{"previous_response_id":"resp_1","input":[{"type":"function_call_output","call_id":"a","output":"1"}]}`: 1,
		`{"input":[{"type":"item_reference","id":"fc_1"},{"type":"item_reference","id":"fc_2"},{"type":"function_call_output",
			"call_id":"a","output":"1"},{"type":"function_call_output","call_id":"b","output":"2"}]}`: 0,
		`{"input":[{"type":"function_call_output","call_id":"a","output":"1"},` +
			`{"type":"function_call_output","call_id":"b","output":"2"}]}`: 2,
	} {
		l := traffic.NewLedger(w)
		a := gave("a", "f", `{}`, "b", "f", `{}`)
		a.ID = "resp_1"
		l.Answer(1, a, nil)
		found := 0
		for _, link := range l.Request(2, w.Request(wire.ParseString(next))) {
			found += len(link.Findings)
		}
		if found != want {
			t.Errorf("%s: %d findings, %d were expected", next, found, want)
		}
	}
}
