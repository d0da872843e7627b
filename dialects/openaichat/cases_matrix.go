package openaichat

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// matrixCases are every way in which a fragment shares its chunk: an opener or a later
// fragment, without arguments or with some, alone or beside something, of the first call or
// of a later one.
func matrixCases(pair dialect.Pair) []*dialect.Case {
	beside := []struct {
		slug    string
		members []wire.Member
	}{{"alone", nil}, {"content", member("content", "and")}, {"empty-content", member("content", "")}, {"refusal", member("refusal", "no")},
		{"reasoning", member("reasoning_content", "hm")}, {"reason", nil}}
	var list []*dialect.Case
	for _, first := range []bool{true, false} {
		for _, isOpener := range []bool{true, false} {
			for _, text := range []string{"", `{"n":`} {
				for _, b := range beside {
					id := fmt.Sprintf("%s/beside-%s-%s-%s-%s", pair, choose(isOpener, "opener", "fragment"),
						choose(text == "", "empty", "text"), b.slug,
						choose(first, "first", "later"))
					elements := matrixStream(first, isOpener, text, b.slug == "reason", b.members)
					list = append(list, &dialect.Case{ID: id, Title: "A fragment shares its chunk with something, or doesn't.",
						Pair: pair, Class: dialect.Valid,
						Tests: []string{"CHAT-05", "CHAT-04"}, Script: &stream.Script{Form: form(), Elements: elements}})
				}
			}
		}
	}
	return list
}

func choose[T any](so bool, yes, no T) T {
	if so {
		return yes
	}
	return no
}

func member(name, text string) []wire.Member { return []wire.Member{wire.T(name, text)} }

// matrixStream is a stream in which one fragment is told so; where the reason stands beside
// it, it is the last of its call.
func matrixStream(first, isOpener bool, text string, last bool, beside []wire.Member) (elements []wire.Value) {
	index, rest := int64(0), `7}`
	elements = append(elements, said(wire.T("role", "assistant"), wire.T("content", "Look. ")))
	if !first {
		index = 1
		elements = append(elements, said(calls(opener(0, "call_m9", "before", `{"m":9}`))))
	}
	if text == "" {
		rest = `{"n":7}`
	}
	fragments := []wire.Value{opener(index, "call_m4", "matrix", text), fragment(index, rest)}
	if !isOpener {
		fragments = []wire.Value{opener(index, "call_m4", "matrix", ""), fragment(index, text), fragment(index, rest)}
	}
	if last && isOpener { // all of the call shares its chunk with the reason
		fragments = []wire.Value{opener(index, "call_m4", "matrix", choose(text == "", "", text+rest))}
	} else if last {
		fragments = []wire.Value{opener(index, "call_m4", "matrix", choose(text == "", rest, text)),
			fragment(index, choose(text == "", "", rest))}
	}
	at := len(fragments) - 1
	if !last {
		at = choose(isOpener, 0, 1)
	}
	for i, f := range fragments {
		members := []wire.Member{calls(f)}
		if i == at {
			members = append(append([]wire.Member{}, beside...), members...)
		}
		reason := wire.Value{}
		if last && i == at {
			reason = wire.Str("tool_calls")
		}
		elements = append(elements, chunk(choice(0, wire.Obj(members...), reason)))
	}
	if !last {
		elements = append(elements, finish("tool_calls"))
	}
	return elements
}
