package toolfence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/wire"
)

// A short document comes line by line, a long one in a hundred chunks at most, each
// ending with a line.
func TestReadsOfADocument(t *testing.T) {
	for _, c := range []struct{ lines, least, most int }{{1, 1, 1}, {3, 3, 3}, {100, 100, 100}, {101, 50, 100}, {250, 80, 100}, {9999, 90, 100}} {
		written := strings.Repeat("a line\n", c.lines)
		chunks, err := wire.InputChunks((&document{segments: []segment{text(written)}}).Input("", nil))
		if err != nil || len(chunks) < c.least || len(chunks) > c.most {
			t.Errorf("%d lines come in %d chunks (%v), %d to %d were expected", c.lines, len(chunks), err, c.least, c.most)
		}
		var all strings.Builder
		for _, chunk := range chunks {
			if !strings.HasSuffix(string(chunk), "\n") {
				t.Errorf("%d lines: the chunk %q ends inside a line", c.lines, chunk)
			}
			all.Write(chunk)
		}
		if all.String() != written {
			t.Errorf("%d lines: the chunks are not the document", c.lines)
		}
	}
}

func TestShortSegments(t *testing.T) {
	for short, want := range map[string]string{
		`"a\n"`:                                `{"text":"a\n"}`,
		`["a",{"decoy":"d"}]`:                  `{"text":"a\n{\"toolCallId\":\"d\",\"toolName\":\"decoy\",\"state\":\"output-available\",\"input\":{\"fake\":true},\"output\":\"decoy\"}\n"}`,
		`{"exact":"{ }","style":{"length":4}}`: `{"tool":{},"body":"{ }","style":{"length":4}}`,
		`{"quote":["a\n",{"broken":["b"]}]}`:   `{"quote":[{"text":"a\n"},{"broken":"b\n"}]}`,
		`{"call":"c"}`:                         `{"tool":{"toolCallId":"c","toolName":"lookup","state":"output-available","input":{"for":"c!"},"output":"found c?"}}`,
		`{"exact":"{"}`:                        ``,
		`{"list":[{"no":1}],"marker":"- "}`:    ``,
	} {
		got, err := expand(wire.ParseString(short))
		if want == "" && err == nil || want != "" && (err != nil || got.JSON().JSON() != want) {
			t.Errorf("%s is %s, %v", short, got.JSON().JSON(), err)
		}
	}
}

func TestReads(t *testing.T) {
	d := (&document{segments: []segment{text("ab\ncdef\n")}}).script()
	for how, want := range map[string]string{"one": "[]", "every byte": "[1 2 3 4 5 6 7]", "within lines": "[5]", "before the last byte": "[7]", "3 3 9": "[3 3 9]", "": "[]"} {
		if got, err := readsOf(casefile.Entry{Fields: map[string]string{"reads": how}}, d); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, %v", how, got, err)
		}
	}
	if _, err := readsOf(casefile.Entry{Fields: map[string]string{"reads": "somewhere"}}, d); err == nil {
		t.Error("somewhere is no place")
	}
}
