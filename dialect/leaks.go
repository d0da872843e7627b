package dialect

import (
	"slices"
	"sync"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Leak is a planted fault of META-06 or META-07: an implementation that answers another input
// than it was given, by chance or because of what it heard before. Hears is called once for
// each run and makes what changes one input after another.
func Leak(pair Pair, id, title string, hears func() func(input wire.Value) wire.Value) Fault {
	return FaultOf(pair, id, title, func(right Answer) Answer {
		var mu sync.Mutex
		hear := hears()
		return func(input wire.Value) Observation {
			mu.Lock()
			heard := hear(input)
			mu.Unlock()
			return right(heard)
		}
	})
}

// EveryNth changes each n-th thing that is heard.
func EveryNth[T any](n int, change func(T) T) func() func(T) T {
	return func() func(T) T {
		heard := 0
		return func(v T) T {
			if heard++; heard%n != 0 {
				return v
			}
			return change(v)
		}
	}
}

// hearing changes a transcript before it is told, and may remember what it heard.
type hearing = func(transcript.Transcript) transcript.Transcript

// Leaks are planted faults of META-06 and META-07: a producer that tells another
// transcript than it was given, by chance or because of what it heard before. Tells is
// what shows in the dialect beside calls and results: "text", the "order" of calls,
// "artifact".
func Leaks(pair Pair, tells ...string) []Fault {
	var list []Fault
	leak := func(needs, id, title string, hears func() hearing) {
		if needs == "" || slices.Contains(tells, needs) {
			list = append(list, leakOf(pair, id, title, transcript.Transcript.Valid, hears))
		}
	}
	leak("", "META-07/stale-cache",
		"Results are kept by call id: a conversation gets the one that the conversation before had, and renews it.", staleCache)
	leak("", "META-07/call-carried", "The last call of a conversation is told again in the next one.", callCarried)
	leak("text", "META-07/text-carried", "The last text of a conversation stands at the beginning of the next one.", textCarried)
	leak("", "META-07/counted-for-all", "A limit of three hundred calls counts those of all conversations.", countedForAll)
	leak("", "META-06/results-raced", "In every fifth answer two calls have each other's results.", EveryNth(5, resultsSwapped))
	leak("order", "META-06/calls-shuffled", "In every fifth answer the first two calls change places.", EveryNth(5, callsSwapped))
	leak("artifact", "META-06/artifact-lost", "Every fourth answer has no artifacts.", EveryNth(4, withoutArtifacts))
	return list
}

// CompletionLeaks are Leaks of a producer that tells completions: text and calls, and no
// results.
func CompletionLeaks(pair Pair) []Fault {
	var list []Fault
	leak := func(id, title string, hears func() hearing) {
		list = append(list, leakOf(pair, id, title, transcript.Transcript.ValidCompletion, hears))
	}
	leak("META-07/call-carried", "The last call of a completion is told again in the next one.", callRepeated)
	leak("META-07/text-carried", "The last text of a completion stands at the beginning of the next one.", textCarried)
	leak("META-07/counted-for-all", "A limit of three hundred calls counts those of all completions.", countedForAll)
	leak("META-06/inputs-raced", "In every fifth answer two calls have each other's input.", EveryNth(5, inputsSwapped))
	return list
}

func leakOf(pair Pair, id, title string, valid func(transcript.Transcript) error, hears func() hearing) Fault {
	return Leak(pair, id, title, func() func(wire.Value) wire.Value {
		hear := hears()
		return func(input wire.Value) wire.Value {
			t, err := transcript.Parse(input.Get("transcript"))
			if err != nil || valid(t) != nil {
				return input // what is not valid is not heard
			}
			return input.With("transcript", hear(t).JSON())
		}
	})
}

func staleCache() hearing {
	kept := map[string]transcript.Item{}
	return func(t transcript.Transcript) transcript.Transcript {
		items := slices.Clone(t.Items)
		for i, item := range t.Items {
			if item.Kind != transcript.Result {
				continue
			}
			if old, have := kept[item.ID]; have {
				items[i] = old
			}
			kept[item.ID] = item
		}
		t.Items = items
		return t
	}
}

// callCarried tells the last call again that was answered, with its result.
func callCarried() hearing {
	return carried(func(c *transcript.CallRecord) []transcript.Item {
		if c.Result == nil {
			return nil
		}
		return []transcript.Item{c.Item, *c.Result}
	})
}

// callRepeated tells the last call again that had its input at once.
func callRepeated() hearing {
	return carried(func(c *transcript.CallRecord) []transcript.Item {
		if !c.Input.IsObject() {
			return nil
		}
		return []transcript.Item{c.Item}
	})
}

// carried tells these items of the last call again, before a transcript that has no such call.
func carried(of func(last *transcript.CallRecord) []transcript.Item) hearing {
	var last []transcript.Item
	return func(t transcript.Transcript) transcript.Transcript {
		heard := t
		calls := t.Calls()
		if len(last) > 0 && !slices.ContainsFunc(calls, func(c *transcript.CallRecord) bool { return c.ID == last[0].ID }) {
			heard.Items = slices.Concat(last, t.Items)
		}
		last = nil
		if n := len(calls); n > 0 {
			last = of(calls[n-1])
		}
		return heard
	}
}

// inputsSwapped gives the first two calls each other's input.
func inputsSwapped(t transcript.Transcript) transcript.Transcript {
	first := -1
	for i, item := range t.Items {
		switch {
		case item.Kind != transcript.Call || !item.Input.IsObject():
		case first < 0:
			first = i
		default:
			t.Items[first].Input, t.Items[i].Input = item.Input, t.Items[first].Input
			return t
		}
	}
	return t
}

func textCarried() hearing {
	var last []transcript.Item
	return func(t transcript.Transcript) transcript.Transcript {
		heard := t
		heard.Items = slices.Concat(last, t.Items)
		last = nil
		for _, item := range t.Items {
			if item.Kind == transcript.Text {
				last = []transcript.Item{item}
			}
		}
		return heard
	}
}

func countedForAll() hearing {
	count := 0
	return func(t transcript.Transcript) transcript.Transcript {
		left := map[string]bool{}
		for _, c := range t.Calls() {
			count++
			left[c.ID] = count > 300
		}
		t.Items = slices.DeleteFunc(slices.Clone(t.Items), func(item transcript.Item) bool { return left[item.ID] })
		return t
	}
}

func resultsSwapped(t transcript.Transcript) transcript.Transcript {
	first := -1
	for i, item := range t.Items {
		switch {
		case item.Kind != transcript.Result:
		case first < 0:
			first = i
		default:
			a, b := &t.Items[first], &t.Items[i]
			a.Status, a.Content, a.Artifact, b.Status, b.Content, b.Artifact = b.Status, b.Content, b.Artifact, a.Status, a.Content,
				a.Artifact
			return t
		}
	}
	return t
}

// callsSwapped changes the places of the first two calls, where nothing of the first
// stands between them.
func callsSwapped(t transcript.Transcript) transcript.Transcript {
	first := -1
	for i, item := range t.Items {
		switch {
		case first >= 0 && item.ID == t.Items[first].ID:
			return t
		case item.Kind != transcript.Call:
		case first < 0:
			first = i
		default:
			t.Items[first], t.Items[i] = t.Items[i], t.Items[first]
			return t
		}
	}
	return t
}

func withoutArtifacts(t transcript.Transcript) transcript.Transcript {
	for i := range t.Items {
		t.Items[i].Artifact = wire.Value{}
	}
	return t
}
