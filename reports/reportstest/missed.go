// Package reportstest holds the results that the tests of reports are about.
package reportstest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Missed is a result in which each case misses the named lines: "id missed,missed tests n",
// n being how many events it has. Behind a line: "?" a warning, "!" known, "^" it says that it follows from META-07.
func Missed(rows ...string) *reports.Result {
	r := &reports.Result{Complete: true, Profile: "full"}
	levels := map[string]requirement.Verdict{}
	for _, text := range rows {
		var id, lines, tests string
		var events int
		if _, err := fmt.Sscan(text, &id, &lines, &tests, &events); err != nil {
			panic(err)
		}
		c := reports.CaseRow{ID: "d/consumer/" + id, Dialect: "d", Role: "consumer", Class: "valid", Tests: []string{tests},
			Verdict:  requirement.Fail,
			Evidence: &reports.Evidence{Input: wire.Obj(wire.M("events", wire.List(make([]wire.Value, events)...)))}}
		for _, kind := range []string{"odd-", "form+", "g4.1."} {
			if strings.HasPrefix(id, kind) {
				switch kind {
				case "odd-":
					c.Class = "adversarial"
				case "form+":
					c.Form = "again"
				default:
					c.Generated = &reports.Generated{Index: 1}
				}
			}
		}
		for line := range strings.SplitSeq(lines, ",") {
			level, verdict := requirement.Must, requirement.Fail
			if l, should := strings.CutSuffix(line, "?"); should {
				line, level, verdict = l, requirement.Should, requirement.Warn
			}
			line, known := strings.CutSuffix(line, "!")
			line, follows := strings.CutSuffix(line, "^")
			f := reports.Finding{Requirement: line, Level: level, Message: "of " + id, Known: known}
			if follows {
				f.Follows = "META-07"
			}
			c.Findings = append(c.Findings, f)
			levels[line] = max(levels[line], verdict)
		}
		r.Cases = append(r.Cases, c)
	}
	for id, v := range levels {
		r.Requirements = append(r.Requirements,
			reports.RequirementRow{ID: id, Level: requirement.Must, Verdict: v,
				By: []reports.PairRow{{Dialect: "d", Role: "consumer", Verdict: v}}})
	}
	slices.SortFunc(r.Requirements, func(a, b reports.RequirementRow) int { return strings.Compare(a.ID, b.ID) })
	return r
}

// AnyLine is a lookup that knows every id.
func AnyLine(id string) (requirement.Requirement, bool) {
	return requirement.Requirement{ID: id, Level: requirement.Must, Sentence: id + " holds.", Source: "here"}, true
}
