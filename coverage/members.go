package coverage

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// What may stand in a member.
const (
	absent  = "absent"
	null    = "null"
	empty   = "empty"
	falsy   = "falsy"
	present = "present"
	// wrong is a value of a type that the schema doesn't allow, other a word that it
	// doesn't name.
	wrong = "wrong type"
	other = "other"
)

// members names every cell of the members of a schema; breaks tells that the schema
// forbids it.
func (n *node) members(at string, cell func(name string, breaks bool)) {
	for _, p := range n.props {
		place := dotted(at, p.name)
		cell(place+" = "+absent, p.required)
		owing := slices.ContainsFunc(p.node.props, func(inner prop) bool { return inner.required })
		p.node.states(func(state string, breaks bool) { cell(place+" = "+state, breaks || state == empty && owing) })
		p.node.members(place, cell)
	}
	for _, b := range n.branches {
		b.node.members(at+":"+b.value, cell)
	}
	if n.items != nil {
		n.items.members(at+"[]", cell)
	}
}

// states are what may stand in a member that is there.
func (n *node) states(state func(name string, breaks bool)) {
	if n.never {
		state(present, true)
		return
	}
	state(null, !n.allows(wire.Null))
	if n.types != nil || n.closed {
		state(wrong, true)
	}
	if len(n.words) > 0 {
		for _, w := range n.words {
			state(w, false)
		}
		state(other, n.closed)
		return
	}
	if n.allows(wire.String) || n.allows(wire.Array) || n.allows(wire.Object) {
		state(empty, false)
	}
	if n.allows(wire.Bool) || n.allows(wire.Number) {
		state(falsy, false)
	}
	state(present, false)
}

// allows tells whether the schema allows values of a kind.
func (n *node) allows(kind wire.Kind) bool {
	switch {
	case n.closed:
		return kind == wire.String || n.nullable && kind == wire.Null
	case n.types == nil || slices.Contains(n.types, kind.String()):
		return true
	}
	return kind == wire.Number && slices.Contains(n.types, "integer")
}

// stateOf names what stands in a member.
func (n *node) stateOf(v wire.Value) string {
	switch {
	case v.IsAbsent():
		return absent
	case n.never:
		return present
	case v.Kind() == wire.Null:
		return null
	case !n.allows(v.Kind()):
		return wrong
	case slices.Contains(n.words, v.Text()):
		return v.Text()
	case len(n.words) > 0:
		return other
	case v.IsFalse() || v.Kind() == wire.Number && wire.Equal(v, wire.Int(0)):
		return falsy
	case v.JSON() == `""` || v.JSON() == "[]" || v.JSON() == "{}":
		return empty
	}
	return present
}

// count counts what stands in the members of a value.
func (n *node) count(at string, v wire.Value, cell func(name string)) {
	if n.items != nil {
		for _, item := range v.Items() {
			n.items.count(at+"[]", item, cell)
		}
	}
	if !v.IsObject() {
		return
	}
	for _, p := range n.props {
		place, member := dotted(at, p.name), v.Get(p.name)
		cell(place + " = " + p.node.stateOf(member))
		p.node.count(place, member, cell)
	}
	if b := n.branch(v.Get(n.by).Text()); n.by != "" && b != nil {
		b.count(at+":"+v.Get(n.by).Text(), v, cell)
	}
}

func dotted(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}
