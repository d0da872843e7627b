package properties

import (
	"slices"
	"testing"
)

func TestRangesReadBack(t *testing.T) {
	for text, list := range map[string][]int{"none": {}, "0": {0}, "0-3.5": {0, 1, 2, 3, 5}, "2.4.6-7": {2, 4, 6, 7}} {
		if got := ranges(list); got != text {
			t.Errorf("%v is written %q, %q was expected", list, got, text)
		}
		if got, ok := indices(text, 8); !ok || !slices.Equal(got, list) {
			t.Errorf("%q reads as %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "8", "3-1", "4.2", "2.2", "a", "1-", "-1", "0-9"} {
		if got, ok := indices(text, 8); ok {
			t.Errorf("%q reads as %v", text, got)
		}
	}
}

func TestKnownForms(t *testing.T) {
	for name, want := range map[string]bool{"strewn": true, "reads-byte": true, "prefix-7": true, "prefix-x": false, "prefix-": false,
		"kept-0-3.5": true, "kept-5.3": false, "kept-0-3+renamed": true, "kept-0-3+sideways": false,
		"without-X-01-1": true, "control": true, "before": true, "sideways": false, "": false, "0-3": false, "none": false} {
		if KnownForm(name) != want {
			t.Errorf("%q: %t was expected", name, want)
		}
	}
}
