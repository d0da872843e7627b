package generator

import (
	"strconv"
	gostrings "strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// one picks an element.
func one[T any](pick dialect.Pick, list []T) T { return list[pick(len(list))] }

// chance is true once in n times, never when picks are 0.
func chance(pick dialect.Pick, n int) bool { return pick(n) == n-1 }

// Strings that implementations mistake for something else: empty, falsy-looking,
// JSON-looking, dates, multi-line, with line separators that are none in JSON,
// with markup, with escapes, words of the protocols themselves, long ones.
func strings() []string {
	return []string{
		"82,000 VND", "sunny", "", "0", "null", "false", "{}", "[]", `{"a":1}`, `"quoted"`, "undefined",
		" leading and trailing ", "line one\nline two", "trailing newline\n", "tab\tand\\backslash\"quote\"",
		"a\u2028b\u2029c\u0085d", "Giá: 82,000 VND", "🎸 guitar", "e\u0301 is not \u00e9", "<b>&amp;</b><script>alert(1)</script>",
		"true", "-0", "1e3", "NaN", "[object Object]", "data: not a field", "id: 7", "error", "success", "cancelled",
		"\x1b[31mred\x1b[0m", "\r\n", "0x10", "007", "12345678901234567",
		"Error: not found", "error on line 1\nat line 2\nat line 3", "Timeout", "Cancelled by user", "done", "running", "end", "ERROR",
		"2025-11-20", "2025-11-20T10:00:00Z", "lone\rreturn", " ", "\n", "\u00a0", "\ufeffmarked", "50% %s %d ${x} {{y}}", "a%20b+c&d=e",
		`\n`, "'single'", "`tick`", "```", "~~~tool", "[DONE]", "event: x\ndata: y\n\n", "1,5", "+1", "Infinity", "__proto__", "👩‍🚀 and 🇻🇳",
		`{"error":null,"ok":true}`, `{"status":"error","is_error":true}`, "Searching...", "no error", "timeout: 30s", "(no content)", "N/A",
		gostrings.Repeat("long text, ", 450),
		`{"b": 1, "a": [1, 2.0]}`, "[ 1,\n  2 ]", `{"a":1}{"b":2}`, `{"cut":`, `C:\new\`, `\`, `"`, `\u0041\"`, "a // b /* c */", "---", "> quoted", "    indented",
		"\ttab first", "trailing blank ", "1.10", "1_000", "½ ﬁ Ａ", "İ ß ſ", "\u202eright to left", "zero\u200bwidth", "nul\x00 and \x1f", "tool-call-1", "null ",
	}
}

// scalars are the JSON values that are "nothing" in some language, numbers that
// some lose, and some that nobody does.
func scalars() []wire.Value {
	return []wire.Value{
		wire.Int(1), wire.Int(0), wire.Boolean(false), wire.Str(""), wire.NullValue, wire.Boolean(true),
		wire.Int(-1), wire.Num("0.1"), wire.Num("1.5"), wire.Num("1e21"), wire.Int(82000), wire.Int(9007199254740991),
		wire.List(), wire.Obj(), wire.Num("0.125"), wire.Num("3.14159"), wire.Num("-0.0625"), wire.Num("1e-7"), wire.Num("1234567.891"),
		wire.Num("1.0"), wire.Num("2e3"), wire.Int(4294967296), wire.Int(2147483648), wire.Int(-9007199254740991),
		wire.List(wire.NullValue), wire.Obj(wire.M("none", wire.NullValue)), wire.List(wire.List()),
	}
}

// names of members: ordinary ones, and those that collide with something.
func memberNames() []string {
	return []string{"symbol", "query", "limit", "id", "type", "name", "input", "index", "", "toString", "constructor",
		"a b", "Tên", "0", "nested", "status", "content", "error", "output", "state", "stage", "items", "длина", "Symbol"}
}

// Value draws any JSON value of at most this depth.
func Value(pick dialect.Pick, depth int) wire.Value {
	kinds := 4
	if depth <= 0 {
		kinds = 2
	}
	switch pick(kinds) {
	case 0:
		return wire.Str(one(pick, strings()))
	case 1:
		return one(pick, scalars())
	case 2:
		return Object(pick, depth-1)
	}
	items := make([]wire.Value, pick(4))
	for i := range items {
		items[i] = Value(pick, depth-1)
	}
	return wire.List(items...)
}

// Object draws an object without duplicate members.
func Object(pick dialect.Pick, depth int) wire.Value {
	n := pick(4)
	members := make([]wire.Member, 0, n)
	seen := map[string]bool{}
	for range n {
		name := one(pick, memberNames())
		if seen[name] {
			name += strconv.Itoa(len(members))
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		members = append(members, wire.M(name, Value(pick, depth)))
	}
	return wire.Obj(members...)
}
