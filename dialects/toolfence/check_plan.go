package toolfence

import (
	"math"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// plan is what a transcript asks of the markdown.
type plan struct {
	texts  []string
	calls  []planned
	byID   map[string]*planned
	last   int             // position of the last call met
	run    strings.Builder // run is the text since the last tool fence, and at the boundaries between texts at which that fence may stand
	began  int             // line in which the run begins
	room   int             // more than any right run needs
	at     []int
	fenced bool // there was a fence before the run
	valid  bool // the transcript is
	// bodies are those of the tool fences: texts where they are no JSON, absent where nothing closes the fence. Around is the text
	// around them.
	bodies []wire.Value
	around strings.Builder
}

type planned struct {
	placed
	met bool
}

func newPlan(t transcript.Transcript) *plan {
	texts, calls := timeline(t)
	p := &plan{texts: texts, byID: map[string]*planned{}, last: -1, at: []int{0}, room: 1 << 20, valid: t.Valid() == nil}
	for _, t := range texts {
		p.room += len(t)
	}
	p.calls = make([]planned, len(calls))
	latest := 0
	for i, c := range calls {
		// Fences come in the order of their calls, so one may have to wait for the result of a call before it.
		latest = max(latest, c.result)
		c.result = latest
		p.calls[i].placed = c
		p.byID[c.record.ID] = &p.calls[i]
	}
	return p
}

// sees notes what the fence of a call can have wrong.
func (c *checker) sees(r *transcript.CallRecord) {
	if fenceLike(r) {
		c.Saw("FENCE-54")
	}
	switch {
	case r.Result == nil:
	case r.Result.Status == transcript.Cancelled:
		c.Saw("FENCE-52")
	default:
		c.Saw("FENCE-51")
	}
}

// speaksOfIt tells whether the markdown has a fence of one of the transcript's calls: what is right in one that has none shows nothing.
func (p *plan) speaksOfIt() bool {
	return len(p.calls) == 0 && !p.fenced || slices.ContainsFunc(p.calls, func(c planned) bool { return c.met })
}

// fenceLike tells whether a value of the call has a run of backticks or tildes.
func fenceLike(c *transcript.CallRecord) bool {
	json := callInput(c).JSON()
	if c.Result != nil {
		json += c.Result.Content.JSON()
	}
	return strings.Contains(json, "```") || strings.Contains(json, "~~~")
}

// lost notes a call that has no fence.
func (c *checker) lost(r *transcript.CallRecord) {
	c.wrong("FENCE-50", r.JSON(), wire.Value{}, "The call %s has no tool fence.", wire.Quote(r.ID))
	if fenceLike(r) {
		c.wrong("FENCE-54", wire.Value{}, wire.Value{}, "The call %s, whose values hold backticks, did not arrive.", wire.Quote(r.ID))
	}
}

// met compares a fence with its call.
func (c *checker) met(call *planned, object wire.Value) {
	call.met = true
	r := call.record
	c.sees(r)
	position := r.Position
	if position <= c.plan.last {
		c.wrong("FENCE-50", wire.Value{}, wire.Value{}, "The call %s stands behind a call that comes after it.", wire.Quote(r.ID))
		position = -1
	}
	c.plan.last = max(c.plan.last, r.Position)
	if got := object.Get("toolName"); !wire.Equal(wire.Str(r.Name), got) {
		c.wrong("FENCE-50", wire.Str(r.Name), got, "The toolName of call %s is not its name.", wire.Quote(r.ID))
	}
	input := !r.Input.IsObject() || wire.Equal(r.Input, object.Get("input"))
	if !input {
		c.wrong("FENCE-50", r.Input, object.Get("input"), "The input of call %s is not the transcript's.", wire.Quote(r.ID))
	}
	if arrived := c.outcome(r, object) && input; !arrived && fenceLike(r) {
		c.wrong("FENCE-54", r.JSON(), object, "The values of call %s, which hold backticks, did not arrive unchanged.", wire.Quote(r.ID))
	}
	c.split(position)
}

// outcome compares the outcome of a fence with the result, and tells whether its value arrived.
func (c *checker) outcome(r *transcript.CallRecord, object wire.Value) bool {
	line, how := "FENCE-51", "failed"
	switch {
	case r.Result == nil:
		how = "has no result"
	case r.Result.Status == transcript.Success:
		how = "succeeded"
	case r.Result.Status == transcript.Cancelled:
		line, how = "FENCE-52", "was cancelled"
	}
	holds := func(ok bool, want, got wire.Value, what string) bool {
		if !ok {
			c.wrong(line, want, got, "The call %s %s, and %s.", wire.Quote(r.ID), how, what)
		}
		return ok
	}
	state, output, told := object.Get("state"), object.Get("output"), object.Get("errorText")
	is := func(want string) {
		holds(state.Text() == want, wire.Str(want), state, "its state is another")
	}
	switch how {
	case "has no result":
		holds(state.Text() != "output-available" && output.IsNull(), wire.Value{}, object, "it is shown as a success")
		return true
	case "succeeded":
		is("output-available")
		holds(told.IsAbsent(), wire.Value{}, told, "it has an error text")
		return holds(r.Result.Content.IsAbsent() || wire.Equal(r.Result.Content, output), r.Result.Content, output,
			"its output is not the content of its result")
	}
	is("output-error")
	holds(output.IsNull(), wire.Value{}, output, "it has an output")
	if line == "FENCE-52" {
		holds(words.IsText(told), wire.Value{}, told, "its errorText is empty or missing")
		return true
	}
	return holds(errorMatches(r.Result, told), r.Result.Content, told, "its errorText is not the content of its result")
}

// split ends a run of text at the fence of the call with this position, -1 for a fence that may stand anywhere.
func (c *checker) split(position int) {
	if c.plan == nil {
		return
	}
	from, to := 0, len(c.plan.texts)
	if position >= 0 {
		from, to = c.plan.calls[position].call, c.plan.calls[position].result
	}
	if !c.plan.split(from, to) {
		c.runMismatch()
		c.plan.anywhere(from, to)
	}
	c.plan.run.Reset()
	c.plan.fenced = true
}

func (c *checker) runMismatch() {
	want, got := c.plan.nearest()
	f := finding("", "The text here is not the transcript's, or stands on the wrong side of a tool fence.")
	c.miss("FENCE-53", c.plan.differs(want, got, c.line), compared(f, wire.Str(head([]byte(want))), wire.Str(head([]byte(got)))))
}

// differs is the first line of the run in which it is not what was wanted, at most the last one.
func (p *plan) differs(want, got string, last int) int {
	whole := p.run.String()
	if whole == "" {
		return last
	}
	same := 0
	for same < len(want) && same < len(got) && want[same] == got[same] {
		same++
	}
	before := max(strings.Index(whole, got), 0) + same
	return min(p.began+strings.Count(whole[:before], "\n"), last)
}

// nearest is the text that the run was most likely to be, and the run: of the texts that could stand here those whose
// length is nearest to its own. Line breaks beside a fence are left away, unless nothing else differs.
func (p *plan) nearest() (want, got string) {
	whole, bare := p.run.String(), func(text string) string { return strings.Trim(text, "\r\n") }
	got = bare(whole)
	best := math.MaxInt
	for _, at := range p.at {
		var joined strings.Builder
		for _, t := range p.texts[at:] {
			joined.WriteString(t)
			apart := len(bare(joined.String())) - len(got)
			if max(apart, -apart) < best {
				best, want = max(apart, -apart), joined.String()
			}
			if apart >= best {
				break
			}
		}
	}
	if bare(want) == got {
		return want, whole
	}
	return bare(want), got
}
