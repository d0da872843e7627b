package certificate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/wire"
)

// coherent holds the parts of the predicate against each other: the lists of tests
// against the counts of the pairs, and the one word against both. It needs nothing
// but the certificate.
func (c *Checked) coherent(Options) error {
	p := c.Predicate
	account := p.Configuration.Report.Annotations
	for i, pair := range account.Pairs {
		at := fmt.Sprintf("predicate/configuration/report/annotations/pairs/%d", i)
		for _, count := range []struct {
			name, list string
			said       int
			tests      []string
		}{
			{"pass", "passedTests", pair.Pass, p.PassedTests},
			{"warn", "warnedTests", pair.Warn, p.WarnedTests},
			{"fail", "failedTests", pair.Fail, p.FailedTests},
		} {
			if n := countOf(pair, count.tests); n != count.said {
				return refuse(at+"/"+count.name, "it says %d, predicate/%s has %d of %s", count.said, count.list, n, pair.Name())
			}
		}
		if pair.Certified && !account.Complete {
			return refuse(at+"/certified", "%s is called certified, but the run is not complete", pair.Name())
		}
		if err := p.coherentExceptions(pair, at); err != nil {
			return err
		}
		if pair.Certified != (pair.Level != levelNone) {
			return refuse(at+"/level", "%q does not go with certified: %t", pair.Level, pair.Certified)
		}
	}
	return p.coherentResult(account)
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
		return refuse(at+"/certified", "%s is called certified, but of its %d failures %d are exceptions", pair.Name(), pair.Fail, len(pair.Exceptions))
	}
	for i, id := range pair.Exceptions {
		failed := slices.Contains(p.FailedTests, pair.Name()+"/"+id)
		if !failed || slices.Contains(pair.Exceptions[:i], id) || !p.toldAsKnown(pair, id) {
			return refuse(fmt.Sprintf("%s/exceptions/%d", at, i), "%s is not told once as a known failure", id)
		}
	}
	return nil
}

func (p Predicate) toldAsKnown(pair Pair, id string) bool {
	return slices.ContainsFunc(p.Configuration.Report.Annotations.Deviations, func(d Deviation) bool {
		return d.Kind == KnownFailure && d.Dialect == pair.Dialect && d.Role == pair.Role && d.Requirement == id
	})
}

func countOf(pair Pair, tests []string) int {
	n := 0
	for _, t := range tests {
		if rest, ok := strings.CutPrefix(t, pair.Name()+"/"); ok && !strings.Contains(rest, "/") {
			n++
		}
	}
	return n
}

func (p Predicate) coherentResult(account Account) error {
	certified := countCertified(account.Pairs)
	clean := certified == len(account.Pairs) && len(p.WarnedTests)+len(p.FailedTests)+len(account.Deviations) == 0
	total := 0
	for _, pair := range account.Pairs {
		total += pair.Pass + pair.Warn + pair.Fail
	}
	switch {
	case total != len(p.PassedTests)+len(p.WarnedTests)+len(p.FailedTests):
		return refuse("predicate/passedTests", "the lists hold tests of pairs that the account does not name")
	case p.Result != Failed && (certified == 0 || !account.Complete):
		return refuse("predicate/result", "%s, though nothing is certified or the run is not complete", p.Result)
	case p.Result == Passed && !clean:
		return refuse("predicate/result", "%s, though there are warnings, failures or deviations", p.Result)
	}
	return nil
}

// report makes the predicate again from the full result and compares.
func (c *Checked) report(o Options) error {
	if o.Result == nil {
		c.note("the full result was not at hand: the counts were not made again")
		return nil
	}
	said := c.Predicate
	if d := digestBytes(o.Result); d != said.Configuration.Report.Digest {
		return refuse("predicate/configuration/report/digest", "the result has the digest sha256:%s, the certificate is about sha256:%s", d.SHA256, said.Configuration.Report.Digest.SHA256)
	}
	source, err := reports.ReadFrom(bytes.NewReader(o.Result), reports.MaxSize)
	switch {
	case err != nil:
		return refuse("result", "%v", err)
	case source.Journal:
		return refuse("result", "it is %s", source.Kind())
	}
	made := New(source.Result, said.Configuration.Report.Digest)
	made.adopt(said)
	return differ(made, said)
}

// adopt takes over what stands in no result: where the run can be seen, and the
// baseline's file and entries.
func (p *Predicate) adopt(said Predicate) {
	p.URL = said.URL
	mine, theirs := p.Configuration.Baseline, said.Configuration.Baseline
	if mine != nil && theirs != nil {
		mine.Digest, mine.Annotations.Entries = theirs.Digest, theirs.Annotations.Entries
	}
}

// differ names the first place where the two are not the same.
func differ(made, said Predicate) error {
	a, err := canonical(made)
	if err != nil {
		return fmt.Errorf("writing the predicate again: %w", err)
	}
	b, err := canonical(said)
	if err != nil {
		return fmt.Errorf("writing the predicate again: %w", err)
	}
	if slices.Equal(a, b) {
		return nil
	}
	want, _ := wire.Parse(a)
	got, _ := wire.Parse(b)
	pointer, w, g := wire.FirstDifference(want, got)
	return refuse("predicate"+byName(pointer), "the result gives %.200s, the certificate says %.200s", w.JSON(), g.JSON())
}

// byName puts the name of a descriptor in place of its index, as canonical has it.
func byName(pointer string) string {
	for i, name := range []string{suiteName, corpusName, reportName, baselineName} {
		if rest, ok := strings.CutPrefix(pointer, fmt.Sprintf("/configuration/%d", i)); ok {
			return "/configuration/" + name + rest
		}
	}
	return pointer
}
