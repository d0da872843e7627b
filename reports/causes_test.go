package reports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// missed is a result in which each case misses the named lines: "id missed,missed tests n",
// n being how many events it has.
func missed(rows ...string) *Result {
	r := &Result{Complete: true, Profile: "full"}
	levels := map[string]requirement.Verdict{}
	for _, text := range rows {
		var id, lines, tests string
		var events int
		if _, err := fmt.Sscan(text, &id, &lines, &tests, &events); err != nil {
			panic(err)
		}
		c := CaseRow{ID: "d/consumer/" + id, Dialect: "d", Role: "consumer", Class: "valid", Tests: []string{tests},
			Verdict:  requirement.Fail,
			Evidence: &Evidence{Input: wire.Obj(wire.M("events", wire.List(make([]wire.Value, events)...)))}}
		for _, kind := range []string{"odd-", "form+", "g4.1."} {
			if strings.HasPrefix(id, kind) {
				switch kind {
				case "odd-":
					c.Class = "adversarial"
				case "form+":
					c.Form = "again"
				default:
					c.Generated = &Generated{Index: 1}
				}
			}
		}
		for line := range strings.SplitSeq(lines, ",") {
			level, verdict := requirement.Must, requirement.Fail
			if l, should := strings.CutSuffix(line, "?"); should {
				line, level, verdict = l, requirement.Should, requirement.Warn
			}
			line, known := strings.CutSuffix(line, "!")
			c.Findings = append(c.Findings, Finding{Requirement: line, Level: level, Message: "of " + id, Known: known})
			levels[line] = max(levels[line], verdict)
		}
		r.Cases = append(r.Cases, c)
	}
	for id, v := range levels {
		r.Requirements = append(r.Requirements,
			RequirementRow{ID: id, Level: requirement.Must, Verdict: v, By: []PairRow{{Dialect: "d", Role: "consumer", Verdict: v}}})
	}
	slices.SortFunc(r.Requirements, func(a, b RequirementRow) int { return strings.Compare(a.ID, b.ID) })
	return r
}

func anyLine(id string) (requirement.Requirement, bool) {
	return requirement.Requirement{ID: id, Level: requirement.Must, Sentence: id + " holds.", Source: "here"}, true
}

// What is missed, as "cause[what follows]@example", in order.
func TestCauses(t *testing.T) {
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"what the failing streams are about comes before what they touch": {
			[]string{"a A-02,A-01 A-02 3", "b A-02,A-01 A-02 4"}, "A-02[A-01]@a"},
		"a line that fails elsewhere too is a cause of its own": {
			[]string{"a A-02,A-01 A-02 3", "b A-02 A-02 3", "c A-01 A-09 3"}, "A-02[]@a A-01[]@a"},
		"one stray stream in nineteen is too many": {
			append(several(18, "A-02,A-01 A-02 3"), "x A-01 A-09 3"), "A-02[]@c00 A-01[]@c00"},
		"one stream of forty may": {
			append(several(39, "A-02,A-01 A-02 3"), "x A-01 A-09 3"), "A-02[A-01]@c00"},
		"whether it ran comes first, then whether it is steady": {
			append(several(9, "A-01 A-01 3"), "x META-07 META-07 3", "y META-06 META-06 3", "z ROBUST-02 ROBUST-02 3",
				"v ROBUST-01 ROBUST-01 3"),
			"ROBUST-01[]@v ROBUST-02[]@z META-06[]@y META-07[]@x A-01[]@c00"},
		"what it rests on is not explained by a line of the dialect": {
			[]string{"a A-01,META-06 A-01 3", "b A-01 A-01 3"}, "META-06[]@a A-01[]@a"},
		"the fewest elements":                {[]string{"a A-01 A-01 5", "b A-01 A-01 2"}, "A-01[]@b"},
		"valid before adversarial":           {[]string{"odd-a A-01 A-01 1", "b A-01 A-01 9"}, "A-01[]@b"},
		"fixed before generated":             {[]string{"g4.1.1 A-01 A-01 1", "odd-b A-01 A-01 9"}, "A-01[]@odd-b"},
		"as it is before another form":       {[]string{"form+again A-01 A-01 1", "odd-b A-01 A-01 9"}, "A-01[]@odd-b"},
		"decoded before encoded":             {[]string{"a@sse A-01 A-01 3", "b A-01 A-01 3"}, "A-01[]@b"},
		"about it before touched by it":      {[]string{"a A-01 A-09 3", "b A-01 A-01 3"}, "A-01[]@b"},
		"encodings and forms are one stream": {[]string{"a A-02 A-02 3", "a@sse A-01,A-02 A-02 3"}, "A-02[A-01]@a"},
		"a failure before a warning":         {[]string{"a A-01? A-01 3", "b A-01? A-01 3", "c A-02 A-02 3"}, "A-02[]@c A-01[]@a"},
		"a warning explains no failure":      {[]string{"a A-01?,A-02 A-01 3", "b A-01? A-01 3"}, "A-02[]@a A-01[]@a"},
		"a failure explains a warning":       {[]string{"a A-01?,A-02 A-02 3"}, "A-02[A-01]@a"},
		"what is new before what is known":   {[]string{"a A-01! A-01 3", "b A-01! A-01 3", "c A-02 A-02 3"}, "A-02[]@c A-01[]@a"},
		"what is known explains nothing new": {[]string{"a A-01!,A-02 A-01 3", "b A-01! A-01 3"}, "A-02[]@a A-01[]@a"},
		"framing before what fails in wire only": {[]string{"a@sse A-01 A-01 3", "b@sse A-01 A-01 3", "f FRAME-01 FRAME-01 3"},
			"FRAME-01[]@f A-01[]@a@sse"},
		"also where they are generated": {[]string{"g4.1.1@sse A-01 A-01 3", "b@sse A-01 A-01 3", "f FRAME-01 FRAME-01 3"},
			"FRAME-01[]@f A-01[]@b@sse"},
		"nothing is missed": {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, cause := range Causes(missed(c.rows...), anyLine) {
				example, _ := cause.Example()
				got = append(got, cause.ID+"["+strings.Join(cause.Explains, " ")+"]@"+strings.TrimPrefix(example.ID, "d/consumer/"))
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%s, expected %s", strings.Join(got, " "), c.want)
			}
		})
	}
}

func several(n int, row string) []string {
	var rows []string
	for i := range n {
		rows = append(rows, fmt.Sprintf("c%02d %s", i, row))
	}
	return rows
}

// Every form of the report names the same first cause and example, and then the others in
// the same order.
func TestOneOrderEverywhere(t *testing.T) {
	r := missed("zz A-03,A-01 A-03 3", "yy A-03 A-03 2", "xx A-02 A-02 3", "xw A-02? A-02 1")
	for _, format := range []string{"text", "annotations", "junit", "markdown", "html"} {
		var b strings.Builder
		var err error
		switch format {
		case "text":
			err = Text{Lookup: anyLine, Stories: 9, Verbose: true}.Write(&b, r)
		case "annotations":
			err = Annotations(&b, r, anyLine)
		default:
			err = Render(&b, format, r, anyLine)
		}
		if err != nil {
			t.Fatal(err)
		}
		out := strings.NewReplacer("&#45;", "-", "&#46;", ".").Replace(b.String())
		at := -1
		for _, id := range []string{"A-03 holds.", "A-01 holds.", "A-02 holds."} {
			found := strings.Index(out, id)
			if format == "annotations" || format == "html" {
				found = strings.Index(out[max(0, strings.Index(out, `id="failures"`)):], id)
			}
			if found <= at {
				t.Errorf("%s: %s stands at %d, behind %d\n%s", format, id, found, at, out)
			}
			at = found
		}
		if !strings.Contains(out, "of yy") || strings.Contains(out, "A-03 of zz") {
			t.Errorf("%s does not tell the simplest case", format)
		}
	}
}

// The last lines tell right producers and the field apart.
func TestCoreAndTheFieldAreToldApart(t *testing.T) {
	adversarial := func(id string) (requirement.Requirement, bool) {
		r, _ := anyLine(id)
		r.Adversarial = id == "A-07"
		return r, true
	}
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"both": {[]string{"a A-01 A-01 3", "odd-a A-02,A-01 A-02 3"},
			"core   on what right producers send: 1 of 2 requirements missed: A-01\nfield  on what goes wrong in the field: 1 " +
				"requirement missed: A-02\n"},
		"the field only": {[]string{"odd-a A-01,META-01 A-01 3", "b META-02,A-07 A-07 1", "g4.1.1 A-03 A-03 2", "form+again A-04 A-04 2"},
			"core   on what right producers send: nothing is missed\nfield  on what goes wrong in the field: 6 requirements missed: " +
				"A-01 A-03 A-04 A-07 META-01 META-02\n"},
		"a warning is no failure": {[]string{"a A-01? A-01 3"},
			"core   on what right producers send: nothing is missed\nfield  on what goes wrong in the field: nothing is missed\n"},
	} {
		r := missed(c.rows...)
		if got := apartText(r, pairsOf(r, adversarial)); got != c.want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	r := missed("a A-01 A-01 3")
	r.Profile = "core"
	if got := apartText(r, pairsOf(r, anyLine)); strings.Contains(got, "field") {
		t.Errorf("the profile core tried nothing of the field: %s", got)
	}
	r = missed("a A-01? A-01 3")
	r.Complete = false
	if got := apartText(r, pairsOf(r, anyLine)); !strings.Contains(got, "as far as the run went") {
		t.Errorf("an incomplete run says %s", got)
	}
}
