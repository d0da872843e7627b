package certificate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// home is where the suite and its schemas live.
const home = "https://github.com/toolconform/conform"

// reportMediaType of the result that a certificate refers to.
const reportMediaType = "application/json"

// New makes the predicate that a result bears out. Digest is that of the result's
// bytes.
func New(r *reports.Result, digest Digest) Predicate {
	p := Predicate{PassedTests: []string{}, WarnedTests: []string{}, FailedTests: []string{}}
	p.list(r)
	account := Account{Implementation: implementation(r), Started: r.Times.Started, Complete: r.Complete, Incomplete: r.Incomplete,
		Summary: r.Summary, Pairs: pairs(r), Deviations: deviations(r)}
	p.Configuration = Configuration{
		Suite:  Resource[Terms]{Name: suiteName, URI: home, Annotations: terms(r)},
		Corpus: Resource[none]{Name: corpusName, Digest: Digest{strings.TrimPrefix(r.Suite.Corpus, "sha256:")}},
		Report: Resource[Account]{Name: reportName, Digest: digest, MediaType: reportMediaType, Annotations: account},
	}
	if r.Baseline != nil {
		p.Configuration.Baseline = &Resource[Known]{Name: baselineName,
			Annotations: Known{Entries: []baseline.Entry{}, Problems: append([]string{}, r.Baseline.Problems...)}}
	}
	p.Result = result(r, p)
	return p
}

// SetBaseline says which file the known failures stand in, and keeps the entries
// that met one.
func (p *Predicate) SetBaseline(file Digest, entries []baseline.Entry, r *reports.Result) {
	known := p.Configuration.Baseline
	known.Digest = file
	for _, e := range entries {
		if slices.ContainsFunc(r.Cases, func(c reports.CaseRow) bool { return met(e, c) }) {
			known.Annotations.Entries = append(known.Annotations.Entries, e)
		}
	}
}

func met(e baseline.Entry, c reports.CaseRow) bool {
	return baseline.Match(e.Cases, c.ID) && slices.ContainsFunc(c.Findings, func(f reports.Finding) bool {
		return f.Known && f.Requirement == e.Requirement
	})
}

func terms(r *reports.Result) Terms {
	return Terms{Certificate: Version, Version: r.Suite.Version, Protocol: r.Suite.Protocol, Generator: r.Suite.Generator,
		Profile: r.Profile, Seed: strconv.FormatUint(r.Seed, 10), Runs: r.Runs, Timeout: r.Timeout}
}

func implementation(r *reports.Result) Implementation {
	return Implementation{Name: r.Implementation.Get("name").Text(), Version: r.Implementation.Get("version").Text()}
}

// list sorts the requirements of every pair into the lists of the predicate. What
// was skipped or not observed is no test that was made.
func (p *Predicate) list(r *reports.Result) {
	for _, row := range r.Requirements {
		for _, by := range row.By {
			name := by.Dialect + "/" + by.Role + "/" + row.ID
			switch by.Verdict {
			case requirement.Pass:
				p.PassedTests = append(p.PassedTests, name)
			case requirement.Warn:
				p.WarnedTests = append(p.WarnedTests, name)
			case requirement.Fail:
				p.FailedTests = append(p.FailedTests, name)
			}
		}
	}
	slices.Sort(p.PassedTests)
	slices.Sort(p.WarnedTests)
	slices.Sort(p.FailedTests)
}

// result is the one word. A part of a run, a run that did not come to its end and
// a failure that nobody knew of certify nothing.
func result(r *reports.Result, p Predicate) string {
	account := p.Configuration.Report.Annotations
	certified := countCertified(account.Pairs)
	switch {
	case !r.Complete, len(r.LeftOut) > 0, r.Shard != nil, !r.Selection.IsZero(), len(r.AdapterErrors) > 0:
		return Failed
	case r.Baseline != nil && len(r.Baseline.Problems) > 0, unexpected(r), certified == 0:
		return Failed
	case certified < len(account.Pairs), len(p.WarnedTests) > 0, len(account.Deviations) > 0:
		return Warned
	}
	return Passed
}

func countCertified(pairs []Pair) int {
	n := 0
	for _, p := range pairs {
		if p.Certified {
			n++
		}
	}
	return n
}

// unexpected tells whether something failed that the baseline does not have.
func unexpected(r *reports.Result) bool {
	for _, row := range r.Requirements {
		for _, by := range row.By {
			if by.Verdict == requirement.Fail && len(knownCases(r, row.ID, by)) == 0 {
				return true
			}
		}
	}
	return false
}

// knownCases are the cases that show a failing requirement of a pair, where all of
// them are known to fail; none otherwise. Nothing is known without a baseline.
func knownCases(r *reports.Result, id string, by reports.PairRow) []string {
	if r.Baseline == nil {
		return nil
	}
	var cases []string
	for _, c := range r.Cases {
		if c.Dialect != by.Dialect || c.Role != by.Role {
			continue
		}
		for _, f := range c.Findings {
			if f.Requirement != id || f.Level == requirement.Should && r.Profile != strict {
				continue
			}
			if !f.Known {
				return nil
			}
			cases = append(cases, c.ID)
		}
	}
	slices.Sort(cases)
	return slices.Compact(cases)
}

// pairs are the outcomes by dialect and role: those that were run, and those that
// were offered only.
func pairs(r *reports.Result) []Pair {
	list := map[string]*Pair{}
	at := func(dialect, role string) *Pair {
		name := dialect + "/" + role
		if list[name] == nil {
			list[name] = &Pair{Dialect: dialect, Role: role, Level: levelNone}
		}
		return list[name]
	}
	missing, unknown := map[string]bool{}, map[string]bool{}
	for _, row := range r.Requirements {
		for _, by := range row.By {
			p := at(by.Dialect, by.Role)
			p.count(by.Verdict)
			switch {
			case row.Level == requirement.Must && !by.Verdict.Observed():
				missing[p.Name()] = true
			case by.Verdict != requirement.Fail:
			case len(knownCases(r, row.ID, by)) > 0:
				p.Exceptions = append(p.Exceptions, row.ID)
			default:
				unknown[p.Name()] = true
			}
		}
	}
	for _, s := range r.Supports.Items() {
		at(s.Get("dialect").Text(), s.Get("role").Text())
	}
	out := make([]Pair, 0, len(list))
	for name, p := range list {
		p.grade(r.Profile, r.Complete && !missing[name] && !unknown[name])
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.Dialect, b.Dialect), cmp.Compare(a.Role, b.Role)) })
	return out
}

func (p *Pair) count(v requirement.Verdict) {
	switch v {
	case requirement.Pass:
		p.Pass++
	case requirement.Warn:
		p.Warn++
	case requirement.Fail:
		p.Fail++
	case requirement.Skip:
		p.Skip++
	case requirement.Unobserved:
		p.Unobserved++
	}
}

// The levels that a pair can reach are the profiles, and none.
const (
	levelNone = "none"
	full      = "full"
	strict    = "strict"
)

// grade says how far the pair came. Whole: every MUST was observed, and what
// failed is known. Strict asks for what full does, without warnings; so a full run
// without any has reached it. What core leaves out was not looked at in a core run.
func (p *Pair) grade(profile string, whole bool) {
	if !whole || p.Pass+p.Warn == 0 {
		p.Exceptions = nil
		return
	}
	p.Certified, p.Level = true, p.reached(profile)
}

// reached is the level of a pair that is certified in a run with that profile.
func (p *Pair) reached(profile string) string {
	if profile == full && p.Warn+p.Fail == 0 {
		return strict
	}
	return profile
}
