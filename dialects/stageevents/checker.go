package stageevents

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// MaxIDs bounds how many ids a checker remembers: a stream of stage events has no
// message boundaries at which they could be forgotten. What it no longer judges
// beyond that, Notes says.
const MaxIDs = 50_000

// checker judges a producer's updates online. Its memory is in proportion to the
// ids seen, plus the argument text of the calls that are open.
type checker struct {
	requirement.Ledger
	opts  dialect.CheckOptions
	calls map[string]*call
	// order has the calls that were seen, wanted those of the transcript.
	order  []*call
	wanted []*call
	event  int
	missed int // updates of ids beyond the limit
	limit  int
}

// call is what has been seen of one id, beside what the transcript says of it.
type call struct {
	id string
	// record is nil without a transcript, and for ids that it does not have.
	record    *transcript.CallRecord
	arguments *argumentText
	alone     *seenText

	mentioned, started, headless, ended, ran bool
	furthest                                 words.Stage
	// after is the event of the first update behind the last end so far, -1 for none.
	after int
}

func check(opts dialect.CheckOptions) dialect.Checker { return newChecker(opts, MaxIDs) }

func newChecker(opts dialect.CheckOptions, limit int) *checker {
	c := &checker{opts: opts, calls: map[string]*call{}, limit: limit}
	if opts.Transcript == nil {
		return c
	}
	for _, record := range opts.Transcript.Calls() {
		k := &call{id: record.ID, record: record, arguments: newArgumentText(record), after: -1}
		c.calls[record.ID] = k
		c.wanted = append(c.wanted, k)
	}
	return c
}

// speaksOfIt tells whether the stream has one of the transcript's calls: what is right
// in one that has none shows nothing.
func (c *checker) speaksOfIt() bool {
	return slices.ContainsFunc(c.wanted, func(k *call) bool { return k.mentioned })
}

var _ dialect.Noter = (*checker)(nil)

// Notes say what the checker could not judge: nothing, unless the stream had more
// ids than it remembers.
func (c *checker) Notes() []string {
	if c.missed == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d updates belong to ids beyond the first %d: of these only the form was judged, not the order of "+
		"their stages.", c.missed, c.limit)}
}

// miss notes a finding at the event at hand, wrong one of what was expected and what came instead.
func (c *checker) miss(id, message string, args ...any) {
	c.wrong(id, wire.Value{}, wire.Value{}, message, args...)
}

func (c *checker) wrong(id string, want, got wire.Value, message string, args ...any) {
	c.report(requirement.Must, id, want, got, message, args...)
}

func (c *checker) report(level requirement.Level, id string, want, got wire.Value, message string, args ...any) {
	c.Found(requirement.Finding{Requirement: id, Level: level, Message: fmt.Sprintf(message, args...), Event: c.event,
		Where: fmt.Sprintf("event %d", c.event), Expected: want, Actual: got})
}

// Event judges the next event.
func (c *checker) Event(e wire.Value) []requirement.Finding {
	defer func() { c.event++ }()
	if otherEvent(e) {
		return nil
	}
	c.Saw("STAGE-01", "STAGE-02")
	if e.Has("isRunning") {
		c.wrong("STAGE-02", wire.Value{}, e.Get("isRunning"), "The update carries `isRunning`, which the stage replaces.")
	}
	id, s, ok := words.Known(e)
	if !ok {
		c.malformed(e)
		return c.Fresh()
	}
	if k := c.find(id); k != nil {
		c.update(k, s, e)
	} else {
		c.formOnly(id, s, e)
	}
	return c.Fresh()
}

// otherEvent: recorded traffic may hold events of other kinds between the updates.
// They say what they are, and have neither id nor stage.
func otherEvent(e wire.Value) bool {
	return e.Get("type").IsString() && !e.Has("id") && !e.Has("stage")
}

func (c *checker) malformed(e wire.Value) {
	if !e.Get("id").IsString() {
		c.wrong("STAGE-01", wire.Value{}, e.Get("id"), "The update has no string `id`.")
	}
	if _, ok := words.StageOf(e.Get("stage")); !ok {
		c.wrong("STAGE-01", wire.Value{}, e.Get("stage"), "The update's `stage` is none of start, streaming, running, end.")
	}
}

// find is the call of an id, nil where the id is unknown to the transcript or
// beyond the limit.
func (c *checker) find(id string) *call {
	if k := c.calls[id]; k != nil {
		if !k.mentioned && (k.record != nil || c.opts.Transcript == nil) {
			k.mentioned = true
			c.order = append(c.order, k)
		}
		return k
	}
	if c.opts.Transcript != nil || len(c.calls) >= c.limit {
		return nil
	}
	k := &call{id: id, alone: &seenText{}, after: -1, mentioned: true}
	c.calls[id] = k
	c.order = append(c.order, k)
	return k
}

// formOnly judges an update whose id is not followed.
func (c *checker) formOnly(id string, s words.Stage, e wire.Value) {
	if c.opts.Transcript != nil {
		c.wrong("STAGE-12", wire.Value{}, wire.Str(id), "The update names an id that the transcript doesn't have.")
		return
	}
	c.missed++
	if s != words.End {
		c.earlyFailure(id, e)
	}
}

// End judges what is missing now that the stream is over.
func (c *checker) End() []requirement.Finding {
	if c.opts.Truncated {
		return c.Fresh()
	}
	for _, k := range c.order {
		c.unfinished(k)
	}
	for _, k := range c.wanted {
		c.lost(k)
	}
	return c.Fresh()
}
