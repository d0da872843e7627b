package anthropicmessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// see looks at an event before it is taken.
type see = func(t *told, kind string, e wire.Value)

// told is a producer's stream, as far as it came.
type told struct {
	*producer.Stream[*told, see]
	starts, stops int
	id            string
	blocks        []*sentBlock
	open          map[int64]*sentBlock
	reasons       []wire.Value
	failures      []wire.Value
}

// sentBlock is a block as it was sent. Its text is that of its start and deltas.
type sentBlock struct {
	index          int64
	kind, id, name string
	text           []byte
	stopped        bool
}

func producers() producer.Side[*told, see] {
	return producer.Side[*told, see]{Rules: producerRules, New: func(s *producer.Stream[*told, see]) *told {
		return &told{Stream: s, open: map[int64]*sentBlock{}}
	}}
}

// Take reads the next event.
func (t *told) Take(e wire.Value) {
	kind := e.Get("type").Text()
	t.Look(func(s see) {
		if s != nil {
			s(t, kind, e)
		}
	})
	n, _ := e.Get("index").Int64()
	switch b := t.open[n]; kind {
	case messageStart:
		if t.starts++; t.starts == 1 {
			t.id = e.Find("/message/id").Text()
		}
	case blockStart:
		c := e.Get("content_block")
		b = &sentBlock{index: n, kind: c.Get("type").Text(), id: c.Get("id").Text(), name: c.Get("name").Text(),
			text: []byte(c.Get("text").Text())}
		t.blocks = append(t.blocks, b)
		t.open[n] = b
	case blockDelta:
		if d := e.Get("delta"); b != nil && t.Meant != nil {
			switch d.Get("type").Text() { // a delta of a type that no table names says nothing
			case "text_delta":
				b.text = append(b.text, d.Get("text").Text()...)
			case "input_json_delta":
				b.text = append(b.text, d.Get("partial_json").Text()...)
			}
		}
	case blockStop:
		if b != nil {
			b.stopped = true
			delete(t.open, n)
		}
	case messageDelta:
		t.reasons = append(t.reasons, e.Find("/delta/stop_reason"))
	case messageStop:
		t.stops++
	case errorEvent:
		t.failures = append(t.failures, e.Get("error"))
	}
}

// reason is the last that came, "" for none.
func (t *told) reason() string {
	for _, r := range slices.Backward(t.reasons) {
		if r.IsString() {
			return r.Text()
		}
	}
	return ""
}

func (t *told) called() bool {
	return slices.ContainsFunc(t.blocks, func(b *sentBlock) bool { return b.kind == "tool_use" })
}

// Tells says whether the stream shows anything of the turn: a call with what it was told to
// say, or its text where it has no call.
func (t *told) Tells() bool {
	if t.Meant == nil || t.starts+len(t.failures) == 0 {
		return false
	}
	sent, calls := "", t.Calls()
	for _, b := range t.blocks {
		if b.kind == "text" {
			sent += string(b.text)
		}
		for _, c := range calls {
			if b.kind == "tool_use" && b.id == c.ID && b.name == c.Name && saysOf(c, string(b.text)) {
				return true
			}
		}
	}
	return len(calls) == 0 && t.Text() == sent
}

// saysOf tells whether the text is that of the call's arguments, or a beginning of it.
func saysOf(c *transcript.CallRecord, text string) bool {
	want, fixed := c.ArgumentText()
	if !fixed {
		want = c.Input.JSON()
	}
	got, err := wire.Parse([]byte(text))
	meant, wrong := wire.Parse([]byte(want))
	if err == nil && wrong == nil {
		return wire.Equal(got, meant)
	}
	return text == "" || strings.HasPrefix(want, text)
}
