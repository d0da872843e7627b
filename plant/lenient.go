package plant

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/wire"
)

// Malformed are arguments that are no JSON, and that a parser that forgives would read; a slug and the text.
func Malformed() [][2]string {
	return [][2]string{{"trailing-comma", `{"q":1,}`}, {"comment", `{"q":2 /* two */}`}, {"bare-key", `{q:3}`},
		{"single-quotes", `{'q':'4'}`}, {"python", `{"q":True}`}, {"line-end", "{\"q\":\"5\n5\"}"}, {"no-number", `{"q":NaN}`},
		{"fence", "```json\n{\"q\":6}\n```"}, {"words-around", `Call: {"q":7} now`}, {"no-end", `{"q":8`}, {"no-start", `"q":9}`},
		{"placeholder-before", `{}{"q":10}`}, {"placeholder-behind", `{"q":11}{}`}, {"blanks-around", " {\"q\":  twelve,\n\"r\":1}\n"},
		{"plus", `{"q":+13}`}, {"hex", `{"q":0x1f}`}, {"dot-first", `{"q":.5}`}, {"dot-last", `{"q":5.}`}, {"zeros", `{"q":007}`},
		{"underscore", `{"q":1_000}`}, {"suffix", `{"q":14n}`}, {"infinity", `{"q":-Infinity}`}, {"two-commas", `{"q":15,,"r":2}`},
		{"comma-first", `{,"q":16}`}, {"no-comma", `{"q":"17" "r":2}`}, {"semicolon", `{"q":18};`}, {"semicolons", `{"q":19;"r":2}`},
		{"equals", `{"q"=20}`}, {"arrow", `{"q"=>21}`}, {"escape-x", `{"q":"\x41"}`}, {"escaped-quote", `{"q":"it\'s"}`},
		{"backticks", "{\"q\":`22`}"}, {"curly-quotes", `{“q”:23}`}, {"undefined", `{"q":undefined}`}, {"upper", `{"q":TRUE}`},
		{"nil", `{"q":nil}`}, {"escaped", `{\"q\":24}`}, {"list-open", `{"q":[25}`}, {"line-comment", "{\"q\":26 // more\n}"},
		{"hash-comment", "{\"q\":27 # more\n}"}, {"parentheses", `({"q":28})`}, {"tab", "{\"q\":\"29\t29\"}"}}
}

// Objectless are arguments that are JSON and no object, from which one is easily taken; a slug and the text. A string is none
// of them: shown as the value that it is, it can't be told from the text that stands in it.
func Objectless() [][2]string {
	return [][2]string{{"list-of-one", `[{"q":30}]`}, {"list", `[{"q":31},{"r":32}]`}, {"pairs", `[["q",33]]`}, {"empty-list", `[]`},
		{"zero", `0`}, {"no", `false`}, {"yes", `true`}, {"number", `-35.5`}}
}

// Quoted is a string with an object in it, as what was encoded twice is.
func Quoted() [2]string { return [2]string{"quoted", `"{\"q\":34}"`} }

// unquoted is the object in a string that is JSON.
func unquoted(text string) string {
	v, err := wire.Parse([]byte(text))
	if err != nil || !isObject(v.Text()) {
		return ""
	}
	return v.Text()
}

// takers are what is made of them.
func takers() []lenient {
	object := func(v wire.Value, otherwise string) string {
		if v.IsObject() {
			return v.JSON()
		}
		return otherwise
	}
	read := func(of func(v wire.Value) wire.Value) func(text string) string {
		return func(text string) string {
			v, err := wire.Parse([]byte(text))
			if err != nil {
				return ""
			}
			return object(of(v), "")
		}
	}
	return []lenient{
		{"first-of-list", "The first object of a list stands for the list.", read(func(v wire.Value) wire.Value { return v.At(0) })},
		{"last-of-list", "The last object of a list stands for the list.",
			read(func(v wire.Value) wire.Value { return v.At(v.Len() - 1) })},
		{"pairs", "A list of pairs becomes an object.", read(func(v wire.Value) wire.Value {
			if v.At(0).Len() != 2 || !v.At(0).At(0).IsString() {
				return wire.Value{}
			}
			return wire.Obj(wire.M(v.At(0).At(0).Text(), v.At(0).At(1)))
		})},
		{"under-value", "What is no object is put into one.", func(text string) string {
			v, err := wire.Parse([]byte(text))
			if err != nil || v.IsObject() {
				return ""
			}
			return wire.Obj(wire.M("value", v)).JSON()
		}},
		{"emptied", "What is no object, and is taken for nothing, becomes an object without members.", func(text string) string {
			if slices.Contains([]string{"[]", "0", "false"}, text) {
				return "{}"
			}
			return ""
		}},
		{"scalars-emptied", "A number or a boolean becomes an object without members.", func(text string) string {
			if wire.IsJSON(text) && strings.ContainsAny(text[:1], "tf-0123456789") {
				return "{}"
			}
			return ""
		}},
		{"list-by-index", "A list becomes an object by its indices.", read(func(v wire.Value) wire.Value {
			if !v.IsArray() {
				return wire.Value{}
			}
			members := make([]wire.Member, v.Len())
			for i, item := range v.Items() {
				members[i] = wire.M(strconv.Itoa(i), item)
			}
			return wire.Obj(members...)
		})},
	}
}

// lenient is what a parser that forgives makes of a text that is no JSON.
type lenient struct {
	slug, title string
	read        func(text string) string
}

var (
	trailingComma = regexp.MustCompile(`,(\s*[}\]])`)
	comment       = regexp.MustCompile(`/\*.*?\*/|(?://|#).*\n`)
	bareKey       = regexp.MustCompile(`([{,]\s*)([A-Za-z_]\w*)\s*:`)
	controls      = regexp.MustCompile(`[\x00-\x1f]`)
	fence         = regexp.MustCompile("^```(?:json)?|```$")
	plus          = regexp.MustCompile(`:\s*\+`)
	hex           = regexp.MustCompile(`0x[0-9a-f]+`)
	dotFirst      = regexp.MustCompile(`:\s*\.(\d)`)
	dotLast       = regexp.MustCompile(`(\d)[.n]([,}])`)
	zeros         = regexp.MustCompile(`:\s*0+(\d)`)
	underscore    = regexp.MustCompile(`(\d)_(\d)`)
	commas        = regexp.MustCompile(`,(\s*,)+`)
	commaLacking  = regexp.MustCompile(`"\s+"`)
	equals        = regexp.MustCompile(`"=>?`)
	escapeX       = regexp.MustCompile(`\\x`)
)

// number is a text without numbers that JSON doesn't have.
func number(s string) string {
	s = plus.ReplaceAllString(s, ":")
	s = hex.ReplaceAllStringFunc(s, func(digits string) string {
		n, _ := strconv.ParseInt(digits, 0, 64)
		return strconv.FormatInt(n, 10)
	})
	s = zeros.ReplaceAllString(dotFirst.ReplaceAllString(s, ":0.$1"), ":$1")
	return underscore.ReplaceAllString(dotLast.ReplaceAllString(s, "$1$2"), "$1$2")
}

func lenients() []lenient {
	python := strings.NewReplacer("True", "true", "False", "false", "None", "null")
	words := strings.NewReplacer("undefined", "null", "nil", "null", "TRUE", "true", "-Infinity", "null")
	quotes := strings.NewReplacer("`", `"`, "“", `"`, "”", `"`)
	return []lenient{
		{"trailing-comma", "A comma before the end of an object is forgiven.",
			func(s string) string { return trailingComma.ReplaceAllString(s, "$1") }},
		{"comments", "A comment in arguments is forgiven.", func(s string) string { return comment.ReplaceAllString(s, "") }},
		{"bare-keys", "Keys without quotes are forgiven.", func(s string) string { return bareKey.ReplaceAllString(s, `$1"$2":`) }},
		{"single-quotes", "Single quotes are forgiven.", func(s string) string { return strings.ReplaceAll(s, "'", `"`) }},
		{"python", "The words of Python are forgiven.", python.Replace},
		{"line-end", "A line end inside a string is forgiven.", func(s string) string { return controls.ReplaceAllString(s, " ") }},
		{"no-number", "NaN becomes null.", func(s string) string { return strings.ReplaceAll(s, "NaN", "null") }},
		{"fence", "Arguments in a fence are taken out of it.",
			func(s string) string { return strings.TrimSpace(fence.ReplaceAllString(s, "")) }},
		{"words-around", "The object is taken out of the words around it.", func(s string) string {
			from, to := strings.Index(s, "{"), strings.LastIndex(s, "}")
			if from < 0 || to < from {
				return s
			}
			return s[from : to+1]
		}},
		{"end-added", "The brace that is lacking at the end is added.", func(s string) string { return s + "}" }},
		{"start-added", "The brace that is lacking at the start is added.", func(s string) string { return "{" + s }},
		{"placeholder-before", "A {} before the arguments is dropped.", func(s string) string { return strings.TrimPrefix(s, "{}") }},
		{"numbers", "Numbers that JSON doesn't have are forgiven.", number},
		{"commas", "Commas that are too many or too few are forgiven.", func(s string) string {
			return strings.Replace(commas.ReplaceAllString(commaLacking.ReplaceAllString(s, `","`), ","), "{,", "{", 1)
		}},
		{"signs", "Other signs than a colon and a comma are forgiven.", func(s string) string {
			return strings.ReplaceAll(strings.TrimSuffix(equals.ReplaceAllString(s, `":`), ";"), ";", ",")
		}},
		{"escapes", "Escapes that JSON doesn't have are forgiven.",
			func(s string) string { return strings.ReplaceAll(escapeX.ReplaceAllString(s, `\u00`), `\'`, "'") }},
		{"quotes", "Quotes of other kinds are forgiven.", quotes.Replace},
		{"words", "Words that JSON doesn't have are forgiven.", words.Replace},
		{"unescaped", "Arguments that are escaped once more are unescaped.",
			func(s string) string { return strings.ReplaceAll(s, `\"`, `"`) }},
		{"list-closed", "A list that is open at the end of its object is closed.",
			func(s string) string { return strings.TrimSuffix(s, "}") + "]}" }},
		{"placeholder-behind", "A {} behind the arguments is dropped.", func(s string) string { return strings.TrimSuffix(s, "{}") }},
	}
}

// Lenient are the faults of clients that read malformed arguments as an object, and of those
// that trim them. handed makes a client that hands out what read makes of such arguments; where
// that is "", they stay.
func Lenient(line string, handed func(read func(text string) string) Plant) []Row {
	var rows []Row
	for _, l := range lenients() {
		rows = append(rows, Row{ID: line + "/lenient-" + l.slug, Title: l.title, Plant: handed(func(text string) string {
			if wire.IsJSON(text) {
				return ""
			}
			if s := l.read(text); wire.IsJSON(s) {
				return s
			}
			return ""
		})})
	}
	return append(rows, Row{ID: line + "/malformed-trimmed", Title: "Malformed arguments lose the blanks at their ends.",
		Plant: handed(func(text string) string {
			if s := strings.TrimSpace(text); s != text && !wire.IsJSON(text) {
				return s
			}
			return ""
		})})
}

// Forgiving is the change to what read makes of arguments; where that is "", they stay.
func Forgiving(read func(text string) string) Edit {
	return Text(func(text string) string { return cmp.Or(read(text), text) })
}

// Objects are the faults of clients that take an object from arguments that are none; handed is that of Lenient.
func Objects(line string, handed func(read func(text string) string) Plant) []Row {
	var rows []Row
	for _, l := range takers() {
		rows = append(rows, Row{ID: line + "/objectless-" + l.slug, Title: l.title, Plant: handed(l.read)})
	}
	return rows
}
