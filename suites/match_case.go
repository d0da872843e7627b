package suites

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/onsi/gomega/types"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/reports/terminal"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
)

// ConformInCase succeeds for an implementation (a session.Implementation) that misses no requirement in one case, by its id, such as
// "openai-chat/consumer/one-call": what `conform run --case ID` says. Its failure text is the story of each requirement that is
// missed. An id that does not exist, and a case of which nothing was seen, are errors.
func ConformInCase(cat *catalogue.Catalogue, id string) types.GomegaMatcher {
	return &inCase{cat: cat, id: id}
}

type inCase struct {
	cat    *catalogue.Catalogue
	id     string
	missed []session.Row
}

func (m *inCase) Match(actual any) (bool, error) {
	impl, ok := actual.(session.Implementation)
	if !ok {
		return false, fmt.Errorf("ConformInCase looks at a session.Implementation, this is a %T", actual)
	}
	options := session.Options{Profile: session.Full}
	options.Selection.Cases = []string{m.id}
	plan, err := session.NewPlan(m.cat, impl.Hello(), options)
	if err != nil {
		return false, fmt.Errorf("planning the case %s: %w", m.id, err)
	}
	outcome, err := session.Observe(context.Background(), plan, impl, options)
	if err != nil {
		return false, fmt.Errorf("observing the case %s: %w", m.id, err)
	}
	rows := outcome.Rows()
	m.missed = slices.DeleteFunc(slices.Clone(rows), func(r session.Row) bool { return r.Verdict != requirement.Fail })
	seen := func(r session.Row) bool { return r.Verdict.Observed() }
	switch r := outcome.Result; {
	case len(m.missed) > 0:
		return false, nil
	case !r.Complete:
		return false, fmt.Errorf("the case %s did not come to its end: %s", m.id, r.Incomplete)
	case !slices.ContainsFunc(rows, seen):
		return false, fmt.Errorf("nothing was seen of the case %s", m.id)
	}
	return true, nil
}

func (m *inCase) FailureMessage(any) string {
	var stories []string
	for _, r := range m.missed {
		story := fmt.Sprintf("%s (%s)\n  %s\n", r.Requirement.ID, r.Pair, r.Requirement.Sentence)
		if len(r.Cases) > 0 {
			story = terminal.Story(r.Requirement, r.Cases[0])
		}
		stories = append(stories, story)
	}
	return strings.Join(stories, "\n")
}

func (m *inCase) NegatedFailureMessage(any) string {
	return fmt.Sprintf("a requirement was expected to be missed in %s", m.id)
}
