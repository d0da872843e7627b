package stream

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// GivenIDs are the call ids that a case's stream has.
func GivenIDs(c *dialect.Case) map[string]bool {
	given := map[string]bool{}
	if s, ok := c.Script.(*Script); ok {
		for _, a := range s.Acts() {
			given[a.ID.Text()] = true
		}
	}
	return given
}

// Numbered is an edit of ids: those that nobody gave are numbered, in the order in which they
// are met.
func Numbered(given map[string]bool) func(wire.Value) wire.Value {
	made := map[string]string{}
	return func(v wire.Value) wire.Value {
		id := v.Text()
		if !v.IsString() || given[id] || id == "" {
			return v
		}
		if made[id] == "" {
			made[id] = fmt.Sprintf("#%d", len(made)+1)
		}
		return wire.Str(made[id])
	}
}

// Clash tells whether an id that was made up is one that comes later: two calls are shown
// under a given one. Shown are the calls that are shown, each with its id.
func Clash(c *dialect.Case, shown []wire.Value) bool {
	given, seen := GivenIDs(c), map[string]bool{}
	for _, call := range shown {
		id := call.Get("id").Text()
		if given[id] && seen[id] {
			return true
		}
		seen[id] = true
	}
	return false
}
