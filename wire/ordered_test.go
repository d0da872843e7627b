package wire

import "testing"

func TestEqualInAnyOrder(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		a, b string
		want bool
	}{
		"a text of JSON":       {`["{\"a\":1,\"b\":[{\"c\":2,\"d\":3}]}"]`, `["{\"b\":[{\"d\":3,\"c\":2}],\"a\":1}"]`, true},
		"behind and before":    {`"Failed: {\"a\":1,\"b\":2} ({c)."`, `"Failed: {\"b\":2,\"a\":1} ({c)."`, true},
		"a text in JSON":       {`"{\"t\":\"{\\\"a\\\":1,\\\"b\\\":2}\"}"`, `"{\"t\":\"{\\\"b\\\":2,\\\"a\\\":1}\"}"`, true},
		"another value":        {`"{\"a\":1,\"b\":2}"`, `"{\"b\":1,\"a\":2}"`, false},
		"another order of it":  {`"[1,2]"`, `"[2,1]"`, false},
		"another text before":  {`"x{\"a\":1}"`, `"y{\"a\":1}"`, false},
		"no JSON":              {`"{a,b"`, `"{b,a"`, false},
		"a string and a value": {`"{\"a\":1}"`, `{"a":1}`, false},
		"one that comes twice": {`"{\"a\":1,\"a\":2}"`, `"{\"a\":2,\"a\":1}"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := EqualInAnyOrder(ParseString(k.a), ParseString(k.b)); got != k.want {
				t.Errorf("EqualInAnyOrder(%s, %s) = %v", k.a, k.b, got)
			}
		})
	}
}
