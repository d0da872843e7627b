package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// node is a value in a file and the way to it. The first refusal of the file is
// kept; whoever walks the nodes asks for it once, at the end.
type node struct {
	v       wire.Value
	path    string
	refused *error
}

func root(v wire.Value) node {
	var none error
	return node{v: v, refused: &none}
}

func (n node) refuse(format string, args ...any) {
	if *n.refused != nil {
		return
	}
	path := n.path
	if path == "" {
		path = "the file"
	}
	*n.refused = fmt.Errorf("%s: %s", path, fmt.Sprintf(format, args...))
}

// quoted shows a value in a refusal: short, and harmless.
func (n node) quoted() string { return Harmless(Clip(n.v.JSON(), 60)) }

func (n node) expect(kind wire.Kind) bool {
	if n.v.Kind() == kind {
		return true
	}
	if n.v.IsAbsent() {
		n.refuse("missing, %s is expected", article(kind))
	} else {
		n.refuse("%s is expected, not %s", article(kind), n.quoted())
	}
	return false
}

func article(k wire.Kind) string {
	if k == wire.Array || k == wire.Object {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// object refuses what is no object, and members that stand twice: two readers
// could disagree about them.
func (n node) object() node {
	if !n.expect(wire.Object) {
		return n
	}
	seen := make(map[string]bool, n.v.Len())
	for _, m := range n.v.Members() {
		if seen[m.Name] {
			n.refuse("the member %s stands twice", Harmless(Clip(wire.Quote(m.Name), 60)))
		}
		seen[m.Name] = true
	}
	return n
}

func (n node) get(name string) node {
	path := name
	if n.path != "" {
		path = n.path + "." + name
	}
	return node{n.v.Get(name), path, n.refused}
}

// has tells whether an optional member is there; null counts as absent.
func (n node) has(name string) bool { return !n.v.Get(name).IsNull() }

func (n node) each(f func(node)) {
	if !n.expect(wire.Array) {
		return
	}
	for i := range n.v.Len() {
		f(node{n.v.At(i), n.path + "[" + strconv.Itoa(i) + "]", n.refused})
	}
}

func (n node) text() string {
	n.expect(wire.String)
	return n.v.Text()
}

func (n node) optionalText(name string) string {
	if !n.has(name) {
		return ""
	}
	return n.get(name).text()
}

func (n node) flag() bool {
	if !n.v.IsTrue() && !n.v.IsFalse() {
		n.refuse("true or false is expected, not %s", n.quoted())
	}
	return n.v.IsTrue()
}

// count is a number from 0 on.
func (n node) count() int {
	i, err := strconv.ParseInt(n.v.Literal(), 10, 32)
	if err != nil || i < 0 {
		n.refuse("a whole number from 0 on is expected, not %s", n.quoted())
		return 0
	}
	return int(i)
}

func (n node) seed() uint64 {
	i, err := strconv.ParseUint(n.v.Literal(), 10, 64)
	if err != nil {
		n.refuse("a whole number from 0 on is expected, not %s", n.quoted())
	}
	return i
}

func (n node) word(words ...string) string {
	if text := n.text(); slices.Contains(words, text) {
		return text
	}
	n.refuse("one of %s is expected, not %s", strings.Join(words, ", "), n.quoted())
	return ""
}

func (n node) verdict() requirement.Verdict {
	var v requirement.Verdict
	if err := v.UnmarshalText([]byte(n.text())); err != nil {
		n.refuse("one of pass, fail, warn, skip, unobserved is expected, not %s", n.quoted())
	}
	return v
}

func (n node) level() requirement.Level {
	return requirement.Level(n.word(string(requirement.Must), string(requirement.Should), string(requirement.May)))
}

func (n node) texts() []string {
	list := []string{}
	n.each(func(item node) { list = append(list, item.text()) })
	return list
}

func (n node) optionalTexts(name string) []string {
	if !n.has(name) {
		return nil
	}
	return n.get(name).texts()
}
