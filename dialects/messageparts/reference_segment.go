package messageparts

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// flush ends the segment: its assistant message, the tool messages, and the text
// that waited for them.
func (c *conversion) flush() {
	seg := &c.seg
	text := seg.text.String()
	switch {
	case c.choose.split:
		if text != "" {
			c.say(text, nil)
		}
		for _, call := range seg.calls {
			c.say("", []wire.Value{call})
		}
	case text != "" || len(seg.calls) > 0:
		c.say(text, seg.calls)
	}
	if c.choose.byParts {
		slices.SortStableFunc(seg.answers, func(a, b answerOut) int { return a.order - b.order })
	}
	for _, a := range seg.answers {
		c.out = append(c.out, a.message)
	}
	if seg.late.Len() > 0 {
		c.say(seg.late.String(), nil)
	}
	c.seg = segment{}
}

func (c *conversion) say(text string, calls []wire.Value) {
	content := wire.Str(text)
	if text == "" && c.choose.nullContent {
		content = wire.NullValue
	}
	toolCalls := wire.Value{}
	if len(calls) > 0 {
		toolCalls = wire.List(calls...)
	}
	c.out = append(c.out, wire.Obj(wire.M("role", wire.Str("assistant")), wire.M("content", content), wire.M("toolCalls", toolCalls)))
}
