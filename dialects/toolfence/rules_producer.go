package toolfence

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/reference"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
)

// newWriting is what the checker finds in the markdown of a producer, its transcript at hand, and what it read; nil where there
// is none.
func newWriting(c *dialect.Case, o *dialect.Observation) (*requirement.Ledger, *plan) {
	w := &requirement.Ledger{}
	s, ok := c.Script.(*stream.Exchange)
	if !ok || o.Omitted("markdown") {
		return w, nil
	}
	check := newReader(dialect.CheckOptions{Transcript: &s.Transcript})
	for _, f := range append(check.Event(o.State.Get("markdown")), check.End()...) {
		f.Message = fmt.Sprintf("%s (%s)", f.Message, f.Where)
		f.Where, f.Event = "/markdown", -1
		w.Found(f)
	}
	if check.plan.speaksOfIt() {
		w.Saw(check.Seen()...)
	}
	return w, check.plan
}

// producerRules are FENCE-50 to 54.
func producerRules() []requirement.Rule[*requirement.Ledger] {
	rules := make([]requirement.Rule[*requirement.Ledger], 5)
	for i := range rules {
		id := fmt.Sprintf("FENCE-%d", 50+i)
		rules[i] = requirement.Rule[*requirement.Ledger]{Requirement: line(id).For("producer"), Judge: requirement.Told(id)}
	}
	return rules
}

func producer() dialect.Side {
	rules := producerRules()
	return dialect.Side{
		Pair:         words.Producer(),
		Matrix:       []string{"FENCE-50", "FENCE-51"},
		Text:         markdown(),
		Requirements: requirement.Catalogue(rules),
		Cases:        producerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			if c.OnlySurvived() {
				return nil // it has survived
			}
			w, _ := newWriting(c, o)
			return requirement.Apply(rules, w)
		},
		Parse:     stream.ParseExchange,
		Check:     newChecker,
		Reference: reference.Produce,
		Faults:    reference.ProducerFaults(),
		Variants:  reference.ProducerVariants(),
		Render:    renderTranscript,
		Relations: dialect.Relations{Normal: normalWriting},
		Grammar:   dialect.TranscriptGrammar(dialect.InputsAlone()...),
	}
}
