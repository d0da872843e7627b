package compare_test

import (
	"testing"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/wire"
)

func TestRepairs(t *testing.T) {
	for _, c := range []struct {
		text, value string
		right       bool
	}{
		{`{"a":[1,2`, `{"a":[1]}`, true}, {`{"a":[1,2`, `{"a":[1,2]}`, true}, {`{"a":[1,2`, `{"a":[1,3]}`, false},
		{`{"a":tr`, `{"a":true}`, true},
		{`{"a":"xy`, `{"a":"x"}`, true}, {`{"a":"xy`, `{"a":"xyz"}`, false}, {`{"a":1,"b`, `{"a":1}`, true},
		{`{"a":1,"b`, `{"a":1,"b":null}`, false},
		{`{"a":`, `{"a":null}`, false}, {`{"a":{"b":"c"},`, `{"a":{"b":"d"}}`, false}, {`{"a":"\ud83c`, `{"a":""}`, true},
		{`{"a":12`, `{"a":1}`, true},
	} {
		if got := compare.Repairs(c.text, wire.ParseString(c.value)); got != c.right {
			t.Errorf("%s as %s: %t, %t was expected", c.text, c.value, got, c.right)
		}
	}
}

func TestBegins(t *testing.T) {
	for _, c := range []struct {
		text, value string
		right       bool
	}{
		{``, `{}`, true}, {` {`, `{"a":1}`, true}, {`{"`, `{"a":1}`, true}, {`{"`, `{}`, true}, {`{"b"`, `{"a":1}`, false},
		{`{"a":`, `{"a":1}`, true}, {`{"b":`, `{"a":1}`, false}, {`{"a":1`, `{"a":12}`, true}, {`{"a":"1`, `{"a":1}`, false},
		{`{"a":1,`, `{"a":12}`, false}, {`{"a":"x`, `{"a":"xy"}`, true}, {`{"a":"x`, `{"a":"y"}`, false},
		{`{"a":"\u00`, `{"a":"é"}`, true}, {`{"a":[1,{"b`, `{"a":[1,{}]}`, true}, {`{"a":[1,{"b`, `{"a":[2,{"b":1}]}`, false},
		{`{"a":[1,2,`, `{"a":[1]}`, false}, {`{"a":tr`, `{"a":true}`, true}, {`{"a":tr`, `{"a":null}`, false},
		{`{"a":1}`, `{"a":1}`, true}, {`{"a":1}}`, `{"a":1}`, false}, {`[`, `{}`, false}, {`x`, `{}`, false},
		{`{"b":1,"a`, `{"a":2,"b":1}`, true},
	} {
		if got := compare.Begins(c.text, wire.ParseString(c.value)); got != c.right {
			t.Errorf("%s of %s: %t, %t was expected", c.text, c.value, got, c.right)
		}
	}
}
