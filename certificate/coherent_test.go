package certificate_test

import (
	"slices"
	"testing"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/certificate"
	"github.com/toolconform/conform/reports"
)

// known is a predicate with a bit of everything: d/consumer is certified but for
// A-01, which the baseline has, and nothing was seen of its A-02; d/producer is
// certified with a warning.
func known() certificate.Predicate {
	r := made(verdicts{fail, pass}, verdicts{unobserved, warn})
	r.Requirements = append(r.Requirements, reports.RequirementRow{ID: "A-03", Level: "MUST", Verdict: pass,
		By: []reports.PairRow{{Dialect: "d", Role: "consumer", Verdict: pass}}})
	know(true)(r)
	p := certificate.New(r, certificate.Digest{SHA256: hash})
	p.SetBaseline(certificate.Digest{SHA256: hash}, []baseline.Entry{everything}, r)
	return p
}

// clean is a predicate without anything to add.
func clean() certificate.Predicate {
	return certificate.New(made(verdicts{pass, pass}, verdicts{pass, pass}), certificate.Digest{SHA256: hash})
}

// held gives what Verify says of the predicate, signed by nobody, with nothing
// beside it that it could be made again from.
func held(t *testing.T, p certificate.Predicate) ([]byte, certificate.Options) {
	t.Helper()
	s := certificate.NewStatement([]certificate.Subject{{Name: "f", Digest: certificate.Digest{SHA256: hash}}}, p)
	cert, err := certificate.Sign(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return cert, certificate.Options{Suite: reports.Suite{Version: "0.1.0", Corpus: "sha256:" + hash, Protocol: 1}}
}

// A certificate whose parts contradict each other is refused by itself, without its
// result at hand, and the place is named.
func TestPartsThatContradictEachOther(t *testing.T) {
	const account = "predicate/configuration/report/annotations"
	type change = func(p *certificate.Predicate, a *certificate.Account)
	for name, c := range map[string]struct {
		of     func() certificate.Predicate
		change change
		field  string
	}{
		"a protocol to come": {clean, func(p *certificate.Predicate,
			_ *certificate.Account) {
			p.Configuration.Suite.Annotations.Protocol = 2
		},
			"predicate/configuration/conform/annotations/protocol"},
		"a corpus that this version has not": {clean, func(p *certificate.Predicate, _ *certificate.Account) {
			p.Configuration.Corpus.Digest.SHA256 = hash[1:] + "0"
		}, "predicate/configuration/corpus/digest"},

		"a test of a pair that is not named": {clean, func(p *certificate.Predicate, _ *certificate.Account) {
			p.PassedTests = append(p.PassedTests, "e/consumer/A-01")
		}, "predicate/passedTests/4"},
		"a warning of a pair that is not named": {clean,
			func(p *certificate.Predicate, _ *certificate.Account) { p.WarnedTests = []string{"d/spectator/A-01"} },
			"predicate/warnedTests/0"},
		"a failure of a pair that is not named": {clean,
			func(p *certificate.Predicate, _ *certificate.Account) { p.FailedTests = []string{"e/consumer/A-01"} },
			"predicate/failedTests/0"},
		"a pair that is not named any more": {clean, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs = a.Pairs[:1] },
			"predicate/passedTests/2"},
		"a pair named twice": {clean,
			func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs = append(a.Pairs, a.Pairs[0]) }, account + "/pairs/2"},
		"passed and failed": {clean, func(p *certificate.Predicate, a *certificate.Account) {
			p.FailedTests, a.Pairs[0].Fail = []string{p.PassedTests[0]}, 1
		}, "predicate/failedTests/0"},
		"one more pass than there are": {clean, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Pass++ },
			account + "/pairs/0/pass"},
		"one more warning": {known, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[1].Warn++ },
			account + "/pairs/1/warn"},
		"one more failure": {known, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Fail++ },
			account + "/pairs/0/fail"},
		"one more skip than is told": {clean, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Skip++ },
			account + "/pairs/0/skip"},
		"nothing unobserved": {known, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Unobserved = 0 },
			account + "/pairs/0/unobserved"},
		"what was not observed, not told": {known,
			func(_ *certificate.Predicate, a *certificate.Account) { a.Deviations = a.Deviations[:1] }, account + "/pairs/0/unobserved"},

		"certified, but a MUST was not observed": {known,
			func(_ *certificate.Predicate, a *certificate.Account) { a.Deviations[1].Level = "MUST" }, account + "/pairs/0/certified"},
		"certified, but a MUST was skipped": {known, func(_ *certificate.Predicate, a *certificate.Account) {
			a.Deviations[1].Level, a.Deviations[1].Kind = "MUST", certificate.Skipped
			a.Pairs[0].Skip, a.Pairs[0].Unobserved = 1, 0
		}, account + "/pairs/0/certified"},
		"certified, but not complete": {clean, func(_ *certificate.Predicate, a *certificate.Account) { a.Complete = false },
			account + "/pairs/0/certified"},
		"certified, though nothing was right": {clean, func(p *certificate.Predicate, a *certificate.Account) {
			p.PassedTests = slices.DeleteFunc(p.PassedTests, func(s string) bool { return s[:10] == "d/consumer" })
			a.Pairs[0].Pass = 0
		}, account + "/pairs/0/certified"},
		"a level without a certificate": {known, func(_ *certificate.Predicate, a *certificate.Account) {
			a.Pairs[1].Certified = false
		}, account + "/pairs/1/level"},
		"certified at no level": {clean, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Level = "none" },
			account + "/pairs/0/level"},
		"strict, with a warning": {known, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[1].Level = "strict" },
			account + "/pairs/1/level"},
		"strict, with a failure": {known, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Level = "strict" },
			account + "/pairs/0/level"},
		"strict, in a run of core": {clean, func(p *certificate.Predicate, _ *certificate.Account) {
			p.Configuration.Suite.Annotations.Profile = "core"
		}, account + "/pairs/0/level"},
		"less than it has reached": {clean, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Level = "full" },
			account + "/pairs/0/level"},
		"a failure that is no exception": {known, func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Exceptions = nil },
			account + "/pairs/0/certified"},
		"an exception that did not fail": {known,
			func(_ *certificate.Predicate, a *certificate.Account) { a.Pairs[0].Exceptions = []string{"A-03"} },
			account + "/pairs/0/exceptions/0"},
		"an exception that passed, told as a failure": {known, func(p *certificate.Predicate, a *certificate.Account) {
			a.Pairs[0].Exceptions, a.Deviations[0].Requirement = []string{"A-03"}, "A-03"
			entries(baseline.Entry{Requirement: "A-03", Cases: "*", Reason: "r"})(p, a)
		}, account + "/pairs/0/exceptions/0"},
		"unobserved in another dialect": {known, func(_ *certificate.Predicate, a *certificate.Account) { a.Deviations[1].Dialect = "e" },
			account + "/pairs/0/unobserved"},
		"an exception of another pair": {known,
			func(_ *certificate.Predicate, a *certificate.Account) { a.Deviations[0].Role = "producer" },
			account + "/pairs/0/exceptions/0"},
		"an exception that no one tells": {known,
			func(_ *certificate.Predicate, a *certificate.Account) { a.Deviations = a.Deviations[1:] }, account + "/pairs/0/exceptions/0"},
		"an exception told as something": {known,
			func(_ *certificate.Predicate, a *certificate.Account) { a.Deviations[0].Kind = certificate.Omits },
			account + "/pairs/0/exceptions/0"},
		"an exception that repeats": {known, func(_ *certificate.Predicate, a *certificate.Account) {
			a.Pairs[0].Exceptions = []string{"A-01", "A-01"}
		}, "predicate"},
		"an exception that stands for two": {known, twoFailures, "predicate"},
		"an exception from nothing": {known, func(_ *certificate.Predicate, a *certificate.Account) {
			a.Pairs[0].Certified, a.Pairs[0].Level = false, "none"
		}, account + "/pairs/0/exceptions"},
		"known to no baseline": {known, func(p *certificate.Predicate, _ *certificate.Account) { p.Configuration.Baseline = nil },
			account + "/deviations/0"},
		"known in no case": {known, func(_ *certificate.Predicate, a *certificate.Account) { a.Deviations[0].Names = nil },
			account + "/deviations/0"},
		"known, but no entry says why": {known, entries(), account + "/deviations/0/names/0"},
		"known by another requirement": {known, entries(baseline.Entry{Requirement: "A-02", Cases: "*", Reason: "r"}),
			account + "/deviations/0/names/0"},
		"known in another case": {known, entries(baseline.Entry{Requirement: "A-01", Cases: "*/b", Reason: "r"}),
			account + "/deviations/0/names/0"},
		"known in one of two cases": {known, alsoIn("d/consumer/b", "*/a"), account + "/deviations/0/names/1"},
		"a result above a baseline that lies": {known, func(p *certificate.Predicate, _ *certificate.Account) {
			p.Configuration.Baseline.Annotations.Problems = []string{"A-02 in *: stale"}
		}, "predicate/result"},

		"passed, with a deviation": {clean, func(_ *certificate.Predicate, a *certificate.Account) {
			a.Deviations = []certificate.Deviation{{Kind: certificate.Omits, Dialect: "d", Role: "consumer", Names: []string{"artifact"}}}
		}, "predicate/result"},
		"passed, with a warning": {clean, func(p *certificate.Predicate, a *certificate.Account) {
			p.WarnedTests, p.PassedTests = p.PassedTests[:1], p.PassedTests[1:]
			a.Pairs[0].Pass, a.Pairs[0].Warn, a.Pairs[0].Level = 1, 1, "full"
		}, "predicate/result"},
		"passed, with a warning and a deviation": {known, func(p *certificate.Predicate, a *certificate.Account) {
			p.Result, p.FailedTests = certificate.Passed, []string{}
			a.Pairs[0].Exceptions, a.Pairs[0].Fail, a.Pairs[0].Level = nil, 0, "strict"
			a.Deviations = a.Deviations[1:]
		}, "predicate/result"},
		"passed, with a known failure": {known, func(p *certificate.Predicate, _ *certificate.Account) { p.Result = certificate.Passed },
			"predicate/result"},
		"passed, with a pair not certified": {clean, func(_ *certificate.Predicate, a *certificate.Account) {
			a.Pairs[0].Certified, a.Pairs[0].Level = false, "none"
		}, "predicate/result"},
		"warned, with nothing certified": {clean,
			func(p *certificate.Predicate, a *certificate.Account) { p.Result = certificate.Warned; nothing(a) }, "predicate/result"},
		"passed, with nothing at all": {clean, func(p *certificate.Predicate, a *certificate.Account) {
			p.PassedTests, a.Pairs = []string{}, []certificate.Pair{}
		}, "predicate/result"},
		"warned, with a failure nobody knew": {clean, failed, "predicate/result"},
	} {
		t.Run(name, func(t *testing.T) {
			p := c.of()
			c.change(&p, &p.Configuration.Report.Annotations)
			cert, o := held(t, p)
			refused(t, cert, o, c.field)
		})
	}
	for name, of := range map[string]func() certificate.Predicate{"known": known, "clean": clean} {
		cert, o := held(t, of())
		if checked, err := certificate.Verify(t.Context(), cert, o); err != nil || !checked.Certifies() {
			t.Errorf("%s, unchanged: %v", name, err)
		}
	}
}

// twoFailures: a second failure hides behind the same exception.
func twoFailures(p *certificate.Predicate, a *certificate.Account) {
	p.PassedTests = slices.DeleteFunc(p.PassedTests, func(s string) bool { return s == "d/consumer/A-03" })
	p.FailedTests = append(p.FailedTests, "d/consumer/A-03")
	a.Pairs[0].Pass, a.Pairs[0].Fail = 0, 2
	a.Pairs[0].Exceptions = []string{"A-01", "A-01"}
}

func entries(list ...baseline.Entry) func(*certificate.Predicate, *certificate.Account) {
	return func(p *certificate.Predicate, _ *certificate.Account) {
		p.Configuration.Baseline.Annotations.Entries = append([]baseline.Entry{}, list...)
	}
}

// alsoIn: the failure shows in one more case; the entry has cases of that pattern.
func alsoIn(name, pattern string) func(*certificate.Predicate, *certificate.Account) {
	return func(p *certificate.Predicate, a *certificate.Account) {
		a.Deviations[0].Names = append(a.Deviations[0].Names, name)
		entries(baseline.Entry{Requirement: "A-01", Cases: pattern, Reason: "r"})(p, a)
	}
}

func nothing(a *certificate.Account) {
	for i := range a.Pairs {
		a.Pairs[i].Certified, a.Pairs[i].Level = false, "none"
	}
}

// failed: one pair fails, and another one's certificate makes it a warning.
func failed(p *certificate.Predicate, a *certificate.Account) {
	p.Result = certificate.Warned
	p.FailedTests, p.PassedTests = p.PassedTests[:1], p.PassedTests[1:]
	a.Pairs[0].Pass, a.Pairs[0].Fail, a.Pairs[0].Certified, a.Pairs[0].Level = 1, 1, false, "none"
}
