package words

import (
	"cmp"

	"github.com/toolconform/conform/wire"
)

// Kind is the type of a step or a part.
func Kind(v wire.Value) string { return v.Get("type").Text() }

// idAt is where steps and parts of a type name the call that they are about, "" where they are about none.
func idAt(kind string) string {
	switch kind {
	case StepCall:
		return "/toolCall/id"
	case StepDelta, PartCall:
		return "/id"
	case StepResult, StepAddResult, PartResult:
		return "/toolCallId"
	}
	return ""
}

// ID is the id of the call that a step or a part is about, or whatever else names one as results do.
func ID(v wire.Value) string {
	return v.Find(cmp.Or(idAt(Kind(v)), "/toolCallId")).Text()
}

// Renamed gives the call of a step or a part another id.
func Renamed(v wire.Value, to func(string) string) wire.Value {
	if at := idAt(Kind(v)); at != "" {
		return v.Edit(at, func(id wire.Value) wire.Value { return wire.Str(to(id.Text())) })
	}
	return v
}

// IsResult tells whether a step is a result, of the server or of the client.
func IsResult(step wire.Value) bool {
	return Kind(step) == StepResult || Kind(step) == StepAddResult
}

// IsCall tells whether a step is a call or a piece of one.
func IsCall(step wire.Value) bool {
	return Kind(step) == StepCall || Kind(step) == StepDelta
}

// Falsy are the outputs that many a language takes for nothing.
func Falsy(v wire.Value) bool {
	return v.IsFalse() || v.Kind() == wire.Null || v.IsString() && v.Text() == "" || v.Kind() == wire.Number && wire.Equal(v, wire.Int(0))
}

// Answers counts the results that came for each call.
func Answers(steps []wire.Value) map[string]int {
	count := map[string]int{}
	for _, step := range steps {
		if IsResult(step) {
			count[ID(step)]++
		}
	}
	return count
}

// MapParts puts other parts in the place of each part.
func MapParts(messages []wire.Value, into func(wire.Value) []wire.Value) []wire.Value {
	mapped := make([]wire.Value, len(messages))
	for i, m := range messages {
		var parts []wire.Value
		for _, p := range m.Get("parts").Items() {
			parts = append(parts, into(p)...)
		}
		mapped[i] = m.With("parts", wire.List(parts...))
	}
	return mapped
}

// MapResults changes each result part; an absent value drops it.
func MapResults(messages []wire.Value, into func(wire.Value) wire.Value) []wire.Value {
	return MapKind(messages, PartResult, into)
}

// MapCalls changes each call part; an absent value drops it.
func MapCalls(messages []wire.Value, into func(wire.Value) wire.Value) []wire.Value {
	return MapKind(messages, PartCall, into)
}

// MapKind changes each part of a type; an absent value drops it.
func MapKind(messages []wire.Value, kind string, into func(wire.Value) wire.Value) []wire.Value {
	return MapParts(messages, func(p wire.Value) []wire.Value {
		if Kind(p) == kind {
			p = into(p)
		}
		if p.IsAbsent() {
			return nil
		}
		return []wire.Value{p}
	})
}
