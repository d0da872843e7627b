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
	props  []prop
	items  *node
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
	if ref := v.Get("$ref"); ref.IsString() {
		target, from, err := r.refer(file, ref.Text())
		if err != nil {
			return nil, err
		}
		return r.node(from, target)
	}
	n := &node{never: v.IsFalse()}
	if t := v.Get("type"); t.IsString() {
		n.types = []string{t.Text()}
	} else {
		n.types = texts(t.Items())
	}
	n.words = texts(v.Get("enum").Items())
	n.closed = len(n.words) > 0
	for _, m := range v.Get("properties").Members() {
		p := prop{name: m.Name, required: slices.Contains(texts(v.Get("required").Items()), m.Name)}
		var err error
		if p.node, err = r.node(file, m.Value); err != nil {
			return nil, err
		}
		n.props = append(n.props, p)
	}
	if items := v.Get("items"); items.IsObject() {
		var err error
		if n.items, err = r.node(file, items); err != nil {
			return nil, err
		}
	}
	return n, r.union(n, file, v)
}

// union reads the if-then rules of a schema, alone or under allOf.
func (r *reader) union(n *node, file string, v wire.Value) error {
	for _, rule := range append(v.Get("allOf").Items(), v) {
		told := rule.Get("if").Get("properties").Members()
		if len(told) != 1 || !rule.Has("then") {
			continue
		}
		then, err := r.node(file, rule.Get("then"))
		if err != nil {
			return err
		}
		n.by = told[0].Name
		n.branches = append(n.branches, branch{told[0].Value.Get("const").Text(), then})
	}
	for _, p := range n.props {
		if p.name == n.by && !p.node.closed {
			for _, b := range n.branches {
				p.node.words = append(p.node.words, b.value)
			}
		}
	}
	return nil
}

// learn adds the words that open strings have, and what tells kinds apart, by place.
func (n *node) learn(at string, words map[string][]string, tell []string) {
	for i := range n.props {
		p := &n.props[i]
		place := dotted(at, p.name)
		p.tells = slices.Contains(tell, place)
		if list, ok := words[place]; ok {
			p.node.words = list
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
			list = grown
		case p.tells:
			list = crossed(list, append([]string{absent}, p.node.words...))
		case p.required && p.node.closed:
			list = crossed(list, p.node.words)
		case len(p.node.branches) > 0:
			list = crossed(list, p.node.kinds())
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
			b := n.branch(member.Text())
			if b == nil {
				return other
			}
			kind = joined(member.Text(), b.kind(v))
		case p.tells:
			kind = joined(kind, p.node.stateOf(member))
		case p.required && p.node.closed:
			if !slices.Contains(p.node.words, member.Text()) {
				return joined(kind, other)
			}
			kind = joined(kind, member.Text())
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
