package openaichat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// sentRule is a requirement of producers with what looks at frames as they come: at each
// frame, each choice of a chunk and each fragment of a call, before they are taken; and at
// the end. end is called only for streams that were read to theirs.
type sentRule struct {
	requirement.Requirement
	frame    func(t *told, frame wire.Value)
	choice   func(t *told, c *choiceTold, choice wire.Value)
	fragment func(t *told, c *choiceTold, call *callTold, f wire.Value)
	end      func(t *told)
}

// told is a producer's stream, as far as it came. Without a transcript it keeps no texts.
type told struct {
	options dialect.CheckOptions
	meant   *transcript.Transcript
	state   wire.Value
	events  []wire.Value

	rules    []sentRule
	now      int // the rule that looks
	event    int
	findings []requirement.Finding
	seen     map[string]bool

	chunks             int
	id, model, created wire.Value
	choices            map[string]*choiceTold
	// failures are the errors of frames, hidden those that stand in the bytes alone.
	failures, hidden []wire.Value
	usages           int
	// right: some call is told as it should be.
	right bool
	// ends: the whole answer is there. marked: its bytes have the end marker.
	ends, marked bool
}

type choiceTold struct {
	index   string
	chunks  int
	text    strings.Builder
	calls   []*callTold
	byIndex map[string]*callTold
	reasons []string
}

type callTold struct {
	index, id, name, tag string
	arguments            strings.Builder
}

func newTold(o dialect.CheckOptions) *told {
	t := &told{options: o, rules: producerRules(), seen: map[string]bool{}, choices: map[string]*choiceTold{}}
	if o.Transcript != nil {
		meant := o.Transcript.Completion()
		t.meant = &meant
	}
	return t
}

func (t *told) saw() { t.seen[t.rules[t.now].ID] = true }

// miss notes a finding of the rule that looks.
func (t *told) miss(level requirement.Level, message string, want, got wire.Value) {
	t.saw()
	t.blame(t.rules[t.now].ID, level, message, want, got)
}

func (t *told) blame(id string, level requirement.Level, message string, want, got wire.Value) {
	if level == "" {
		level = requirement.Must
	}
	t.seen[id] = true
	if level == requirement.Should && slices.ContainsFunc(t.findings, func(f requirement.Finding) bool { return f.Requirement == id && f.Message == message }) {
		return // once says it
	}
	t.findings = append(t.findings, requirement.Finding{Requirement: id, Level: level, Message: message, Where: fmt.Sprintf("event %d", t.event), Event: t.event, Expected: want, Actual: got})
}

// holds is saw, and a MUST missed where it is not so.
func (t *told) holds(ok bool, message string, want, got wire.Value) {
	if t.saw(); !ok {
		t.miss("", message, want, got)
	}
}

func (t *told) look(at func(r *sentRule)) {
	for i := range t.rules {
		t.now = i
		at(&t.rules[i])
	}
}

// take reads the next frame.
func (t *told) take(frame wire.Value) {
	t.look(func(r *sentRule) {
		if r.frame != nil {
			r.frame(t, frame)
		}
	})
	failure := frame.Get("error")
	if !failure.IsNull() {
		t.failures = append(t.failures, failure)
	} else if t.chunks++; t.id.Text() == "" {
		t.id, t.model, t.created = frame.Get("id"), frame.Get("model"), frame.Get("created")
	}
	if frame.Get("usage").IsObject() {
		t.usages++
	}
	for _, choice := range frame.Get("choices").Items() {
		t.takeChoice(choice, failure.IsNull())
	}
	t.event++
}

func (t *told) of(index string) *choiceTold {
	c := t.choices[index]
	if c == nil {
		c = &choiceTold{index: index, byIndex: map[string]*callTold{}}
		t.choices[index] = c
	}
	return c
}

func (t *told) takeChoice(choice wire.Value, judged bool) {
	c := t.of(choice.Get("index").JSON())
	t.look(func(r *sentRule) {
		if r.choice != nil && judged {
			r.choice(t, c, choice)
		}
	})
	c.chunks++
	delta := choice.Get("delta")
	if t.meant != nil && judged {
		c.text.WriteString(delta.Get("content").Text())
	}
	for _, f := range delta.Get("tool_calls").Items() {
		t.takeFragment(c, f)
	}
	if reason := choice.Get("finish_reason").Text(); reason != "" {
		c.reasons = append(c.reasons, reason)
	}
}

func (t *told) takeFragment(c *choiceTold, f wire.Value) {
	index := f.Get("index").JSON()
	call := c.byIndex[index]
	t.look(func(r *sentRule) {
		if r.fragment != nil {
			r.fragment(t, c, call, f)
		}
	})
	function := f.Get("function")
	if call == nil || reopens(call, f) {
		call = &callTold{index: index, id: f.Get("id").Text(), name: function.Get("name").Text(), tag: f.Get("type").Text()}
		c.calls = append(c.calls, call)
		c.byIndex[index] = call
	}
	if t.meant != nil {
		call.arguments.WriteString(function.Get("arguments").Text())
	}
}

// reopens tells whether a fragment begins another call under a used index.
func reopens(call *callTold, f wire.Value) bool {
	id := f.Get("id").Text()
	return id != "" && id != call.id && f.Get("function").Get("name").Text() != ""
}

func (t *told) finish() {
	t.look(func(r *sentRule) {
		if r.end != nil && !t.options.Truncated {
			r.end(t)
		}
	})
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

// tells says whether the stream shows anything of the turn: a call, its text where it has no
// call, or its end where it has neither.
func (t *told) tells() bool {
	if t.meant == nil || len(t.events) == 0 {
		return false
	}
	if len(t.meant.Calls()) > 0 {
		return t.right
	}
	want := t.meantText()
	return want == t.of(firstChoice).text.String()
}

func judgeProducer(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	t := newTold(dialect.CheckOptions{})
	if s, ok := c.Script.(interface{ Told() transcript.Transcript }); ok {
		meant := s.Told()
		t.options.Transcript = &meant
		meant = meant.Completion()
		t.meant = &meant
	}
	valid := t.meant != nil && t.meant.ValidCompletion() == nil
	t.state, t.ends = o.State, true
	if o.Omitted("sse") {
		t.state = wire.Obj()
	}
	for _, e := range o.Events {
		t.events = append(t.events, e.Value)
	}
	if valid {
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
