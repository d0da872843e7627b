package plant

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Shown is how a consumer's state shows what it holds, and which lines the shared faults
// miss. A line that the wire doesn't have is "", and its faults are left out.
type Shown struct {
	// Text is a pointer to the text, Calls to the list that holds the calls. Is tells calls
	// from other elements of the list; nil where it has no others.
	Text, Calls string
	Is          func(e wire.Value) bool
	// ID, Name and Arguments are members of a call. Arguments may be text or values; changes of texts are those of the strings
	// in them, and of arguments that are text those of the whole text unless they are Within.
	ID, Name, Arguments string
	Within              bool
	// Open tells whether a call is shown as unfinished, and Hand shows it as ready, with
	// these arguments. Both nil: calls have no state, or no text where they are unfinished.
	Open func(call wire.Value) bool
	Hand func(call, arguments wire.Value) wire.Value
	// OfText, OfCalls and OfArguments are missed by what is lost or spoilt, OfTwins by equal
	// calls made one, OfSameID by calls of one id, OfCut by what is made of cut calls.
	OfText, OfCalls, OfArguments, OfTwins, OfSameID, OfCut string
	// OfOrder is missed by calls in another order; a SHOULD where Lenient.
	OfOrder string
	Lenient bool
	// Except are slugs of faults that are none on this wire.
	Except []string
}

// List changes the calls that are shown; those that are added stand behind the others.
func (w Shown) List(change func(calls []wire.Value) []wire.Value) Plant {
	return Showing(w.Calls, w.Edit(change))
}

// Edit changes the calls in a list.
func (w Shown) Edit(change func(calls []wire.Value) []wire.Value) Edit {
	return func(list wire.Value) wire.Value {
		if !list.IsArray() {
			return list
		}
		var calls []wire.Value
		for _, e := range list.Items() {
			if w.isCall(e) {
				calls = append(calls, e)
			}
		}
		calls = change(calls)
		out := []wire.Value{}
		for _, e := range list.Items() {
			switch {
			case !w.isCall(e):
				out = append(out, e)
			case len(calls) > 0:
				out, calls = append(out, calls[0]), calls[1:]
			}
		}
		return wire.List(append(out, calls...)...)
	}
}

func (w Shown) isCall(e wire.Value) bool { return w.Is == nil || w.Is(e) }

// Each changes every call; an absent one is gone.
func (w Shown) Each(edit Edit) Plant {
	return w.List(func(calls []wire.Value) []wire.Value {
		for i, c := range calls {
			calls[i] = edit(c)
		}
		return slices.DeleteFunc(calls, wire.Value.IsAbsent)
	})
}

// At changes a member of every call that has it.
func (w Shown) At(member string, edit Edit) Plant { return Showing(w.Calls+"/*/"+member, edit) }

// Merging makes one call of those with the same key, with the arguments of the first, or, as
// text, of all.
func (w Shown) Merging(key func(call wire.Value) string, joined bool) Plant {
	return w.List(func(calls []wire.Value) []wire.Value {
		var kept []wire.Value
		at := map[string]int{}
		for _, c := range calls {
			i, again := at[key(c)]
			if !again || key(c) == "" {
				at[key(c)] = len(kept)
				kept = append(kept, c)
			} else if joined {
				kept[i] = kept[i].With(w.Arguments, wire.Str(kept[i].Get(w.Arguments).Text()+c.Get(w.Arguments).Text()))
			}
		}
		return kept
	})
}

// swapped are calls of which two neighbours have each other's member.
func (w Shown) swapped(member string) Plant {
	return w.List(func(calls []wire.Value) []wire.Value {
		for i := 0; i+1 < len(calls); i += 2 {
			Exchange(calls, i, i+1, member)
		}
		return calls
	})
}

// ofFirst are calls that all have the first one's member.
func (w Shown) ofFirst(member string) Plant {
	return w.List(func(calls []wire.Value) []wire.Value {
		for i := range calls {
			calls[i] = calls[i].With(member, calls[0].Get(member))
		}
		return calls
	})
}

// eight is how many calls some handle with more care than those behind them.
const eight = 8

// Faults are the faults that consumers have on every wire.
func (w Shown) Faults() []Row {
	t := &table{except: w.Except}
	w.callFaults(t)
	w.argumentFaults(t)
	w.cutFaults(t)
	return append(t.rows, w.products()...)
}

func (w Shown) products() []Row {
	places := []Place{{Slug: "arguments", Title: "The arguments", Requirement: w.OfArguments,
		Plant: func(e Edit) Plant {
			if w.Within {
				return w.At(w.Arguments, InJSON(Deep(e)))
			}
			return w.At(w.Arguments, Deep(e))
		}},
		{Slug: "name", Title: "A name", Requirement: w.OfCalls, Plant: func(e Edit) Plant { return w.At(w.Name, e) }}}
	if w.Text != "" {
		places = append(places, Place{Slug: "text", Title: "The text", Requirement: w.OfText,
			Plant: func(e Edit) Plant { return Showing(w.Text, e) }})
	}
	var rows []Row
	if w.Text != "" {
		rows = Product(places[2:], Layers())
	}
	ids := Place{Slug: "id", Title: "An id", Requirement: "ROBUST-05", Plant: func(e Edit) Plant { return w.At(w.ID, e) }}
	rows = append(rows, Product([]Place{places[1], ids}, Namespaces())...)
	rows = append(append(rows, Product(places, Changes())...),
		Product([]Place{ids},
			Lettered("trimmed", "first-line", "cut-at-64", "lower", "ascii", "unescaped", "quotes", "one-blank"))...)
	return slices.DeleteFunc(rows, func(r Row) bool { return slices.Contains(w.Except, r.slug()) })
}

func (w Shown) callFaults(t *table) {
	t.add(w.OfCalls, "first-call-lost", "The first of several calls is never listed.",
		w.List(func(calls []wire.Value) []wire.Value { return calls[min(1, max(0, len(calls)-1)):] }))
	t.add(w.OfCalls, "last-call-lost", "The last of several calls is never listed.",
		w.List(func(calls []wire.Value) []wire.Value { return calls[:max(min(1, len(calls)), len(calls)-1)] }))
	t.add(w.OfCalls, "call-twice", "The last call is listed twice.",
		w.List(func(calls []wire.Value) []wire.Value { return append(calls, calls[max(0, len(calls)-1):]...) }))
	t.add(w.OfCalls, "ids-anew", "Calls have ids of the client's own.", w.List(func(calls []wire.Value) []wire.Value {
		for i, c := range calls {
			calls[i] = c.With(w.ID, wire.Str(fmt.Sprintf("call_%d", i)))
		}
		return calls
	}))
	t.add(w.OfCalls, "names-swapped", "Two calls have each other's name.", w.swapped(w.Name))
	t.add(w.OfCalls, "late-names-trimmed", "Names of calls behind the eighth are trimmed.",
		w.List(func(calls []wire.Value) []wire.Value {
			for i, c := range calls {
				if i >= eight && c.Get(w.Name).IsString() {
					calls[i] = c.With(w.Name, wire.Str(strings.TrimSpace(c.Get(w.Name).Text())))
				}
			}
			return calls
		}))
	t.add(w.OfCalls, "ids-swapped", "Two calls have each other's id.", w.swapped(w.ID))
	t.add(w.OfCalls, "name-of-first", "Every call has the name of the first.", w.ofFirst(w.Name))
	t.add(w.OfCalls, "by-name", "Of calls with one name the first is listed.",
		w.Merging(func(c wire.Value) string { return c.Get(w.Name).Text() }, false))
	t.add(w.OfTwins, "equal-calls-merged", "Two equal calls become one.",
		w.Merging(func(c wire.Value) string { return c.Get(w.Name).JSON() + c.Get(w.Arguments).JSON() }, false))
	byID := func(c wire.Value) string { return c.Get(w.ID).Text() }
	t.add(w.OfSameID, "same-id-merged", "Calls with one id become one, with the arguments of all.", w.Merging(byID, true))
	t.add(w.OfSameID, "same-id-lost", "Of calls with one id the first is kept.", w.Merging(byID, false))
	reversed := w.List(func(calls []wire.Value) []wire.Value {
		slices.Reverse(calls)
		return calls
	})
	if w.Lenient {
		t.warn(w.OfOrder, "calls-reversed", "Calls are listed in reverse.", reversed)
	} else {
		t.add(w.OfOrder, "calls-reversed", "Calls are listed in reverse.", reversed)
	}
}

func (w Shown) argumentFaults(t *table) {
	t.add(w.OfArguments, "arguments-swapped", "Two calls have each other's arguments.", w.swapped(w.Arguments))
	t.add(w.OfArguments, "arguments-of-first", "Every call has the arguments of the first.", w.ofFirst(w.Arguments))
	t.add(w.OfArguments, "arguments-emptied", "The arguments of every call are {}.", w.At(w.Arguments, func(v wire.Value) wire.Value {
		if v.IsString() {
			return wire.Str("{}")
		}
		return wire.Obj()
	}))
	t.add(w.OfArguments, "arguments-lost", "No call has arguments.", w.At(w.Arguments, Null))
	t.add(w.OfArguments, "arguments-encoded-twice", "Arguments are encoded twice.", w.At(w.Arguments, func(v wire.Value) wire.Value {
		if v.IsNull() || v.IsString() && v.Text() == "" {
			return v
		} else if v.IsString() {
			return wire.Str(wire.Quote(v.Text()))
		}
		return wire.Str(wire.Quote(v.JSON())) // as JSON text it may be right
	}))
	t.add(w.OfArguments, "falsy-dropped", "Members whose value is falsy are lost.", w.At(w.Arguments, InJSON(Truthy)))
	t.add(w.OfArguments, "strings-parsed", "Strings in the arguments that are JSON are parsed.", w.At(w.Arguments, InJSON(Deep(Parsed))))
	t.add(w.OfArguments, "unwrapped", "Arguments lose a wrapper that is none.", w.At(w.Arguments, InJSON(Unwrapped)))
	t.add(w.OfArguments, "exponents-lost", "An exponent is lost.", w.At(w.Arguments, InJSON(Exponentless)))
	t.warn("ROBUST-04", "doubles", "Arguments pass through doubles.", w.At(w.Arguments, InJSON(dialect.Doubles)))
	t.warn("ROBUST-04", "integers-in-32-bits", "Integers in the arguments have 32 bits.", w.At(w.Arguments, InJSON(dialect.Integers32)))
}

// cutFaults are in what is made of calls that are not finished.
func (w Shown) cutFaults(t *table) {
	if w.Open == nil {
		return
	}
	text := func(c wire.Value) string { return c.Get(w.Arguments).Text() }
	opened := func(so func(text string) bool, change Edit) Plant {
		return w.Each(func(c wire.Value) wire.Value {
			if w.Open(c) && so(text(c)) {
				return change(c)
			}
			return c
		})
	}
	any := func(string) bool { return true }
	half := func(s string) bool { return !wire.IsJSON(s) }
	t.add(w.OfCut, "arguments-healed", "Half arguments are completed and handed out.",
		opened(any, func(c wire.Value) wire.Value { return w.Hand(c, wire.ParseString(Healed(text(c)))) }))
	t.add(w.OfCut, "half-is-empty-object", "Half arguments are handed out as {}.",
		opened(half, func(c wire.Value) wire.Value { return w.Hand(c, wire.Obj()) }))
	t.add(w.OfCut, "cut-is-ready", "A cut call is told as ready, its text as it came.",
		opened(any, func(c wire.Value) wire.Value { return w.Hand(c, c.Get(w.Arguments)) }))
	t.add(w.OfCut, "open-repaired", "An open entry has a repaired value.",
		opened(any, func(c wire.Value) wire.Value { return c.With(w.Arguments, wire.Str(Healed(text(c)))) }))
	t.add(w.OfCut, "opener-is-empty-object", "A call cut before its arguments is ready with {}.",
		opened(func(s string) bool { return s == "" }, func(c wire.Value) wire.Value { return w.Hand(c, wire.Str("{}")) }))
}
