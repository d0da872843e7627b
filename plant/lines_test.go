package plant_test

import (
	"testing"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

func TestHealed(t *testing.T) {
	for text, want := range map[string]string{`{"a":[1,"b`: `{"a":[1,"b"]}`, `{"a":{"b":1`: `{"a":{"b":1}}`, `{"a":"x\"`: `{"a":"x\""}`,
		`{"a":`: `{}`, ``: `{}`, `{"a":1}`: `{"a":1}`, `[{`: `[{}]`} {
		if is := plant.Healed(text); is != want {
			t.Errorf("%s becomes %s, not %s", text, is, want)
		}
	}
}

// The calls of a list change, and what stands between them stays where it is.
func TestShownEdit(t *testing.T) {
	w := plant.Shown{Is: func(e wire.Value) bool { return e.Has("id") }, ID: "id"}
	list := wire.ParseString(`[{"text":"a"},{"id":"1"},{"text":"b"},{"id":"2"}]`)
	for _, c := range []struct {
		name, want string
		change     func(calls []wire.Value) []wire.Value
	}{
		{"lost", `[{"text":"a"},{"id":"2"},{"text":"b"}]`, func(calls []wire.Value) []wire.Value { return calls[1:] }},
		{"twice", `[{"text":"a"},{"id":"1"},{"text":"b"},{"id":"2"},{"id":"2"}]`,
			func(calls []wire.Value) []wire.Value { return append(calls, calls[1]) }},
		{"swapped", `[{"text":"a"},{"id":"2"},{"text":"b"},{"id":"1"}]`,
			func(calls []wire.Value) []wire.Value { return []wire.Value{calls[1], calls[0]} }},
	} {
		if is := w.Edit(c.change)(list).JSON(); is != c.want {
			t.Errorf("%s: %s, not %s", c.name, is, c.want)
		}
	}
}
