// Package producer judges what producers send, event by event: in a run, and in a recorded
// stream. A dialect says how its stream is read, and beside each requirement what looks at it.
package producer

import (
	"cmp"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Rule is a requirement of producers. See is what looks at a stream as it comes, in the
// dialect's own pieces; End looks at a stream that was read to its end. Either may be nil.
type Rule[T, H any] struct {
	requirement.Requirement
	See H
	End func(t T)
}

// Reader is a dialect's reading of a stream, as far as it came. It embeds a *Stream.
type Reader interface {
	// Take lets the rules look at the next event, and then takes it.
	Take(event wire.Value)
	// Tells says whether the stream shows anything of the turn.
	Tells() bool
}

// Side is what a dialect knows of its producers.
type Side[T Reader, H any] struct {
	Rules func() []Rule[T, H]
	New   func(*Stream[T, H]) T
	// Results: the wire tells results and progress, too.
	Results bool
	// Body is the member of an answer's state that holds the bytes; "" for sse.
	Body string
}

// meant is what is told of a turn, and whether it can be.
func (s Side[T, H]) meant(t transcript.Transcript) transcript.Transcript {
	if s.Results {
		return t.Told()
	}
	return t.Completion()
}

func (s Side[T, H]) valid(t *transcript.Transcript) bool {
	switch {
	case t == nil:
		return false
	case s.Results:
		return t.ValidTold() == nil
	}
	return t.ValidCompletion() == nil
}

// Requirements are those of the rules, in order.
func (s Side[T, H]) Requirements() []requirement.Requirement {
	rules := s.Rules()
	list := make([]requirement.Requirement, len(rules))
	for i, r := range rules {
		list[i] = r.Requirement.For("producer")
	}
	return list
}

// On is a side that is judged by the rules, which are made once: every answer is held against them.
func (s Side[T, H]) On(side dialect.Side) dialect.Side {
	rules := s.Rules()
	s.Rules = func() []Rule[T, H] { return rules }
	side.Requirements, side.Judge, side.Check = s.Requirements(), s.Judge, s.Check
	return side
}

func (s Side[T, H]) begin(o dialect.CheckOptions) T {
	stream := &Stream[T, H]{options: o, rules: s.Rules(), seen: map[string]bool{}, Omitted: func(string) bool { return false }, body: "sse"}
	if s.Body != "" {
		stream.body = s.Body
	}
	if o.Transcript != nil {
		meant := s.meant(*o.Transcript)
		stream.Meant, stream.Turn = &meant, o.Transcript
	}
	t := s.New(stream)
	stream.self = t
	return t
}

// read reads the stream of a run, with the transcript that was told. Nothing is looked at where
// that is no valid one.
func (s Side[T, H]) read(c *dialect.Case, o *dialect.Observation) (t T, stream *Stream[T, H], valid bool) {
	options := dialect.CheckOptions{}
	if told, ok := c.Script.(interface{ Told() transcript.Transcript }); ok {
		meant := told.Told()
		options.Transcript = &meant
	}
	t = s.begin(options)
	stream = any(t).(interface{ Sent() *Stream[T, H] }).Sent()
	stream.State, stream.Whole, stream.Omitted = o.State, true, o.Omitted
	for _, e := range o.Events {
		stream.Events = append(stream.Events, e.Value)
	}
	if valid = s.valid(stream.Meant); valid {
		for _, e := range stream.Events {
			stream.take(e)
		}
	}
	return t, stream, valid
}

// Judge judges the events of a run: one outcome for each requirement.
func (s Side[T, H]) Judge(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	_, outcomes := s.Read(c, o)
	return outcomes
}

// Read is the stream of a run as it was read, and how it was judged on the way.
func (s Side[T, H]) Read(c *dialect.Case, o *dialect.Observation) (T, []requirement.Outcome) {
	t, stream, valid := s.read(c, o)
	if valid {
		stream.finish()
	}
	list := make([]requirement.Rule[T], len(stream.rules))
	for i, r := range stream.rules {
		judged := requirement.Requirement{ID: r.ID, Level: cmp.Or(r.Level, requirement.Must)}
		list[i] = requirement.Rule[T]{Requirement: judged, Judge: func(_ T, n *requirement.Notes) {
			if stream.seen[r.ID] {
				n.Saw()
			}
			for _, f := range stream.findings {
				if f.Requirement == r.ID {
					n.Miss(f)
				}
			}
		}}
	}
	return t, requirement.SeenIf(t.Tells(), requirement.Apply(list, t))
}

// Normal makes normal forms of answers: what tell says of the stream, however it is cut, and which outcomes are wrong with it;
// absent where no valid turn was told.
func (s Side[T, H]) Normal(wrong func([]requirement.Outcome) wire.Value,
	tell func(t T) []wire.Member) func(*dialect.Case, *dialect.Observation) wire.Value {
	return func(c *dialect.Case, o *dialect.Observation) wire.Value {
		t, judged := s.Read(c, o)
		if !s.valid(any(t).(interface{ Sent() *Stream[T, H] }).Sent().Meant) {
			return wire.Value{}
		}
		return wire.Obj(append(tell(t), wire.M("wrong", wrong(judged)))...)
	}
}

// Check judges a recorded stream event by event.
func (s Side[T, H]) Check(o dialect.CheckOptions) dialect.Checker {
	return &checker[T, H]{Stream: any(s.begin(o)).(interface{ Sent() *Stream[T, H] }).Sent()}
}

type checker[T Reader, H any] struct {
	*Stream[T, H]
	given int
}

func (c *checker[T, H]) Event(v wire.Value) []requirement.Finding {
	if c.options.Bytes {
		c.Events = append(c.Events, v)
	}
	c.take(v)
	return c.fresh()
}

func (c *checker[T, H]) End() []requirement.Finding {
	c.finish()
	return c.fresh()
}

// Bytes tells how the whole stream stood in bytes.
func (c *checker[T, H]) Bytes(body string, headers wire.Value) {
	c.Whole, c.State = true, wire.Obj(wire.M(c.body, wire.Str(body)), wire.M("headers", headers))
	c.Omitted = func(member string) bool { return member == "headers" && headers.IsAbsent() }
}

func (c *checker[T, H]) fresh() []requirement.Finding {
	list := slices.Clone(c.findings[c.given:])
	c.given = len(c.findings)
	return list
}

// Seen are the lines that the stream could have missed.
func (c *checker[T, H]) Seen() []string {
	var list []string
	for _, r := range c.rules {
		if c.seen[r.ID] {
			list = append(list, r.ID)
		}
	}
	return list
}
