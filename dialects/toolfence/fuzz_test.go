package toolfence

import (
	"slices"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Whatever a document holds, the scanner of the checker and the outline of the
// reference, which share no code, see the same fences; the reference gives the
// same events however the document is cut; and the checker goes on.
func FuzzFences(f *testing.F) {
	for _, seed := range []string{
		"a\n```tool\n{\"toolCallId\":\"c\"}\n```\nb", "> ~~~tool\r\n> {}\r\n> ~~~\r\n", "- ```tool\n  {}\n  ```\n\n1. ````tool\n   {}\n   ````",
		"\uFEFF```tool\n{\"output\":\"```\"}\n```", "    ```tool\n\t```tool\n```tool json\n{}\n```", "```\n```tool\n{}\n```\n~~~\n", "```tool\n{", "\r```tool\r{}\r```\r",
	} {
		f.Add([]byte(seed), uint8(1))
	}
	f.Fuzz(func(t *testing.T, markdown []byte, cut uint8) {
		source := string(markdown)
		if want, got := byOutline(source), byScanner(source); plain(want) != plain(got) {
			t.Errorf("%q:\nreference %q\nscanner   %q", source, want, got)
		}
		whole := referenceConsumer(wire.Obj(wire.ChunkMembers("", [][]byte{markdown})...))
		pieces := slices.Collect(slices.Chunk(markdown, int(cut)%5+1))
		inPieces := referenceConsumer(wire.Obj(wire.ChunkMembers("", pieces)...))
		given := &dialect.Case{Script: (&document{}).script()}
		if want, got := normal(given, &whole), normal(given, &inPieces); !wire.Equal(want, got) {
			t.Errorf("%q cut every %d:\nwhole  %s\npieces %s", source, int(cut)%5+1, want.JSON(), got.JSON())
		}
		c := newChecker(dialect.CheckOptions{})
		for _, piece := range pieces {
			c.Event(wire.Str(string(piece)))
		}
		c.End()
	})
}
