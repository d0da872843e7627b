package openaichat

import (
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/wire"
)

// hooks look at a frame, at each choice of a chunk and at each fragment of a call, before they are taken.
type hooks struct{ frame, choice, fragment func(p piece) }

// piece is what a hook looks at: a frame, a choice, or a fragment, with the choice and the call that it is of. The call is nil
// where it is none yet.
type piece struct {
	*told
	wire.Value
	of   *choiceTold
	call *callTold
}

// told is a producer's stream, as far as it came. Without a transcript it keeps no texts.
type told struct {
	*producer.Stream[*told, hooks]
	id, model, created wire.Value
	choices            map[string]*choiceTold
	// failures are the errors of frames, hidden those that stand in the bytes alone.
	failures, hidden []wire.Value
	usages           int
	// right: some call is told as it should be. marked: the bytes have the end marker. reasoned: some choice has a reason.
	right, marked, reasoned bool
}

type choiceTold struct {
	chunks  int
	text    strings.Builder
	calls   []*callTold
	byIndex map[string]*callTold
	reasons []string
}

type callTold struct {
	id, name  string
	arguments strings.Builder
}

func producers() producer.Side[*told, hooks] {
	return producer.Side[*told, hooks]{Rules: producerRules, New: func(s *producer.Stream[*told, hooks]) *told {
		s.Once = true
		return &told{Stream: s, choices: map[string]*choiceTold{}}
	}}
}

func (p piece) look(of func(hooks) func(piece)) {
	p.Look(func(h hooks) {
		if see := of(h); see != nil {
			see(p)
		}
	})
}

// Take reads the next frame.
func (t *told) Take(frame wire.Value) {
	piece{told: t, Value: frame}.look(func(h hooks) func(piece) { return h.frame })
	failure := frame.Get("error")
	if !failure.IsNull() {
		t.failures = append(t.failures, failure)
	} else if t.id.Text() == "" {
		t.id, t.model, t.created = frame.Get("id"), frame.Get("model"), frame.Get("created")
	}
	if frame.Get("usage").IsObject() {
		t.usages++
	}
	for _, choice := range frame.Get("choices").Items() {
		t.takeChoice(piece{told: t, Value: choice, of: t.choice(choice.Get("index").Plain().JSON())}, failure.IsNull())
	}
}

func (t *told) choice(index string) *choiceTold {
	c := t.choices[index]
	if c == nil {
		c = &choiceTold{byIndex: map[string]*callTold{}}
		t.choices[index] = c
	}
	return c
}

func (t *told) first() *choiceTold { return t.choice(firstChoice) }

func (t *told) takeChoice(p piece, judged bool) {
	c, delta := p.of, p.Get("delta")
	if judged {
		p.look(func(h hooks) func(piece) { return h.choice })
	}
	c.chunks++
	if t.Meant != nil && judged {
		c.text.WriteString(delta.Get("content").Text())
	}
	for _, f := range delta.Get("tool_calls").Items() {
		piece{told: t, Value: f, of: c, call: c.byIndex[f.Get("index").Plain().JSON()]}.take()
	}
	if reason := p.Get("finish_reason").Text(); reason != "" {
		c.reasons, t.reasoned = append(c.reasons, reason), true
	}
}

func (p piece) id() string   { return p.Get("id").Text() }
func (p piece) name() string { return p.Get("function").Get("name").Text() }
func (p piece) tag() string  { return p.Get("type").Text() }

// take takes a fragment.
func (p piece) take() {
	p.look(func(h hooks) func(piece) { return h.fragment })
	if p.call == nil || p.reopens() {
		p.call = &callTold{id: p.id(), name: p.name()}
		p.of.calls = append(p.of.calls, p.call)
		p.of.byIndex[p.Get("index").Plain().JSON()] = p.call
	}
	if p.Meant != nil {
		p.call.arguments.WriteString(p.Get("function").Get("arguments").Text())
	}
}

// reopens tells whether a fragment begins another call under a used index.
func (p piece) reopens() bool {
	return p.call != nil && p.id() != "" && p.id() != p.call.id && p.name() != ""
}

// Tells says whether the stream shows anything of the turn.
func (t *told) Tells() bool { return t.Shows(t.right, t.first().text.String()) }
