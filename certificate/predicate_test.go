package certificate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/certificate"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// made is a result of two requirements, a MUST and a SHOULD, in two pairs.
func made(must, should [2]requirement.Verdict) *reports.Result {
	row := func(id string, level requirement.Level, v [2]requirement.Verdict) reports.RequirementRow {
		return reports.RequirementRow{ID: id, Level: level, Verdict: requirement.Worse(v[0], v[1]), By: []reports.PairRow{
			{Dialect: "d", Role: "consumer", Verdict: v[0]}, {Dialect: "d", Role: "producer", Verdict: v[1]}}}
	}
	return &reports.Result{SchemaVersion: 1, Complete: true, Profile: "full", Seed: 1<<63 + 1, Runs: 7,
		Suite:          reports.Suite{Name: "conform", Version: "0.1.0", Corpus: "sha256:" + hash, Protocol: 1, Generator: 1},
		Implementation: wire.ParseString(`{"name":"acme","version":"2"}`),
		Supports:       wire.ParseString(`[{"dialect":"d","role":"consumer"},{"dialect":"d","role":"producer"}]`),
		Requirements:   []reports.RequirementRow{row("A-01", requirement.Must, must), row("A-02", requirement.Should, should)},
		Times:          reports.Times{Started: "2026-01-01T00:00:00Z"}}
}

const (
	pass       = requirement.Pass
	warn       = requirement.Warn
	fail       = requirement.Fail
	skip       = requirement.Skip
	unobserved = requirement.Unobserved
)

type verdicts = [2]requirement.Verdict

func TestGrades(t *testing.T) {
	for name, c := range map[string]struct {
		must, should verdicts
		change       func(*reports.Result)
		result       string
		levels       string
	}{
		"all right":         {verdicts{pass, pass}, verdicts{pass, pass}, nil, "PASSED", "strict strict"},
		"a warning":         {verdicts{pass, pass}, verdicts{warn, pass}, nil, "WARNED", "full strict"},
		"a failure":         {verdicts{pass, fail}, verdicts{pass, pass}, nil, "FAILED", "strict none"},
		"a MUST not seen":   {verdicts{unobserved, pass}, verdicts{pass, pass}, nil, "WARNED", "none strict"},
		"a MUST skipped":    {verdicts{pass, skip}, verdicts{pass, pass}, nil, "WARNED", "strict none"},
		"a SHOULD not seen": {verdicts{pass, pass}, verdicts{unobserved, pass}, nil, "WARNED", "strict strict"},
		"nothing seen":      {verdicts{unobserved, skip}, verdicts{unobserved, skip}, nil, "FAILED", "none none"},
		"no MUST seen":      {verdicts{unobserved, skip}, verdicts{pass, pass}, nil, "FAILED", "none none"},
		"core": {verdicts{pass, pass}, verdicts{pass, pass}, func(r *reports.Result) { r.Profile = "core" }, "PASSED",
			"core core"},
		"strict": {verdicts{pass, pass}, verdicts{pass, pass}, func(r *reports.Result) { r.Profile = "strict" }, "PASSED",
			"strict strict"},
		"not complete": {verdicts{pass, pass}, verdicts{pass, pass}, func(r *reports.Result) { r.Complete = false }, "FAILED",
			"none none"},
		"a shard": {verdicts{pass, pass}, verdicts{pass, pass},
			func(r *reports.Result) { r.Shard = &reports.Shard{Index: 1, Count: 2} }, "FAILED", "strict strict"},
		"a selection": {verdicts{pass, pass}, verdicts{pass, pass},
			func(r *reports.Result) { r.Selection.Roles = []string{"consumer"} }, "FAILED", "strict strict"},
		"an adapter error": {verdicts{pass, pass}, verdicts{pass, pass},
			func(r *reports.Result) { r.AdapterErrors = make([]reports.AdapterError, 1) }, "FAILED", "strict strict"},
		"an offer not run": {verdicts{pass, pass}, verdicts{pass, pass}, offerMore, "WARNED", "strict strict none"},
		"members omitted":  {verdicts{pass, pass}, verdicts{pass, pass}, omit, "WARNED", "strict strict"},
		"cases skipped":    {verdicts{pass, pass}, verdicts{pass, pass}, skipCase, "WARNED", "strict strict"},
		"requests skipped": {verdicts{pass, pass}, verdicts{pass, pass}, requests(reports.RequestRow{Skipped: 1}), "WARNED",
			"strict strict"},
		"requests not sent": {verdicts{pass, pass}, verdicts{pass, pass}, requests(reports.RequestRow{NotSent: 1}), "WARNED",
			"strict strict"},
		"requests refused": {verdicts{pass, pass}, verdicts{pass, pass}, requests(reports.RequestRow{Rejected: 1}), "PASSED",
			"strict strict"},
		"something left out": {verdicts{pass, pass}, verdicts{pass, pass},
			func(r *reports.Result) { r.LeftOut = make([]reports.LeftOut, 1) }, "FAILED", "strict strict"},
		"a known failure":   {verdicts{fail, pass}, verdicts{pass, pass}, know(true), "WARNED", "full strict"},
		"only known":        {verdicts{fail, skip}, verdicts{pass, pass}, know(true), "WARNED", "full none"},
		"nothing but known": {verdicts{fail, skip}, verdicts{unobserved, pass}, know(true), "FAILED", "none none"},
		"known, and not seen": {verdicts{fail, pass}, verdicts{unobserved, pass}, func(r *reports.Result) {
			know(true)(r)
			r.Requirements[1].Level = requirement.Must
		}, "WARNED", "none strict"},
		"known without a baseline": {verdicts{fail, pass}, verdicts{pass, pass}, func(r *reports.Result) {
			know(true)(r)
			r.Baseline = nil
		}, "FAILED", "none strict"},
		"half known":         {verdicts{fail, pass}, verdicts{pass, pass}, know(true, false), "FAILED", "none strict"},
		"a stale entry":      {verdicts{pass, pass}, verdicts{pass, pass}, stale, "FAILED", "strict strict"},
		"no requirement run": {verdicts{}, verdicts{}, func(r *reports.Result) { r.Requirements = nil }, "FAILED", "none none"},
	} {
		t.Run(name, func(t *testing.T) {
			r := made(c.must, c.should)
			if c.change != nil {
				c.change(r)
			}
			p := certificate.New(r, certificate.Digest{SHA256: hash})
			if r.Baseline != nil {
				p.SetBaseline(certificate.Digest{SHA256: hash}, []baseline.Entry{everything}, r)
			}
			if p.Result != c.result {
				t.Errorf("%s, expected %s", p.Result, c.result)
			}
			var levels []string
			for _, pair := range p.Configuration.Report.Annotations.Pairs {
				levels = append(levels, pair.Level)
			}
			if got := strings.Join(levels, " "); got != c.levels {
				t.Errorf("levels %s, expected %s", got, c.levels)
			}
			survives(t, p)
		})
	}
}

// survives signs the predicate and reads it again: what New makes, Verify takes.
func survives(t *testing.T, p certificate.Predicate) {
	t.Helper()
	s := certificate.NewStatement([]certificate.Subject{{Name: "f", Digest: certificate.Digest{SHA256: hash}}}, p)
	cert, err := certificate.Sign(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := certificate.Verify(context.Background(), cert,
		certificate.Options{Suite: reports.Suite{Version: "0.1.0", Corpus: "sha256:" + hash, Protocol: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if checked.Certifies() != (p.Result != "FAILED") || strings.HasPrefix(checked.Line(), "certified: ") != checked.Certifies() {
		t.Errorf("%s, and the line is %s", p.Result, checked.Line())
	}
	if checked.Predicate.Configuration.Suite.Annotations.Seed != "9223372036854775809" {
		t.Errorf("the seed became %s", checked.Predicate.Configuration.Suite.Annotations.Seed)
	}
}

func offerMore(r *reports.Result) {
	r.Supports = r.Supports.Append(wire.ParseString(`{"dialect":"e","role":"consumer","omits":["artifact"]}`))
}

func omit(r *reports.Result) {
	r.Supports = wire.ParseString(`[{"dialect":"d","role":"consumer","omits":["artifact"]},{"dialect":"d","role":"producer"}]`)
}

func skipCase(r *reports.Result) {
	r.Cases = append(r.Cases, reports.CaseRow{ID: "d/consumer/hard", Dialect: "d", Role: "consumer", Verdict: skip})
}

// requests adds a row of one form of d/consumer.
func requests(row reports.RequestRow) func(*reports.Result) {
	row.Dialect, row.Role, row.Form, row.Done = "d", "consumer", "strewn", 39
	return func(r *reports.Result) { r.Requests = append(r.Requests, row) }
}

// everything that fails A-01 is known.
var everything = baseline.Entry{Requirement: "A-01", Cases: "*", Reason: "known since long"}

// know adds a failing case for each finding, known to the baseline or not.
func know(known ...bool) func(*reports.Result) {
	return func(r *reports.Result) {
		r.Baseline = &reports.Baseline{Problems: []string{}}
		for i, k := range known {
			r.Cases = append(r.Cases, reports.CaseRow{ID: "d/consumer/" + string(rune('a'+i)), Dialect: "d", Role: "consumer",
				Verdict:  fail,
				Findings: []reports.Finding{{Requirement: "A-01", Level: requirement.Must, Known: k}}})
		}
	}
}

func stale(r *reports.Result) { r.Baseline = &reports.Baseline{Problems: []string{"A-01 in *: stale"}} }

func TestDeviationsAreTold(t *testing.T) {
	r := made(verdicts{fail, unobserved}, verdicts{skip, pass})
	know(true)(r)
	omit(r)
	skipCase(r)
	r.Cases = append(r.Cases, reports.CaseRow{ID: "d/producer/hard", Dialect: "d", Role: "producer", Verdict: skip},
		reports.CaseRow{ID: "d/consumer/plain", Dialect: "d", Role: "consumer", Verdict: pass},
		reports.CaseRow{ID: "d/consumer/odd", Dialect: "d", Role: "consumer", Verdict: skip})
	offerMore(r)
	requests(reports.RequestRow{Skipped: 1, NotSent: 2, Rejected: 8})(r)
	r.Requests = append(r.Requests, reports.RequestRow{Dialect: "d", Role: "consumer", Form: "again", Skipped: 7},
		reports.RequestRow{Dialect: "d", Role: "producer", Form: "again", Done: 7},
		reports.RequestRow{Dialect: "d", Role: "producer", Form: "case", Done: 7, Skipped: 1},
		reports.RequestRow{Dialect: "e", Role: "producer", Form: "case", NotSent: 1})
	p := certificate.New(r, certificate.Digest{SHA256: hash})
	var got []string
	for _, d := range p.Configuration.Report.Annotations.Deviations {
		got = append(got, d.String())
	}
	want := []string{
		"known-failure: d/consumer A-01 (MUST): d/consumer/a",
		"omits: d/consumer: artifact",
		"skip: d/consumer A-02 (SHOULD)",
		"skipped-cases: d/consumer: d/consumer/hard, d/consumer/odd",
		"skipped-requests: d/consumer: strewn (3 of 50), again (7 of 7)",
		"skipped-cases: d/producer: d/producer/hard",
		"skipped-requests: d/producer: case (1 of 8)",
		"unobserved: d/producer A-01 (MUST)",
		"not-run: e/consumer",
		"skipped-requests: e/producer: case (1 of 1)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("told are\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A pair is certified but for what the baseline has, and the line names all of it.
func TestExceptions(t *testing.T) {
	r := made(verdicts{fail, pass}, verdicts{pass, pass})
	know(true)(r)
	made := certificate.New(r, certificate.Digest{SHA256: hash})
	made.SetBaseline(certificate.Digest{SHA256: hash}, []baseline.Entry{everything}, r)
	take := func(p certificate.Predicate) (*certificate.Checked, error) {
		s := certificate.NewStatement([]certificate.Subject{{Name: "f", Digest: certificate.Digest{SHA256: hash}}}, p)
		cert, err := certificate.Sign(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		return certificate.Verify(t.Context(), cert,
			certificate.Options{Suite: reports.Suite{Version: "0.1.0", Corpus: "sha256:" + hash, Protocol: 1}})
	}
	checked, err := take(made)
	if err != nil {
		t.Fatal(err)
	}
	if want := "d/consumer full BUT FOR 1 known failure (A-01), d/producer strict"; !strings.Contains(checked.Line(), want) ||
		checked.Clean() {
		t.Errorf("%q is not in %s, or it is called clean", want, checked.Line())
	}
	for name, change := range map[string]func(*certificate.Account){
		"hidden":             func(a *certificate.Account) { a.Pairs[0].Exceptions = nil },
		"another":            func(a *certificate.Account) { a.Pairs[0].Exceptions = []string{"A-02"} },
		"no deviation":       func(a *certificate.Account) { a.Deviations = nil },
		"from nothing":       func(a *certificate.Account) { a.Pairs[0].Certified, a.Pairs[0].Level = false, "none" },
		"a level of nothing": func(a *certificate.Account) { a.Pairs[0].Level = "none" },
	} {
		t.Run(name, func(t *testing.T) {
			p := made
			account := &p.Configuration.Report.Annotations
			account.Pairs = slices.Clone(account.Pairs)
			change(account)
			if checked, err := take(p); err == nil {
				t.Errorf("it is taken: %s", checked.Line())
			}
		})
	}
}

func TestTheEntriesThatWereUsed(t *testing.T) {
	r := made(verdicts{fail, pass}, verdicts{pass, pass})
	know(true)(r)
	p := certificate.New(r, certificate.Digest{SHA256: hash})
	used := baseline.Entry{Requirement: "A-01", Cases: "d/consumer/*", Reason: "known since long"}
	p.SetBaseline(certificate.Digest{SHA256: hash}, []baseline.Entry{used, {Requirement: "A-02", Cases: "*", Reason: "another"}}, r)
	if got := p.Configuration.Baseline.Annotations.Entries; !slices.Equal(got, []baseline.Entry{used}) {
		t.Errorf("used are %v", got)
	}
}

// A result that a certificate is held against may have been changed together with
// the digest; then the numbers still have to be the result's.
func TestNumbersAreTheResults(t *testing.T) {
	r := fresh(t)
	changed := []byte(strings.Replace(string(r.result), `"version": "1"`, `"version": "2"`, 1))
	s := r.statement
	s.Predicate.Configuration.Report.Digest = digest(changed)
	cert, err := certificate.Sign(context.Background(), s, r.private)
	if err != nil {
		t.Fatal(err)
	}
	o := r.options()
	o.Result = changed
	refused(t, cert, o, "predicate/configuration/report/annotations/implementation/version")

	for name, text := range map[string]string{"no JSON": "x", "empty": "", "another schema": `{"schemaVersion":9}`} {
		t.Run(name, func(t *testing.T) {
			s.Predicate.Configuration.Report.Digest = digest([]byte(text))
			cert, err := certificate.Sign(context.Background(), s, r.private)
			if err != nil {
				t.Fatal(err)
			}
			o.Result = []byte(text)
			refused(t, cert, o, "result")
		})
	}
}

// A line that refuses names what stands in the way.
func TestWhyNothingIsCertified(t *testing.T) {
	for name, c := range map[string]struct {
		must, should verdicts
		change       func(*reports.Result)
		want         string
	}{
		"not complete": {verdicts{pass, pass}, verdicts{pass, pass}, func(r *reports.Result) { r.Complete, r.Incomplete = false, "killed" },
			"FAILED (the run is not complete: killed); profile"},
		"a failure": {verdicts{pass, fail}, verdicts{pass, pass}, nil, "FAILED (d/producer/A-01); profile"},
		"a stale entry": {verdicts{pass, pass}, verdicts{pass, pass}, stale,
			"FAILED (the baseline does not hold: A-01 in *: stale); profile"},
		"a MUST not seen": {verdicts{unobserved, skip}, verdicts{pass, unobserved}, nil,
			"FAILED (nothing was seen of d/consumer/A-01, d/producer/A-01); profile"},
		"a MUST not seen, and a baseline that holds": {verdicts{skip, skip}, verdicts{pass, pass},
			func(r *reports.Result) { r.Baseline = &reports.Baseline{} },
			"FAILED (nothing was seen of d/consumer/A-01, d/producer/A-01); profile"},
		"one MUST not seen": {verdicts{skip, pass}, verdicts{pass, pass}, func(r *reports.Result) {
			r.Requirements[0].By, r.Requirements[1].By = r.Requirements[0].By[:1], r.Requirements[1].By[:1]
		}, "FAILED (nothing was seen of d/consumer/A-01); profile"},
		"no requirements": {verdicts{}, verdicts{}, func(r *reports.Result) { r.Requirements = nil }, "FAILED; profile"},
	} {
		t.Run(name, func(t *testing.T) {
			r := made(c.must, c.should)
			if c.change != nil {
				c.change(r)
			}
			p := certificate.New(r, certificate.Digest{SHA256: hash})
			if r.Baseline != nil {
				p.SetBaseline(certificate.Digest{SHA256: hash}, nil, r)
			}
			cert, o := held(t, p)
			checked, err := certificate.Verify(t.Context(), cert, o)
			if err != nil || checked.Certifies() || !strings.Contains(checked.Line(), c.want) {
				t.Errorf("%v: %s, expected %q", err, checked.Line(), c.want)
			}
		})
	}
}
