package endpoint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// Change changes the texts at these places of every element. A star stands for every place of a list.
func Change(elements []wire.Value, change func(text string) string, places ...string) []wire.Value {
	out := make([]wire.Value, len(elements))
	for i, e := range elements {
		_, root, _ := act.Frame(e)
		for _, place := range places {
			e = changed(e, root+place, change)
		}
		out[i] = e
	}
	return out
}

func changed(e wire.Value, place string, change func(string) string) wire.Value {
	list, rest, many := strings.Cut(place, "/*")
	if many {
		for i := range e.Find(list).Len() {
			e = changed(e, fmt.Sprintf("%s/%d%s", list, i, rest), change)
		}
		return e
	}
	v := e.Find(place)
	if !v.IsString() {
		return e
	}
	return e.Edit(place, func(wire.Value) wire.Value { return wire.Str(change(v.Text())) })
}

// Numbered gives the ids at these places the number of their answer, so that no other has them.
func Numbered(places ...string) func([]wire.Value, Request, int) []wire.Value {
	return func(elements []wire.Value, _ Request, n int) []wire.Value {
		return Change(elements, func(id string) string { return fmt.Sprintf("%s_%d", id, n+1) }, places...)
	}
}

// Error is the object in which most wires tell an error.
func Error(kind, message string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(kind)), wire.M("message", wire.Str(message)))
}

// Thinking puts what a model thinks behind the first element of an answer.
func Thinking(thinks func(text string) []wire.Value) func([]wire.Value, string) []wire.Value {
	return func(elements []wire.Value, text string) []wire.Value {
		return slices.Insert(slices.Clone(elements), 1, thinks(text)...)
	}
}

// Doubled tells again, right behind it, every element that says so.
func Doubled(again func(e wire.Value) bool) func([]wire.Value) []wire.Value {
	return func(elements []wire.Value) []wire.Value {
		var out []wire.Value
		for _, e := range elements {
			out = append(out, e)
			if data, _, _ := act.Frame(e); again(data) {
				out = append(out, e)
			}
		}
		return out
	}
}
