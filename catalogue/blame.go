package catalogue

import (
	_ "embed"
	"strings"

	"github.com/toolconform/conform/dialect"
)

// blame says what each planted fault trips, a line for each, the main requirement first. It
// is written by a test, and read by people before it is committed.
//
//go:embed blame.txt
var blame string

// Trips are the requirements that a planted fault trips, the main one first, each at its
// level: "FENCE-23 (warn)".
func (c *Catalogue) Trips(f dialect.Fault) []string { return c.trips()[blameKey(f)] }

func blameKey(f dialect.Fault) string { return f.Pair.String() + " " + f.ID }

func readBlame() map[string][]string {
	trips := map[string][]string{}
	for line := range strings.Lines(blame) {
		if key, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			trips[key] = strings.Split(list, ", ")
		}
	}
	return trips
}
