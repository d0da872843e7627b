package toolfence

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

// standing is a kind of element as a segment; n makes it unlike the others of its kind.
type standing struct {
	slug string
	at   func(n int) segment
	// around puts another one in it, where it is a container.
	around func(inside segment) segment
}

// standings are every kind of element that a document may have.
func standings() []standing {
	fence := func(slug string, members func(n int) []wire.Member) standing {
		return standing{slug: slug, at: func(n int) segment {
			head := []wire.Member{wire.M("toolCallId", wire.Str(fmt.Sprintf("%s_%d", slug, 90-n))),
				wire.M("toolName", wire.Str("search_stock")), wire.M("input", wire.Obj(wire.M("nth", wire.Int(int64(n)))))}
			return toolValue(wire.Obj(append(head, members(n)...)...)).with(style{Format: formats()[n%2]})
		}}
	}
	line := func(slug, before, behind string) standing {
		return standing{slug: slug, at: func(n int) segment { return text(fmt.Sprintf("%s%d%s", before, n, behind)) }}
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
		{slug: "malformed", at: func(n int) segment { return broken(fmt.Sprintf(`{"toolCallId":"broken_%d",}`, n)) }},
		{slug: "other", at: func(n int) segment { return code("json", decoyBody(fmt.Sprintf("decoy_%d", n))) }},
		{slug: "quote", at: func(n int) segment { return quote(text(fmt.Sprintf("quoted %d\n", n))) },
			around: func(s segment) segment { return quote(s) }},
		{slug: "list", at: func(n int) segment { return list("- ", text(fmt.Sprintf("listed %d\n", n))) },
			around: func(s segment) segment { return list("- ", s) }},
		{slug: "break", at: func(int) segment { return text("---\n") }},
		line("heading", "# Heading ", "\n"), line("item", "* item ", "\n"), line("indented", "    indented ", "\n"),
		line("marks", "```` marks` ", "\n"), line("line", "Words ", ".\n"),
	}
}

// neighbourCases put every kind of element next to every other one.
func (b *builder) neighbourCases() {
	all := standings()
	for _, one := range all {
		segments := []segment{one.at(0)}
		for i, other := range all {
			n := 2*i + 1
			if one.around != nil {
				segments = append(segments, one.around(other.at(40+n)), text("Between.\n"))
			}
			segments = append(segments, other.at(n), one.at(n+1))
		}
		tests := ids("FENCE-22", "FENCE-02", "FENCE-05", "FENCE-06", "FENCE-07", "FENCE-16")
		b.adverse("neighbours-"+one.slug, "One kind of element next to each other one.", tests, segments...)
	}
}
