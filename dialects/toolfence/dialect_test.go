package toolfence

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

// Document 000 makes every member optional and says what a reader does where a state, a text or the other outcome is missing or
// there (FENCE-05 … 07, 14), so a fence that has less than FENCE-51 asks of a transcript's producer is still right. One whose
// state says that there is no outcome yet, beside one, is not.
func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, Dialect(), func(_ *dialect.Case, f requirement.Finding) bool {
		state := f.Actual
		if state.IsObject() {
			state = state.Get("state")
		}
		return f.Requirement == "FENCE-51" && !strings.HasPrefix(state.Text(), "input-")
	})
}

func TestProperties(t *testing.T) { dialecttest.Properties(t, Dialect(), nil) }

// A reader that counts its ids from one, as the document's own form suggests, may make up an id that is given further down, and one
// that counts on from document to document now and then: FENCE-09 warns, and no property fails.
func TestCountedIDsBreakNoProperty(t *testing.T) {
	side := consumer()
	counts := slices.IndexFunc(side.Faults(), func(f dialect.Fault) bool { return f.ID == "FENCE-09/later" })
	counted := side.Faults()[counts].Plant(side.Reference)
	asked, clashes := 0, 0
	counting := func(in wire.Value) dialect.Observation {
		asked++
		return []dialect.Answer{side.Reference, counted}[asked%2](in)
	}
	for n, c := range side.Cases() {
		if clash := strings.Contains(c.ID, "generated-before-given"); clash {
			clashes++
		} else if c.Heavy || n%5 != 0 && !dialecttest.All() {
			continue
		}
		for _, answer := range []dialect.Answer{counted, counting} {
			outcomes, err := dialecttest.Related(&side, c, answer, generator.Index{Pair: side.Pair}.Pick(c.ID))
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range outcomes {
				if o.Verdict == requirement.Fail {
					t.Errorf("%s: %s %s %+v", c.ID, o.Requirement, o.Verdict, o.Findings)
				}
			}
		}
	}
	if clashes == 0 {
		t.Error("no case in which a generated id is given further down")
	}
}

// What a fence holds that nothing closes may go again, also inside a container.
func TestOpenFencesAreUnsettled(t *testing.T) {
	open := document.Tool(`{"toolCallId":"open","output":1}`)
	open.Style.Open = true
	d := &document.Document{Segments: []document.Segment{document.PlainCall("closed"), document.Quote(document.Text("q\n"), open),
		document.Text("behind\n")}}
	u, ok := d.Script().(dialect.Unsettled)
	if !ok || !u.Unsettled()["open"] || u.Unsettled()["closed"] {
		t.Errorf("unsettled: %v", u)
	}
}

// observed is an answer written by hand: an event a line, a text short for a text-delta; with the member "after" where it says when
// it came. An object with chunks is the final state.
func observed(lines []wire.Value) dialect.Observation {
	o := dialecttest.Telling(nil, "chunks")
	for _, line := range lines {
		after := int64(-1)
		if n, told := line.Get("after").Int64(); told {
			after, line = n, line.Without("after")
		}
		switch {
		case line.Has("chunks"):
			o.State, o.Omits = line, nil
			continue
		case line.IsString():
			line = wire.Obj(wire.T("delta", line.Text()))
		}
		if line.Has("delta") {
			line = line.With("type", wire.Str(words.TextEvent))
		}
		o.Events = append(o.Events, dialect.Event{Value: line, After: int(after)})
	}
	return o
}

func TestAnswersOfConsumers(t *testing.T) {
	side := consumer()
	dialecttest.Answers(t, "testdata/consumer.answers", func(w dialecttest.Written) string {
		script, err := document.In(casefile.Entry{Elements: w.Sent})
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		o := observed(w.Told)
		return dialecttest.Missed(side.Judge(&dialect.Case{Script: script}, &o))
	})
}

// A short document comes line by line, a long one in a hundred chunks at most, each ending with a line.
func TestReadsOfADocument(t *testing.T) {
	for _, c := range []struct{ lines, least, most int }{{1, 1, 1}, {3, 3, 3}, {100, 100, 100}, {101, 50, 100}, {250, 80, 100},
		{9999, 90, 100}} {
		written := strings.Repeat("a line\n", c.lines)
		chunks, err := wire.InputChunks((&document.Document{Segments: []document.Segment{document.Text(written)}}).Input("", nil))
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

// What the short spelling of a segment, or of where reads end, can't be. What it is shows in the digests of the cases.
func TestSpellings(t *testing.T) {
	for _, short := range []string{`{"exact":"{"}`, `{"list":[{"no":1}],"marker":"- "}`} {
		if got, err := document.ParseSegment(wire.ParseString(short)); err == nil {
			t.Errorf("%s is %s", short, got.JSON().JSON())
		}
	}
	if _, err := document.ReadsOf(casefile.Entry{Fields: map[string]string{"reads": "somewhere"}}, doc()); err == nil {
		t.Error("somewhere is no place")
	}
}

// TestJudgeSeesEveryChange: in every case, an answer that is right but for one event lost, told twice or changed is not right.
// One case in eight and some twelve events of it, all with -all.
func TestJudgeSeesEveryChange(t *testing.T) {
	side := consumer()
	for n, c := range side.Cases() {
		if c.Heavy || c.Blame != nil || n%8 != 0 && !dialecttest.All() {
			continue
		}
		o := side.Reference(c.Input())
		for i, e := range o.Events {
			if every := 1 + len(o.Events)/12; (i+n/8)%every != 0 && !dialecttest.All() {
				continue
			}
			for name, instead := range changes(e) {
				if strings.Contains(c.ID, "/odd-id") && name == "another toolCallId" || endsOpen(c) && name == "lost" {
					continue // free
				}
				altered := o
				altered.Events = slices.Concat(o.Events[:i], instead, o.Events[i+1:])
				missed := func(out requirement.Outcome) bool { return out.Verdict >= requirement.Warn }
				if !slices.ContainsFunc(side.Judge(c, &altered), missed) {
					t.Errorf("%s: event %d, %s, is not seen: %s", c.ID, i, name, e.Value.JSON())
				}
			}
		}
	}
}

// endsOpen: what shows of the last fence is free.
func endsOpen(c *dialect.Case) bool {
	d, _ := document.Of(c.Script)
	return slices.ContainsFunc(d.Segments, func(s document.Segment) bool { return s.Open() || s.EndsOpen() })
}

// changes are what is wrong in the place of a right event; nothing in that of a text that may be free.
func changes(e dialect.Event) map[string][]dialect.Event {
	delta := e.Value.Get("delta").Text()
	if words.TypeOf(e.Value) == words.TextEvent && (strings.Trim(delta, "\r\n\uFEFF \t") == "" || strings.Contains(delta, ">")) {
		return nil
	}
	list := map[string][]dialect.Event{"lost": nil, "twice": {e, e}}
	for _, m := range e.Value.Members()[1:] {
		other := wire.List(m.Value)
		switch m.Name {
		case "delta":
			other = wire.Str(delta[:1] + "\u00b7" + delta[1:])
		case "toolCallId":
			other = wire.Str(m.Value.Text() + "'")
		}
		list["another "+m.Name] = []dialect.Event{{Value: e.Value.With(m.Name, other), After: e.After}}
	}
	return list
}

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
