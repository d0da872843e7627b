package stageevents

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// found are the requirements that a check finds broken in a stream.
func found(opts dialect.CheckOptions, events []wire.Value) []string {
	ch := check(opts)
	ids := map[string]bool{}
	for _, e := range events {
		for _, f := range ch.Event(e) {
			ids[f.Requirement] = true
		}
	}
	for _, f := range ch.End() {
		ids[f.Requirement] = true
	}
	return sorted(ids)
}

func sorted(ids map[string]bool) []string {
	list := []string{}
	for id := range ids {
		list = append(list, id)
	}
	slices.Sort(list)
	return list
}

func set(ids []string) []string {
	m := map[string]bool{}
	for _, id := range ids {
		m[id] = true
	}
	return sorted(m)
}

func TestRenderedStreamsBreakNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pick := generator.FromRapid(rt)
		from := generator.Transcript(pick, 4)
		events := renderUpdates(from, pick).(*updates).list
		if got := found(dialect.CheckOptions{Transcript: &from}, events); len(got) > 0 {
			rt.Fatalf("with the transcript: %v\n%s\n%s", got, from.JSON().JSON(), wire.List(events...).JSON())
		}
		if got := found(dialect.CheckOptions{}, events); len(got) > 0 {
			rt.Fatalf("alone: %v\n%s", got, wire.List(events...).JSON())
		}
		cut := events[:pick(len(events)+1)]
		if got := found(dialect.CheckOptions{Transcript: &from, Truncated: true}, cut); len(got) > 0 {
			rt.Fatalf("truncated: %v\n%s", got, wire.List(cut...).JSON())
		}
	})
}

func TestTwistsBreakWhatTheySay(t *testing.T) {
	applied := map[string]int{}
	for n := range 600 { // always the same streams: every twist must find a place
		pick := generator.Index{Pair: consumerPair(), Seed: 11, N: n}.Pick("twists")
		from := generator.Transcript(pick, 5)
		script := renderUpdates(from, pick)
		for _, twist := range twists() {
			twisted, planted, ok := twist.Apply(script, pick)
			if !ok {
				continue
			}
			applied[twist.ID]++
			events := twisted.(*updates).list
			if got := found(dialect.CheckOptions{Transcript: &from}, events); !slices.Equal(got, set(planted.With)) {
				t.Fatalf("%s with the transcript: %v, want %v\n%s\n%s", twist.ID, got, planted.With, from.JSON().JSON(), wire.List(events...).JSON())
			}
			if got := found(dialect.CheckOptions{}, events); !slices.Equal(got, set(planted.Alone)) {
				t.Fatalf("%s alone: %v, want %v\n%s", twist.ID, got, planted.Alone, wire.List(events...).JSON())
			}
		}
	}
	for _, twist := range twists() {
		if applied[twist.ID] == 0 {
			t.Errorf("twist %s never found a place", twist.ID)
		}
	}
}

// What a rendered stream should leave in the blocks follows from the transcript:
// the expectation, which is derived from the stream, must agree.
func TestExpectationAgreesWithTranscript(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pick := generator.FromRapid(rt)
		from := generator.Transcript(pick, 5)
		u := renderUpdates(from, pick).(*updates)
		hs, unknown := histories(u.list)
		if calls := from.Calls(); len(hs) != len(calls) || len(unknown) > 0 {
			rt.Fatalf("%d histories, %d calls, unknown %v", len(hs), len(calls), unknown)
		}
		for _, h := range hs {
			lives := h.lives(allStarts)
			if len(lives) != 1 || len(lives[0].ends) != 1 || lives[0].late {
				rt.Fatalf("%s: not one life with one end", h.id)
			}
			agree(rt, lives[0], u.origin[h.id])
		}
	})
}

func agree(rt *rapid.T, l *life, c *rendered) {
	if len(l.names.list) != 1 || l.names.list[0].Text() != c.Name || l.best() != end {
		rt.Fatalf("%s: names %v, stage %s", c.ID, l.names.list, l.best())
	}
	if text, fixed := c.ArgumentText(); fixed && c.Result != nil && !sameParameters(text, wire.Str(l.params.list[0].String())) {
		rt.Fatalf("%s: arguments %q, want %q", c.ID, l.params.list[0], text)
	}
	e := l.ends[0]
	if success := c.Result != nil && c.Result.Status == transcript.Success; success == e.failure() {
		rt.Fatalf("%s: failure is %v", c.ID, e.failure())
	}
	if c.Result == nil || c.Result.Content.IsNull() {
		return
	}
	said := e.result
	if e.failure() && !e.error.IsNull() {
		said = e.error
	}
	if !wire.EqualOrText(c.Result.Content, said) {
		rt.Fatalf("%s: the end says %s, want %s", c.ID, said.JSON(), c.Result.Content.JSON())
	}
}
