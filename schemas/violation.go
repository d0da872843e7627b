package schemas

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/toolconform/conform/wire"
)

// Error is everything that a schema finds wrong with a value.
type Error struct {
	// Name of the schema that the value was held against.
	Name string
	// Violations in the order of their pointers; at least one.
	Violations []Violation
}

// Violation is one place where a value is not as its schema says.
type Violation struct {
	// Pointer is the JSON pointer to the place; "" is the whole value. For a member
	// that is missing it is where it should stand.
	Pointer string
	// Expected says in words what the schema allows there.
	Expected string
	// Found is what stands there, as JSON, cut where it is long; "nothing" where
	// there is nothing.
	Found string
	// Schema is the address of the keyword that is violated.
	Schema string
}

// maxTold bounds the violations that an error's text tells of.
const maxTold = 5

func (e *Error) Error() string {
	told := make([]string, 0, maxTold+1)
	for i, v := range e.Violations {
		if i == maxTold {
			told = append(told, fmt.Sprintf("and %d more", len(e.Violations)-maxTold))
			break
		}
		told = append(told, v.String())
	}
	return e.Name + ": " + strings.Join(told, "; ")
}

func (v Violation) String() string {
	place := v.Pointer
	if place == "" {
		place = "the whole value"
	}
	return fmt.Sprintf("%s: expected %s, found %s", place, v.Expected, v.Found)
}

// describe turns the validator's tree of errors into a list in which every wrong
// place stands once.
func (s *Set) describe(name string, invalid *jsonschema.ValidationError, v wire.Value) *Error {
	d := describer{set: s, value: v}
	d.walk(invalid)
	slices.SortStableFunc(d.list, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Schema, b.Schema))
	})
	d.list = slices.CompactFunc(d.list, func(a, b Violation) bool {
		return a.Pointer == b.Pointer && a.Expected == b.Expected
	})
	return &Error{Name: name, Violations: d.list}
}

type describer struct {
	set   *Set
	value wire.Value
	list  []Violation
}

// walk finds the innermost errors: what is around them only says that they are
// there. A choice is an exception: what each of its branches wanted is no help.
func (d *describer) walk(e *jsonschema.ValidationError) {
	tokens := tokensOf(e.AbsoluteKeywordLocation)
	keyword := ""
	if len(tokens) > 0 {
		keyword = tokens[len(tokens)-1]
	}
	if len(e.Causes) > 0 && keyword != "oneOf" && keyword != "anyOf" {
		for _, cause := range e.Causes {
			d.walk(cause)
		}
		return
	}
	d.leaf(e, keyword)
}

func (d *describer) leaf(e *jsonschema.ValidationError, keyword string) {
	place := tokensOf("#" + e.InstanceLocation)
	rule, around := d.keyword(e.AbsoluteKeywordLocation)
	above, _, dependent := strings.Cut(e.AbsoluteKeywordLocation, "/dependentRequired/")
	switch {
	case keyword == "required":
		d.missing(e, place, rule.Items(), around)
	case dependent:
		schema, _ := d.keyword(above)
		d.missing(e, place, []wire.Value{rule}, schema)
	default:
		d.add(e, place, expectation(keyword, rule, around))
	}
}

// missing adds a violation for each of the members that is not there.
func (d *describer) missing(e *jsonschema.ValidationError, place []string, names []wire.Value, around wire.Value) {
	object := at(d.value, place)
	for _, n := range names {
		if !object.Has(n.Text()) {
			member := append(slices.Clip(place), n.Text())
			d.add(e, member, described(d.follow(e.AbsoluteKeywordLocation, around.Get("properties").Get(n.Text()))))
		}
	}
}

func (d *describer) add(e *jsonschema.ValidationError, place []string, expected string) {
	d.list = append(d.list, Violation{
		Pointer: pointer(place), Expected: expected, Found: found(at(d.value, place)), Schema: e.AbsoluteKeywordLocation,
	})
}

// maxFound bounds what is shown of a value, in bytes of JSON.
const maxFound = 80

func found(v wire.Value) string {
	if v.IsAbsent() {
		return "nothing"
	}
	text := v.JSON()
	if len(text) <= maxFound {
		return text
	}
	cut := maxFound
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… (%d bytes)", text[:cut], len(text))
}
