package coverage

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// turn is a producer's script.
type turn struct {
	dialect.Script
	items string
}

func (s turn) Input(string, []int) wire.Value {
	return wire.Obj(wire.M("transcript", wire.ParseString(`{"items":`+s.items+`}`)))
}

func producer(grammar *dialect.Grammar) *dialect.Side {
	return &dialect.Side{Pair: dialect.Pair{Dialect: "x", Role: dialect.Producer}, Grammar: grammar}
}

const (
	callA = `{"type":"call","id":"a","name":"t","input":{}}`
	callB = `{"type":"call","id":"b","name":"t","input":{"x":0}}`
	doneA = `{"type":"result","callId":"a","status":"success","content":null}`
	text  = `{"type":"text","text":""}`
)

func table(t *testing.T, items ...string) *Table {
	t.Helper()
	return tableOf(t, dialect.TranscriptGrammar(), items...)
}

func tableOf(t *testing.T, grammar *dialect.Grammar, items ...string) *Table {
	t.Helper()
	tab, err := New(producer(grammar))
	if err != nil {
		t.Fatal(err)
	}
	tab.Add(Fixed, &dialect.Case{Script: turn{items: "[" + strings.Join(items, ",") + "]"}}, nil)
	return tab
}

func (t *Table) shown(families ...string) []string {
	var list []string
	for _, c := range t.Cells {
		if c.Count[Fixed] > 0 && slices.Contains(families, c.Family) {
			list = append(list, c.Key())
		}
	}
	slices.Sort(list)
	return list
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("shown\n  %s\nwanted\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestElementsAndTheirSurroundings(t *testing.T) {
	tab := table(t, callA, text, callB, doneA, text)
	expect(t, tab.shown(Neighbours, Sequence, Turns, Repeated),
		"neighbours: (start) → call", "neighbours: call → text", "neighbours: text → call", "neighbours: call → result/success",
		"neighbours: result/success → text", "neighbours: text → (end)", "sequence: call → result/success, of one call", "turns: one",
		"repeated: name of a call in the turn")
	expect(t, tab.shown(Around),
		"around: call before a call, alone", // a before b
		"around: text before a call, parallel", "around: text between a call and its result, alone",
		"around: call between a call and its result, alone",
		"around: result/success after a call that is never answered, alone", "around: text after a result, parallel",
		"around: text after a call that is never answered, alone")
}

func TestMembers(t *testing.T) {
	got := table(t, callB, doneA).shown(Members)
	for _, want := range []string{"member: :call.id = present", "member: :call.input = present", "member: :call.label = absent",
		"member: :result.content = null",
		"member: :result.artifact = absent", "member: :result.status = success", "member: type = call", "member: type = result"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not shown", want)
		}
	}
	if empty := table(t, callA).shown(Members); !slices.Contains(empty, "member: :call.input = empty") {
		t.Error("an empty input is not shown")
	}
	tab := table(t)
	for key, breaks := range map[string]bool{"member: :call.id = absent": true, "member: :call.id = null": true,
		"member: :call.label = absent": false, "member: :result.status = other": true,
		"member: :result.content = falsy": false, "member: :call.input = wrong type": true} {
		if c := tab.byKey[key]; c == nil || c.Breaks != breaks {
			t.Errorf("%s: forbidden should be %v: %+v", key, breaks, c)
		}
	}
}

func TestBareUnlessShownOrNamed(t *testing.T) {
	tab := table(t, text)
	bare := map[string]bool{}
	for _, c := range tab.Bare() {
		bare[c.Key()] = true
	}
	for key, want := range map[string]bool{"member: :stop.reason = error": true, "neighbours: call → text": true,
		"neighbours: (start) → text":    false,
		"neighbours: stop/error → text": false, "member: :call.id = absent": false} {
		if bare[key] != want {
			t.Errorf("%s: bare should be %v", key, want)
		}
	}
	tab = tableOf(t, dialect.TranscriptGrammar(dialect.Zero{Cells: "neighbours: (start) → text"}), text)
	if idle := tab.Idle(); slices.Contains(idle, "neighbours: (start) → progress") ||
		!slices.Contains(idle, "neighbours: (start) → text") {
		t.Errorf("idle are %v", idle)
	}
	grammar := dialect.TranscriptGrammar(dialect.Zero{Cells: "neighbours: nobody → text"})
	if _, err := New(producer(grammar)); err == nil {
		t.Error("a pattern that matches no cell is taken")
	}
}

func TestTurnsAndRepetitions(t *testing.T) {
	grammar := dialect.TranscriptGrammar()
	grammar.Turns = []string{"text"}
	tab := tableOf(t, grammar, callA, doneA, text, strings.Replace(callA, `"a"`, `"c"`, 1), callA, doneA)
	expect(t, tab.shown(Turns, Repeated), "turns: several", "turns: a call in the first of several", "turns: a call in a later one",
		"turns: a call that a later one answers",
		"repeated: id of a call of an earlier turn", "repeated: name of a call of an earlier turn",
		"repeated: arguments of a call of an earlier turn", "repeated: name and arguments of a call of an earlier turn")
}

func TestPlacesOfCuts(t *testing.T) {
	for _, c := range []struct{ encoding, data, before, want string }{
		{wire.SSE, "data: {\"a\":1}\n\ndata: {}\n\n", "data: {}", betweenFrames},
		{wire.SSE, "data: {\"a\":1}\n\ndata: {}\n\n", "\n\ndata: {}", elsewhere},
		{wire.SSE, "data: {\"a\":1}\n\ndata: {}\n\n", "\ndata: {}", betweenLines},
		{wire.SSE, "data: {}\ndata: 1\n\n", "data: 1", betweenLines},
		{wire.SSE, "data: {}\n\n", "ta: {}", insideField},
		{wire.NDJSON, "{\"ab\":\"cd\"}\n{}\n", "b\":", insideName},
		{wire.NDJSON, "{\"ab\":\"cd\"}\n{}\n", "d\"}", insideString},
		{wire.NDJSON, "{\"ab\":\"c\\u0041\"}\n{}\n", "041", insideEscape},
		{wire.NDJSON, "{\"ab\":\"\\n\"}\n{}\n", "n\"}", insideEscape},
		{wire.NDJSON, "{\"ab\":\"é\"}\n{}\n", "\xa9", insideChar},
		{wire.NDJSON, "{\"ab\":123}\n{}\n", "23}", insideWord},
		{wire.NDJSON, "{}\r\n{}\r\n", "\n{}", insideCRLF},
		{wire.NDJSON, "\ufeff{}\n", "\xbb", insideBOM},
		{"", "```tool\n{\"a\": 1}\n```\n", "``tool", insideMarks},
		{"", "```tool\n{\"a\": 1}\n```\n", "{\"a", betweenFrames},
		{"", "```tool\n{\"a\": 1}\n```\n", "ol\n", elsewhere},
	} {
		at := strings.Index(c.data, c.before)
		if got := placesOf([]byte(c.data), c.encoding)[at]; got != c.want {
			t.Errorf("%s %q before %q: %s, wanted %s", c.encoding, c.data, c.before, got, c.want)
		}
	}
}
