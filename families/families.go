// Package families makes the cases that every dialect of calls has: ids that are easily
// confused, sizes, big numbers, hostile input. They are neutral transcripts, rendered with
// the plainest picks.
package families

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// How many calls a turn has at most where that must and where it should be borne.
const (
	must   = 128
	should = 1000
)

// Cases are the families of one side. Words are the requirements that odd texts, names and
// arguments are about.
func Cases(side *dialect.Side, words ...string) []*dialect.Case {
	m := maker{side: side}
	m.words(words)
	m.later(words)
	m.cases = append(m.cases, IDs(side.Pair, func(ids []string) dialect.Script { return side.Render(idTurn(ids), plainest) })...)
	m.numbers()
	m.sizes()
	if side.Role != dialect.Converter {
		woven := IDs(side.Pair, func(ids []string) dialect.Script { return side.Render(wovenTurn(ids), plainest) })
		for _, c := range woven {
			c.ID, c.Title = strings.Replace(c.ID, "/ids-", "/woven-ids-", 1), strings.Replace(c.Title, "Ids", "Ids of calls in pieces", 1)
		}
		m.cases = append(m.cases, woven...)
	}
	if side.Role == dialect.Producer {
		m.lasts(words)
	}
	return m.cases
}

type maker struct {
	side  *dialect.Side
	cases []*dialect.Case
}

func plainest(int) int { return 0 }

// add makes a case that is judged by one line, beside its control.
func (m *maker) add(line string, level requirement.Level, slug, title string, build func() transcript.Transcript,
	control transcript.Transcript) *dialect.Case {
	c := Blamed{m.side.Pair, dialect.Valid, line, level}.Case(slug, title, nil, m.side.Render(control, plainest))
	c.Build = func() dialect.Script { return m.side.Render(build(), plainest) }
	m.cases = append(m.cases, c)
	return c
}

func call(id, name, input string) transcript.Item {
	return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input)}
}

func result(id, content string) transcript.Item {
	return transcript.Item{Kind: transcript.Result, ID: id, Status: transcript.Success, Content: wire.Str(content)}
}

// turnOf is a turn of calls, all before their results.
func turnOf(calls ...transcript.Item) transcript.Transcript {
	t := transcript.Transcript{MessageID: "msg-family", Items: append([]transcript.Item{{Kind: transcript.Text, Text: "Here it is."}},
		calls...)}
	for i, c := range calls {
		t.Items = append(t.Items, result(c.ID, fmt.Sprintf("result %d", 400+i)))
	}
	return t
}

func idTurn(ids []string) transcript.Transcript {
	calls := make([]transcript.Item, len(ids))
	for i, id := range ids {
		calls[i] = call(id, fmt.Sprintf("tool-%d", 80-i), fmt.Sprintf(`{"order":%d}`, 200+i))
	}
	return turnOf(calls...)
}

// odd are texts that are easily changed on their way, by what is odd about them.
func odd() [][2]string {
	return [][2]string{{"falsy", "false"}, {"zero", "0"}, {"null", "null"}, {"blanks-around", "  two  blanks  "},
		{"lines", "line one\nline two\n\n"}, {"crlf", "a\r\nb\r\n"},
		{"nul", "before\x00behind"}, {"long", strings.Repeat("0123456789", 9) + "."}, {"very-long", strings.Repeat("lorem ipsum ", 200)},
		{"wide", strings.Repeat("Huế 🎸 ", 300)},
		{"case", "MixedCASE"}, {"beyond-ascii", "Tìm_kiếm 🎸 e\u0301"},
		{"backslashes", `C:\new\table`}, {"quotes", `say "hi" and 'bye'`}, {"json", `{ "a" : 1.0 }`},
		{"entities", "1 < 2 && 3 > 2 &amp; &lt;b&gt;&nbsp;&quot;q&quot; &#39;x&#x2F; &copy;"},
		{"separators", "a\u2028b\u2029c\u0085d"}, {"rare", rare}, {"template", "Dear {name}, {{user}} ${HOME} $1 %s %(n)d <%= x %> {0}"},
		{"markup", "# Head\n**bold** _it_ `code`\n```json\n{\"a\":1}\n```\n<b>x</b> [a](b)"}, {"command", "/help @file #1 !ls --all"},
		{"thoughts", "<think>hm</think>So be it. <tool_call>{}</tool_call>"}, {"terminal", "\x1b[31mred\x1b[0m\x07"},
		{"escaped", `a\nb\u0041 %20 a+b=c&d \"q\"`}, {"namespace", "functions.get_weather:0"}, {"server", "mcp__docs__tool_search"},
		{"letters", letters}, {"signs", "$$ $& $' %25 a\\\\b a\\/b <|im_end|> \"\" \u201cq\u201d the the \u2026"},
		{"line-first", "\n\tone\ttab\rtwo"},
		{"true", "true"}, {"undefined", "undefined"}, {"no-number", "NaN"}, {"none", "None"}, {"object", "{}"}, {"list", "[]"},
		{"printed", "[object Object]"}, {"constructor", "constructor"}, {"to-string", "toString"}, {"quoted", `"all of it"`}}
}

// rare are letters that are lost or made others on their way: of two code points, of no width, beyond 16 bits, controls.
const rare = "e\u0301 \u212b a\u00a0b\u200bc\u200dd\ufeffe\ufe0f \U0001f3b8 \x01\x1f\u2028"

// letters are others of which the same is true: that have no width, that turn the direction, that change their length with
// their case, that stand for none or belong together.
const letters = "a\u00ad\u007f\u3000\u5de5\u5177 Stra\u00dfe \u0130\u0131 \ufffd\ufffe\ue000 \u200f\u202e\u2066 \f\v\b\x1c " +
	"\U0001f1eb\U0001f1f7\U0001f44d\U0001f3fd\u2003\u202f\u205f\u2060\u180e\ufeff."

// words are odd texts, as the text of a turn, as a name, in arguments and in results.
func (m *maker) words(tests []string) {
	word := func(slug, title string) *dialect.Case {
		c := &dialect.Case{ID: m.side.Pair.String() + "/words-" + slug, Title: title, Pair: m.side.Pair, Class: dialect.Valid, Tests: tests}
		m.cases = append(m.cases, c)
		return c
	}
	rendered := func(t transcript.Transcript) dialect.Script { return m.side.Render(t, plainest) }
	for _, o := range odd() {
		word(o[0], "A text that is easily changed, in every place: "+o[0]+".").Script = m.everywhere(o[1])
	}
	for _, n := range []int{20_000, 70_000} { // behind where texts are cut off
		c := word(fmt.Sprintf("of-%d", n), fmt.Sprintf("A text of %d characters in every place.", n))
		c.Heavy, c.Build = true, func() dialect.Script { return m.everywhere(lined(n)) }
	}
	word("values", "Values of every kind in the arguments.").Script =
		rendered(turnOf(call("val_7", "set", values), call("val_3", "set", "{}")))
	if m.side.Role == dialect.Producer {
		c := word("unreadable", "Arguments that are no JSON, of letters that are easily lost.")
		c.Class, c.Script = dialect.Adversarial, rendered(unreadable())
	}
	if m.side.Role == dialect.Producer {
		word("many-pieces", "Texts and pieces of a call that are more than a buffer's.").Script = rendered(piled(300))
	}
	word("pieces", "Pieces that are blank, that are taken for nothing, or that say what the one before said.").Script =
		rendered(piecewise())
	word("cuts", "Pieces that are cut at every place, and pieces of one letter.").Script = rendered(cuts())
	word("same", "Ids that are names, of the same call and of others.").Script = rendered(same())
	for i, calls := range names() {
		word(fmt.Sprintf("names-%d", i+1), "Names that are easily changed, or taken for others.").Script = rendered(turnOf(calls...))
	}
}

// failures are turns that end in an error with a text that is easily changed.
func failures(side *dialect.Side, line string, of func(text string) dialect.Script) []*dialect.Case {
	if of == nil {
		of = func(text string) dialect.Script {
			return side.Render(transcript.Transcript{MessageID: "msg-failure", Items: []transcript.Item{
				{Kind: transcript.Text, Text: "Let me see."}, call("fail_7", "look", `{"at":7}`),
				{Kind: transcript.Stop, Reason: transcript.Error, Message: text}}}, plainest)
		}
	}
	var list []*dialect.Case
	for _, o := range append(odd(), [2]string{"trace", " Error: upstream said:\n  Traceback: disk full\n"},
		[2]string{"inner", `{"error":{"message":"inner","code":7}}`}) {
		if o[0] == "line-first" || o[0] == "object" { // an error that is shortened to nothing is another matter
			continue
		}
		list = append(list, &dialect.Case{ID: side.Pair.String() + "/error-text-" + o[0], Pair: side.Pair, Class: dialect.Valid,
			Tests: []string{line}, Title: "An error has a text that is easily changed: " + o[0] + ".",
			Script: of(o[1])})
	}
	return list
}

// malformed are turns with a call that has one of these arguments, from which what forgives takes an object, and one that is
// whole; a converter's calls have results.
func malformed(side *dialect.Side, line string, class dialect.Class, slug string, texts [][2]string) []*dialect.Case {
	return forgiven(side.Pair, line, class, slug, texts, func(text string) dialect.Script {
		bad := call("bad_7", "pay", "null")
		bad.Input, bad.Arguments = wire.Value{}, wire.Str(text)
		t := turnOf(bad, call("bad_3", "pay", `{"q":"whole"}`))
		if t.MessageID = "msg-lenient"; side.Role != dialect.Converter {
			t.Items = t.Items[1:3]
		}
		return side.Render(t, plainest)
	})
}

// Malformed are cases of arguments that are no JSON, and that a parser that forgives would read, each in a script of its own.
func Malformed(pair dialect.Pair, line string, class dialect.Class, of func(text string) dialect.Script) []*dialect.Case {
	return forgiven(pair, line, class, "lenient", plant.Malformed(), of)
}

// Misread are these, and cases of arguments that are JSON and no object.
func Misread(pair dialect.Pair, line string, class dialect.Class, of func(text ...string) dialect.Script) []*dialect.Case {
	one := func(text string) dialect.Script { return of(text) }
	return append(Malformed(pair, line, class, one), forgiven(pair, line, class, "objectless", plant.Objectless(), one)...)
}

func forgiven(pair dialect.Pair, line string, class dialect.Class, slug string, texts [][2]string,
	of func(text string) dialect.Script) []*dialect.Case {
	var list []*dialect.Case
	for _, text := range texts {
		list = append(list, &dialect.Case{ID: pair.String() + "/" + slug + "-" + text[0], Pair: pair, Class: class,
			Tests: []string{line}, Title: "Arguments that a parser that forgives would read: " + text[0] + ".", Script: of(text[1])})
	}
	return list
}

// unreadable is a turn with arguments that no client reads.
func unreadable() transcript.Transcript {
	t := turnOf(call("bad_7", "write", "{}"), call("bad_3", "ls", `{"path":"/"}`))
	const head, tail = ` {"text": `, rare + " "
	t.Items[1].Input, t.Items[1].Arguments = wire.Value{}, wire.Str(head+tail)
	for i, piece := range []string{head, tail} {
		t.Items = slices.Insert(t.Items, 2+i, transcript.Item{Kind: transcript.InputDelta, ID: "bad_7", Delta: piece})
	}
	return t
}

// everywhere is a turn with a text in every place, that of the user included where the script has one: but in a name, and in
// the id of the message, where it is too long for one. (Whoever tells letter by letter says that id with each of them.)
func (m *maker) everywhere(text string) dialect.Script {
	input := wire.Obj(wire.M("text", wire.Str(text)), wire.M(text, wire.Int(1)))
	t := turnOf(transcript.Item{Kind: transcript.Call, ID: "odd_7", Name: text, Input: input}, call("odd_3", "ls", `{"path":"/"}`))
	if t.Items[0].Text = text; len(text) > 200 {
		t.Items[1].Name = "write"
	} else {
		t.MessageID = text
	}
	t.Items[3].Content, t.Items[4].Content = wire.Str(text), wire.Obj(wire.M("text", wire.Str(text)))
	script := m.side.Render(t, plainest)
	if s, ok := script.(interface {
		Asked(text string) dialect.Script
	}); ok {
		return s.Asked(text)
	}
	return script
}

// lined is a text of so many characters in numbered lines.
func lined(n int) string {
	var b strings.Builder
	for line := 1; b.Len() < n; line++ {
		fmt.Fprintf(&b, "%d bottles of beer on the wall\n", line)
	}
	return b.String()[:n]
}

// piecewise is a turn in pieces that are easily lost.
func piecewise() transcript.Transcript {
	t := turnOf(call("pie_7", "put", `{"n":11,"of":"  haha","z":0,"f":false}`))
	var items []transcript.Item
	for _, text := range []string{"ha", "ha", " ", "0", "false", "\n", "null", "null", "."} {
		items = append(items, transcript.Item{Kind: transcript.Text, Text: text})
	}
	items = append(items, t.Items[1])
	for _, delta := range []string{`{"n":`, "1", "1", `,"of":"`, " ", " ", "ha", "ha", `","z":`, "0", `,"f":`, "false", "}"} {
		items = append(items, transcript.Item{Kind: transcript.InputDelta, ID: "pie_7", Delta: delta})
	}
	t.Items = append(items, t.Items[2:]...)
	return t
}

// piled is a turn of so many texts, and a call of so many pieces.
func piled(n int) transcript.Transcript {
	t := turnOf(transcript.Item{Kind: transcript.Call, ID: "pile_7", Name: "add"}, call("pile_3", "ls", `{"path":"/"}`))
	var texts, pieces []transcript.Item
	for i := range n {
		texts = append(texts, transcript.Item{Kind: transcript.Text, Text: fmt.Sprintf("%d, ", n-i)})
		pieces = append(pieces, transcript.Item{Kind: transcript.InputDelta, ID: "pile_7", Delta: fmt.Sprintf("%d,", 7*i)})
	}
	pieces[0].Delta, pieces[n-1].Delta = `{"all":[`, "9]}"
	t.Items = slices.Concat(texts, t.Items[1:2], pieces, t.Items[2:])
	return t
}

// wovenTurn is idTurn with the pieces of all calls in turn.
func wovenTurn(ids []string) transcript.Transcript {
	t := idTurn(ids)
	calls := t.Items[1 : 1+len(ids)]
	pieces := make([]transcript.Item, 2*len(ids))
	for i, c := range calls {
		calls[i].Input = wire.Value{}
		pieces[i] = transcript.Item{Kind: transcript.InputDelta, ID: c.ID, Delta: `{"order":`}
		pieces[len(ids)+i] = transcript.Item{Kind: transcript.InputDelta, ID: c.ID, Delta: fmt.Sprintf("%d}", 200+i)}
	}
	t.Items = slices.Concat(t.Items[:1+len(ids)], pieces, t.Items[1+len(ids):])
	return t
}

// values are all kinds of values, also those that are taken for nothing, and text that reads
// as a value.
const values = `{"zero":0,"no":false,"none":null,"empty":"","list":[],"object":{},` +
	`"small":1.5e-7,"large":2E+9,"text":"[1,{\"a\":null}]","number":"7","nested":[{"zero":0}]}`

func (m *maker) numbers() {
	number := func(slug, title, form string, big, small []any) {
		of := func(n []any) transcript.Transcript {
			c := call("num_1", "order", fmt.Sprintf(form, n...))
			if m.side.Role == dialect.Producer { // what is parsed before it is told may be rounded
				c.Input, c.Arguments = wire.Value{}, wire.Str(fmt.Sprintf(form, n...))
			}
			return turnOf(c)
		}
		m.add("ROBUST-04", requirement.Should, "numbers-"+slug, title, func() transcript.Transcript { return of(big) }, of(small))
	}
	number("in-arguments", "Integers beyond 2^53 in the arguments.", `{"id":%s,"list":[%s,%s]}`,
		[]any{"9007199254740993", "18446744073709551615", "-9007199254740995"}, []any{"82000", "83500", "-81200"})
	number("in-nested", "An integer beyond 2^53 deep in the arguments.", `{"a":[{"b":{"c":%s}}]}`, []any{"90071992547409931"}, []any{"822"})
	m.resultNumbers()
}

// resultNumbers are big numbers in results, where the wire of that role brings any.
func (m *maker) resultNumbers() {
	of := func(n string) transcript.Transcript {
		t := turnOf(call("num_2", "count", `{"of":"all"}`))
		t.Items[len(t.Items)-1].Content = wire.Str(`{"total":` + n + `,"list":[-` + n + `]}`)
		return t
	}
	const big = "9007199254740993"
	if strings.Contains(m.side.Render(of(big), plainest).JSON().JSON(), big) {
		m.add("ROBUST-04", requirement.Should, "numbers-in-result", "Integers beyond 2^53 in the text of a result.",
			func() transcript.Transcript { return of(big) }, of("82000"))
	}
}

func (m *maker) sizes() {
	size := func(slug, title string, level requirement.Level, turn func(n int) transcript.Transcript, n int) {
		m.add("ROBUST-03", level, "size-"+slug, title, func() transcript.Transcript { return turn(n) }, turn(3)).Heavy = true
	}
	m.add("ROBUST-03", requirement.Must, "size-nesting-100", "Arguments nested 100 deep.",
		func() transcript.Transcript { return deep(100) },
		deep(2))
	size(fmt.Sprintf("%d-calls", must), fmt.Sprintf("%d calls in one turn.", must), requirement.Must, many, must)
	size(fmt.Sprintf("%d-calls", should), fmt.Sprintf("%d calls in one turn.", should), requirement.Should, many, should)
	written, said := padded, lined
	if m.side.Role == dialect.Producer {
		written, said = Wide, Wide
	}
	size("1-mib", "Arguments of 1 MiB.", requirement.Must, func(n int) transcript.Transcript { return big(written(n)) }, 1<<20)
	size("16-mib", "Arguments of 16 MiB.", requirement.Should, func(n int) transcript.Transcript { return big(padded(n)) }, 16<<20)
	if m.side.Role == dialect.Consumer {
		return
	}
	size("1-mib-text", "A text of 1 MiB.", requirement.Must,
		func(n int) transcript.Transcript { return spoken(said(max(n, 40))) }, 1<<20)
	if small := resulted(3); strings.Contains(m.side.Render(small, plainest).JSON().JSON(), lined(20)) {
		size("1-mib-result", "A result of 1 MiB.", requirement.Must, resulted, 1<<20)
	}
}

// spoken is a turn with a text.
func spoken(text string) transcript.Transcript {
	t := turnOf(call("said_1", "ls", `{"path":"/"}`))
	t.Items[0].Text = text
	return t
}

// Wide is a text of so many bytes, and of a quarter as many letters: who tells each of them in an event of its own tells no more
// than can be read.
func Wide(n int) string {
	var b strings.Builder
	for i := range max(1, n/utf8.UTFMax) {
		b.WriteRune(rune(0x20000 + i%0xA000))
	}
	return b.String()
}

func padded(n int) string { return strings.Repeat("padding. ", n/9+1)[:n] }

// resulted is a turn with a result of so many characters, as long as a line at least.
func resulted(n int) transcript.Transcript {
	t := turnOf(call("res_1", "read", `{"path":"/"}`), call("res_0", "ls", `{"path":"/etc"}`))
	t.Items[3].Content = wire.Str(lined(max(n, 40)))
	return t
}

func many(n int) transcript.Transcript {
	calls := make([]transcript.Item, n)
	for i := range calls {
		calls[i] = call(fmt.Sprintf("many_%d", 7*(n-i)), "roll", fmt.Sprintf(`{"sides":%d}`, i+2))
	}
	return turnOf(calls...)
}

func big(text string) transcript.Transcript {
	return turnOf(call("big_1", "write", `{"text":"`+text+`"}`), call("big_0", "ls", `{"path":"/"}`))
}

func deep(n int) transcript.Transcript {
	return turnOf(call("deep_1", "nest", strings.Repeat(`{"in":[`, n/2)+`"bottom"`+strings.Repeat(`]}`, n/2)))
}
