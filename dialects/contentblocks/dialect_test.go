package contentblocks

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

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

// What begins as a short spelling and goes on in another way is a mistake of its file.
func TestShortEvents(t *testing.T) {
	for _, short := range []string{`{"start":1,"tool_use":["a","n"]}`, `{"block":1,"tool_result":["a","b"]}`, `{"block":1}`,
		`{"block":1,"as":"text","text":"late"}`} {
		if got, err := words.Expand(wire.ParseString(short)); err == nil {
			t.Errorf("%s is %s", short, wire.List(got...).JSON())
		}
	}
}
