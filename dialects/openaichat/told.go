package openaichat

import (
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/wire"
)

// hooks look at a frame, at each choice of a chunk and at each fragment of a call, before
// they are taken.
type hooks struct {
	frame    func(t *told, frame wire.Value)
	choice   func(t *told, c *choiceTold, choice wire.Value)
	fragment func(t *told, c *choiceTold, call *callTold, f wire.Value)
}

// told is a producer's stream, as far as it came. Without a transcript it keeps no texts.
type told struct {
	*producer.Stream[*told, hooks]
	chunks             int
	id, model, created wire.Value
	choices            map[string]*choiceTold
	// failures are the errors of frames, hidden those that stand in the bytes alone.
	failures, hidden []wire.Value
	usages           int
	// right: some call is told as it should be. marked: the bytes have the end marker.
	right, marked bool
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

func producers() producer.Side[*told, hooks] {
	return producer.Side[*told, hooks]{Rules: producerRules, New: func(s *producer.Stream[*told, hooks]) *told {
		s.Once = true
		return &told{Stream: s, choices: map[string]*choiceTold{}}
	}}
}

// Take reads the next frame.
func (t *told) Take(frame wire.Value) {
	t.Look(func(see hooks) {
		if see.frame != nil {
			see.frame(t, frame)
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
	t.Look(func(see hooks) {
		if see.choice != nil && judged {
			see.choice(t, c, choice)
		}
	})
	c.chunks++
	delta := choice.Get("delta")
	if t.Meant != nil && judged {
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
	t.Look(func(see hooks) {
		if see.fragment != nil {
			see.fragment(t, c, call, f)
		}
	})
	function := f.Get("function")
	if call == nil || reopens(call, f) {
		call = &callTold{index: index, id: f.Get("id").Text(), name: function.Get("name").Text(), tag: f.Get("type").Text()}
		c.calls = append(c.calls, call)
		c.byIndex[index] = call
	}
	if t.Meant != nil {
		call.arguments.WriteString(function.Get("arguments").Text())
	}
}

// reopens tells whether a fragment begins another call under a used index.
func reopens(call *callTold, f wire.Value) bool {
	id := f.Get("id").Text()
	return id != "" && id != call.id && f.Get("function").Get("name").Text() != ""
}

// Tells says whether the stream shows anything of the turn: a call, its text where it has no
// call, or its end where it has neither.
func (t *told) Tells() bool {
	switch {
	case t.Meant == nil || len(t.Events) == 0:
		return false
	case len(t.Calls()) > 0:
		return t.right
	}
	return t.Text() == t.of(firstChoice).text.String()
}
