package dialect

import "strings"

// AlikeGroup are three ids that a careless reader takes for one another.
type AlikeGroup struct {
	Slug string
	IDs  [3]string
}

// AlikeIDs are the groups that every dialect tries, beside those of its own
// (ROBUST-05): an id is its characters, all of them, and nothing else.
func AlikeIDs() []AlikeGroup {
	return append(DrawnIDs(), []AlikeGroup{
		{"nul", [3]string{"c\x00", "c", "c\x00d"}}, {"namespaces", [3]string{"functions.c:0", "c", "c:0"}},
		{"prefixes", [3]string{"call_c", "c", "toolu_c"}},
	}...)
}

// DrawnIDs are the groups that a seed draws from: with more of them it would make other streams.
func DrawnIDs() []AlikeGroup {
	long := strings.Repeat("y", 36)
	return []AlikeGroup{
		{"quotes", [3]string{`c"`, "c'", "c"}}, {"backslashes", [3]string{`c\`, "c", `c\\`}},
		{"line-endings", [3]string{"c\n", "c", "c\r\n"}},
		{"tabs", [3]string{"c\t", "c", "\tc"}}, {"no-break", [3]string{"c\u00a0", "c", "\u00a0c"}},
		{"wide-blanks", [3]string{"c\u3000", "c", "\u3000c"}},
		{"inner-blanks", [3]string{"a b", "a  b", "ab"}}, {"lists", [3]string{"a,b", "a", "b"}}, {"lines", [3]string{"a\nb", "a", "b"}},
		{"pairs", [3]string{"x=1", "x", "1"}},
		{"commas", [3]string{",c", "c", "c,"}}, {"at", [3]string{"@c", "c", "c@"}}, {"hash", [3]string{"#c", "c", "c#1"}},
		{"brackets", [3]string{"[c]", "c", "(c)"}},
		{"braces", [3]string{"{c}", "c", "${c}"}}, {"paths", [3]string{"../c", "c", "./c"}},
		{"entities", [3]string{"a&amp;b", "a&b", "a&#38;b"}},
		{"folded", [3]string{"K", "\u212a", "k"}}, {"long-s", [3]string{"s", "\u017f", "S"}}, {"sharp-s", [3]string{"ß", "ss", "SS"}},
		{"dotless", [3]string{"i", "ı", "İ"}},
		{"accents", [3]string{"É", "é", "E"}}, {"compatible", [3]string{"①", "1", "¹"}},
		{"fullwidth", [3]string{"ｃ１", "c1", "Ｃ１"}},
		{"directed", [3]string{"a\u200fb", "ab", "a\u200eb"}},
		{"controls", [3]string{"c\x01", "c", "\x07c"}}, {"no-width", [3]string{"a\u200bb", "ab", "a\ufeffb"}},
		{"uuids", [3]string{"550E8400-E29B-41D4-A716-446655440000", "550e8400-e29b-41d4-a716-446655440000",
			"550e8400e29b41d4a716446655440000"}},
		{"signs", [3]string{"-0", "0", "+0"}}, {"zeros", [3]string{"1", "001", "10"}}, {"exponents", [3]string{"1e2", "100", "1E2"}},
		{"last-digit", [3]string{"r1", "r11", "r21"}},
		{"cut-at-36", [3]string{long + "1", long + "2", long}},
		{"cut-at-64", [3]string{strings.Repeat("z", 64) + "1", strings.Repeat("z", 64) + "2", strings.Repeat("z", 64)}},
		{"eight-alike", [3]string{"abcdefgh-1", "abcdefgh-2", "abcdefgh"}},
		{"tail-alike", [3]string{"1-abcdefgh", "2-abcdefgh", "abcdefgh"}}, {"none", [3]string{"NaN", "nil", "None"}},
		{"encoded", [3]string{"a%20b", "a b", "a+b"}}, {"encoded-letter", [3]string{"c%31", "c1", `c\u0031`}},
	}
}
