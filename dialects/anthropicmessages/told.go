package anthropicmessages

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// sentRule is a requirement of producers with what looks at events as they come, before they
// are taken, and at the end of a stream that was read to its end.
type sentRule struct {
	requirement.Requirement
	event func(t *told, kind string, e wire.Value)
	end   func(t *told)
}

// told is a producer's stream, as far as it came.
type told struct {
	options dialect.CheckOptions
	meant   *transcript.Transcript
	state   wire.Value
	events  []wire.Value
	omitted func(member string) bool

	rules    []sentRule
	now      int // the rule that looks
	at       int
	findings []requirement.Finding
	seen     map[string]bool

	starts, stops int
	id            string
	blocks        []*sentBlock
	open          map[int64]*sentBlock
	reasons       []wire.Value
	failures      []wire.Value
	// whole: the answer of a run is all there, with its bytes.
	whole bool
}

// sentBlock is a block as it was sent. Its text is that of its start and deltas.
type sentBlock struct {
	index          int64
	kind, id, name string
	text           []byte
	stopped        bool
}

func newTold(o dialect.CheckOptions) *told {
	t := &told{options: o, rules: producerRules(), seen: map[string]bool{}, open: map[int64]*sentBlock{}, omitted: func(string) bool { return false }}
	if o.Transcript != nil {
		meant := o.Transcript.Completion()
		t.meant = &meant
	}
	return t
}

func (t *told) saw() { t.seen[t.rules[t.now].ID] = true }

// miss notes a finding of the rule that looks.
func (t *told) miss(level requirement.Level, message string, want, got wire.Value) {
	t.blame(t.rules[t.now].ID, level, message, want, got)
}

func (t *told) blame(id string, level requirement.Level, message string, want, got wire.Value) {
	if level == "" {
		level = requirement.Must
	}
	t.seen[id] = true
	t.findings = append(t.findings, requirement.Finding{Requirement: id, Level: level, Message: message, Where: fmt.Sprintf("event %d", t.at), Event: t.at, Expected: want, Actual: got})
}

// holds is saw, and a MUST missed where it is not so.
func (t *told) holds(ok bool, message string, want, got wire.Value) {
	if t.saw(); !ok {
		t.miss("", message, want, got)
	}
}

// loaded are the schemas, compiled once.
var loaded = sync.OnceValues(schemas.Load)

// breaches holds an event against the schema; every breach goes to the line that it names.
func (t *told) breaches(e wire.Value) {
	set, err := loaded()
	if err != nil {
		return // the schemas' own test fails
	}
	list, err := set.Breaches(schemas.MessagesEvent, e)
	for _, b := range list {
		t.blame(b.Requirement, requirement.Level(b.Level), "An event is not as its schema says: "+b.String()+".", wire.Value{}, e.Find(b.Pointer))
	}
	if err == nil {
		t.saw()
	}
}

func (t *told) look(at func(r *sentRule)) {
	for i := range t.rules {
		t.now = i
		at(&t.rules[i])
	}
}

// take reads the next event.
func (t *told) take(e wire.Value) {
	kind := e.Get("type").Text()
	t.look(func(r *sentRule) {
		if r.event != nil {
			r.event(t, kind, e)
		}
	})
	n, _ := e.Get("index").Int64()
	switch b := t.open[n]; kind {
	case messageStart:
		if t.starts++; t.starts == 1 {
			t.id = e.Find("/message/id").Text()
		}
	case blockStart:
		c := e.Get("content_block")
		b = &sentBlock{index: n, kind: c.Get("type").Text(), id: c.Get("id").Text(), name: c.Get("name").Text(), text: []byte(c.Get("text").Text())}
		t.blocks = append(t.blocks, b)
		t.open[n] = b
	case blockDelta:
		if d := e.Get("delta"); b != nil && t.meant != nil {
			b.text = append(append(b.text, d.Get("text").Text()...), d.Get("partial_json").Text()...)
		}
	case blockStop:
		if b != nil {
			b.stopped = true
			delete(t.open, n)
		}
	case messageDelta:
		t.reasons = append(t.reasons, e.Find("/delta/stop_reason"))
	case messageStop:
		t.stops++
	case errorEvent:
		t.failures = append(t.failures, e.Get("error"))
	}
	t.at++
}

func (t *told) finish() {
	t.look(func(r *sentRule) {
		if r.end != nil && !t.options.Truncated {
			r.end(t)
		}
	})
}

// reason is the last that came, "" for none.
func (t *told) reason() string {
	for _, r := range slices.Backward(t.reasons) {
		if r.IsString() {
			return r.Text()
		}
	}
	return ""
}

func (t *told) called() bool {
	return slices.ContainsFunc(t.blocks, func(b *sentBlock) bool { return b.kind == "tool_use" })
}

// stop is why the turn stopped, "" where nobody knows.
func (t *told) stop() string {
	if t.meant == nil {
		return ""
	}
	return t.meant.StopReason()
}

// halved: the turn has a call that was cut.
func (t *told) halved() bool {
	stop := t.stop()
	return t.meant != nil && slices.ContainsFunc(t.meant.Calls(), func(c *transcript.CallRecord) bool { return c.Cut(stop) })
}

// regular: the turn came to an end of its own.
func (t *told) regular() bool {
	return slices.Contains([]string{transcript.Completed, transcript.Length, transcript.ContentFilter}, t.stop())
}

// checker judges a stream event by event.
type checker struct {
	*told
	given int
}

func check(o dialect.CheckOptions) dialect.Checker { return &checker{told: newTold(o)} }

func (c *checker) Event(v wire.Value) []requirement.Finding {
	c.take(v)
	return c.fresh()
}

func (c *checker) End() []requirement.Finding {
	c.finish()
	return c.fresh()
}

func (c *checker) fresh() []requirement.Finding {
	list := c.findings[c.given:]
	c.given = len(c.findings)
	return list
}

// Seen are the lines that the stream could have missed.
func (c *checker) Seen() []string {
	var list []string
	for _, r := range c.rules {
		if c.seen[r.ID] {
			list = append(list, r.ID)
		}
	}
	return list
}

func judgeProducer(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	t := newTold(dialect.CheckOptions{})
	if s, ok := c.Script.(interface{ Told() transcript.Transcript }); ok {
		meant := s.Told().Completion()
		t.meant = &meant
	}
	t.state, t.whole, t.omitted = o.State, true, o.Omitted
	for _, e := range o.Events {
		t.events = append(t.events, e.Value)
	}
	if t.meant != nil && t.meant.ValidCompletion() == nil {
		for _, e := range t.events {
			t.take(e)
		}
		t.finish()
	}
	list := make([]requirement.Rule[*told], len(t.rules))
	for i, r := range t.rules {
		list[i] = requirement.Rule[*told]{Requirement: r.Requirement, Judge: func(t *told, n *requirement.Notes) {
			if t.seen[r.ID] {
				n.Saw()
			}
			for _, f := range t.findings {
				if f.Requirement == r.ID {
					n.Miss(f)
				}
			}
		}}
	}
	return requirement.SeenIf(t.tells(), requirement.Apply(list, t))
}

// tells says whether the stream shows anything of the turn: a call with what it was told to
// say, or its text where it has no call.
func (t *told) tells() bool {
	if t.meant == nil || t.starts+len(t.failures) == 0 {
		return false
	}
	meant, sent, calls := "", "", t.meant.Calls()
	for _, b := range t.blocks {
		if b.kind == "text" {
			sent += string(b.text)
		}
		for _, c := range calls {
			if b.kind == "tool_use" && b.id == c.ID && b.name == c.Name && saysOf(c, string(b.text)) {
				return true
			}
		}
	}
	for _, item := range t.meant.Items {
		if item.Kind == transcript.Text {
			meant += item.Text
		}
	}
	return len(calls) == 0 && meant == sent
}

// saysOf tells whether the text is that of the call's arguments, or a beginning of it.
func saysOf(c *transcript.CallRecord, text string) bool {
	want, fixed := c.ArgumentText()
	if !fixed {
		want = c.Input.JSON()
	}
	got, err := wire.Parse([]byte(text))
	meant, wrong := wire.Parse([]byte(want))
	if err == nil && wrong == nil {
		return wire.Equal(got, meant)
	}
	return text == "" || strings.HasPrefix(want, text)
}
