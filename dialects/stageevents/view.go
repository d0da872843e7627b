package stageevents

import (
	"fmt"
	"slices"

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

	blocks []block
	own    bool // one of the blocks has an id of the stream
	pairs  []pair
	// missing are lives without a block, phantoms blocks that no known update asks for.
	missing  []*life
	phantoms []block
	counts   []miscount
	// orphans are ids never started, with the blocks that were made for them.
	orphans []orphan
	reopens []reopen

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
}

// miscount is an id with too many or too few blocks.
type miscount struct {
	id        string
	want, got int
	// reopened: a second start came, so that several blocks may be right.
	reopened bool
	at       int
}

type orphan struct {
	id     string
	ended  bool
	blocks []block
}

// reopen is what was seen of a second start.
type reopen struct {
	id        string
	newBlocks bool
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
		v.reopens = append(v.reopens, reopen{h.id, len(blocks) > 1})
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
			v.pairs = append(v.pairs, pair{l, blocks[i]})
		case len(blocks) == 0:
			v.missing = append(v.missing, l)
		}
	}
}

// alignLoose: an end before the start leaves everything free but that the id has
// a block, and no more than there are openings.
func (v *view) alignLoose(h *history, l *life, openings int, blocks []block) {
	switch {
	case len(blocks) == 0:
		v.missing = append(v.missing, l)
	case len(blocks) > openings+1:
		v.counts = append(v.counts, miscount{h.id, openings + 1, len(blocks), true, l.at})
	}
}

// outcome is what a block holds of its end.
func (v *view) outcome(b block) outcome {
	return outcome{
		result: b.value.Get("result"), success: b.value.Get("success"), error: b.value.Get("error"),
		noResult: v.omitted("result"), noFlag: v.omitted("success"), noError: v.omitted("error"),
	}
}

// problem is one member of a block that is not as its life says.
type problem struct {
	member    string
	want, got wire.Value
	message   string
}

// name tells what is wrong with the block's name, nil for nothing.
func (v *view) name(p pair) *problem {
	got := p.block.value.Get("name")
	if v.omitted("name") || p.life.names.has(got) || p.life.late && p.life.lateNames.has(got) {
		return nil
	}
	if want := first(p.life.names); want.IsString() && want.Text() == "" && got.IsString() && !v.strings[got.Text()] {
		return nil // nothing says how a call without a name is called, but not as another one
	}
	return &problem{"name", first(p.life.names), got, "is not the name of its start"}
}

func first(c choices) wire.Value {
	if len(c.list) == 0 {
		return wire.Value{}
	}
	return c.list[0]
}

// stage tells what is wrong with the block's stage.
func (v *view) stage(p pair) *problem {
	got, ok := p.block.stage()
	if v.omitted("stage") || ok && p.life.stages[got] != forbidden || v.interrupted(p) {
		return nil
	}
	return &problem{"stage", wire.Str(p.life.best().String()), p.block.value.Get("stage"), "is not the last stage"}
}

// best is the stage that the life has reached.
func (l *life) best() words.Stage {
	for s := words.End; s > words.Start; s-- {
		if l.stages[s] == allowed {
			return s
		}
	}
	return words.Start
}

// interrupted: the stream was cut before the end, and the implementation closed
// the block as a failure with a text of its own. That shows no success, and
// nothing says that the block must stay open.
func (v *view) interrupted(p pair) bool {
	if s, ok := p.block.stage(); !ok || s != words.End || len(p.life.ends) > 0 {
		return false
	}
	o := v.outcome(p.block)
	if o.success.IsTrue() || !wire.Nothing(o.result) && !wire.Equal(o.result, o.error) {
		return false
	}
	if wire.Nothing(o.error) {
		return o.success.IsFalse()
	}
	return o.error.IsString() && !v.strings[o.error.Text()]
}

// parameters tells what is wrong with the block's parameters, not counting what a
// late update may have changed.
func (v *view) parameters(p pair) *problem {
	got := p.block.value.Get("parameters")
	if v.omitted("parameters") || p.life.params.fit(got) || p.life.late && p.life.lateParams.fit(got) {
		return nil
	}
	return &problem{"parameters", wire.Str(p.life.params.list[0].String()), got, "are not what replacing and appending give"}
}

// fit tells whether the answer is one of the texts, or JSON equal to one.
func (ts texts) fit(got wire.Value) bool {
	if ts.free {
		return true
	}
	return slices.ContainsFunc(ts.list, func(t text) bool { return sameParameters(t.String(), got) })
}

func sameParameters(text string, got wire.Value) bool {
	if text == "" {
		return wire.Nothing(got) || wire.EmptyObject(got) || got.Text() == "{}"
	}
	if got.IsString() && got.Text() == text {
		return true
	}
	want, err := wire.Parse([]byte(text))
	if err != nil {
		return false
	}
	return sameValue(want, got) || got.IsString() && jsonEqual(want, got.Text())
}

func jsonEqual(want wire.Value, text string) bool {
	got, err := wire.Parse([]byte(text))
	return err == nil && sameValue(want, got)
}

// open tells what is wrong with the outcome of a block that has not ended: it has
// none yet.
func (v *view) open(p pair) *problem {
	if v.interrupted(p) {
		return nil
	}
	o := v.outcome(p.block)
	switch {
	case !o.noResult && !wire.Nothing(o.result):
		return &problem{"result", wire.NullValue, o.result, "is there before the end"}
	case !o.noError && !wire.Nothing(o.error):
		return &problem{"error", wire.NullValue, o.error, "is there before the end"}
	case !o.noFlag && o.success.IsTrue():
		return &problem{"success", wire.NullValue, o.success, "is there before the end"}
	}
	return nil
}

// record holds the block's outcome against the ends of its life: which of them it
// records, -1 for none, and then what differs from the first.
func (v *view) record(p pair) (which int, flaws []flaw) {
	o := v.outcome(p.block)
	for i, e := range p.life.ends {
		list := o.flaws(e, v.strings)
		if len(list) == 0 {
			return i, nil
		}
		if i == 0 {
			flaws = list
		}
	}
	return -1, flaws
}

// mixed tells whether the record is put together from the ends: each member is as
// one of them says, but none says all.
func (v *view) mixed(p pair) bool {
	if len(p.life.ends) < 2 {
		return false
	}
	o := v.outcome(p.block)
	from := func(member string, got wire.Value) bool {
		return slices.ContainsFunc(p.life.ends, func(e ending) bool {
			said := map[string]wire.Value{"result": e.result, "success": e.success, "error": e.error}[member]
			return wire.EqualOrText(said, got) || wire.Nothing(said) && wire.Nothing(got)
		})
	}
	return from("result", o.result) && from("success", o.success) && from("error", o.error)
}
