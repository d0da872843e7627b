package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// caseOf is a case of a document: tests are ids with blanks between.
func caseOf(class dialect.Class, slug, title, tests string, segments []document.Segment) *dialect.Case {
	return &dialect.Case{ID: words.Consumer().String() + "/" + slug, Title: title, Pair: words.Consumer(), Class: class,
		Tests: strings.Fields(tests), Script: doc(segments...)}
}

// kind is a way to write something. Numbers in it make it unlike others of its kind: {n}, {3n}, {5n}, and {-n}, which falls.
type kind struct{ slug, written string }

func (k kind) at(n, falling int) string {
	return strings.NewReplacer("{n}", fmt.Sprint(n), "{3n}", fmt.Sprint(3*n), "{5n}", fmt.Sprint(5*n), "{-n}",
		fmt.Sprint(falling)).Replace(k.written)
}

// followingCases: behind every way in which a fence asks for its events comes every other, and it behind them: nothing is left
// over from the fence before.
func followingCases() []*dialect.Case {
	askings := []kind{
		{"nothing", ``}, {"input-state", `,"state":"input-available"`}, {"output", `,"output":{"found":"by no. {-n}"}`},
		{"output-state", `,"state":"output-available"`}, {"output-both", `,"state":"output-available","output":"of no. {-n}"`},
		{"falsy-output", `,"output":0`}, {"error", `,"errorText":"lost no. {-n}"`}, {"error-state", `,"state":"output-error"`},
		{"error-both", `,"state":"output-error","errorText":"gone no. {-n}"`},
	}
	fence := func(k kind, i int) document.Segment {
		return document.Tool(fmt.Sprintf(`{"toolCallId":"fol_%c%d","toolName":"lookup","input":{"nth":%d}%s}`, 'z'-rune(i), i, 100+i,
			k.at(i, 70-i)))
	}
	bare := func(k kind, i int) document.Segment {
		return document.Tool(`{` + strings.TrimPrefix(k.at(i, 70-i), ",") + `}`)
	}
	var list []*dialect.Case
	for _, first := range askings {
		var given, bares []document.Segment
		for i, other := range askings {
			given = append(given, fence(first, 2*i), fence(other, 2*i+1))
			bares = append(bares, bare(first, 2*i), bare(other, 2*i+1), document.Text(fmt.Sprintf("So %d.\n", i)))
		}
		const tests = "FENCE-05 FENCE-06 FENCE-07"
		list = append(list, caseOf(dialect.Valid, "following-"+first.slug, "Behind a fence that asks so: "+first.slug+
			", comes one of every other kind, and it again.", tests, append(given, document.Text("end\n"))),
			caseOf(dialect.Valid, "following-"+first.slug+"-bare", "The same without ids, names and inputs, and with text between.",
				tests+" FENCE-09 FENCE-11", bares))
	}
	return list
}

// standings are every kind of element that a document may have.
func standings() []kind {
	fence := func(slug, members string) kind {
		return kind{slug, `{"tool":{"toolCallId":"` + slug + `_{-n}","toolName":"search_stock","input":{"nth":{n}},` + members + `}}`}
	}
	const output, failure = `"output":"result {3n}"`, `"errorText":"failure {5n}"`
	return []kind{
		fence("open", `"state":"input-available"`), fence("output", `"state":"output-available",`+output),
		fence("error", `"state":"output-error",`+failure), fence("both", `"state":"output-error",`+output+`,`+failure),
		fence("output-by-state", `"state":"output-available"`), fence("error-by-state", `"state":"output-error"`),
		{"malformed", `{"broken":"{\"toolCallId\":\"broken_{n}\",}"}`}, {"other", `{"code":[{"decoy":"decoy_{n}"}],"info":"json"}`},
		{"quote", `{"quote":["quoted {n}\n"]}`}, {"list", `{"list":["listed {n}\n"],"marker":"- "}`}, {"break", `"---\n"`},
		{"heading", `"# Heading {n}\n"`}, {"item", `"* item {n}\n"`}, {"indented", `"    indented {n}\n"`},
		{"marks", `"` + "````" + ` marks` + "`" + ` {n}\n"`}, {"line", `"Words {n}.\n"`},
	}
}

// neighbourCases put every kind of element next to every other one, and into each one that is a container.
func neighbourCases() []*dialect.Case {
	at := func(k kind, n int) document.Segment {
		s, err := document.ParseSegment(wire.ParseString(k.at(n, 90-n)))
		if err != nil {
			panic(err) // a mistake in this package
		}
		if s.Kind == document.ToolSegment {
			s.Style.Format = document.Formats()[n%2]
		}
		return s
	}
	inside := map[string]func(...document.Segment) document.Segment{"quote": document.Quote,
		"list": func(s ...document.Segment) document.Segment { return document.List("- ", s...) }}
	list := make([]*dialect.Case, len(standings()))
	for i, one := range standings() {
		segments := []document.Segment{at(one, 0)}
		for j, other := range standings() {
			n := 2*j + 1
			if inside[one.slug] != nil {
				segments = append(segments, inside[one.slug](at(other, 40+n)), document.Text("Between.\n"))
			}
			segments = append(segments, at(other, n), at(one, n+1))
		}
		list[i] = caseOf(dialect.Adversarial, "neighbours-"+one.slug, "One kind of element next to each other one.",
			"FENCE-22 FENCE-02 FENCE-05 FENCE-06 FENCE-07 FENCE-16", segments)
	}
	return list
}
