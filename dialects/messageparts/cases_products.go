package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// orderCases are a server and a client tool in one turn, in every order of
// result, output, finish and continuation.
func orderCases() []*dialect.Case {
	var list []*dialect.Case
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
	c := valid(slug, "A server and a client tool in one turn; then, in this order (r result, c output, f finish): "+order+".", tests,
		script(list...))
	if pieces && strings.HasSuffix(tests, "07") { // a right client waits for the arguments to be whole
		c.Class = dialect.Adversarial
	}
	return c
}

// strayCases are results for ids that no call has, in three places.
func strayCases() []*dialect.Case {
	open := toolCall("real-1", "recommendGuitar", `{"id":"6"}`, client)
	answer := output("real-1", "recommendGuitar", `{"real":"yes"}`)
	var list []*dialect.Case
	for _, s := range []struct {
		slug, title string
		step        wire.Value
	}{
		{"client", "A client-side output", output("ghost-9", "recommendGuitar", `{"ghost":"output"}`)},
		{"client-string", "A client-side text", output("ghost-9", "recommendGuitar", `"the ghost's text"`)},
		{"client-error", "A client-side error", failed("ghost-9", "recommendGuitar", "the ghost failed")},
		{"server", "A server-side result", returned("ghost-9", "the ghost's content")},
		{"server-error", "A server-side error", serverResult("ghost-9", "the ghost broke", stateError)},
		{"prefix", "A result for the beginning of the id", output("real-", "recommendGuitar", `"of a prefix"`)},
		{"longer", "A result for a longer id", returned("real-11", "of a longer id")},
		{"suffix", "A result for an id that ends as the call's", returned("x-real-1", "of a suffix")},
		{"empty-id", "A result with the id \"\"", output("", "recommendGuitar", `"to no id"`)},
		{"blank-id", "A result with the id \" \"", returned(" ", "to a blank id")},
		{"invisible", "A result for the id with a character that nobody sees", output("real-\u200b1", "recommendGuitar", `"unseen"`)},
		{"case", "A result for the id in another case", output("REAL-1", "recommendGuitar", `"of upper case"`)},
		{"blank", "A result for the id with a blank", returned("real-1 ", "of a padded id")},
		{"to-string", "A result for the id toString", output("toString", "recommendGuitar", `"of toString"`)},
		{"undefined", "A result for the id undefined", returned("undefined", "of undefined")},
		{"null", "A result for the id null", output("null", "recommendGuitar", `"of null"`)},
		{"proto", "A result for the id __proto__", returned("__proto__", "of __proto__")},
		{"position", "A result for the call's position", output("0", "recommendGuitar", `"of zero"`)},
		{"accented", "A result for the id with an accent", returned("re\u0301al-1", "of an accent")},
		{"hash", "A result for the id behind a sign", output("#real-1", "recommendGuitar", `"of a sign"`)},
		{"zeros", "A result for the id with a zero more", returned("real-01", "of a zero")},
		{"name", "A result under the tool's name", output("recommendGuitar", "recommendGuitar", `"of a name"`)},
	} {
		list = append(list, hostile("stray-"+s.slug, s.title+" for an unknown id; then the open call is answered.", "10 01",
			script(user("Go"), open, s.step, answer, callsDone(), say("Right."), stop(), user("Well?"))),
			hostile("stray-"+s.slug+"-after", s.title+" for an unknown id, after the only call was answered.", "10 01",
				script(user("Go"), open, answer, s.step, callsDone(), say("Right."), stop(), user("Well?"))),
			hostile("stray-"+s.slug+"-open", s.title+" for an unknown id, while the only call is never answered.", "10",
				script(user("Go"), open, callsDone(), s.step, user("Well?"))))
	}
	return list
}

// secondCases are second results for a call.
func secondCases() []*dialect.Case {
	const id, tool = "dup-6", "recommendGuitar"
	one, two := output(id, tool, `{"result":"number one"}`), output(id, tool, `"result number two"`)
	var list []*dialect.Case
	for _, s := range []struct {
		slug, title string
		steps       []wire.Value
	}{
		{"equal", "two equal outputs", []wire.Value{one, one}},
		{"different", "two different outputs", []wire.Value{one, two}},
		{"objects", "two outputs with different members", []wire.Value{output(id, tool, `{"a":{"p":1},"first":"only"}`), output(id, tool,
			`{"a":{"q":2},"second":"only"}`)}},
		{"server-error-first", "a server-side error, then an output", []wire.Value{serverResult(id, "reason number one", stateError), two}},
		{"then-error", "an output, then an error", []wire.Value{one, failed(id, tool, "reason number two")}},
		{"after-error", "an error, then an output", []wire.Value{failed(id, tool, "reason number one"), two}},
		{"errors", "two different errors", []wire.Value{failed(id, tool, "reason number one"), failed(id, tool, "reason number two")}},
		{"empty-error", "an output, then an error without a text", []wire.Value{one, failed(id, tool, "")}},
		{"falsy", "an output, then false", []wire.Value{one, output(id, tool, `false`)}},
		{"server", "a server-side result, then an output", []wire.Value{returned(id, "server number one"), two}},
		{"server-last", "an output, then a server-side result", []wire.Value{one, returned(id, "server number two")}},
		{"three", "three outputs", []wire.Value{one, two, output(id, tool, `["result number three"]`)}},
	} {
		list = append(list, hostile("second-"+s.slug, "The same call gets "+s.title+".", "11 20 23",
			script(user("Go"), toolCall(id, tool, `{"id":"6"}`, client), callsDone(), s.steps, user("Well?"))),
			hostile("second-"+s.slug+"-early", "The same call gets "+s.title+", before the finish and beside another call.", "11 06",
				script(user("Go"), toolCall("oth-3", tool, `{"id":"7"}`, client), toolCall(id, tool, `{"id":"6"}`, client), s.steps,
					output("oth-3", tool, `"the other one"`), callsDone(), say("So."), stop(), user("Well?"))))
	}
	return append(list, hostile("second-next-turn", "A second output comes after the next user message.", "11 20 22",
		script(user("Go"), toolCall(id, tool, `{"id":"6"}`, client), one, callsDone(), user("Well?"), two, say("Hm."), stop(), user("And?"))))
}

// cutCases are streams that end behind every byte of the arguments.
func cutCases() []*dialect.Case {
	var list []*dialect.Case
	const whole = `{"id":"6","tags":["a\"b",{"n":1.5}],"on":true}`
	for at := 1; at < len(whole); at++ {
		list = append(list, hostile(fmt.Sprintf("cut-at-%02d", at), fmt.Sprintf("The stream is cut after %d bytes of the arguments.", at), "12",
			script(user("Go"), say("Wait."), deltas("cut-at", "recommendGuitar", client, bytewise(whole[:at])...))))
	}
	return list
}
