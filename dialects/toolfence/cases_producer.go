package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// scribe collects the producer's cases.
type scribe struct{ cases []*dialect.Case }

func producerCases() []*dialect.Case {
	var s scribe
	s.callCases()
	s.outcomeCases()
	s.lookalikeCases()
	s.textCases()
	s.spaceCases()
	s.backtickCases()
	for _, around := range dialect.Surroundings() {
		s.valid(around.Slug, around.Title, ids("FENCE-50", "FENCE-51", "FENCE-53"), around.Items...)
	}
	s.robustCases()
	return s.cases
}

func (s *scribe) add(class dialect.Class, slug, title string, tests []string, items ...transcript.Item) *dialect.Case {
	c := &dialect.Case{ID: producerPair().String() + "/" + slug, Title: title, Pair: producerPair(), Class: class, Tests: tests,
		Script: transcriptScript{transcript.Transcript{MessageID: "msg-7", Items: items}}}
	s.cases = append(s.cases, c)
	return c
}

func (s *scribe) valid(slug, title string, tests []string, items ...transcript.Item) *dialect.Case {
	return s.add(dialect.Valid, slug, title, tests, items...)
}

// Items, briefly.

func said(s string) transcript.Item { return transcript.Item{Kind: transcript.Text, Text: s} }

func called(id, name, input string) transcript.Item {
	return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input)}
}

func answered(id, status, content string) transcript.Item {
	return transcript.Item{Kind: transcript.Result, ID: id, Status: status, Content: wire.ParseString(content)}
}

func succeeded(id, content string) transcript.Item { return answered(id, transcript.Success, content) }

func stopped(reason string) transcript.Item {
	return transcript.Item{Kind: transcript.Stop, Reason: reason}
}

func (s *scribe) callCases() {
	tests := ids("FENCE-50")
	s.valid("document-example", "The turn of document 000's example.", ids("FENCE-50", "FENCE-51", "FENCE-53"),
		said("The assistant is going to search for cats.\n\n"), called("call_123", "search", `{"query":"cats"}`),
		succeeded("call_123", `{"results":[{"title":"All About Cats","url":"https://example.com/cats"}]}`), said("\nHere are the results we found!\n"))
	s.valid("five-calls", "Five calls of three tools, one after the other.", tests,
		called("c_e", "alpha", `{"n":11}`), succeeded("c_e", `"one"`), called("c_d", "beta", `{"n":22}`), succeeded("c_d", `"two"`), said("half\n"),
		called("c_c", "alpha", `{"n":33}`), answered("c_c", transcript.Error, `"three"`), called("c_b", "gamma", `{}`), succeeded("c_b", `4`),
		called("c_a", "beta", `{"n":55}`), answered("c_a", transcript.Cancelled, `"five"`))
	s.valid("parallel", "Three calls in parallel, their results in another order.", ids("FENCE-50", "FENCE-53"),
		said("All at once.\n"), called("p_2", "look", `{"at":"x"}`), called("p_3", "look", `{"at":"y"}`), called("p_1", "take", `{"at":"z"}`),
		succeeded("p_1", `"from z"`), said("between"), succeeded("p_3", `"from y, see p_2"`), succeeded("p_2", `"from x"`), said("Done.\n"))
	s.valid("same-call-twice", "The same call twice, with other ids and results.", tests,
		called("again_9", "roll", `{"dice":1}`), succeeded("again_9", `4`), called("again_8", "roll", `{"dice":1}`), succeeded("again_8", `2`))
	labelled := called("lab_1", "search_stock", `{"symbol":"VNM"}`)
	labelled.Label = "Search VNM"
	s.valid("label", "A label is not the name.", tests, labelled, succeeded("lab_1", `"82,000"`))
	s.valid("empty-input", "A call without arguments.", tests, said("Now?\n"), called("emp_1", "now", `{}`), succeeded("emp_1", `"12:30"`))
	s.valid("inputs", "Inputs of every kind.", tests,
		called("in_1", "t", `{"a":null,"b":[],"c":{},"d":"","e":0,"f":false,"g":1.5,"h":[[null]],"":"no name"}`), succeeded("in_1", `"x"`),
		called("in_2", "u", `{"__proto__":1,"toolCallId":"in_1","state":"output-error","errorText":"no","text":"line\nline\t\"q\" \\ \u2028 🎸"}`), succeeded("in_2", `"y"`))
	s.valid("odd-names", "Ids and names with odd characters.", tests,
		called("tool-call-1", "mcp__srv__do", `{"x":1}`), succeeded("tool-call-1", `1`), called("🎸/\"x\"", "Tìm kiếm", `{"x":2}`), succeeded("🎸/\"x\"", `2`))
	s.valid("unanswered-user-stop", "Calls that a user's stop cut off.", ids("FENCE-50", "FENCE-51"),
		said("Starting.\n"), called("open_1", "slow", `{"n":1}`), called("open_2", "slower", `{"n":2}`), succeeded("open_2", `"was quick"`), stopped(transcript.UserStopped))
	s.valid("unanswered-error", "A call that an error cut off, text behind it.", ids("FENCE-50", "FENCE-51"),
		called("open_3", "slow", `{"n":3}`), said("and then"), stopped(transcript.Error))
	s.valid("nothing-else", "Deltas and progress are not written.", ids("FENCE-50", "FENCE-53"),
		called("d_1", "x", `{"k":"v"}`), transcript.Item{Kind: transcript.InputDelta, ID: "d_1", Delta: `{"k":`}, transcript.Item{Kind: transcript.InputDelta, ID: "d_1", Delta: `"v"}`},
		transcript.Item{Kind: transcript.Progress, ID: "d_1", Text: "contacting exchange"}, succeeded("d_1", `"ok"`), said("end"))
}

func (s *scribe) outcomeCases() {
	for i, v := range []string{`"82,000"`, `""`, `0`, `false`, `null`, `[]`, `{}`, `true`, `-1.5`, `{"results":[{"a":null}]}`, `"{\"a\":1}"`, `"null"`, `" padded "`, `"two\nlines\n"`, `[1,[2]]`} {
		s.valid(fmt.Sprintf("success-%02d", i+1), "A success whose content is "+v+".", ids("FENCE-51"),
			said("a\n"), called("ok_1", "give", `{"i":1}`), succeeded("ok_1", v), said("b\n"))
	}
	chart := succeeded("art_1", `"82,000"`)
	chart.Artifact = wire.ParseString(`{"type":"chart","data":{"points":[1,2]}}`)
	s.valid("artifact", "An artifact beside the content.", ids("FENCE-51"), called("art_1", "chart", `{"of":"VNM"}`), chart)
	for i, v := range []string{`"rate limited"`, `"two\nlines"`, `"null"`, `" "`, `{"code":7}`, `""`} {
		s.valid(fmt.Sprintf("error-%d", i+1), "An error whose content is "+v+".", ids("FENCE-51"),
			called("err_1", "fail", `{"i":1}`), answered("err_1", transcript.Error, v), called("err_2", "give", `{"i":2}`), succeeded("err_2", `"fine"`))
	}
	for i, v := range []string{`"Cancelled by the user"`, `""`, `null`, `{"by":"user"}`} {
		s.valid(fmt.Sprintf("cancelled-%d", i+1), "A cancelled call whose content is "+v+".", ids("FENCE-52"),
			said("a\n"), called("can_1", "slow", `{"i":1}`), answered("can_1", transcript.Cancelled, v), said("b\n"))
	}
	s.valid("every-status", "A success, an error and a cancellation in parallel.", ids("FENCE-51", "FENCE-52"),
		called("st_3", "x", `{"i":3}`), called("st_2", "x", `{"i":2}`), called("st_1", "x", `{"i":1}`),
		answered("st_1", transcript.Cancelled, `"stopped st_2"`), answered("st_2", transcript.Error, `"failed st_3"`), succeeded("st_3", `"done st_1"`))
}

func (s *scribe) textCases() {
	tests := ids("FENCE-53")
	call := func(id string) []transcript.Item {
		return []transcript.Item{called(id, "look", `{"for":"`+id+`!"}`), succeeded(id, `"found"`)}
	}
	with := func(before []transcript.Item, id string, after ...transcript.Item) []transcript.Item {
		return append(append(before, call(id)...), after...)
	}
	one := func(s string) []transcript.Item { return []transcript.Item{said(s)} }
	s.valid("text-alone", "Text and nothing else.", tests, said("# Title\n\nSome *text*  \nwith `code`, <b> & more.\n"))
	s.valid("text-neighbours", "Several texts in a row are joined.", tests, with([]transcript.Item{said("one "), said("two"), said(""), said("\nthree\n\n")}, "t_1", said(" four"), said("five "))...)
	s.valid("text-open-line", "Text without a line ending before the call, and behind it.", tests, with(one("no line ending"), "t_2", said("none here"))...)
	s.valid("text-blank-lines", "Blank lines, tabs and trailing blanks.", tests, with(one("  a  \n\n\n\tb\t\n\n\nc\n\n"), "t_3", said("\n\n\n  d  \n\ne\n\n"))...)
	s.valid("text-breaks-only", "Text that is nothing but line endings.", tests, with(one("x\n"), "t_4", append(append([]transcript.Item{said("\n\n")}, call("t_5")...), said("y"))...)...)
	s.valid("text-code", "Text with other code blocks, one holding an example of a tool fence.", tests,
		with(one("Look:\n\n```js\nlet a = `x`;\n```\n\n````markdown\n```tool\n{\"toolCallId\":\"example\"}\n```\n````\n"), "t_6", said("~~~\nplain\n~~~\nUse ``` inline ``` too.\n"))...)
	s.valid("text-containers", "Text with quotes and lists, code blocks among them.", tests,
		with(one("> quoted\n\n- item\n\n  ```sh\n  ls\n  ```\n- ```js\n  let b;\n  ```\n"), "t_7", said("1. one\n2. two\n"))...)
	s.valid("untidy", "An input and an output that somebody would tidy up.", ids("FENCE-50", "FENCE-51"), called("t_12", "look", dialect.Untidy), succeeded("t_12", dialect.Untidy))
	s.valid("text-patterns", "Text with words in patterns, tags inside lines, escapes that are none.", tests,
		with(one("So $& $1 $$ 100%% %s {{x}} ${y} {} \\n \\u0041 %41 [DONE] and “q”, ❤️"), "t_10", said("so <think>hm</think> and a <!-- b --> c and <|im_end|></s>\n\n\"all quoted\""))...)
	s.valid("text-long", "Text of some hundred and some thousand characters.", tests, with(one(repeated("long ", 60)), "t_11", said(repeated("longer ", 200)), said("\n\n"+repeated("the longest ", 400)))...)
	s.valid("text-within-call", "Text between a call and its result.", tests,
		said("before\n"), called("t_8", "slow", `{"i":8}`), said("while it runs\n"), succeeded("t_8", `"done"`), said("after\n"))
	s.valid("text-crlf", "Text with CRLF stays as it is.", tests, with(one("a\r\nb\r\n"), "t_9", said("c\r\nd"))...)
}

func (s *scribe) backtickCases() {
	values := []string{"```", "````", "a\n```\nb", "```tool\n{\"toolCallId\":\"inner\"}\n```", "~~~\n~~~tool\n{}\n~~~", "`", "```json\n{}\n```\n\n````md\n```\n````", "\n```\n", "``````````", "\r\n```\r\n"}
	s.plainBackticks(append(values, "````x", "x ~~~~~ y", "   ```\nz"))
	for i, v := range values {
		q := wire.Quote(v)
		s.add(dialect.Adversarial, fmt.Sprintf("backticks-%02d", i+1), "Values with fence lines in them: "+q+".", ids("FENCE-54"),
			said("a\n"), called("tick_1", "write", `{"md":`+q+`,"list":[`+q+`],`+q+`:1}`), succeeded("tick_1", `{"echo":`+q+`}`), said("b\n"),
			called("tick_2", "write", `{"md":`+q+`}`), answered("tick_2", transcript.Error, q), said("c\n"))
	}
}

func turn(items []transcript.Item) dialect.Script {
	return transcriptScript{transcript.Transcript{MessageID: "msg-7", Items: items}}
}

func (s *scribe) robustCases() {
	many := func(n int) []transcript.Item {
		items := make([]transcript.Item, 0, 2*n)
		for i := range n {
			id := fmt.Sprintf("many_%d", n-i)
			items = append(items, called(id, "many", fmt.Sprintf(`{"i":%d}`, i)), succeeded(id, fmt.Sprint(3*i+1)))
		}
		return items
	}
	sized := func(slug, title string, level requirement.Level, items func(int) []transcript.Item, n int) {
		c := blame(s.valid(slug, title, nil), "ROBUST-03", level).Controlled("The same in small.", turn(items(32)))
		c.Script, c.Heavy = nil, true
		c.Build = func() dialect.Script { return turn(items(n)) }
	}
	sized("thousand-calls", "1,000 calls.", requirement.Must, many, 1000)
	sized("ten-thousand-calls", "10,000 calls.", requirement.Should, many, 10000)
	big := func(size int) []transcript.Item {
		return []transcript.Item{said("a\n"), called("big_1", "big", `{"n":1}`),
			{Kind: transcript.Result, ID: "big_1", Status: transcript.Success, Content: wire.Str(strings.Repeat("0123456789abcde\n", size/16))}, said("b\n")}
	}
	sized("mebibyte-content", "A content of 1 MiB.", requirement.Must, big, 1<<20)
	sized("mebibyte-input", "An input of 1 MiB.", requirement.Must, func(size int) []transcript.Item {
		return []transcript.Item{said("a\n"), called("big_2", "big", `{"text":`+wire.Quote(strings.Repeat("0123456789abcde\n", size/16))+`}`), succeeded("big_2", `"taken"`), said("b\n")}
	}, 1<<20)
	sized("sixteen-mebibyte-content", "A content of 16 MiB.", requirement.Should, big, 16<<20)
	deep := func(n int) []transcript.Item {
		return []transcript.Item{called("deep_1", "deep", nested(n)), succeeded("deep_1", nested(n))}
	}
	blame(s.valid("nested-100", "Values nested 100 deep.", nil, deep(100)...), "ROBUST-03", requirement.Must).Controlled("Values nested twice.", turn(deep(2)))
	whole := func(n string) []transcript.Item {
		return []transcript.Item{called("int_1", "int", `{"n":`+n+`}`), succeeded("int_1", `[`+n+`]`)}
	}
	for i, n := range []string{"9007199254740993", "-9007199254740995", "12345678901234567890123"} {
		blame(s.valid(fmt.Sprintf("big-integer-%d", i+1), "The integer "+n+" keeps its value.", nil, whole(n)...), "ROBUST-04", requirement.Should).
			Controlled("The same with a small integer.", turn(whole("82000")))
	}
	strange := func(list []string) []transcript.Item {
		var items []transcript.Item
		for i, id := range list {
			items = append(items, called(id, fmt.Sprintf("strange%d", i), fmt.Sprintf(`{"n":%d}`, 10+i)), succeeded(id, fmt.Sprintf(`"out %d"`, 20+i)))
		}
		return items
	}
	for i, list := range strangeIDs() {
		plain := make([]string, len(list))
		for j := range plain {
			plain[j] = fmt.Sprintf("plain_%c", 'q'-rune(j))
		}
		blame(s.valid(fmt.Sprintf("strange-ids-%02d", i+1), "Ids that are ids like others.", nil, strange(list)...), "ROBUST-05", requirement.Must).
			Controlled("The same with plain ids.", turn(strange(plain)))
	}
	s.survivalCases()
}

func (s *scribe) survivalCases() {
	survive := func(slug, title string, mayReject bool, items ...transcript.Item) {
		blame(s.add(dialect.Adversarial, slug, title, nil, items...), "ROBUST-01", requirement.Must).MayReject = mayReject
	}
	survive("empty", "A turn in which nothing happened.", false)
	survive("duplicate-members", "Members that stand twice.", false, called("dup_1", "x", `{"a":1,"a":2}`), succeeded("dup_1", `{"b":1,"b":2}`))
	survive("lone-surrogate", "Half a surrogate pair.", false, called("half_1", "x", `{"s":"\ud83c"}`), succeeded("half_1", `"\udfb8"`))
	survive("huge-numbers", "Numbers beyond every double.", false, called("huge_1", "x", `{"n":1e400}`), succeeded("huge_1", `-1e999999`))
	survive("invalid-same-id", "An invalid transcript: two calls with one id.", true, called("same", "x", `{}`), called("same", "y", `{}`), succeeded("same", `1`))
	survive("invalid-orphan", "An invalid transcript: a result without its call.", true, succeeded("nobody", `1`), said("a"))
	survive("invalid-unanswered", "An invalid transcript: completed, and a call is not answered.", true, called("open", "x", `{}`))
}
