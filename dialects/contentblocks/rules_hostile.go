package contentblocks

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// harms is a rule of streams that are so: it adds what such a thing may have harmed.
func harms(id string, so func(m *meaning) bool, passes func(*reading) bool, kinds kind) requirement.Rule[*view] {
	return rule(id, func(v *view, n *requirement.Notes) {
		if so(v.m) {
			n.Saw()
			v.harm(n, passes, kinds)
		}
	})
}

func wholeReading(r *reading) bool { return r.call.whole() }

// hostileRules need streams that no right producer sends.
func hostileRules() []requirement.Rule[*view] {
	rules := []requirement.Rule[*view]{
		harms("BLOCK-13", func(m *meaning) bool { return len(m.orphans) > 0 }, anyReading, wreckage),
		rule("BLOCK-14", judgeSecondResult), rule("BLOCK-15", judgeStatus), rule("BLOCK-16", judgeEarlyResult),
		harms("BLOCK-17", func(m *meaning) bool { return m.broken || m.overlaps }, wholeReading, wreckage),
		harms("BLOCK-18", func(m *meaning) bool { return m.twins }, anyReading, wreckage|twinBlocks),
	}
	for i := range rules {
		rules[i].Adversarial = true
	}
	return rules
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
	v.harm(n, anyReading, mixedRecord|leftOver)
	v.harm(n, several, missingResult|foreignResult|wrongContent|wrongFlag|wrongArtifact)
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
	v.report(n, anyReading, unknownAsSuccess|hollowAsSuccess)
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
		v.harm(n, anyReading, foreignResult|inventedResult)
	}
	v.harm(n, early, missingResult|wrongContent|wrongFlag|wrongArtifact|mixedRecord|leftOver|wrongDot)
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
		_, err := strconv.ParseFloat(v.Literal(), 64)
		return err != nil
	case wire.Array:
		return slices.ContainsFunc(v.Items(), unfit)
	case wire.Object:
		return slices.ContainsFunc(v.Members(), func(m wire.Member) bool { return !utf8.ValidString(m.Name) || unfit(m.Value) })
	}
	return false
}
