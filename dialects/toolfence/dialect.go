// Package toolfence is the dialect of document 000: tool calls in fenced code blocks of a markdown document.
package toolfence

import (
	"bytes"
	"fmt"
	"maps"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/reference"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Dialect is the whole of it.
func Dialect() dialect.Dialect {
	return dialect.Dialect{Name: words.Name, Title: "Markdown tool call blocks", Source: "document 000 (tool fences)",
		Sides: []dialect.Side{consumer(), producer()}}
}

func consumer() dialect.Side {
	rules := consumerRules()
	return dialect.Side{
		Pair:         words.Consumer(),
		Matrix:       []string{"FENCE-03", "FENCE-06", "FENCE-13", "FENCE-05"},
		Text:         markdown(),
		Requirements: requirement.Catalogue(rules),
		Cases:        consumerCases,
		Judge: func(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
			if c.OnlySurvived() {
				return nil // what such input means is nobody's business: it has survived
			}
			v := newView(c, o)
			return requirement.SeenIf(v.there(), requirement.Apply(rules, v))
		},
		Parse:     document.Parse,
		Reference: reference.Consume,
		Faults:    reference.ConsumerFaults,
		Variants:  reference.ConsumerVariants,
		Render:    render,
		Twists:    twists(),
		Relations: dialect.Relations{Normal: normal, Held: held, Successes: successes},
		Grammar:   grammar(),
	}
}

// newWriting is what the checker finds in the markdown of a producer, its transcript at hand, and what it read; nil where there is none.
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
	return requirement.Kept(line, "producer", "FENCE-%02d", 50, 54)
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
		Faults:    reference.ProducerFaults,
		Variants:  reference.ProducerVariants,
		Render:    func(t transcript.Transcript, _ dialect.Pick) dialect.Script { return stream.Wrapped(t) },
		Relations: dialect.Relations{Normal: normalWriting},
		Grammar:   dialect.TranscriptGrammar(dialect.InputsAlone()...),
	}
}

// markdown: the wire is markdown, which shows by a tool fence that opens somewhere.
func markdown() *dialect.Text {
	return &dialect.Text{Media: "text/markdown; charset=utf-8", Opens: hasFence}
}

func hasFence(document []byte) bool {
	for line := range bytes.Lines(document) {
		line = bytes.TrimLeft(line, " >-*")
		rest, ok := bytes.CutPrefix(line, []byte("```"))
		if !ok {
			rest, ok = bytes.CutPrefix(line, []byte("~~~"))
		}
		if ok && strings.TrimSpace(strings.Trim(string(rest), "`~")) == "tool" {
			return true
		}
	}
	return false
}

// What a fence tells of the outcome, which its object has or its state asks for.
const (
	openFence     = "fence without an outcome"
	outputFence   = "fence with an output"
	errorFence    = "fence with an error"
	bothFence     = "fence with both"
	outputByState = "fence that asks for an output by state alone"
	errorByState  = "fence that asks for an error by state alone"
	brokenFence   = "malformed fence"
	foreignFence  = "other fence"
	quoteStarts   = "block quote"
	listStarts    = "list"
)

// The kinds of lines of text, by what they begin with.
const (
	breakText    = "thematic break"
	headingText  = "heading"
	itemText     = "list item"
	indentedText = "indented line"
	markedText   = "line that begins with fence marks"
	plainText    = "line of text"
)

// grammar is what measuring the coverage of documents must know. The elements are fences as objects, and whatever else stands in
// a document, line by line, without blank lines.
func grammar() *dialect.Grammar {
	fence := dialect.CallPlaces{ID: "toolCallId", Name: "toolName", Arguments: "input", Content: "output"}
	calls := map[string]dialect.CallPlaces{}
	kinds := []string{openFence, outputFence, errorFence, bothFence, outputByState, errorByState}
	for _, k := range kinds {
		calls[k] = fence
	}
	results := maps.Clone(calls)
	delete(results, openFence)
	return &dialect.Grammar{
		Schema: schemas.ToolFence,
		Elements: func(s dialect.Script) []wire.Value {
			d, _ := document.Of(s)
			return elementsOf(d.Segments)
		},
		Values: func(s dialect.Script) []wire.Value {
			d, _ := document.Of(s)
			return d.Objects()
		},
		Kind: elementKind,
		Kinds: append(kinds, brokenFence, foreignFence, quoteStarts, listStarts, breakText, headingText, itemText, indentedText,
			markedText, plainText),
		Calls: calls, Results: results,
		Wired: true,
		Zeros: zeros(),
	}
}

// elementsOf are segments as elements: an object for a fence, a text for a line, and for anything else its kind in a list.
func elementsOf(segments []document.Segment) []wire.Value {
	var list []wire.Value
	named := func(kind string) { list = append(list, wire.List(wire.Str(kind))) }
	for _, s := range segments {
		switch s.Kind {
		case document.ToolSegment:
			list = append(list, s.Object)
		case document.BrokenSegment:
			named(brokenFence)
		case document.CodeSegment:
			named(foreignFence)
		case document.QuoteSegment:
			named(quoteStarts)
		case document.ListSegment:
			named(listStarts)
		default:
			for line := range strings.Lines(s.Text) {
				if strings.TrimSpace(line) != "" {
					list = append(list, wire.Str(line))
				}
			}
		}
		list = append(list, elementsOf(s.Inside)...)
	}
	return list
}

func elementKind(v wire.Value) string {
	switch {
	case v.IsArray():
		return v.At(0).Text()
	case v.IsString():
		return lineKind(v.Text())
	}
	state := v.Get("state").Text()
	switch {
	case v.Has("output") && v.Has("errorText"):
		return bothFence
	case v.Has("output"):
		return outputFence
	case v.Has("errorText"):
		return errorFence
	case state == "output-available":
		return outputByState
	case state == "output-error":
		return errorByState
	}
	return openFence
}

func lineKind(line string) string {
	text := strings.TrimSpace(line)
	squeezed := strings.ReplaceAll(text, " ", "")
	switch {
	case strings.HasPrefix(line, "    "), strings.HasPrefix(line, "\t"):
		return indentedText
	case strings.HasPrefix(text, "```"), strings.HasPrefix(text, "~~~"):
		return markedText
	case len(squeezed) > 2 && strings.Trim(squeezed, squeezed[:1]) == "" && strings.Contains("-*_", squeezed[:1]):
		return breakText
	case text[0] == '#':
		return headingText
	case strings.HasPrefix(text, "- "), strings.HasPrefix(text, "* "), strings.HasPrefix(text, "1. "):
		return itemText
	}
	return plainText
}

// zeros are what no document shows, and why.
func zeros() []dialect.Zero {
	return append(dialect.OneTurn("a document is one turn"), []dialect.Zero{
		{Cells: "around: * between *", Reason: "a fence is a call and its result"},
		{Cells: "neighbours: block quote → (end)", Reason: "a container is not empty"},
		{Cells: "neighbours: list → (end)", Reason: "a container is not empty"},
		{Cells: "sequence: *, of one call", Reason: "no requirement says what different fences with one id mean"},
		{Cells: "line endings: markdown * CR", Reason: "a lone CR may end a line or not (FENCE-20)"},
	}...)
}
