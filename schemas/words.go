package schemas

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/wire"
)

// expectation says in words what a keyword wants. Around is the schema that the
// keyword stands in.
func expectation(keyword string, rule, around wire.Value) string {
	switch keyword {
	case "minimum":
		return "a number of at least " + rule.JSON()
	case "minLength":
		if rule.JSON() == "1" {
			return "a string that is not empty"
		}
		return fmt.Sprintf("a string of at least %s characters", rule.JSON())
	case "pattern":
		return "a string that matches " + rule.Text()
	case "oneOf":
		return choice("exactly one", rule, around)
	case "anyOf":
		return choice("at least one", rule, around)
	}
	if rule.IsFalse() {
		return fmt.Sprintf("no member %s", wire.Quote(keyword))
	}
	return described(wire.Obj(wire.M(keyword, rule)))
}

// described says what a schema wants as far as one keyword tells.
func described(schema wire.Value) string {
	switch {
	case schema.Has("const"):
		return schema.Get("const").JSON()
	case schema.Has("enum"):
		return oneOf(schema.Get("enum").Items())
	case schema.Has("type"):
		return typed(schema.Get("type"))
	}
	return "a value"
}

func oneOf(values []wire.Value) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.JSON()
	}
	if len(list) == 1 {
		return list[0]
	}
	return "one of " + strings.Join(list, ", ")
}

func typed(t wire.Value) string {
	kinds := t.Items()
	if t.IsString() {
		kinds = []wire.Value{t}
	}
	list := make([]string, len(kinds))
	for i, k := range kinds {
		list[i] = article(k.Text())
	}
	return strings.Join(list, " or ")
}

func article(kind string) string {
	switch kind {
	case "null":
		return "null"
	case "array", "integer", "object":
		return "an " + kind
	}
	return "a " + kind
}

// choice names the members that the branches of a oneOf or anyOf ask for; the title
// of the schema stands in where they ask for more.
func choice(how string, branches, around wire.Value) string {
	var names []string
	for _, b := range branches.Items() {
		required := b.Get("required")
		if b.Len() != 1 || required.Len() != 1 {
			return around.Get("title").Text()
		}
		names = append(names, required.At(0).JSON())
	}
	return how + " of the members " + strings.Join(names, ", ")
}
