package coverage

import (
	"slices"
	"testing"

	"github.com/toolconform/conform/wire"
)

// schemaOf reads a schema that stands in a test.
func schemaOf(t *testing.T, text string) *node {
	t.Helper()
	n, err := (&reader{docs: map[string]wire.Value{"x": wire.ParseString(text)}}).node("x", wire.ParseString(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (n *node) cells() (free, breaks []string) {
	n.members("", func(name string, b bool) {
		if b {
			breaks = append(breaks, name)
		} else {
			free = append(free, name)
		}
	})
	return free, breaks
}

func TestPatternsTellKindsApart(t *testing.T) {
	n := schemaOf(t, `{"type":"object","required":["type"],"properties":{"type":{"type":"string"}},"allOf":[
		{"if":{"properties":{"type":{"pattern":"^[^:]*$"}}},"then":{"required":["n"],"properties":{"n":{"type":"integer"}}}},
		{"if":{"properties":{"type":{"pattern":"^a\\.(one|only|two)$"}}},
		 "then":{"required":["id"],"properties":{"id":{"type":"string"}},
		  "if":{"properties":{"type":{"const":"a.two"}}},"then":{"properties":{"last":{"type":"null"}}},
		  "else":{"properties":{"more":{"type":"boolean"}}}},
		 "else":{"if":{"properties":{"type":{"const":"end"}}},"then":{"properties":{"why":{"enum":["done","cut",null]}}}}}]}`)
	expect(t, sorted(n.kinds()), "a.one", "a.only", "a.two", "end")
	free, breaks := n.cells()
	for name, want := range map[string]bool{":a.two.last = null": true, ":a.one.more = falsy": true, ":a.only.more = absent": true,
		":end.why = cut": true, ":end.why = null": true, ":end.n = falsy": true, ":a.two.more = falsy": false, ":end.id = present": false} {
		if slices.Contains(free, name) != want {
			t.Errorf("%s: allowed should be %v", name, want)
		}
	}
	for _, name := range []string{":a.one.id = absent", ":end.n = absent", ":end.why = other"} {
		if !slices.Contains(breaks, name) {
			t.Errorf("%s is not forbidden", name)
		}
	}
	if kind := n.kind(wire.ParseString(`{"type":"a.two"}`)); kind != "a.two" {
		t.Errorf("the kind is %q", kind)
	}
}

func TestConstantsTellAlternativesApart(t *testing.T) {
	n := schemaOf(t, `{"oneOf":[{"required":["text"],"properties":{"role":{"const":"user"},"text":{"type":"string"}}},
		{"properties":{"role":{"const":"tool"},"ok":{"type":"boolean"}}}]}`)
	expect(t, sorted(n.kinds()), "tool", "user")
	free, breaks := n.cells()
	if !slices.Contains(free, ":tool.ok = falsy") || slices.Contains(free, ":user.ok = falsy") ||
		!slices.Contains(breaks, ":user.text = absent") || !slices.Contains(breaks, "role = absent") {
		t.Errorf("allowed are %v, forbidden %v", free, breaks)
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
