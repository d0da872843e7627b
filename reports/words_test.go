package reports

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/wire"
)

// What was tried is counted: a stream is held against many properties and counts once.
func TestWhatWasTried(t *testing.T) {
	property := func(id, role string, runs int) PropertyRow {
		return PropertyRow{Requirement: id, Dialect: "d", Role: role, Runs: runs}
	}
	for _, c := range []struct {
		properties []PropertyRow
		want       string
	}{
		{nil, "7 cases"},
		{[]PropertyRow{property("META-01", "consumer", 0)}, "7 cases"},
		{[]PropertyRow{property("META-01", "consumer", 1)}, "7 cases, 1 generated streams"},
		{[]PropertyRow{property("META-01", "consumer", 5), property("META-02", "consumer", 3), property("META-01", "producer", 4)}, "7 cases, 9 generated streams"},
	} {
		if got := tried(&Result{Summary: Summary{Cases: 7}, Properties: c.properties}); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
	if n := (Summary{Pass: 1, Fail: 10, Warn: 100, Skip: 1000, Unobserved: 10000, Cases: 5}).Rows(); n != 11111 {
		t.Errorf("%d rows", n)
	}
}

func TestTheNameOfAnImplementation(t *testing.T) {
	long := strings.Repeat("n", nameLimit)
	for hello, want := range map[string]string{
		`{"name":"acme","version":"2"}`:         "acme 2",
		`{"name":"acme"}`:                       "acme",
		`{"version":"2"}`:                       "an implementation without a name 2",
		`7`:                                     "an implementation without a name",
		`{"name":"a\u001bb\nc","version":"\t"}`: "a␛b ⏎ c  ",
		`{"name":"` + long + `"}`:               long,
	} {
		if got := implementationName(&Result{Implementation: wire.ParseString(hello)}); got != want {
			t.Errorf("%s: %q, expected %q", hello, got, want)
		}
	}
}
