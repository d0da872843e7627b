package messageparts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	cases "github.com/toolconform/conform/fixtures/message-parts"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/message-parts/consumer, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: stepsOf, Made: madeSteps()}
	return slices.Concat(book.Cases("document", "order"), orderCases(), book.Cases("outputs"), longOutputs(),
		book.Cases("outputs_falsy", "contents", "errors", "parallel", "texts", "arguments", "arguments_told", "near", "stray"),
		strayCases(),
		secondCases(),
		book.Cases("cut"), cutCases(), book.Cases("replay"), surroundingCases(), book.Cases("again", "reasons", "long"), robustSteps())
}

// converterCases are those of fixtures/message-parts/converter, and those that code makes.
func converterCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Converter(), Script: storedOf, Made: madeMessages()}
	return slices.Concat(book.Cases("stored", "errors", "odd", "placed", "states", "near"), storedSurroundings(),
		book.Cases("again", "messages", "streaming", "long"), robustMessages())
}

// valid is a consumer case that a right server could have sent; tests are ids
// without their family, "01 06".
func valid(slug, title, tests string, s steps) *dialect.Case {
	return &dialect.Case{ID: words.Consumer().String() + "/" + slug, Title: title, Pair: words.Consumer(), Class: dialect.Valid,
		Tests: words.IDs(tests), Script: s}
}

// hostile is a consumer case that no right server sends.
func hostile(slug, title, tests string, s steps) *dialect.Case {
	c := valid(slug, title, tests, s)
	c.Class = dialect.Adversarial
	return c
}

// kept is a valid converter case.
func kept(slug, title, tests string, s stored) *dialect.Case {
	return &dialect.Case{ID: words.Converter().String() + "/" + slug, Title: title, Pair: words.Converter(), Class: dialect.Valid,
		Tests: words.IDs(tests), Script: s}
}

// odd is a converter case that no right chat stores.
func odd(slug, title, tests string, s stored) *dialect.Case {
	c := kept(slug, title, tests, s)
	c.Class = dialect.Adversarial
	return c
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
		return []wire.Value{words.ToolCall(id, "showGuitar", `{"guitar":"3"}`, words.Client)}
	}
	failing := func(id string) wire.Value {
		return words.Failure(id, "showGuitar", wire.NullValue, wire.ParseString(long()))
	}
	arguments := `{"text":` + long() + `,"end":true}`
	return made{
		"many-turns":  func() dialect.Script { return manyTurns(9) },
		"sixty-calls": func() dialect.Script { return sixtyCalls() },
		"late-output-of-many-turns": of(words.User("Pick one"), words.ToolCall("slow-1", "recommendGuitar", `{"id":"8"}`, words.Client),
			words.CallsDone(),
			manyTurns(8).list,
			words.Output("slow-1", "recommendGuitar", `{"chosen":"8"}`), words.Say("At last."), words.Stop(), words.User("Well?")),
		"content-long": of(words.User("Read"), words.ToolCall("con-long", "read", `{"from":"x"}`, words.Server),
			words.Returned("con-long", strings.Trim(long(), `"`)),
			words.Say("Read it."), words.Stop(), words.User("And?")),
		"error-text-long": of(words.User("Show"), show("err-text-long"), words.CallsDone(), failing("err-text-long"), words.User("And?")),
		"error-text-long-early": of(words.Deltas("err-text-long", "showGuitar", words.Client, `{"guitar"`, `:"3"}`), show("err-text-long"),
			failing("err-text-long"), words.CallsDone(), words.User("And?")),
		"arguments-long": of(words.User("Try"), words.ToolCall("arg-long", "tryIt", arguments, words.Client), words.CallsDone(),
			words.Output("arg-long", "tryIt", `{"tried":"it"}`), words.User("Well?")),
		"arguments-long-deltas": of(words.User("Try"), words.Deltas("arg-long", "tryIt", words.Server, bytewise(arguments)...),
			words.CallsDone(),
			words.Returned("arg-long", "tried"), words.Say("Tried."), words.Stop()),
	}
}

func madeMessages() made {
	of := func(messages ...wire.Value) func() dialect.Script {
		return func() dialect.Script { return newStored(messages...) }
	}
	return made{
		"sixty-calls": func() dialect.Script { return sixtyParts() },
		"many-turns":  of(manyMessages(9)...),
		"arguments-lookalikes": of(words.AssistantMessage("a-1",
			words.CallPart("h-2", "tryIt", `{"n":"12","z":"007","json":"{\"a\": 1}","list":"[1, 2]","pad":" x "}`),
			words.CallPart("h-3", "tryIt", `{"pi":3.14159265358979,"small":0.000000123456,"one":1.0}`),
			words.CallPart("h-1", "tryIt", `{"gone":null,"deep":{"gone":null,"e":{},"l":[]}}`),
			words.CallPart("h-4", "tryIt", `{"text":`+long()+`,"end":true}`),
			words.ResultPart("h-1", "one"), words.ResultPart("h-2", "two"), words.ResultPart("h-3", "three"),
			words.ResultPart("h-4", "four"))),
		"long-contents": of(words.AssistantMessage("a-1", words.CallPart("w-1", "read", `{"f":1}`), words.ResultPart("w-1", long())),
			words.UserMessage("u-1", "So?")),
	}
}

// longOutputs are two long ones, whose titles tell them whole.
func longOutputs() []*dialect.Case {
	of := func(slug, tests, json string) *dialect.Case {
		id := "out-" + slug
		return valid("output-"+slug, fmt.Sprintf("The client tool's output is %s.", json), "01 06 "+tests,
			script(words.User("Show"), words.ToolCall(id, "showGuitar", `{"guitar":"12"}`, words.Client), words.CallsDone(),
				words.Output(id, "showGuitar", json),
				words.User("And?")))
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
		list = append(list, words.User(fmt.Sprintf("Question %d?", i+1)))
		switch i % 4 {
		case 0:
			list = append(list, words.ToolCall(id, "getGuitars", args, words.Server),
				words.Returned(id, fmt.Sprintf("page %d of the list", 200-i)),
				words.CallsDone())
		case 1:
			list = append(list, words.ToolCall(id, "showGuitar", args, words.Client), words.CallsDone(),
				words.Output(id, "showGuitar", fmt.Sprintf(`{"shown":%d}`, 700+i)))
		case 2:
			list = append(list, words.ToolCall(id, "getGuitars", args, words.Server),
				words.ServerResult(id, fmt.Sprintf("no page %d there", 300-i), words.StateError),
				words.CallsDone())
		default:
			list = append(list, words.ToolCall(id, "showGuitar", args, words.Client), words.CallsDone(),
				words.Failed(id, "showGuitar", fmt.Sprintf("display %d is off",
					400-i)))
		}
		list = append(list, words.Say(fmt.Sprintf("Answer %d.", i+1)), words.Stop())
	}
	return script(append(list, words.User("Thanks for all."))...)
}

func manyMessages(n int) []wire.Value {
	var list []wire.Value
	for i := range n {
		id, text := fmt.Sprintf("turn-%c", 'z'-i), fmt.Sprintf("page %d of the list", 200-i)
		call, result := words.CallPart(id, "getGuitars", fmt.Sprintf(`{"page":%d}`, 50+3*i)), words.ResultPart(id, text)
		switch i % 3 {
		case 1:
			call = call.With("output", wire.Str(text))
		case 2:
			result = words.ErrorPart(id, fmt.Sprintf("no page %d there", 300-i), wire.Value{})
		}
		list = append(list, words.UserMessage(fmt.Sprintf("u-%d", i), fmt.Sprintf("Question %d?", i+1)),
			words.AssistantMessage(fmt.Sprintf("a-%d", i),
				call, result, words.TextPart(fmt.Sprintf("Answer %d.", i+1))))
	}
	return append(list, words.UserMessage("u-last", "Thanks for all."))
}

func sixtyCalls() steps {
	list := []any{words.User("All of them")}
	id := func(i int) string { return fmt.Sprintf("sixty-%d", (i*7)%60) }
	for i := range 60 {
		where := words.Server
		if i%2 == 1 {
			where = words.Client
		}
		list = append(list, words.ToolCall(id(i), fmt.Sprintf("count%d", i%3), fmt.Sprintf(`{"i":%d}`, i), where))
	}
	list = append(list, words.CallsDone())
	for k := range 60 {
		i := (k * 11) % 60
		switch tool := fmt.Sprintf("count%d", i%3); i % 4 {
		case 0:
			list = append(list, words.Returned(id(i), fmt.Sprintf("was %d", i)))
		case 1:
			list = append(list, words.Output(id(i), tool, fmt.Sprintf(`{"was":%d}`, i)))
		case 2:
			list = append(list, words.ServerResult(id(i), fmt.Sprintf("no count of %d", i), words.StateError))
		default:
			list = append(list, words.Failed(id(i), tool, fmt.Sprintf("cannot count %d", i)))
		}
	}
	return script(append(list, words.Say("All counted."), words.Stop(), words.User("Thanks"))...)
}

func sixtyParts() stored {
	var parts []wire.Value
	id := func(i int) string { return fmt.Sprintf("sixty-%d", (i*7)%60) }
	for i := range 60 {
		parts = append(parts, words.CallPart(id(i), fmt.Sprintf("count%d", i%3), fmt.Sprintf(`{"i":%d}`, i)))
	}
	for k := range 60 {
		if i := (k * 11) % 60; i%3 == 2 {
			parts = append(parts, words.ErrorPart(id(i), fmt.Sprintf("no count of %d", i), wire.Str(fmt.Sprintf("no count of %d", i))))
		} else {
			parts = append(parts, words.ResultPart(id(i), fmt.Sprintf("was %d", i)))
		}
	}
	return newStored(words.UserMessage("u", "All of them"), words.AssistantMessage("a", parts...), words.UserMessage("v", "Thanks"))
}
