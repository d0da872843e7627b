package dialect

import (
	"slices"
	"sync"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// hearing changes a transcript before it is told, and may remember what it heard.
type hearing func(transcript.Transcript) transcript.Transcript

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
	leak("", "META-06/results-raced", "In every fifth answer two calls have each other's results.", every(5, resultsSwapped))
	leak("order", "META-06/calls-shuffled", "In every fifth answer the first two calls change places.", every(5, callsSwapped))
	leak("artifact", "META-06/artifact-lost", "Every fourth answer has no artifacts.", every(4, withoutArtifacts))
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
	leak("META-06/inputs-raced", "In every fifth answer two calls have each other's input.", every(5, inputsSwapped))
	return list
}

func leakOf(pair Pair, id, title string, valid func(transcript.Transcript) error, hears func() hearing) Fault {
	return FaultOf(pair, id, title, func(right Answer) Answer { return hears().before(right, valid) })
}

// before is the implementation that hears transcripts in this way; those that are not valid
// are none.
func (h hearing) before(right Answer, valid func(transcript.Transcript) error) Answer {
	var mu sync.Mutex
	return func(input wire.Value) Observation {
		t, err := transcript.Parse(input.Get("transcript"))
		if err != nil || valid(t) != nil {
			return right(input)
		}
		mu.Lock()
		heard := h(t)
		mu.Unlock()
		return right(input.With("transcript", heard.JSON()))
	}
}

// every changes each n-th transcript.
func every(n int, change hearing) func() hearing {
	return func() hearing {
		heard := 0
		return func(t transcript.Transcript) transcript.Transcript {
			if heard++; heard%n != 0 {
				return t
			}
			t.Items = slices.Clone(t.Items)
			return change(t)
		}
	}
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

func callCarried() hearing {
	var last []transcript.Item
	return func(t transcript.Transcript) transcript.Transcript {
		heard := t
		calls := t.Calls()
		if len(last) > 0 && !slices.ContainsFunc(calls, func(c *transcript.CallRecord) bool { return c.ID == last[0].ID }) {
			heard.Items = slices.Concat(last, t.Items)
		}
		last = nil
		if n := len(calls); n > 0 && calls[n-1].Result != nil {
			last = []transcript.Item{calls[n-1].Item, *calls[n-1].Result}
		}
		return heard
	}
}

// callRepeated tells the last call that had its input at once again.
func callRepeated() hearing {
	var last []transcript.Item
	return func(t transcript.Transcript) transcript.Transcript {
		heard := t
		calls := t.Calls()
		if len(last) > 0 && !slices.ContainsFunc(calls, func(c *transcript.CallRecord) bool { return c.ID == last[0].ID }) {
			heard.Items = slices.Concat(last, t.Items)
		}
		last = nil
		if n := len(calls); n > 0 && calls[n-1].Input.IsObject() {
			last = []transcript.Item{calls[n-1].Item}
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
