package contentblocks

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// consumerRules are BLOCK-01 to 20 in the order of their ids.
func consumerRules() []requirement.Rule[*view] {
	rules := slices.Concat(callRules(), resultRules(), displayRules(), hostileRules())
	for i := range rules {
		rules[i].Roles = []string{"consumer"}
		judge := rules[i].Judge
		rules[i].Judge = func(v *view, n *requirement.Notes) {
			if !v.silent {
				judge(v, n)
			}
		}
	}
	slices.SortFunc(rules, func(a, b requirement.Rule[*view]) int { return strings.Compare(a.ID, b.ID) })
	return rules
}

// rule is a requirement with its judge, reports one that reports such deviations, and has looked where sees is true.
func rule(id string, judge func(v *view, n *requirement.Notes)) requirement.Rule[*view] {
	return requirement.Rule[*view]{Requirement: line(id), Judge: judge}
}

func reports(id string, sees func(v *view) bool, kinds kind) requirement.Rule[*view] {
	return rule(id, func(v *view, n *requirement.Notes) {
		if sees(v) {
			n.Saw()
		}
		v.report(n, anyReading, kinds)
	})
}

// report adds every deviation of these kinds whose call passes; those without a call always do.
func (v *view) report(n *requirement.Notes, passes func(*reading) bool, kinds kind) {
	for _, d := range v.those(passes, kinds) {
		n.Miss(d.finding)
	}
}

func (v *view) those(passes func(*reading) bool, kinds kind) []deviation {
	return slices.DeleteFunc(slices.Clone(v.deviations), func(d deviation) bool {
		return d.kind&kinds == 0 || d.reading != nil && !passes(d.reading)
	})
}

func anyReading(*reading) bool { return true }

// harm adds deviations that may have been there without what the requirement is about: each says which line it breaks by itself.
func (v *view) harm(n *requirement.Notes, passes func(*reading) bool, kinds kind) {
	for _, d := range v.those(passes, kinds) {
		d.finding.Of = d.kind.breaks()
		n.Miss(d.finding)
	}
}

// breaks are the lines that a deviation breaks in any stream.
func (k kind) breaks() []string {
	switch k {
	case missingBlock, extraBlock, blockOrder, wrongName, wrongInput, twinBlocks:
		return []string{"BLOCK-01"}
	case missingResult:
		return []string{"BLOCK-10"}
	case foreignResult, inventedResult:
		return []string{"BLOCK-02", "BLOCK-03"} // of a twin, a wrong content is a foreign one
	case wrongContent:
		return []string{"BLOCK-03"}
	case wrongFlag:
		return []string{"BLOCK-04"}
	case wrongArtifact:
		return []string{"BLOCK-05"}
	case wrongDot:
		return []string{"BLOCK-06"}
	case mixedRecord, leftOver:
		return []string{"BLOCK-04", "BLOCK-05", "BLOCK-06"}
	case wrongOrigin:
		return []string{"BLOCK-20"}
	}
	return nil
}

func (v *view) any(passes func(*reading) bool) bool { return slices.ContainsFunc(v.readings, passes) }

func callRules() []requirement.Rule[*view] {
	return []requirement.Rule[*view]{
		reports("BLOCK-01", func(v *view) bool { return len(v.m.calls) > 0 }, missingBlock|extraBlock|blockOrder|wrongName|wrongInput),
		reports("BLOCK-11", (*view).namesakes, mergedBlock),
		rule("BLOCK-12", func(v *view, n *requirement.Notes) {
			if v.m.unknown {
				n.Saw()
				v.harm(n, anyReading, wreckage|wrongDot|wrongOrigin)
			}
		}),
		reports("BLOCK-19", func(v *view) bool {
			return !v.o.Omitted("tool_content_message") && v.any(func(r *reading) bool { return r.call.label.Text() != "" })
		}, wrongLabel),
		reports("BLOCK-20", func(v *view) bool { return !v.o.Omitted("isFromHistory") && len(v.readings) > 0 }, wrongOrigin),
	}
}

// namesakes tells whether two calls with different ids that call one tool have a block each.
func (v *view) namesakes() bool {
	first := map[string]string{}
	for _, r := range v.readings {
		if id, ok := first[r.call.name]; ok && id != r.call.id {
			return true
		}
		first[r.call.name] = r.call.id
	}
	return false
}

func resultRules() []requirement.Rule[*view] {
	results := func(v *view) bool { return !v.o.Omitted("toolResult") && v.anyResult() }
	held := func(member string, so func(res *result) bool) func(v *view) bool {
		return func(v *view) bool {
			return !v.o.Omitted(member) && v.any(func(r *reading) bool { return r.held != nil && so(r.held) })
		}
	}
	return []requirement.Rule[*view]{
		reports("BLOCK-02", results, missingResult|foreignResult|inventedResult),
		reports("BLOCK-03", results, missingResult|wrongContent),
		reports("BLOCK-04", held("toolResultError", (*result).known), wrongFlag),
		reports("BLOCK-05", held("artifact", func(*result) bool { return true }), wrongArtifact),
		rule("BLOCK-10", judgeMergedAtStop),
	}
}

// anyResult tells whether some result in the stream could be merged wrongly.
func (v *view) anyResult() bool {
	return v.any(func(r *reading) bool { return r.call.must() || r.held != nil }) || len(v.m.holders) > 0 && len(v.readings) > 0
}

func judgeMergedAtStop(v *view, n *requirement.Notes) {
	if v.o.Omitted("toolResult") {
		return
	}
	for _, r := range v.readings {
		if r.call.must() {
			n.Saw()
		}
		if len(r.call.results) != 1 {
			continue
		}
		res := r.call.results[0]
		if !res.span.pending() || res.span.nowhere || res.span.starts > 1 || !res.content.IsString() {
			continue
		}
		if r.held != nil {
			n.Policy("the result shows at its start")
		} else if r.block.Get("toolResult").IsNull() {
			n.Policy("the result shows at its stop")
		}
	}
	v.report(n, anyReading, missingResult)
}

func displayRules() []requirement.Rule[*view] {
	// dots: some reading is of that kind, and shows a dot.
	dots := func(so func(v *view, r *reading) bool) func(v *view) bool {
		return func(v *view) bool {
			return !v.o.Omitted("dotStatus") && v.any(func(r *reading) bool { return so(v, r) })
		}
	}
	none := func(r *reading) bool { return r.held == nil && !r.call.must() }
	return []requirement.Rule[*view]{
		reports("BLOCK-06", dots(func(v *view, r *reading) bool { return r.held != nil || !v.m.history && !r.call.maybeCutOff }), wrongDot),
		reports("BLOCK-07", dots(func(v *view, r *reading) bool { return v.m.history && none(r) }), historyDot),
		rule("BLOCK-08", func(v *view, n *requirement.Notes) {
			if v.m.ended && len(v.readings) > 0 && !(v.o.Omitted("isStreaming") && v.o.Omitted("toolResult")) {
				n.Saw()
			}
			v.report(n, anyReading, stillStreaming)
			if v.m.maybeEnded {
				v.report(n, anyReading, inventedResult)
				v.report(n, func(r *reading) bool { return len(r.call.results) == 0 }, foreignResult)
			}
		}),
		reports("BLOCK-09", dots(func(v *view, r *reading) bool {
			return v.m.ended && !v.m.history && r.call.cutOff && none(r)
		}), terminalDot),
	}
}

// harms is a rule of streams that are so: it adds what such a thing may have harmed.
func harms(id string, so func(m *meaning) bool, passes func(*reading) bool, kinds kind) requirement.Rule[*view] {
	return rule(id, func(v *view, n *requirement.Notes) {
		if so(v.m) {
			n.Saw()
			v.harm(n, passes, kinds)
		}
	})
}

// hostileRules need streams that no right producer sends.
func hostileRules() []requirement.Rule[*view] {
	rules := []requirement.Rule[*view]{
		harms("BLOCK-13", func(m *meaning) bool { return len(m.orphans) > 0 }, anyReading, wreckage),
		rule("BLOCK-14", judgeSecondResult), rule("BLOCK-15", judgeStatus), rule("BLOCK-16", judgeEarlyResult),
		harms("BLOCK-17", func(m *meaning) bool { return m.broken || m.overlaps },
			func(r *reading) bool { return r.call.whole() }, wreckage),
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

// judgeProduced is what the checker finds in a producer's stream: nothing where the transcript is invalid, for then any answer is right.
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
