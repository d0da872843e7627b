package stageevents

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// life is what a block may rightly hold: one start and the updates that belong
// to it. Where several answers are right it holds them all.
type life struct {
	id string
	// at is the element of its start, last that of its last update.
	at, last int
	// early: updates of the id came before its start, so its place among the blocks
	// may be theirs.
	early bool
	// loose: an end came before the start; what the start then does is free.
	loose bool

	names  choices
	stages [stageCount]allowance
	params texts
	// ends has the first end, and behind it those that came later.
	ends []ending
	// late: updates came after the first end. What they may have changed, if an
	// implementation let them, is a missed SHOULD.
	late       bool
	lateNames  choices
	lateParams texts

	// What later updates left out while it was held: STAGE-53.
	nameLeftOut, paramsLeftOut bool
	// sinceGap is the text gathered since the last update that left parameters out.
	sinceGap []string
	// argued: some update brought parameters.
	argued bool
}

// allowance says whether an answer is right, tolerated with a warning, or wrong.
type allowance uint8

const (
	forbidden allowance = iota
	warned
	allowed
)

// choices are values that an answer may take.
type choices struct {
	list []wire.Value
	free bool
}

func (c *choices) add(v wire.Value) {
	if !c.has(v) {
		c.list = append(c.list, v)
	}
}

func (c *choices) has(v wire.Value) bool {
	if c.free {
		return true
	}
	for _, have := range c.list {
		if wire.Equal(have, v) || none(have) && none(v) {
			return true
		}
	}
	return false
}

func (c choices) clone() choices {
	return choices{list: append([]wire.Value(nil), c.list...), free: c.free}
}

// text is an argument text in the pieces that it came in.
type text []string

func (t text) String() string { return strings.Join(t, "") }

func (t text) plus(piece string) text {
	if piece == "" {
		return t
	}
	return append(t[:len(t):len(t)], piece)
}

// texts are the argument texts that a block may hold.
type texts struct {
	list []text
	free bool
}

// maxTexts bounds the answers that are told apart in a stream full of ambiguity;
// beyond it any text is accepted.
const maxTexts = 32

// become replaces every text by what may become of it.
func (ts *texts) become(next func(text) []text) {
	if ts.free {
		return
	}
	if len(ts.list) == 1 { // the ordinary case, which must stay linear
		if out := next(ts.list[0]); len(out) == 1 {
			ts.list[0] = out[0]
			return
		}
	}
	var out []text
	seen := map[string]bool{}
	for _, t := range ts.list {
		for _, n := range next(t) {
			if key := n.String(); !seen[key] {
				seen[key] = true
				out = append(out, n[:len(n):len(n)]) // they part: no shared end
			}
		}
	}
	ts.list = out
	ts.free = len(out) > maxTexts
}

// maybe lets next happen or not.
func (ts *texts) maybe(next func(text) []text) {
	ts.become(func(t text) []text { return append([]text{t}, next(t)...) })
}

func (ts texts) clone() texts {
	return texts{list: append([]text(nil), ts.list...), free: ts.free}
}

// parametersAfter is what an update may make of the argument text: `parameters`
// replaces, `parametersChunk` appends, with both `parameters` wins.
func parametersAfter(u wire.Value) func(text) []text {
	whole, piece := u.Get("parameters"), u.Get("parametersChunk")
	if whole.IsString() {
		return func(text) []text { return []text{text(nil).plus(whole.Text())} }
	}
	return func(t text) []text {
		out := appended(t, piece)
		switch {
		case whole.IsAbsent():
		case whole.IsNull(): // nothing was given, or it was taken away
			out = append(out, nil)
		default: // not as the shape says: passed by, or taken as its JSON
			out = append(out, text{whole.JSON()})
		}
		return out
	}
}

func appended(t text, piece wire.Value) []text {
	switch {
	case piece.IsString():
		return []text{appendInPlace(t, piece.Text())}
	case piece.IsNull():
		return []text{t}
	}
	return []text{t, t.plus(piece.JSON())}
}

// appendInPlace keeps 100,000 pieces linear. Texts that share a beginning lose
// their spare room when they part, see texts.become.
func appendInPlace(t text, piece string) text {
	if piece == "" {
		return t
	}
	if len(t) == cap(t) {
		grown := make(text, len(t), 2*len(t)+8)
		copy(grown, t)
		t = grown
	}
	return append(t, piece)
}

func carriesParameters(u wire.Value) bool { return u.Has("parameters") || u.Has("parametersChunk") }
