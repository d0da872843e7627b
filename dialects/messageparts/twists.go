package messageparts

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// twistOf is a twist whose stream needs no findings of a checker.
func twistOf[S dialect.Script](id, tests string, apply func(S, dialect.Pick) (S, bool)) dialect.Twist {
	return families.TwistOf(id, words.IDs(tests), func(s S, pick dialect.Pick) (S, dialect.Planted, bool) {
		twisted, ok := apply(s, pick)
		return twisted, dialect.Planted{}, ok
	})
}

func stepTwists() []dialect.Twist {
	twist := func(id, tests string, change stream.List) dialect.Twist {
		return twistOf(id, tests, func(s steps, pick dialect.Pick) (steps, bool) {
			list := change(slices.Clone(s.list), pick)
			return steps{list}, list != nil
		})
	}
	anywhere := func(change stream.Place) stream.List { return stream.Somewhere(plant.Every, change) }
	return []dialect.Twist{
		twist("stray-result", "10", strayResult), twist("second-result", "11", stream.Somewhere(words.IsResult, secondResult)),
		twist("retarget-result", "06 11", retarget), twist("cut", "12 06", cut),
		twist("cut-turn", "12 22", cutTurn), twist("drop", "06 20", anywhere(stream.Gone)),
		twist("repeat", "06 07 11", anywhere(stream.Again)),
		twist("replay", "06 07 11", anywhere(func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
			n := 1 + pick(min(6, len(list)-i))
			return slices.Insert(list, i+n, slices.Clone(list[i:i+n])...)
		})),
		twist("move", "06 07 10 20", anywhere(func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
			moved := list[i]
			list = slices.Delete(list, i, i+1)
			return slices.Insert(list, i+pick(len(list)-i+1), moved)
		})),
		twist("late-result", "20 22", stream.Somewhere(words.IsResult, func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
			late := list[i]
			return append(slices.Delete(list, i, i+1), words.User("Still waiting."), late, words.Say("There."), words.Stop())
		})),
		twist("finish", "07 12", inserted(words.CallsDone())), twist("user", "22", inserted(words.User("By the way,"))),
		twist("text", "26", inserted(words.Say("Meanwhile: "))),
		twist("falsy", "09", stream.Somewhere(plant.Says("state", words.OutputAvailable), falsyOutput)),
		twist("mute-error", "04 24", stream.Somewhere(words.IsResult, muteError)),
		twist("malformed", "25", stream.Somewhere(plant.Says("type", words.StepCall), malformed)),
		twist("late-piece", "25 07", stream.Somewhere(plant.Says("type", words.StepCall), latePiece)),
	}
}

// inserted puts a step somewhere.
func inserted(step wire.Value) stream.List {
	return func(list []wire.Value, pick dialect.Pick) []wire.Value {
		return slices.Insert(list, pick(len(list)+1), step)
	}
}

func strayResult(list []wire.Value, pick dialect.Pick) []wire.Value {
	id := []string{"stray-0", "call_", "ghost 👻", "toolu_01x"}[pick(4)]
	s := []wire.Value{words.Returned(id, "strayed content"), words.Output(id, "tool", `{"strayed":"output"}`),
		words.Failed(id, "tool", "strayed failure")}[pick(3)]
	return slices.Insert(list, pick(len(list)+1), s)
}

func secondResult(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
	id := words.ID(list[i])
	s := []wire.Value{list[i], words.Returned(id, "another content"), words.Output(id, "tool", `{"another":"output"}`),
		words.Failed(id, "tool", "another failure"),
		words.ServerResult(id, "another server failure", words.StateError)}[pick(5)]
	return slices.Insert(list, i+1+pick(len(list)-i), s)
}

func retarget(list []wire.Value, pick dialect.Pick) []wire.Value {
	i, j := stream.Some(list, pick, words.IsResult), stream.Some(list, pick, words.IsCall)
	if i < 0 || j < 0 || words.ID(list[i]) == words.ID(list[j]) {
		return nil
	}
	list[i] = list[i].With("toolCallId", wire.Str(words.ID(list[j])))
	return list
}

func cut(list []wire.Value, pick dialect.Pick) []wire.Value {
	if len(list) == 0 {
		return nil
	}
	return list[:pick(len(list))]
}

func cutTurn(list []wire.Value, pick dialect.Pick) []wire.Value {
	if list = cut(list, pick); list == nil {
		return nil
	}
	return append(list, words.User("Are you there?"), words.Say("Yes."), words.Stop())
}

func falsyOutput(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
	list[i] = list[i].With("output", []wire.Value{wire.Boolean(false), wire.Int(0), wire.Str(""), wire.NullValue}[pick(4)])
	return list
}

func muteError(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
	if plant.Says("type", words.StepResult)(list[i]) {
		list[i] = words.ServerResult(words.ID(list[i]), "", words.StateError)
		return list
	}
	reason := []wire.Value{{}, wire.Str(""), wire.NullValue}[pick(3)]
	list[i] = words.Failure(words.ID(list[i]), list[i].Get("tool").Text(), wire.NullValue, reason)
	return list
}

func malformed(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
	text := []string{`{"x": 1,}`, `{"x":`, `{'x':1}`, `x`, `{"x":1}}`}[pick(5)]
	list[i] = list[i].Edit("/toolCall", plant.Having("arguments", wire.Str(text)))
	return list
}

func latePiece(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
	piece := []string{"", "}", `{"late":1}`, " "}[pick(4)]
	at := i + 1 + pick(len(list)-i)
	return slices.Insert(list, at, words.Deltas(words.ID(list[i]), list[i].Get("toolCall").Get("name").Text(), words.Client, piece)...)
}

func storedTwists() []dialect.Twist {
	// twist puts other parts in the place of one of a type.
	twist := func(id, tests, kind string, into func(p wire.Value, pick dialect.Pick) []wire.Value) dialect.Twist {
		return twistOf(id, tests, func(s stored, pick dialect.Pick) (stored, bool) {
			return rewrite(s, pick, plant.Says("type", kind), func(p wire.Value) []wire.Value { return into(p, pick) })
		})
	}
	// with gives a part of a type a member.
	with := func(id, tests, kind, member string, values ...wire.Value) dialect.Twist {
		return twist(id, tests, kind, func(p wire.Value, pick dialect.Pick) []wire.Value {
			value := values[0]
			if len(values) > 1 {
				value = values[pick(len(values))]
			}
			return plant.Only(p.With(member, value))
		})
	}
	return []dialect.Twist{
		twistOf("drop-part", "20 22 23", func(s stored, pick dialect.Pick) (stored, bool) {
			return rewrite(s, pick, plant.Every, func(wire.Value) []wire.Value { return nil })
		}),
		twist("second-part", "20 23", words.PartResult, func(p wire.Value, pick dialect.Pick) []wire.Value {
			id := p.Get("toolCallId").Text()
			return []wire.Value{p, []wire.Value{p, words.ResultPart(id, "another content"),
				words.ErrorPart(id, "another failure", wire.Value{})}[pick(3)]}
		}),
		twist("stray-part", "22", words.PartResult, func(p wire.Value, _ dialect.Pick) []wire.Value {
			return []wire.Value{words.ResultPart("stray-0", "strayed content"), p}
		}),
		twist("mute-part", "24", words.PartResult, func(p wire.Value, pick dialect.Pick) []wire.Value {
			id := p.Get("toolCallId").Text()
			return plant.Only([]wire.Value{words.ErrorPart(id, "", wire.Value{}), words.ErrorPart(id, "", wire.Str("")),
				words.ErrorPart(id, "null", wire.Str("told beside it"))}[pick(3)])
		}),
		twistOf("output-only", "21", outputOnly),
		with("other-output", "21", words.PartCall, "output", wire.ParseString(`{"shown":"in the UI only"}`)),
		with("malformed-part", "25", words.PartCall, "arguments", wire.Str(`{"x": 1,}`), wire.Str(`{"x":`), wire.Str(`x`)),
		with("empty-part", "25", words.PartCall, "arguments", wire.Str("")),
		twist("unknown-part", "20 22", words.PartResult, func(p wire.Value, _ dialect.Pick) []wire.Value {
			return []wire.Value{wire.Obj(wire.T("type", "source"), wire.M("toolCallId", p.Get("toolCallId")),
				wire.T("content", "see there")), p}
		}),
		twist("arriving", "20 22 23", words.PartResult, func(p wire.Value, _ dialect.Pick) []wire.Value {
			return []wire.Value{p.With("state", wire.Str(words.StateArriving)).Without("error"), p}
		}),
		twistOf("split", "20 22 26", splitMessage),
	}
}

// rewrite puts other parts in the place of one part that passes.
func rewrite(s stored, pick dialect.Pick, is func(wire.Value) bool, into func(wire.Value) []wire.Value) (stored, bool) {
	var all []wire.Value
	for _, m := range s.messages {
		all = append(all, m.Get("parts").Items()...)
	}
	chosen := stream.Some(all, pick, is)
	if chosen < 0 {
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

func outputOnly(s stored, pick dialect.Pick) (stored, bool) {
	var id string
	with, ok := rewrite(s, pick, plant.Says("type", words.PartCall), func(p wire.Value) []wire.Value {
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

// splitMessage cuts a message in two where no call and its result are parted: a right chat never parts them.
func splitMessage(s stored, pick dialect.Pick) (stored, bool) {
	i := stream.Some(s.messages, pick, func(m wire.Value) bool { return m.Get("role").Text() == words.RoleAssistant && len(seams(m)) > 0 })
	if i < 0 {
		return s, false
	}
	m := s.messages[i]
	list, at := m.Get("parts").Items(), seams(m)
	k := at[pick(len(at))]
	second := m.With("id", wire.Str(m.Get("id").Text()+"-b")).With("parts", wire.List(list[k:]...))
	messages := append(append([]wire.Value(nil), s.messages[:i]...), m.With("parts", wire.List(list[:k]...)), second)
	return stored{append(messages, s.messages[i+1:]...)}, true
}

// seams are the places in a message before which every call has had all of its results.
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
