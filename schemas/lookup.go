package schemas

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/toolconform/conform/wire"
)

// keyword looks up the rule at an address in the schemas, and the schema that it
// stands in.
func (d *describer) keyword(address string) (rule, around wire.Value) {
	file, _, _ := strings.Cut(address, "#")
	rule = d.doc(strings.TrimSuffix(strings.TrimPrefix(file, Base), ".json"))
	for _, t := range tokensOf(address) {
		if !rule.IsArray() {
			around = rule
		}
		rule = at(rule, []string{t})
	}
	return rule, around
}

// doc is the schema as JSON, absent where there is none of that name.
func (d *describer) doc(name string) wire.Value {
	if sch := d.set.byName[name]; sch != nil {
		return sch.doc()
	}
	return wire.Value{}
}

// follow is the schema, or the one that it refers to from the file of this address.
func (d *describer) follow(address string, schema wire.Value) wire.Value {
	ref := schema.Get("$ref").Text()
	if ref == "" {
		return schema
	}
	file, _, _ := strings.Cut(address, "#")
	if !strings.HasPrefix(ref, "#") {
		file = Base
	}
	target, _ := d.keyword(file + ref)
	return target
}

// tokensOf are the tokens of the pointer behind the "#". The validator escapes
// them for a URL too.
func tokensOf(address string) []string {
	_, fragment, _ := strings.Cut(address, "#")
	if fragment == "" || fragment == "/" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(fragment, "/"), "/")
	for i, t := range tokens {
		if plain, err := url.PathUnescape(t); err == nil {
			t = plain
		}
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return tokens
}

func pointer(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(wire.PointerStep(t))
	}
	return b.String()
}

// at is the value at a place, absent where there is none.
func at(v wire.Value, place []string) wire.Value {
	for _, t := range place {
		if !v.IsArray() {
			v = v.Get(t)
			continue
		}
		i, err := strconv.Atoi(t)
		if err != nil {
			return wire.Value{}
		}
		v = v.At(i)
	}
	return v
}
