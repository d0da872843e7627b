package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// indexTwists: starts, stops and indices.
func indexTwists() []dialect.Twist {
	broken := []string{"BLOCK-17", "BLOCK-02"}
	return []dialect.Twist{
		twist("lose-stop", "A block never stops.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			p := some(c.stopped(), pick)
			if p == nil {
				return nil
			}
			ids := []string{"BLOCK-51"}
			if p.kind == blkToolUse && len(c.results(p.id)) > 0 {
				ids = append(ids, "BLOCK-53")
			}
			return both(c.without(p.stop), ids...)
		}),
		twist("stray-stop", "A stop for an index never started.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			return both(c.insert(between(pick, 0, c.limit()), stop(c.beyond()+int64(pick(1000)))), "BLOCK-51")
		}),
		twist("stop-twice", "A stop comes twice.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			p := some(c.stopped(), pick)
			if t := c.terminal(); p == nil || t != nil {
				return nil
			}
			return both(c.insert(between(pick, p.stop+1, max(c.limit(), p.stop+1)), c.events[p.stop]), "BLOCK-51")
		}),
		twist("index-again", "A block has the index of one that has stopped.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			p := some(c.stopped(), pick)
			if p == nil {
				return nil
			}
			var earlier []*piece
			for _, e := range c.stopped() {
				if e.stop < p.start {
					earlier = append(earlier, e)
				}
			}
			e := some(earlier, pick)
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
		twist("negative-index", "A block has the index -1.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			p := some(c.stopped(), pick)
			if p == nil {
				return nil
			}
			c.reindex(p, -1)
			return both(c.events, "BLOCK-50")
		}),
		twist("overlap", "A block stops later, after others have begun.", broken, func(c *cutting, pick dialect.Pick) *twisted {
			p := some(append(c.of(blkToolResult, nil), c.of(blkText, nil)...), pick)
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
	var list []*piece
	for _, p := range c.pieces {
		if p.stop >= 0 {
			list = append(list, p)
		}
	}
	return list
}

// beyond is an index that no block has.
func (c *cutting) beyond() int64 {
	n := int64(0)
	for _, p := range c.pieces {
		n = max(n, c.index(p))
	}
	return n + 100
}
