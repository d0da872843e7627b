package toolfence

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gmtext "github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/reference"
	"github.com/toolconform/conform/dialects/toolfence/scan"
	"github.com/toolconform/conform/wire"
)

// seenFence is a fenced code block as some reader sees it.
type seenFence struct{ info, body string }

// byGoldmark are the fenced code blocks that goldmark finds.
func byGoldmark(source string) []seenFence {
	src := []byte(source)
	var list []seenFence
	root := goldmark.DefaultParser().Parse(gmtext.NewReader(src))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		f, ok := n.(*ast.FencedCodeBlock)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		seen := seenFence{}
		if f.Info != nil {
			seen.info = string(f.Info.Segment.Value(src))
		}
		for i := range f.Lines().Len() {
			at := f.Lines().At(i)
			seen.body += strings.TrimSpace(string(at.Value(src))) + "\n"
		}
		list = append(list, seen)
		return ast.WalkContinue, nil
	})
	return list
}

// byOutline are those that the reference and the checker find.
func byOutline(source string) []seenFence {
	var o scan.Outline
	var list []seenFence
	for line := range strings.Lines(source) {
		switch what, inner, _ := o.Read(strings.TrimRight(line, "\r\n")); what {
		case scan.Opens:
			list = append(list, seenFence{info: o.Fence.Info})
		case scan.Within:
			list[len(list)-1].body += strings.TrimSpace(inner) + "\n"
		}
	}
	return list
}

// soup draws lines that are nothing but block structure.
func soup(t *rapid.T, pieces []string) string {
	var b strings.Builder
	for range rapid.IntRange(1, 9).Draw(t, "lines") {
		for range rapid.IntRange(0, 3).Draw(t, "pieces") {
			b.WriteString(rapid.SampledFrom(pieces).Draw(t, "piece"))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func soupPieces() []string {
	return []string{"", "\t", " ", "  ", "    ", "> ", ">", "- ", "* ", "1. ", "2) ", "10. ", "```tool", "```", "````", "~~~", "~~~tool",
		"``` tool", "{}", "text", "a `b` c", "# ", "-", "+ "}
}

// emptyItem is a list marker with nothing behind it.
var emptyItem = regexp.MustCompile(`(?m)([-+*]|[0-9][.)])[ \t]*$`)

// The outline and goldmark see the same fences.
func TestReadersOfMarkdownAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := soup(t, soupPieces())
		if emptyItem.MatchString(source) {
			t.Skip("goldmark has its own opinion of empty list items")
		}
		if want, got := byGoldmark(source), byOutline(source); fmt.Sprint(want) != fmt.Sprint(got) {
			t.Fatalf("%q:\ngoldmark %q\noutline  %q", source, want, got)
		}
	})
}

// What CommonMark says of empty list items, which goldmark reads otherwise: one ends at a blank line behind its marker, and it
// can't interrupt a paragraph.
func TestEmptyItems(t *testing.T) {
	for source, want := range map[string]string{
		"-\n  ```tool\n  {}\nb\n":           "[{tool {}\n}]",
		"-\n\n  ```tool\n{}\n  ```\nb\n":    "[{tool {}\n}]",
		"1.\n   ~~~tool\n   a\n  b\n~~~\n":  "[{tool a\n} { }]",
		"a\n*\n  ```\n  b\nc\n```\n":        "[{ b\nc\n}]",
		"- a\n\n  +\n\n    ```\n  b\n```\n": "[{ b\n} { }]",
	} {
		if got := fmt.Sprint(byOutline(source)); got != want {
			t.Errorf("%q: %q", source, got)
		}
	}
}

// TestScriptsAgreeWithGoldmark: what a script means is what goldmark reads.
func TestScriptsAgreeWithGoldmark(t *testing.T) {
	for _, c := range consumerCases() {
		if c.Heavy {
			continue
		}
		d, _ := document.Of(c.Script)
		if d.Newline == document.CR {
			continue
		}
		doc := document.Compose(d)
		var want, got []seenFence
		for i := range doc.Fences {
			want = append(want, seenFence{"tool" + doc.Fences[i].Style.Extra, trimmedLines(doc.Fences[i].Content())})
		}
		for _, f := range byGoldmark(strings.TrimPrefix(string(doc.Data()), "\uFEFF")) {
			if f.info == "tool" || strings.HasPrefix(f.info, "tool ") {
				got = append(got, f)
			}
		}
		if fmt.Sprintf("%q", want) != fmt.Sprintf("%q", got) {
			t.Errorf("%s:\nmeant    %q\ngoldmark %q\n%q", c.ID, want, got, doc.Data())
		}
	}
}

func trimmedLines(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

// Whatever a document holds, the reference gives the same events however the document is cut; and the checker goes on.
func FuzzFences(f *testing.F) {
	for _, seed := range []string{
		"a\n```tool\n{\"toolCallId\":\"c\"}\n```\nb", "> ~~~tool\r\n> {}\r\n> ~~~\r\n",
		"- ```tool\n  {}\n  ```\n\n1. ````tool\n   {}\n   ````",
		"\uFEFF```tool\n{\"output\":\"```\"}\n```", "    ```tool\n\t```tool\n```tool json\n{}\n```", "```\n```tool\n{}\n```\n~~~\n",
		"```tool\n{", "\r```tool\r{}\r```\r",
	} {
		f.Add([]byte(seed), uint8(1))
	}
	f.Fuzz(func(t *testing.T, markdown []byte, cut uint8) {
		whole := reference.Consume(wire.Obj(wire.ChunkMembers("", [][]byte{markdown})...))
		pieces := slices.Collect(slices.Chunk(markdown, int(cut)%5+1))
		inPieces := reference.Consume(wire.Obj(wire.ChunkMembers("", pieces)...))
		given := &dialect.Case{Script: (&document.Document{}).Script()}
		if want, got := normal(given, &whole), normal(given, &inPieces); !wire.Equal(want, got) {
			t.Errorf("%q cut every %d:\nwhole  %s\npieces %s", markdown, int(cut)%5+1, want.JSON(), got.JSON())
		}
		c := newChecker(dialect.CheckOptions{})
		for _, piece := range pieces {
			c.Event(wire.Str(string(piece)))
		}
		c.End()
	})
}
