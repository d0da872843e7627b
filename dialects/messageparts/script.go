package messageparts

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/wire"
)

// steps is the consumer's script: what happens to a chat, step by step.
type steps struct{ list []wire.Value }

func parseSteps(v wire.Value) (dialect.Script, error) {
	list, err := listOf(v, "steps")
	return steps{list}, err
}

func listOf(v wire.Value, member string) ([]wire.Value, error) {
	if list := v.Get(member); !list.IsArray() {
		return nil, fmt.Errorf("message-parts: %s: an array is expected, this is %s", member, list.Kind())
	}
	return v.Get(member).Items(), nil
}

// Input is the protocol's "input" object; steps have one form only.
func (s steps) Input(string, []int) wire.Value { return s.JSON() }

// JSON is the script as it stands in a case file.
func (s steps) JSON() wire.Value { return wire.Obj(wire.M("steps", wire.List(s.list...))) }

// Len is the number of steps.
func (s steps) Len() int { return len(s.list) }

// Keep is the script of some of the steps.
func (s steps) Keep(indices []int) dialect.Script {
	kept := make([]wire.Value, 0, len(indices))
	for _, i := range indices {
		kept = append(kept, s.list[i])
	}
	return steps{kept}
}

// Rename gives every call id another one. Texts that mention an id stay.
func (s steps) Rename(to func(string) string) dialect.Script {
	renamed := make([]wire.Value, len(s.list))
	for i, step := range s.list {
		renamed[i] = words.Renamed(step, to)
	}
	return steps{renamed}
}

// Answered counts the results that came for each call.
func (s steps) Answered() map[string]int { return words.Answers(s.list) }

// Permute swaps the results of two calls that were both told, whole, before either result, each of them answered once.
func (s steps) Permute(pick dialect.Pick) (dialect.Script, bool) {
	pairs := s.parallelResults()
	if len(pairs) == 0 {
		return s, false
	}
	p := pairs[pick(len(pairs))]
	swapped := append([]wire.Value(nil), s.list...)
	swapped[p[0]], swapped[p[1]] = swapped[p[1]], swapped[p[0]]
	return steps{swapped}, true
}

// parallelResults are the pairs of neighbouring results that may be swapped.
func (s steps) parallelResults() [][2]int {
	answered := s.Answered()
	told := map[string]int{} // the last step that tells the call itself
	for i, step := range s.list {
		if id := words.ID(step); id != "" && words.IsCall(step) {
			told[id] = i
		}
	}
	var pairs [][2]int
	last := -1
	for i, step := range s.list {
		if step.Get("type").Text() == words.StepUser {
			last = -1
		}
		if !words.IsResult(step) || answered[words.ID(step)] != 1 {
			continue
		}
		at, known := told[words.ID(step)]
		if last >= 0 && known && at < last {
			if other, ok := told[words.ID(s.list[last])]; ok && other < last {
				pairs = append(pairs, [2]int{last, i})
			}
		}
		last = i
	}
	return pairs
}

// Without is the script as it would be told without what the requirement is about: with plain outputs for the falsy ones of PART-09.
func (s steps) Without(requirement string) []dialect.Script {
	if requirement != "PART-09" {
		return nil
	}
	list := make([]wire.Value, len(s.list))
	for i, step := range s.list {
		switch output := step.Get("output"); {
		case step.Get("type").Text() != words.StepAddResult || output.IsAbsent() || !words.Falsy(output):
		case output.IsString():
			step = step.With("output", wire.Str("a plain text"))
		default:
			step = step.With("output", wire.Obj(wire.M("plain", wire.Int(7))))
		}
		list[i] = step
	}
	return []dialect.Script{steps{list}}
}

// stored is the converter's script: UI messages as they were stored. Its
// elements are the parts; a message that lost all of its parts goes too.
type stored struct{ messages []wire.Value }

func newStored(messages ...wire.Value) stored { return stored{messages} }

func parseStored(v wire.Value) (dialect.Script, error) {
	list, err := listOf(v, "messages")
	return stored{list}, err
}

// Input is the protocol's "input" object; messages have one form only.
func (s stored) Input(string, []int) wire.Value { return s.JSON() }

// JSON is the script as it stands in a case file.
func (s stored) JSON() wire.Value { return wire.Obj(wire.M("messages", wire.List(s.messages...))) }

// Len is the number of parts.
func (s stored) Len() int {
	n := 0
	for _, m := range s.messages {
		n += m.Get("parts").Len()
	}
	return n
}

// Keep is the script of some of the parts.
func (s stored) Keep(indices []int) dialect.Script {
	keep := make(map[int]bool, len(indices))
	for _, i := range indices {
		keep[i] = true
	}
	var messages []wire.Value
	at := 0
	for _, m := range s.messages {
		parts := m.Get("parts").Items()
		var kept []wire.Value
		for _, p := range parts {
			if keep[at] {
				kept = append(kept, p)
			}
			at++
		}
		switch {
		case len(kept) == len(parts):
			messages = append(messages, m)
		case len(kept) > 0:
			messages = append(messages, m.With("parts", wire.List(kept...)))
		}
	}
	return stored{messages}
}

// script joins steps and lists of steps.
func script(parts ...any) steps {
	var list []wire.Value
	for _, p := range parts {
		switch p := p.(type) {
		case wire.Value:
			list = append(list, p)
		case []wire.Value:
			list = append(list, p...)
		}
	}
	return steps{list}
}
