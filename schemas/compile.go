package schemas

import (
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/toolconform/conform/wire"
)

// schema is one file.
type schema struct {
	name string
	text []byte
	// doc is the text as JSON, read when it is first looked into.
	doc func() wire.Value

	once     sync.Once
	compiled *jsonschema.Schema
	err      error
}

// get is the schema of that name, compiled.
func (s *Set) get(name string) (*jsonschema.Schema, error) {
	sch := s.byName[name]
	if sch == nil {
		return nil, fmt.Errorf("there is no schema %q; the schemas are %v", name, Names())
	}
	sch.once.Do(func() { sch.compiled, sch.err = s.compile(name) })
	return sch.compiled, sch.err
}

func (s *Set) compile(name string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	compiled, err := s.compiler.Compile(Base + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("schema %s: %w", name, err)
	}
	dispatch(compiled, s.dispatched)
	return compiled, nil
}
