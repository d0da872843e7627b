package words

import (
	"github.com/toolconform/conform/wire"
)

// Kind is the type of a step or a part.
func Kind(v wire.Value) string { return v.Get("type").Text() }

// RenameStep gives the call of a step another id.
func RenameStep(step wire.Value, to func(string) string) wire.Value {
	switch step.Get("type").Text() {
	case StepCall:
		call := step.Get("toolCall")
		return step.With("toolCall", call.With("id", wire.Str(to(call.Get("id").Text()))))
	case StepDelta:
		return step.With("id", wire.Str(to(step.Get("id").Text())))
	case StepResult, StepAddResult:
		return step.With("toolCallId", wire.Str(to(step.Get("toolCallId").Text())))
	}
	return step
}

// StepID is the call id that a step names, "" where it names none.
func StepID(step wire.Value) string {
	switch step.Get("type").Text() {
	case StepCall:
		return step.Get("toolCall").Get("id").Text()
	case StepDelta:
		return step.Get("id").Text()
	case StepResult, StepAddResult:
		return step.Get("toolCallId").Text()
	}
	return ""
}

// IsResult tells whether a step is a result, of the server or of the client.
func IsResult(step wire.Value) bool {
	kind := step.Get("type").Text()
	return kind == StepResult || kind == StepAddResult
}

// IsCall tells whether a step is a call or a piece of one.
func IsCall(s wire.Value) bool {
	kind := s.Get("type").Text()
	return kind == StepCall || kind == StepDelta
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
			count[StepID(step)]++
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
		if p.Get("type").Text() != kind {
			return []wire.Value{p}
		}
		if p = into(p); p.IsAbsent() {
			return nil
		}
		return []wire.Value{p}
	})
}

// RenamedIDs gives every call id of UI messages another one.
func RenamedIDs(messages []wire.Value, to func(string) string) []wire.Value {
	return MapParts(messages, func(p wire.Value) []wire.Value {
		member := map[string]string{PartCall: "id", PartResult: "toolCallId"}[p.Get("type").Text()]
		if member != "" {
			p = p.With(member, wire.Str(to(p.Get(member).Text())))
		}
		return []wire.Value{p}
	})
}
