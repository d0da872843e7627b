package contentblocks

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

// History holds calls that were never answered (BLOCK-07): their turn was stopped, and what stopped it is not part of it.
func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, Dialect(), func(c *dialect.Case, f requirement.Finding) bool {
		return f.Requirement == "BLOCK-54" && c.Input().Get("history").IsTrue()
	})
}

func TestProperties(t *testing.T) { dialecttest.Properties(t, Dialect(), nil) }

// TestMeaningAgreesWithTheTranscript: what the expectation reads out of a rendered stream is what the transcript says.
func TestMeaningAgreesWithTheTranscript(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pick := generator.FromRapid(rt)
		from := generator.Transcript(pick, 5)
		m := mean(renderStream(from, pick).(*feed))
		calls := from.Calls()
		if len(calls) != len(m.calls) || len(m.orphans) > 0 || m.broken {
			rt.Fatalf("%d calls and not %d, %d orphans, broken: %v", len(m.calls), len(calls), len(m.orphans), m.broken)
		}
		for i, want := range calls {
			got := m.calls[i]
			if got.id != want.ID || got.name != want.Name || !wire.Equal(got.input, want.Input) || got.label.Text() != want.Label ||
				got.twin || got.free {
				rt.Fatalf("call %d is %+v, %+v was told", i, got, want)
			}
			if want.Result == nil {
				if from.StopReason() == transcript.Completed || len(got.results) == 0 && !got.cutOff {
					rt.Fatalf("open call %q is neither answered nor cut off", got.id)
				}
				continue
			}
			if len(got.results) != 1 || !got.must() {
				rt.Fatalf("call %q has %d results, sure: %v", got.id, len(got.results), got.must())
			}
			res := got.results[0]
			if res.status != want.Result.Status || !wire.EqualOrText(want.Result.Content, res.content) ||
				!res.attaches(wire.OrNull(want.Result.Artifact)) {
				rt.Fatalf("call %q is answered %+v, %+v was told", got.id, res, want.Result)
			}
		}
	})
}

// TestFamiliarStreamsSayTheSame: without unknown events and members each case binds the same calls to results.
func TestFamiliarStreamsSayTheSame(t *testing.T) {
	bound := func(m *meaning) (ids []string) {
		for _, c := range m.calls {
			if c.must() {
				ids = append(ids, c.id)
			}
		}
		return ids
	}
	all := 0
	for _, c := range Dialect().Sides[0].Cases() {
		s, ok := c.Script.(*feed)
		if !ok {
			continue
		}
		all++
		whole, plain := mean(s), mean(s.familiar())
		if plain.unknown || plain.broken && !whole.broken || !slices.Equal(bound(whole), bound(plain)) {
			t.Errorf("%s: unknown %v, broken %v, bound %q, not %q", c.ID, plain.unknown, plain.broken, bound(plain), bound(whole))
		}
	}
	if all == 0 {
		t.Error("no case was looked at")
	}
}

// What begins as a short spelling and goes on in another way is a mistake of its file.
func TestShortEvents(t *testing.T) {
	for _, short := range []string{`{"start":1,"tool_use":["a","n"]}`, `{"block":1,"tool_result":["a","b"]}`, `{"block":1}`,
		`{"block":1,"as":"text","text":"late"}`} {
		if got, err := words.Expand(wire.ParseString(short)); err == nil {
			t.Errorf("%s is %s", short, wire.List(got...).JSON())
		}
	}
}

const (
	bought = `{"block":1,"tool_use":["toolu_K7","search_stock",{}]}`
	sold   = `{"block":2,"tool_use":["toolu_C2","get_weather",{}]}`
	failed = `{"block":3,"tool_result":["toolu_K7","error","k7"]}`
	fine   = `{"block":4,"tool_result":["toolu_C2","success","c2"]}`
	halted = `{"block":5,"content_block":{"type":"terminal_user_stopped"}}`
)

// Ids of calls and of results are renamed, and no text that reads like one.
func TestRename(t *testing.T) {
	got := streamed(bought, `{"block":2,"tool_result":["toolu_K7","success","toolu_K7"]}`).Rename(strings.ToLower)
	want := streamed(`{"block":1,"tool_use":["toolu_k7","search_stock",{}]}`, `{"block":2,"tool_result":["toolu_k7","success","toolu_K7"]}`)
	if !wire.Equal(got.JSON(), want.JSON()) {
		t.Errorf("renamed: %s", got.JSON().JSON())
	}
}

// Two results that stand side by side are swapped, and nothing else.
func TestPermute(t *testing.T) {
	first := func(int) int { return 0 }
	got, ok := streamed(bought, sold, failed, fine).Permute(first)
	if !ok {
		t.Fatal("two results could be swapped")
	}
	if ids := resultsOf(got.(*feed)); !slices.Equal(ids, []string{"toolu_C2", "toolu_K7"}) {
		t.Errorf("permuted: %q", ids)
	}
	for name, lines := range map[string][]string{"one after the other": {bought, failed, sold, fine}, "one open": {bought, sold, failed},
		"across a terminal": {bought, sold, failed, halted, fine}} {
		if _, ok := streamed(lines...).Permute(first); ok {
			t.Errorf("%s: there are no two results to swap", name)
		}
	}
}

func resultsOf(s *feed) (ids []string) {
	for _, r := range dissect(s.List).results() {
		ids = append(ids, r.id)
	}
	return ids
}

// Only what ended as it should can have been stored.
func TestReload(t *testing.T) {
	odd := strings.Replace(failed, `"error"`, `"odd"`, 1)
	for _, x := range []struct {
		name string
		s    *feed
		ok   bool
	}{
		{"finished", streamed(bought, failed), true}, {"stopped", streamed(bought, failed, sold, halted), true},
		{"open", streamed(bought, failed, sold), false}, {"history", streamed(bought, failed).fromHistory(), false},
		{"two results", streamed(bought, failed, strings.Replace(failed, "3", "4", 1)), false},
		{"unknown status", streamed(bought, odd), false},
		{"cut", streamed(bought).with(streamed(bought, failed).List[:3]), false},
		{"terminal cut", streamed(bought, strings.Replace(halted, "block", "start", 1)), false},
	} {
		if got, ok := x.s.Reload(); ok != x.ok || ok && !got.(*feed).history {
			t.Errorf("%s: %v", x.name, ok)
		}
	}
}

func TestAnswered(t *testing.T) {
	got := streamed(bought, failed, strings.Replace(failed, "3", "4", 1), strings.Replace(fine, "block", "start", 1)).Answered()
	if got["toolu_K7"] != 2 || got["toolu_C2"] != 1 || len(got) != 2 {
		t.Errorf("answered: %v", got)
	}
}

// TestLostStopsAreUnsettled: a reader may show a result that never stopped at the end of what came, and drop it where more comes.
func TestLostStopsAreUnsettled(t *testing.T) {
	calls := []string{`{"block":1,"tool_use":["a","n",{}]}`, `{"block":2,"tool_use":["b","n",{}]}`}
	cut := `{"start":3,"tool_result":["a","success","c"]}`
	for end, lost := range map[string]bool{`{"block":3,"tool_result":["b","success","d"]}`: true, `{"type":"message_start"}`: true,
		`{"block":4,"content_block":{"type":"terminal_user_stopped"}}`: true, `{"block":4,"tool_result":["b","success","d"]}`: false} {
		if ids := streamed(append(slices.Clone(calls), cut, end)...).Unsettled(); ids["a"] != lost {
			t.Errorf("%s: unsettled are %v", end, ids)
		}
	}
}

func TestDefaultCutIsOneChunkAFrame(t *testing.T) {
	s := streamed(bought, sold)
	for _, encoding := range []string{wire.SSE, wire.NDJSON} {
		whole, one := s.Input(encoding, nil).Get("chunks").Len(), s.Input(encoding, []int{}).Get("chunks").Len()
		if whole != 4 || one != 1 {
			t.Errorf("%s: %d chunks, %d in one piece", encoding, whole, one)
		}
	}
}

func TestInvalidTranscriptsAreNotJudged(t *testing.T) {
	turn := told(`{"type":"call","id":"a","name":"n","input":{}}`, `{"type":"stop","reason":"completed"}`)
	o := dialect.Observation{Events: []dialect.Event{{Value: wire.NullValue}}}
	for _, outcome := range producerSide().Judge(&dialect.Case{Script: turn}, &o) {
		if outcome.Verdict.Observed() {
			t.Errorf("%s is seen in an answer to an invalid transcript", outcome.Requirement)
		}
	}
}

// judged is what the judge says of a state.
func judged(s *feed, state wire.Value, omits ...string) []requirement.Outcome {
	side := consumerSide()
	return side.Judge(&dialect.Case{Pair: side.Pair, Script: s}, &dialect.Observation{State: state, Omits: omits})
}

// block is a block of an answer as its file spells it: as it is, or one of the call of
// started() that is open, done or failed, with other members.
func block(short wire.Value) wire.Value {
	rest, known := map[string]string{
		"open":   `"toolResult":null,"toolResultError":false,"dotStatus":"active"`,
		"done":   `"toolResult":"82","toolResultError":false,"dotStatus":"done"`,
		"failed": `"toolResult":"82","toolResultError":true,"dotStatus":"error"`,
	}[short.At(0).Text()]
	if !known {
		return short
	}
	b := wire.ParseString(`{"artifact":null,"isStreaming":false,"isFromHistory":false,` + rest + `}`)
	for _, m := range append(started().List[0].Get("content_block").Members(), short.At(1).Members()...) {
		b = b.With(m.Name, m.Value)
	}
	return b
}

// started is a call that runs, and what comes behind it.
func started(more ...string) *feed {
	return streamed(append([]string{`{"block":4,"tool_use":["toolu_K7","search_stock",{"symbol":"VNM"}]}`}, more...)...)
}

func TestAnswersOfConsumers(t *testing.T) {
	dialecttest.Answers(t, "testdata/consumer.answers", func(w dialecttest.Written) string {
		from := expanded(t, w.Sent)
		from.history = w.As == "history"
		var blocks []wire.Value
		for _, short := range w.Told {
			blocks = append(blocks, block(short))
		}
		return dialecttest.Missed(judged(from, wire.Obj(wire.M("blocks", wire.List(blocks...))), w.Omits...))
	})
}

// What a client omits is not observed.
func TestOmittedMembersAreUnobserved(t *testing.T) {
	s := streamed(`{"block":4,"tool_use":["toolu_K7","search_stock",{"symbol":"VNM"}],"tool_content_message":"VNM?"}`,
		`{"block":5,"tool_result":["toolu_K7","error","82"]}`, `{"block":6,"content_block":{"type":"terminal_user_stopped"}}`)
	bare := wire.ParseString(`{"blocks":[{"type":"tool_use","id":"toolu_K7"}]}`)
	for _, o := range judged(s, bare, "name", "input", "tool_content_message", "toolResult", "toolResultError", "artifact", "isStreaming",
		"isFromHistory", "dotStatus") {
		if o.Verdict.Observed() && o.Requirement != "BLOCK-01" {
			t.Errorf("%s is %s although its members are omitted", o.Requirement, o.Verdict)
		}
	}
}

func TestRecordedStreams(t *testing.T) {
	dialecttest.Answers(t, "testdata/recorded.answers", func(w dialecttest.Written) string {
		return dialecttest.Broken(newChecker(dialect.CheckOptions{}), expanded(t, w.Told).List)
	})
}

func TestAnswersOfProducers(t *testing.T) {
	dialecttest.Answers(t, "testdata/producer.answers", func(w dialecttest.Written) string {
		turn, err := turnOf(casefile.Entry{Elements: w.Sent})
		if err != nil {
			t.Fatal(err)
		}
		o := &dialect.Observation{Omits: w.Omits}
		for _, ev := range expanded(t, w.Told).List {
			o.Events = append(o.Events, dialect.Event{Value: ev})
		}
		return dialecttest.Missed(producerSide().Judge(&dialect.Case{Script: turn}, o))
	})
}

func expanded(t *testing.T, short []wire.Value) *feed {
	t.Helper()
	s, err := streamOf(casefile.Entry{Elements: short})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*feed)
}

func TestCheckerOfACut(t *testing.T) {
	cut := dialect.CheckOptions{Truncated: true}
	if ids := dialecttest.Broken(newChecker(cut), streamed(`{"start":5,"tool_use":["a","n",{}]}`).List); ids != "" {
		t.Errorf("what a cut leaves open is no finding: %v", ids)
	}
	inside := streamed(`{"start":5,"tool_use":["a","n",{}]}`, `{"start":6,"tool_result":["a","success","c"]}`)
	if ids := dialecttest.Broken(newChecker(cut), inside.List); ids != "BLOCK-53" {
		t.Errorf("what went wrong before the cut is one: %v", ids)
	}
}

func TestCheckerTellsTheEvent(t *testing.T) {
	c := newChecker(dialect.CheckOptions{})
	for i, ev := range streamed(`{"block":5,"tool_use":["a","n",{}]}`, `{"block":6,"tool_result":["a","success","c"]}`).List {
		if f := c.Event(ev); len(f) > 0 {
			t.Fatalf("event %d: %v", i, f)
		}
	}
	f := c.Event(words.Stop(6))
	if len(f) != 1 || f[0].Requirement != "BLOCK-51" || f[0].Event != 4 || f[0].Where != "event 4" {
		t.Errorf("the stray stop is found with its event at once: %+v", f)
	}
	if got := strings.Join(c.Seen(), " "); got != "BLOCK-50 BLOCK-51 BLOCK-52 BLOCK-53 BLOCK-54 BLOCK-55 BLOCK-59" {
		t.Errorf("seen: %s", got)
	}
}

// BenchmarkChecker tells how many times as long judging an event takes as decoding it.
func BenchmarkChecker(b *testing.B) {
	events := crowd(1000).(*feed).List
	texts := make([][]byte, len(events))
	for i, ev := range events {
		texts[i] = []byte(ev.JSON())
	}
	b.ResetTimer()
	for range b.N {
		for _, text := range texts {
			if _, err := wire.Parse(text); err != nil {
				b.Fatal(err)
			}
		}
	}
	decoding := b.Elapsed()
	for range b.N {
		c := newChecker(dialect.CheckOptions{})
		for _, ev := range events {
			c.Event(ev)
		}
		c.End()
	}
	b.ReportMetric(float64(b.Elapsed()-decoding)/float64(max(decoding, 1)), "judge/decode")
}
