package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// judgeProduced is what the checker finds in a producer's stream: nothing where the transcript
// is invalid, for then any answer is right.
func judgeProduced(script dialect.Script, o *dialect.Observation) *requirement.Ledger {
	p := &requirement.Ledger{}
	s, ok := script.(*stream.Exchange)
	if !ok || s.Transcript.Valid() != nil || wild(s.Transcript.JSON()) {
		return p
	}
	t := s.Transcript
	bare := o.Omitted("artifact")
	if bare {
		t = withoutArtifacts(t)
	}
	c := newJudge(dialect.CheckOptions{Transcript: &t})
	for _, e := range o.Events {
		ev := e.Value
		if b := ev.Get("content_block"); bare && b.Has("artifact") {
			ev = ev.With("content_block", b.Without("artifact"))
		}
		p.Found(c.Event(ev)...)
	}
	p.Found(c.End()...)
	if c.speaksOfIt() {
		p.Saw(c.Seen()...)
	}
	return p
}

// withoutArtifacts is the transcript as an implementation without them sees it.
func withoutArtifacts(t transcript.Transcript) transcript.Transcript {
	out := transcript.Transcript{MessageID: t.MessageID, Items: append([]transcript.Item(nil), t.Items...)}
	for i := range out.Items {
		out.Items[i].Artifact = wire.Value{}
	}
	return out
}

// producerRules are BLOCK-50…60: the checker's ledger says what was missed.
func producerRules() []requirement.Rule[*requirement.Ledger] {
	rules := make([]requirement.Rule[*requirement.Ledger], 11)
	for i := range rules {
		id := fmt.Sprintf("BLOCK-%d", 50+i)
		rules[i] = requirement.Rule[*requirement.Ledger]{Requirement: line(id).For("producer"), Judge: requirement.Told(id)}
	}
	return rules
}
