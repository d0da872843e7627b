// Package words is what the document of tool fences calls things: events, members, states.
package words

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Name of the dialect.
const Name = "tool-fence"

// Consumer is that of readers, Producer that of writers.
func Consumer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }

func Producer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Producer} }

// The three events that a call may bring.
const (
	InputEvent  = "tool-input-available"
	OutputEvent = "tool-output-available"
	ErrorEvent  = "tool-output-error"
	TextEvent   = "text-delta"
)

// States of the document's field table.
func States() []string {
	return []string{"input-streaming", "input-available", "output-available", "output-error"}
}

// KnownMembers of a tool fence's object.
func KnownMembers() []string {
	return []string{"toolCallId", "toolName", "state", "input", "output", "errorText"}
}

// IsText tells whether a value is a text with something in it.
func IsText(v wire.Value) bool { return v.IsString() && v.Text() != "" }

// KnownState tells whether a fence has no state, or one of the document's.
func KnownState(v wire.Value) bool { return v.IsAbsent() || slices.Contains(States(), v.Text()) }

// Others are the members of an object that the document doesn't know.
func Others(object wire.Value) []wire.Member {
	var list []wire.Member
	for _, m := range object.Members() {
		if m.Name != "type" && !slices.Contains(KnownMembers(), m.Name) {
			list = append(list, m)
		}
	}
	return list
}

// TypeOf an event.
func TypeOf(e wire.Value) string { return e.Get("type").Text() }

// Falsy values other than null.
func Falsy(v wire.Value) bool {
	return v.IsFalse() || wire.Equal(v, wire.Int(0)) || v.IsString() && v.Text() == "" || v.IsArray() && v.Len() == 0
}
