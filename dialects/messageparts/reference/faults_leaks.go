package reference

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/wire"
)

// hearing changes stored messages before they are converted, and may remember those
// of before.
type hearing = func(messages []wire.Value) []wire.Value

// leakFaults convert other messages than they were given, by chance or because of
// those of another conversation.
func leakFaults() []dialect.Fault {
	var list []dialect.Fault
	leak := func(id, title string, hears func() hearing) {
		list = append(list, dialect.Leak(words.Converter(), id, title, func() func(wire.Value) wire.Value {
			hear := hears()
			return func(input wire.Value) wire.Value {
				messages := input.Get("messages")
				if !messages.IsArray() {
					return input
				}
				return input.With("messages", wire.List(hear(messages.Items())...))
			}
		}))
	}
	leak("META-07/stale-cache",
		"Contents are kept by call id: a conversation gets the one that the conversation before had, and renews it.", staleCache)
	leak("META-07/message-carried", "The last message of a conversation is sent again before the next one.", messageCarried)
	leak("META-07/counted-for-all", "A limit of three hundred calls counts those of all conversations.", countedForAll)
	leak("META-06/results-raced", "In every fifth answer two calls have each other's contents.", dialect.EveryNth(5, contentsSwapped))
	leak("META-06/calls-shuffled", "In every fifth answer the calls of a message stand in the opposite order.",
		dialect.EveryNth(5, callsReversed))
	leak("META-06/texts-lost", "Every fourth answer has no text.", dialect.EveryNth(4, withoutTexts))
	return list
}

func staleCache() hearing {
	kept := map[string]wire.Value{}
	return func(messages []wire.Value) []wire.Value {
		return words.MapResults(messages, func(p wire.Value) wire.Value {
			id, content := p.Get("toolCallId").Text(), p.Get("content")
			old, have := kept[id]
			kept[id] = content
			if have {
				return p.With("content", old)
			}
			return p
		})
	}
}

func messageCarried() hearing {
	var last []wire.Value
	return func(messages []wire.Value) []wire.Value {
		heard := append(last[:len(last):len(last)], messages...)
		if n := len(messages); n > 0 {
			last = messages[n-1:]
		}
		return heard
	}
}

func countedForAll() hearing {
	count := 0
	return func(messages []wire.Value) []wire.Value {
		return words.MapCalls(messages, func(p wire.Value) wire.Value {
			count++
			return keepIf(count <= 300, p)
		})
	}
}

func contentsSwapped(messages []wire.Value) []wire.Value {
	var contents []wire.Value
	words.MapResults(messages, func(p wire.Value) wire.Value { contents = append(contents, p.Get("content")); return p })
	at := 0
	return words.MapResults(messages, func(p wire.Value) wire.Value {
		if at++; at <= 2 && len(contents) > 1 {
			return p.With("content", contents[2-at])
		}
		return p
	})
}

// callsReversed turns the order of the calls round in which a message has them.
func callsReversed(messages []wire.Value) []wire.Value {
	out := make([]wire.Value, len(messages))
	for i, m := range messages {
		var calls []wire.Value
		one := []wire.Value{m}
		words.MapCalls(one, func(p wire.Value) wire.Value { calls = append(calls, p); return p })
		out[i] = words.MapCalls(one, func(wire.Value) wire.Value {
			last := calls[len(calls)-1]
			calls = calls[:len(calls)-1]
			return last
		})[0]
	}
	return out
}

func withoutTexts(messages []wire.Value) []wire.Value {
	return words.MapKind(messages, words.PartText, func(wire.Value) wire.Value { return wire.Value{} })
}
