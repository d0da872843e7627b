// Package suites is the suite as Ginkgo specs: a container for each dialect and role,
// one It for each requirement. The container observes the implementation, once for all;
// each spec judges its requirement, and the run's rows are those that specs reported.
// One definition serves the binary, `go test ./suites`, and anybody's own Ginkgo suite.
package suites

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"
	"github.com/onsi/gomega"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/reports/terminal"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
)

// Config is what a suite judges.
type Config struct {
	Catalogue      *catalogue.Catalogue
	Implementation session.Implementation
	Options        session.Options
	// Labels, where set, is a Ginkgo label filter over the specs: what it leaves out is
	// not run at all.
	Labels string
	// Context ends the observation early; nil means the background.
	Context context.Context
}

// Suite is a defined suite.
type Suite struct {
	observe func() (*session.Outcome, error)
	report  *types.Report
}

// Define registers the specs in the Ginkgo suite under construction. Errors are
// usage errors: a selection that matches nothing, names that do not exist.
func Define(cfg Config) (*Suite, error) {
	options, err := labelled(cfg.Options, cfg.Labels)
	if err != nil {
		return nil, err
	}
	plan, err := session.NewPlan(cfg.Catalogue, cfg.Implementation.Hello(), options)
	if err != nil {
		return nil, fmt.Errorf("planning the suite: %w", err)
	}
	ctx := cfg.Context
	if ctx == nil {
		ctx = context.Background()
	}
	s := &Suite{observe: sync.OnceValues(func() (*session.Outcome, error) {
		return session.Observe(ctx, plan, cfg.Implementation, options)
	})}
	for i := range plan.Sides {
		s.side(&plan.Sides[i])
	}
	ginkgo.ReportAfterSuite("the rows of the run", func(r ginkgo.Report) { s.report = &r })
	return s, nil
}

// labelled restricts the options to the specs that the filter selects.
func labelled(o session.Options, filter string) (session.Options, error) {
	if filter == "" {
		return o, nil
	}
	selects, err := types.ParseLabelFilter(filter)
	if err != nil {
		// Ginkgo's own words are drawn for a terminal.
		return o, fmt.Errorf("--label-filter %q is no label filter of Ginkgo; 'tool-fence && !SHOULD' is one", filter)
	}
	o.Selection.Labels = []string{filter}
	o.Wanted = func(p dialect.Pair, r requirement.Requirement) bool {
		return selects(append(pairLabels(p), labels(r)...))
	}
	return o, nil
}

func pairLabels(p dialect.Pair) []string { return []string{p.Dialect, string(p.Role)} }

func labels(r requirement.Requirement) []string { return []string{r.ID, string(r.Level)} }

// side is the container of a pair. What always counts has a spec whatever was selected.
func (s *Suite) side(p *session.PlannedSide) {
	ginkgo.Describe(p.Pair.String(), ginkgo.Label(pairLabels(p.Pair)...), func() {
		var outcome *session.Outcome
		ginkgo.BeforeEach(func() { outcome = s.observed() })
		for _, r := range p.Bound() {
			if p.Judged[r.ID] || slices.Contains(judge.Always(), r.ID) {
				ginkgo.It(r.ID+" "+r.Sentence, ginkgo.Label(labels(r)...), func() { spec(outcome, r, p.Pair) })
			}
		}
	})
}

// observed is what the one observation found out. What it could not finish is in the
// result: the specs judge what there is.
func (s *Suite) observed() *session.Outcome {
	outcome, err := s.observe()
	if outcome == nil {
		ginkgo.Fail(fmt.Sprintf("observing the implementation: %v", err))
	}
	return outcome
}

// rowEntry is the name of the report entry that holds a spec's row.
const rowEntry = "row"

// spec judges one requirement. Its row is what the run tells of the requirement.
func spec(outcome *session.Outcome, r requirement.Requirement, p dialect.Pair) {
	if !outcome.Due(r, p) {
		ginkgo.Skip(r.ID + " was not asked for")
	}
	row := outcome.Row(r, p)
	ginkgo.AddReportEntry(rowEntry, row, ginkgo.ReportEntryVisibilityNever)
	switch row.Verdict {
	case requirement.Skip, requirement.Unobserved:
		ginkgo.Skip(fmt.Sprintf("%s is %s: nothing was seen of it", r.ID, row.Verdict))
	case requirement.Warn:
		ginkgo.AddReportEntry("warning", terminal.Story(r, row.Cases[0]))
	}
	gomega.NewGomega(ginkgo.Fail).Expect(row).To(Conform())
}

// Outcome is what the suite found out, once it has run: what was observed, with the
// verdicts of the specs. The error is why the observation was ended early.
func (s *Suite) Outcome() (*session.Outcome, error) {
	if s.report == nil {
		return nil, errors.New("the suite has not run")
	}
	outcome, err := s.observe()
	if outcome != nil {
		outcome.Tell(Rows(*s.report))
	}
	return outcome, err
}

// Rows are the rows that the specs of a report stand for. A spec that did not come to its
// end, or that ended otherwise than its row says, has none.
func Rows(r ginkgo.Report) []session.Row {
	var rows []session.Row
	for _, spec := range r.SpecReports {
		for _, entry := range spec.ReportEntries {
			row, ok := entry.GetRawValue().(session.Row)
			if ok && entry.Name == rowEntry && spec.State == stateOf(row.Verdict) {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// stateOf is how a spec ends that judges a row.
func stateOf(v requirement.Verdict) types.SpecState {
	switch v {
	case requirement.Fail:
		return types.SpecStateFailed
	case requirement.Skip, requirement.Unobserved:
		return types.SpecStateSkipped
	}
	return types.SpecStatePassed
}
