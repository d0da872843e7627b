package schemas

import (
	"errors"
	"strings"
	"sync"

	"github.com/toolconform/conform/wire"
)

// Breach is a violation, and the requirement that the schema names for it: the innermost
// "x-requirement" on the way to what is violated, "" where there is none. Level is its
// "x-level", "" for the requirement's own.
type Breach struct {
	Violation
	Requirement, Level string
}

// Breaches are everything that a schema finds wrong with a value. The error is for a schema
// that cannot be used.
func (s *Set) Breaches(name string, v wire.Value) ([]Breach, error) {
	err := s.Validate(name, v)
	var wrong *Error
	if err == nil || !errors.As(err, &wrong) {
		return nil, err
	}
	d := describer{set: s}
	list := make([]Breach, len(wrong.Violations))
	for i, violation := range wrong.Violations {
		list[i] = Breach{Violation: violation}
		list[i].named(&d)
	}
	return list, nil
}

// loaded are the schemas, compiled once.
var loaded = sync.OnceValues(Load)

// Breaches is Set.Breaches of the schemas as they are built in.
func Breaches(name string, v wire.Value) ([]Breach, error) {
	set, err := loaded()
	if err != nil {
		return nil, err
	}
	return set.Breaches(name, v)
}

// Knows is Set.Knows of the schemas as they are built in.
func Knows(name, kind string) bool {
	set, err := loaded()
	return err == nil && set.Knows(name, kind)
}

func (b *Breach) named(d *describer) {
	file, _, _ := strings.Cut(b.Schema, "#")
	node := d.doc(strings.TrimSuffix(strings.TrimPrefix(file, Base), ".json"))
	tokens := tokensOf(b.Schema)
	for _, t := range append(tokens, "") {
		if id := node.Get("x-requirement").Text(); id != "" {
			b.Requirement, b.Level = id, node.Get("x-level").Text()
		}
		node = at(node, []string{t})
	}
}
