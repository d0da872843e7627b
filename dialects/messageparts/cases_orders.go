package messageparts

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// orderCases are a server and a client tool in one turn, in every order of
// result, output, finish and continuation.
func orderCases() []*dialect.Case {
	list := []*dialect.Case{
		valid("late-output", "The user writes on while the client tool still runs: its tool message comes before the next user message.",
			"01 02 06 20 22 23",
			script(user("Pick one"), toolCall("late-1", "recommendGuitar", `{"id":"8"}`, client), callsDone(),
				user("Are you still there?"), output("late-1", "recommendGuitar", `{"chosen":"8"}`), say("Yes."), stop())),
		valid("late-output-before-new-call", "A result of the first turn comes in the second, which has a call of its own.",
			"01 06 20 22 23",
			script(user("Pick one"), toolCall("first-3", "recommendGuitar", `{"id":"8"}`, client), callsDone(), user("And a cheaper one?"),
				toolCall("second-5", "recommendGuitar", `{"id":"2"}`, client), output("second-5", "recommendGuitar", `"cheap"`),
				output("first-3", "recommendGuitar", `"dear"`), callsDone(), user("Thanks"))),
		valid("two-turns", "Each turn has its own call and result; nothing wanders from one to the other.",
			"01 02 05 06 20 22 23 25 26",
			script(user("First"), toolCall("t1", "getGuitars", `{"page":1}`, server), returned("t1", "page one"), say("One."), stop(),
				user("Second"), toolCall("t0", "recommendGuitar", `{"id":"1"}`, client), callsDone(), output("t0", "recommendGuitar", `["two"]`),
				say("Two."), stop(), user("Third"), toolCall("t2", "getGuitars", `{"page":2}`, server), returned("t2", "page three"), say("Three."), stop())),
		hostile("told-again-after-output", "The call is told once more after its output: a state change, not a new call.",
			"02 06 07 23 25",
			script(deltas("again-2", "recommendGuitar", client, `{"id":`, `"5"}`), toolCall("again-2", "recommendGuitar", `{"id":"5"}`, client),
				output("again-2", "recommendGuitar", `{"ok":"yes"}`), toolCall("again-2", "recommendGuitar", `{"id":"5"}`, client), callsDone(), user("Fine"))),
		valid("two-finishes", "Two finishes come after the output.",
			"02 07 20 23",
			script(toolCall("fin-7", "recommendGuitar", `{"id":"3"}`, client), output("fin-7", "recommendGuitar", `{"n":3}`), callsDone(), say("Done."), stop())),
		valid("open-sibling", "The server tool has answered, the client tool hasn't, and the user writes on: the result that is there is sent.",
			"05 06 20 22 24",
			script(user("Go"), toolCall("sib-a", "recommendGuitar", `{"id":"1"}`, client), toolCall("sib-b", "getGuitars", `{"all":true}`, server),
				returned("sib-b", "all of them"), toolCall("sib-c", "getGuitars", `{"all":false}`, server), serverResult("sib-c", "catalogue offline", stateError),
				callsDone(), user("What did you find?"))),
	}
	for _, order := range []string{"rcf", "crf", "rfc", "cfr", "frc", "fcr"} {
		list = append(list, orderCase(order, false), orderCase(order, true))
	}
	return list
}

// orderCase plays r(esult), c(lient output) and f(inish) in this order, then text
// and a user message; pieces tells the client's call by deltas.
func orderCase(order string, pieces bool) *dialect.Case {
	slug := "order-" + order
	call := []wire.Value{toolCall("ord-cli", "recommendGuitar", `{"id":"17"}`, client)}
	tests := "01 02 03 05 06 20 22 23"
	if pieces {
		slug += "-deltas"
		call = deltas("ord-cli", "recommendGuitar", client, `{"id"`, `:"17"}`)
	}
	if strings.Index(order, "c") < strings.Index(order, "f") {
		tests += " 07"
	}
	list := []any{user("Recommend"), say("I look."), toolCall("ord-srv", "getGuitars", `{"max":9}`, server), call}
	for _, step := range order {
		switch step {
		case 'r':
			list = append(list, returned("ord-srv", `["mentions ord-cli"]`))
		case 'c':
			list = append(list, output("ord-cli", "recommendGuitar", `{"id":"17","for":"ord-srv"}`))
		case 'f':
			list = append(list, callsDone())
		}
	}
	list = append(list, say("This one."), stop(), user("Why?"))
	c := valid(slug, "A server and a client tool in one turn; then, in this order (r result, c output, f finish): "+order+".", tests, script(list...))
	if pieces && strings.HasSuffix(tests, "07") { // a right client waits for the arguments to be whole
		c.Class = dialect.Adversarial
	}
	return c
}
