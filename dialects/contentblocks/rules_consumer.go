package contentblocks

import (
	"slices"

	"github.com/toolconform/conform/requirement"
)

func consumerRules() []requirement.Rule[*view] {
	rules := append(callRules(), resultRules()...)
	rules = append(rules, displayRules()...)
	rules = append(rules, hostileRules()...)
	for i := range rules {
		rules[i].Roles = []string{"consumer"}
		judge := rules[i].Judge
		rules[i].Judge = func(v *view, n *requirement.Notes) {
			if !v.silent {
				judge(v, n)
			}
		}
	}
	return inOrder(rules)
}

// report adds every deviation of these kinds.
func (v *view) report(n *requirement.Notes, kinds ...kind) {
	v.reportIf(n, nil, kinds...)
}

// reportIf adds those whose call passes; deviations without a call always do.
func (v *view) reportIf(n *requirement.Notes, passes func(*reading) bool, kinds ...kind) {
	for _, d := range v.deviations {
		for _, k := range kinds {
			if d.kind == k && (passes == nil || d.reading == nil || passes(d.reading)) {
				n.Miss(d.finding)
			}
		}
	}
}

// harm adds deviations that may have been there without what the requirement is about:
// each says which line it breaks by itself.
func (v *view) harm(n *requirement.Notes, passes func(*reading) bool, kinds ...kind) {
	for _, d := range v.deviations {
		if slices.Contains(kinds, d.kind) && (passes == nil || d.reading == nil || passes(d.reading)) {
			f := d.finding
			f.Of = d.kind.breaks()
			n.Miss(f)
		}
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
	case mixedRecord:
		return []string{"BLOCK-04", "BLOCK-05", "BLOCK-06"}
	case wrongOrigin:
		return []string{"BLOCK-20"}
	}
	return nil
}

// sees notes that something was looked at.
func sees(n *requirement.Notes, yes bool) {
	if yes {
		n.Saw()
	}
}

func (v *view) any(passes func(*reading) bool) bool {
	for _, r := range v.readings {
		if passes(r) {
			return true
		}
	}
	return false
}

func callRules() []requirement.Rule[*view] {
	return []requirement.Rule[*view]{
		{Requirement: line("BLOCK-01"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, len(v.m.calls) > 0)
			v.report(n, missingBlock, extraBlock, blockOrder, wrongName, wrongInput)
		}},
		{Requirement: line("BLOCK-11"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, v.namesakes())
			v.report(n, mergedBlock)
		}},
		{Requirement: line("BLOCK-12"), Judge: func(v *view, n *requirement.Notes) {
			if v.m.unknown {
				n.Saw()
				v.harm(n, nil, missingBlock, extraBlock, blockOrder, wrongName, wrongInput, missingResult, foreignResult,
					inventedResult, wrongContent, wrongFlag, wrongArtifact, wrongDot, wrongOrigin)
			}
		}},
		{Requirement: line("BLOCK-19"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("tool_content_message") && v.any(func(r *reading) bool { return r.call.label.Text() != "" }))
			v.report(n, wrongLabel)
		}},
		{Requirement: line("BLOCK-20"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("isFromHistory") && len(v.readings) > 0)
			v.report(n, wrongOrigin)
		}},
	}
}

// namesakes tells whether two calls with different ids that call one tool have a block
// each.
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
	return []requirement.Rule[*view]{
		{Requirement: line("BLOCK-02"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("toolResult") && v.anyResult())
			v.report(n, missingResult, foreignResult, inventedResult)
		}},
		{Requirement: line("BLOCK-03"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("toolResult") && v.anyResult())
			v.report(n, missingResult, wrongContent)
		}},
		{Requirement: line("BLOCK-04"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("toolResultError") && v.any(func(r *reading) bool { return r.held != nil && r.held.known() }))
			v.report(n, wrongFlag)
		}},
		{Requirement: line("BLOCK-05"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("artifact") && v.any(func(r *reading) bool { return r.held != nil }))
			v.report(n, wrongArtifact)
		}},
		{Requirement: line("BLOCK-10"), Judge: judgeMergedAtStop},
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
	v.report(n, missingResult)
}

func displayRules() []requirement.Rule[*view] {
	sentTerminal := func(v *view) bool { return v.m.ended }
	return []requirement.Rule[*view]{
		{Requirement: line("BLOCK-06"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("dotStatus") &&
				v.any(func(r *reading) bool { return r.held != nil || !v.m.history && !r.call.maybeCutOff }))
			v.report(n, wrongDot)
		}},
		{Requirement: line("BLOCK-07"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("dotStatus") && v.m.history && v.any(func(r *reading) bool { return r.held == nil && !r.call.must() }))
			v.report(n, historyDot)
		}},
		{Requirement: line("BLOCK-08"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, sentTerminal(v) && len(v.readings) > 0 && !(v.o.Omitted("isStreaming") && v.o.Omitted("toolResult")))
			v.report(n, stillStreaming)
			if v.m.maybeEnded {
				v.report(n, inventedResult)
				v.reportIf(n, func(r *reading) bool { return len(r.call.results) == 0 }, foreignResult)
			}
		}},
		{Requirement: line("BLOCK-09"), Judge: func(v *view, n *requirement.Notes) {
			sees(n, !v.o.Omitted("dotStatus") && sentTerminal(v) && !v.m.history &&
				v.any(func(r *reading) bool { return r.call.cutOff && r.held == nil && !r.call.must() }))
			v.report(n, terminalDot)
		}},
	}
}

// inOrder sorts the rules as the catalogue lists them: 01…12, 19, 20, 13…18 become
// the order of their ids.
func inOrder[S any](rules []requirement.Rule[S]) []requirement.Rule[S] {
	for i := range rules {
		for j := i; j > 0 && rules[j].ID < rules[j-1].ID; j-- {
			rules[j], rules[j-1] = rules[j-1], rules[j]
		}
	}
	return rules
}
