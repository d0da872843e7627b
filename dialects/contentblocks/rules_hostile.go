package contentblocks

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// wreckage are the kinds of deviation that show that other blocks were harmed.
func wreckage() []kind {
	return []kind{missingBlock, extraBlock, blockOrder, wrongName, wrongInput, missingResult, foreignResult, inventedResult, wrongContent,
		wrongFlag, wrongArtifact}
}

// hostileRules need streams that no right producer sends.
func hostileRules() []requirement.Rule[*view] {
	rules := []requirement.Rule[*view]{
		{Requirement: requirement.Requirement{ID: "BLOCK-13", Level: requirement.Must, Source: docMerge + ": \"if (toolUseBlock)\"",
			Ruling: "The printed merge passes over a result whose call it doesn't find; the text is silent. A result lost must not " +
				"take others with it.",
			Sentence: "A result for an unknown id changes no block, and later results are still merged.",
			Right:    `orphan, then the result for toolu_01: toolu_01 holds its own`, Wrong: `the stream ends at the orphan`},
			Judge: func(v *view, n *requirement.Notes) {
				if len(v.m.orphans) > 0 {
					n.Saw()
					v.harm(n, nil, wreckage()...)
				}
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-14", Level: requirement.Must, Also: []requirement.Level{requirement.Should},
			Source: docMerge,
			Ruling: "The document gives each call one result. The printed merge lets the last one win but keeps an artifact of the " +
				"first, which makes a record that nobody sent.",
			Sentence: "A second result for a call: one of them is held. Which is MAY; a record mixed from both is a fail, an artifact " +
				"left over from the other is a warn.",
			Right: `success "A", then error "B": "B" with toolResultError true, or "A" with false`,
			Wrong: `"A" with toolResultError true`},
			Judge: judgeSecondResult},
		{Requirement: requirement.Requirement{ID: "BLOCK-15", Level: requirement.Should, Also: []requirement.Level{requirement.Must},
			Source: docStatus,
			Ruling: "The printed formula (`error` or `cancelled` is an error) shows everything else as a success, also what nobody " +
				"has heard of. What is not known to be a success should not look like one.",
			Sentence: "An unknown or missing `status` is not shown as success. With `content` null or absent, a status that says error " +
				"MUST NOT be shown as one; held or treated as no result: MAY.",
			Right: `"status":"timeout" → "toolResultError":true`,
			Wrong: `"status":"timeout" → "toolResultError":false,"dotStatus":"done"`},
			Judge: judgeStatus},
		{Requirement: requirement.Requirement{ID: "BLOCK-16", Level: requirement.May, Source: docMerge,
			Ruling:   "The document has results after their calls only.",
			Sentence: "A result before its call: merged later, or dropped.",
			Right:    `result for toolu_01, then toolu_01: merged, or no result`, Wrong: `a result in another block`},
			Judge: judgeEarlyResult},
		{Requirement: requirement.Requirement{ID: "BLOCK-17", Level: requirement.Must, NoCrash: true, Source: docOrder,
			Ruling: "The document pairs start and stop by index and says nothing of a broken pair. Recorded streams have them; what " +
				"is whole must stay whole.",
			Sentence: "A stop for an index never started, a start without stop, an index used again: no crash, other blocks right. (The " +
				"block that lost its stop may miss its result.) Blocks may overlap: a stop belongs to its index.",
			Right: `stop 99 between two blocks: nothing changes`, Wrong: `stop 99 ends the block that was opened last`},
			Judge: func(v *view, n *requirement.Notes) {
				if v.m.broken || v.m.overlaps {
					n.Saw()
					v.harm(n, func(r *reading) bool { return r.call.whole() }, wreckage()...)
				}
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-18", Level: requirement.Must, NoCrash: true, Source: docParallel,
			Ruling:   "The document takes ids to be unique. Replayed starts break that; what becomes of the two is free.",
			Sentence: "Two calls with the same `id`: no crash, other blocks right, no third block appears.",
			Right:    `toolu_01 twice: one block or two`, Wrong: `toolu_01 twice: three blocks, or toolu_02 renamed`},
			Judge: func(v *view, n *requirement.Notes) {
				if v.m.hasTwins() {
					n.Saw()
					v.harm(n, nil, append(wreckage(), twinBlocks)...)
				}
			}},
	}
	for i := range rules {
		rules[i].Adversarial = true
	}
	return rules
}

func (m *meaning) hasTwins() bool {
	for _, c := range m.calls {
		if c.twin {
			return true
		}
	}
	return false
}

func judgeSecondResult(v *view, n *requirement.Notes) {
	several := func(r *reading) bool { return len(r.call.results) > 1 }
	for _, r := range v.readings {
		if !several(r) || v.o.Omitted("toolResult") && v.o.Omitted("toolResultError") {
			continue
		}
		n.Saw()
		first, last := r.call.results[0], r.call.results[len(r.call.results)-1]
		if !first.content.IsString() || !last.content.IsString() || first.content.Text() == last.content.Text() {
			continue
		}
		switch r.held {
		case first:
			n.Policy("the first result wins")
		case last:
			n.Policy("the last result wins")
		}
	}
	v.harm(n, nil, mixedRecord)
	v.harm(n, several, missingResult, foreignResult, wrongContent, wrongFlag, wrongArtifact)
}

func judgeStatus(v *view, n *requirement.Notes) {
	if v.o.Omitted("toolResultError") || v.o.Omitted("toolResult") {
		return
	}
	for _, r := range v.readings {
		for _, res := range r.call.results {
			if res.before(r.call) || !res.span.closed() || res.known() && !(res.hollow() && res.saysError()) {
				continue
			}
			n.Saw()
			switch held := r.held == res && !r.block.Get("toolResult").IsNull(); {
			case res.hollow() && held:
				n.Policy("a result without content is held")
			case res.hollow():
				n.Policy("a result without content is no result")
			case !held && len(r.call.results) == 1:
				n.Policy("a result of unknown status is no result")
			}
		}
	}
	v.report(n, unknownAsSuccess, hollowAsSuccess)
}

func judgeEarlyResult(v *view, n *requirement.Notes) {
	early := func(r *reading) bool { return len(r.call.results) > 0 && r.call.results[0].before(r.call) }
	for _, r := range v.readings {
		if !early(r) || v.o.Omitted("toolResult") {
			continue
		}
		n.Saw()
		if len(r.call.results) > 1 || !r.call.results[0].content.IsString() {
			continue
		}
		if r.held != nil {
			n.Policy("a result before its call is merged later")
		} else if r.block.Get("toolResult").IsNull() {
			n.Policy("a result before its call is dropped")
		}
	}
	if v.any(early) {
		v.harm(n, nil, foreignResult, inventedResult)
	}
	v.harm(n, early, missingResult, wrongContent, wrongFlag, wrongArtifact, mixedRecord, wrongDot)
}

// wild tells whether a value holds what JSON readers rightly disagree on.
func wild(v wire.Value) bool {
	_, twice := v.Duplicate()
	return twice || unfit(v)
}

func unfit(v wire.Value) bool {
	switch v.Kind() {
	case wire.String:
		return !utf8.ValidString(v.Text())
	case wire.Number:
		return !isDouble(v.Literal())
	case wire.Array:
		for _, item := range v.Items() {
			if unfit(item) {
				return true
			}
		}
	case wire.Object:
		for _, m := range v.Members() {
			if !utf8.ValidString(m.Name) || unfit(m.Value) {
				return true
			}
		}
	}
	return false
}

func isDouble(literal string) bool {
	_, err := strconv.ParseFloat(literal, 64)
	return err == nil
}
