package stageevents

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// emitted is what the checker found in a producer's answer.
type emitted struct {
	findings map[string][]requirement.Finding
	seen     map[string]bool
}

// judgeProducer feeds the observed updates through the same checker that judges
// recorded streams, with the transcript at hand.
func judgeProducer(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	e := emitted{findings: map[string][]requirement.Finding{}, seen: map[string]bool{}}
	s, ok := c.Script.(*turn)
	if !ok || survivalOnly(c) || s.t.Valid() != nil {
		return requirement.Apply(producerRules(), e) // any answer to an invalid transcript will do
	}
	ch := newChecker(dialect.CheckOptions{Transcript: &s.t}, MaxIDs)
	for _, event := range o.Events {
		e.add(ch.Event(event.Value))
	}
	e.add(ch.End())
	for _, id := range ch.Seen() {
		e.seen[id] = true
	}
	return requirement.SeenIf(ch.speaksOfIt(), requirement.Apply(producerRules(), e))
}

func (e emitted) add(findings []requirement.Finding) {
	for _, f := range findings {
		e.findings[f.Requirement] = append(e.findings[f.Requirement], f)
	}
}

// checked is the judge of a requirement that the checker looks after.
func checked(id string) func(emitted, *requirement.Notes) {
	return func(e emitted, n *requirement.Notes) {
		if e.seen[id] {
			n.Saw()
		}
		for _, f := range e.findings[id] {
			n.Miss(f)
		}
	}
}
