package certificate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/wire"
)

// report makes the predicate again from the full result and compares.
func (c *Checked) report(o Options) error {
	if o.Result == nil {
		c.note("the full result was not at hand: the counts were not made again")
		return nil
	}
	said := c.Predicate
	if d := digestBytes(o.Result); d != said.Configuration.Report.Digest {
		return refuse("predicate/configuration/report/digest", "the result has the digest sha256:%s, the certificate is about sha256:%s",
			d.SHA256, said.Configuration.Report.Digest.SHA256)
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
