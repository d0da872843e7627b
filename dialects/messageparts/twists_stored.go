package messageparts

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

func storedTwists() []dialect.Twist {
	twist := func(id, title, tests string, apply func(stored, dialect.Pick) (stored, bool)) dialect.Twist {
		return dialect.Twist{ID: id, Title: title, Tests: parts(tests), Apply: func(s dialect.Script, pick dialect.Pick) (dialect.Script, dialect.Planted, bool) {
			script, ok := s.(stored)
			if !ok {
				return s, dialect.Planted{}, false
			}
			twisted, ok := apply(script, pick)
			return twisted, dialect.Planted{}, ok
		}}
	}
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
	return stored{mapParts(s.messages, func(p wire.Value) []wire.Value {
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

func one(p wire.Value) []wire.Value { return []wire.Value{p} }

func arrivingPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(partResult), func(p wire.Value) []wire.Value {
		return []wire.Value{p.With("state", wire.Str(stateArriving)).Without("error"), p}
	})
}

func dropPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, anyStep, func(wire.Value) []wire.Value { return nil })
}

func secondPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(partResult), func(p wire.Value) []wire.Value {
		id := p.Get("toolCallId").Text()
		return []wire.Value{p, []wire.Value{p, resultPart(id, "another content"), errorPart(id, "another failure", wire.Value{})}[pick(3)]}
	})
}

func strayPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(partResult), func(p wire.Value) []wire.Value { return []wire.Value{resultPart("stray-0", "strayed content"), p} })
}

func mutePart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(partResult), func(p wire.Value) []wire.Value {
		id := p.Get("toolCallId").Text()
		return one([]wire.Value{errorPart(id, "", wire.Value{}), errorPart(id, "", wire.Str("")), errorPart(id, "null", wire.Str("told beside it"))}[pick(3)])
	})
}

func outputOnly(s stored, pick dialect.Pick) (stored, bool) {
	var id string
	with, ok := rewrite(s, pick, ofKind(partCall), func(p wire.Value) []wire.Value {
		id = p.Get("id").Text()
		return one(p.With("output", wire.ParseString(`{"only":"the output"}`)))
	})
	if !ok {
		return s, false
	}
	return stored{mapResults(with.messages, func(p wire.Value) wire.Value {
		if p.Get("toolCallId").Text() == id {
			return wire.Value{}
		}
		return p
	})}, true
}

func otherOutput(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(partCall), func(p wire.Value) []wire.Value {
		return one(p.With("output", wire.ParseString(`{"shown":"in the UI only"}`)))
	})
}

func malformedPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(partCall), func(p wire.Value) []wire.Value {
		return one(p.With("arguments", wire.Str([]string{`{"x": 1,}`, `{"x":`, `x`}[pick(3)])))
	})
}

func emptyPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(partCall), func(p wire.Value) []wire.Value { return one(p.With("arguments", wire.Str(""))) })
}

func unknownPart(s stored, pick dialect.Pick) (stored, bool) {
	return rewrite(s, pick, ofKind(partResult), func(p wire.Value) []wire.Value {
		return []wire.Value{wire.Obj(wire.M("type", wire.Str("source")), wire.M("toolCallId", p.Get("toolCallId")), wire.M("content", wire.Str("see there"))), p}
	})
}

// splitMessage cuts a message in two where no call and its result are parted: a
// right chat never parts them.
func splitMessage(s stored, pick dialect.Pick) (stored, bool) {
	i, ok := where(s.messages, pick, func(m wire.Value) bool { return m.Get("role").Text() == roleAssistant && len(seams(m)) > 0 })
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
		if p.Get("type").Text() == partResult {
			last[p.Get("toolCallId").Text()] = i
		}
	}
	var at []int
	through := 0 // the last result of the calls so far
	for i, p := range list {
		if i > 0 && through < i {
			at = append(at, i)
		}
		if p.Get("type").Text() == partCall {
			through = max(through, last[p.Get("id").Text()])
		}
	}
	return at
}
