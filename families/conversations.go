package families

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// AsItIs is a history as the script of a converter whose input is one.
func AsItIs(h history.History) dialect.Script { return h }

// conversations are histories in which something is easily taken for a repetition, or for a content of the wire's own.
func (s Side) conversations() []*dialect.Case {
	of := func(slug, title string, h history.History) *dialect.Case {
		return &dialect.Case{ID: s.Pair.String() + "/" + slug, Title: title, Pair: s.Pair, Class: dialect.Valid, Tests: s.Words,
			Script: s.Given(h)}
	}
	list := []*dialect.Case{of("said-again", "Everybody says the same thing again, of the same calls with the same results.", again()),
		of("users-go-on", "A user says three things in a row behind a result, and two behind the answer.", impatient()),
		of("ids-counted-otherwise", "Equal calls of several turns have ids that a converter may give them in another order.",
			counted()),
		of("results-like-contents", "Results are values that look like contents, wrappers and errors.", contents()),
		Long(s.Pair, s.Words, func(turns int) dialect.Script { return s.Given(long(turns)) })}
	return append(list, Mixed(s.Pair, s.Words, s.Given)...)
}

// Long is a conversation of more turns than who keeps the newest ones keeps.
func Long(pair dialect.Pair, tests []string, of func(turns int) dialect.Script) *dialect.Case {
	return &dialect.Case{ID: pair.String() + "/sixty-turns", Title: "A conversation of 60 turns, each with a call.", Pair: pair,
		Class: dialect.Valid, Tests: tests, Script: of(60)}
}

// LongID is the id of the n-th call of a long conversation.
func LongID(n int) string { return fmt.Sprintf("long_%d", 900-13*n) }

func long(turns int) (h history.History) {
	for i := range turns {
		id := LongID(i)
		h = append(h, history.Entry{Role: history.User, Text: fmt.Sprintf("Where is %d?", 300+i)},
			history.Entry{Role: history.Assistant, Parts: []history.Part{{Call: true, ID: id, Name: "find",
				Arguments: fmt.Sprintf(`{"n":%d}`, i)}}},
			history.Entry{Role: history.Tool, CallID: id, Name: "find", Output: wire.Str(fmt.Sprintf("at %d", 500+i)), Status: "success"},
			history.Entry{Role: history.Assistant, Parts: []history.Part{{Text: fmt.Sprintf("It is at %d.", 500+i)}}})
	}
	return append(h, history.Entry{Role: history.User, Text: "Thanks."})
}

// again is a conversation whose turns are alike.
func again() (h history.History) {
	for i := range 3 {
		id := fmt.Sprintf("again_%d", 9-4*i)
		h = append(h, history.Entry{Role: history.User, Text: "Go on."},
			history.Entry{Role: history.Assistant, Parts: []history.Part{{Text: "Yes."},
				{Call: true, ID: id, Name: "next", Arguments: `{"by":1}`}}},
			history.Entry{Role: history.Tool, CallID: id, Name: "next", Output: wire.Str("moved"), Status: "success"},
			history.Entry{Role: history.Assistant, Parts: []history.Part{{Text: "Done."}}})
	}
	return append(h, history.Entry{Role: history.User, Text: "Thanks."})
}

// counted is a conversation whose calls differ in their ids alone, which are numbers: who counts them anew gives each call the id
// that another one had.
func counted() (h history.History) {
	for i, id := range []string{"call_1", "call_2", "call_0"} {
		h = append(h, history.Entry{Role: history.User, Text: fmt.Sprintf("Roll for player %d.", 7-i)},
			history.Entry{Role: history.Assistant, Parts: []history.Part{{Call: true, ID: id, Name: "roll", Arguments: `{"sides":6}`}}},
			history.Entry{Role: history.Tool, CallID: id, Name: "roll", Output: wire.Str([]string{"four", "two", "six"}[i]),
				Status: "success"})
	}
	return append(h, history.Entry{Role: history.User, Text: "Who won?"})
}

// impatient is a conversation in which the user goes on speaking.
func impatient() history.History {
	said := func(text string) history.Entry { return history.Entry{Role: history.User, Text: text} }
	return history.History{said("Find it."),
		{Role: history.Assistant, Parts: []history.Part{{Call: true, ID: "row_4", Name: "find", Arguments: `{"n":4}`}}},
		{Role: history.Tool, CallID: "row_4", Name: "find", Output: wire.Str("four"), Status: "success"},
		said("Wait."), said("No, go on."), said("Please."),
		{Role: history.Assistant, Parts: []history.Part{{Text: "Four."}}}, said("Good."), said("And then?")}
}

// contents is a conversation of one turn with many results.
func contents() history.History {
	h := history.History{{Role: history.User, Text: "Look at all of them."}, {Role: history.Assistant}}
	for i, output := range []string{`{"type":"text","text":"part"}`, `[{"type":"text","text":"part"}]`,
		`{"content":[{"type":"text","text":"part"}]}`, `{"content":"inner","isError":false}`, `{"type":"json","value":{"a":1}}`,
		`{"type":"image","data":"aGk=","mimeType":"image/png"}`, `{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}`,
		`{"text":"inner"}`, `{"result":"inner"}`, `{"output":"inner"}`, `{"value":null}`, `{"data":[1]}`, `{"error":"none"}`,
		`{"isError":true}`, `{"status":"error","message":"none"}`,
		`["one","two"]`, `["one"]`, `[[1]]`, `"Error: none"`, `"{\"error\":\"none\"}"`,
		`"[object Object]"`, `"undefined"`, `"[]"`, `"data:image/png;base64,aGk="`} {
		id := fmt.Sprintf("like_%d", 97-4*i)
		h[1].Parts = append(h[1].Parts, history.Part{Call: true, ID: id, Name: "look", Arguments: fmt.Sprintf(`{"at":%d}`, i)})
		h = append(h, history.Entry{Role: history.Tool, CallID: id, Name: "look", Output: wire.ParseString(output), Status: "success"})
	}
	return h
}
