package stageevents

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// view lays what was meant beside what was observed: every life beside its block.
type view struct {
	events  []wire.Value
	unknown []int // places of the unknown events
	stray   int   // the first event that belongs to no call started before it, -1 for none
	strings map[string]bool

	blocks   []block
	own      bool // one of the blocks has an id of the stream
	pairs    []pair
	missing  []*life // missing are lives without a block, phantoms blocks that no known update asks for
	phantoms []block
	counts   []miscount
	orphans  []orphan // orphans are ids never started, with the blocks that were made for them
	reopens  []bool   // reopens are what was seen of second starts: whether they opened blocks of their own

	omitted func(string) bool
}

// block is one observed tool block.
type block struct {
	value wire.Value
	at    int
}

func (b block) where(member string) string {
	if member == "" {
		return fmt.Sprintf("/toolBlocks/%d", b.at)
	}
	return fmt.Sprintf("/toolBlocks/%d/%s", b.at, member)
}

func (b block) stage() (words.Stage, bool) { return words.StageOf(b.value.Get("stage")) }

// pair is a life and the block that shows it.
type pair struct {
	life  *life
	block block
	flaws []flaw // flaws are the members of the block that are not as the life says
	which int    // which of the life's ends the block records, -1 for none; mixed: each member is as one of them says, but none says all.
	mixed bool
}

// miscount is an id with too many or too few blocks.
type miscount struct {
	id        string
	want, got int
	reopened  bool // a second start came, so that several blocks may be right
	at        int
}

type orphan struct {
	id     string
	ended  bool
	blocks []block
}

func newView(c *dialect.Case, o *dialect.Observation) *view {
	v := &view{omitted: o.Omitted}
	if s, ok := c.Script.(*updates); ok {
		v.events = s.List
	}
	for i, b := range o.State.Get("toolBlocks").Items() {
		if !foreign(b) {
			v.blocks = append(v.blocks, block{b, i})
		}
	}
	v.strings = stringsOf(v.events)
	v.align()
	return v
}

// foreign blocks are outside the suite: those of system commands keep isRunning.
func foreign(b wire.Value) bool {
	t := b.Get("type").Text()
	return t == "command_output" || t == "CommandOutputBlock"
}

// stringsOf are the strings that stand in the members of the events.
func stringsOf(events []wire.Value) map[string]bool {
	found := map[string]bool{}
	for _, e := range events {
		for _, m := range e.Members() {
			if m.Value.IsString() {
				found[m.Value.Text()] = true
			}
		}
	}
	return found
}

func (v *view) align() {
	var hs []*history
	hs, v.unknown = histories(v.events)
	v.stray = firstStray(hs, v.unknown)
	byID := map[string][]block{}
	for _, b := range v.blocks {
		if id := b.value.Get("id"); id.IsString() {
			byID[id.Text()] = append(byID[id.Text()], b)
			continue
		}
		v.phantoms = append(v.phantoms, b)
	}
	for _, h := range hs {
		v.own = v.own || len(byID[h.id]) > 0
		v.alignID(h, byID[h.id])
		delete(byID, h.id)
	}
	for _, b := range v.blocks { // in their order
		if _, left := byID[b.value.Get("id").Text()]; left && b.value.Get("id").IsString() {
			v.phantoms = append(v.phantoms, b)
		}
	}
}

func firstStray(hs []*history, unknown []int) int {
	first := -1
	if len(unknown) > 0 {
		first = unknown[0]
	}
	for _, h := range hs {
		if u := h.updates[0]; u.stage != words.Start && (first < 0 || u.at < first) {
			first = u.at
		}
	}
	return first
}

// alignID finds the lives of one id that fit the number of its blocks.
func (v *view) alignID(h *history, blocks []block) {
	if !h.started {
		v.orphans = append(v.orphans, orphan{h.id, h.ended, blocks})
		if len(blocks) > 1 && !h.ended {
			v.counts = append(v.counts, miscount{id: h.id, want: 1, got: len(blocks), at: h.updates[0].at})
		}
		return
	}
	lives := h.lives(firstOnly)
	all := h.lives(allStarts)
	if lives[0].loose {
		v.alignLoose(h, lives[0], len(all), blocks)
		return
	}
	if len(all) > 1 && len(blocks) > 0 {
		v.reopens = append(v.reopens, len(blocks) > 1)
	}
	if len(blocks) > 1 && len(all) > 1 {
		if lives = h.lives(afterEnds); len(lives) != len(blocks) {
			lives = all
		}
	}
	if len(blocks) > 0 && len(blocks) != len(lives) {
		v.counts = append(v.counts, miscount{h.id, len(lives), len(blocks), len(all) > 1, lives[0].at})
	}
	for i, l := range lives {
		switch {
		case i < len(blocks):
			v.pairs = append(v.pairs, v.paired(l, blocks[i]))
		case len(blocks) == 0:
			v.missing = append(v.missing, l)
		}
	}
}

// alignLoose: an end before the start leaves everything free but that the id has a block, and no more than there are openings.
func (v *view) alignLoose(h *history, l *life, openings int, blocks []block) {
	switch {
	case len(blocks) == 0:
		v.missing = append(v.missing, l)
	case len(blocks) > openings+1:
		v.counts = append(v.counts, miscount{h.id, openings + 1, len(blocks), true, l.at})
	}
}
