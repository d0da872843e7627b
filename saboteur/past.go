package saboteur

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// remembered is how many inputs are compared with the present one, and how long the
// longest of them may be.
const (
	remembered = 64
	longest    = 64 << 10
)

// Past is what came before an input.
type Past struct {
	count   int
	company bool
	seen    map[string]bool
	last    []content
}

// content is what an input says, without how it is cut.
type content struct {
	whole  wire.Value
	text   string
	sorted string
}

func (p *Past) remember(input wire.Value) {
	p.seen[input.JSON()] = true
	c := contentOf(input)
	if len(c.text) > longest {
		return
	}
	if p.last = append(p.last, c); len(p.last) > remembered {
		p.last = p.last[1:]
	}
}

// any tells whether the input stands in this relation to one of the last ones.
func (p *Past) any(input wire.Value, related func(before, now content) bool) bool {
	now := contentOf(input)
	if len(now.text) > longest {
		return false
	}
	return slices.ContainsFunc(p.last, func(before content) bool {
		return !wire.Equal(before.whole, now.whole) && related(before, now)
	})
}

func contentOf(input wire.Value) content {
	c := content{whole: input, text: text(input)}
	bytes := []byte(c.text)
	slices.Sort(bytes)
	c.sorted = string(bytes)
	return c
}

// text is the wire text of an input, or the JSON of its list without the brackets.
func text(input wire.Value) string {
	if chunks, err := wire.InputChunks(input); err == nil && len(chunks) > 0 {
		return string(slices.Concat(chunks...))
	}
	for _, m := range input.Members() {
		list := m.Value
		if list.IsObject() {
			list = list.Get("items")
		}
		if list.IsArray() {
			return strings.Trim(list.JSON(), "[]")
		}
	}
	return input.JSON()
}

func same(before, now content) bool { return before.text == now.text }

func prefix(before, now content) bool {
	return len(now.text) < len(before.text) && strings.HasPrefix(before.text, now.text)
}

func permuted(before, now content) bool {
	return before.text != now.text && before.sorted == now.sorted
}

// strewn: every element that was there is there still, in order, with more between them or in
// them.
func strewn(before, now content) bool {
	if before.text == "" || len(now.text) <= len(before.text) || strings.HasPrefix(now.text, before.text) {
		return false
	}
	rest := elements(now)
	for _, b := range elements(before) {
		at := slices.IndexFunc(rest, func(n string) bool { return n == b || grown(b, n) })
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// elements are the events of a list, or the frames or lines of a text.
func elements(c content) []string {
	if chunks(c.whole) != nil {
		return strings.FieldsFunc(c.text, func(r rune) bool { return r == '\n' || r == '\r' })
	}
	return strings.SplitAfter(c.text, "},{")
}

// grown tells whether an element begins alike and holds all of the other, in order.
func grown(before, now string) bool {
	if n := min(len(before), 8); len(now) <= len(before) || before[:n] != now[:n] {
		return false
	}
	at := 0
	for i := 0; i < len(now) && at < len(before); i++ {
		if now[i] == before[at] {
			at++
		}
	}
	return at == len(before)
}

func chunks(input wire.Value) []wire.Value {
	if list := input.Get("chunks"); list.IsArray() {
		return list.Items()
	}
	return input.Get("chunks_base64").Items()
}

func pieces(input wire.Value) int { return len(chunks(input)) }

// bytewise: read byte by byte.
func bytewise(input wire.Value) bool {
	list, err := wire.InputChunks(input)
	return err == nil && len(list) > 1 && !slices.ContainsFunc(list, func(c []byte) bool { return len(c) > 1 })
}
