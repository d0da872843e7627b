package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/wire"
)

// asking is one way in which a fence asks for its events.
type asking struct{ slug, members string }

// askings are all of them: no outcome, an output and an error, each by its payload
// and by its state, values that look like none.
func askings() []asking {
	return []asking{
		{"nothing", ``}, {"input-state", `,"state":"input-available"`}, {"output", `,"output":{"found":"by %s"}`},
		{"output-state", `,"state":"output-available"`},
		{"output-both", `,"state":"output-available","output":"of %s"`}, {"falsy-output", `,"output":0`},
		{"error", `,"errorText":"lost %s"`}, {"error-state", `,"state":"output-error"`},
		{"error-both", `,"state":"output-error","errorText":"gone %s"`},
	}
}

// followingCases: behind every way of asking comes every other, and it behind them:
// nothing is left over from the fence before.
func (b *builder) followingCases() {
	fence := func(a asking, i int, id bool) document.Segment {
		members := a.members
		if strings.Contains(members, "%s") {
			members = fmt.Sprintf(members, fmt.Sprintf("no. %d", 70-i))
		}
		if !id {
			return unnamed(strings.TrimPrefix(members, ","))
		}
		return document.Tool(fmt.Sprintf(`{"toolCallId":"fol_%c%d","toolName":"lookup","input":{"nth":%d}%s}`, 'z'-rune(i), i, 100+i,
			members))
	}
	for _, first := range askings() {
		var given, bare []document.Segment
		for i, other := range askings() {
			given = append(given, fence(first, 2*i, true), fence(other, 2*i+1, true))
			bare = append(bare, fence(first, 2*i, false), fence(other, 2*i+1, false), document.Text(fmt.Sprintf("So %d.\n", i)))
		}
		tests := ids("FENCE-05", "FENCE-06", "FENCE-07")
		b.valid("following-"+first.slug, "Behind a fence that asks so: "+first.slug+", comes one of every other kind, and it again.", tests,
			append(given, document.Text("end\n"))...)
		b.valid("following-"+first.slug+"-bare", "The same without ids, names and inputs, and with text between.",
			append(tests, "FENCE-09", "FENCE-11"), bare...)
	}
}

// againCases: the same call comes again, with everything that may stand between.
func (b *builder) againCases() {
	call := func(id, outcome string) document.Segment {
		return document.Tool(`{"toolCallId":"` + id + `","toolName":"roll","state":"output-available","input":{"sides":6},"output":` +
			outcome + `}`)
	}
	bare := func(outcome string) document.Segment {
		return unnamed(`"toolName":"roll","input":{"sides":6},"output":` + outcome)
	}
	for _, v := range []struct {
		slug, title string
		between     []document.Segment
	}{
		{"nothing", "nothing", nil}, {"blank-line", "a blank line", []document.Segment{document.Text("\n")}},
		{"text", "a text", []document.Segment{document.Text("I roll again.\n")}},
		{"heading", "a heading", []document.Segment{document.Text("## Turn two\n")}},
		{"break", "a line of dashes", []document.Segment{document.Text("\n---\n\n")}},
		{"code", "another code block", []document.Segment{document.Code("json", "{\"sides\": 6}\n")}},
		{"quote", "a quote", []document.Segment{document.Text("\n"), document.Quote(document.Text("Roll again?\n")), document.Text("\n")}},
		{"call", "another call", []document.Segment{document.PlainCall("call_between")}},
		{"failed-call", "a call that failed",
			[]document.Segment{document.Tool(`{"toolCallId":"call_failed","toolName":"roll","state":"output-error","input":{"sides":7},` +
				`"errorText":"no such die"}`)}},
	} {
		again := func(list ...document.Segment) []document.Segment {
			segments := []document.Segment{document.Text("Roll.\n"), list[0]}
			for _, s := range list[1:] {
				segments = append(append(segments, v.between...), s)
			}
			return append(segments, document.Text("That was it.\n"))
		}
		put := b.valid
		if strings.HasSuffix(v.slug, "call") {
			put = b.adverse // it stands there twice, under one id
		}
		put("again-behind-"+v.slug, "The same call three times under three ids, with "+v.title+" between.",
			ids("FENCE-01", "FENCE-03", "FENCE-05", "FENCE-22"),
			again(call("ag_7", "4"), call("ag_3", "2"), call("ag_5", "4"))...)
		put("again-behind-"+v.slug+"-generated", "The same call three times without an id, with "+v.title+" between.",
			ids("FENCE-01", "FENCE-05", "FENCE-09"),
			again(bare("4"), bare("2"), bare("4"))...)
	}
}

// endingsMixed: LF and CRLF in one document.
func (b *builder) endingsMixed() {
	body := func(id string, crlf bool) document.Segment {
		s := "{\n  \"toolCallId\": \"" + id + "\",\n  \"toolName\": \"mix\",\n  \"input\": {\"n\": 1},\n  \"output\": \"of " + id +
			"\"\n}\n"
		if crlf {
			s = strings.ReplaceAll(s, "\n", "\r\n")
		}
		return exact(s)
	}
	const opening, inner, closing, words, foreign = 1, 2, 4, 8, 16
	doc := func(where func(i int) int) []document.Segment {
		line := func(i int, s string) document.Segment {
			if where(i)&words != 0 {
				s = strings.ReplaceAll(s, "\n", "\r\n")
			}
			return document.Text(s)
		}
		segments := []document.Segment{line(0, "one\n\ntwo\n")}
		for i := range 3 {
			at := where(i)
			fence := body(fmt.Sprintf("mix_%d", 8-i), at&inner != 0)
			if at&opening != 0 {
				fence.Style.After = "\r"
			}
			if at&closing != 0 {
				fence.Style.CloseAfter = "\r"
			}
			segments = append(segments, fence, line(i, fmt.Sprintf("\nthree %d\n", i)))
			if at&foreign != 0 {
				segments = append(segments, document.Text("```sh\r\nls\r\n```\r\n"))
			} else {
				segments = append(segments, document.Code("sh", "ls\n"))
			}
		}
		return append(segments, line(3, "four\n"))
	}
	everywhere := opening | inner | closing | words | foreign
	always := func(at int) func(int) int { return func(int) int { return at } }
	only := func(n int) func(int) int {
		return func(i int) int {
			if i == n {
				return everywhere
			}
			return 0
		}
	}
	for _, v := range []struct {
		slug, title string
		where       func(i int) int
	}{
		{"text", "The text has CRLF, the fences have LF", always(words)},
		{"fences", "The fences have CRLF, the text has LF", always(opening | inner | closing)},
		{"bodies", "What stands in the fences has CRLF", always(inner)},
		{"opening-lines", "The opening lines have CRLF", always(opening)},
		{"closing-lines", "The closing lines have CRLF", always(closing)},
		{"around-fences", "Everything but what stands in the fences has CRLF", always(everywhere &^ inner)},
		{"other-fences", "Other code blocks have CRLF", always(foreign)},
		{"first-part", "The first part of the document has CRLF", only(0)},
		{"middle", "The middle of the document has CRLF", only(1)}, {"last-part", "The end of the document has CRLF", only(3)},
		{"by-turns", "Parts of the document have LF and CRLF by turns", func(i int) int { return everywhere * (1 - i%2) }},
	} {
		class := dialect.Adversarial
		if v.slug == "text" {
			class = dialect.Valid // what the model writes, and what the server writes
		}
		c := b.put(class, "endings-mixed-"+v.slug, v.title+".", ids("FENCE-01", "FENCE-02", "FENCE-03"),
			&document.Document{Segments: doc(v.where)})
		if v.slug == "by-turns" || v.slug == "fences" {
			cut := *c
			cut.ID, cut.Title = c.ID+"-cut", v.title+"; reads end between CR and LF."
			cd, _ := document.Of(c.Script)
			cut.Chunks = document.CutBehind(cd, "\r")
			b.cases = append(b.cases, &cut)
		}
	}
}

// cutCases: reads that end at one kind of place, in text and in fences.
func (b *builder) cutCases() {
	segments := []document.Segment{document.Text("Giá 🎸:\n\nLook **here**\n"),
		document.Tool(`{"toolCallId":"cut_9","toolName":"look","state":"output-available","input":{"q":"a\"b\\c 🎸","n":-12.5e1},` +
			`"output":"line\nGiá 🐈"}`),
		document.Text("between\n"),
		document.Code("sh", "ls `x`\n"), document.Tool(`{"toolCallId":"cut_4","toolName":"look","input":{"q":"\u00e9"},"errorText":"it's ` +
			`\"gone\""}`).
			With(document.Style{Format: document.FormatEscaped}), document.Text("behind\n")}
	tests := ids("FENCE-01", "FENCE-02", "FENCE-03", "FENCE-05", "FENCE-06")
	for _, v := range []struct{ slug, mark string }{
		{"one-backtick", "\n`"}, {"backticks", "```"}, {"info", "```to"}, {"opening-line", "```tool"}, {"opening-ended", "```tool\n"},
		{"brace", "{"}, {"last-brace", "}"}, {"member-name", `"toolC`}, {"colon", `":`}, {"string", `"lo`},
		{"backslash", `\`}, {"unicode-escape", `\u00`}, {"number", "-12"}, {"exponent", "5e"}, {"letter", "\xf0\x9f"}, {"line-end", "\n"},
		{"closing", "}\n``"}, {"closed", "}\n```"}, {"word", "betw"},
	} {
		c := b.valid("cut-behind-"+v.slug, "Every read ends behind "+wire.Quote(strings.ToValidUTF8(v.mark, "?"))+".", tests, segments...)
		cd, _ := document.Of(c.Script)
		c.Chunks = document.CutBehind(cd, v.mark)
	}
	for _, n := range []int{1, 900, 14 << 10} {
		text := repeated("word ", n)
		c := b.adverse(fmt.Sprintf("marks-behind-%d-words", n),
			fmt.Sprintf("A read ends behind %d words, and marks follow on the line.", n),
			ids("FENCE-18", "FENCE-02"),
			document.Text(text+"```tool\n"+document.DecoyBody("decoy_words")+"and so on\n"), document.Code("", "code\n"),
			document.PlainCall("call_words"), document.Text("behind\n"))
		c.Chunks = []int{len(text)}
	}
	long := b.valid("long-lines-small-reads", "Lines of 80 KiB, of text and inside a fence, arrive in reads of 16 bytes.", tests)
	long.Script, long.Heavy, long.Chunks = nil, true, []int{}
	const word, words = "word ", 16 << 10
	line := func() string { return repeated(word, words) }
	long.Build = func() dialect.Script {
		fence := document.ToolValue(wire.Obj(wire.M("toolCallId", wire.Str("cut_long")), wire.M("toolName", wire.Str("look")),
			wire.M("input", wire.Obj(wire.M("q", wire.Str(line())))), wire.M("output", wire.Str("short"))))
		return (&document.Document{Segments: []document.Segment{document.Text(line() + "\n"), fence, document.Text("behind\n"),
			document.PlainCall("cut_behind")}}).Script()
	}
	for at := 16; at < 2*len(word)*words; at += 16 {
		long.Chunks = append(long.Chunks, at)
	}
}

// standing is a kind of element as a segment; n makes it unlike the others of its kind.
type standing struct {
	slug string
	at   func(n int) document.Segment
	// around puts another one in it, where it is a container.
	around func(inside document.Segment) document.Segment
}

// standings are every kind of element that a document may have.
func standings() []standing {
	fence := func(slug string, members func(n int) []wire.Member) standing {
		return standing{slug: slug, at: func(n int) document.Segment {
			head := []wire.Member{wire.M("toolCallId", wire.Str(fmt.Sprintf("%s_%d", slug, 90-n))),
				wire.M("toolName", wire.Str("search_stock")), wire.M("input", wire.Obj(wire.M("nth", wire.Int(int64(n)))))}
			return document.ToolValue(wire.Obj(append(head, members(n)...)...)).With(document.Style{Format: document.Formats()[n%2]})
		}}
	}
	line := func(slug, before, behind string) standing {
		return standing{slug: slug, at: func(n int) document.Segment { return document.Text(fmt.Sprintf("%s%d%s", before, n, behind)) }}
	}
	state := func(s string) wire.Member { return wire.M("state", wire.Str(s)) }
	output := func(n int) wire.Member { return wire.M("output", wire.Str(fmt.Sprintf("result %d", 3*n))) }
	failure := func(n int) wire.Member { return wire.M("errorText", wire.Str(fmt.Sprintf("failure %d", 5*n))) }
	return []standing{
		fence("open", func(int) []wire.Member { return []wire.Member{state("input-available")} }),
		fence("output", func(n int) []wire.Member { return []wire.Member{state("output-available"), output(n)} }),
		fence("error", func(n int) []wire.Member { return []wire.Member{state("output-error"), failure(n)} }),
		fence("both", func(n int) []wire.Member { return []wire.Member{state("output-error"), output(n), failure(n)} }),
		fence("output-by-state", func(int) []wire.Member { return []wire.Member{state("output-available")} }),
		fence("error-by-state", func(int) []wire.Member { return []wire.Member{state("output-error")} }),
		{slug: "malformed", at: func(n int) document.Segment { return document.Broken(fmt.Sprintf(`{"toolCallId":"broken_%d",}`, n)) }},
		{slug: "other", at: func(n int) document.Segment {
			return document.Code("json", document.DecoyBody(fmt.Sprintf("decoy_%d", n)))
		}},
		{slug: "quote", at: func(n int) document.Segment { return document.Quote(document.Text(fmt.Sprintf("quoted %d\n", n))) },
			around: func(s document.Segment) document.Segment { return document.Quote(s) }},
		{slug: "list", at: func(n int) document.Segment { return document.List("- ", document.Text(fmt.Sprintf("listed %d\n", n))) },
			around: func(s document.Segment) document.Segment { return document.List("- ", s) }},
		{slug: "break", at: func(int) document.Segment { return document.Text("---\n") }},
		line("heading", "# Heading ", "\n"), line("item", "* item ", "\n"), line("indented", "    indented ", "\n"),
		line("marks", "```` marks` ", "\n"), line("line", "Words ", ".\n"),
	}
}

// neighbourCases put every kind of element next to every other one.
func (b *builder) neighbourCases() {
	all := standings()
	for _, one := range all {
		segments := []document.Segment{one.at(0)}
		for i, other := range all {
			n := 2*i + 1
			if one.around != nil {
				segments = append(segments, one.around(other.at(40+n)), document.Text("Between.\n"))
			}
			segments = append(segments, other.at(n), one.at(n+1))
		}
		tests := ids("FENCE-22", "FENCE-02", "FENCE-05", "FENCE-06", "FENCE-07", "FENCE-16")
		b.adverse("neighbours-"+one.slug, "One kind of element next to each other one.", tests, segments...)
	}
}
