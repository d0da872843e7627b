package contentblocks

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/wire"
)

// twists are the faults that can be planted in a stream. Their titles stand in titles.txt.
func twists() []dialect.Twist {
	return families.Entitled(titles, slices.Concat(resultTwists(), messageTwists(), callTwists(), indexTwists(), valueTwists(),
		turnTwists()))
}

// twisted is what a twist makes of a cutting: the events, and which producer requirements they break with the transcript and alone.
type twisted struct {
	events      []wire.Value
	with, alone []string
}

// both breaks the same with and without the transcript.
func both(events []wire.Value, ids ...string) *twisted { return &twisted{events, ids, ids} }

// twist makes a twist of a function that gives nil where there is no place for it.
func twist(id, tests string, apply func(c *cutting) *twisted) dialect.Twist {
	return families.TwistOf(id, strings.Fields(tests), func(from *feed, pick dialect.Pick) (*feed, dialect.Planted, bool) {
		c := dissect(from.List)
		c.pick = pick
		t := apply(c)
		if t == nil {
			return from, dialect.Planted{}, false
		}
		// What no schema takes may be refused, unless BLOCK-15 says how it is shown.
		malformed := slices.Contains(t.alone, "BLOCK-50") && !strings.Contains(tests, "BLOCK-15")
		return from.with(t.events), dialect.Planted{With: t.with, Alone: t.alone, Malformed: malformed}, true
	})
}

// onPiece makes a twist of one of some pieces.
func onPiece(id, tests string, from func(*cutting) []*piece, apply func(c *cutting, p *piece) *twisted) dialect.Twist {
	return twist(id, tests, func(c *cutting) *twisted {
		if p := c.some(from(c)); p != nil {
			return apply(c, p)
		}
		return nil
	})
}

func all(c *cutting) []*piece     { return c.pieces }
func calls(c *cutting) []*piece   { return c.calls() }
func results(c *cutting) []*piece { return c.results() }

// some picks one of a list, nil where it is empty.
func (c *cutting) some(list []*piece) *piece {
	if len(list) == 0 {
		return nil
	}
	return list[c.pick(len(list))]
}

// between picks a place from low to high, both included.
func (c *cutting) between(low, high int) int { return low + c.pick(max(high-low, 0)+1) }

func resultTwists() []dialect.Twist {
	return []dialect.Twist{
		twist("orphan-result", "BLOCK-13 BLOCK-02", func(c *cutting) *twisted {
			id := "toolu_nobody"
			if call := c.some(c.calls()); call != nil && c.pick(2) == 1 {
				id = call.id + "_"
			}
			if len(c.calls(id)) > 0 {
				return nil
			}
			b := words.ResultBlock(id, []string{"success", "error", "cancelled"}[c.pick(3)], wire.Str("for nobody")).With("artifact",
				wire.ParseString(`{"type":"orphan"}`))
			return both(c.insertBlock(c.between(0, c.limit()), b), "BLOCK-55")
		}),
		onPiece("second-result", "BLOCK-14 BLOCK-02", results, secondResult),
		onPiece("drop-result", "BLOCK-06 BLOCK-02", (*cutting).successes, func(c *cutting, p *piece) *twisted {
			if c.terminal() != nil || len(c.results(p.id)) != 1 {
				return nil
			}
			return both(c.without(p.At...), "BLOCK-54")
		}),
		onPiece("result-first", "BLOCK-16 BLOCK-02", func(c *cutting) []*piece {
			return that(c.results(), func(p *piece) bool { return len(c.calls(p.id)) == 1 && len(c.results(p.id)) == 1 })
		}, func(c *cutting, p *piece) *twisted {
			call := c.calls(p.id)[0]
			if call.start > p.start {
				return nil
			}
			moved := []wire.Value{c.events[p.start], c.events[p.stop]}
			return both(ordered((&cutting{events: c.without(p.start, p.stop)}).insert(call.start, moved...)), "BLOCK-53")
		}),
		onPiece("retarget-result", "BLOCK-14 BLOCK-02", (*cutting).successes, retarget),
		onPiece("result-without-id", "BLOCK-02", (*cutting).successes, func(c *cutting, p *piece) *twisted {
			if c.terminal() != nil || len(c.results(p.id)) != 1 {
				return nil
			}
			c.reblock(p, p.block.Without("tool_use_id"))
			return both(c.events, "BLOCK-50", "BLOCK-54")
		}),
	}
}

// messageTwists: what stands around the blocks of a message.
func messageTwists() []dialect.Twist {
	tests := "BLOCK-12 BLOCK-02"
	return []dialect.Twist{
		twist("next-message", tests, func(c *cutting) *twisted {
			at := c.seams()
			if len(at) == 0 {
				return nil
			}
			return both(c.insert(at[c.pick(len(at))], [][]wire.Value{{words.Plain(words.MessageStop), words.Plain(words.MessageStart)},
				{words.Plain(words.MessageStart)},
				{words.Plain(words.MessageDelta), words.Plain(words.MessageStart)}}[c.pick(3)]...))
		}),
		twist("many-messages", tests, func(c *cutting) *twisted {
			seams := c.seams()
			if len(seams) < 3 {
				return nil
			}
			events := c.events
			for i := len(seams) - 1; i > 0; i-- {
				if c.pick(3) > 0 {
					events = (&cutting{events: events}).insert(seams[i], words.Plain(words.MessageStop), words.Plain(words.MessageStart))
				}
			}
			return both(events)
		}),
		twist("no-blocks-between", tests, func(c *cutting) *twisted {
			events := c.events
			for range 1 + c.pick(8) {
				e := words.Plain([]string{words.Ping, words.GroupStart, words.GroupEnd, words.MessageDelta, words.MessageStop}[c.pick(5)])
				events = (&cutting{events: events}).insert(c.pick(len(events)+1), e)
			}
			return both(events)
		}),
	}
}

// seams are the places where no block is open, up to a terminal.
func (c *cutting) seams() []int {
	var list []int
	for at := range min(len(c.events), c.limit()) + 1 {
		if !slices.ContainsFunc(c.pieces, func(p *piece) bool { return p.start < at && (p.stop < 0 || p.stop >= at) }) {
			list = append(list, at)
		}
	}
	return list
}

func secondResult(c *cutting, p *piece) *twisted {
	b, with := p.block, []string{"BLOCK-54"}
	if b.Get("status").Text() == "success" {
		switch c.pick(4) {
		case 1:
			b, with = b.With("content", wire.Str("another answer")), append(with, "BLOCK-56")
		case 2:
			b, with = b.With("status", wire.Str("error")), append(with, "BLOCK-56")
		case 3:
			b, with = b.With("artifact", wire.ParseString(`{"type":"second"}`)).With("content", wire.Str("drawn again")),
				append(with, "BLOCK-56")
		}
	}
	t := &twisted{with: with, alone: []string{"BLOCK-54"}}
	t.events = c.insertBlock(c.between(p.stop+1, max(c.limit(), p.stop+1)), b)
	return t
}

// retarget gives the result of one call to another that has one too.
func retarget(c *cutting, p *piece) *twisted {
	if len(c.results(p.id)) != 1 || c.terminal() != nil {
		return nil
	}
	other := c.some(that(c.results(), func(r *piece) bool {
		calls := c.calls(r.id)
		return r.id != p.id && r.block.Get("status").Text() == "success" && len(calls) == 1 && calls[0].stop < p.start
	}))
	if other == nil {
		return nil
	}
	b := p.block.With("tool_use_id", wire.Str(other.id))
	c.reblock(p, b)
	t := both(c.events, "BLOCK-54")
	same := wire.Equal(b.Get("content"), other.block.Get("content")) &&
		wire.Equal(wire.OrNull(b.Get("artifact")), wire.OrNull(other.block.Get("artifact")))
	if name := b.Get("tool_name"); name.IsString() && !wire.Equal(name, c.calls(other.id)[0].block.Get("name")) {
		t = both(c.events, "BLOCK-54", "BLOCK-60")
	}
	if !same {
		t.with = append([]string{"BLOCK-56"}, t.with...)
	}
	return t
}

func callTwists() []dialect.Twist {
	return []dialect.Twist{
		onPiece("drop-call", "BLOCK-13 BLOCK-02", calls, func(c *cutting, p *piece) *twisted {
			if len(c.calls(p.id)) != 1 {
				return nil
			}
			t := &twisted{events: c.without(p.At...), with: []string{"BLOCK-58"}}
			if len(c.results(p.id)) > 0 {
				t.with, t.alone = []string{"BLOCK-55", "BLOCK-58"}, []string{"BLOCK-55"}
			}
			return t
		}),
		onPiece("replay-call", "BLOCK-18", calls, func(c *cutting, p *piece) *twisted {
			return both(c.insertBlock(c.between(p.stop+1, max(c.limit(), p.stop+1)), p.block), "BLOCK-55")
		}),
		twist("twin-ids", "BLOCK-18 BLOCK-13", func(c *cutting) *twisted {
			calls := c.calls()
			if len(calls) < 2 {
				return nil
			}
			later := 1 + c.pick(len(calls)-1)
			a, b := calls[c.pick(later)], calls[later]
			if a.id == b.id || len(c.calls(b.id)) != 1 {
				return nil
			}
			c.reblock(b, b.block.With("id", wire.Str(a.id)))
			return &twisted{events: c.events, with: []string{"BLOCK-55", "BLOCK-58"}, alone: []string{"BLOCK-55"}}
		}),
		twist("replay-turn", "BLOCK-18 BLOCK-14", func(c *cutting) *twisted {
			calls := c.calls()
			if len(calls) == 0 || c.terminal() != nil {
				return nil
			}
			events, n := c.events, int64(0)
			for _, p := range c.pieces {
				n = max(n, c.index(p)+1)
			}
			for _, p := range c.pieces {
				events = append(events, words.Block(n, p.block)...)
				n++
			}
			if len(c.results()) == 0 {
				return both(events, "BLOCK-55")
			}
			return both(events, "BLOCK-54", "BLOCK-55")
		}),
		onPiece("call-without-name", "BLOCK-02", calls, func(c *cutting, p *piece) *twisted {
			c.reblock(p, p.block.Without("name"))
			return both(c.events, "BLOCK-50")
		}),
		onPiece("delta-for-a-call", "BLOCK-12 BLOCK-01", func(c *cutting) []*piece {
			return append(c.calls(), c.results()...)
		}, func(c *cutting, p *piece) *twisted {
			return both(c.insert(p.start+1, words.TextDelta(c.index(p), "noise")), "BLOCK-52")
		}),
	}
}
