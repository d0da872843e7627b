package messageparts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	cases "github.com/toolconform/conform/fixtures/message-parts"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/message-parts/consumer, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: consumerPair(), Script: stepsOf, Made: madeSteps()}
	return slices.Concat(book.Cases("document", "order"), orderCases(), book.Cases("outputs"), longOutputs(),
		book.Cases("outputs_falsy", "contents", "errors", "parallel", "texts", "arguments", "arguments_told", "stray"), strayCases(),
		secondCases(),
		book.Cases("cut"), cutCases(), book.Cases("replay"), surroundingCases(), book.Cases("again", "reasons", "long"), robustSteps())
}

// converterCases are those of fixtures/message-parts/converter, and those that code makes.
func converterCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: converterPair(), Script: storedOf, Made: madeMessages()}
	return slices.Concat(book.Cases("stored", "errors", "odd", "placed", "states"), storedSurroundings(),
		book.Cases("again", "messages", "streaming", "long"), robustMessages())
}

// valid is a consumer case that a right server could have sent; tests are ids
// without their family, "01 06".
func valid(slug, title, tests string, s steps) *dialect.Case {
	return &dialect.Case{ID: consumerPair().String() + "/" + slug, Title: title, Pair: consumerPair(), Class: dialect.Valid,
		Tests: parts(tests), Script: s}
}

// hostile is a consumer case that no right server sends.
func hostile(slug, title, tests string, s steps) *dialect.Case {
	c := valid(slug, title, tests, s)
	c.Class = dialect.Adversarial
	return c
}

// kept is a valid converter case.
func kept(slug, title, tests string, s stored) *dialect.Case {
	return &dialect.Case{ID: converterPair().String() + "/" + slug, Title: title, Pair: converterPair(), Class: dialect.Valid,
		Tests: parts(tests), Script: s}
}

// odd is a converter case that no right chat stores.
func odd(slug, title, tests string, s stored) *dialect.Case {
	c := kept(slug, title, tests, s)
	c.Class = dialect.Adversarial
	return c
}

func parts(numbers string) []string {
	ids := strings.Fields(numbers)
	for i, n := range ids {
		ids[i] = "PART-" + n
	}
	return ids
}

// blame makes a case speak for one line only.
func blame(c *dialect.Case, id string, level requirement.Level) *dialect.Case {
	c.Tests, c.Blame = []string{id}, &dialect.Blame{Requirement: id, Level: level}
	return c
}

// made are scripts that case files name: what is too long to be written down.
type made = map[string]func() dialect.Script

func madeSteps() made {
	of := func(parts ...any) func() dialect.Script {
		return func() dialect.Script { return script(parts...) }
	}
	show := func(id string) []wire.Value {
		return []wire.Value{toolCall(id, "showGuitar", `{"guitar":"3"}`, client)}
	}
	failing := func(id string) wire.Value { return failure(id, "showGuitar", wire.NullValue, wire.ParseString(long())) }
	arguments := `{"text":` + long() + `,"end":true}`
	return made{
		"many-turns":  func() dialect.Script { return manyTurns(9) },
		"sixty-calls": func() dialect.Script { return sixtyCalls() },
		"late-output-of-many-turns": of(user("Pick one"), toolCall("slow-1", "recommendGuitar", `{"id":"8"}`, client), callsDone(),
			manyTurns(8).list,
			output("slow-1", "recommendGuitar", `{"chosen":"8"}`), say("At last."), stop(), user("Well?")),
		"content-long": of(user("Read"), toolCall("con-long", "read", `{"from":"x"}`, server),
			returned("con-long", strings.Trim(long(), `"`)),
			say("Read it."), stop(), user("And?")),
		"error-text-long": of(user("Show"), show("err-text-long"), callsDone(), failing("err-text-long"), user("And?")),
		"error-text-long-early": of(deltas("err-text-long", "showGuitar", client, `{"guitar"`, `:"3"}`), show("err-text-long"),
			failing("err-text-long"), callsDone(), user("And?")),
		"arguments-long": of(user("Try"), toolCall("arg-long", "tryIt", arguments, client), callsDone(),
			output("arg-long", "tryIt", `{"tried":"it"}`), user("Well?")),
		"arguments-long-deltas": of(user("Try"), deltas("arg-long", "tryIt", server, bytewise(arguments)...), callsDone(),
			returned("arg-long", "tried"), say("Tried."), stop()),
	}
}

func madeMessages() made {
	of := func(messages ...wire.Value) func() dialect.Script {
		return func() dialect.Script { return newStored(messages...) }
	}
	return made{
		"sixty-calls": func() dialect.Script { return sixtyParts() },
		"many-turns":  of(manyMessages(9)...),
		"arguments-lookalikes": of(assistantMessage("a-1",
			callPart("h-2", "tryIt", `{"n":"12","z":"007","json":"{\"a\": 1}","list":"[1, 2]","pad":" x "}`),
			callPart("h-3", "tryIt", `{"pi":3.14159265358979,"small":0.000000123456,"one":1.0}`),
			callPart("h-1", "tryIt", `{"gone":null,"deep":{"gone":null,"e":{},"l":[]}}`),
			callPart("h-4", "tryIt", `{"text":`+long()+`,"end":true}`),
			resultPart("h-1", "one"), resultPart("h-2", "two"), resultPart("h-3", "three"), resultPart("h-4", "four"))),
		"long-contents": of(assistantMessage("a-1", callPart("w-1", "read", `{"f":1}`), resultPart("w-1", long())),
			userMessage("u-1", "So?")),
	}
}

// longOutputs are two long ones, whose titles tell them whole.
func longOutputs() []*dialect.Case {
	of := func(slug, tests, json string) *dialect.Case {
		id := "out-" + slug
		return valid("output-"+slug, fmt.Sprintf("The client tool's output is %s.", json), "01 06 "+tests,
			script(user("Show"), toolCall(id, "showGuitar", `{"guitar":"12"}`, client), callsDone(), output(id, "showGuitar", json),
				user("And?")))
	}
	return []*dialect.Case{of("string-long", "03 20", long()), of("object-long", "02 03 20", `{"text":`+long()+`}`)}
}

// long is a string of 12,000 characters, none like its neighbours, as JSON.
func long() string {
	var b strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&b, "%06d: ", i)
	}
	return `"` + b.String() + `"`
}

// manyTurns are turns of question, call, result and answer.
func manyTurns(n int) steps {
	var list []any
	for i := range n {
		id, args := fmt.Sprintf("turn-%c", 'z'-i), fmt.Sprintf(`{"page":%d}`, 50+3*i)
		list = append(list, user(fmt.Sprintf("Question %d?", i+1)))
		switch i % 4 {
		case 0:
			list = append(list, toolCall(id, "getGuitars", args, server), returned(id, fmt.Sprintf("page %d of the list", 200-i)),
				callsDone())
		case 1:
			list = append(list, toolCall(id, "showGuitar", args, client), callsDone(),
				output(id, "showGuitar", fmt.Sprintf(`{"shown":%d}`, 700+i)))
		case 2:
			list = append(list, toolCall(id, "getGuitars", args, server),
				serverResult(id, fmt.Sprintf("no page %d there", 300-i), stateError),
				callsDone())
		default:
			list = append(list, toolCall(id, "showGuitar", args, client), callsDone(),
				failed(id, "showGuitar", fmt.Sprintf("display %d is off",
					400-i)))
		}
		list = append(list, say(fmt.Sprintf("Answer %d.", i+1)), stop())
	}
	return script(append(list, user("Thanks for all."))...)
}

func manyMessages(n int) []wire.Value {
	var list []wire.Value
	for i := range n {
		id, text := fmt.Sprintf("turn-%c", 'z'-i), fmt.Sprintf("page %d of the list", 200-i)
		call, result := callPart(id, "getGuitars", fmt.Sprintf(`{"page":%d}`, 50+3*i)), resultPart(id, text)
		switch i % 3 {
		case 1:
			call = call.With("output", wire.Str(text))
		case 2:
			result = errorPart(id, fmt.Sprintf("no page %d there", 300-i), wire.Value{})
		}
		list = append(list, userMessage(fmt.Sprintf("u-%d", i), fmt.Sprintf("Question %d?", i+1)), assistantMessage(fmt.Sprintf("a-%d", i),
			call, result, textPart(fmt.Sprintf("Answer %d.", i+1))))
	}
	return append(list, userMessage("u-last", "Thanks for all."))
}

func sixtyCalls() steps {
	list := []any{user("All of them")}
	id := func(i int) string { return fmt.Sprintf("sixty-%d", (i*7)%60) }
	for i := range 60 {
		where := server
		if i%2 == 1 {
			where = client
		}
		list = append(list, toolCall(id(i), fmt.Sprintf("count%d", i%3), fmt.Sprintf(`{"i":%d}`, i), where))
	}
	list = append(list, callsDone())
	for k := range 60 {
		i := (k * 11) % 60
		switch tool := fmt.Sprintf("count%d", i%3); i % 4 {
		case 0:
			list = append(list, returned(id(i), fmt.Sprintf("was %d", i)))
		case 1:
			list = append(list, output(id(i), tool, fmt.Sprintf(`{"was":%d}`, i)))
		case 2:
			list = append(list, serverResult(id(i), fmt.Sprintf("no count of %d", i), stateError))
		default:
			list = append(list, failed(id(i), tool, fmt.Sprintf("cannot count %d", i)))
		}
	}
	return script(append(list, say("All counted."), stop(), user("Thanks"))...)
}

func sixtyParts() stored {
	var parts []wire.Value
	id := func(i int) string { return fmt.Sprintf("sixty-%d", (i*7)%60) }
	for i := range 60 {
		parts = append(parts, callPart(id(i), fmt.Sprintf("count%d", i%3), fmt.Sprintf(`{"i":%d}`, i)))
	}
	for k := range 60 {
		if i := (k * 11) % 60; i%3 == 2 {
			parts = append(parts, errorPart(id(i), fmt.Sprintf("no count of %d", i), wire.Str(fmt.Sprintf("no count of %d", i))))
		} else {
			parts = append(parts, resultPart(id(i), fmt.Sprintf("was %d", i)))
		}
	}
	return newStored(userMessage("u", "All of them"), assistantMessage("a", parts...), userMessage("v", "Thanks"))
}
