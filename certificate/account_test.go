package certificate_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/certificate"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/requirement"
)

// missing is a case that missed something, known to the baseline or not.
func missing(role, name string, findings ...reports.Finding) reports.CaseRow {
	return reports.CaseRow{ID: "d/" + role + "/" + name, Dialect: "d", Role: role, Verdict: fail, Findings: findings}
}

func missed(id string, level requirement.Level, known bool) reports.Finding {
	return reports.Finding{Requirement: id, Level: level, Known: known}
}

func speaking(dialect string, c reports.CaseRow) reports.CaseRow {
	c.Dialect = dialect
	return c
}

// What is known in one pair, of one requirement, is known there and of that one only.
func TestWhatIsKnown(t *testing.T) {
	const must, should = requirement.Must, requirement.Should
	for name, c := range map[string]struct {
		must, should verdicts
		profile      string
		cases        []reports.CaseRow
		result       string
		levels       string
	}{
		"in one role, not in the other": {verdicts{fail, fail}, verdicts{pass, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true)), missing("producer", "b", missed("A-01", must, false))},
			"FAILED", "full none"},
		"in both": {verdicts{fail, fail}, verdicts{pass, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true)), missing("producer", "b", missed("A-01", must, true))},
			"WARNED", "full full"},
		"one of two requirements of a case": {verdicts{fail, pass}, verdicts{fail, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true), missed("A-02", must, false))}, "FAILED", "none strict"},
		"beside something that was not judged": {verdicts{fail, pass}, verdicts{pass, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true), missed("A-09", must, false))}, "WARNED", "full strict"},
		"in one dialect, not in the other": {verdicts{fail, pass}, verdicts{pass, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true)),
				speaking("e", missing("consumer", "b", missed("A-01", must, false)))}, "WARNED", "full strict"},
		"a clause that only warns beside it": {verdicts{fail, pass}, verdicts{pass, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true), missed("A-01", should, false))}, "WARNED",
			"full strict"},
		"a clause that fails in strict beside it": {verdicts{fail, pass}, verdicts{pass, pass}, "strict",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true), missed("A-01", should, false))}, "FAILED",
			"none strict"},
		"a failure that no case shows": {verdicts{fail, pass}, verdicts{pass, pass}, "full", nil, "FAILED", "none strict"},
		"beside a warning": {verdicts{fail, pass}, verdicts{warn, pass}, "full",
			[]reports.CaseRow{missing("consumer", "a", missed("A-01", must, true))}, "WARNED", "full strict"},
	} {
		t.Run(name, func(t *testing.T) {
			r := made(c.must, c.should)
			r.Profile, r.Cases, r.Baseline = c.profile, c.cases, &reports.Baseline{}
			p := certificate.New(r, certificate.Digest{SHA256: hash})
			p.SetBaseline(certificate.Digest{SHA256: hash}, []baseline.Entry{everything}, r)
			var levels []string
			for _, pair := range p.Configuration.Report.Annotations.Pairs {
				levels = append(levels, pair.Level)
			}
			if got := strings.Join(levels, " "); p.Result != c.result || got != c.levels {
				t.Errorf("%s, %s; expected %s, %s", p.Result, got, c.result, c.levels)
			}
		})
	}
}

// An entry is kept where it met a failure: its requirement's, in one of its cases,
// and not one that stayed unknown.
func TestEntriesThatMetNothing(t *testing.T) {
	r := made(verdicts{fail, pass}, verdicts{pass, pass})
	r.Baseline = &reports.Baseline{}
	r.Cases = []reports.CaseRow{missing("consumer", "a", missed("A-01", "MUST", true), missed("A-02", "MUST", false)),
		missing("consumer", "b", missed("A-01", "MUST", false))}
	entry := func(id, cases string) baseline.Entry {
		return baseline.Entry{Requirement: id, Cases: cases, Reason: "r"}
	}
	p := certificate.New(r, certificate.Digest{SHA256: hash})
	p.SetBaseline(certificate.Digest{SHA256: hash},
		[]baseline.Entry{entry("A-01", "*/b"), entry("A-02", "*/a"), entry("A-03", "*"), entry("A-01", "*/a")}, r)
	if got := p.Configuration.Baseline.Annotations.Entries; !slices.Equal(got, []baseline.Entry{entry("A-01", "*/a")}) {
		t.Errorf("kept are %v", got)
	}
}

// The lists are in the order of their names, and each case is told once.
func TestListsAreInOrder(t *testing.T) {
	want := []string{"d/consumer/A-01", "d/consumer/A-02", "d/producer/A-01", "d/producer/A-02"}
	for _, v := range []requirement.Verdict{pass, warn, fail} {
		p := certificate.New(made(verdicts{v, v}, verdicts{v, v}), certificate.Digest{SHA256: hash})
		if got := slices.Concat(p.PassedTests, p.WarnedTests, p.FailedTests); !slices.Equal(got, want) {
			t.Errorf("%s: %q", v, got)
		}
	}
	r := made(verdicts{fail, pass}, verdicts{pass, pass})
	r.Baseline = &reports.Baseline{}
	r.Cases = []reports.CaseRow{missing("consumer", "b", missed("A-01", "MUST", true), missed("A-01", "MUST", true)),
		missing("consumer", "a", missed("A-01", "MUST", true))}
	d := certificate.New(r, certificate.Digest{SHA256: hash}).Configuration.Report.Annotations.Deviations
	if len(d) != 1 || !slices.Equal(d[0].Names, []string{"d/consumer/a", "d/consumer/b"}) {
		t.Errorf("told are %v", d)
	}
}

// Beside the line stands everything that a reader should know, a line each.
func TestBesides(t *testing.T) {
	warnings := func(n int) *reports.Result {
		r := made(verdicts{pass, unobserved}, verdicts{pass, pass})
		for i := range n {
			r.Requirements = append(r.Requirements,
				reports.RequirementRow{ID: fmt.Sprintf("A-1%d", i), Level: requirement.Should, Verdict: warn,
					By: []reports.PairRow{{Dialect: "d", Role: "consumer", Verdict: warn}}})
		}
		return r
	}
	for name, c := range map[string]struct {
		r    *reports.Result
		line string
		want []string
	}{
		"all is well": {made(verdicts{pass, pass}, verdicts{pass, pass}), "…): d/consumer strict, d/producer strict; profile", nil},
		"one warning": {warnings(1), "…): d/consumer full; profile",
			[]string{"NOT certified: d/producer", "1 warnings: d/consumer/A-10", "unobserved: d/producer A-01 (MUST)"}},
		"as many warnings as a line has room for": {warnings(5), "…): d/consumer full; profile", []string{"NOT certified: d/producer",
			"5 warnings: d/consumer/A-10, d/consumer/A-11, d/consumer/A-12, d/consumer/A-13, d/consumer/A-14",
			"unobserved: d/producer A-01 (MUST)"}},
		"more warnings": {warnings(7), "…): d/consumer full; profile", []string{"NOT certified: d/producer",
			"7 warnings: d/consumer/A-10, d/consumer/A-11, d/consumer/A-12, d/consumer/A-13, d/consumer/A-14 and 2 more",
			"unobserved: d/producer A-01 (MUST)"}},
		"nothing is certified": {made(verdicts{skip, unobserved}, verdicts{pass, pass}), "NOT certified: ",
			[]string{"skip: d/consumer A-01 (MUST)", "unobserved: d/producer A-01 (MUST)"}},
	} {
		cert, o := held(t, certificate.New(c.r, certificate.Digest{SHA256: hash}))
		checked, err := certificate.Verify(t.Context(), cert, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !strings.Contains(checked.Line(), c.line) {
			t.Errorf("%s: %q is not in %s", name, c.line, checked.Line())
		}
		want := append(c.want, "note: it is UNSIGNED: nothing says who made it",
			"note: no --subject was given: the certified files were not looked at",
			"note: the full result was not at hand: the counts were not made again")
		if got := checked.Besides(); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nexpected\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// whole makes a result that can be read again, and its bytes.
func whole(t *testing.T, r *reports.Result) []byte {
	t.Helper()
	for i := range r.Requirements {
		r.Summary.Add(r.Requirements[i].Verdict)
		r.Requirements[i].Cases = []string{}
	}
	for i := range r.Cases {
		r.Cases[i].Class, r.Cases[i].Tests = "valid", []string{}
	}
	r.Policies, r.Properties, r.AdapterErrors = []reports.Policy{}, []reports.PropertyRow{}, []reports.AdapterError{}
	if r.Cases == nil {
		r.Cases = []reports.CaseRow{}
	}
	r.Summary.Cases = len(r.Cases)
	var b bytes.Buffer
	if err := render.Render(&b, "json", r, func(string) (requirement.Requirement, bool) {
		return requirement.Requirement{},
			false
	}); err != nil {
		t.Fatal(err)
	}
	read, err := reports.ReadFrom(bytes.NewReader(b.Bytes()), reports.MaxSize)
	if err != nil {
		t.Fatal(err)
	}
	*r = *read.Result
	return b.Bytes()
}

// What stands in no result is taken as it is said: the baseline's file and where the
// run can be seen. Whether there was a baseline is the result's.
func TestWhatTheResultDoesNotHold(t *testing.T) {
	r := made(verdicts{fail, pass}, verdicts{pass, pass})
	r.Cases = []reports.CaseRow{missing("consumer", "a", missed("A-01", "MUST", true))}
	r.Baseline = &reports.Baseline{Known: 1, Problems: []string{}}
	result := whole(t, r)
	plain := made(verdicts{pass, pass}, verdicts{pass, pass})
	other := whole(t, plain)
	said := certificate.New(r, digest(result))
	said.URL = "https://ci.example.org/1"
	said.SetBaseline(certificate.Digest{SHA256: hash}, []baseline.Entry{everything}, r)
	without := said
	without.Configuration.Baseline = nil
	invented := certificate.New(plain, digest(other))
	invented.Configuration.Baseline = said.Configuration.Baseline
	unmet := made(verdicts{pass, pass}, verdicts{pass, pass})
	unmet.Baseline = &reports.Baseline{Problems: []string{}}
	needless := whole(t, unmet)
	journal := []byte(`{"row":"header",` + string(other[bytes.IndexByte(other, '{')+1:]))
	journal = append(bytes.ReplaceAll(journal, []byte("\n"), nil), '\n')
	ofJournal := certificate.New(plain, digest(journal))
	for name, c := range map[string]struct {
		p      certificate.Predicate
		result []byte
		field  string
	}{
		"as it is":                              {said, result, ""},
		"a baseline left out":                   {without, result, "predicate/configuration/report/annotations/deviations/0"},
		"a baseline that met nothing, left out": {certificate.New(plain, digest(needless)), needless, "predicate/configuration/baseline"},
		"a baseline invented":                   {invented, other, "predicate/configuration/baseline"},
		"a result of no run":                    {invented, []byte("{}"), "predicate/configuration/report/digest"},
		"a journal as a result":                 {ofJournal, journal, "result"},
		"somebody else's result":                {said, other, "predicate/configuration/report/digest"},
	} {
		t.Run(name, func(t *testing.T) {
			cert, o := held(t, c.p)
			o.Result = c.result
			if c.field != "" {
				refused(t, cert, o, c.field)
			} else if checked, err := certificate.Verify(t.Context(), cert, o); err != nil || !checked.Certifies() {
				t.Errorf("%v", err)
			}
		})
	}
}

// A statement about nothing, or about what is no digest, is refused whatever is at hand.
func TestStatementsAboutNothing(t *testing.T) {
	for field, subjects := range map[string][]certificate.Subject{
		"subject":                 nil,
		"subject/0/digest/sha256": {{Name: "f", Digest: certificate.Digest{SHA256: hash[:63] + "g"}}},
		"subject/1/digest/sha256": {{Name: "f", Digest: certificate.Digest{SHA256: hash}},
			{Name: "g", Digest: certificate.Digest{SHA256: hash[:63]}}},
		"subject/2/digest/sha256": {{Name: "f", Digest: certificate.Digest{SHA256: hash}},
			{Name: "g", Digest: certificate.Digest{SHA256: hash}}, {Name: "h"}},
	} {
		cert, err := certificate.Sign(t.Context(), certificate.NewStatement(subjects, clean()), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, o := held(t, clean())
		refused(t, cert, o, field)
	}
}

// A descriptor that conform doesn't know is somebody else's.
func TestOtherDescriptorsAreIgnored(t *testing.T) {
	cert, o := held(t, clean())
	e, payload := envelope(t, cert)
	more := bytes.Replace(payload, []byte(`"configuration":[`), []byte(`"configuration":[{"name":"elsewhere","annotations":7},`), 1)
	if bytes.Equal(more, payload) {
		t.Fatal("there is no configuration in the payload")
	}
	e.Payload = base64.StdEncoding.EncodeToString(more)
	if checked, err := certificate.Verify(t.Context(), pack(t, e), o); err != nil || !checked.Certifies() {
		t.Errorf("%v", err)
	}
}
