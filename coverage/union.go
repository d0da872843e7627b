package coverage

import (
	"regexp"
	"regexp/syntax"

	"github.com/toolconform/conform/wire"
)

// holding is a member of which is known what it holds, for the branches of a union are read word
// by word. Unsure: whether the schema holds at all is not known.
type holding struct {
	member, word string
	unsure       bool
}

// rules reads what else holds: the schemas under allOf, and if-then-else rules. Those that ask
// for a word in a member make a union of branches, one for each word that they name.
func (r *reader) rules(n *node, file string, v wire.Value, known holding) error {
	var union []wire.Value
	var words []string
	entries := append(v.Get("allOf").Items(), alternatives(v)...)
	for i, rule := range append(entries, v) {
		member, _ := asks(rule)
		switch {
		case rule.Has("if") && member != "" && member != known.member:
			n.by = member
			union, words = append(union, rule), append(words, named(rule)...)
			if rule.Has("else") {
				words = append(words, n.prop(member).node.words...)
			}
		case rule.Has("if"):
			if err := r.rule(n, file, rule, known); err != nil {
				return err
			}
		case i < len(entries):
			if err := r.read(n, file, rule, known); err != nil {
				return err
			}
		}
	}
	if len(union) == 0 {
		return nil
	}
	teller := n.prop(n.by).node
	if v.Has("oneOf") {
		n.prop(n.by).required = true
	}
	for _, word := range words {
		if n.branch(word) != nil {
			continue
		}
		b := &node{}
		for _, rule := range union {
			if err := r.rule(b, file, rule, holding{member: n.by, word: word}); err != nil {
				return err
			}
		}
		n.branches = append(n.branches, branch{word, b})
		if !teller.closed {
			teller.words = append(teller.words, word)
		}
	}
	teller.closed = teller.closed || v.Has("oneOf")
	return nil
}

// alternatives are the schemas of a oneOf that a constant tells apart, as rules.
func alternatives(v wire.Value) []wire.Value {
	var list []wire.Value
	for _, one := range v.Get("oneOf").Items() {
		for _, p := range one.Get("properties").Members() {
			if word := p.Value.Get("const"); word.IsString() {
				asked := wire.Obj(wire.M("properties", wire.Obj(wire.M(p.Name, wire.Obj(wire.M("const", word))))))
				list = append(list, wire.Obj(wire.M("if", asked), wire.M("then", one)))
			}
		}
	}
	return list
}

// rule reads the side of a rule that holds; both where nobody can tell.
func (r *reader) rule(n *node, file string, rule wire.Value, known holding) error {
	member, match := asks(rule)
	known.unsure = known.unsure || member == ""
	for _, side := range []string{"then", "else"} {
		if rule.Has(side) && (member == "" || match(known.word) == (side == "then")) {
			if err := r.read(n, file, rule.Get(side), known); err != nil {
				return err
			}
		}
	}
	return nil
}

// asks tells in which member a rule asks for a word, "" where it asks for something else, and
// whether a word is what it asks for.
func asks(rule wire.Value) (member string, match func(word string) bool) {
	asked := rule.Find("/if/properties").Members()
	if len(asked) != 1 {
		return "", nil
	}
	value, pattern := asked[0].Value.Get("const"), asked[0].Value.Get("pattern")
	switch {
	case value.IsString():
		return asked[0].Name, func(word string) bool { return word == value.Text() }
	case pattern.IsString():
		return asked[0].Name, regexp.MustCompile(pattern.Text()).MatchString
	}
	return "", nil
}

// named are the words that a rule names, and those within it.
func named(rule wire.Value) []string {
	asked := rule.Find("/if/properties").Members()
	if len(asked) != 1 {
		return nil
	}
	list := texts([]wire.Value{asked[0].Value.Get("const")})
	if pattern := asked[0].Value.Get("pattern"); pattern.IsString() {
		re, err := syntax.Parse(pattern.Text(), syntax.Perl)
		if list = nil; err == nil {
			list, _ = matches(re)
		}
	}
	return append(list, named(rule.Get("else"))...)
}

// matches are all words that an expression matches; ok is false where there is no end of them.
func matches(re *syntax.Regexp) (list []string, ok bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}, true
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText:
		return []string{""}, true
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune) && re.Rune[i+1] < 128; i += 2 {
			for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
				list = append(list, string(c))
			}
		}
		return list, true
	case syntax.OpCapture:
		return matches(re.Sub[0])
	case syntax.OpAlternate, syntax.OpConcat:
		if re.Op == syntax.OpConcat {
			list = []string{""}
		}
		for _, sub := range re.Sub {
			more, ok := matches(sub)
			if !ok {
				return nil, false
			}
			if re.Op == syntax.OpAlternate {
				list = append(list, more...)
			} else {
				list = concatenated(list, more)
			}
		}
		return list, true
	}
	return nil, false
}

func concatenated(heads, tails []string) []string {
	var list []string
	for _, head := range heads {
		for _, tail := range tails {
			list = append(list, head+tail)
		}
	}
	return list
}
