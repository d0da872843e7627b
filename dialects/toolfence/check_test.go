package toolfence

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// checked are the requirements that a check of the markdown, in drawn pieces, finds
// broken.
func checked(opts dialect.CheckOptions, markdown string, pick dialect.Pick) []string {
	c := newChecker(opts)
	var findings []requirement.Finding
	for len(markdown) > 0 {
		n := 1 + pick(len(markdown))
		findings = append(findings, c.Event(wire.Str(markdown[:n]))...)
		markdown = markdown[n:]
	}
	findings = append(findings, c.End()...)
	found := []string{}
	for _, f := range findings {
		if !slices.Contains(found, f.Requirement) {
			found = append(found, f.Requirement)
		}
	}
	slices.Sort(found)
	return found
}

func fenced(body string) string { return "```tool\n" + body + "\n```\n" }

func whole(n int) int { return n - 1 }

func checkAs(t *testing.T, name string, opts dialect.CheckOptions, markdown string, want ...string) {
	t.Helper()
	if got := checked(opts, markdown, whole); !slices.Equal(got, append([]string{}, want...)) {
		t.Errorf("%s: found %v, want %v", name, got, want)
	}
}

func TestCheckAlone(t *testing.T) {
	for _, v := range []struct {
		name, markdown string
		want           []string
	}{
		{"document example", "The assistant is going to search for cats.\n\n" + fenced(strings.TrimSpace(exampleBody)) +
			"\nHere are the results we found!\n", nil},
		{"no fence", "text\n", nil}, {"nothing", "", nil},
		{"every member is optional", fenced(`{}`), nil},
		{"other members", fenced(`{"toolCallId":"a","x":1,"state":"input-available","input":{}}`), nil},
		{"other fences", "```toolbox\n[1]\n```\n````md\n" + fenced(`[1]`) + "````\n", nil},
		{"in a list of text", "- ```js\n  x\n  ```\n" + fenced(`{}`), nil},
		{"an open call", fenced(`{"toolCallId":"a","input":{}}`), nil},
		{"null output", fenced(`{"toolCallId":"a","state":"output-available","output":null}`), nil},
		{"cancelled", fenced(`{"toolCallId":"a","state":"output-error","errorText":"Cancelled."}`), nil},
		{"list", fenced(`[]`), ids("FENCE-50")}, {"malformed", fenced(`{"a":}`), ids("FENCE-50")},
		{"empty", "```tool\n```\n", ids("FENCE-50")},
		{"never closed", "```tool\n{}\n", ids("FENCE-50")}, {"closed at the end", "```tool\n{}\n```", nil},
		{"unknown state", fenced(`{"state":"done"}`), ids("FENCE-50")}, {"null state", fenced(`{"state":null}`), ids("FENCE-50")},
		{"wrong type", fenced(`{"toolCallId":7}`), ids("FENCE-50")},
		{"error object", fenced(`{"state":"output-error","errorText":{}}`), ids("FENCE-50")},
		{"id twice", fenced(`{"toolCallId":"a"}`) + fenced(`{"toolCallId":"a"}`), ids("FENCE-50")},
		{"two without id", fenced(`{}`) + fenced(`{}`), nil},
		{"output without state", fenced(`{"toolCallId":"a","output":1}`), ids("FENCE-51")},
		{"error without state", fenced(`{"toolCallId":"a","errorText":"x"}`), ids("FENCE-51")},
		{"state without error", fenced(`{"toolCallId":"a","state":"output-error"}`), ids("FENCE-51")},
		{"both", fenced(`{"toolCallId":"a","state":"output-available","output":1,"errorText":"x"}`), ids("FENCE-51")},
		{"state twice", fenced(`{"state":"output-available","state":"output-available","output":1}`), ids("FENCE-51")},
	} {
		checkAs(t, v.name, dialect.CheckOptions{}, v.markdown, v.want...)
	}
	checkAs(t, "cut recording", dialect.CheckOptions{Truncated: true}, "a\n```tool\n{\"toolCallId\":")
}

func TestCheckWithTranscript(t *testing.T) {
	parallel := []transcript.Item{said("a "), called("c2", "x", `{"n":2}`), called("c1", "y", `{"n":1}`), said("mid\n"),
		succeeded("c1", `"one"`), said("\n\nlate"), answered("c2", transcript.Error, `"bad"`), said("end")}
	c2 := fenced(`{"toolCallId":"c2","toolName":"x","state":"output-error","input":{"n":2},"errorText":"bad"}`)
	c1 := fenced(`{"toolCallId":"c1","toolName":"y","state":"output-available","input":{"n":1},"output":"one"}`)
	open := []transcript.Item{called("o", "x", `{}`), said("t"), stopped(transcript.UserStopped)}
	for _, v := range []struct {
		name, markdown string
		items          []transcript.Item
		want           []string
	}{
		{"at the calls", "a \n" + c2 + c1 + "mid\n\n\nlateend", parallel, nil},
		{"at the results", "a mid\n\n\nlate\n" + c2 + c1 + "end", parallel, nil},
		{"blank lines", "a \n\n\n" + c2 + "\n\n" + c1 + "\nmid\n\n\nlateend\n", parallel, nil},
		{"line breaks shared with the fence", "a mid\n" + c2 + c1 + "\nlateend", parallel, nil},
		{"line break lost", "a mid\n" + c2 + c1 + "lateend", parallel, ids("FENCE-53")},
		{"first text behind", c2 + c1 + "a mid\n\n\nlateend", parallel, ids("FENCE-53")},
		{"last text before", "a mid\n\n\nlateend\n" + c2 + c1, parallel, ids("FENCE-53")},
		{"text split inside", "a mi\n" + c2 + c1 + "d\n\n\nlateend", parallel, ids("FENCE-53")},
		{"blank lost", "a\n" + c2 + c1 + "mid\n\n\nlateend", parallel, ids("FENCE-53")},
		{"order", "a \n" + c1 + c2 + "mid\n\n\nlateend", parallel, ids("FENCE-50")},
		{"call lost", "a \n" + c2 + "mid\n\n\nlateend", parallel, ids("FENCE-50")},
		{"call twice", "a \n" + c2 + c1 + c1 + "mid\n\n\nlateend", parallel, ids("FENCE-50")},
		{"unknown call", "a \n" + c2 + c1 + fenced(`{"toolCallId":"c3"}`) + "mid\n\n\nlateend", parallel, ids("FENCE-50")},
		{"open", fenced(`{"toolCallId":"o","toolName":"x","input":{}}`) + "t", open, nil},
		{"open, behind the text", "t\n" + fenced(`{"toolCallId":"o","toolName":"x","state":"input-streaming","input":{}}`), open, nil},
		{"open, as an error", fenced(`{"toolCallId":"o","toolName":"x","state":"output-error","errorText":"stopped","input":{}}`) + "t",
			open, nil},
		{"open, as a success", fenced(`{"toolCallId":"o","toolName":"x","state":"output-available","input":{}}`) + "t", open,
			ids("FENCE-51")},
		{"nothing at all", "", nil, nil},
		{"text out of nothing", "hello", nil, ids("FENCE-53")},
	} {
		checkAs(t, v.name, dialect.CheckOptions{Transcript: &transcript.Transcript{Items: v.items}}, v.markdown, v.want...)
	}
	checkAs(t, "cut recording", dialect.CheckOptions{Transcript: &transcript.Transcript{Items: parallel}, Truncated: true},
		"a \n"+c2+"```tool\n{")
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

// exampleBody is the object of document 000's example, as it stands there.
const exampleBody = `{
  "toolCallId": "call_123",
  "toolName": "search",
  "state": "output-available",
  "input": {
    "query": "cats"
  },
  "output": {
    "results": [
      { "title": "All About Cats", "url": "https://example.com/cats" }
    ]
  }
}
`
