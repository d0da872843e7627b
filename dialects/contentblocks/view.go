package contentblocks

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// view is what was meant beside what was observed: every call with the block that answers it, and every deviation between the two.
type view struct {
	m          *meaning
	o          *dialect.Observation
	silent     bool // the input allows any answer
	blocks     []wire.Value
	tools      []*shown
	readings   []*reading
	deviations []deviation
}

// shown is one tool_use block of the answer.
type shown struct {
	at    int // among all blocks
	block wire.Value
	taken bool
}

// reading is a call and its block.
type reading struct {
	call *call
	*shown
	held *result // held is the result that the block shows, nil for none
}

// kind is a way to deviate, or several.
type kind uint32

const (
	missingBlock kind = 1 << iota
	mergedBlock       // missing, and another call of the same tool is there
	extraBlock
	blockOrder
	wrongName
	wrongInput
	missingResult
	foreignResult
	inventedResult
	wrongContent
	wrongFlag
	wrongArtifact
	mixedRecord
	leftOver // mixed with the artifact of another result, where its own has none
	wrongDot
	historyDot
	terminalDot
	stillStreaming
	unknownAsSuccess
	hollowAsSuccess
	wrongLabel
	wrongOrigin
	twinBlocks
)

// wreckage are the kinds that show that other blocks were harmed.
const wreckage = missingBlock | extraBlock | blockOrder | wrongName | wrongInput | missingResult | foreignResult | inventedResult |
	wrongContent | wrongFlag | wrongArtifact

// level is that of a deviation, "" for its requirement's.
func (k kind) level() requirement.Level {
	switch k {
	case unknownAsSuccess, leftOver:
		return requirement.Should
	case hollowAsSuccess, mixedRecord:
		return requirement.Must
	}
	return ""
}

type deviation struct {
	kind    kind
	reading *reading
	finding requirement.Finding
}

// lookAt aligns a script with an observation. It never fails: whatever cannot be aligned is a deviation.
func lookAt(script dialect.Script, o *dialect.Observation) *view {
	s, ok := script.(*feed)
	if !ok || o.Omitted("blocks") || o.Omitted("id") {
		return &view{m: &meaning{}, o: o, silent: true}
	}
	v := &view{m: mean(s), o: o}
	if v.m.wild {
		v.silent = true
		return v
	}
	v.align(o.State.Get("blocks"))
	v.order()
	for _, r := range v.readings {
		v.compare(r)
	}
	v.twins()
	v.streaming()
	return v
}

// there tells whether the answer speaks of the stream at all: of one of its calls, or where it need not have any, of none.
func (v *view) there() bool {
	if v.silent || !v.o.State.Get("blocks").IsArray() {
		return false
	}
	if slices.ContainsFunc(v.tools, func(s *shown) bool { return s.taken || v.isTwin(s) }) {
		return true
	}
	spared := func(c *call) bool { return c.optional || c.free }
	awaited := slices.ContainsFunc(v.m.calls, func(c *call) bool { return !spared(c) })
	return !awaited && (len(v.tools) == 0 || slices.ContainsFunc(v.m.calls, spared))
}

// deviate notes a deviation of a block that shows at a member, "" for the block itself, amiss one that shows elsewhere.
func (v *view) deviate(k kind, r *reading, member string, want, got wire.Value, message string, args ...any) {
	v.amiss(k, r.path(member), want, got, message, args...)
	v.deviations[len(v.deviations)-1].reading = r
}

func (v *view) amiss(k kind, where string, want, got wire.Value, message string, args ...any) {
	f := requirement.Finding{Level: k.level(), Where: where, Event: -1, Expected: want, Actual: got, Message: fmt.Sprintf(message, args...)}
	v.deviations = append(v.deviations, deviation{kind: k, finding: f})
}

// path is the JSON pointer to a member of the block.
func (s *shown) path(member string) string {
	p := fmt.Sprintf("/blocks/%d", s.at)
	if member != "" {
		p += "/" + member
	}
	return p
}

// align finds the block of every call.
func (v *view) align(blocks wire.Value) {
	v.blocks = blocks.Items()
	byID := map[string][]*shown{}
	for i, b := range v.blocks {
		if !isTool(v.o, b) {
			continue
		}
		s := &shown{at: i, block: b}
		v.tools = append(v.tools, s)
		if id := b.Get("id"); id.IsString() {
			byID[id.Text()] = append(byID[id.Text()], s)
		}
	}
	for _, c := range v.m.calls {
		v.find(c, byID)
	}
	v.extras()
}

// isTool tells whether a block of the answer stands for a call. Where the type is omitted, any block that has an id and a name does.
func isTool(o *dialect.Observation, b wire.Value) bool {
	if o.Omitted("type") {
		return b.Has("id") && b.Has("name")
	}
	return b.Get("type").Text() == words.ToolUse
}

func (v *view) find(c *call, byID map[string][]*shown) {
	if c.twin {
		return
	}
	if found := byID[c.id]; c.id != "" && len(found) > 0 {
		found[0].taken = true
		if c.free {
			for _, s := range found {
				s.taken = true
			}
			return
		}
		v.readings = append(v.readings, &reading{call: c, shown: found[0]})
		return
	}
	if c.optional {
		return
	}
	v.amiss(missingBlock, "/blocks", wire.Str(c.id), wire.Value{},
		"No block with the id %q, which the tool_use of event %d started.", c.id, c.at)
	if other := v.namesake(c); other != nil {
		v.amiss(mergedBlock, "/blocks", wire.Str(c.id), wire.Value{},
			"The calls %q and %q of the tool %q are two; %q has no block.", other.id, c.id, c.name, c.id)
	}
}

// namesake is another call of the same tool.
func (v *view) namesake(c *call) *call {
	i := slices.IndexFunc(v.m.calls, func(other *call) bool { return other.name == c.name && other.id != c.id })
	if i < 0 {
		return nil
	}
	return v.m.calls[i]
}

// extras are tool blocks that no call accounts for. Twins are judged apart, and a malformed tool_use may have become anything.
func (v *view) extras() {
	spare := 0
	for _, c := range v.m.calls {
		if c.free {
			spare++
		}
	}
	for _, s := range v.tools {
		if s.taken || v.isTwin(s) {
			continue
		}
		if id := s.block.Get("id").Text(); spare > 0 && len(v.m.byID[id]) == 0 {
			spare--
			continue
		}
		v.amiss(extraBlock, s.path(""), wire.Value{}, s.block.Get("id"),
			"A tool_use block with the id %s that no call of the stream accounts for.", s.block.Get("id").JSON())
	}
}

func (v *view) isTwin(s *shown) bool {
	calls := v.m.byID[s.block.Get("id").Text()]
	return len(calls) > 1
}

// order compares the order of the blocks with the order of arrival.
func (v *view) order() {
	last := -1
	for _, r := range v.readings {
		if r.at < last {
			v.deviate(blockOrder, r, "", wire.Value{}, wire.Value{},
				"The block of call %q stands before the block of a call that arrived earlier.", r.call.id)
			return
		}
		last = r.at
	}
}

// twins judges calls that share an id: one block for each at most, one at least.
func (v *view) twins() {
	count := map[string]int{}
	for _, s := range v.tools {
		if id := s.block.Get("id"); id.IsString() && v.isTwin(s) {
			count[id.Text()]++
			v.twin(s, v.m.byID[id.Text()][0])
		}
	}
	for _, c := range v.m.calls {
		id, calls := c.id, v.m.byID[c.id]
		n := count[id]
		if len(calls) < 2 || calls[0] != c || n >= 1 && n <= len(calls) || n == 0 && calls[0].optional {
			continue
		}
		v.amiss(twinBlocks, "/blocks", wire.Value{}, wire.Int(int64(n)), "%d calls have the id %q, and %d blocks.", len(calls), id, n)
	}
}

// twin checks that what a twin holds was sent for its id.
func (v *view) twin(s *shown, c *call) {
	got := s.block.Get("toolResult")
	if got.IsNull() || v.o.Omitted("toolResult") {
		return
	}
	if !slices.ContainsFunc(c.results, func(r *result) bool { return r.shows(got) }) {
		v.amiss(foreignResult, s.path("toolResult"), wire.Value{}, got,
			"A block with the id %q holds a result that was not sent for it.", c.id)
	}
}

// streaming: after a terminal no block is.
func (v *view) streaming() {
	if !v.m.ended || v.o.Omitted("isStreaming") {
		return
	}
	for i, b := range v.blocks {
		is, calls := b.Get("isStreaming"), v.m.byID[b.Get("id").Text()]
		later := v.m.more // it may have begun after the terminal
		if isTool(v.o, b) {
			later = len(calls) == 0 || slices.ContainsFunc(calls, func(c *call) bool { return !c.cutOff })
		}
		if is.IsFalse() || is.IsNull() || later {
			continue
		}
		v.amiss(stillStreaming, fmt.Sprintf("/blocks/%d/isStreaming", i), wire.Boolean(false), is,
			"The turn ended with a terminal block, and block %d is still streaming.", i)
	}
}
