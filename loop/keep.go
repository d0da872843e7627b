package loop

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
)

// Len is the number of texts and calls; a turn in which something goes wrong counts as one.
func (c *Conversation) Len() int {
	n := 0
	for _, t := range c.Turns {
		n += t.pieces()
	}
	return n
}

// Keep is the conversation with some of its texts and calls. A turn that loses some is told anew, as
// plainly as its wire can; one that loses all, or every call that it had, is left out.
func (c *Conversation) Keep(indices []int) dialect.Script {
	kept := *c
	kept.Turns = nil
	first, whole := 0, true
	for _, t := range c.Turns {
		n := t.pieces()
		var here []int
		for _, i := range indices {
			if i >= first && i < first+n {
				here = append(here, i-first)
			}
		}
		first += n
		whole = whole && len(here) == n
		if less, ok := c.less(t, here); ok {
			kept.Turns = append(kept.Turns, less)
		}
	}
	if whole {
		return c
	}
	return &kept
}

// less is a turn with some of its pieces; ok is false where nothing is left of it.
func (c *Conversation) less(t Turn, pieces []int) (less Turn, ok bool) {
	if len(pieces) == t.pieces() || t.Cut() {
		return t, len(pieces) > 0
	}
	var items []transcript.Item
	owners, _ := t.owners()
	for n, item := range t.Items {
		if owners[n] < 0 || slices.Contains(pieces, owners[n]) {
			items = append(items, item)
		}
	}
	less = c.turn(Plain, items...)
	if len(less.Due()) == 0 {
		return less, len(t.Due()) == 0 && len(pieces) > 0
	}
	if t.How == Twice {
		return c.twice(less)
	}
	return less, true
}

// pieces is how many texts and calls may go by themselves, or one where none may.
func (t Turn) pieces() int {
	if t.Cut() {
		return 1
	}
	_, n := t.owners()
	return max(1, n)
}

// owners are the texts and calls that items belong to, by number, -1 for none; and how many there are.
func (t Turn) owners() (owners []int, n int) {
	calls := map[string]int{}
	for _, item := range t.Items {
		owner, known := calls[item.ID]
		switch {
		case item.Kind == transcript.Text, item.Kind == transcript.Call:
			owner = n
			n++
		case item.ID == "" || !known:
			owner = -1
		}
		if item.Kind == transcript.Call {
			calls[item.ID] = owner
		}
		owners = append(owners, owner)
	}
	return owners, n
}
