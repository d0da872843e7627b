package cli

import (
	"strings"
	"testing"
)

// A terminal's width is COLUMNS' where that is set; what is no terminal has none.
func TestTheWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 0, "100": 100, "7": narrowest, "wide": 0, "-3": 0} {
		t.Setenv("COLUMNS", columns)
		if got := Width(&strings.Builder{}); got != want {
			t.Errorf("COLUMNS=%s: %d", columns, got)
		}
	}
}
