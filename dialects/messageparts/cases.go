package messageparts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/message-parts"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/message-parts/consumer, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: stepsOf, Text: bigText, Value: deep,
		Growing: map[string]func(n int) dialect.Script{"calls": manyCalls, "pieces": piecedArguments}}
	return slices.Concat(book.Cases("document", "order", "order_mixed", "outputs", "outputs_falsy", "contents", "errors", "parallel",
		"texts", "arguments", "arguments_told", "near", "stray", "stray_ids", "second", "cut", "cut_at", "replay", "beside", "again",
		"reasons", "taken", "everywhere", "long", "sizes"), []*dialect.Case{manyPieces()},
		families.Alike(book.Pair, dialect.Adversarial, book.Passage("hostile", "three-ids")),
		families.Misread(book.Pair, "PART-25", dialect.Adversarial, book.Passage("hostile", "paid")),
		book.Cases("hostile"))
}

// converterCases are those of fixtures/message-parts/converter, and those that code makes.
func converterCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Converter(), Script: storedOf, Text: bigText, Value: deep,
		Growing: map[string]func(n int) dialect.Script{"calls": manyParts}}
	return slices.Concat(book.Cases("stored", "errors", "odd", "placed", "states", "near", "beside", "again", "messages", "streaming",
		"taken", "everywhere", "long", "sizes"),
		families.Alike(book.Pair, dialect.Adversarial, book.Passage("hostile", "three-ids")),
		families.Misread(book.Pair, "PART-25", dialect.Adversarial, book.Passage("hostile", "paid")),
		book.Cases("hostile"), []*dialect.Case{families.Long(book.Pair, []string{"PART-20"}, longMessages)})
}

// longMessages are those of a conversation of many turns.
func longMessages(turns int) dialect.Script {
	var list []wire.Value
	for i := range turns {
		id := families.LongID(i)
		list = append(list, words.UserMessage(fmt.Sprintf("u-%d", i), fmt.Sprintf("Where is %d?", 300+i)),
			words.AssistantMessage(fmt.Sprintf("a-%d", i), words.CallPart(id, "find", fmt.Sprintf(`{"n":%d}`, i)),
				words.ResultPart(id, fmt.Sprintf("at %d", 500+i)), words.TextPart(fmt.Sprintf("It is at %d.", 500+i))))
	}
	return newStored(append(list, words.UserMessage("u", "Thanks."))...)
}

func manyCalls(n int) dialect.Script {
	list := []any{words.User("All of them")}
	for i := range n {
		where := []words.Side{words.Server, words.Client}[i%2]
		list = append(list, words.ToolCall(fmt.Sprintf("many-%d", n-i), "count", fmt.Sprintf(`{"i":%d}`, i*3), where))
	}
	list = append(list, words.CallsDone())
	for k := range n {
		i := (k*7 + 3) % n
		if id := fmt.Sprintf("many-%d", n-i); i%2 == 1 {
			list = append(list, words.Output(id, "count", fmt.Sprintf(`{"was":%d}`, i)))
		} else {
			list = append(list, words.Returned(id, fmt.Sprintf("was %d", i)))
		}
	}
	return script(append(list, words.Say("All counted."), words.Stop(), words.User("Thanks"))...)
}

// manyPieces tells one call in pieces of a character each: how many there are says nothing.
func manyPieces() *dialect.Case {
	return &dialect.Case{ID: words.Consumer().String() + "/arguments-2000-pieces", Title: "The arguments come in 2,000 pieces.",
		Pair: words.Consumer(), Class: dialect.Adversarial, Tests: []string{"PART-25"}, Heavy: true, Build: func() dialect.Script {
			pieces := strings.Split(`{"text":"`+bigText(1984)+`"}`, "")
			return script(words.User("Try"), words.Deltas("many-d", "tryIt", words.Client, pieces...), words.CallsDone(),
				words.Output("many-d", "tryIt", `"tried"`), words.User("Well?"))
		}}
}

func bigText(n int) string { return strings.Repeat("0123456789abcdef", n/16) }

func deep(n int) wire.Value {
	return wire.ParseString(strings.Repeat(`{"d":[`, n/2) + `"bottom"` + strings.Repeat(`]}`, n/2))
}

// piecedArguments come in 32 pieces: a reader may look at what it has after each.
func piecedArguments(n int) dialect.Script {
	text := `{"text":"` + bigText(n) + `"}`
	cut := make([]string, 32)
	for i := range cut {
		cut[i] = text[i*len(text)/32 : (i+1)*len(text)/32]
	}
	return script(words.User("Big"), words.Deltas("big-d", "write", words.Client, cut...), words.CallsDone(),
		words.Output("big-d", "write", `{"written":true}`), words.User("Thanks"))
}

func manyParts(n int) dialect.Script {
	parts := make([]wire.Value, 2*n)
	for k := range n {
		parts[k] = words.CallPart(fmt.Sprintf("many-%d", n-k), "count", fmt.Sprintf(`{"i":%d}`, k*3))
		i := (k*7 + 3) % n
		parts[n+k] = words.ResultPart(fmt.Sprintf("many-%d", n-i), fmt.Sprintf("was %d", i))
	}
	return newStored(words.UserMessage("u", "All of them"), words.AssistantMessage("a", parts...), words.UserMessage("v", "Thanks"))
}

// The short spelling of steps in a case file; a step as it is begins with its type.
//
//	{"user":"Go"}
//	{"text":"I look."}
//	{"tool_call":["c-1","roll",{"sides":6}],"execution":"client"}                       arguments: the JSON of it
//	{"tool_call":["c-1","roll","{ \"sides\": 6}"],"execution":"client"}                 or a text, as it is
//	{"tool_call_delta":["c-1","{\"sides\"",":6}"],"name":"roll","execution":"client"}   a step for each piece
//	{"letters":["c-1",{"sides":6}],"name":"roll","execution":"server"}                  a step for each letter
//	{"tool_result":["c-1","four"]}                                                      of a server
//	{"tool_result":["c-1","no die","error"]}
//	{"add_tool_result":["c-1","roll"],"output":{"rolled":4}}                            of a client
//	{"add_tool_result":["c-1","roll"],"error":"no die"}
//	{"finish":"tool_calls"}
func expandStep(short wire.Value) ([]wire.Value, error) {
	if short.Has("type") || short.Len() == 0 {
		return []wire.Value{short}, nil
	}
	word := short.Members()[0]
	v := word.Value
	where := words.Side(short.Get("execution").Text())
	switch name := short.Get("name").Text(); word.Name {
	case "user":
		return plant.Only(words.User(v.Text())), nil
	case "text":
		return plant.Only(words.Say(v.Text())), nil
	case "finish":
		return plant.Only(words.Finish(v.Text())), nil
	case words.StepCall:
		return plant.Only(words.ToolCall(v.At(0).Text(), v.At(1).Text(), wire.AsText(v.At(2)), where)), nil
	case words.StepDelta:
		var pieces []string
		for _, p := range v.Items()[1:] {
			pieces = append(pieces, p.Text())
		}
		return told(words.Deltas(v.At(0).Text(), name, where, pieces...), name), nil
	case "letters":
		return words.Deltas(v.At(0).Text(), name, where, bytewise(wire.AsText(v.At(1)))...), nil
	case words.StepResult:
		if v.Len() == 2 {
			return plant.Only(words.Returned(v.At(0).Text(), v.At(1).Text())), nil
		}
		return plant.Only(words.ServerResult(v.At(0).Text(), v.At(1).Text(), v.At(2).Text())), nil
	case words.StepAddResult:
		if reason := short.Get("error"); !reason.IsAbsent() {
			return plant.Only(words.Failure(v.At(0).Text(), v.At(1).Text(), wire.NullValue, reason)), nil
		}
		return plant.Only(words.Output(v.At(0).Text(), v.At(1).Text(), short.Get("output").JSON())), nil
	}
	return nil, fmt.Errorf("there is no short step %s", short.JSON())
}

// told takes the name and the side from later pieces, which don't say them again.
func told(list []wire.Value, name string) []wire.Value {
	if name == "" {
		list[0] = list[0].Without("name").Without("execution")
	}
	return list
}

func stepsOf(e casefile.Entry) (dialect.Script, error) {
	list, err := e.Expanded(expandStep)
	return steps{list}, err
}

// storedOf makes messages of a case file's entry. A line begins a message, or it is a part of
// the one that was begun. A message as it is begins with its id, a part as it is with its type.
//
//	{"user":"u-1","text":"Go"}
//	{"assistant":"a-1"}
//	{"text":"I look."}
//	{"tool-call":["c-1","roll",{"sides":6}]}
//	{"tool-call":["c-1","roll",{"sides":6}],"output":4}       further members are the part's
//	{"tool-result":["c-1","four"]}
//	{"tool-result":["c-1","no die"],"state":"error","error":"no die"}
func storedOf(e casefile.Entry) (dialect.Script, error) {
	s := newStored()
	for _, short := range e.Elements {
		last := len(s.messages) - 1
		switch {
		case short.Has("id") && short.Has("role"):
			s.messages = append(s.messages, short)
		case short.Has("user"):
			s.messages = append(s.messages, words.UserMessage(short.Get("user").Text(), short.Get("text").Text()))
		case short.Has("assistant"):
			s.messages = append(s.messages, words.AssistantMessage(short.Get("assistant").Text()))
		case last < 0:
			return s, fmt.Errorf("the part %s stands in no message", short.JSON())
		default:
			p, err := expandPart(short)
			if err != nil {
				return s, err
			}
			m := s.messages[last]
			s.messages[last] = m.With("parts", wire.List(append(m.Get("parts").Items(), p)...))
		}
	}
	return s, nil
}

func expandPart(short wire.Value) (wire.Value, error) {
	if short.Has("type") {
		return short, nil
	}
	var p wire.Value
	for i, m := range short.Members() {
		switch {
		case i > 0:
			p = p.With(m.Name, m.Value)
		case m.Name == words.PartText:
			p = words.TextPart(m.Value.Text())
		case m.Name == words.PartCall && m.Value.Len() == 3:
			p = words.CallPart(m.Value.At(0).Text(), m.Value.At(1).Text(), wire.AsText(m.Value.At(2)))
		case m.Name == words.PartResult && m.Value.Len() == 2:
			p = words.ResultPart(m.Value.At(0).Text(), wire.AsText(m.Value.At(1)))
		default:
			return p, fmt.Errorf("there is no short part %s", short.JSON())
		}
	}
	return p, nil
}

// bytewise cuts text into single characters, a long one into longer pieces; an empty one stays one piece.
func bytewise(text string) []string {
	var pieces []string
	if len(text) > 1000 {
		for ; len(text) > 100; text = text[100:] {
			pieces = append(pieces, text[:100])
		}
	}
	if text == "" {
		return append(pieces, "")
	}
	return append(pieces, strings.Split(text, "")...)
}
