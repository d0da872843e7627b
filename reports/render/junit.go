package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/terminal"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// The JUnit document as the usual CI readers take it: members and their order are
// those of the schema that Jenkins publishes.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     string       `xml:"time,attr,omitempty"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Timestamp  string          `xml:"timestamp,attr,omitempty"`
	Properties []junitProperty `xml:"properties>property,omitempty"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	ClassName string        `xml:"classname,attr"`
	Skipped   *junitSkipped `xml:"skipped"`
	Error     *junitMiss    `xml:"error"`
	Failure   *junitMiss    `xml:"failure"`
	SystemOut string        `xml:"system-out,omitempty"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitMiss struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes one test suite for each dialect and role, one test case for
// each requirement, and one for the run itself: an incomplete one is an error.
func writeJUnit(w io.Writer, r *reports.Result, l reports.Lookup) error {
	doc := junitSuites{Name: "conform: " + reports.ImplementationName(r), Time: reports.Seconds(r)}
	pairs := view.PairsOf(r, l)
	causes := view.CausesOf(pairs)
	for _, p := range pairs {
		doc.add(junitPair(r, p, causes))
	}
	doc.add(junitRun(r))
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (d *junitSuites) add(s junitSuite) {
	d.Tests += s.Tests
	d.Failures += s.Failures
	d.Errors += s.Errors
	d.Suites = append(d.Suites, s)
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// junitPair tells what is missed first, in the order of the causes.
func junitPair(r *reports.Result, p view.PairView, causes []view.Cause) junitSuite {
	s := junitSuite{Name: p.Name(), Timestamp: timestamp(r)}
	for _, line := range slices.Concat(view.MissedLines(causes, requirement.Fail), view.MissedLines(causes, requirement.Warn)) {
		if line.Dialect == p.Dialect && line.Role == p.Role {
			s.add(junitLine(line))
		}
	}
	for _, line := range p.Lines {
		if line.Verdict != requirement.Fail && line.Verdict != requirement.Warn {
			s.add(junitLine(line))
		}
	}
	return s
}

func junitLine(l view.LineView) junitCase {
	c := junitCase{Name: reports.OneLine(l.ID + " " + l.Sentence), ClassName: "conform." + l.Dialect + "." + l.Role}
	switch {
	case l.Verdict == requirement.Fail && l.Known():
		c.Skipped = &junitSkipped{"a known failure, it stands in the baseline"}
		c.SystemOut = terminal.StoryOf(l)
	case l.Verdict == requirement.Fail:
		c.Failure = &junitMiss{l.Message(), string(l.Level), terminal.StoryOf(l)}
	case l.Verdict == requirement.Warn:
		c.SystemOut = "warning: " + terminal.StoryOf(l)
	case l.Verdict == requirement.Skip:
		c.Skipped = &junitSkipped{"the adapter cannot do the cases of this requirement; it is not counted as passed"}
	case l.Verdict == requirement.Unobserved:
		c.Skipped = &junitSkipped{"unobserved: nothing was seen of it; it is not counted as passed"}
	}
	return c
}

// junitRun is the suite of what belongs to no requirement.
func junitRun(r *reports.Result) junitSuite {
	s := junitSuite{Name: "conform", Timestamp: timestamp(r), Properties: []junitProperty{
		{"implementation", reports.ImplementationName(r)}, {"suite", reports.Name(r.Suite.Version)},
		{"corpus", reports.Name(r.Suite.Corpus)},
		{"profile", reports.Name(r.Profile)}, {"seed", strconv.FormatUint(r.Seed, 10)}}}
	c := junitCase{Name: "the run is complete", ClassName: "conform"}
	if !r.Complete {
		c.Error = &junitMiss{reports.OneLine(reports.Clip(r.Incomplete, view.MessageLimit)), "incomplete", adapterErrorText(r)}
	}
	s.add(c)
	if r.Baseline != nil {
		c := junitCase{Name: "the baseline holds", ClassName: "conform"}
		if len(r.Baseline.Problems) > 0 {
			c.Failure = &junitMiss{fmt.Sprintf("%d entries do not hold", len(r.Baseline.Problems)), "baseline",
				reports.Harmless(reports.Clip(strings.Join(r.Baseline.Problems, "\n"), view.StoryLimit))}
		}
		s.add(c)
	}
	return s
}

func adapterErrorText(r *reports.Result) string {
	var b strings.Builder
	terminal.Text{}.AdapterErrors(&b, r)
	return reports.Clip(b.String(), view.StoryLimit)
}

// timestamp of the run where it has the form that JUnit's schema asks for.
func timestamp(r *reports.Result) string {
	const form = "2006-01-02T15:04:05"
	if len(r.Times.Started) < len(form) {
		return ""
	}
	if stamp := r.Times.Started[:len(form)]; reports.ParsesAs(form, stamp) {
		return stamp
	}
	return ""
}
