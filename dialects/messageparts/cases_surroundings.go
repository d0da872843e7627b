package messageparts

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// neighbour is something that may stand beside a call and its result in a chat.
type neighbour struct {
	slug, title string
	// at are its steps; k is the how-manieth it is.
	at func(k int) []wire.Value
	// clientOnly: only a client's result may come behind it.
	clientOnly bool
}

// neighbours are steps of every kind.
func neighbours() []neighbour {
	finished := func(reason string) neighbour {
		return neighbour{"finish-" + reason, "a finish for the reason " + reason, func(int) []wire.Value { return one(finish(reason)) }, false}
	}
	id := func(k int) string { return fmt.Sprintf("nb-%d", 9-k) }
	args := func(k int) string { return fmt.Sprintf(`{"sides":%d}`, 20+k) }
	return []neighbour{
		{"text", "a text", func(k int) []wire.Value { return one(say(fmt.Sprintf("Part %c.", 'z'-k))) }, false},
		{"empty-text", "an empty text", func(int) []wire.Value { return one(say("")) }, false},
		{"empty-then-text", "an empty text and another", func(k int) []wire.Value { return []wire.Value{say(""), say(fmt.Sprintf("Part %c.", 'z'-k)), say("")} }, false},
		finished("tool_calls"), finished("stop"), finished("length"), finished("content_filter"),
		{"server-call", "a server's call and its result", func(k int) []wire.Value {
			return []wire.Value{toolCall(id(k), "roll", args(k), server), returned(id(k), fmt.Sprintf("rolled %d", 30+k))}
		}, false},
		{"client-call", "a client's call and its output", func(k int) []wire.Value {
			return []wire.Value{toolCall(id(k), "pick", args(k), client), output(id(k), "pick", fmt.Sprintf(`{"picked":%d}`, 30+k))}
		}, false},
		{"failed-call", "a client's call that fails", func(k int) []wire.Value {
			return []wire.Value{toolCall(id(k), "pick", args(k), client), failed(id(k), "pick", fmt.Sprintf("lost die %d", 40+k))}
		}, false},
		{"deltas", "a call told in pieces, and its output", func(k int) []wire.Value {
			return append(deltas(id(k), "pick", client, `{"sides":`, fmt.Sprint(20+k), `}`), callsDone(), output(id(k), "pick", `"picked"`))
		}, false},
		{"user", "a question", func(k int) []wire.Value { return one(user(fmt.Sprintf("And %c?", 'z'-k))) }, true},
	}
}

// surroundingCases put every neighbour before, between and behind a call and its
// result, of a server and of a client, alone and in parallel.
func surroundingCases() []*dialect.Case {
	var list []*dialect.Case
	for _, e := range neighbours() {
		if !e.clientOnly {
			list = append(list, valid("beside-"+e.slug+"-server", "Before, between and behind a server's call and its result stands "+e.title+".", "05 06 20 22 23",
				script(user("Go"), e.at(0), toolCall("su-s", "getGuitars", `{"n":5}`, server), e.at(1), returned("su-s", "five"), e.at(2), stop(), user("So?"))))
		}
		list = append(list,
			valid("beside-"+e.slug+"-client", "Before, between and behind a client's call and its output stands "+e.title+".", "01 02 06 07 20 22 23",
				script(user("Go"), e.at(0), toolCall("su-c", "recommendGuitar", `{"id":"5"}`, client), e.at(1), output("su-c", "recommendGuitar", `{"chosen":"5"}`), e.at(2), stop(), user("So?"))),
			valid("beside-"+e.slug+"-parallel", "Between two calls, their results and what follows stands "+e.title+".", "01 02 04 06 20 22 23 24",
				script(user("Go"), say("I look."), toolCall("su-a", "recommendGuitar", `{"id":"6"}`, client), e.at(0), toolCall("su-b", "recommendGuitar", `{"id":"7"}`, client), e.at(1),
					output("su-b", "recommendGuitar", `{"chosen":"7"}`), e.at(2), failed("su-a", "recommendGuitar", "sold by now"), e.at(3), say("There."), stop(), user("So?"))))
	}
	return append(append(list, againCases()...), reasonCases()...)
}

// againCases: the same call once more, later: another id, and a result of its own.
func againCases() []*dialect.Case {
	var list []*dialect.Case
	again := func(id string, where side) wire.Value { return toolCall(id, "roll", `{"sides":6}`, where) }
	for _, between := range []struct {
		slug, title string
		steps       []wire.Value
	}{{"same-turn", "in the same turn", one(callsDone())}, {"text", "behind a text", []wire.Value{callsDone(), say("Again.")}},
		{"next-turn", "in the next turn", []wire.Value{callsDone(), say("Four."), stop(), user("Again")}},
		{"turn-after", "two turns on", []wire.Value{callsDone(), say("Four."), stop(), user("Really?"), say("Yes."), stop(), user("Again")}}} {
		for _, first := range []struct {
			slug  string
			where side
			steps wire.Value
		}{{"server", server, returned("ag-7", "four")}, {"client", client, output("ag-7", "roll", `{"rolled":4}`)},
			{"failed", client, failed("ag-7", "roll", "the die is lost")}} {
			list = append(list, valid("again-"+between.slug+"-"+first.slug, "The same call comes again "+between.title+": it has a result of its own.", "06 20 22 23 25",
				script(user("Roll"), again("ag-7", first.where), first.steps, between.steps, again("ag-3", client), output("ag-3", "roll", `{"rolled":2}`), callsDone(), say("Two."),
					again("ag-5", server), returned("ag-5", "four"), stop(), user("So?"))))
		}
	}
	return append(list, valid("again-open", "The same call comes again in the next turn, and the first one is not answered yet.", "06 20 22",
		script(user("Roll"), again("ag-7", client), callsDone(), user("Again"), again("ag-3", client), callsDone(), output("ag-3", "roll", `{"rolled":2}`), say("Two."), stop(), user("So?"))))
}

// reasonCases: why a stream finished says nothing about calls that are whole.
func reasonCases() []*dialect.Case {
	var list []*dialect.Case
	for _, reason := range []string{"tool_calls", "stop", "length", "content_filter"} {
		calls := []wire.Value{toolCall("re-4", "recommendGuitar", `{"id":"4"}`, client), toolCall("re-9", "getGuitars", `{"n":9}`, server), toolCall("re-6", "recommendGuitar", `{"id":"6"}`, client)}
		list = append(list,
			valid("reason-"+reason, "The finish for the reason "+reason+" stands between an output and the results that are still to come.", "01 02 04 05 06 07 20 22 23 24",
				script(user("Go"), say("I look."), calls, output("re-6", "recommendGuitar", `{"chosen":"6"}`), finish(reason), returned("re-9", "nine"), failed("re-4", "recommendGuitar", "sold by now"), user("So?"))),
			valid("reason-"+reason+"-last", "The finish for the reason "+reason+" comes when everything is answered, and more is said in the next turn.", "01 02 05 06 07 20 22 23 26",
				script(user("Go"), calls, output("re-6", "recommendGuitar", `{"chosen":"6"}`), returned("re-9", "nine"), output("re-4", "recommendGuitar", `{"chosen":"4"}`), say("There they"), finish(reason),
					user("So?"), say("So it is."), finish(reason), user("Thanks"))))
	}
	return list
}
