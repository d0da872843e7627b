package cli

import "testing"

func TestNearNames(t *testing.T) {
	known := []string{"BLOCK-02", "BLOCK-20", "stage-events", "d/consumer/two-parallel"}
	for name, want := range map[string]string{
		"BLOCK-2": `; did you mean "BLOCK-02"?`, "stage_events": `; did you mean "stage-events"?`,
		"two-parallel": `; did you mean "d/consumer/two-parallel"?`,
		"block-02":     `; did you mean "BLOCK-02"?`, "nothing like it": "", "": "", "XX": "",
	} {
		if got := DidYouMean(name, known); got != want {
			t.Errorf("%q: %q, expected %q", name, got, want)
		}
	}
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "bc", 1}, {"kitten", "sitting", 3}, {"abc", "xyzuvw", 4}} {
		if got := editDistance(c.a, c.b, 3); got != c.want {
			t.Errorf("%s, %s: %d", c.a, c.b, got)
		}
	}
}
