package session_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// fickle refuses the requests whose id ends in a form.
type fickle struct {
	driver.Implementation
	form    string
	refused atomic.Int64
	// empty: it answers with nothing instead.
	empty bool
}

func (f *fickle) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if _, form := dialect.CutForm(r.ID); form == f.form {
		f.refused.Add(1)
		if f.empty {
			return dialect.Observation{Ending: dialect.Done, State: wire.Obj()}
		}
		return dialect.Observation{Ending: dialect.Rejected, Reason: "not this time"}
	}
	return f.Implementation.Observe(ctx, r)
}

// Where a case may be refused or answered, one that is answered must not be refused when the
// same comes again: that is another result.
func TestARefusalWhereAnAnswerWasGiven(t *testing.T) {
	cat := catalogue.New()
	tried := map[string]int{}
	for _, side := range cat.Sides {
		c := refusable(side)
		if c == nil {
			continue
		}
		for form, line := range map[string]string{
			properties.Again: "META-06", properties.Before: "META-07", properties.Beside: "META-07", properties.ReadsOne: "META-01",
			properties.Renamed: "META-02", properties.Strewn: "META-04",
		} {
			impl := &fickle{Implementation: implementation(side, nil, nil), form: form}
			o := session.Options{Selection: reports.Selection{Cases: []string{c.ID}}}
			r := run(t, cat, impl, o).Result
			if impl.refused.Load() == 0 {
				continue
			}
			tried[form]++
			if got := missing(r, c.ID); !slices.Contains(got, line) {
				t.Errorf("%s is refused %s: it misses %q, %s was expected", c.ID, form, got, line)
			}
		}
	}
	for _, form := range []string{properties.Again, properties.Before, properties.Beside, properties.ReadsOne, properties.Renamed} {
		if tried[form] == 0 {
			t.Errorf("nothing was refused %s", form)
		}
	}
}

// The first answer of all may hold nothing: that is another result than what the same gives later.
func TestAnEmptyAnswerBeforeAllOthers(t *testing.T) {
	cat := catalogue.New()
	for _, side := range cat.Sides {
		if side.Role == loop.Agent { // its requests are what is judged
			continue
		}
		all := side.Cases()
		c := all[slices.IndexFunc(all, func(c *dialect.Case) bool {
			return !c.Heavy && c.Blame == nil && c.Script != nil && c.Script.Len() > 1 && c.Class == dialect.Valid
		})]
		for _, form := range []string{properties.Before, properties.Again, properties.Beside} {
			impl := &fickle{Implementation: implementation(side, nil, nil), form: form, empty: true}
			r := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: []string{c.ID}}}).Result
			if got := missing(r, c.ID); impl.refused.Load() > 0 && len(got) == 0 {
				t.Errorf("%s is answered with nothing %s, and misses nothing", c.ID, form)
			}
		}
	}
}

// refusable is a case of a pair that may be refused as well as answered; nil where there is none.
func refusable(side *catalogue.Side) *dialect.Case {
	if side.Loud == nil || side.Relations.Normal == nil {
		return nil
	}
	for _, c := range side.Cases() {
		if c.Heavy || c.Blame != nil || c.Script == nil || c.Script.Len() < 2 || len(c.Tests) == 0 ||
			strings.HasPrefix(c.Tests[0], "FRAME-") {
			continue
		}
		refusal := dialect.Observation{Ending: dialect.Rejected, Reason: "not this time"}
		answer := side.Reference(c.Input())
		first, again := side.Relations.Normal(c, &answer), side.Heard(refusal)
		if answer.Ending == dialect.Done && judge.Sound(side.Case(c, &answer, nil)) && !first.IsAbsent() &&
			!side.Relations.Normal(c, &again).IsAbsent() && judge.Verdict(side.Case(c, &refusal, nil)) != requirement.Fail {
			return c
		}
	}
	return nil
}
