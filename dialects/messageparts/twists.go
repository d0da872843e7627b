package messageparts

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// change is a twist of a list of steps; ok is false where it has no place.
type change func(list []wire.Value, pick dialect.Pick) (changed []wire.Value, ok bool)

// twistOf is a twist of scripts of one kind.
func twistOf[S dialect.Script](id, title, tests string, apply func(S, dialect.Pick) (S, bool)) dialect.Twist {
	return dialect.Twist{ID: id, Title: title, Tests: words.IDs(tests),
		Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
			script, ok := s.(S)
			if !ok {
				return s, dialect.Planted{}, false
			}
			twisted, ok := apply(script, pick)
			return twisted, dialect.Planted{}, ok
		}}
}

func stepTwists() []dialect.Twist {
	twist := func(id, title, tests string, c change) dialect.Twist {
		return twistOf(id, title, tests, func(s steps, pick dialect.Pick) (steps, bool) {
			list, ok := c(slices.Clone(s.list), pick)
			return steps{list}, ok
		})
	}
	return []dialect.Twist{
		twist("stray-result", "A result for an id that no call has.", "10", strayResult),
		twist("second-result", "A second result for a call, equal or not, on either side.", "11", secondResult),
		twist("retarget-result", "A result goes to another call of the stream.", "06 11", retarget),
		twist("cut", "The stream ends somewhere.", "12 06", cut),
		twist("cut-turn", "The stream ends somewhere, and the user writes on.", "12 22", cutTurn),
		twist("drop", "One step is lost.", "06 20", drop),
		twist("repeat", "One step comes twice.", "06 07 11", repeat),
		twist("replay", "Some steps in a row come twice.", "06 07 11", replay),
		twist("move", "One step comes later than it should.", "06 07 10 20", move),
		twist("late-result", "A result comes after the next user message.", "20 22", lateResult),
		twist("finish", "A finish stands where none belongs.", "07 12", insert(func(dialect.Pick) wire.Value { return words.CallsDone() })),
		twist("user", "The user writes in between.", "22", insert(func(dialect.Pick) wire.Value { return words.User("By the way,") })),
		twist("text", "Text stands between any two steps.", "26",
			insert(func(dialect.Pick) wire.Value { return words.Say("Meanwhile: ") })),
		twist("falsy", "An output is falsy.", "09", falsyOutput),
		twist("mute-error", "A result is an error without a text.", "04 24", muteError),
		twist("malformed", "The whole arguments of a call are no JSON.", "25", malformed),
		twist("late-piece", "A piece of the arguments comes after they were whole.", "25 07", latePiece),
	}
}

// where picks one of the positions whose step passes; ok is false without any.
func where(list []wire.Value, pick dialect.Pick, is func(wire.Value) bool) (int, bool) {
	var at []int
	for i, s := range list {
		if is(s) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return 0, false
	}
	return at[pick(len(at))], true
}

func anyStep(wire.Value) bool { return true }

// put inserts steps at a position.
func put(list []wire.Value, at int, more ...wire.Value) []wire.Value {
	return append(append(append([]wire.Value(nil), list[:at]...), more...), list[at:]...)
}

func strayResult(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	id := []string{"stray-0", "call_", "ghost 👻", "toolu_01x"}[pick(4)]
	s := []wire.Value{words.Returned(id, "strayed content"), words.Output(id, "tool", `{"strayed":"output"}`),
		words.Failed(id, "tool", "strayed failure")}[pick(3)]
	return put(list, pick(len(list)+1), s), true
}

func secondResult(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, words.IsResult)
	if !ok {
		return list, false
	}
	id := words.StepID(list[i])
	s := []wire.Value{list[i], words.Returned(id, "another content"), words.Output(id, "tool", `{"another":"output"}`),
		words.Failed(id, "tool", "another failure"),
		words.ServerResult(id, "another server failure", words.StateError)}[pick(5)]
	return put(list, i+1+pick(len(list)-i), s), true
}

func retarget(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, words.IsResult)
	j, known := where(list, pick, words.IsCall)
	if !ok || !known || words.StepID(list[i]) == words.StepID(list[j]) {
		return list, false
	}
	list[i] = list[i].With("toolCallId", wire.Str(words.StepID(list[j])))
	return list, true
}

func cut(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	if len(list) == 0 {
		return list, false
	}
	return list[:pick(len(list))], true
}

func cutTurn(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	list, ok := cut(list, pick)
	return append(list, words.User("Are you there?"), words.Say("Yes."), words.Stop()), ok
}

func drop(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, anyStep)
	if !ok {
		return list, false
	}
	return append(list[:i:i], list[i+1:]...), true
}

func repeat(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, anyStep)
	if !ok {
		return list, false
	}
	return put(list, i+1, list[i]), true
}

func replay(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, anyStep)
	if !ok {
		return list, false
	}
	n := 1 + pick(min(6, len(list)-i))
	return put(list, i+n, list[i:i+n]...), true
}

func move(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, anyStep)
	if !ok {
		return list, false
	}
	moved := list[i]
	rest := append(list[:i:i], list[i+1:]...)
	return put(rest, i+pick(len(rest)-i+1), moved), true
}

func lateResult(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, words.IsResult)
	if !ok {
		return list, false
	}
	late := list[i]
	return append(append(list[:i:i], list[i+1:]...), words.User("Still waiting."), late, words.Say("There."), words.Stop()), true
}

func insert(step func(dialect.Pick) wire.Value) change {
	return func(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
		return put(list, pick(len(list)+1), step(pick)), true
	}
}

func falsyOutput(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, func(s wire.Value) bool { return s.Get("state").Text() == words.OutputAvailable })
	if !ok {
		return list, false
	}
	list[i] = list[i].With("output", []wire.Value{wire.Boolean(false), wire.Int(0), wire.Str(""), wire.NullValue}[pick(4)])
	return list, true
}

func muteError(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, words.IsResult)
	if !ok {
		return list, false
	}
	if list[i].Get("type").Text() == words.StepResult {
		list[i] = words.ServerResult(words.StepID(list[i]), "", words.StateError)
		return list, true
	}
	reason := []wire.Value{{}, wire.Str(""), wire.NullValue}[pick(3)]
	list[i] = words.Failure(words.StepID(list[i]), list[i].Get("tool").Text(), wire.NullValue, reason)
	return list, true
}

func malformed(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, func(s wire.Value) bool { return s.Get("type").Text() == words.StepCall })
	if !ok {
		return list, false
	}
	text := []string{`{"x": 1,}`, `{"x":`, `{'x':1}`, `x`, `{"x":1}}`}[pick(5)]
	list[i] = list[i].With("toolCall", list[i].Get("toolCall").With("arguments", wire.Str(text)))
	return list, true
}

func latePiece(list []wire.Value, pick dialect.Pick) ([]wire.Value, bool) {
	i, ok := where(list, pick, func(s wire.Value) bool { return s.Get("type").Text() == words.StepCall })
	if !ok {
		return list, false
	}
	piece := []string{"", "}", `{"late":1}`, " "}[pick(4)]
	return put(list, i+1+pick(len(list)-i), words.Deltas(words.StepID(list[i]), list[i].Get("toolCall").Get("name").Text(), words.Client,
		piece)...), true
}

func storedTwists() []dialect.Twist {
	twist := twistOf[stored]
	return []dialect.Twist{
		twist("drop-part", "One part is lost.", "20 22 23", dropPart),
		twist("second-part", "A second result part for a call.", "20 23", secondPart),
		twist("stray-part", "A result part whose call is not there.", "22", strayPart),
		twist("mute-part", "A result is an error without a text, or with the word null for content.", "24", mutePart),
		twist("output-only", "A call has its output and no result part.", "21", outputOnly),
		twist("other-output", "A call's output is written differently than its result.", "21", otherOutput),
		twist("malformed-part", "A call's arguments are no JSON.", "25", malformedPart),
		twist("empty-part", "A call's arguments are empty.", "25", emptyPart),
		twist("unknown-part", "A part of an unknown type stands among the others.", "20 22", unknownPart),
		twist("arriving", "A result came by and by, and both forms of it are stored.", "20 22 23", arrivingPart),
		twist("split", "A message is stored as two.", "20 22 26", splitMessage),
	}
}

// rewrite puts other parts in the place of one part that passes.
func rewrite(s stored, pick dialect.Pick, is func(wire.Value) bool, into func(wire.Value) []wire.Value) (stored, bool) {
	var all []wire.Value
	for _, m := range s.messages {
		all = append(all, m.Get("parts").Items()...)
	}
	chosen, ok := where(all, pick, is)
	if !ok {
		return s, false
	}
	at := 0
	return stored{words.MapParts(s.messages, func(p wire.Value) []wire.Value {
		at++
		if at-1 == chosen {
			return into(p)
		}
		return []wire.Value{p}
	})}, true
}

func ofKind(kind string) func(wire.Value) bool {
	return func(p wire.Value) bool { return p.Get("type").Text() == kind }
}

func arrivingPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(words.PartResult), func(p wire.Value) []wire.Value {
		return []wire.Value{p.With("state", wire.Str(words.StateArriving)).Without("error"), p}
	})
}

func dropPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, anyStep, func(wire.Value) []wire.Value { return nil })
}

func secondPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(words.PartResult), func(p wire.Value) []wire.Value {
		id := p.Get("toolCallId").Text()
		return []wire.Value{p, []wire.Value{p, words.ResultPart(id, "another content"),
			words.ErrorPart(id, "another failure", wire.Value{})}[pick(3)]}
	})
}

func strayPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(words.PartResult),
		func(p wire.Value) []wire.Value {
			return []wire.Value{words.ResultPart("stray-0", "strayed content"), p}
		})
}

func mutePart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(words.PartResult), func(p wire.Value) []wire.Value {
		id := p.Get("toolCallId").Text()
		return plant.Only([]wire.Value{words.ErrorPart(id, "", wire.Value{}), words.ErrorPart(id, "", wire.Str("")),
			words.ErrorPart(id, "null", wire.Str("told beside it"))}[pick(3)])
	})
}

func outputOnly(s stored, pick dialect.Pick) (stored, bool) {
	var id string
	with, ok := rewrite(s, pick, ofKind(words.PartCall), func(p wire.Value) []wire.Value {
		id = p.Get("id").Text()
		return plant.Only(p.With("output", wire.ParseString(`{"only":"the output"}`)))
	})
	if !ok {
		return s, false
	}
	return stored{words.MapResults(with.messages, func(p wire.Value) wire.Value {
		if p.Get("toolCallId").Text() == id {
			return wire.Value{}
		}
		return p
	})}, true
}

func otherOutput(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(words.PartCall), func(p wire.Value) []wire.Value {
		return plant.Only(p.With("output", wire.ParseString(`{"shown":"in the UI only"}`)))
	})
}

func malformedPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(words.PartCall), func(p wire.Value) []wire.Value {
		return plant.Only(p.With("arguments", wire.Str([]string{`{"x": 1,}`, `{"x":`, `x`}[pick(3)])))
	})
}

func emptyPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(words.PartCall), func(p wire.Value) []wire.Value {
		return plant.Only(p.With("arguments",
			wire.Str("")))
	})
}

func unknownPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(words.PartResult), func(p wire.Value) []wire.Value {
		return []wire.Value{wire.Obj(wire.M("type", wire.Str("source")), wire.M("toolCallId", p.Get("toolCallId")),
			wire.M("content", wire.Str("see there"))), p}
	})
}

// splitMessage cuts a message in two where no call and its result are parted: a
// right chat never parts them.
func splitMessage(s stored, pick dialect.Pick) (stored, bool) {
	i, ok := where(s.messages, pick, func(m wire.Value) bool { return m.Get("role").Text() == words.RoleAssistant && len(seams(m)) > 0 })
	if !ok {
		return s, false
	}
	m := s.messages[i]
	list, at := m.Get("parts").Items(), seams(m)
	k := at[pick(len(at))]
	second := m.With("id", wire.Str(m.Get("id").Text()+"-b")).With("parts", wire.List(list[k:]...))
	messages := append(append([]wire.Value(nil), s.messages[:i]...), m.With("parts", wire.List(list[:k]...)), second)
	return stored{append(messages, s.messages[i+1:]...)}, true
}

// seams are the places in a message before which every call has had all of its
// results.
func seams(m wire.Value) []int {
	list := m.Get("parts").Items()
	last := map[string]int{}
	for i, p := range list {
		if p.Get("type").Text() == words.PartResult {
			last[p.Get("toolCallId").Text()] = i
		}
	}
	var at []int
	through := 0 // the last result of the calls so far
	for i, p := range list {
		if i > 0 && through < i {
			at = append(at, i)
		}
		if p.Get("type").Text() == words.PartCall {
			through = max(through, last[p.Get("id").Text()])
		}
	}
	return at
}
