package reports_test

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// Somebody changed one part of a result and not the others.
func TestResultsThatContradictThemselves(t *testing.T) {
	type change = func(r *reports.Result)
	for name, c := range map[string]struct {
		change change
		want   string
	}{
		"a row twice": {func(r *reports.Result) {
			r.Requirements = append(r.Requirements, r.Requirements[2])
			r.Summary.Pass++
		}, "requirements[4].id: a second row of BLOCK-11"},
		"a row of no pair": {func(r *reports.Result) { r.Requirements[2].By = []reports.PairRow{} },
			"requirements[2].by: empty"},
		"a verdict better than its pairs": {func(r *reports.Result) { r.Requirements[0].Verdict = requirement.Warn },
			"requirements[0].verdict: warn, but the worst"},
		"a verdict worse than its pairs": {func(r *reports.Result) { r.Requirements[2].Verdict = requirement.Fail },
			"requirements[2].verdict: fail, but the worst"},
		"one pair better than the rest": {func(r *reports.Result) {
			r.Requirements[0].By = append(r.Requirements[0].By, reports.PairRow{Dialect: "d", Role: "producer"})
			r.Requirements[0].Verdict = requirement.Pass
		}, "requirements[0].verdict: pass, but the worst"},
		"a pass that cases missed": {func(r *reports.Result) { r.Requirements[2].Cases = []string{"x"} },
			"requirements[2].cases: cases missed it"},
		"something unobserved, missed": {func(r *reports.Result) { r.Requirements[1].Cases = []string{"x"} },
			"requirements[1].cases: cases missed it"},
		"nothing works, and something passes": {func(r *reports.Result) { r.Answers = []reports.AnswersRow{} },
			"requirements[2].by[0].verdict: pass, but what was counted gives unobserved"},
		"most answers lack it, and it passes": {func(r *reports.Result) {
			r.Answers = working()
			r.Requirements[2].By[0].Tested, r.Requirements[2].By[0].Lacking = 3, 2
		}, "requirements[2].by[0].verdict: pass, but what was counted gives unobserved"},
		"by luck, though it works": {func(r *reports.Result) {
			r.Answers = working()
			r.Requirements[1].By[0].ByLuck = true
		}, "requirements[1].by[0].verdict: unobserved, but what was counted gives pass"},
		"more lack it than test it": {func(r *reports.Result) {
			r.Answers = working()
			r.Requirements[1].By[0].Lacking = 1
		}, "requirements[1].by[0].lacking: 1 of 0"},
		"answers twice": {func(r *reports.Result) { r.Answers = append(working(), working()...) },
			"answers: a second row"},
		"one pass too many":    {func(r *reports.Result) { r.Summary.Pass++ }, "summary.pass: it says 2, the rows say 1"},
		"one failure too few":  {func(r *reports.Result) { r.Summary.Fail-- }, "summary.fail: it says 0, the rows say 1"},
		"one warning too many": {func(r *reports.Result) { r.Summary.Warn++ }, "summary.warn: it says 2, the rows say 1"},
		"one skip too many":    {func(r *reports.Result) { r.Summary.Skip++ }, "summary.skip: it says 1, the rows say 0"},
		"nothing unobserved": {func(r *reports.Result) { r.Summary.Unobserved = 0 },
			"summary.unobserved: it says 0, the rows say 1"},
		"one case too few": {func(r *reports.Result) { r.Cases = r.Cases[:2] }, "summary.cases: it says 3, the rows say 2"},
		"a failure that the row warns of": {better(requirement.Warn),
			"cases[1].findings[0]: a missed MUST, but the row of that requirement says warn"},
		"a failure that nobody observed": {better(requirement.Unobserved), "cases[1].findings[0]: a missed MUST"},
		"a case that passed and missed": {func(r *reports.Result) { r.Cases[1].Verdict = requirement.Pass },
			"cases[1].verdict: pass, which its 1 findings contradict"},
		"a case skipped that missed": {func(r *reports.Result) { r.Cases[1].Verdict = requirement.Skip },
			"cases[1].verdict: skip, which its 1 findings contradict"},
		"a failure that only warns": {func(r *reports.Result) { r.Cases[1].Verdict = requirement.Warn },
			"cases[1].verdict: warn, which its 1 findings contradict"},
		"a warning that fails": {func(r *reports.Result) { r.Cases[0].Verdict = requirement.Fail },
			"cases[0].verdict: fail, which its 1 findings contradict"},
		"a failure of nothing": {func(r *reports.Result) { r.Cases[2].Verdict = requirement.Fail },
			"cases[2].verdict: fail, which its 0 findings contradict"},
		"a warning of nothing": {func(r *reports.Result) { r.Cases[2].Verdict = requirement.Warn },
			"cases[2].verdict: warn, which its 0 findings contradict"},
		"complete, with an adapter error": {func(r *reports.Result) { r.AdapterErrors = []reports.AdapterError{{Kind: "k"}} },
			"complete: true, but there are 1 adapter errors"},
		"known without a baseline": {func(r *reports.Result) { r.Cases[1].Findings[0].Known = true },
			"cases[1].findings[0].known: true"},
		"a warning that is known": {func(r *reports.Result) {
			r.Cases[0].Findings[0].Known, r.Baseline = true, against(1, 1)
		}, "cases[0].findings[0].known: true"},
		"known, but counted as new": {func(r *reports.Result) {
			r.Cases[1].Findings[0].Known, r.Baseline = true, against(0, 1)
		}, "baseline.known: it says 0, the findings say 1"},
		"known more often": {func(r *reports.Result) {
			r.Cases[1].Findings[0].Known, r.Baseline = true, against(2, 0)
		}, "baseline.known: it says 2, the findings say 1"},
		"silenced, and nothing missed": {func(r *reports.Result) {
			conforming(r)
			r.Requests = []reports.RequestRow{{Dialect: "content-blocks", Role: "consumer", Form: "case", Done: 2, TimedOut: 1}}
		}, "requests[0]: 1 requests killed or silenced"},
		"killed, and something missed elsewhere": {func(r *reports.Result) {
			r.Requests = accounted(reports.RequestRow{Dialect: "content-blocks", Role: "producer", Form: "strewn", Crashed: 2})
		}, "requests[1]: 2 requests killed or silenced the implementation, but no requirement of content-blocks/producer"},
		"a case that was not sent": {func(r *reports.Result) { r.Requests = accounted(); r.Requests[0].Done = 1 },
			"cases[2]: no request of content-blocks/consumer"},
		"cases sent in another role": {func(r *reports.Result) { r.Requests = accounted(); r.Requests[0].Role = "producer" },
			"cases[0]: no request of"},
		"cases sent in another form": {func(r *reports.Result) { r.Requests = accounted(); r.Requests[0].Form = "again" },
			"cases[0]: no request of"},
		"cut off, but complete": {func(r *reports.Result) { r.Requests = accounted(reports.RequestRow{CutOff: 1, Role: "consumer"}) },
			"complete: true, but requests[1] has 1"},
		"an adapter error, uncounted": {func(r *reports.Result) {
			r.Requests = accounted(reports.RequestRow{AdapterErrors: 1, Role: "consumer"})
		},
			"complete: true, but requests[1] has 1"},
		"left out, but complete": {func(r *reports.Result) { r.LeftOut = []reports.LeftOut{{Role: "consumer", Why: "3 crashes"}} },
			"complete: true, but something was left out: 3 crashes"},
		"new, but not counted": {func(r *reports.Result) { r.Baseline = against(0, 0) }, "baseline.new: it says 0, the findings say 1"},
	} {
		t.Run(name, func(t *testing.T) {
			r := reportstest.Sample()
			c.change(r)
			if _, err := read(t, reportstest.Encoded(t, r)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, expected %s…", err, c.want)
			}
		})
	}
}

// accounted are the requests of the sample: two cases were answered, one refused.
func accounted(more ...reports.RequestRow) []reports.RequestRow {
	return append([]reports.RequestRow{{Dialect: "content-blocks", Role: "consumer", Form: "case", Done: 2, Rejected: 1}}, more...)
}

// conforming is the sample where nothing was missed.
func conforming(r *reports.Result) {
	r.Requirements, r.Cases = r.Requirements[1:3], r.Cases[2:]
	r.Summary = reports.Summary{Pass: 1, Unobserved: 1, Cases: 1}
}

func against(known, new int) *reports.Baseline {
	return &reports.Baseline{Known: known, New: new, Problems: []string{}}
}

// better gives the requirement that failed another verdict, in row and summary.
func better(v requirement.Verdict) func(r *reports.Result) {
	return func(r *reports.Result) {
		r.Requirements[0] = reportstest.Row("BLOCK-02", requirement.Must, v)
		r.Summary.Fail--
		r.Summary.Add(v)
	}
}

// What is odd and yet no contradiction.
func TestResultsThatHoldTogether(t *testing.T) {
	for name, change := range map[string]func(r *reports.Result){
		"as it is": func(*reports.Result) {},
		"adapter errors, and not complete": func(r *reports.Result) {
			r.Complete, r.AdapterErrors = false, []reports.AdapterError{{Kind: "k"}}
		},
		"a finding of a requirement without a row": func(r *reports.Result) { r.Cases[1].Findings[0].Requirement = "ROBUST-01" },
		"a finding of another role's row":          func(r *reports.Result) { better(requirement.Pass)(r); r.Cases[1].Role = "producer" },
		"a shrunk stream misses more than the row": func(r *reports.Result) {
			better(requirement.Pass)(r)
			r.Cases[1].Generated = &reports.Generated{Index: 1, Missed: []string{"BLOCK-03"}}
		},
		"a case that was skipped":      func(r *reports.Result) { r.Cases[2].Verdict = requirement.Skip },
		"a case that was not observed": func(r *reports.Result) { r.Cases[2].Verdict = requirement.Unobserved },
		"a warning that fails: strict": strictly,
		"every case was sent":          func(r *reports.Result) { r.Requests = accounted() },
		"deaths that were told": func(r *reports.Result) {
			r.Requests = accounted(reports.RequestRow{Dialect: "content-blocks", Role: "consumer", Form: "strewn", Crashed: 1, TimedOut: 1})
		},
		"a death that failed": func(r *reports.Result) {
			r.Requirements, r.Cases = r.Requirements[:3], r.Cases[1:]
			r.Summary = reports.Summary{Pass: 1, Fail: 1, Unobserved: 1, Cases: 2}
			r.Requests = []reports.RequestRow{{Dialect: "content-blocks", Role: "consumer", Form: "case", Done: 1, Crashed: 1}}
		},
		"a death that warned": func(r *reports.Result) {
			better(requirement.Pass)(r)
			r.Cases = r.Cases[:1]
			r.Summary.Cases = 1
			r.Requests = []reports.RequestRow{{Dialect: "content-blocks", Role: "consumer", Form: "case", Crashed: 1}}
		},
		"cases in other forms and streams are no requests of their own": func(r *reports.Result) {
			r.Cases[0].Form, r.Cases[1].Generated = "strewn", &reports.Generated{Index: 1, Missed: []string{}}
			r.Requests = []reports.RequestRow{{Dialect: "content-blocks", Role: "consumer", Form: "case", Skipped: 1}}
		},
		"not complete, and cut off": func(r *reports.Result) {
			r.Complete, r.Requests = false, []reports.RequestRow{{Role: "consumer", CutOff: 1, Crashed: 1}}
			r.LeftOut = []reports.LeftOut{{Role: "consumer", Why: "3 crashes"}}
		},
		"known, and counted as known": func(r *reports.Result) { r.Cases[1].Findings[0].Known, r.Baseline = true, against(1, 0) },
		"new, and counted as new":     func(r *reports.Result) { r.Baseline = against(0, 1) },
		"a case with a worse and a better finding": func(r *reports.Result) {
			r.Cases[1].Findings = append(r.Cases[1].Findings, r.Cases[0].Findings[0])
		},
	} {
		r := reportstest.Sample()
		change(r)
		if _, err := read(t, reportstest.Encoded(t, r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// strictly is the sample as the profile strict would have it.
func strictly(r *reports.Result) {
	r.Profile = "strict"
	r.Requirements[3] = reportstest.Row("BLOCK-19", requirement.Should, requirement.Fail, "content-blocks/consumer/label")
	r.Cases[0].Verdict = requirement.Fail
	r.Summary.Fail, r.Summary.Warn = 2, 0
}

// The headline is never better than the result.
func TestHeadlines(t *testing.T) {
	counts := func(s reports.Summary) *reports.Result { return &reports.Result{Complete: true, Summary: s} }
	held := func(s reports.Summary, b reports.Baseline) *reports.Result {
		r := counts(s)
		r.Baseline = &b
		return r
	}
	unfinished := held(reports.Summary{Pass: 1, Fail: 1}, reports.Baseline{Known: 1})
	unfinished.Complete = false
	const pass, warn, fail, unobserved = requirement.Pass, requirement.Warn, requirement.Fail, requirement.Unobserved
	for _, c := range []struct {
		r     *reports.Result
		v     requirement.Verdict
		words string
	}{
		{counts(reports.Summary{Pass: 1}), pass, "conforms"},
		{counts(reports.Summary{Pass: 1, Warn: 1}), warn, "conforms, with warnings"},
		{counts(reports.Summary{Pass: 1, Fail: 1}), fail, "does not conform"},
		{counts(reports.Summary{Unobserved: 3}), unobserved, "nothing was observed"},
		{held(reports.Summary{Pass: 1}, reports.Baseline{}), pass, "conforms"},
		{held(reports.Summary{Pass: 1, Fail: 1}, reports.Baseline{Known: 2}), warn, "conforms but for 2 known failures"},
		{held(reports.Summary{Pass: 1, Fail: 1}, reports.Baseline{Known: 2, New: 1}), fail, "does not conform"},
		{held(reports.Summary{Pass: 1, Fail: 1}, reports.Baseline{Known: 2, Problems: []string{"stale"}}), fail, "does not conform"},
		{held(reports.Summary{Pass: 1}, reports.Baseline{Problems: []string{"stale"}}), fail, "its baseline does not hold"},
		{unfinished, fail, "incomplete"},
	} {
		if v, words := reports.Headline(c.r); v != c.v || words != c.words {
			t.Errorf("%+v, %+v: %s, %q; expected %s, %q", c.r.Summary, c.r.Baseline, v, words, c.v, c.words)
		}
	}
}

// working is what the answers of the sample's pair show where they are right.
func working() []reports.AnswersRow {
	return []reports.AnswersRow{{Dialect: "content-blocks", Role: "consumer", Fixed: reports.Judged{Judged: 3, Right: 2}}}
}
