package reports

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
func writeJUnit(w io.Writer, r *Result, l Lookup) error {
	doc := junitSuites{Name: "conform: " + implementationName(r), Time: seconds(r)}
	pairs := pairsOf(r, l)
	causes := causesOf(pairs)
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

// seconds is the run's time where it is a number: a reader of JUnit expects one.
func seconds(r *Result) string {
	if n, err := strconv.ParseFloat(r.Times.Seconds, 64); err == nil && n >= 0 && n < 1e9 {
		return strconv.FormatFloat(n, 'f', 3, 64)
	}
	return ""
}

// junitPair tells what is missed first, in the order of the causes.
func junitPair(r *Result, p pairView, causes []Cause) junitSuite {
	s := junitSuite{Name: p.Name(), Timestamp: timestamp(r)}
	for _, line := range slices.Concat(missedLines(causes, requirement.Fail), missedLines(causes, requirement.Warn)) {
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

func junitLine(l lineView) junitCase {
	c := junitCase{Name: oneLine(l.ID + " " + l.Sentence), ClassName: "conform." + l.Dialect + "." + l.Role}
	switch {
	case l.Verdict == requirement.Fail && l.Known():
		c.Skipped = &junitSkipped{"a known failure, it stands in the baseline"}
		c.SystemOut = l.story()
	case l.Verdict == requirement.Fail:
		c.Failure = &junitMiss{l.message(), string(l.Level), l.story()}
	case l.Verdict == requirement.Warn:
		c.SystemOut = "warning: " + l.story()
	case l.Verdict == requirement.Skip:
		c.Skipped = &junitSkipped{"the adapter cannot do the cases of this requirement; it is not counted as passed"}
	case l.Verdict == requirement.Unobserved:
		c.Skipped = &junitSkipped{"unobserved: nothing was seen of it; it is not counted as passed"}
	}
	return c
}

// junitRun is the suite of what belongs to no requirement.
func junitRun(r *Result) junitSuite {
	s := junitSuite{Name: "conform", Timestamp: timestamp(r), Properties: []junitProperty{
		{"implementation", implementationName(r)}, {"suite", name(r.Suite.Version)}, {"corpus", name(r.Suite.Corpus)},
		{"profile", name(r.Profile)}, {"seed", strconv.FormatUint(r.Seed, 10)}}}
	c := junitCase{Name: "the run is complete", ClassName: "conform"}
	if !r.Complete {
		c.Error = &junitMiss{oneLine(clip(r.Incomplete, messageLimit)), "incomplete", adapterErrorText(r)}
	}
	s.add(c)
	if r.Baseline != nil {
		c := junitCase{Name: "the baseline holds", ClassName: "conform"}
		if len(r.Baseline.Problems) > 0 {
			c.Failure = &junitMiss{fmt.Sprintf("%d entries do not hold", len(r.Baseline.Problems)), "baseline",
				Harmless(clip(strings.Join(r.Baseline.Problems, "\n"), storyLimit))}
		}
		s.add(c)
	}
	return s
}

func adapterErrorText(r *Result) string {
	var b strings.Builder
	Text{}.adapterErrors(&b, r)
	return clip(b.String(), storyLimit)
}

// timestamp of the run where it has the form that JUnit's schema asks for.
func timestamp(r *Result) string {
	const form = "2006-01-02T15:04:05"
	if len(r.Times.Started) < len(form) {
		return ""
	}
	if stamp := r.Times.Started[:len(form)]; parsesAs(form, stamp) {
		return stamp
	}
	return ""
}
