package families

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
)

// Texts in which a cut at almost every place is one that some reader of pieces gets wrong: inside an escape, a pair, a number, a
// word, a letter of several code points, or between two letters that are equal. Finely are arguments, with a place for a number.
const (
	finely = "{\r\n \"n\":%d,\"esc\":\"\\\\\\\"\\n\\u00e9\\ud83c\\udfb8\\/\",\"num\":[-12.50e-3,1E+2,100]," +
		"\"lit\":[true,false,null],\"e\u0301 \U0001f469\u200d\U0001f680\u2764\ufe0f\":[[{\"a\":{}}],\"\",\"  ,,\"]}\r\n"
	finelyTold = "all  --  \\n\\u00e9 &amp; e\u0301 \U0001f469\u200d\U0001f680\u2764\ufe0f\r\n\u201c\u201d [[x]]((y)) 100 -1.5 null,,\"\""
	cutParts   = 5
)

// cuts are a turn whose text comes in pieces of one code point, and whose calls are cut so that together they are cut at
// every place of their arguments; the last one's pieces are of one code point.
func cuts() transcript.Transcript {
	var items []transcript.Item
	for _, r := range finelyTold {
		items = append(items, transcript.Item{Kind: transcript.Text, Text: string(r)})
	}
	var calls []transcript.Item
	step := len([]rune(fmt.Sprintf(finely, 10)))/cutParts + 1
	for i := range step + 1 {
		c := call(fmt.Sprintf("cut_%d", 90-i), "put", fmt.Sprintf(finely, 10+i))
		calls, items = append(calls, c), append(items, c)
		rest := []rune(fmt.Sprintf(finely, 10+i))
		for first := i; len(rest) > 0; first = step {
			n := min(first, len(rest))
			if i == step { // the last call
				n = 1
			}
			items = append(items, transcript.Item{Kind: transcript.InputDelta, ID: c.ID, Delta: string(rest[:n])})
			rest = rest[n:]
		}
	}
	t := turnOf(calls...)
	t.Items = append(items, t.Items[len(calls)+1:]...)
	return t
}

// names are turns whose tools have the names that ids are tried with, some of them in each, but for blank ones and long ones.
func names() [][]transcript.Item {
	list := []string{"__proto__", "constructor", "toString", "hasOwnProperty", "length", "then", "null", "undefined", "0", "true", "NaN",
		"_private", "trailing_", "a__b", "-", ".", "get.weather", "docs/search",
		"function", "tool", "error", "call_1", "default_api:x", "A", "a",
		"self", "__init__", "get", "items", "class", "print", "import", "default", "delete", "any", "auto", "none", "required"}
	for _, g := range dialect.AlikeIDs() {
		list = append(list, g.IDs[:]...)
	}
	list = slices.DeleteFunc(list, func(name string) bool { return len(name) > 64 || strings.TrimSpace(name) == "" })
	var calls []transcript.Item
	for i, name := range list {
		calls = append(calls, call(fmt.Sprintf("name_%d", 7*(len(list)-i)), name, fmt.Sprintf(`{"of":%d}`, 300+i)))
	}
	return slices.Collect(slices.Chunk(calls, 60))
}

// same is a turn in which an id is the name of its own call, or of another, and the text and arguments say these, too.
func same() transcript.Transcript {
	t := turnOf(call("open", "open", `{"id":"find","name":"shut"}`), call("find", "shut", `{"find":"shut"}`),
		call("shut", "find", `{"shut":{"id":"open"}}`))
	t.Items[0].Text = "open"
	return t
}
