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
		{Requirement: line("BLOCK-13"), Judge: func(v *view, n *requirement.Notes) {
			if len(v.m.orphans) > 0 {
				n.Saw()
				v.harm(n, nil, wreckage()...)
			}
		}},
		{Requirement: line("BLOCK-14"), Judge: judgeSecondResult},
		{Requirement: line("BLOCK-15"), Judge: judgeStatus},
		{Requirement: line("BLOCK-16"), Judge: judgeEarlyResult},
		{Requirement: line("BLOCK-17"), Judge: func(v *view, n *requirement.Notes) {
			if v.m.broken || v.m.overlaps {
				n.Saw()
				v.harm(n, func(r *reading) bool { return r.call.whole() }, wreckage()...)
			}
		}},
		{Requirement: line("BLOCK-18"), Judge: func(v *view, n *requirement.Notes) {
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
