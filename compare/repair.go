package compare

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// Repairs tells whether a value may be what a client made of arguments that were cut off: it
// holds what had begun, and nothing that hadn't. Strings and numbers may be shorter, literals
// complete. What is no beginning of JSON at all may become anything.
func Repairs(text string, v wire.Value) bool {
	p := &beginning{text: text}
	p.blanks()
	if p.at == len(p.text) {
		return v.IsObject() && v.Len() == 0
	}
	n := p.value()
	return p.failed || n.holds(v)
}

// Begins tells whether a text may be the beginning of JSON of the value, or all of it. How numbers are written is free.
func Begins(text string, v wire.Value) bool {
	p := &beginning{text: text}
	if p.next() == 0 {
		return true
	}
	n := p.value()
	return !p.failed && p.next() == 0 && n.begins(v)
}

// node is a value as far as its text goes.
type node struct {
	whole bool
	// value of what is whole, and of a string that is not.
	value wire.Value
	kind  wire.Kind
	// raw of a number or literal, names and nodes of what a container holds so far; the last name may lack its node.
	raw   string
	names []string
	nodes []node
}

func (n node) holds(v wire.Value) bool {
	switch {
	case n.whole:
		return wire.Equal(n.value, v)
	case n.kind == wire.String:
		return v.IsString() && strings.HasPrefix(n.value.Text(), v.Text())
	case n.kind == wire.Number:
		return v.Kind() == wire.Number && strings.HasPrefix(n.raw, v.JSON())
	case n.kind == wire.Bool:
		return strings.HasPrefix(v.JSON(), n.raw)
	case n.kind == wire.Array && v.IsArray() && v.Len() <= len(n.nodes):
		for i, item := range v.Items() {
			if !n.nodes[i].holds(item) {
				return false
			}
		}
		return true
	case n.kind == wire.Object && v.IsObject() && v.Len() <= len(n.nodes):
		for _, m := range v.Members() {
			at := -1
			for i, name := range n.names {
				if name == m.Name && i < len(n.nodes) {
					at = i
				}
			}
			if at < 0 || !n.nodes[at].holds(m.Value) {
				return false
			}
		}
		return true
	}
	return false
}

func (n node) begins(v wire.Value) bool {
	switch {
	case n.whole:
		return wire.Equal(n.value, v)
	case n.kind == wire.String:
		return v.IsString() && strings.HasPrefix(v.Text(), n.value.Text())
	case n.kind == wire.Number:
		return v.Kind() == wire.Number
	case n.kind == wire.Bool:
		return strings.HasPrefix(v.JSON(), n.raw)
	case n.kind == wire.Array:
		for i, item := range n.nodes {
			if !item.begins(v.At(i)) {
				return false
			}
		}
		return v.IsArray()
	}
	for i, name := range n.names {
		if !v.Has(name) || i < len(n.nodes) && !n.nodes[i].begins(v.Get(name)) {
			return false
		}
	}
	return v.IsObject()
}

// beginning reads JSON that may break off anywhere.
type beginning struct {
	text   string
	at     int
	failed bool
}

func (p *beginning) blanks() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// next is the next byte behind blanks, 0 at the end.
func (p *beginning) next() byte {
	if p.blanks(); p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *beginning) value() node {
	from := p.at
	var n node
	switch c := p.next(); {
	case c == '{' || c == '[':
		n = p.container(c)
	case c == '"':
		n = p.str()
	default:
		n = p.plain()
	}
	if v, err := wire.Parse([]byte(p.text[from:p.at])); n.whole && err == nil {
		n.value = v
	} else if n.whole {
		p.failed = true
	}
	return n
}

func (p *beginning) container(open byte) node {
	n := node{kind: wire.Object}
	if open == '[' {
		n.kind = wire.Array
	}
	p.at++
	for !p.failed {
		c := p.next()
		switch {
		case c == 0:
			return n
		case c == open+2:
			p.at++
			n.whole = true
			return n
		case c == ',':
			p.at++
			continue
		}
		if n.kind == wire.Object {
			name, whole, begun := p.name()
			if whole {
				n.names = append(n.names, name)
			}
			if !begun {
				return n
			}
		}
		n.nodes = append(n.nodes, p.value())
	}
	return n
}

// name reads a member's name and what leads to its value; whole: it came to its end, begun: its value has begun.
func (p *beginning) name() (name string, whole, begun bool) {
	if p.next() != '"' {
		p.failed = true
		return "", false, false
	}
	from := p.at
	if key := p.str(); !key.whole {
		return "", false, false
	}
	key, _ := wire.Parse([]byte(p.text[from:p.at]))
	switch p.next() {
	case ':':
		p.at++
	case 0:
		return key.Text(), true, false
	default:
		p.failed = true
	}
	return key.Text(), true, p.next() != 0
}

func (p *beginning) str() node {
	from := p.at
	for p.at++; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case '\\':
			p.at++
		case '"':
			p.at++
			return node{kind: wire.String, whole: true}
		}
	}
	p.at = len(p.text)
	for cut := p.at; cut > from; cut-- { // an escape may be cut
		if v, err := wire.Parse([]byte(p.text[from:cut] + `"`)); err == nil {
			return node{kind: wire.String, value: v}
		}
	}
	return node{kind: wire.String, value: wire.Str("")}
}

// plain is a number or a literal.
func (p *beginning) plain() node {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,]}", p.text[p.at]) < 0 {
		p.at++
	}
	raw := p.text[from:p.at]
	n := node{kind: wire.Bool, raw: raw, whole: p.at < len(p.text)}
	number := strings.IndexAny(raw, "-0123456789") == 0
	if number {
		n.kind = wire.Number
	}
	if !number && !strings.HasPrefix("true", raw) && !strings.HasPrefix("false", raw) && !strings.HasPrefix("null", raw) || raw == "" {
		p.failed = true
	}
	return n
}
