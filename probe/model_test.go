package probe_test

import (
	"io"
	"net/http"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// model is a server behind a wire whose model does what the probe's questions ask: it reads the words of
// the last user, as models do.
type model struct {
	*traffic.Wire
	answer dialect.Answer
	asked  []endpoint.Request
	heads  []http.Header
	// refuse turns a request away; "" takes it.
	refuse func(n int, body wire.Value) (status int, text string)
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	body, _ := wire.Parse(data)
	if m.Address() != r.URL.Path {
		http.NotFound(w, r)
		return
	}
	req := m.Read(body)
	m.asked, m.heads = append(m.asked, req), append(m.heads, r.Header)
	if m.refuse != nil {
		if status, text := m.refuse(len(m.asked), body); text != "" {
			w.Header().Set("Retry-After", "7")
			http.Error(w, text, status)
			return
		}
	}
	turn := does(req, body)
	if m.Live.Serves {
		turn = serves(turn)
	}
	o := m.answer(wire.Obj(wire.M("transcript", turn.JSON()), wire.M("threadId", wire.Str(req.Thread)), wire.M("runId", wire.Str(req.Run))))
	if !req.Stream {
		w.Header().Set("Content-Type", "application/json")
		var events []wire.Value
		for _, e := range o.Events {
			events = append(events, e.Value)
		}
		_, _ = w.Write([]byte(m.Whole(events).JSON()))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, h := range o.State.Get("headers").Members() {
		w.Header().Set(h.Name, h.Value.Text())
	}
	_, _ = io.WriteString(w, o.State.Get("sse").Text()+o.State.Get("body").Text())
}

// does is the turn of a model that does as it is asked.
func does(r endpoint.Request, body wire.Value) transcript.Transcript {
	said, answered := "", false
	for _, m := range r.Sent {
		if m.Role == history.User {
			said = m.Text
		}
		answered = len(m.Results) > 0
	}
	few := false
	for _, name := range []string{"max_tokens", "max_completion_tokens", "max_output_tokens"} {
		n, ok := body.Get(name).Int64()
		few = few || ok && n < 100
	}
	switch {
	case answered:
		return of(text("It is cold in Oslo."))
	case few:
		return transcript.Transcript{Items: []transcript.Item{{Kind: transcript.Call, ID: "c1", Name: "write_file"},
			{Kind: transcript.InputDelta, ID: "c1", Delta: `{"path":"a.txt","content":"1. The`},
			{Kind: transcript.Stop, Reason: transcript.Length}}}
	}
	for _, known := range []struct {
		word string
		turn transcript.Transcript
	}{
		{"three lines", of(text("  He said \"hi\" & left: <b>🎉</b>\n\n  Über "))},
		{"Pune", of(weather("Oslo"), weather("Lima"), weather("Pune"))},
		{"First say", of(text("I look it up."), weather("Oslo"))},
		{"get_weather", of(weather("Oslo"))},
		{"Call now", of(call("c1", "now", "{}"))},
		{"save_order", of(call("c1", "save_order",
			`{"customer":{"name":"Ada","vip":false},"lines":[{"sku":"a-1","count":0,"note":null}]}`))},
		{"40 numbered", of(call("c1", "write_file", `{"path":"a.txt","content":"`+strings.Repeat("A line about the sea.\\n", 40)+`"}`))},
		{"write_file", of(call("c1", "write_file", `{"path":"a.txt","content":"He said \"hi\" \\ 🎉\nÜber"}`))},
		{"story", of(text(strings.Repeat("Once upon a time there was a sea. ", 60)))},
	} {
		if strings.Contains(said, known.word) {
			return known.turn
		}
	}
	return of(text("Hello to you, dear reader."))
}

// serves is a turn whose calls the server answers itself: with progress, with values, one with an error.
func serves(t transcript.Transcript) transcript.Transcript {
	var items []transcript.Item
	for i, item := range t.Items {
		if items = append(items, item); item.Kind != transcript.Call || !item.Input.IsObject() {
			continue
		}
		if i == 1 {
			items = append(items, transcript.Item{Kind: transcript.Result, ID: item.ID, Status: transcript.Error,
				Content: wire.Str("no such city")})
			continue
		}
		items = append(items, transcript.Item{Kind: transcript.Progress, ID: item.ID, Text: "looking"},
			transcript.Item{Kind: transcript.Result, ID: item.ID, Status: transcript.Success, Content: wire.ParseString(`{"celsius":3}`)})
	}
	t.Items = items
	return t
}

func of(items ...transcript.Item) transcript.Transcript {
	return transcript.Transcript{Items: append(items, transcript.Item{Kind: transcript.Stop, Reason: transcript.Completed})}
}

func call(id, name, input string) transcript.Item {
	return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input)}
}

func text(words string) transcript.Item { return transcript.Item{Kind: transcript.Text, Text: words} }

func weather(city string) transcript.Item {
	return call("call_"+city, "get_weather", `{"city":"`+city+`"}`)
}
