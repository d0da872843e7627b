package reports

import (
	"slices"
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
		{[]PropertyRow{property("META-01", "consumer", 1)}, "7 cases, 1 generated stream"},
		{[]PropertyRow{property("META-01", "consumer", 5), property("META-02", "consumer", 3), property("META-01", "producer", 4)},
			"7 cases, 9 generated streams"},
	} {
		if got := Tried(&Result{Summary: Summary{Cases: 7}, Properties: c.properties}); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
	// Those that were asked for and showed nothing are said; in core there are none.
	asked := &Result{Complete: true, Runs: 10, Summary: Summary{Cases: 1},
		Properties: []PropertyRow{property("META-01", "consumer", 8), property("META-01", "producer", 10)}}
	if got := Tried(asked); got != "1 case, 20 generated streams, 18 of which showed something" {
		t.Errorf("%q", got)
	}
	if got := Tried(&Result{Profile: "core", Runs: 10}); got != "0 cases, no generated streams in this profile" {
		t.Errorf("%q", got)
	}
	if n := (Summary{Pass: 1, Fail: 10, Warn: 100, Skip: 1000, Unobserved: 10000, Cases: 5}).Rows(); n != 11111 {
		t.Errorf("%d rows", n)
	}
}

func TestTheNameOfAnImplementation(t *testing.T) {
	long := strings.Repeat("n", NameLimit)
	for hello, want := range map[string]string{
		`{"name":"acme","version":"2"}`:         "acme 2",
		`{"name":"acme"}`:                       "acme",
		`{"version":"2"}`:                       "an implementation without a name 2",
		`7`:                                     "an implementation without a name",
		`{"name":"a\u001bb\nc","version":"\t"}`: "a␛b ⏎ c  ",
		`{"name":"` + long + `"}`:               long,
	} {
		if got := ImplementationName(&Result{Implementation: wire.ParseString(hello)}); got != want {
			t.Errorf("%s: %q, expected %q", hello, got, want)
		}
	}
}

// At the edges of what has no shape of its own.
func TestHarmless(t *testing.T) {
	for _, r := range []rune{0, 0x08, 0x0B, 0x1B, 0x1F, 0x7F, 0x80, 0x9F, 0xAD, 0x61C, 0x200B, 0x200F, 0x2028, 0x202E, 0x2060, 0x2069,
		0xFEFF, 0xFFF9, 0xFFFB, 0xE0000, 0xE007F} {
		if got := Harmless(string(r) + "x"); strings.ContainsRune(got, r) || !strings.HasSuffix(got, "x") || len(got) < 4 {
			t.Errorf("U+%04X is shown as %q", r, got)
		}
	}
	for _, r := range []rune{'\n', '\t', ' ', '~', 0xA0, 0xAC, 0xAE, 0x61B, 0x61D, 0x200A, 0x2010, 0x2027, 0x202F, 0x205F, 0x206A, 0xFEFE,
		0xFF00, 0xFFF8, 0xFFFC, 0xDFFFF, 0xE0080} {
		if got := Harmless("\x00" + string(r)); got != "␀"+string(r) {
			t.Errorf("U+%04X is shown as %q", r, got)
		}
	}
	for text, want := range map[string]string{"\x1b[31m": "␛[31m", "\x1f ": "␟ ", "a\x7f": "a␡", "\u0085": "⟨U+0085⟩",
		"\U000e0041": "⟨U+E0041⟩", "\xff!": "\ufffd!", "plain é": "plain é"} {
		if got := Harmless(text); got != want {
			t.Errorf("%q is shown as %q, expected %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"abc": "abc", "abcd": "abc… (4 bytes)", "abé": "ab… (4 bytes)"} {
		if got := Clip(text, 3); got != want {
			t.Errorf("%q is cut to %q, expected %q", text, got, want)
		}
	}
}

func TestPairsAreInOrder(t *testing.T) {
	got := Sorted([][2]string{{"b", "a"}, {"a", "b"}, {"a", "a"}})
	if want := [][2]string{{"a", "a"}, {"a", "b"}, {"b", "a"}}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestWhereAnAdapterErrorHappened(t *testing.T) {
	for _, c := range []struct {
		e    AdapterError
		want string
	}{
		{AdapterError{}, ""},
		{AdapterError{Case: "a"}, "in case a"},
		{AdapterError{Around: []string{"a"}}, "around a"},
		{AdapterError{Around: []string{"a", "b", "c", "d"}}, "around a, b, c, d"},
		{AdapterError{Around: []string{"a", "b", "c", "d", "e", "f"}}, "around a, b, c, d and 2 more"},
	} {
		if got := c.e.Where(); got != c.want {
			t.Errorf("%+v is %q, not %q", c.e, got, c.want)
		}
	}
}
