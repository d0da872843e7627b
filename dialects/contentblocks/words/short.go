package words

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

// The short spelling of events in a case file. It begins with the word and the index; an event
// as it is begins with its type.
//
//	{"start":1,"tool_use":["toolu_K7","roll",{"sides":6}]}   the start of a block
//	{"stop":1}                                               its stop
//	{"block":1,"tool_use":["toolu_K7","roll",{"sides":6}]}   its start and its stop
//	{"block":2,"tool_result":["toolu_K7","success","four"]}
//	{"block":2,"tool_result":[…],"artifact":{…}}             further members are the block's
//	{"block":3,"text":"There."}
//	{"block":4,"content_block":{…}}                          any block
//	{"delta":3,"text":"There."}                              a text_delta
func Expand(short wire.Value) ([]wire.Value, error) {
	word := ""
	if members := short.Members(); len(members) > 0 {
		word = members[0].Name
	}
	index, ok := short.Get(word).Int64()
	if word != "start" && word != "stop" && word != "block" && word != "delta" || !ok {
		return []wire.Value{short}, nil
	}
	switch word {
	case "stop":
		return []wire.Value{Stop(index)}, nil
	case "delta":
		return []wire.Value{TextDelta(index, short.Get("text").Text())}, nil
	}
	b, err := expandBlock(short)
	if word == "start" {
		return []wire.Value{Start(index, b)}, err
	}
	return Block(index, b), err
}

func expandBlock(short wire.Value) (b wire.Value, err error) {
	wrong := fmt.Errorf("behind the index stands tool_use or tool_result (three values each), text or content_block, not so: %s",
		short.JSON())
	if short.Len() < 2 {
		return b, wrong
	}
	for i, m := range short.Members() {
		switch {
		case i == 0:
		case i > 1:
			b = b.With(m.Name, m.Value)
		case m.Name == ToolUse && m.Value.Len() == 3:
			b = UseBlock(m.Value.At(0).Text(), m.Value.At(1).Text(), m.Value.At(2))
		case m.Name == ToolResult && m.Value.Len() == 3:
			b = ResultBlock(m.Value.At(0).Text(), m.Value.At(1).Text(), m.Value.At(2))
		case m.Name == TextBlock:
			b = Text(m.Value.Text())
		case m.Name == "content_block":
			b = m.Value
		default:
			return b, wrong
		}
	}
	return b, nil
}
