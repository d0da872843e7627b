package contentblocks

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

// History holds calls that were never answered (BLOCK-07): their turn was stopped, and
// what stopped it is not part of it.
func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, Dialect(), func(c *dialect.Case, f requirement.Finding) bool {
		return f.Requirement == "BLOCK-54" && c.Input().Get("history").IsTrue()
	})
}

func TestProperties(t *testing.T) { dialecttest.Properties(t, Dialect(), nil) }

// TestMeaningAgreesWithTheTranscript: what the expectation reads out of a rendered
// stream is what the transcript says.
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

func TestRename(t *testing.T) {
	s := live(seq(1, buy(), sell(), res("toolu_C2", "success", "toolu_K7"), res("toolu_ZZ", "error", "x")))
	got := s.Rename(strings.ToLower).(*feed)
	want := live(seq(1, buy().With("id", wire.Str("toolu_k7")), sell().With("id", wire.Str("toolu_c2")),
		res("toolu_c2", "success", "toolu_K7"), res("toolu_zz", "error", "x")))
	if !wire.Equal(got.JSON(), want.JSON()) {
		t.Errorf("renamed: %s", got.JSON().JSON())
	}
}

func TestPermute(t *testing.T) {
	first := func(n int) int { return 0 }
	s := live(seq(1, buy(), sell(), res("toolu_C2", "success", "c2"), res("toolu_K7", "error", "k7")))
	got, ok := s.Permute(first)
	want := live(seq(1, buy(), sell(), res("toolu_K7", "error", "k7"), res("toolu_C2", "success", "c2")))
	if !ok || !wire.Equal(got.JSON(), want.JSON()) {
		t.Errorf("permuted: %v %s", ok, got.JSON().JSON())
	}
	for name, s := range map[string]*feed{
		"one after the other": live(seq(1, buy(), res("toolu_K7", "error", "k7"), sell(), res("toolu_C2", "success", "c2"))),
		"one open":            live(seq(1, buy(), sell(), res("toolu_K7", "error", "k7"))),
		"across a terminal": live(seq(1, buy(), sell(), res("toolu_K7", "error", "k7"), words.Stopped(),
			res("toolu_C2", "success", "c2"))),
	} {
		if _, ok := s.Permute(first); ok {
			t.Errorf("%s: there are no two results to swap", name)
		}
	}
}

func TestReload(t *testing.T) {
	finished := seq(1, buy(), res("toolu_K7", "error", "k7"))
	for _, x := range []struct {
		name string
		s    *feed
		ok   bool
	}{
		{"finished", live(finished), true}, {"stopped", live(finished, seq(3, sell(), words.Stopped())), true},
		{"open", live(finished, seq(3, sell())), false}, {"history", live(finished).fromHistory(), false},
		{"two results", live(finished, seq(3, res("toolu_K7", "error", "k7"))), false},
		{"unknown status", live(seq(1, buy(), res("toolu_K7", "odd", "k7"))), false},
		{"cut", live(finished[:3]), false}, {"terminal cut", live(seq(1, buy()), plant.Only(words.Start(2, words.Stopped()))), false},
	} {
		if got, ok := x.s.Reload(); ok != x.ok || ok && !got.(*feed).history {
			t.Errorf("%s: %v", x.name, ok)
		}
	}
}

func TestAnswered(t *testing.T) {
	got := live(seq(1, buy(), res("toolu_K7", "success", "1"), res("toolu_K7", "error", "2")),
		plant.Only(words.Start(5, res("toolu_C2", "success", "")))).Answered()
	if got["toolu_K7"] != 2 || got["toolu_C2"] != 1 || len(got) != 2 {
		t.Errorf("answered: %v", got)
	}
}

func TestDefaultCutIsOneChunkAFrame(t *testing.T) {
	s := live(seq(1, buy(), sell()))
	for _, encoding := range []string{wire.SSE, wire.NDJSON} {
		if got := s.Input(encoding, nil).Get("chunks").Len(); got != 4 {
			t.Errorf("%s: %d chunks", encoding, got)
		}
		if got := s.Input(encoding, []int{}).Get("chunks").Len(); got != 1 {
			t.Errorf("%s in one piece: %d chunks", encoding, got)
		}
	}
}

func TestShortEvents(t *testing.T) {
	for short, want := range map[string]string{
		`{"stop":3}`: `[{"type":"content_block_stop","index":3}]`,
		`{"start":1,"tool_use":["a","n",{}]}`: `[{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a",` +
			`"name":"n","input":{}}}]`,
		`{"delta":0,"text":"x"}`:                `[{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}]`,
		`{"start":2,"content_block":null}`:      `[{"type":"content_block_start","index":2,"content_block":null}]`,
		`{"type":"content_block_stop","x":1}`:   `[{"type":"content_block_stop","x":1}]`,
		`{}`:                                    `[{}]`,
		`{"start":1,"tool_use":["a","n"]}`:      ``,
		`{"block":1,"tool_result":["a","b"]}`:   ``,
		`{"block":1}`:                           ``,
		`{"block":1,"as":"text","text":"late"}`: ``,
		`{"block":4,"tool_result":["a","error","c"],"artifact":7}`: `[{"type":"content_block_start","index":4,` +
			`"content_block":{"type":"tool_result",` +
			`"tool_use_id":"a","content":"c","status":"error","artifact":7}},{"type":"content_block_stop","index":4}]`,
	} {
		got, err := words.Expand(wire.ParseString(short))
		if want == "" && err == nil || want != "" && (err != nil || wire.List(got...).JSON() != want) {
			t.Errorf("%s is %s, %v", short, wire.List(got...).JSON(), err)
		}
	}
}
