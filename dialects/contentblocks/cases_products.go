package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// secondResultCases: equal, different, better, worse, with and without artifact.
func secondResultCases(b *casebook) {
	statuses := []string{"success", "error", "cancelled"}
	artifacts := []struct{ slug, first, second string }{
		{"", "", ""}, {"-artifact-first", `{"type":"chart","no":1}`, ""}, {"-artifact-second", "", `{"type":"chart","no":2}`},
		{"-artifact-both", `{"type":"chart","no":1}`, `{"type":"chart","no":2}`}, {"-artifact-null", `{"type":"chart","no":1}`, `null`},
	}
	for _, first := range statuses {
		for _, second := range statuses {
			for _, a := range artifacts {
				one, two := with(res("toolu_K7", first, "first answer"), "artifact", a.first),
					with(res("toolu_K7", second, "second answer"),
						"artifact", a.second)
				b.hostile(fmt.Sprintf("second-%s-%s%s", first, second, a.slug),
					"A second result for a call: one of the two is held, whole.",
					live(seq(2, sell(), buy(), one, res("toolu_C2", "success", "gale"), two)), "BLOCK-14", "BLOCK-02")
			}
		}
	}
}

// statusCases: status × content × live or history.
func statusCases(b *casebook) {
	statuses := []struct{ slug, json string }{{"success", `"success"`}, {"error", `"error"`}, {"cancelled", `"cancelled"`}, {"timeout",
		`"timeout"`},
		{"upper", `"ERROR"`}, {"upper-success", `"SUCCESS"`}, {"empty", `""`}, {"spaced", `" error"`}, {"absent", ``}, {"null", `null`},
		{"true", `true`}, {"object", `{"code":"success"}`}}
	bodies := []struct{ slug, json string }{{"text", `"some text"`}, {"empty", `""`}, {"null", `null`}, {"absent", ``}}
	for i, s := range statuses {
		for _, body := range bodies {
			if i < 3 && (body.slug == "text" || body.slug == "empty") {
				continue // valid, and told elsewhere
			}
			r := with(with(res("toolu_K7", "", ""), "status", s.json), "content", body.json)
			events := live(seq(2, sell(), buy(), r, res("toolu_C2", "success", "thaw")))
			now := b.hostile(fmt.Sprintf("status-%s-content-%s", s.slug, body.slug),
				fmt.Sprintf("A result with the status %s and the content %s.", orWord(s.json), orWord(body.json)), events, "BLOCK-15",
				"BLOCK-02")
			later := b.hostile(fmt.Sprintf("status-%s-content-%s-history", s.slug, body.slug), "The same loaded from history.",
				events.fromHistory(), "BLOCK-15")
			// A status that is no string is more than unknown: the event is malformed.
			now.MayReject = s.slug == "true" || s.slug == "object"
			later.MayReject = now.MayReject
		}
	}
}

func orWord(json string) string {
	if json == "" {
		return "absent"
	}
	return json
}

// everyTwoCases put every two kinds of event side by side that a server may send so,
// or that a reader meets when something goes wrong.
func everyTwoCases(b *casebook) {
	strewn := []string{words.Ping, words.GroupStart, words.GroupEnd, words.MessageDelta, words.MessageStop, words.MessageStart,
		"content_block_note"}
	for i, kind := range strewn {
		slug := []string{"ping", "group-start", "group-end", "message-delta", "message-stop", "message-start", "unknown"}[i]
		for _, end := range []wire.Value{words.Stopped(), failedTurn()} {
			w := &everyTwo{}
			w.beside(kind, strewn, end)
			how := map[string]string{words.UserStopped: "stopped", words.Failed: "failed"}[end.Get("type").Text()]
			b.hostile("every-two-"+slug+"-"+how,
				"An event that is no block stands next to every other kind of event.", live(w.events), "BLOCK-12", "BLOCK-02", "BLOCK-17")
		}
	}
	w := &everyTwo{}
	w.overlapping()
	b.hostile("every-two-overlapping", "Blocks of every two kinds overlap, and so do texts that go on beside them.", live(w.events),
		"BLOCK-17", "BLOCK-02", "BLOCK-01")
}

// everyTwo writes a stream whose blocks have indices and ids of their own.
type everyTwo struct {
	events []wire.Value
	index  int64
	calls  int
	open   []string // calls without a result
}

func (w *everyTwo) next() int64 { w.index++; return w.index }

// call is a call that nothing else resembles.
func (w *everyTwo) call() wire.Value {
	w.calls++
	id := fmt.Sprintf("toolu_%c%d", 'Z'-rune(w.calls%20), 7*w.calls%101)
	w.open = append(w.open, id)
	return use(id, []string{"roll", "search_stock", "rent"}[w.calls%3], fmt.Sprintf(`{"nth":%d}`, 300-w.calls))
}

// result answers the oldest call that is open.
func (w *everyTwo) result(status string) wire.Value {
	id := w.open[0]
	w.open = w.open[1:]
	return res(id, status, "result of "+id)
}

// beside puts the event around everything that a block is made of, and around its like.
func (w *everyTwo) beside(kind string, others []string, end wire.Value) {
	put := func(events ...wire.Value) {
		for _, e := range events {
			w.events = append(w.events, words.Plain(kind), e)
		}
	}
	for range 4 {
		put(words.Block(w.next(), w.call())...)
	}
	for _, status := range []string{"success", "error", "cancelled"} {
		put(words.Block(w.next(), w.result(status))...)
	}
	n := w.next()
	put(words.Start(n, words.Text("")), words.TextDelta(n, "Words."), words.Stop(n))
	for _, other := range others {
		put(words.Plain(other))
	}
	put(words.Block(w.next(), end)...)
	w.events = append(w.events, words.Plain(kind))
}

// overlapping lets a block of each kind begin right behind one of each kind.
func (w *everyTwo) overlapping() {
	kinds := []func() wire.Value{w.call, func() wire.Value { return w.result("success") }, func() wire.Value { return w.result("error") },
		func() wire.Value { return w.result("cancelled") }, func() wire.Value { return words.Text("Words.") }}
	for range 50 {
		w.events = append(w.events, words.Block(w.next(), w.call())...)
	}
	for _, one := range kinds {
		for _, other := range kinds {
			m, n := w.next(), w.next()
			w.events = append(w.events, words.Start(m, one()), words.Start(n, other()), words.Stop(n), words.Stop(m))
		}
		m, n := w.next(), w.next()
		w.events = append(w.events, words.Start(m, words.Text("")), words.TextDelta(m, "It goes "), words.Start(n, one()),
			words.TextDelta(m, "on."), words.Stop(n),
			words.Stop(m))
	}
}

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
		blocks("text", "a text", func(k int) []wire.Value { return []wire.Value{words.Text(fmt.Sprintf("Part %d.", 7-k))} }),
		blocks("empty-text", "an empty text", func(int) []wire.Value { return []wire.Value{words.Text("")} }),
		{slug: "empty-delta", title: "a text of one empty delta", at: func(n int64, _ int) []wire.Value {
			return []wire.Value{words.Start(n, words.Text("")), words.TextDelta(n, ""), words.Stop(n)}
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
			if n, ok := ev.Get("index").Int64(); ok && ev.Get("type").Text() == words.StartEvent {
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
	k7, c2 := plant.Only(res("toolu_K7", "success", "84,100")), plant.Only(res("toolu_C2", "error", "no sky"))
	for _, e := range neighbours() {
		add := func(form, title string, s *feed, tests ...string) *dialect.Case {
			if e.loose {
				return b.hostile("beside-"+e.slug+"-"+form, title, s, tests...)
			}
			return b.valid("beside-"+e.slug+"-"+form, title, s, tests...)
		}
		add("around", "Before, between and behind a call and its result stands "+e.title+".", live(e.beside(nil, plant.Only(label(buy(),
			"Searching")), nil, k7, nil)), "BLOCK-01", "BLOCK-02", "BLOCK-03", "BLOCK-06", "BLOCK-19")
		add("open", "Behind a call that still runs stands "+e.title+": it runs on.",
			live(e.beside(plant.Only(sell()), c2, plant.Only(buy()), nil)),
			"BLOCK-06", "BLOCK-01")
		parallel := live(e.beside(plant.Only(buy()), nil, plant.Only(sell()), nil, plant.Only(rent()), c2, nil, k7, nil))
		add("parallel", "Between parallel calls, and between their results, stands "+e.title+"; one call is still open.", parallel,
			"BLOCK-02",
			"BLOCK-04", "BLOCK-06")
		add("parallel-history", "The same loaded from history.", parallel.fromHistory(), "BLOCK-07", "BLOCK-20", "BLOCK-02")
		within := live(plant.Only(words.Start(1, buy())), e.at(2, 0), plant.Only(words.Stop(1)), seq(10, sell()),
			plant.Only(words.Start(12, c2[0])),
			e.at(20, 1), plant.Only(words.Stop(12)),
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
