// Package doctor proves that an adapter can be judged, or says what is missing.
package doctor

import (
	"context"
	"fmt"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Line is one thing that was looked at.
type Line struct {
	OK bool
	// What was looked at, and what to do where it is not well.
	What, Help string
}

// Examine looks at the hello, then at a trivial case of each pair that is
// offered: that it is answered, that the answer fits, and that the same answer
// held against an expectation with one value altered does not.
func Examine(ctx context.Context, cat *catalogue.Catalogue, impl driver.Implementation, timeout time.Duration) []Line {
	e := examination{cat: cat, impl: impl, timeout: timeout}
	e.hello()
	known := 0
	for _, s := range cat.Sides {
		if support, ok := impl.Hello().Offer(s.Pair); ok {
			known++
			e.pair(ctx, s, support)
		}
	}
	if known == 0 {
		e.bad("the hello offers nothing that can be judged",
			`list what it can do in "supports": conform list --dialects shows the dialects and roles`)
	}
	e.adapterErrors()
	return e.lines
}

type examination struct {
	cat     *catalogue.Catalogue
	impl    driver.Implementation
	timeout time.Duration
	lines   []Line
}

func (e *examination) good(format string, args ...any) {
	e.lines = append(e.lines, Line{OK: true, What: fmt.Sprintf(format, args...)})
}

func (e *examination) bad(what, help string) {
	e.lines = append(e.lines, Line{What: what, Help: help})
}

func (e *examination) hello() {
	h := e.impl.Hello()
	pairs := "pairs"
	if len(h.Supports) == 1 {
		pairs = "pair"
	}
	e.good("hello: %s %s, %d %s, concurrency %d", name(h.Implementation, "name"), name(h.Implementation, "version"), len(h.Supports), pairs,
		h.Concurrency)
	var sides []dialect.Side
	for _, s := range e.cat.Sides {
		sides = append(sides, *s.Side.Side)
	}
	for _, remark := range append(h.Remarks, h.Unknown(sides)...) {
		e.bad("hello: "+remark, "mend the hello message")
	}
}

func name(v wire.Value, member string) string {
	if s := v.Get(member).Text(); s != "" {
		return s
	}
	return "(no " + member + ")"
}

// turn is a trivial turn: one call, one result.
func turn(id, content string) transcript.Transcript {
	return transcript.Transcript{MessageID: "msg-doctor", Items: []transcript.Item{
		{Kind: transcript.Call, ID: id, Name: "look_up", Input: wire.Obj(wire.M("word", wire.Str("doctor "+id)))},
		{Kind: transcript.Result, ID: id, Status: transcript.Success, Content: wire.Str(content)},
		{Kind: transcript.Stop, Reason: transcript.Completed},
	}}
}

// told puts the result's content into the call where the pair is told no results.
func told(s *catalogue.Side, t transcript.Transcript) transcript.Transcript {
	if s.Turn != nil {
		t.Items[0].Input = t.Items[0].Input.With("about", t.Items[1].Content)
	}
	return t
}

func plainest(int) int { return 0 }

func (e *examination) pair(ctx context.Context, s *catalogue.Side, support driver.Support) {
	encoding := ""
	if len(s.Encodings) > 0 {
		encoding = first(support.Encodings, s.Encodings)
		if encoding == "" {
			e.bad(fmt.Sprintf("%s: none of the encodings %q is known", s.Pair, support.Encodings),
				fmt.Sprintf("offer one of %q", s.Encodings))
			return
		}
	}
	make := func(id, content string) *dialect.Case {
		return &dialect.Case{ID: fmt.Sprintf("%s/doctor-%s", s.Pair, id), Pair: s.Pair, Class: dialect.Valid, Encoding: encoding,
			Script: s.Render(told(s, turn(id, content)), plainest)}
	}
	one, two := make("dr_one", "the first answer"), make("dr_two", "another answer")
	altered := make("dr_one", "an altered answer")
	seen := e.observe(ctx, support, one, two)
	e.answered(s, one, altered, two, seen)
}

func first(offered, known []string) string {
	if len(offered) == 0 {
		return known[0]
	}
	for _, k := range known {
		for _, o := range offered {
			if o == k {
				return k
			}
		}
	}
	return ""
}

// observe has both cases in flight at once, as a run would.
func (e *examination) observe(ctx context.Context, support driver.Support, cases ...*dialect.Case) []dialect.Observation {
	seen := make([]dialect.Observation, len(cases))
	done := make(chan int)
	for i, c := range cases {
		go func() {
			seen[i] = e.impl.Observe(ctx, driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input(), Deadline: e.timeout})
			seen[i].Omits = support.Omits
			done <- i
		}()
	}
	for range cases {
		<-done
	}
	return seen
}

func (e *examination) answered(s *catalogue.Side, one, altered, two *dialect.Case, seen []dialect.Observation) {
	fits := func(c *dialect.Case, o dialect.Observation) []requirement.Outcome { return s.Case(c, &o, nil) }
	for _, o := range seen {
		if o.Ending != dialect.Done {
			e.bad(fmt.Sprintf("%s: a trivial case ended as %s: %s", s.Pair, o.Ending, o.Reason+o.Output), help(o))
			return
		}
	}
	outcomes := fits(one, seen[0])
	if judge.Verdict(outcomes) != requirement.Fail && judge.Verdict(fits(two, seen[1])) != requirement.Fail {
		if judge.Verdict(fits(altered, seen[0])) != requirement.Fail {
			e.bad(fmt.Sprintf("%s: an expectation with one value altered fits the answer too", s.Pair),
				"the answer holds too little to judge: fill in its members, and list in \"omits\" only what the implementation "+
					"does not have")
			return
		}
		e.good("%s: a trivial case is answered right, and an altered expectation fails", s.Pair)
		return
	}
	if judge.Verdict(fits(one, seen[1])) != requirement.Fail && judge.Verdict(fits(two, seen[0])) != requirement.Fail {
		e.bad(fmt.Sprintf("%s: the answers of two cases came under each other's id", s.Pair),
			"answer each case with the id of its case message, also where several are in flight")
		return
	}
	for _, o := range append(outcomes, fits(two, seen[1])...) {
		for _, f := range o.Findings {
			e.bad(fmt.Sprintf("%s: a trivial case is answered wrong: %s", s.Pair, f.Message),
				fmt.Sprintf("%s; at %s: expected %s, actual %s", o.Requirement, f.Where, f.Expected.JSON(), f.Actual.JSON()))
			return
		}
	}
}

func help(o dialect.Observation) string {
	text := map[dialect.Ending]string{
		dialect.Rejected: "a valid input must not be rejected",
		dialect.Skipped:  "do not offer what the adapter can't do",
		dialect.Crashed:  "the adapter must survive its cases",
		dialect.TimedOut: "answer every case with one done, rejected or skipped message that carries its id",
		dialect.Broken:   "write nothing to stdout but messages, one JSON object a line",
	}[o.Ending]
	if o.Stderr != "" {
		text += "; stderr: " + o.Stderr
	}
	return text
}

func (e *examination) adapterErrors() {
	for _, err := range e.impl.Errors() {
		what := fmt.Sprintf("adapter error: %s", err.Kind)
		if err.Case != "" {
			what += " in " + err.Case
		}
		e.bad(what+": "+err.Bytes, "write nothing to stdout but messages, one JSON object a line, each with the id of its case")
	}
}
