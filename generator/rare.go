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

// taken are objects and lists whose members some reader takes for its own: for arguments and methods
// of its language, or for what a library wrote that makes values of it.
func taken() []wire.Value {
	var list []wire.Value
	for _, text := range []string{
		`{"self":1,"cls":2,"args":[3],"kwargs":{"a":4}}`, `{"items":1,"keys":2,"values":3,"get":4,"update":5,"pop":6,"copy":7,"clear":8}`,
		`{"__class__":"a","__dict__":{"a":1},"__init__":2,"__name__":"n"}`,
		`{"from":1,"in":2,"lambda":3,"None":4,"def":5,"return":6,"async":7}`,
		`{"model_config":{"a":1},"model_fields":2,"schema":3,"json":4,"dict":5,"validate":6,"construct":7}`,
		`{"map":1,"filter":2,"forEach":3,"size":4,"has":5,"set":6,"push":7}`,
		`{"class":1,"method":2,"send":3,"nil":4,"hashCode":5,"equals":6}`,
		`{"a_b":1,"aB":2,"AB":3,"a-b":4,"a b":5}`, `{"0x1":1,"1.0":2,"1":3,"-0":4,"1e0":5}`,
		`{"lc":1,"type":"constructor","id":["a","b"],"kwargs":{"c":1}}`, `{"lc":1,"type":"secret","id":["PATH"]}`,
		`{"$date":"2026-01-02T03:04:05Z"}`, `{"$numberLong":"12"}`, `{"$oid":"0123456789abcdef01234567"}`,
		`{"$binary":{"base64":"aGk=","subType":"00"}}`,
		`{"$type":"A.B, C","$id":"1","$values":[1,2]}`, `{"$id":"1","a":{"$ref":"1"}}`, `{"@class":"a.B","value":1}`, `["a.b.C",{"d":1}]`,
		`["java.lang.Long",5]`, `{"type":"Buffer","data":[104,105]}`, `{"__type":"Date","iso":"2026-01-02T03:04:05Z"}`,
		`{"py/object":"a.B","py/tuple":[1,2]}`, `{"json_class":"Range","a":[1,2,false]}`, `["^ ","~:a",1]`, `{"__typename":"A","a":1}`,
		`{"json":{"a":"2026-01-02"},"meta":{"values":{"a":["Date"]}}}`,
		`{"type":"object","properties":{"a":{"type":"string","default":"b"}}}`,
		`{"@odata.type":"#a.b","a@odata.bind":1}`, `{"_type":"a","_id":1,"__v":0}`,
		`{"nodeType":1,"tagName":"B","$$typeof":"Symbol(react.element)"}`,
		`{"a":"2026-01-02T03:04:05Z","b":"2026-01-02","c":"03:04","d":"/Date(1700000000000)/"}`,
		`{"a":"!!python/none","b":"&x *x","c":".5","d":"1.","e":"0o17","f":"0b1","g":"=1+1","h":"1:30","i":"- x","j":"x: y"}`,
	} {
		list = append(list, wire.ParseString(text))
	}
	return list
}
