package toolfence

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func fenced(body string) string { return "```tool\n" + body + "\n```\n" }

// joined are texts behind each other, as one piece.
func joined(texts []wire.Value) []wire.Value {
	var b strings.Builder
	for _, text := range texts {
		b.WriteString(text.Text())
	}
	return []wire.Value{wire.Str(b.String())}
}

func TestRecordedDocuments(t *testing.T) {
	dialecttest.Answers(t, "testdata/recorded.answers", func(w dialecttest.Written) string {
		return dialecttest.Broken(newChecker(dialect.CheckOptions{}), joined(w.Told))
	})
}

func TestAnswersOfProducers(t *testing.T) {
	dialecttest.Answers(t, "testdata/producer.answers", func(w dialecttest.Written) string {
		told, err := transcript.Parse(wire.Obj(wire.T("messageId", "m"), wire.M("items", wire.List(w.Sent...))))
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		return dialecttest.Broken(newChecker(dialect.CheckOptions{Transcript: &told}), joined(w.Told))
	})
}

func TestCheckOfACut(t *testing.T) {
	for _, opts := range []dialect.CheckOptions{{Truncated: true}, {Truncated: true, Transcript: &transcript.Transcript{
		Items: []transcript.Item{said("a "), called("c", "x", `{}`), said("mid")}}}} {
		piece := wire.Str("a \n```tool\n{\"toolCallId\":")
		if got := dialecttest.Broken(newChecker(opts), []wire.Value{piece}); got != "" {
			t.Errorf("what a cut leaves open is no finding: %v", got)
		}
	}
}

// A text that is another is told beside the one that it should be, without what may stand beside fences.
func TestATextIsToldBesideTheOneThatItShouldBe(t *testing.T) {
	call := fenced(`{"toolCallId":"c","toolName":"x","state":"output-available","input":{},"output":1}`)
	for _, c := range []struct{ before, mid, behind, wantText, gotText, where string }{
		{"a\n", "e\u0301", "z", "\u00e9", "e\u0301", "line 7"},
		{"a\n", "two", "z", "\u00e9", "two", "line 7"},
		{"b\n", "\u00e9", "z", "a", "b", "line 1"},
		{"a\n", "\u00e9", "zz", "z", "zz", "line 12"},
		{"a\n", "", "\u00e9z", "\u00e9", "", "line 4"},
	} {
		items := []transcript.Item{said("a"), called("c", "x", `{}`), succeeded("c", `1`), said("\u00e9\n"), called("d", "x", `{}`),
			succeeded("d", `1`), said("z")}
		checker := newChecker(dialect.CheckOptions{Transcript: &transcript.Transcript{Items: items}})
		markdown := c.before + call + "\n\n" + c.mid + "\n" + strings.Replace(call, `"c"`, `"d"`, 1) + "\n" + c.behind
		found := slices.Concat(checker.Event(wire.Str(markdown)), checker.End())
		if len(found) == 0 || found[0].Requirement != "FENCE-53" || found[0].Expected.Text() != c.wantText ||
			found[0].Actual.Text() != c.gotText || found[0].Where != c.where {
			t.Errorf("%q, wanted %s: %v", markdown, c.where, found)
		}
	}
}

// TestCheckInConstantMemory: a long recording of small fences needs little.
func TestCheckInConstantMemory(t *testing.T) {
	c := newChecker(dialect.CheckOptions{})
	piece := wire.Str("some text\n" + fenced(`{"toolName":"x","state":"output-available","output":"`+strings.Repeat("y", 2000)+`"}`))
	var before, after runtime.MemStats
	for n := range 6000 {
		if f := c.Event(piece); len(f) > 0 {
			t.Fatal(f)
		}
		if n == 100 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("12 MB of markdown left %d bytes behind", grown)
	}
}

// TestCheckOfAnything: whatever the pieces are, the checker goes on.
func TestCheckOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := generator.FromRapid(t)
		from := generator.Transcript(pick, 3)
		c := newChecker(dialect.CheckOptions{Transcript: &from})
		for range pick(6) {
			c.Event(generator.Value(pick, 2))
			c.Event(wire.Str(soup(t, append(soupPieces(), `{"toolCallId":"call_E","output":1}`, "\r", "\uFEFF"))))
		}
		c.End()
		_ = fmt.Sprint(c.Seen())
	})
}
