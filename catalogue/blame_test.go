package catalogue_test

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/requirement"
)

var (
	update = flag.Bool("update", false, "write the golden of blame anew")
	only   = flag.String("faults", "", "hold (or write) only faults with this in pair or id")
)

// golden is the file of what each planted fault trips, for people to read.
const golden = "blame.txt"

// Every planted fault trips what stands in the golden and nothing else: its main requirement,
// at the level that it says, and what else it names among them.
func TestBlame(t *testing.T) {
	cat := built()
	tried := tryFaults(cat)
	want := readGolden(t)
	if *update {
		for _, f := range tried {
			key, trips, _ := strings.Cut(f.line(), ": ")
			want[key] = trips
		}
		if err := os.WriteFile(golden, []byte(blameText(cat, want)), 0o644); err != nil {
			t.Fatal(err)
		}
		want = readGolden(t)
	}
	for _, f := range tried {
		key, trips, _ := strings.Cut(f.line(), ": ")
		if want[key] != trips {
			t.Errorf("%s: %s trips %s, not %s", golden, key, trips, want[key])
		}
		f.named(t, strings.Split(want[key], ", "))
	}
	planted := map[string]bool{}
	for _, side := range cat.Sides {
		for _, f := range side.Faults() {
			key := side.Pair.String() + " " + f.ID
			if planted[key] {
				t.Errorf("%s is planted twice", key)
			}
			planted[key] = true
		}
	}
	if len(want) != len(planted) {
		t.Errorf("%s has %d lines, there are %d faults: go test ./catalogue -run TestBlame -update", golden, len(want), len(planted))
	}
}

func readGolden(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if key, trips, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			lines[key] = trips
		}
	}
	return lines
}

// triedFault is a planted fault with what it trips.
type triedFault struct {
	dialect.Fault
	trips []dialecttest.Trip
}

// tryFaults tries the faults that were asked for, on all cores.
func tryFaults(cat *catalogue.Catalogue) []triedFault {
	var tried []triedFault
	n := 0
	for _, side := range cat.Sides {
		first := len(tried)
		for _, f := range side.Faults() {
			n++
			if (dialecttest.All() || *update) && *only == "" || *only == "" && n%1500 == 0 || *only != "" &&
				strings.Contains(f.Pair.String()+" "+f.ID, *only) {
				tried = append(tried, triedFault{Fault: f})
			}
		}
		if first == len(tried) {
			continue
		}
		bench := dialecttest.NewBench(side.Side, side.Cases())
		numbers := make(chan int)
		var workers sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for i := range numbers {
					tried[i].trips = bench.Trips(tried[i].Fault)
				}
			})
		}
		for i := first; i < len(tried); i++ {
			numbers <- i
		}
		close(numbers)
		workers.Wait()
	}
	return tried
}

// named holds what the fault says of itself, and the golden, against what it trips.
func (f triedFault) named(t *testing.T, golden []string) {
	t.Helper()
	tripped := map[string]requirement.Verdict{}
	for _, trip := range f.trips {
		tripped[trip.Requirement] = trip.Verdict
		if !slices.Contains(golden, word(trip)) {
			t.Errorf("%s %s trips %s: %s", f.Pair, f.ID, trip.Requirement, told(trip))
		}
	}
	for _, id := range f.Requirements {
		if _, ok := tripped[id]; !ok {
			t.Errorf("%s %s names %s and doesn't trip it", f.Pair, f.ID, id)
		}
	}
	if main := f.Requirements[0]; tripped[main] != f.Expect {
		t.Errorf("%s %s: %s is %s, %s was expected", f.Pair, f.ID, main, tripped[main], f.Expect)
	}
}

// word is a requirement as it stands in the golden.
func word(trip dialecttest.Trip) string {
	if trip.Verdict == requirement.Warn {
		return trip.Requirement + " (warn)"
	}
	return trip.Requirement
}

func told(trip dialecttest.Trip) string {
	return fmt.Sprintf("%s in %d cases, first in %s: %s %s, expected %.200s, actual %.200s", trip.Verdict, trip.Cases, trip.Case,
		trip.Finding.Where, trip.Finding.Message, trip.Finding.Expected.JSON(), trip.Finding.Actual.JSON())
}

// blameText is the golden: a line for each fault that there is, by pair.
func blameText(cat *catalogue.Catalogue, lines map[string]string) string {
	var b strings.Builder
	fmt.Fprintln(&b, "# What each planted fault trips, its main requirement first. Written by: go test ./catalogue -run TestBlame -update")
	for _, side := range cat.Sides {
		fmt.Fprintf(&b, "\n# %s\n\n", side.Pair)
		for _, f := range side.Faults() {
			if key := f.Pair.String() + " " + f.ID; lines[key] != "" {
				fmt.Fprintf(&b, "%s: %s\n", key, lines[key])
			}
		}
	}
	return b.String()
}

// line names the main requirement first, then the others that the fault trips, by id.
func (f triedFault) line() string {
	var main, others []string
	for _, trip := range f.trips {
		if trip.Requirement == f.Requirements[0] {
			main = append(main, word(trip))
		} else {
			others = append(others, word(trip))
		}
	}
	return fmt.Sprintf("%s %s: %s", f.Pair, f.ID, strings.Join(append(main, others...), ", "))
}
