package messageparts

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// idSets are ids that are like others and are often not treated so. Each set
// stands in one script.
func idSets() map[string][]string {
	sets := map[string][]string{
		"proto":         {"__proto__", "constructor", "toString"},
		"builtin":       {"hasOwnProperty", "length", "prototype"},
		"blank":         {" ", "  ", "\t"},
		"emoji":         {"🎸", "🎸🎸", "👩‍🚀"},
		"long":          {strings.Repeat("x", 300), strings.Repeat("x", 299) + "y", strings.Repeat("x", 299)},
		"letter-case":   {"call_Ab", "call_ab", "CALL_AB"},
		"surrounding":   {"c7", " c7", "c7 "},
		"normalisation": {"caf\u00e9", "cafe\u0301", "cafe"},
		"numeric":       {"7", "07", "7.0"},
		"emoji-alike":   {"🎸", "🎹", "🥁"},
		"dashes":        {"call-1", "call_1", "call1"},
		"colons":        {"a:1", "b:1", "1"},
		"percent":       {"a%20b", "a b", "a+b"},
		"prefixes":      {"toolu_1", "call_1", "1"},
		"invisible":     {"a\u200bb", "ab", "a\u00adb"},
		"joiners":       {"a\u200db", "a\ufeffb", "ab"},
		"selectors":     {"❤", "❤\ufe0f", "❤\ufe0e"},
		"behind-nul":    {"a\x00b", "a\x00c", "a"},
	}
	for _, g := range dialect.AlikeIDs() {
		sets["alike-"+g.Slug] = g.IDs[:]
	}
	return sets
}

func plainIDs() []string { return []string{"plain-c", "plain-a", "plain-b"} }

// idSteps is one script in which three ids share a turn.
func idSteps(id []string) steps {
	return script(words.User("Go"), words.ToolCall(id[0], "getGuitars", `{"n":"zeroth"}`, words.Server),
		words.Deltas(id[1], "recommendGuitar", words.Client, `{"n":`,
			`"first"}`),
		words.ToolCall(id[2], "recommendGuitar", `{"n":"second"}`, words.Client), words.CallsDone(),
		words.Output(id[2], "recommendGuitar", `{"is":"of the second"}`),
		words.Returned(id[0], "is of the zeroth"), words.Output(id[1], "recommendGuitar", `"is of the first"`), words.Say("So."),
		words.Stop(), words.User("Well?"))
}

func idMessages(id []string) stored {
	return newStored(words.UserMessage("u-1", "Go"), words.AssistantMessage("a-1", words.CallPart(id[0], "getGuitars", `{"n":"zeroth"}`),
		words.CallPart(id[1],
			"recommendGuitar", `{"n":"first"}`),
		words.CallWithOutput(id[2], "recommendGuitar", `{"n":"second"}`, `{"is":"of the second"}`),
		words.ResultPart(id[2], `{"is":"of the second"}`),
		words.ResultPart(id[0], "is of the zeroth"), words.ResultPart(id[1], "is of the first"), words.TextPart("So.")),
		words.UserMessage("u-2", "Well?"))
}

func robustSteps() []*dialect.Case {
	list := growthSteps()
	for _, slug := range slices.Sorted(maps.Keys(idSets())) {
		list = append(list, controlled(hostile, "ids-"+slug, "Ids that are like others: "+slug+".", "ROBUST-05", requirement.Must,
			idSteps(idSets()[slug]), idSteps(plainIDs())))
	}
	for i, n := range bigNumbers() {
		list = append(list,
			controlled(hostile, fmt.Sprintf("big-numbers-%d", i), "Integers beyond 2^53 in arguments and output.", "ROBUST-04",
				requirement.Should, numberSteps(n), numberSteps(`{"n":82000}`)),
			controlled(hostile, fmt.Sprintf("big-numbers-%d-server", i), "Integers beyond 2^53 in arguments and a server-side result.",
				"ROBUST-04", requirement.Should, numberResults(n), numberResults(`{"n":82000}`)))
	}
	list = append(list, bareNumbers()...)
	list = append(list, openSteps()...)
	for i, text := range strangeJSON() {
		list = append(list, blame(hostile(fmt.Sprintf("strange-json-%d", i), "JSON that readers disagree about, in arguments and output.",
			"",
			script(words.User("Go"), words.ToolCall("odd-1", "count", text, words.Client), words.Output("odd-1", "count", text),
				words.CallsDone(), words.User("Well?"))),
			"ROBUST-01", requirement.Must))
	}
	return list
}

// openSteps are streams that end before a result: no call is shown as a success.
// Their controls have the result.
func openSteps() []*dialect.Case {
	one := []any{words.User("Go"), words.ToolCall("open-1", "getGuitars", `{"n":1}`, words.Client), words.CallsDone()}
	answer := words.Output("open-1", "getGuitars", `"at last"`)
	two := []any{words.User("Go"), words.ToolCall("open-2", "getGuitars", `{"n":2}`, words.Server),
		words.ToolCall("open-3", "getGuitars", `{"n":3}`, words.Server),
		words.Returned("open-3", "of the third")}
	other := words.Returned("open-2", "of the second")
	with := func(list []any, more ...any) steps { return script(append(append([]any(nil), list...), more...)...) }
	return []*dialect.Case{
		controlled(hostile, "open-end", "The stream ends before the result.", "ROBUST-06", requirement.Must, with(one),
			with(one, answer)),
		controlled(hostile, "open-user", "The user writes on before the result.", "ROBUST-06", requirement.Must,
			with(one, words.User("Well?")),
			with(one, answer, words.User("Well?"))),
		controlled(hostile, "open-beside", "One of two calls is not answered.", "ROBUST-06", requirement.Must, with(two, words.CallsDone(),
			words.User("Well?")), with(two, other, words.CallsDone(), words.User("Well?"))),
	}
}

func openMessages() []*dialect.Case {
	call, beside := words.CallPart("open-1", "getGuitars", `{"n":1}`), []wire.Value{words.CallPart("open-2", "getGuitars", `{"n":2}`),
		words.ResultPart("open-2", "of the second")}
	with := func(parts ...wire.Value) stored {
		return newStored(words.UserMessage("u-1", "Go"), words.AssistantMessage("a-1", parts...), words.UserMessage("u-2", "Well?"))
	}
	answer := words.ResultPart("open-1", "at last")
	return []*dialect.Case{
		controlled(odd, "open-end", "A call has no result.", "ROBUST-06", requirement.Must, with(call), with(call, answer)),
		controlled(odd, "open-beside", "One of two calls has no result.", "ROBUST-06", requirement.Must, with(append([]wire.Value{call},
			beside...)...), with(append([]wire.Value{call, answer}, beside...)...)),
	}
}

func numberSteps(n string) steps {
	return script(words.User("Go"), words.ToolCall("big-1", "count", n, words.Client), words.CallsDone(), words.Output("big-1", "count", n),
		words.User("Well?"))
}

func numberResults(n string) steps {
	return script(words.User("Go"), words.Deltas("big-2", "count", words.Server, n[:4], n[4:]), words.CallsDone(),
		words.Returned("big-2", n), words.Say("Counted."), words.Stop(),
		words.User("Well?"))
}

// bareNumbers are integers beyond 2^53 that are an output themselves.
func bareNumbers() []*dialect.Case {
	of := func(n string) steps {
		return script(words.User("Go"), words.ToolCall("big-3", "count", `{"of":"x"}`, words.Client), words.CallsDone(),
			words.Output("big-3", "count", n), words.User("Well?"))
	}
	return []*dialect.Case{
		controlled(hostile, "big-output", "An output that is an integer beyond 2^53.", "ROBUST-04", requirement.Should,
			of(`9007199254740993`),
			of(`820000017`)),
		controlled(hostile, "big-output-negative", "An output that is a negative integer beyond 2^53.", "ROBUST-04", requirement.Should,
			of(`-9007199254740995`), of(`-820000017`)),
		controlled(hostile, "big-output-list", "An output that is a list of integers beyond 2^53.", "ROBUST-04", requirement.Should,
			of(`[12345678901234567890]`), of(`[820000017]`)),
	}
}

// controlled is a case of one line, with the same input without what it is about.
func controlled[S dialect.Script](make func(slug, title, tests string, s S) *dialect.Case, slug, title, id string,
	level requirement.Level, s, control S) *dialect.Case {
	c := blame(make(slug, title, "", s), id, level)
	c.Control = make(slug+"-control", "The same with nothing special in it.", "", control)
	return c
}

// grown is a case of size n, with the same in small as its control. The big one
// is built when it is run.
func grown[S dialect.Script](make func(slug, title, tests string, s S) *dialect.Case, slug, title string, level requirement.Level, n int,
	of func(n int) S) *dialect.Case {
	const small = 32
	c := controlled(make, slug, title, "ROBUST-03", level, of(small), of(small))
	c.Script, c.Build, c.Heavy = nil, func() dialect.Script { return of(n) }, true
	return c
}

// bigNumbers are JSON texts with integers that a double does not hold.
func bigNumbers() []string {
	return []string{`{"n":9007199254740993}`, `{"list":[-9007199254740993,12345678901234567890],"deep":{"n":100000000000000000001}}`}
}

// strangeJSON is JSON with duplicate keys, lone surrogates, numbers outside the
// double range.
func strangeJSON() []string {
	return []string{`{"a":1,"a":{"b":2},"a":3}`, `{"s":"\ud800","t":"\udc00\ud800","\udfff":1}`, `{"n":1e400,"m":-1e999,"tiny":1e-400}`}
}

const mib = 1 << 20

// growthSteps are many calls, big values, deep nesting.
func growthSteps() []*dialect.Case {
	must, should := requirement.Must, requirement.Should
	return []*dialect.Case{
		grown(hostile, "calls-1000", "1,000 calls in one turn.", must, 1000, manyCalls),
		grown(hostile, "calls-10000", "10,000 calls in one turn.", should, 10000, manyCalls),
		grown(hostile, "result-1mib", "A server-side result of 1 MiB.", must, mib, bigResult),
		grown(hostile, "result-16mib", "A server-side result of 16 MiB.", should, 16*mib, bigResult),
		grown(hostile, "output-1mib", "An output of 1 MiB.", must, mib, bigOutput),
		grown(hostile, "output-16mib", "An output of 16 MiB.", should, 16*mib, bigOutput),
		grown(hostile, "output-text-1mib", "An output that is a text of 1 MiB.", must, mib, bigTextOutput),
		grown(hostile, "arguments-1mib", "Arguments of 1 MiB, told whole.", must, mib, bigArguments),
		grown(hostile, "arguments-1mib-deltas", "Arguments of 1 MiB in reads of 32 KiB.", must, mib, piecedArguments),
		manyPieces(),
		controlled(hostile, "nesting-100", "Arguments and output nested 100 deep.", "ROBUST-03", must, nested(100), nested(2)),
	}
}

func manyCalls(n int) steps {
	list := []any{words.User("All of them")}
	for i := range n {
		where := words.Server
		if i%2 == 1 {
			where = words.Client
		}
		list = append(list, words.ToolCall(fmt.Sprintf("many-%d", n-i), "count", fmt.Sprintf(`{"i":%d}`, i*3), where))
	}
	list = append(list, words.CallsDone())
	for k := range n {
		i := (k*7 + 3) % n
		id := fmt.Sprintf("many-%d", n-i)
		if i%2 == 1 {
			list = append(list, words.Output(id, "count", fmt.Sprintf(`{"was":%d}`, i)))
		} else {
			list = append(list, words.Returned(id, fmt.Sprintf("was %d", i)))
		}
	}
	return script(append(list, words.Say("All counted."), words.Stop(), words.User("Thanks"))...)
}

// The answers hold a big value two or three times: one value a case, so that they
// stay within what a harness reads as one line.

func bigResult(n int) steps {
	return script(words.User("Big"), words.ToolCall("big-s", "read", `{"f":1}`, words.Server), words.Returned("big-s", bigText(n)),
		words.CallsDone(), words.Say("Read."),
		words.Stop(), words.User("Thanks"))
}

func bigOutput(n int) steps {
	return script(words.User("Big"), words.ToolCall("big-c", "read", `{"f":2}`, words.Client), words.CallsDone(),
		words.Output("big-c", "read", wire.Obj(wire.M("text",
			wire.Str(bigText(n)))).JSON()), words.User("Thanks"))
}

func bigTextOutput(n int) steps {
	return script(words.User("Big"), words.ToolCall("big-t", "read", `{"f":3}`, words.Client), words.CallsDone(),
		words.Output("big-t", "read", wire.Quote(bigText(n))),
		words.User("Thanks"))
}

// manyPieces tells one call in pieces of a character each: how many there are says
// nothing.
func manyPieces() *dialect.Case {
	c := hostile("arguments-2000-pieces", "The arguments come in 2,000 pieces.", "25", steps{})
	c.Script, c.Heavy, c.Build = nil, true, func() dialect.Script {
		pieces := strings.Split(`{"text":"`+bigText(1984)+`"}`, "")
		return script(words.User("Try"), words.Deltas("many-d", "tryIt", words.Client, pieces...), words.CallsDone(),
			words.Output("many-d", "tryIt", `"tried"`),
			words.User("Well?"))
	}
	return c
}

func bigText(n int) string { return strings.Repeat("0123456789abcdef", n/16) }

func bigArguments(n int) steps {
	return script(words.User("Big"), words.ToolCall("big-a", "write", `{"text":"`+bigText(n)+`"}`, words.Client), words.CallsDone(),
		words.Output("big-a", "write",
			`{"written":true}`), words.User("Thanks"))
}

// piecedArguments come in 32 pieces: a reader may look at what it has after each.
func piecedArguments(n int) steps {
	const pieces = 32
	text := `{"text":"` + bigText(n) + `"}`
	cut := make([]string, 0, pieces)
	for i := range pieces {
		cut = append(cut, text[i*len(text)/pieces:(i+1)*len(text)/pieces])
	}
	return script(words.User("Big"), words.Deltas("big-d", "write", words.Client, cut...), words.CallsDone(),
		words.Output("big-d", "write", `{"written":true}`),
		words.User("Thanks"))
}

func nested(n int) steps {
	text := strings.Repeat(`{"d":[`, n/2) + `"bottom"` + strings.Repeat(`]}`, n/2)
	return script(words.User("Deep"), words.ToolCall("deep-1", "dig", text, words.Client), words.Output("deep-1", "dig", text),
		words.CallsDone(), words.User("Thanks"))
}

func robustMessages() []*dialect.Case {
	must, should := requirement.Must, requirement.Should
	list := []*dialect.Case{
		grown(odd, "calls-1000", "1,000 calls in one message.", must, 1000, manyParts),
		grown(odd, "calls-10000", "10,000 calls in one message.", should, 10000, manyParts),
		grown(odd, "result-1mib", "A result of 1 MiB.", must, mib, bigPart),
		grown(odd, "result-16mib", "A result of 16 MiB.", should, 16*mib, bigPart),
		controlled(odd, "nesting-100", "Arguments and output nested 100 deep.", "ROBUST-03", must, deepPart(100), deepPart(2)),
	}
	for _, slug := range slices.Sorted(maps.Keys(idSets())) {
		list = append(list, controlled(odd, "ids-"+slug, "Ids that are like others: "+slug+".", "ROBUST-05", must,
			idMessages(idSets()[slug]),
			idMessages(plainIDs())))
	}
	numbers := func(n string) stored {
		return newStored(words.AssistantMessage("a", words.CallWithOutput("big-1", "count", n, n), words.ResultPart("big-1", n)))
	}
	for i, n := range bigNumbers() {
		list = append(list, controlled(odd, fmt.Sprintf("big-numbers-%d", i), "Integers beyond 2^53 in arguments and output.", "ROBUST-04",
			should, numbers(n), numbers(`{"n":82000}`)))
	}
	list = append(list, openMessages()...)
	for i, text := range strangeJSON() {
		list = append(list, blame(odd(fmt.Sprintf("strange-json-%d", i), "JSON that readers disagree about, in arguments and output.", "",
			newStored(words.AssistantMessage("a", words.CallWithOutput("odd-1", "count", text, text), words.ResultPart("odd-1", text)))),
			"ROBUST-01", must))
	}
	return list
}

func manyParts(n int) stored {
	parts := make([]wire.Value, 0, 2*n)
	for i := range n {
		parts = append(parts, words.CallPart(fmt.Sprintf("many-%d", n-i), "count", fmt.Sprintf(`{"i":%d}`, i*3)))
	}
	for k := range n {
		i := (k*7 + 3) % n
		parts = append(parts, words.ResultPart(fmt.Sprintf("many-%d", n-i), fmt.Sprintf("was %d", i)))
	}
	return newStored(words.UserMessage("u", "All of them"), words.AssistantMessage("a", parts...), words.UserMessage("v", "Thanks"))
}

func bigPart(n int) stored {
	return newStored(words.AssistantMessage("a", words.CallPart("big-1", "read", `{"f":1}`), words.ResultPart("big-1", bigText(n))),
		words.UserMessage("u", "Thanks"))
}

func deepPart(n int) stored {
	text := strings.Repeat(`{"d":[`, n/2) + `"bottom"` + strings.Repeat(`]}`, n/2)
	return newStored(words.AssistantMessage("a", words.CallWithOutput("deep-1", "dig", text, text), words.ResultPart("deep-1", text)))
}
