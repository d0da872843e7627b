package anthropicmessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// parts changes the blocks of every message; an absent one is gone.
func parts(kind string, edit plant.Edit) plant.Plant {
	return inMessages(plant.Each(is(kind), edit))
}

// messages changes what is sent, inMessages the blocks of every message, textFirst their order in those of a role.
func messages(change plant.List) plant.Plant { return plant.Showing("/messages", plant.In(change)) }

func inMessages(change plant.List) plant.Plant {
	return plant.Showing("/messages/*/content", plant.In(change))
}

func textFirst(role string) plant.Plant {
	first := func(blocks []wire.Value) []wire.Value { return plant.SortedFirst(blocks, isText) }
	return messages(plant.Each(func(m wire.Value) bool { return m.Get("role").Text() == role }, plant.Inside("/content", plant.In(first))))
}

// in changes a member of the blocks of a kind.
func in(kind, at string, edit plant.Edit) plant.Plant {
	return parts(kind, plant.Inside(at, edit))
}

// wireSent is how histories are sent.
func wireSent() plant.Sent {
	const block = "/messages/*/content/*"
	return plant.Sent{Send: sent, Text: block + "/text", Name: block + "/name", Arguments: block + "/input",
		Malformed: func(arguments string) bool { _, ok := inputOf(arguments); return !ok },
		OfCalls:   "MSG-80", OfArguments: "MSG-80", OfResults: "MSG-81", OfContents: "MSG-84", OfOrder: "MSG-81", OfTexts: "MSG-87",
		OfErrors: "MSG-84", OfFlag: "MSG-83", OfPlaces: "MSG-87", OfIDs: "MSG-88", OfOpen: "MSG-85",
		OfMalformed: "MSG-80",
		// A result behind a user's word is in the same turn, which MSG-82 judges; long ids stand in
		// cases of ROBUST-05 alone. Inputs are values, which doubles may hold, and objects. Names are plain.
		Except: []string{"c-late-names-trimmed", "c-result-after-user", "c-id-shortened-once", "c-doubles", "c-name-cut-at-64",
			"c-name-ascii", "c-name-entities", "c-name-quotes", "c-name-composed", "c-name-controls-lost", "c-name-invisible-lost",
			"c-name-blanks-plain", "c-name-astral-lost", "c-name-unnumbered", "objectless-under-value"}}
}

// sending is a converter that refuses nothing: it changes the history, and sends it.
func sending(change func(h history.History) history.History) plant.Plant {
	return wireSent().Sending(change)
}

// mending sends histories that are not valid, changed; the others go their way.
func mending(change func(h history.History) history.History) plant.Plant {
	return wireSent().Mending(func(h history.History) history.History { return change(known(h)) })
}

// known is a history without results that no call stands before.
func known(h history.History) history.History {
	seen := map[string]bool{}
	var out history.History
	for _, e := range h {
		for _, p := range e.Parts {
			seen[p.ID] = seen[p.ID] || p.Call
		}
		if e.Role != history.Tool || seen[e.CallID] {
			out = append(out, e)
		}
	}
	return out
}

func unchanged(h history.History) history.History { return h }

// flagged gives made-up results the flag of an error.
func flagged(text string) func(h history.History) history.History {
	return func(h history.History) history.History {
		h = history.Mended(text)(h)
		for i, e := range h {
			if e.Role == history.Tool && e.Output.Text() == text {
				h[i].Status = "error"
			}
		}
		return h
	}
}

func isText(b wire.Value) bool { return isType(b, "text") }

// inPairs sends each of parallel calls in a message of its own, and its result behind it.
func inPairs(list []wire.Value) (out []wire.Value) {
	for i, m := range list {
		var calls, others []wire.Value
		for _, b := range m.Get("content").Items() {
			if isType(b, use) {
				calls = append(calls, b)
			} else {
				others = append(others, b)
			}
		}
		if out = append(out, m); len(calls) < 2 || i+1 == len(list) {
			continue
		}
		next := list[i+1]
		out = out[:len(out)-1]
		for k, c := range calls {
			said, answered := []wire.Value{c}, []wire.Value{}
			for _, b := range next.Get("content").Items() {
				if b.Get("tool_use_id").Text() == c.Get("id").Text() || !isType(b, result) && k+1 == len(calls) {
					answered = append(answered, b)
				}
			}
			if k == 0 {
				said = append(others, c)
			}
			out = append(out, m.With("content", wire.List(said...)), next.With("content", wire.List(answered...)))
		}
		list[i+1] = next.With("content", wire.List())
	}
	return slices.DeleteFunc(out, func(m wire.Value) bool { return m.Get("content").IsArray() && m.Get("content").Len() == 0 })
}

const (
	use    = "tool_use"
	result = "tool_result"
)

func converterFaults() []plant.Row {
	falsy := func(b wire.Value) wire.Value {
		if slices.Contains([]string{"0", "false", "null"}, b.Get("content").Text()) {
			return b.With("content", wire.Str("no result"))
		}
		return b
	}
	// split puts what stands behind the first result into a later user message, behind more.
	split := func(between ...wire.Value) plant.Plant {
		return messages(func(list []wire.Value) []wire.Value {
			for i, m := range list {
				blocks := m.Get("content").Items()
				if len(blocks) > 1 && isType(blocks[0], result) && isType(blocks[1], result) {
					rest := m.With("content", wire.List(blocks[1:]...))
					return slices.Insert(slices.Replace(list, i, i+1, m.With("content", wire.List(blocks[0])), rest), i+1, between...)
				}
			}
			return list
		})
	}
	rows := []plant.Row{
		plant.New("MSG-81/c-results-split", split(wire.ParseString(`{"role":"assistant","content":[{"type":"text","text":"…"}]}`))),
		plant.New("MSG-81/c-results-by-message", split()).Warn(),
		plant.New("MSG-81/c-pair-by-pair", messages(inPairs)).Warn(),
		plant.New("MSG-81/c-late-dropped", sending(func(h history.History) history.History {
			for i, e := range h {
				if i > 0 && e.Role == history.Tool && h[i-1].Role == history.Assistant && len(h[i-1].Parts) == 1 &&
					!h[i-1].Parts[0].Call {
					h[i].Output, h[i].Status = wire.Str("No result is known."), "error"
				}
			}
			return history.Mended("")(h)
		})).Warn(),
		plant.New("MSG-82/c-text-first", textFirst("user")),
		plant.New("MSG-82/c-user-stays-between", sending(unchanged)),
		plant.New("MSG-84/c-falsy", parts(result, falsy)),
		plant.New("MSG-85/c-unanswered", sending(unchanged)),
		plant.New("MSG-85/c-hollow", hollow),
		plant.New("MSG-85/c-made-up-unflagged", sending(history.Mended("No result is known."))),
		plant.New("MSG-86/c-orphan", sending(unchanged)),
		plant.New("MSG-86/c-mixed", sending(func(h history.History) history.History {
			last := map[string]wire.Value{}
			for _, e := range h {
				last[e.CallID] = e.Output
			}
			h = history.Mended("")(h)
			for i, e := range h {
				if e.Role == history.Tool {
					h[i].Output = last[e.CallID]
				}
			}
			return h
		})),
		plant.New("MSG-87/c-text-behind-calls", inMessages(func(blocks []wire.Value) []wire.Value {
			return plant.SortedFirst(blocks, func(b wire.Value) bool { return isType(b, use) })
		})).Warn(),
		plant.New("MSG-87/c-text-lost", inMessages(func(blocks []wire.Value) []wire.Value {
			if len(blocks) > 0 && isType(blocks[0], result) {
				return slices.DeleteFunc(blocks, isText)
			}
			return blocks
		})),
		plant.New("MSG-87/c-text-in-result", inMessages(func(blocks []wire.Value) []wire.Value {
			n := len(blocks) - 1
			if n <= 0 || !isType(blocks[n-1], result) || !isText(blocks[n]) {
				return blocks
			}
			content := wire.Str(blocks[n-1].Get("content").Text() + "\n" + blocks[n].Get("text").Text())
			return append(blocks[:n-1], blocks[n-1].With("content", content))
		})),
		plant.New("MSG-87/c-empty-text",
			inMessages(func(blocks []wire.Value) []wire.Value { return append(blocks, textBlock("")) })).Warn(),
		plant.New("MSG-88/c-late-id", sending(func(h history.History) history.History {
			first := map[string]wire.Value{}
			for i, e := range h {
				if _, there := first[e.CallID]; e.Role == history.Tool && there {
					h[i].Output = first[e.CallID]
				} else if e.Role == history.Tool {
					first[e.CallID] = e.Output
				}
			}
			return h
		})),
		plant.New("MSG-88/c-ids-cleaned", rewriting(func(id string) string {
			return strings.Map(func(r rune) rune {
				if plainName(string(r)) {
					return r
				}
				return '_'
			}, id)
		})),
	}
	return append(rows, wireSent().Faults()...)
}

// hollow leaves open calls out of their messages, and sends what is left of them, be it nothing.
func hollow(a dialect.Answer) dialect.Answer {
	const mark = "nothing is left"
	marked := sending(func(h history.History) history.History {
		h = history.Mended("")(known(h))
		for i, e := range h {
			if e.Role == history.Assistant && len(e.Parts) == 0 {
				h[i].Parts = []history.Part{{Text: mark}}
			}
		}
		return h
	})
	return inMessages(func(blocks []wire.Value) []wire.Value {
		return slices.DeleteFunc(blocks, func(b wire.Value) bool { return b.Get("text").Text() == mark })
	})(marked(a))
}

// rewriting gives every id another one, alike on both sides.
func rewriting(rename func(id string) string) plant.Plant {
	return plant.Showing("/messages/*/content/*", func(b wire.Value) wire.Value {
		switch {
		case isType(b, use):
			return b.Edit("/id", plant.Text(rename))
		case isType(b, result):
			return b.Edit("/tool_use_id", plant.Text(rename))
		}
		return b
	})
}

// mended puts users behind results, results behind their calls, and leaves out what is open.
func mended(h history.History) history.History { return history.Mended("")(h) }

func converterVariants() []plant.Row {
	inBlocks := in(result, "/content", func(v wire.Value) wire.Value {
		if v.Text() == "" {
			return wire.Value{}
		}
		return wire.List(textBlock(v.Text()))
	})
	return append(wireSent().Variants(), []plant.Row{
		plant.New("MSG-80/malformed-as-text", sending(func(h history.History) history.History {
			for i := range h {
				for k, p := range h[i].Parts {
					if _, ok := inputOf(p.Arguments); p.Call && !ok {
						h[i].Parts[k].Arguments = wire.Obj(wire.T("raw", p.Arguments)).JSON()
					}
				}
			}
			return mendedOnce(known(h))
		})),
		plant.New("MSG-84/content-blocks", inBlocks),
		wireSent().RestlessAnd("MSG-84/content-blocks-restless", inBlocks),
		plant.New("MSG-83/flag-always", parts(result, func(b wire.Value) wire.Value {
			return b.With("is_error", wire.Boolean(b.Get("is_error").IsTrue()))
		})),
		plant.New("MSG-85/left-out", mending(mendedOnce)),
		plant.New("MSG-85/error-result", mending(func(h history.History) history.History {
			switch {
			case repeatsID(h):
				return h
			case h.Malformed(): // what cannot be sent has no result
				return mended(h)
			}
			return flagged("No result is known: the call was never answered.")(h)
		})),
		plant.New("MSG-87/messages-apart", messages(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for _, m := range list {
				blocks := m.Get("content").Items()
				n := slices.IndexFunc(blocks, is("text"))
				if n <= 0 || m.Get("role").Text() != "user" {
					out = append(out, m)
					continue
				}
				out = append(out, m.With("content", wire.List(blocks[:n]...)), m.With("content", wire.List(blocks[n:]...)))
			}
			for i, m := range out {
				if c := m.Get("content"); c.Len() == 1 && isType(c.At(0), "text") {
					out[i] = m.With("content", c.At(0).Get("text"))
				}
			}
			return out
		})),
		plant.New("MSG-87/text-before-calls", textFirst("assistant")),
		plant.New("MSG-88/rewritten", rewriting(func(id string) string { return "toolu_" + wire.Quote(id) })),
		plant.New("MSG-88/kept-in-turns", mending(mendedOnce)),
	}...)
}

// mendedOnce leaves histories alone in which an id comes again.
func mendedOnce(h history.History) history.History {
	if repeatsID(h) {
		return h
	}
	return mended(h)
}

// repeatsID: an id is used again, and nothing else is wrong.
func repeatsID(h history.History) bool {
	seen := map[string]bool{}
	again := false
	for _, p := range h.Calls() {
		again = again || seen[p.ID]
		seen[p.ID] = true
	}
	return again
}
