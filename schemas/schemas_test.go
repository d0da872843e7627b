package schemas_test

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

func load(t testing.TB) *schemas.Set {
	t.Helper()
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// untouched compiles a schema as it is published, with the library alone.
func untouched(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.LoadURL = func(url string) (io.ReadCloser, error) {
		return schemas.Files().Open(strings.TrimPrefix(url, schemas.Base))
	}
	compiled, err := c.Compile(schemas.Base + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func read(t testing.TB, name string) wire.Value {
	t.Helper()
	data, err := fs.ReadFile(schemas.Files(), name+".json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := wire.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEverySchemaIsOne(t *testing.T) {
	meta, err := jsonschema.Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	set := load(t)
	names := schemas.Names()
	if len(names) != 25 {
		t.Errorf("%d schemas: %v", len(names), names)
	}
	for _, name := range names {
		doc := read(t, name)
		if got := doc.Get("$id").Text(); got != "https://toolconform.github.io/conform/schemas/"+name+".json" {
			t.Errorf("%s: $id is %s", name, got)
		}
		if doc.Get("title").Text() == "" || doc.Get("description").Text() == "" {
			t.Errorf("%s: no title or description", name)
		}
		if err := meta.Validate(generic(doc)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := set.Validate(name, wire.List()); err == nil {
			t.Errorf("%s: an array is accepted", name)
		}
		untouched(t, name)
	}
}

// generic is the value as the library wants it, numbers as they are written.
func generic(v wire.Value) any {
	dec := json.NewDecoder(strings.NewReader(v.JSON()))
	dec.UseNumber()
	var out any
	if err := dec.Decode(&out); err != nil {
		panic(err) // a value is JSON
	}
	return out
}

// An entry of a union is dispatched to its $ref, and the root is skipped: so there
// may be nothing beside the $ref, and the root's enum names every branch.
func TestUnionsSayNothingBesideTheirBranches(t *testing.T) {
	unions := map[string]string{"content-block-event": "type", "content-block": "type", "message-part": "type", "step": "type",
		"model-message": "role", "harness-to-adapter": "type", "adapter-to-harness": "type"}
	set := load(t)
	for name, member := range unions {
		doc := read(t, name)
		var branches []string
		for _, entry := range doc.Get("allOf").Items() {
			kind := entry.Get("if").Get("properties").Get(member).Get("const").Text()
			branches = append(branches, kind)
			if then := entry.Get("then"); then.Len() != 1 || !then.Has("$ref") {
				t.Errorf("%s: %s has more than a $ref: %s", name, kind, then.JSON())
			}
			if !set.Knows(name, kind) || set.Knows(name, kind+"x") {
				t.Errorf("%s: Knows is wrong about %s", name, kind)
			}
		}
		var allowed []string
		for _, v := range doc.Get("properties").Get(member).Get("enum").Items() {
			allowed = append(allowed, v.Text())
		}
		if allowed != nil && !slices.Equal(allowed, branches) {
			t.Errorf("%s: the enum is %v, the branches are %v", name, allowed, branches)
		}
		for _, m := range doc.Members() {
			if !slices.Contains([]string{"$schema", "$id", "title", "description", "type", "required", "properties", "allOf", "$defs"},
				m.Name) {
				t.Errorf("%s: the root has %s, which a branch would not", name, m.Name)
			}
		}
		if n := doc.Get("properties").Len(); n != 1 {
			t.Errorf("%s: the root has %d properties, which a branch would not", name, n)
		}
	}
}

func examples() map[string]example {
	all := documented()
	maps.Copy(all, spoken())
	maps.Copy(all, filed())
	return all
}

func TestExamplesAreValid(t *testing.T) {
	set := load(t)
	for title, e := range examples() {
		v := wire.ParseString(e.json)
		if err := set.Validate(e.schema, v); err != nil {
			t.Errorf("%s: %v", title, err)
		}
		if err := untouched(t, e.schema).Validate(generic(v)); err != nil {
			t.Errorf("%s, schema as published: %v", title, err)
		}
	}
}

func TestUnknownMembersAreAllowed(t *testing.T) {
	set := load(t)
	for title, e := range examples() {
		if err := set.Validate(e.schema, strewn(wire.ParseString(e.json))); err != nil {
			t.Errorf("%s: %v", title, err)
		}
	}
}

// strewn puts a member that nobody knows into every object.
func strewn(v wire.Value) wire.Value {
	switch v.Kind() {
	case wire.Object:
		members := []wire.Member{wire.M("x-unknown", wire.ParseString(`{"type":7,"deep":[null]}`))}
		for _, m := range v.Members() {
			members = append(members, wire.M(m.Name, strewn(m.Value)))
		}
		return wire.Obj(members...)
	case wire.Array:
		items := v.Items()
		for i := range items {
			items[i] = strewn(items[i])
		}
		return wire.List(items...)
	}
	return v
}

func TestUnknownSchema(t *testing.T) {
	err := load(t).Validate("content-blocks", wire.Obj())
	var invalid *schemas.Error
	if err == nil || errors.As(err, &invalid) || !strings.Contains(err.Error(), `"content-blocks"`) {
		t.Errorf("got %v", err)
	}
}

func TestSeveralGoroutines(t *testing.T) {
	set := load(t)
	var wg sync.WaitGroup
	for range 4 {
		for title, e := range examples() {
			wg.Add(1)
			go func() {
				defer wg.Done()
				if err := set.Validate(e.schema, wire.ParseString(e.json)); err != nil {
					t.Errorf("%s: %v", title, err)
				}
			}()
		}
	}
	wg.Wait()
}
