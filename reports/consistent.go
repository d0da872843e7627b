package reports

import (
	"fmt"

	"github.com/toolconform/conform/requirement"
)

// consistent refuses a result whose parts contradict each other: somebody changed
// one of them and not the others.
func consistent(r *Result) error {
	for _, check := range []func(*Result) error{rowsAgree, basisAgrees, summaryAgrees, casesAgree, baselineAgrees, completeAgrees,
		requestsAgree, liveAgrees} {
		if err := check(r); err != nil {
			return err
		}
	}
	return nil
}

func rowsAgree(r *Result) error {
	seen := map[string]bool{}
	for i, row := range r.Requirements {
		at := fmt.Sprintf("requirements[%d]", i)
		worst := requirement.Pass
		for _, p := range row.By {
			worst = requirement.Worse(worst, p.Verdict)
		}
		missed := row.Verdict == requirement.Fail || row.Verdict == requirement.Warn
		switch {
		case seen[row.ID]:
			return fmt.Errorf("%s.id: a second row of %s", at, Harmless(Clip(row.ID, 60)))
		case len(row.By) == 0:
			return fmt.Errorf("%s.by: empty, so the verdict rests on nothing", at)
		case worst != row.Verdict:
			return fmt.Errorf("%s.verdict: %s, but the worst of its pairs is %s", at, row.Verdict, worst)
		case len(row.Cases) > 0 && !missed:
			return fmt.Errorf("%s.cases: cases missed it, but the verdict is %s", at, row.Verdict)
		}
		seen[row.ID] = true
	}
	return nil
}

// basisAgrees decides each verdict anew from what was counted.
func basisAgrees(r *Result) error {
	answers := answersOf([]*Result{r})
	if answers == nil {
		return nil
	}
	if len(answers) != len(r.Answers) {
		return fmt.Errorf("answers: a second row of the same dialect and role")
	}
	for i, row := range r.Requirements {
		for j, p := range row.By {
			if p.Lacking > p.Tested {
				return fmt.Errorf("requirements[%d].by[%d].lacking: %d of %d", i, j, p.Lacking, p.Tested)
			}
			made := NewPairRow(p.Dialect, p.Role, p.basis(), answers[pairOf{p.Dialect, p.Role}])
			if made != p {
				return fmt.Errorf("requirements[%d].by[%d].verdict: %s, but what was counted gives %s", i, j, p.Verdict, made.Verdict)
			}
		}
	}
	return nil
}

func summaryAgrees(r *Result) error {
	counted := Summary{Cases: len(r.Cases)}
	for _, row := range r.Requirements {
		counted.Add(row.Verdict)
	}
	s := r.Summary
	for _, field := range []struct {
		name       string
		says, have int
	}{{"pass", s.Pass, counted.Pass}, {"fail", s.Fail, counted.Fail}, {"warn", s.Warn, counted.Warn}, {"skip", s.Skip, counted.Skip},
		{"unobserved", s.Unobserved, counted.Unobserved}, {"cases", s.Cases, counted.Cases}} {
		if field.says != field.have {
			return fmt.Errorf("summary.%s: it says %d, the rows say %d", field.name, field.says, field.have)
		}
	}
	return nil
}

// casesAgree leaves the rows of generated cases alone: a shrunk one may miss more
// than the stream that the rows were counted from.
func casesAgree(r *Result) error {
	rows := map[Place]requirement.Verdict{}
	for _, row := range r.Requirements {
		for _, p := range row.By {
			rows[Place{row.ID, p.Dialect, p.Role}] = p.Verdict
		}
	}
	for i, c := range r.Cases {
		worst := requirement.Pass
		for j, f := range c.Findings {
			v := f.Verdict(r.Profile)
			worst = requirement.Worse(worst, v)
			if row, counted := rows[Place{f.Requirement, c.Dialect, c.Role}]; counted && row < v && c.Generated == nil {
				return fmt.Errorf("cases[%d].findings[%d]: a missed %s, but the row of that requirement says %s", i, j, f.Level, row)
			}
		}
		missed := c.Verdict == requirement.Fail || c.Verdict == requirement.Warn
		if missed != (len(c.Findings) > 0) || len(c.Findings) > 0 && worst != c.Verdict {
			return fmt.Errorf("cases[%d].verdict: %s, which its %d findings contradict", i, c.Verdict, len(c.Findings))
		}
	}
	return nil
}

// baselineAgrees: what is known to fail and what is not is counted, and known to a
// baseline.
func baselineAgrees(r *Result) error {
	counted := Baseline{}
	for i, c := range r.Cases {
		for j, f := range c.Findings {
			fails := f.Verdict(r.Profile) == requirement.Fail
			switch {
			case f.Known && (r.Baseline == nil || !fails):
				return fmt.Errorf("cases[%d].findings[%d].known: true, but there is no baseline, or nothing fails", i, j)
			case f.Known:
				counted.Known++
			case fails:
				counted.New++
			}
		}
	}
	switch b := r.Baseline; {
	case b == nil:
	case b.Known != counted.Known:
		return fmt.Errorf("baseline.known: it says %d, the findings say %d", b.Known, counted.Known)
	case b.New != counted.New:
		return fmt.Errorf("baseline.new: it says %d, the findings say %d", b.New, counted.New)
	}
	return nil
}

func completeAgrees(r *Result) error {
	if !r.Complete {
		return nil
	}
	if n := len(r.AdapterErrors); n > 0 {
		return fmt.Errorf("complete: true, but there are %d adapter errors", n)
	}
	if len(r.LeftOut) > 0 {
		return fmt.Errorf("complete: true, but something was left out: %s", Harmless(Clip(r.LeftOut[0].Why, 60)))
	}
	for i, row := range r.Requests {
		if n := row.AdapterErrors + row.CutOff; n > 0 {
			return fmt.Errorf("complete: true, but requests[%d] has %d that ended in an adapter error or were cut off", i, n)
		}
	}
	return nil
}

// requestsAgree holds the account of all requests against the rest of a result that
// calls itself complete: every case was sent, and a death was told.
func requestsAgree(r *Result) error {
	if !r.Complete || r.Requests == nil {
		return nil
	}
	type pair struct{ dialect, role string }
	sent, missed := map[pair]int{}, map[pair]bool{}
	for _, row := range r.Requests {
		if row.Form == itself {
			sent[pair{row.Dialect, row.Role}] += row.Total()
		}
	}
	for _, row := range r.Requirements {
		for _, p := range row.By {
			missed[pair{p.Dialect, p.Role}] = missed[pair{p.Dialect, p.Role}] || p.Verdict == requirement.Fail ||
				p.Verdict == requirement.Warn
		}
	}
	for i, row := range r.Requests {
		if n := row.Crashed + row.TimedOut; n > 0 && !missed[pair{row.Dialect, row.Role}] {
			return fmt.Errorf("requests[%d]: %d requests killed or silenced the implementation, but no requirement of %s/%s was missed",
				i, n, Name(row.Dialect), Name(row.Role))
		}
	}
	for i, c := range r.Cases {
		if c.Form != "" || c.Generated != nil {
			continue
		}
		if at := (pair{c.Dialect, c.Role}); sent[at] == 0 {
			return fmt.Errorf("cases[%d]: no request of %s/%s is left that it could have been", i, Name(c.Dialect), Name(c.Role))
		} else {
			sent[at]--
		}
	}
	return nil
}

// itself is the form of a request that was a case or stream and no other form of one.
const itself = "case"
