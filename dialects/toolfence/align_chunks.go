package toolfence

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// chunks are the text and tool chunks of the final state, laid along the document.
type chunks struct {
	// of[i] is the chunk of the i-th call, absent where there is none.
	of []wire.Value
	at []int // its index among the chunks
	// surplus are indices of tool chunks that no call accounts for.
	surplus []int
	// some: there is at least one tool chunk.
	some bool
	// laid is nil where there is no text chunk at all.
	laid *laid
}

type toolChunk struct {
	value wire.Value
	index int
	taken bool
}

func (v *view) readChunks(list wire.Value) *chunks {
	c := &chunks{of: make([]wire.Value, len(v.calls)), at: make([]int, len(v.calls))}
	var text strings.Builder
	var tools []toolChunk
	texts := 0
	for i, item := range list.Items() {
		switch item.Get("type").Text() {
		case "text":
			text.WriteString(item.Get("text").Text())
			texts++
		case "tool":
			tools = append(tools, toolChunk{value: item, index: i})
		}
	}
	c.some = len(tools) > 0
	c.pair(v, tools)
	for _, t := range tools {
		if !t.taken {
			c.surplus = append(c.surplus, t.index)
		}
	}
	if texts > 0 {
		c.laid = lay(v.doc, text.String(), func(fence int) bool {
			i := v.callOf[fence]
			return i >= 0 && !c.of[i].IsAbsent()
		})
	}
	return c
}

// pair gives each call its chunk: where there are as many chunks as calls, in
// order; otherwise by id first, the rest in order.
func (c *chunks) pair(v *view, tools []toolChunk) {
	var calls []int
	for i := range v.calls {
		if !v.left(&v.calls[i]) {
			calls = append(calls, i)
		}
	}
	if len(calls) != len(tools) {
		calls = c.pairByID(v, calls, tools)
	}
	next := 0
	for _, i := range calls {
		for next < len(tools) && tools[next].taken {
			next++
		}
		if next < len(tools) {
			c.give(i, &tools[next])
		}
	}
}

func (c *chunks) give(call int, t *toolChunk) {
	c.of[call], c.at[call], t.taken = t.value, t.index, true
}

// pairByID pairs calls with an id and returns the others.
func (c *chunks) pairByID(v *view, calls []int, tools []toolChunk) []int {
	byID := map[string][]int{}
	for j := range tools {
		id := tools[j].value.Get("toolCallId").Text()
		byID[id] = append(byID[id], j)
	}
	var rest []int
	for _, i := range calls {
		call := &v.calls[i]
		if call.generated || call.unsureID {
			rest = append(rest, i)
			continue
		}
		if js := byID[call.id]; len(js) > 0 {
			c.give(i, &tools[js[0]])
			byID[call.id] = js[1:]
		}
	}
	return rest
}
