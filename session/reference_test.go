package session_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// implementation is one pair of the reference in process, changed by plant.
func implementation(side *catalogue.Side, omits []string, plant func(dialect.Answer) dialect.Answer) driver.Implementation {
	answer := side.Reference
	if plant != nil {
		answer = plant(answer)
	}
	return driver.InProcess(adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("reference"))), Concurrency: 4,
		Supports: []adapter.Support{{Dialect: side.Dialect, Role: side.Role, Encodings: side.Encodings, Omits: omits}}},
		map[dialect.Pair]dialect.Answer{side.Pair: answer})
}

func run(t *testing.T, cat *catalogue.Catalogue, impl driver.Implementation, o session.Options) *session.Outcome {
	t.Helper()
	o.Profile, o.Seed, o.Timeout = cmp.Or(o.Profile, session.Full), 1, 10*time.Second
	plan, err := session.NewPlan(cat, impl.Hello(), o)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := session.Run(context.Background(), plan, impl, o)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// Every planted fault is found, by its main requirement and at the level that its
// clause has.
func TestEveryFaultIsFound(t *testing.T) {
	t.Parallel()
	cat := built()
	n := 0
	for _, side := range cat.Sides {
		for _, fault := range side.Faults() {
			n++
			main := fault.Requirements[0]
			if !dialecttest.All() && n%400 != 0 {
				continue
			}
			o := session.Options{Runs: 20, Selection: reports.Selection{Requirements: []string{main}}}
			if dialecttest.All() {
				o.Runs = 60
			}
			if main != "ROBUST-03" && main != "FRAME-09" {
				o.Light = true
			}
			outcome := run(t, cat, implementation(side, nil, fault.Plant), o)
			shown(t, outcome)
			got := verdict(outcome, main)
			if got == requirement.Pass { // cases about other requirements may be the ones that see it
				o.Selection, o.Light = reports.Selection{}, false
				got = verdict(run(t, cat, implementation(side, nil, fault.Plant), o), main)
			}
			if got != fault.Expect {
				t.Errorf("%s in %s: %s is %s, %s was expected", fault.ID, side.Pair, main, got, fault.Expect)
			}
		}
	}
	t.Logf("%d faults", n)
}

// shown: every requirement that is missed in a pair has a case that shows it, among
// those that its row names.
func shown(t *testing.T, outcome *session.Outcome) {
	t.Helper()
	for _, row := range outcome.Result.Requirements {
		for _, by := range row.By {
			if by.Verdict != requirement.Fail && by.Verdict != requirement.Warn {
				continue
			}
			if !slices.ContainsFunc(outcome.Result.Cases, func(c reports.CaseRow) bool {
				return c.Dialect == by.Dialect && c.Role == by.Role && slices.Contains(row.Cases, c.ID) &&
					slices.ContainsFunc(c.Findings, func(f reports.Finding) bool { return f.Requirement == row.ID })
			}) {
				t.Errorf("%s in %s/%s is %s, and none of %v shows it", row.ID, by.Dialect, by.Role, by.Verdict, row.Cases)
			}
		}
	}
}

func verdict(outcome *session.Outcome, id string) requirement.Verdict {
	at := slices.IndexFunc(outcome.Result.Requirements, func(r reports.RequirementRow) bool { return r.ID == id })
	if at < 0 {
		return requirement.Unobserved
	}
	return outcome.Result.Requirements[at].Verdict
}

// Every requirement can fail: it has cases enough, and a fault that trips it.
func TestEveryRequirementIsTested(t *testing.T) {
	cat := built()
	for _, r := range cat.Requirements {
		if len(cat.Tripping(r.ID)) == 0 {
			t.Errorf("%s has no planted fault", r.ID)
		}
		count := map[dialect.Class]int{}
		for _, c := range cat.Testing(r.ID) {
			count[c.Class]++
		}
		fits := count[dialect.Valid]
		if r.Adversarial {
			fits = count[dialect.Adversarial]
		}
		if r.Family() != "META" && r.ID != "ROBUST-06" && r.ID != "ROBUST-01" && r.ID != "ROBUST-02" && fits < 2 {
			t.Errorf("%s is tested by %d fitting cases, 2 are needed", r.ID, fits)
		}
	}
	if len(cat.Dialects) != 9 || len(cat.Sides) != 28 {
		t.Errorf("%d dialects and %d pairs, 9 and 28 were expected", len(cat.Dialects), len(cat.Sides))
	}
}

// Every variant is right: no failure, no warning. As with the faults, a few
// in everyday runs.
func TestEveryVariantConforms(t *testing.T) {
	t.Parallel()
	cat := built()
	n := 0
	for _, side := range cat.Sides {
		for _, variant := range side.Variants() {
			if n++; !dialecttest.All() && n%192 != 0 {
				continue
			}
			o := session.Options{Runs: 15, Light: true}
			if len(side.Encodings) > 0 { // the dialect's own tests run the cases in all of them
				o.Selection.Encodings = side.Encodings[n%len(side.Encodings) : n%len(side.Encodings)+1]
			}
			outcome := run(t, cat, implementation(side, variant.Omits, variant.Plant), o)
			for _, row := range outcome.Result.Requirements {
				if row.Verdict == requirement.Fail || row.Verdict == requirement.Warn {
					t.Errorf("variant %s in %s: %s is %s in %v", variant.ID, side.Pair, row.ID, row.Verdict, row.Cases)
				}
			}
		}
	}
	t.Logf("%d variants", n)
}

// A judge that panics ends the run with a sentence that names the case; nobody is
// blamed.
func TestAJudgeThatPanics(t *testing.T) {
	cat := catalogue.New() // one of its own, to be broken
	side := cat.Side(blocksConsumer)
	side.Judge = func(*dialect.Case, *dialect.Observation) []requirement.Outcome { panic("index out of range") }
	impl := implementation(side, nil, nil)
	o := session.Options{Profile: session.Full, Light: true, Timeout: 10 * time.Second}
	plan, err := session.NewPlan(cat, impl.Hello(), o)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := session.Run(context.Background(), plan, impl, o)
	if err == nil || !strings.Contains(err.Error(), "judging case content-blocks/consumer/") ||
		!strings.Contains(err.Error(), "conform itself failed") {
		t.Errorf("the error is %v", err)
	}
	if outcome == nil || outcome.Result.Complete || outcome.Result.Summary.Fail > 0 {
		t.Errorf("the result calls itself complete, or blames somebody")
	}
}

// A control that is answered wrongly once, and rightly when it comes again, excuses
// nothing: something before it had a hand in it.
func TestAControlThatIsDisturbed(t *testing.T) {
	cat := built()
	side := cat.Side(dialect.Pair{Dialect: "stage-events", Role: dialect.Consumer})
	controls := map[string]bool{}
	for _, c := range side.Cases() {
		if c.Control != nil {
			controls[c.Control.Ready().Input().JSON()] = true
		}
	}
	var mu sync.Mutex
	disturbed := 0
	once := func(answer dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			mu.Lock()
			key := input.JSON()
			spoil := controls[key] && disturbed == 0
			if spoil {
				disturbed++
			}
			mu.Unlock()
			if spoil {
				return answer(input.With("chunks", wire.List(wire.Str(""))))
			}
			return answer(input)
		}
	}
	outcome := run(t, cat, implementation(side, nil, once),
		session.Options{Light: true, Selection: reports.Selection{Cases: []string{"stage-events/consumer/frame-sse-no-blank"}}})
	if disturbed != 1 || verdict(outcome, "META-07") != requirement.Fail {
		t.Errorf("disturbed %d times, META-07 is %s", disturbed, verdict(outcome, "META-07"))
	}
	if got := missing(outcome.Result, "+control"); len(got) > 0 {
		t.Errorf("what is right when it is sent again misses %q", got)
	}
}

// built is the catalogue of all tests here: making the cases of nine dialects for each costs more than most of them.
var built = sync.OnceValue(catalogue.New)
