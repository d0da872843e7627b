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
