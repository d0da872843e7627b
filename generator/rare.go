package generator

import (
	gostrings "strings"

	"github.com/toolconform/conform/wire"
)

// rareStrings stand in the value matrix only: they are too many of one kind to be
// drawn often, and each is a string that some reader changes.
func rareStrings() []string {
	return []string{
		"replaced \ufffd already", "c1 \u0080\u0090\u009f", "ideographic\u3000space", "soft\u00adhyphen", "a\u200fmark\u200e",
		"\u0301leads", "&quot;x&quot; &#39;y&#39; &nbsp;",
		"http://x.example/", "HTTPS://X.Example/a//b/../c/?", "six\nlines\nof\ntext\nstand\nhere",
		gostrings.Repeat("one of many lines\n", 30), `{"success":false}`, `{"success":false,"error":"x"}`,
		`{"isError":true,"content":"x"}`, "two at the end\n\n", " \t ", "\t\t", "tab at the end\t", "\u3000", "9007199254740993",
		"-9007199254740993.5", "1e400", "0.1000000000000000055511151231257827",
		"a\tb\tc", "a; b", "a | b", "x=1&y=2", "#1", "--", "*", "...", "?", "\"", "'", "`", "{", "}", "[", "]", "(", ")", "<", ">", "</",
		"null\n", "\nnull", "0\n", "True", "False", "NULL", "nil", "NaN ",
		"{{name}}", "${name}", "#{name}", "%(name)s", "{0}", "<%= name %>", "@name", ":name", "$1,000", "1 000,5",
		"\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001d4b3", "\ufe0f", "ﷺ", "Ǆ ǆ", "ΑΣ ας", "ı I",
	}
}

// rareComposites are like them, lists and objects.
func rareComposites() []wire.Value {
	var list []wire.Value
	for _, text := range []string{`{"__proto__":{"a":1},"b":2}`, `{"a":{"__proto__":1,"b":[{"__proto__":null}]}}`,
		`{"\ud83c\udfb8":1,"\ud835\udcb3":{"\ud83c\udfb8":2}}`,
		`{"a":"null","b":["true","0",""],"c":{"d":"{}"}}`, `{"description":"d","title":"t","exit_code":1,"summary":"s"}`,
		`{"success":false}`, `{"success":false,"error":"x"}`, `{"data":1}`,
		`{"isError":true}`, `[{"type":"text","text":"x"}]`, `{"content":[{"type":"text","text":"x"}]}`, `{"a":null,"b":null}`,
		`[[],[[]],[[[]]]]`, `[{},{}]`, `{"1":"b","0":"a","-1":"c","01":"d"}`,
		`{"a\nb":1,"a\tb":2,"a\u0000b":3}`, `{"\u2028":1,"\ufeff":2,"\u00a0":3}`, `{"undefined":1,"null":2,"true":3}`,
		`{"class":1,"for":2,"default":3,"import":4}`, `["\ufffd","\u0301"]`} {
		list = append(list, wire.ParseString(text))
	}
	deep := wire.Str("the bottom of many")
	for range 30 {
		deep = wire.Obj(wire.M("in", wire.List(deep)))
	}
	return append(list, deep)
}
