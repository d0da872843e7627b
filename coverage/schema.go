package coverage

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// node is a schema as far as coverage asks: which members there are, what may stand in
// them, and which member tells the branches of a union apart.
type node struct {
	// types that are allowed; nil is any.
	types []string
	// words that may stand in a string; closed: no others.
	words  []string
	closed bool
	// nullable: null is one of what a closed list allows.
	nullable bool
	props    []prop
	items    *node
	// by is the member that tells the branches apart, "" where there are none.
	by       string
	branches []branch
	// never: no value is allowed.
	never bool
}

type prop struct {
	name     string
	required bool
	// tells: it tells kinds apart, though it is optional.
	tells bool
	node  *node
}

type branch struct {
	value string
	node  *node
}

// reader compiles schemas. The schemas are embedded and refer to each other only.
type reader struct{ docs map[string]wire.Value }

// compile reads the schema of that name; what stands behind "#" is the place in it.
func compile(name string) (*node, error) {
	r := &reader{docs: map[string]wire.Value{}}
	v, file, err := r.refer("", name)
	if err != nil {
		return nil, err
	}
	return r.node(file, v)
}

// refer follows a reference from a file.
func (r *reader) refer(file, ref string) (wire.Value, string, error) {
	name, place, _ := strings.Cut(ref, "#")
	if name = strings.TrimSuffix(name, ".json"); name == "" {
		name = file
	}
	doc, ok := r.docs[name]
	if !ok {
		data, err := fs.ReadFile(schemas.Files(), name+".json")
		if err != nil {
			return doc, name, fmt.Errorf("schema %s: %w", name, err)
		}
		if doc, err = wire.Parse(data); err != nil {
			return doc, name, fmt.Errorf("schema %s: %w", name, err)
		}
		r.docs[name] = doc
	}
	for _, token := range strings.Split(strings.Trim(place, "/"), "/") {
		if token != "" {
			doc = doc.Get(token)
		}
	}
	return doc, name, nil
}

func (r *reader) node(file string, v wire.Value) (*node, error) {
	n := &node{}
	return n, r.read(n, file, v, holding{})
}

// read adds what a schema says to a node: that of an allOf stands in several places.
func (r *reader) read(n *node, file string, v wire.Value, known holding) error {
	if ref := v.Get("$ref"); ref.IsString() {
		target, from, err := r.refer(file, ref.Text())
		if err != nil {
			return err
		}
		return r.read(n, from, target, known)
	}
	n.never = v.IsFalse()
	n.typed(v, known.unsure)
	required := texts(v.Get("required").Items())
	for _, m := range v.Get("properties").Members() {
		if m.Name == known.member {
			continue
		}
		p := n.prop(m.Name)
		p.required = !known.unsure && (p.required || slices.Contains(required, m.Name))
		if err := r.read(p.node, file, m.Value, holding{}); err != nil {
			return err
		}
	}
	if items := v.Get("items"); items.IsObject() {
		n.items = &node{}
		if err := r.read(n.items, file, items, holding{}); err != nil {
			return err
		}
	}
	return r.rules(n, file, v, known)
}

// typed adds the types and the words that a schema allows.
func (n *node) typed(v wire.Value, unsure bool) {
	types := texts(v.Get("type").Items())
	if v.Get("type").IsString() {
		types = []string{v.Get("type").Text()}
	}
	if unsure {
		types = append(types, n.types...)
	}
	if types != nil {
		n.types = types
	}
	allowed := v.Get("enum").Items()
	if v.Get("const").IsString() {
		allowed = []wire.Value{v.Get("const")}
	}
	for _, w := range allowed {
		n.closed = true
		if n.nullable = n.nullable || w.IsNull(); !w.IsNull() {
			n.words = append(n.words, w.Text())
		}
	}
}

// prop is the member of that name, a new one where there is none.
func (n *node) prop(name string) *prop {
	if at := slices.IndexFunc(n.props, func(p prop) bool { return p.name == name }); at >= 0 {
		return &n.props[at]
	}
	n.props = append(n.props, prop{name: name, node: &node{}})
	return &n.props[len(n.props)-1]
}

// learn adds the words that open strings have, and what tells kinds apart, by place.
func (n *node) learn(at string, words map[string][]string, tell []string) {
	for i := range n.props {
		p := &n.props[i]
		place := dotted(at, p.name)
		p.tells = slices.Contains(tell, place)
		if list, ok := words[place]; ok {
			p.node.words = append(p.node.words, list...)
		}
		p.node.learn(place, words, tell)
	}
	for _, b := range n.branches {
		b.node.learn(at+":"+b.value, words, tell)
	}
	if n.items != nil {
		n.items.learn(at+"[]", words, tell)
	}
}

func texts(values []wire.Value) []string {
	var list []string
	for _, v := range values {
		list = append(list, v.Text())
	}
	return list
}

// branch is the branch of a union that a value is of; nil where it is of none.
func (n *node) branch(value string) *node {
	for _, b := range n.branches {
		if b.value == value {
			return b.node
		}
	}
	return nil
}

// open tells whether the schema allows kinds that it doesn't name.
func (n *node) open() bool {
	return slices.ContainsFunc(n.props, func(p prop) bool { return p.name == n.by && !p.node.closed })
}

// kinds are what tells the values of a schema apart: the branches of its unions, and
// its required enums.
func (n *node) kinds() []string {
	list := []string{""}
	for _, p := range n.props {
		switch {
		case p.name == n.by:
			var grown []string
			for _, b := range n.branches {
				for _, k := range b.node.kinds() {
					grown = append(grown, joined(b.value, k))
				}
			}
			list = append(grown, n.unbranched()...)
		case p.tells:
			list = crossed(list, append([]string{absent}, p.node.words...))
		case p.required && len(p.node.words) > 1 && p.node.closed:
			list = crossed(list, p.node.words)
		case len(p.node.branches) > 0:
			kinds := p.node.kinds()
			if !p.required {
				kinds = append(kinds, absent)
			}
			list = crossed(list, kinds)
		}
	}
	return list
}

// unbranched are the words that tell kinds apart and say no more.
func (n *node) unbranched() []string {
	var list []string
	for _, p := range n.props {
		for _, w := range p.node.words {
			if p.name == n.by && !p.node.closed && n.branch(w) == nil {
				list = append(list, w)
			}
		}
	}
	return list
}

// kind names the kind of a value: one of kinds, or with "other" in it.
func (n *node) kind(v wire.Value) string {
	kind := ""
	for _, p := range n.props {
		member := v.Get(p.name)
		switch {
		case p.name == n.by:
			switch b := n.branch(member.Text()); {
			case b != nil:
				kind = joined(member.Text(), b.kind(v))
			case slices.Contains(p.node.words, member.Text()):
				kind = member.Text()
			default:
				return other
			}
		case p.tells:
			kind = joined(kind, p.node.stateOf(member))
		case p.required && len(p.node.words) > 1 && p.node.closed:
			if !slices.Contains(p.node.words, member.Text()) {
				return joined(kind, other)
			}
			kind = joined(kind, member.Text())
		case len(p.node.branches) > 0 && !p.required && member.IsAbsent():
			kind = joined(kind, absent)
		case len(p.node.branches) > 0:
			kind = joined(kind, p.node.kind(member))
		}
	}
	return kind
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "/" + b
}

func crossed(list, with []string) []string {
	var all []string
	for _, a := range list {
		for _, b := range with {
			all = append(all, joined(a, b))
		}
	}
	return all
}
