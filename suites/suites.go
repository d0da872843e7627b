// Package suites is the suite as Ginkgo specs: one It for each requirement,
// dialect and role. The implementation is observed once, ahead of the specs; each
// spec judges its requirement. One definition serves the binary, `go test
// ./suites`, and anybody's own Ginkgo suite.
package suites

import (
	"context"
	"fmt"
	"sync"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
)

// Config is what a suite judges.
type Config struct {
	Catalogue      *catalogue.Catalogue
	Implementation session.Implementation
	Options        session.Options
	// Context ends the observation early; nil means the background.
	Context context.Context
}

// Suite is a defined suite.
type Suite struct {
	// Observe runs the session, once, and returns what it found out. The specs call it;
	// so may whoever wants the whole result.
	Observe func() (*session.Outcome, error)
}

// Define registers the specs in the Ginkgo suite under construction. Errors are
// usage errors: a selection that matches nothing, names that do not exist.
func Define(cfg Config) (*Suite, error) {
	plan, err := session.NewPlan(cfg.Catalogue, cfg.Implementation.Hello(), cfg.Options)
	if err != nil {
		return nil, fmt.Errorf("planning the suite: %w", err)
	}
	ctx := cfg.Context
	if ctx == nil {
		ctx = context.Background()
	}
	s := &Suite{Observe: sync.OnceValues(func() (*session.Outcome, error) {
		return session.Run(ctx, plan, cfg.Implementation, cfg.Options)
	})}
	for i := range plan.Sides {
		s.side(&plan.Sides[i])
	}
	return s, nil
}

func (s *Suite) side(p *session.PlannedSide) {
	ginkgo.Describe(p.Pair.String(), ginkgo.Label(p.Dialect, string(p.Role)), func() {
		for _, r := range p.Bound() {
			if !p.Judged[r.ID] {
				continue
			}
			ginkgo.It(r.ID+" "+r.Sentence, ginkgo.Label(r.ID, string(r.Level)), func() {
				s.spec(r, p)
			})
		}
	})
}

func (s *Suite) spec(r requirement.Requirement, p *session.PlannedSide) {
	outcome, err := s.Observe()
	g := gomega.NewGomega(ginkgo.Fail)
	g.Expect(err).NotTo(gomega.HaveOccurred(), "observing the implementation")
	row := outcome.Row(r, p.Pair)
	switch row.Verdict {
	case requirement.Skip, requirement.Unobserved:
		ginkgo.Skip(fmt.Sprintf("%s is %s: nothing was seen of it", r.ID, row.Verdict))
	case requirement.Warn:
		ginkgo.AddReportEntry("warning", reports.Story(r, row.Cases[0]))
	}
	g.Expect(row).To(Conform())
}
