package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// neighbour is something that may stand beside a call and its result.
type neighbour struct {
	slug, title string
	// at are its events; n is the first index that is free, k the how-manieth it is.
	at func(n int64, k int) []wire.Value
	// loose: a right server sends it only elsewhere.
	loose bool
}

// neighbours are the events of the message, and blocks of every kind.
func neighbours() []neighbour {
	frame := func(slug, json string) neighbour {
		return neighbour{slug: slug, title: "a " + slug, at: func(int64, int) []wire.Value { return raw(json) }}
	}
	blocks := func(slug, title string, of func(k int) []wire.Value) neighbour {
		return neighbour{slug: slug, title: title, at: func(n int64, k int) []wire.Value { return seq(n, of(k)...) }}
	}
	id := func(k int) string { return fmt.Sprintf("toolu_N%d", 9-k) }
	call := func(k int) wire.Value { return use(id(k), "roll", fmt.Sprintf(`{"sides":%d}`, 20+k)) }
	started := frame("message-start", `{"type":"message_start","message":{"id":"msg-8","role":"assistant"}}`)
	started.loose = true
	return []neighbour{
		frame("ping", `{"type":"ping"}`), frame("group-start", `{"type":"group_start","index":1}`), frame("group-end",
			`{"type":"group_end","index":1}`),
		frame("message-delta", `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`), frame("message-stop",
			`{"type":"message_stop"}`), started,
		blocks("text", "a text", func(k int) []wire.Value { return []wire.Value{text(fmt.Sprintf("Part %d.", 7-k))} }),
		blocks("empty-text", "an empty text", func(int) []wire.Value { return []wire.Value{text("")} }),
		{slug: "empty-delta", title: "a text of one empty delta", at: func(n int64, _ int) []wire.Value {
			return []wire.Value{start(n, text("")), textDelta(n, ""), stop(n)}
		}},
		blocks("open-call", "a call that still runs", func(k int) []wire.Value { return []wire.Value{call(k)} }),
		blocks("answered-call", "a call with its result", func(k int) []wire.Value {
			return []wire.Value{call(k), res(id(k), "success", fmt.Sprintf("rolled %d", 30+k))}
		}),
		blocks("failed-call", "a call that failed", func(k int) []wire.Value {
			return []wire.Value{call(k), with(res(id(k), "error", fmt.Sprintf("lost die %d", 40+k)), "artifact", `{"type":"log"}`)}
		}),
	}
}

// beside writes blocks, with the neighbour wherever a nil stands.
func (e neighbour) beside(blocks ...[]wire.Value) []wire.Value {
	var events []wire.Value
	next, k := int64(1), 0
	add := func(list []wire.Value) {
		for _, ev := range list {
			if n, ok := ev.Get("index").Int64(); ok && ev.Get("type").Text() == evStart {
				next = max(next, n+1)
			}
		}
		events = append(events, list...)
	}
	for _, b := range blocks {
		if b != nil {
			add(seq(next, b...))
			continue
		}
		add(e.at(next, k))
		k++
	}
	return events
}

// surroundingCases put every neighbour before, between and behind a call and its
// result: alone, in parallel, live and from history.
func surroundingCases(b *casebook) {
	k7, c2 := one(res("toolu_K7", "success", "84,100")), one(res("toolu_C2", "error", "no sky"))
	for _, e := range neighbours() {
		add := func(form, title string, s *stream, tests ...string) *dialect.Case {
			if e.loose {
				return b.hostile("beside-"+e.slug+"-"+form, title, s, tests...)
			}
			return b.valid("beside-"+e.slug+"-"+form, title, s, tests...)
		}
		add("around", "Before, between and behind a call and its result stands "+e.title+".", live(e.beside(nil, one(label(buy(),
			"Searching")), nil, k7, nil)), "BLOCK-01", "BLOCK-02", "BLOCK-03", "BLOCK-06", "BLOCK-19")
		add("open", "Behind a call that still runs stands "+e.title+": it runs on.", live(e.beside(one(sell()), c2, one(buy()), nil)),
			"BLOCK-06", "BLOCK-01")
		parallel := live(e.beside(one(buy()), nil, one(sell()), nil, one(rent()), c2, nil, k7, nil))
		add("parallel", "Between parallel calls, and between their results, stands "+e.title+"; one call is still open.", parallel, "BLOCK-02",
			"BLOCK-04", "BLOCK-06")
		add("parallel-history", "The same loaded from history.", parallel.fromHistory(), "BLOCK-07", "BLOCK-20", "BLOCK-02")
		within := live(one(start(1, buy())), e.at(2, 0), one(stop(1)), seq(10, sell()), one(start(12, c2[0])), e.at(20, 1), one(stop(12)),
			seq(30, k7...))
		b.hostile("beside-"+e.slug+"-within", "Between start and stop of a call, and of a result, stands "+e.title+".", within, "BLOCK-17",
			"BLOCK-02", "BLOCK-06")
	}
}

// surroundingTurns are the turns with something beside a call and its result.
func surroundingTurns(b *casebook) {
	for _, s := range dialect.Surroundings() {
		tests := everyProducer()
		if s.Stopped {
			tests = append(tests, "BLOCK-57")
		}
		b.valid(s.Slug, s.Title, told(s.Items...), tests...)
	}
}
