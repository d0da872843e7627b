package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// renderStream makes a stream as some right producer would, every free choice picked: indices, labels, further members, text
// pieces, overlapping calls, the order of results that are there at once, how a stopped turn ends.
func renderStream(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	r := &rendering{pick: pick, t: t, names: map[string]string{}, answered: map[string]bool{}}
	r.next = int64(pick(4))
	r.ids, r.pings, r.framed = pick(3) == 1, pick(2) == 1, pick(3) > 0
	r.turn()
	return feedOf(r.events, pick(4) == 3)
}

type rendering struct {
	pick     dialect.Pick
	t        transcript.Transcript
	next     int64
	names    map[string]string
	order    []string
	answered map[string]bool
	// ids, pings, framed: message_id on starts, pings between blocks, the events of the message around it.
	ids, pings, framed bool
	waiting            []transcript.Item // waiting are results that may still trade places; stops are calls that are open.
	stops              []wire.Value
	events             []wire.Value
}

func (r *rendering) emit(events ...wire.Value) { r.events = append(r.events, events...) }

// index is the next index, sometimes after a gap.
func (r *rendering) index() int64 {
	n := r.next
	r.next++
	if r.pick(8) == 7 {
		r.next += int64(1 + r.pick(5))
	}
	return n
}

// start begins a block.
func (r *rendering) start(n int64, b wire.Value) {
	if r.pings && r.pick(2) == 1 {
		between := []string{words.Ping, words.GroupStart, words.GroupEnd, words.MessageDelta, words.MessageStop}[r.pick(5)]
		if len(r.stops) > 0 && between == words.MessageStop {
			between = words.Ping // a message doesn't end while a block is open
		}
		r.emit(words.Plain(between))
	}
	ev := words.Start(n, b)
	if r.ids {
		ev = ev.With("message_id", r.orNone(wire.Str(r.t.MessageID)))
	}
	r.emit(ev)
}

// orNone is the value, now and then null: a member that may be left out.
func (r *rendering) orNone(v wire.Value) wire.Value {
	if r.pick(8) == 7 {
		return wire.NullValue
	}
	return v
}

// stopped stops the block, or leaves that until others have begun.
func (r *rendering) stopped(n int64) {
	if r.pick(6) == 5 {
		r.stops = append(r.stops, words.Stop(n))
		return
	}
	r.emit(words.Stop(n))
}

func (r *rendering) turn() {
	if r.framed {
		r.emit(wire.Obj(wire.T("type", words.MessageStart), wire.T("message_id", r.t.MessageID)))
	}
	for _, item := range r.t.Items {
		switch item.Kind {
		case transcript.Text:
			r.flush()
			r.text(item.Text)
		case transcript.Call:
			r.results()
			r.call(item)
		case transcript.Result:
			r.waiting = append(r.waiting, item)
			if r.pick(3) != 2 {
				r.flush()
			}
		}
	}
	r.flush()
	r.end()
	r.emit(r.stops...)
	if r.framed {
		r.emit(words.Plain(words.MessageDelta), words.Plain(words.MessageStop))
	}
}

// flush stops the calls that are open and sends the results that wait.
func (r *rendering) flush() {
	r.halt()
	r.results()
}

// halt stops what is open.
func (r *rendering) halt() {
	r.emit(r.stops...)
	r.stops = nil
}

// results sends those that wait, in any order.
func (r *rendering) results() {
	if len(r.waiting) > 0 {
		r.halt()
	}
	for len(r.waiting) > 0 {
		i := r.pick(len(r.waiting))
		r.result(r.waiting[i])
		r.waiting = append(r.waiting[:i:i], r.waiting[i+1:]...)
	}
}

func (r *rendering) text(text string) {
	n := r.index()
	if r.pick(2) == 1 {
		r.start(n, words.Text(text))
		r.stopped(n)
		return
	}
	b := words.Plain(words.TextBlock)
	if r.pick(2) == 1 {
		b = b.With("text", []wire.Value{wire.Str(""), wire.NullValue}[r.pick(2)])
	}
	r.start(n, b)
	runes := []rune(text)
	at := r.pick(len(runes) + 1)
	r.emit(words.TextDelta(n, string(runes[:at])), words.TextDelta(n, string(runes[at:])))
	r.stopped(n)
}

// call sends a call; sometimes its stop comes only after the next call's start.
func (r *rendering) call(item transcript.Item) {
	r.names[item.ID] = item.Name
	r.order = append(r.order, item.ID)
	b := words.UseBlock(item.ID, item.Name, item.Input)
	if item.Label != "" {
		b = b.With("tool_content_message", wire.Str(item.Label))
	} else if r.pick(8) == 7 {
		b = b.With("tool_content_message", wire.NullValue)
	}
	n := r.index()
	r.start(n, b)
	if r.pick(4) == 3 {
		r.stops = append(r.stops, words.Stop(n))
		return
	}
	r.emit(words.Stop(n))
	r.halt()
}

func (r *rendering) result(item transcript.Item) {
	r.answered[item.ID] = true
	content := item.Content
	if !content.IsString() {
		content = wire.Str(content.JSON())
	}
	b := words.ResultBlock(item.ID, item.Status, content)
	if r.pick(2) == 1 {
		b = b.With("tool_name", r.orNone(wire.Str(r.names[item.ID])))
	}
	if !item.Artifact.IsNull() || r.pick(2) == 1 {
		b = b.With("artifact", wire.OrNull(item.Artifact))
	}
	n := r.index()
	r.start(n, b)
	r.stopped(n)
}

// end tells how a stopped turn ended: open calls answered, a terminal, or both.
func (r *rendering) end() {
	reason := r.t.StopReason()
	if reason == transcript.Completed {
		return
	}
	var open []string
	for _, id := range r.order {
		if !r.answered[id] {
			open = append(open, id)
		}
	}
	how := r.pick(4) // 0, 1: a terminal; 2: answers; 3: both
	if how >= 2 {
		for _, id := range open {
			r.result(transcript.Item{ID: id, Status: []string{transcript.Cancelled, transcript.Error}[r.pick(2)], Content: wire.Str("")})
		}
	}
	if how == 2 || len(open) == 0 && how == 1 {
		return
	}
	b := words.Plain(words.UserStopped)
	if reason == transcript.Error {
		b = words.Plain(words.Failed)
	}
	if r.pick(2) == 1 {
		b = b.With("message", []wire.Value{wire.Str("upstream closed the stream"), wire.Str(""), wire.NullValue}[r.pick(3)])
	}
	r.halt()
	n := r.index()
	r.start(n, b)
	r.emit(words.Stop(n))
}
