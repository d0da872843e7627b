package terminal

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"
	"github.com/toolconform/conform/reports/view"
	"github.com/toolconform/conform/requirement"
)

// The last lines tell right producers and the field apart.
func TestCoreAndTheFieldAreToldApart(t *testing.T) {
	adversarial := func(id string) (requirement.Requirement, bool) {
		r, _ := reportstest.AnyLine(id)
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
		r := reportstest.Missed(c.rows...)
		if got := ApartText(r, view.PairsOf(r, adversarial)); got != c.want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	r := reportstest.Missed("a A-01 A-01 3")
	r.Profile = "core"
	if got := ApartText(r, view.PairsOf(r, reportstest.AnyLine)); strings.Contains(got, "field") {
		t.Errorf("the profile core tried nothing of the field: %s", got)
	}
	r = reportstest.Missed("a A-01? A-01 3")
	r.Complete = false
	if got := ApartText(r, view.PairsOf(r, reportstest.AnyLine)); !strings.Contains(got, "as far as the run went") {
		t.Errorf("an incomplete run says %s", got)
	}
}
