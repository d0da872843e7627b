package toolfence

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/reference"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
)

// newWriting is what the checker finds in the markdown of a producer, its transcript at hand.
func newWriting(c *dialect.Case, o *dialect.Observation) *requirement.Ledger {
	w := &requirement.Ledger{}
	s, ok := c.Script.(*stream.Exchange)
	if !ok || o.Omitted("markdown") {
		return w
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
	return w
}

// producerRules are FENCE-50 to 54.
func producerRules() []requirement.Rule[*requirement.Ledger] {
	return []requirement.Rule[*requirement.Ledger]{
		wrote("FENCE-50", "Every call of the transcript is one tool fence whose object validates against the schema, with its id, name "+
			"and input, in order.",
			`Overview: "it emits a fenced code block tagged with the language identifier tool. The fenced block must contain a single `+
				`JSON object"`,
			"",
			"```tool\n{\"toolCallId\":\"call_1\",\"toolName\":\"search\",\"state\":\"input-available\","+
				"\"input\":{\"query\":\"cats\"}}\n```",
			"two fences for one call: one with its input, one with its output"),
		wrote("FENCE-51", "A success sets `state` and `output`; an error sets `output-error` and `errorText`; each exactly once.",
			`JSON Fields, state: "Final state of the tool invocation."`, "",
			`{"state":"output-available","output":{"results":[]}}`, `{"output":{"results":[]}}, or an errorText beside the output`),
		wrote("FENCE-52", "A cancelled call is `output-error` with a non-empty `errorText`. (The dialect has no third outcome.)",
			"JSON Fields, state: of the four states none is for a cancelled call",
			"A cancelled call has no output, and a reader that shows it as one misleads; so it is an error, and a text must say so.",
			`{"state":"output-error","errorText":"Cancelled by the user."}`, `{"state":"output-available","output":null}`),
		wrote("FENCE-53", "Text items are there, in order and unchanged, neighbours joined; any line breaks may be added next to a "+
			"fence. Text between a call and its result may stand before or after the fence.",
			`Overview: "Outside of the tool code fence you can write regular markdown."`, "",
			"the text as it is, and blank lines around the fence", "the text without its trailing blanks"),
		unusual(wrote("FENCE-54", "Values with backtick runs and fence lines in them arrive unchanged.",
			"silent; CommonMark, 4.5: a line of backticks closes a fence",
			"A value may hold markdown; it is data, and a fence that it closes loses the call and spills the rest.",
			"{\"output\":\"```tool\\n{}\\n```\"}", "a raw line ending in the string, so that the next line closes the fence")),
	}
}

func wrote(id, sentence, source, ruling, right, wrong string) requirement.Rule[*requirement.Ledger] {
	return requirement.Rule[*requirement.Ledger]{
		Requirement: requirement.Requirement{ID: id, Level: requirement.Must, Roles: []string{"producer"}, Sentence: sentence,
			Source: document000 + source, Ruling: ruling, Right: right, Wrong: wrong},
		Judge: requirement.Told(id),
	}
}

func unusual(r requirement.Rule[*requirement.Ledger]) requirement.Rule[*requirement.Ledger] {
	r.Adversarial = true
	return r
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
			return requirement.Apply(rules, newWriting(c, o))
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
