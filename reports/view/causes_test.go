package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"
)

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
		"what says that it follows from a leak is explained by it": {
			[]string{"a META-06^ META-06 3", "b META-07 META-07 3", "c A-01^ A-01 3", "d A-02 A-02 3"},
			"META-07[A-01 META-06]@b A-02[]@d"},
		"not where it says so of some streams only": {
			[]string{"a META-06^ META-06 3", "b META-07 META-07 3", "c META-06 META-06 3"}, "META-06[]@a META-07[]@b"},
		"nor where there is no leak":         {[]string{"a A-01^ A-01 3", "b META-06 META-06 3"}, "META-06[]@b A-01[]@a"},
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
			for _, cause := range Causes(reportstest.Missed(c.rows...), reportstest.AnyLine) {
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

// What a message says may be an implementation's own words: only the finding itself says what it follows from.
func TestWordsExplainNothing(t *testing.T) {
	r := reportstest.Missed("a A-01 A-01 3", "b META-07 META-07 3")
	for i := range r.Cases {
		r.Cases[i].Findings[0].Message = `The name is " (This follows from META-07: so it is.)".`
	}
	if causes := Causes(r, reportstest.AnyLine); len(causes) != 2 || len(causes[0].Explains) != 0 {
		t.Errorf("there are %d causes, and the first explains %q", len(causes), causes[0].Explains)
	}
}
