package schemas

import (
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/toolconform/conform/wire"
)

// The schemas write a union as JSON Schema can: an allOf in which each entry says
// "where `type` is this, that holds". Tried entry by entry this takes most of the time of a validation. So in a compiled schema such an
// allOf is replaced by a union, which goes to the one sub-schema at once. The answer
// is the same.

// union dispatches on the string that a member holds. A value that belongs to no
// branch satisfies it: which strings the member may hold is said beside it.
type union struct {
	member   string
	branches map[string]*jsonschema.Schema
}

// entry is where the validation of a value begins: in the union at the root of a
// schema, the branch that the value belongs to, which makes the rest of the root
// true. Otherwise the root says what is wrong.
func entry(root *jsonschema.Schema, v wire.Value) *jsonschema.Schema {
	u, _ := root.Extensions[unionName].(union)
	if kind := v.Get(u.member); kind.IsString() && u.branches[kind.Text()] != nil {
		return u.branches[kind.Text()]
	}
	return root
}

// Validate implements jsonschema.ExtSchema.
func (u union) Validate(ctx jsonschema.ValidationContext, v any) error {
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	kind, ok := object[u.member].(string)
	if !ok || u.branches[kind] == nil {
		return nil
	}
	return ctx.Validate(u.branches[kind], "allOf", v, "")
}

const unionName = "union"

// asUnion reads the entries of an allOf; ok is false where it is something else.
func asUnion(entries []*jsonschema.Schema) (u union, ok bool) {
	u.branches = make(map[string]*jsonschema.Schema, len(entries))
	for _, e := range entries {
		if e.If == nil || e.Then == nil || e.Else != nil || len(e.If.Properties) != 1 || len(e.If.Required) != 1 {
			return u, false
		}
		member := e.If.Required[0]
		tells := e.If.Properties[member]
		if tells == nil || len(tells.Constant) == 0 || u.member != "" && u.member != member {
			return u, false
		}
		kind, isText := tells.Constant[0].(string)
		if !isText {
			return u, false
		}
		if u.member, u.branches[kind] = member, e.Then; e.Then.Ref != nil {
			u.branches[kind] = e.Then.Ref // for speed: it says nothing else
		}
	}
	return u, len(entries) > 0
}

// dispatch puts unions into a compiled schema and all that it refers to. Those in
// seen have theirs, and are in use already.
func dispatch(s *jsonschema.Schema, seen map[*jsonschema.Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	for _, below := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf, {s.Ref, s.If, s.Then, s.Else, s.Not, s.Items2020}} {
		for _, b := range below {
			dispatch(b, seen)
		}
	}
	for _, b := range s.Properties {
		dispatch(b, seen)
	}
	if u, ok := asUnion(s.AllOf); ok {
		s.AllOf, s.Extensions = nil, map[string]jsonschema.ExtSchema{unionName: u}
	}
}
