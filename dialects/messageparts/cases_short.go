package messageparts

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

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
//	{"ids":["c-1","c-2","c-3"]}                                                         a turn of these three
func expandStep(short wire.Value) ([]wire.Value, error) {
	if short.Has("type") || short.Len() == 0 {
		return []wire.Value{short}, nil
	}
	word := short.Members()[0]
	v := word.Value
	where := words.Side(short.Get("execution").Text())
	switch name := short.Get("name").Text(); word.Name {
	case "ids":
		return idSteps(v.Items()), nil
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
//	{"ids":["c-1","c-2","c-3"]}                               messages of a turn of these three
func storedOf(e casefile.Entry) (dialect.Script, error) {
	s := newStored()
	for _, short := range e.Elements {
		last := len(s.messages) - 1
		switch {
		case short.Has("id") && short.Has("role"):
			s.messages = append(s.messages, short)
		case short.Has("ids"):
			s.messages = append(s.messages, idMessages(short.Get("ids").Items())...)
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
			p = words.ResultPart(m.Value.At(0).Text(), m.Value.At(1).Text())
		default:
			return p, fmt.Errorf("there is no short part %s", short.JSON())
		}
	}
	return p, nil
}

// bytewise cuts text into single characters, a long one into longer pieces; an
// empty one stays one piece.
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
