package properties

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// toy is a script of a protocol of three words: "call a", "result a 1" and "text x". A word
// more is unknown, and changes nothing.
type toy []string

func (s toy) Input(string, []int) wire.Value { return s.JSON() }
func (s toy) JSON() wire.Value               { return wire.Str(strings.Join(s, "\n")) }
func (s toy) Len() int                       { return len(s) }
func (s toy) Bytes(string) []byte            { return []byte(strings.Join(s, "\n")) }

func (s toy) Keep(indices []int) dialect.Script {
	kept := toy{}
	for _, i := range indices {
		kept = append(kept, s[i])
	}
	return kept
}

func (s toy) Rename(name func(string) string) dialect.Script {
	other := slices.Clone(s)
	for i, line := range s {
		if w := strings.Fields(line); w[0] != "text" {
			w[1] = name(w[1])
			other[i] = strings.Join(w, " ")
		}
	}
	return other
}

// Permute lets the first two results that stand side by side change places.
func (s toy) Permute(dialect.Pick) (dialect.Script, bool) {
	for i := range len(s) - 1 {
		if strings.HasPrefix(s[i], "result") && strings.HasPrefix(s[i+1], "result") {
			other := slices.Clone(s)
			other[i], other[i+1] = s[i+1], s[i]
			return other, true
		}
	}
	return s, false
}

func (s toy) InsertUnknown(pick dialect.Pick) dialect.Script {
	return slices.Insert(slices.Clone(s), pick(len(s)), "unknown")
}

// Reload loads a turn whose calls are all answered.
func (s toy) Reload() (dialect.Script, bool) {
	calls := strings.Count(strings.Join(s, "\n"), "call ")
	return append(toy{"history"}, s...), calls > 0 && calls == len(s.Answered())
}

func (s toy) Answered() map[string]int {
	n := map[string]int{}
	for _, line := range s {
		if w := strings.Fields(line); w[0] == "result" {
			n[w[1]]++
		}
	}
	return n
}

// reads is the state that a right implementation shows: {"calls":[{"id":"a","result":"1"}],"text":"x"}.
func (s toy) reads() wire.Value {
	var ids []string
	results, text := map[string]string{}, ""
	for _, line := range s {
		switch w := strings.Fields(line); w[0] {
		case "call":
			ids = append(ids, w[1])
		case "result":
			results[w[1]] = w[2]
		case "text":
			text += w[1]
		}
	}
	var calls []wire.Value
	for _, id := range ids {
		c := wire.Obj(wire.M("id", wire.Str(id)))
		if r, answered := results[id]; answered {
			c = c.With("result", wire.Str(r))
		}
		calls = append(calls, c)
	}
	return wire.Obj(wire.M("calls", wire.List(calls...)), wire.M("text", wire.Str(text)))
}

// toys is the protocol's side, with all that a property may ask for.
func toys() *dialect.Side {
	held := func(o *dialect.Observation) map[string]wire.Value {
		all := map[string]wire.Value{}
		for _, c := range o.State.Get("calls").Items() {
			if c.Has("result") {
				all[c.Get("id").Text()] = c.Get("result")
			}
		}
		return all
	}
	return &dialect.Side{Pair: dialect.Pair{Dialect: "toy", Role: dialect.Consumer},
		Render: func(transcript.Transcript, dialect.Pick) dialect.Script { return toy{"call a"} },
		Relations: dialect.Relations{Held: held,
			Normal: func(_ *dialect.Case, o *dialect.Observation) wire.Value { return o.State },
			Successes: func(o *dialect.Observation) []string {
				return slices.Sorted(maps.Keys(held(o)))
			}}}
}

// heard is what was sent to an implementation of the protocol, which does wrong where spoil says so.
type heard struct {
	forms []string
	spoil func(f Form, o *dialect.Observation)
}

func (h *heard) observe(f Form) (dialect.Observation, error) {
	h.forms = append(h.forms, f.Name)
	script := f.Case.Script
	if p, ok := script.(plainly); ok {
		script = p.Script
	}
	o := dialect.Observation{State: script.(toy).reads()}
	if h.spoil != nil {
		h.spoil(f, &o)
	}
	return o, nil
}

// whole has two calls that are answered side by side, and text around them.
func whole() toy {
	return toy{"text x", "call a", "call b", "result a 1", "result b 2", "text y"}
}

// about is a case of the protocol, as it is related to its forms.
func about(s toy, h *heard) Relation {
	c := &dialect.Case{ID: "toy/consumer/one", Title: "One.", Pair: toys().Pair, Tests: []string{"T-01"}, Script: s, Encoding: wire.NDJSON}
	return Relation{Side: toys(), Case: c, First: dialect.Observation{State: s.reads()}, Sound: true, Observe: h.observe,
		Pick: func(string) dialect.Pick { return func(int) int { return 0 } }}
}

// lines are the verdicts of outcomes: "META-01" once for each that holds, "META-01!" for each that is missed.
func lines(outcomes []requirement.Outcome) string {
	var list []string
	for _, o := range outcomes {
		text := o.Requirement
		if o.Verdict == requirement.Fail {
			text += "!"
		}
		if (o.Verdict == requirement.Fail) != (len(o.Findings) > 0) {
			text += fmt.Sprintf("(%d findings)", len(o.Findings))
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}
