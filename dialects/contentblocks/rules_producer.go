package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
)

// judgeProduced is what the checker finds in a producer's stream: nothing where the transcript
// is invalid, for then any answer is right.
func judgeProduced(script dialect.Script, o *dialect.Observation) *requirement.Ledger {
	p := &requirement.Ledger{}
	s, ok := script.(*stream.Exchange)
	if !ok || s.Transcript.Valid() != nil || wild(s.Transcript.JSON()) {
		return p
	}
	c := newJudge(dialect.CheckOptions{Transcript: &s.Transcript})
	c.bare = o.Omitted("artifact")
	for _, e := range o.Events {
		p.Found(c.Event(e.Value)...)
	}
	p.Found(c.End()...)
	if c.speaksOfIt() {
		p.Saw(c.Seen()...)
	}
	return p
}

// producerRules are BLOCK-50…60: the checker's ledger says what was missed.
func producerRules() []requirement.Rule[*requirement.Ledger] {
	return requirement.Kept(line, "producer", "BLOCK-%d", 50, 60)
}
