package plant

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Variants are other right ways to send histories, on every wire that leaves these choices.
func (w Sent) Variants() []Row {
	t := &table{except: w.Except}
	t.add(w.OfArguments, "malformed-left-out", "A call with malformed arguments is left out with its result.",
		HearsHistory(func(h history.History) history.History {
			if h.Valid() != nil {
				return h
			}
			return w.withoutMalformed(h)
		}))
	t.add(w.OfArguments, "malformed-refused", "Malformed arguments are refused.", Ending(func(input wire.Value) bool {
		h, _ := w.read(input)
		return slices.ContainsFunc(h.Calls(), w.isMalformed)
	}, dialect.Rejected, "arguments are malformed"))
	t.add(w.OfIDs, "renamed", "Ids are changed one-to-one.", w.Changing(Renamed(func(s string) string { return "call_" + wire.Quote(s) })))
	t.add(w.OfIDs, "counted-anew", "Ids are changed into numbers, in their order.", w.Changing(func(h history.History) history.History {
		ids := map[string]string{}
		return Renamed(func(s string) string {
			if ids[s] == "" {
				ids[s] = fmt.Sprintf("call_%d", len(ids))
			}
			return ids[s]
		})(h)
	}))
	t.add(w.OfInvalid, "made-up", "An open call is answered with a text of the converter's own.",
		w.Mending(history.Mended("No result is known: the call was never answered.")))
	t.add(w.OfInvalid, "left-out", "An open call is left out, and so is a result without a call.", w.Mending(history.Mended("")))
	t.add(w.OfErrors, "errors-escaped", "Errors are sent in JSON behind a word, with whatever is not ASCII as escapes.",
		w.Results(func(e *history.Entry) {
			if e.Status != "success" {
				e.Output = wire.Str(Escaped(e.Output.Text()))
			}
		}))
	t.rows = append(t.rows, Row{ID: "outputs-in-doubles", Title: "Results that are values went through doubles before they were sent.",
		Plant: w.Results(func(e *history.Entry) {
			if !e.Output.IsString() {
				e.Output = dialect.Doubles(e.Output)
			}
		})})
	t.rows = append(t.rows, Row{ID: "restless", Title: "In every other answer members of values stand in the opposite order.",
		Plant: w.restless()})
	t.rows = append(t.rows, Row{ID: "results-reversed", Title: "Parallel results are sent in the other order.",
		Plant: w.Changing(func(h history.History) history.History {
			h = slices.Clone(h)
			for i := 0; i < len(h); i++ {
				k := i
				for k < len(h) && h[k].Role == history.Tool {
					k++
				}
				slices.Reverse(h[i:k])
				i = max(i, k-1)
			}
			return h
		})})
	return t.rows
}

// Escaped is a text in JSON, behind a word, as libraries print it that write ASCII alone.
func Escaped(text string) string { return `RuntimeError: {"error": ` + InASCII(text) + `}` }

// InASCII is a text as a string of JSON, with whatever is not ASCII as escapes.
func InASCII(text string) string { return wire.SpelledOut(wire.Quote(text), "") }

func (w Sent) withoutMalformed(h history.History) history.History {
	gone := map[string]bool{}
	for i, e := range h {
		h[i].Parts = slices.DeleteFunc(slices.Clone(e.Parts), func(p history.Part) bool {
			gone[p.ID] = gone[p.ID] || p.Call && w.isMalformed(p)
			return p.Call && gone[p.ID]
		})
	}
	return slices.DeleteFunc(h, func(e history.Entry) bool { return e.Role == history.Tool && gone[e.CallID] })
}

// RestlessAnd is the variant in whose answers members of values stand in the opposite order every other time, shown in another
// way: a text that isn't the same twice says the same in each of the forms that a wire has for it.
func (w Sent) RestlessAnd(id string, shown Plant) Row {
	return New(id, func(right dialect.Answer) dialect.Answer { return shown(w.restless()(right)) })
}

func (w Sent) restless() Plant {
	return EveryOther(w.Changing(asItIs), w.Changing(func(h history.History) history.History {
		h = slices.Clone(h)
		for i, e := range h {
			h[i].Output = dialect.Backwards(e.Output)
			h[i].Parts = slices.Clone(e.Parts)
			for k, p := range e.Parts {
				if v, err := wire.Parse([]byte(p.Arguments)); p.Call && err == nil && !repeats(v) {
					h[i].Parts[k].Arguments = dialect.Backwards(v).JSON()
				}
			}
		}
		return h
	}))
}

// repeats tells whether a member stands twice in an object, so that their order matters.
func repeats(v wire.Value) bool {
	_, twice := v.Duplicate()
	return twice
}

func asItIs(h history.History) history.History { return h }
