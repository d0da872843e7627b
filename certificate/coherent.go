package certificate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/requirement"
)

// coherent holds the parts of the predicate against each other: the lists of tests
// against the counts of the pairs, what is certified against the deviations, and
// the one word against all of them. It needs nothing but the certificate.
func (c *Checked) coherent(Options) error {
	p := c.Predicate
	if err := p.coherentTests(); err != nil {
		return err
	}
	for i, pair := range p.account().Pairs {
		at := fmt.Sprintf("predicate/configuration/report/annotations/pairs/%d", i)
		for _, look := range []func(Pair, string) error{p.coherentCounts, p.coherentLevel, p.coherentExceptions} {
			if err := look(pair, at); err != nil {
				return err
			}
		}
	}
	for i, d := range p.account().Deviations {
		if err := p.coherentKnown(d, fmt.Sprintf("predicate/configuration/report/annotations/deviations/%d", i)); err != nil {
			return err
		}
	}
	return p.coherentResult()
}

func (p Predicate) account() Account { return p.Configuration.Report.Annotations }

// coherentTests: each test stands in one list, and its pair is named once.
func (p Predicate) coherentTests() error {
	named := map[string]bool{}
	for i, pair := range p.account().Pairs {
		if named[pair.Name()] {
			return refuse(fmt.Sprintf("predicate/configuration/report/annotations/pairs/%d", i), "%s stands there twice", pair.Name())
		}
		named[pair.Name()] = true
	}
	listed := map[string]string{}
	for _, list := range []struct {
		name  string
		tests []string
	}{{"passedTests", p.PassedTests}, {"warnedTests", p.WarnedTests}, {"failedTests", p.FailedTests}} {
		for i, test := range list.tests {
			at := fmt.Sprintf("predicate/%s/%d", list.name, i)
			if other, twice := listed[test]; twice {
				return refuse(at, "%s stands in predicate/%s, too", test, other)
			}
			listed[test] = list.name
			if !named[test[:strings.LastIndex(test, "/")]] {
				return refuse(at, "%s is of a pair that the account does not name", test)
			}
		}
	}
	return nil
}

// coherentCounts: what was not observed is told, requirement by requirement.
func (p Predicate) coherentCounts(pair Pair, at string) error {
	for _, count := range []struct {
		name, list string
		said, have int
	}{
		{"pass", "passedTests", pair.Pass, countOf(pair, p.PassedTests)},
		{"warn", "warnedTests", pair.Warn, countOf(pair, p.WarnedTests)},
		{"fail", "failedTests", pair.Fail, countOf(pair, p.FailedTests)},
		{"skip", "configuration/report/annotations/deviations", pair.Skip, len(p.told(pair, Skipped))},
		{"unobserved", "configuration/report/annotations/deviations", pair.Unobserved, len(p.told(pair, Unobserved))},
	} {
		if count.have != count.said {
			return refuse(at+"/"+count.name, "it says %d, predicate/%s has %d of %s", count.said, count.list, count.have, pair.Name())
		}
	}
	return nil
}

func countOf(pair Pair, tests []string) int {
	n := 0
	for _, t := range tests {
		if strings.HasPrefix(t, pair.Name()+"/") {
			n++
		}
	}
	return n
}

// told are the deviations of that kind.
func (p Predicate) told(pair Pair, kind string) []Deviation {
	var list []Deviation
	for _, d := range p.account().Deviations {
		if d.Kind == kind && d.Dialect == pair.Dialect && d.Role == pair.Role {
			list = append(list, d)
		}
	}
	return list
}

// coherentLevel: a pair is certified where the run came to its end, something was
// right and every MUST was observed; its level is that of the run.
func (p Predicate) coherentLevel(pair Pair, at string) error {
	if !pair.Certified {
		if pair.Level != levelNone {
			return refuse(at+"/level", "%q does not go with certified: false", pair.Level)
		}
		return nil
	}
	switch level := pair.reached(p.Configuration.Suite.Annotations.Profile); {
	case !p.account().Complete:
		return refuse(at+"/certified", "%s is called certified, but the run is not complete", pair.Name())
	case pair.Pass+pair.Warn == 0:
		return refuse(at+"/certified", "%s is called certified, but nothing of it was right", pair.Name())
	case pair.Level != level:
		return refuse(at+"/level", "%q, though its counts and the profile give %q", pair.Level, level)
	}
	for _, d := range slices.Concat(p.told(pair, Skipped), p.told(pair, Unobserved)) {
		if d.Level == string(requirement.Must) {
			return refuse(at+"/certified", "%s is called certified, but %s, a MUST, is told as %s", pair.Name(), d.Requirement, d.Kind)
		}
	}
	return nil
}

// coherentExceptions: a certified pair failed in its exceptions only, each of them
// told among the deviations; no other pair has any.
func (p Predicate) coherentExceptions(pair Pair, at string) error {
	if !pair.Certified {
		if len(pair.Exceptions) > 0 {
			return refuse(at+"/exceptions", "%s is not certified, and an exception from nothing is none", pair.Name())
		}
		return nil
	}
	if pair.Fail != len(pair.Exceptions) {
		return refuse(at+"/certified", "%s is called certified, but of its %d failures %d are exceptions", pair.Name(), pair.Fail,
			len(pair.Exceptions))
	}
	for i, id := range pair.Exceptions {
		if test := pair.Name() + "/" + id; !slices.Contains(p.FailedTests, test) || !p.toldAsKnown(test) {
			return refuse(fmt.Sprintf("%s/exceptions/%d", at, i), "%s is not told as a known failure", id)
		}
	}
	return nil
}

// toldAsKnown tells whether a deviation names the failed test.
func (p Predicate) toldAsKnown(test string) bool {
	return slices.ContainsFunc(p.account().Deviations, func(d Deviation) bool {
		return d.Kind == KnownFailure && d.Dialect+"/"+d.Role+"/"+d.Requirement == test
	})
}

// coherentKnown: a known failure is one that an entry of the baseline has, with its
// reason, in every case that shows it.
func (p Predicate) coherentKnown(d Deviation, at string) error {
	if d.Kind != KnownFailure {
		return nil
	}
	known := p.Configuration.Baseline
	if known == nil || len(d.Names) == 0 {
		return refuse(at, "%s is called known, but there is no baseline or no case that shows it", d.Requirement)
	}
	for i, name := range d.Names {
		if !slices.ContainsFunc(known.Annotations.Entries, func(e baseline.Entry) bool {
			return e.Requirement == d.Requirement && baseline.Match(e.Cases, name)
		}) {
			return refuse(fmt.Sprintf("%s/names/%d", at, i), "%s in %s is called known, but no entry of the baseline has it", d.Requirement,
				name)
		}
	}
	return nil
}

func (p Predicate) coherentResult() error {
	account, known := p.account(), p.Configuration.Baseline
	certified := countCertified(account.Pairs)
	clean := certified == len(account.Pairs) && len(p.WarnedTests)+len(account.Deviations) == 0
	unknown := slices.IndexFunc(p.FailedTests, func(test string) bool { return !p.toldAsKnown(test) })
	switch {
	case p.Result == Failed:
		return nil
	case certified == 0:
		return refuse("predicate/result", "%s, though nothing is certified", p.Result)
	case unknown >= 0:
		return refuse("predicate/result", "%s, though nobody knew of the failure %s", p.Result, p.FailedTests[unknown])
	case known != nil && len(known.Annotations.Problems) > 0:
		return refuse("predicate/result", "%s, though the baseline does not hold: %s", p.Result, known.Annotations.Problems[0])
	case p.Result == Passed && !clean:
		return refuse("predicate/result", "%s, though there are warnings or deviations", p.Result)
	}
	return nil
}
