package messageparts

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// The types of steps, as the adapter protocol spells them.
const (
	stepText      = "text"
	stepCall      = "tool_call"
	stepDelta     = "tool_call_delta"
	stepResult    = "tool_result"
	stepAddResult = "add_tool_result"
	stepFinish    = "finish"
	stepUser      = "user_message"
)

// steps is the consumer's script: what happens to a chat, step by step.
type steps struct{ list []wire.Value }

// newSteps makes a script of these steps.
func newSteps(list ...wire.Value) steps { return steps{list} }

func parseSteps(v wire.Value) (dialect.Script, error) {
	list := v.Get("steps")
	if !list.IsArray() {
		return nil, fmt.Errorf("message-parts: steps: an array is expected, this is %s", list.Kind())
	}
	return steps{list.Items()}, nil
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
		renamed[i] = renameStep(step, to)
	}
	return steps{renamed}
}

func renameStep(step wire.Value, to func(string) string) wire.Value {
	switch step.Get("type").Text() {
	case stepCall:
		call := step.Get("toolCall")
		return step.With("toolCall", call.With("id", wire.Str(to(call.Get("id").Text()))))
	case stepDelta:
		return step.With("id", wire.Str(to(step.Get("id").Text())))
	case stepResult, stepAddResult:
		return step.With("toolCallId", wire.Str(to(step.Get("toolCallId").Text())))
	}
	return step
}

// stepID is the call id that a step names, "" where it names none.
func stepID(step wire.Value) string {
	switch step.Get("type").Text() {
	case stepCall:
		return step.Get("toolCall").Get("id").Text()
	case stepDelta:
		return step.Get("id").Text()
	case stepResult, stepAddResult:
		return step.Get("toolCallId").Text()
	}
	return ""
}

func isResult(step wire.Value) bool {
	kind := step.Get("type").Text()
	return kind == stepResult || kind == stepAddResult
}

// Answered counts the results that came for each call.
func (s steps) Answered() map[string]int {
	count := map[string]int{}
	for _, step := range s.list {
		if isResult(step) {
			count[stepID(step)]++
		}
	}
	return count
}

// Permute swaps the results of two calls that were both told, whole, before
// either result, each of them answered once.
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
		if id := stepID(step); id != "" && !isResult(step) {
			told[id] = i
		}
	}
	var pairs [][2]int
	last := -1
	for i, step := range s.list {
		if step.Get("type").Text() == stepUser {
			last = -1
		}
		if !isResult(step) || answered[stepID(step)] != 1 {
			continue
		}
		at, known := told[stepID(step)]
		if last >= 0 && known && at < last {
			if other, ok := told[stepID(s.list[last])]; ok && other < last {
				pairs = append(pairs, [2]int{last, i})
			}
		}
		last = i
	}
	return pairs
}

// Without is the script as it would be told without what the requirement is about: with
// plain outputs for the falsy ones of PART-09.
func (s steps) Without(requirement string) []dialect.Script {
	if requirement != "PART-09" {
		return nil
	}
	list := make([]wire.Value, len(s.list))
	for i, step := range s.list {
		switch output := step.Get("output"); {
		case step.Get("type").Text() != stepAddResult || output.IsAbsent() || !falsy(output):
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
	list := v.Get("messages")
	if !list.IsArray() {
		return nil, fmt.Errorf("message-parts: messages: an array is expected, this is %s", list.Kind())
	}
	return stored{list.Items()}, nil
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

// renamed gives every call id another one. It is not dialect.Renamer: META-02 does not
// bind converters.
func (s stored) renamed(to func(string) string) stored {
	messages := make([]wire.Value, len(s.messages))
	for i, m := range s.messages {
		parts := m.Get("parts").Items()
		for j, p := range parts {
			switch p.Get("type").Text() {
			case partCall:
				parts[j] = p.With("id", wire.Str(to(p.Get("id").Text())))
			case partResult:
				parts[j] = p.With("toolCallId", wire.Str(to(p.Get("toolCallId").Text())))
			}
		}
		messages[i] = m.With("parts", wire.List(parts...))
	}
	return stored{messages}
}
