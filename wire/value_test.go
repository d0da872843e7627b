package wire

import "testing"

func TestRoundTripKeepsEverything(t *testing.T) {
	for _, text := range []string{
		`{"b":1,"a":2}`, `{"a":1,"a":2}`, `9007199254740993`, `1e10000000`, `-0`, `1.0`, `"\ud800"`, `"\ud800x\udc00"`,
		`"😀"`, `[]`, `{}`, `[null,true,false,""]`, `{"":{"__proto__":[1]}}`, "\"\u2028\"",
	} {
		v, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("Parse(%s): %v", text, err)
			continue
		}
		if got := v.JSON(); got != text {
			t.Errorf("%s is written as %s", text, got)
		}
	}
}

func TestSurrogatePairsBecomeOneRune(t *testing.T) {
	v := ParseString(`"a\uD83D\uDE00\u00e9\n\ud83d"`)
	if want := "a😀é\n\xED\xA0\xBD"; v.Text() != want {
		t.Errorf("got %q, want %q", v.Text(), want)
	}
}

// What is no UTF-8 is replaced byte by byte, and takes no surrogate beside it along.
func TestStringsAreUnquoted(t *testing.T) {
	for text, want := range map[string]string{
		`"\"\\\/\b\f\n\r\t"`: "\"\\/\b\f\n\r\t", `"\uD83D\u0041\ud83d\ude00"`: "\xED\xA0\xBDA😀", `"\u0000"`: "\x00",
		"\"a\xff\xfeb\"": "a\uFFFD\uFFFDb", "\"\xff\\ud800\xed\xa0\x80\"": "\uFFFD\xED\xA0\x80\uFFFD\uFFFD\uFFFD", `"\\ud800"`: `\ud800`,
	} {
		if got := ParseString(text).Text(); got != want {
			t.Errorf("%q is read as %q, not %q", text, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, offset := range map[string]int64{`{"a":`: 5, `{"a":1}}`: 7, `nope`: 1, ``: 0, `[1,]`: 3, `{"a" 1}`: 5} {
		_, err := Parse([]byte(text))
		s, ok := err.(*SyntaxError)
		if !ok {
			t.Errorf("Parse(%q): %v, a SyntaxError was expected", text, err)
			continue
		}
		if s.Offset < offset-1 || s.Offset > offset+1 {
			t.Errorf("Parse(%q): offset %d, about %d was expected", text, s.Offset, offset)
		}
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true}, {`1`, `10e-1`, true}, {`-0`, `0`, true}, {`0e5`, `0`, true}, {`100`, `1E2`, true},
		{`9007199254740993`, `9007199254740992`, false}, {`9007199254740993`, `9007199254740993.0`, true},
		{`1e400`, `10e399`, true}, {`1e400`, `1e401`, false}, {`0.1`, `0.10`, true}, {`-1`, `1`, false}, {`0.01`, `1e-2`, true},
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true}, {`{"a":1}`, `{"a":1,"b":2}`, false}, {`{"a":1,"a":2}`, `{"a":2}`, true},
		{`{"a":1,"a":2}`, `{"a":1,"b":2}`, false}, {`[1,2]`, `[2,1]`, false}, {`"1"`, `1`, false}, {`null`, `false`, false},
		{`""`, `null`, false},
	} {
		if got := Equal(ParseString(c.a), ParseString(c.b)); got != c.want {
			t.Errorf("Equal(%s, %s) = %v", c.a, c.b, got)
		}
		if got := Equal(ParseString(c.b), ParseString(c.a)); got != c.want {
			t.Errorf("Equal(%s, %s) = %v", c.b, c.a, got)
		}
	}
}

func TestEqualOrText(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{`{"id":"6"}`, `"{\"id\": \"6\"}"`, true}, {`{"id":"6"}`, `{"id":"6"}`, true}, {`6`, `"6.0"`, true},
		{`"6"`, `6`, false}, {`"{}"`, `{}`, false}, {`"6"`, `"6.0"`, false}, {`null`, `"null"`, true}, {`6`, `"six"`, false},
	} {
		if got := EqualOrText(ParseString(c.want), ParseString(c.got)); got != c.ok {
			t.Errorf("EqualOrText(%s, %s) = %v", c.want, c.got, got)
		}
	}
}

func TestFirstDifference(t *testing.T) {
	where, want, got := FirstDifference(ParseString(`{"a":[1,{"x/y":2}],"b":0}`), ParseString(`{"b":0,"a":[1,{"x/y":3}]}`))
	if where != "/a/1/x~1y" || want.JSON() != "2" || got.JSON() != "3" {
		t.Errorf("got %s: %s, %s", where, want.JSON(), got.JSON())
	}
}

func TestInt64(t *testing.T) {
	for text, want := range map[string]int64{"7": 7, "7.0": 7, "7e1": 70, "-3": -3, "0.0": 0, "9223372036854775807": 9223372036854775807} {
		if n, ok := Num(text).Int64(); !ok || n != want {
			t.Errorf("Int64(%s) = %d, %v", text, n, ok)
		}
	}
	for _, text := range []string{"7.5", "1e-1", "9223372036854775808", "1e400"} {
		if n, ok := Num(text).Int64(); ok {
			t.Errorf("Int64(%s) = %d, none was expected", text, n)
		}
	}
}
