package contentblocks

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// valueTwists change what a block says. A consumer takes it as it is.
func valueTwists() []dialect.Twist {
	// restated says something else in a block.
	restated := func(id, title string, tests []string, from func(*cutting) []*piece, edit plant.Edit, with, alone []string) dialect.Twist {
		return onPiece(id, title, tests, from, func(c *cutting, p *piece, _ dialect.Pick) *twisted {
			c.reblock(p, edit(p.block))
			return &twisted{c.events, with, alone}
		})
	}
	status := func(id, title string, value wire.Value, with, alone []string) dialect.Twist {
		return restated(id, title, []string{"BLOCK-15", "BLOCK-04"}, (*cutting).successes, plant.Having("status", value), with, alone)
	}
	content := func(id, title string, value wire.Value) dialect.Twist {
		return onPiece(id, title, []string{"BLOCK-15"}, (*cutting).successes, func(c *cutting, p *piece, _ dialect.Pick) *twisted {
			if p.block.Get("content").Text() == "null" {
				return nil
			}
			c.reblock(p, p.block.With("content", value))
			return &twisted{c.events, []string{"BLOCK-50", "BLOCK-56"}, []string{"BLOCK-50"}}
		})
	}
	schema := []string{"BLOCK-50", "BLOCK-56"}
	return []dialect.Twist{
		status("status-error", "A success is told as an error.", wire.Str("error"), []string{"BLOCK-56"}, nil),
		status("status-cancelled", "A success is told as cancelled.", wire.Str("cancelled"), []string{"BLOCK-56"}, nil),
		status("status-unknown", "A status that nobody knows.", wire.Str("timeout"), schema, schema[:1]),
		status("status-upper", "A status in upper case.", wire.Str("SUCCESS"), schema, schema[:1]),
		status("status-absent", "No status.", wire.Value{}, schema, schema[:1]),
		status("status-null", "The status null.", wire.NullValue, schema, schema[:1]),
		content("content-null", "The content null.", wire.NullValue),
		content("content-absent", "No content.", wire.Value{}),
		restated("artifact-other", "A result with an artifact of its own.", []string{"BLOCK-05"}, (*cutting).successes,
			plant.Having("artifact", wire.ParseString(`{"type":"other","data":[0]}`)), schema[1:], nil),
		restated("input-other", "A call with another input.", []string{"BLOCK-01"}, calls,
			plant.Inside("/input", plant.Having("zz", wire.Int(17))), []string{"BLOCK-58"}, nil),
		onPiece("name-other", "A call of another tool.", []string{"BLOCK-01"}, calls,
			func(c *cutting, p *piece, pick dialect.Pick) *twisted {
				c.reblock(p, p.block.With("name", wire.Str("another_tool")))
				t := &twisted{events: c.events, with: []string{"BLOCK-58"}}
				for _, r := range c.results(p.id) {
					if r.block.Get("tool_name").IsString() {
						t.alone = []string{"BLOCK-60"}
					}
				}
				return t
			}),
		restated("tool-name-other", "A result names another tool.", []string{"BLOCK-02"}, func(c *cutting) []*piece {
			return c.of(words.ToolResult, func(p *piece) bool { return len(c.calls(p.id)) == 1 })
		}, plant.Having("tool_name", wire.Str("another_tool")), []string{"BLOCK-60"}, []string{"BLOCK-60"}),
		onPiece("message-id-other", "A start names another message.", []string{"BLOCK-01"}, all,
			func(c *cutting, p *piece, pick dialect.Pick) *twisted {
				c.events[p.start] = c.events[p.start].With("message_id", wire.Str("msg-of-another"))
				return &twisted{events: c.events, with: []string{"BLOCK-60"}}
			}),
	}
}

// turnTwists: terminals, cuts, and what nobody knows.
func turnTwists() []dialect.Twist {
	ends := []string{"BLOCK-08", "BLOCK-09"}
	return []dialect.Twist{
		twist("after-terminal", "Something comes after the terminal.", ends, func(c *cutting, pick dialect.Pick) *twisted {
			t := c.terminal()
			if t == nil || t.stop < 0 {
				return nil
			}
			return both(c.insert(t.stop+1, words.Block(c.beyond(), words.Text("One more thing."))...), "BLOCK-57")
		}),
		onPiece("terminal-early", "A terminal comes before the end.", ends, all, func(c *cutting, p *piece, pick dialect.Pick) *twisted {
			b := []wire.Value{words.Stopped(), words.Plain(words.Failed).With("message", wire.Str("upstream closed"))}[pick(2)]
			return both(c.insertBlock(p.start, b), "BLOCK-57")
		}),
		twist("cut", "The stream breaks off.", []string{"BLOCK-10", "BLOCK-06"}, cutOff),
		twist("unknown-events", "Events and members that nobody knows.", []string{"BLOCK-12"},
			func(c *cutting, pick dialect.Pick) *twisted {
				return both(feedOf(c.events, false).InsertUnknown(pick).(*feed).List)
			}),
	}
}

// cutOff drops the end of a stream; what is dropped must leave no doubt about the
// transcript, so of results only successes.
func cutOff(c *cutting, pick dialect.Pick) *twisted {
	if len(c.events) < 2 {
		return nil
	}
	at := 1 + pick(len(c.events)-1)
	kept := dissect(c.events[:at])
	t := both(kept.events)
	for _, p := range kept.pieces {
		if p.stop < 0 {
			t = both(kept.events, "BLOCK-51")
		}
	}
	open, lost, halted := false, false, false
	for _, p := range c.pieces {
		answers := c.results(p.id)
		switch {
		case p.kind == words.ToolResult && p.start >= at:
			if p.block.Get("status").Text() != "success" {
				return nil
			}
		case p.kind == words.ToolUse && p.start >= at:
			lost = true
		case p.kind == words.ToolUse && len(answers) == 0:
			open, halted = open || kept.terminal() == nil, halted || kept.terminal() == nil
		case p.kind == words.ToolUse && answers[0].start >= at:
			open = true
		}
	}
	if open {
		t.with, t.alone = append(t.with[:len(t.with):len(t.with)], "BLOCK-54"), append(t.alone[:len(t.alone):len(t.alone)], "BLOCK-54")
	}
	if halted {
		t.with = append(t.with, "BLOCK-57")
	}
	if lost {
		t.with = append(t.with, "BLOCK-58")
	}
	return t
}

// indexTwists: starts, stops and indices.
func indexTwists() []dialect.Twist {
	broken := []string{"BLOCK-17", "BLOCK-02"}
	return []dialect.Twist{
		onPiece("lose-stop", "A block never stops.", broken, (*cutting).stopped, func(c *cutting, p *piece, pick dialect.Pick) *twisted {
			ids := []string{"BLOCK-51"}
			if p.kind == words.ToolUse && len(c.results(p.id)) > 0 {
				ids = append(ids, "BLOCK-53")
			}
			return both(c.without(p.stop), ids...)
		}),
		twist("stray-stop", "A stop for an index never started.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			return both(c.insert(between(pick, 0, c.limit()), words.Stop(c.beyond()+int64(pick(1000)))), "BLOCK-51")
		}),
		twist("stop-twice", "A stop comes twice.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			p := some(c.stopped(), pick)
			if t := c.terminal(); p == nil || t != nil {
				return nil
			}
			return both(c.insert(between(pick, p.stop+1, max(c.limit(), p.stop+1)), c.events[p.stop]), "BLOCK-51")
		}),
		onPiece("index-again", "A block has the index of one that has stopped.", broken, (*cutting).stopped,
			func(c *cutting, p *piece, pick dialect.Pick) *twisted {
				e := some(slices.DeleteFunc(c.stopped(), func(e *piece) bool { return e.stop >= p.start }), pick)
				if e == nil {
					return nil
				}
				c.reindex(p, c.index(e))
				return both(c.events, "BLOCK-51", "BLOCK-59")
			}),
		twist("swap-indices", "Two neighbours trade their indices.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			if len(c.pieces) < 2 {
				return nil
			}
			i := pick(len(c.pieces) - 1)
			a, b := c.pieces[i], c.pieces[i+1]
			x, y := c.index(a), c.index(b)
			if x >= y {
				return nil
			}
			c.reindex(a, y)
			c.reindex(b, x)
			return both(c.events, "BLOCK-59")
		}),
		onPiece("negative-index", "A block has the index -1.", broken, (*cutting).stopped,
			func(c *cutting, p *piece, pick dialect.Pick) *twisted {
				c.reindex(p, -1)
				return both(c.events, "BLOCK-50")
			}),
		twist("overlap", "A block stops later, after others have begun.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			p := some(append(c.of(words.ToolResult, nil), c.of(words.TextBlock, nil)...), pick)
			if p == nil || p.stop+1 >= c.limit() {
				return nil
			}
			end := c.events[p.stop]
			at := between(pick, p.stop+1, c.limit())
			rest := &cutting{events: c.without(p.stop)}
			return both(rest.insert(at-1, end))
		}),
		twist("far-indices", "Every index is far beyond the first.", broken, func(c *cutting, _ dialect.Pick) *twisted {
			for i, ev := range c.events {
				if n, ok := ev.Get("index").Int64(); ok && n >= 0 && n < 1<<40 {
					c.events[i] = ev.With("index", wire.Int(n*1000003+7))
				}
			}
			return both(c.events)
		}),
	}
}

// stopped are the pieces that have a stop.
func (c *cutting) stopped() []*piece {
	return slices.DeleteFunc(slices.Clone(c.pieces), func(p *piece) bool { return p.stop < 0 })
}

// beyond is an index that no block has.
func (c *cutting) beyond() int64 {
	n := int64(0)
	for _, p := range c.pieces {
		n = max(n, c.index(p))
	}
	return n + 100
}
