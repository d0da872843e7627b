package stageevents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// MaxIDs bounds how many ids a checker remembers: a stream of stage events has no message boundaries at which they could be
// forgotten. What it no longer judges beyond that, Notes says.
const MaxIDs = 50_000

// checker judges a producer's updates online. Its memory is in proportion to the
// ids seen, plus the argument text of the calls that are open.
type checker struct {
	requirement.Ledger
	opts   dialect.CheckOptions
	calls  map[string]*call
	order  []*call // order has the calls that were seen, wanted those of the transcript
	wanted []*call
	event  int
	missed int // updates of ids beyond the limit
	limit  int
}

// call is what has been seen of one id, beside what the transcript says of it.
type call struct {
	id        string
	record    *transcript.CallRecord // record is nil without a transcript, and for ids that it does not have
	arguments *argumentText
	alone     *seenText

	mentioned, started, headless, ended, ran bool
	furthest                                 words.Stage
	after                                    int // after is the event of the first update behind the last end so far, -1 for none
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

// speaksOfIt tells whether the stream has one of the transcript's calls: what is right in one that has none shows nothing.
func (c *checker) speaksOfIt() bool {
	return slices.ContainsFunc(c.wanted, func(k *call) bool { return k.mentioned })
}

var _ dialect.Noter = (*checker)(nil)

// Notes say what the checker could not judge: nothing, unless the stream had more ids than it remembers.
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

// otherEvent: recorded traffic may hold events of other kinds between the updates. They say what they are, and have neither id nor stage.
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

// find is the call of an id, nil where the id is unknown to the transcript or beyond the limit.
func (c *checker) find(id string) *call {
	k := c.calls[id]
	if k == nil && c.opts.Transcript == nil && len(c.calls) < c.limit {
		k = &call{id: id, alone: &seenText{}, after: -1}
		c.calls[id] = k
	}
	if k != nil && !k.mentioned {
		k.mentioned = true
		c.order = append(c.order, k)
	}
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

// judgeProducer feeds the observed updates through the same checker that judges recorded streams, with the transcript at hand.
func judgeProducer(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	var e requirement.Ledger
	s, ok := c.Script.(*stream.Exchange)
	if !ok || c.OnlySurvived() || s.Transcript.Valid() != nil {
		return requirement.Apply(producerRules(), &e) // any answer to an invalid transcript will do
	}
	ch := newChecker(dialect.CheckOptions{Transcript: &s.Transcript}, MaxIDs)
	for _, event := range o.Events {
		e.Found(ch.Event(event.Value)...)
	}
	e.Found(ch.End()...)
	e.Saw(ch.Seen()...)
	return requirement.SeenIf(ch.speaksOfIt(), requirement.Apply(producerRules(), &e))
}

// argumentText is what the transcript says about the arguments of a call, and how much of it has been sent.
type argumentText struct {
	fixed  bool // the text is known to the letter. Otherwise any JSON equal to input will do.
	text   string
	input  wire.Value
	cutOff bool // the call was never answered; what was delivered of its arguments may be any beginning.

	sent   int             // letters of a fixed text that chunks have brought
	chunks strings.Builder // the chunks where the text is not fixed
	pieces bool            // a chunk with something in it was sent
	broken bool            // told already
}

func newArgumentText(c *transcript.CallRecord) *argumentText {
	a := &argumentText{input: c.Input, cutOff: c.Result == nil}
	a.text, a.fixed = c.ArgumentText()
	if a.cutOff && !c.Arguments.IsString() {
		a.fixed = false // what follows the delivered deltas is not known to the letter
	}
	if a.fixed && !a.input.IsObject() {
		a.input, _ = wire.ParseText(a.text)
	}
	return a
}

// piece takes a chunk; false where it can be no piece of the argument text at this place.
func (a *argumentText) piece(p string) bool {
	if p == "" || a.broken {
		return true
	}
	a.pieces = true
	switch {
	case a.fixed && a.text == "" && strings.TrimSpace(p) == "{}": // no arguments, spelled out
	case a.fixed:
		a.broken = !strings.HasPrefix(a.text[a.sent:], p)
		a.sent += len(p)
	default:
		a.chunks.WriteString(p)
	}
	return !a.broken
}

// complete tells, at the end of the call, whether the chunks were the argument text.
func (a *argumentText) complete() bool {
	switch {
	case !a.pieces || a.broken, a.cutOff && a.fixed:
		return true // there are none, it was told, or every piece was a beginning
	case a.cutOff:
		return a.beginning(a.chunks.String())
	case a.fixed:
		return a.sent == len(a.text)
	}
	return a.isWhole(a.chunks.String())
}

// isWhole tells whether a text is the arguments, whole.
func (a *argumentText) isWhole(p string) bool {
	if a.fixed && p == a.text {
		return true
	}
	if strings.TrimSpace(p) == "" && (wire.EmptyObject(a.input) || a.fixed && strings.TrimSpace(a.text) == "") {
		return true // no arguments may be told as no text
	}
	v, ok := wire.ParseText(p)
	if a.fixed && strings.TrimSpace(a.text) == "" {
		return ok && wire.EmptyObject(v)
	}
	return ok && !a.input.IsAbsent() && sameValue(a.input, v)
}

// sameValue is equality in which a member that stands twice only in got counts as
// a difference: that is how a repeated piece of JSON shows.
func sameValue(want, got wire.Value) bool {
	if !wire.Equal(want, got) {
		return false
	}
	_, twice := got.Duplicate()
	_, meant := want.Duplicate()
	return !twice || meant
}

// beginning tells whether a text may be a prefix of the argument text, or is JSON equal to the whole. Of a call that was cut off,
// the delivered deltas are known, and the input that they would have become.
func (a *argumentText) beginning(p string) bool {
	switch {
	case (a.fixed || a.text != "") && strings.HasPrefix(a.text, p), a.isWhole(p):
		return true
	case a.fixed:
		return false
	case a.text != "":
		return strings.HasPrefix(a.input.JSON(), p)
	}
	_, complete := wire.ParseText(p)
	return !complete && compare.Begins(p, a.input)
}

// seenText is what the stream alone tells about the arguments of a call: enough to see that chunks and wholes contradict each other.
type seenText struct {
	chunks  strings.Builder
	partial string     // partial is the longest `parameters` that is no JSON, and so must be a prefix of the argument text
	object  wire.Value // object is the last `parameters` that is a JSON object, and so must be equal to the whole
	broken  bool
}

// whole takes a `parameters`; false where it cannot belong to the same text as what came before.
func (s *seenText) whole(p string) bool {
	if s.broken {
		return true
	}
	switch v, ok := wire.ParseText(p); {
	case v.IsObject():
		s.broken = s.object.IsObject() && !wire.Equal(v, s.object)
		s.object = v
	case ok:
	case strings.HasPrefix(p, s.partial):
		s.partial = p
	default:
		s.broken = !strings.HasPrefix(s.partial, p)
	}
	return !s.broken
}

// agrees tells, at the end of a success, whether chunks and wholes are of one text.
// Last is the `parameters` of the end, if it carries one.
func (s *seenText) agrees(last wire.Value) bool {
	text := s.chunks.String()
	switch {
	case s.broken:
		return true // told already
	case text != "":
		return strings.HasPrefix(text, s.partial) && (!s.object.IsObject() || jsonEqual(s.object, text)) &&
			(!last.IsString() || last.Text() == text || bothEmpty(last.Text(), text) || sameJSON(last.Text(), text))
	case last.IsString():
		if _, ok := wire.ParseText(last.Text()); !ok {
			return strings.HasPrefix(last.Text(), s.partial) && !s.object.IsObject()
		}
	}
	return true
}

func sameJSON(a, b string) bool {
	v, ok := wire.ParseText(a)
	return ok && jsonEqual(v, b)
}

// bothEmpty: no arguments, told as no text or as {}.
func bothEmpty(a, b string) bool {
	empty := func(s string) bool { s = strings.TrimSpace(s); return s == "" || s == "{}" }
	return empty(a) && empty(b)
}
