package traffic_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

var update = flag.Bool("update", false, "write testdata/unseen.txt")

// wires are the same for all tests here: their cases are made once.
var wires = sync.OnceValue(func() []*traffic.Wire {
	return traffic.Wires(dialects.Endpoints(), dialecttest.Kept(dialects.All()))
})

// bytesOf is an answer as it stands on the wire, with its headers.
func bytesOf(o dialect.Observation) (body string, headers wire.Value, ok bool) {
	for _, member := range []string{"sse", "body"} {
		if v := o.State.Get(member); v.IsString() {
			return v.Text(), o.State.Get("headers"), o.Ending == dialect.Done
		}
	}
	return "", wire.Value{}, false
}

func answers(w *traffic.Wire, c *dialect.Case, answer dialect.Answer) *traffic.Answer {
	body, headers, ok := bytesOf(answer(c.Input()))
	if !ok || body == "" {
		return nil
	}
	return w.Stream(strings.NewReader(body), headers)
}

// light are the cases that are tried: all but the heavy ones, in an everyday run some.
func light(side *dialect.Side, about []string, whole bool) []*dialect.Case {
	var list []*dialect.Case
	for i, c := range side.Cases() {
		if c.Heavy {
			continue
		}
		named := slices.ContainsFunc(about, func(id string) bool { return slices.Contains(c.Tests, id) })
		if whole || named || i%18 == 0 {
			list = append(list, c)
		}
	}
	return list
}

// plainly is the reference as it is.
func plainly() []dialect.Variant {
	return []dialect.Variant{{ID: "the reference", Plant: func(a dialect.Answer) dialect.Answer { return a }}}
}

// What a right server streams is never blamed, and shows something.
func TestRightAnswersAreNotBlamed(t *testing.T) {
	for _, w := range wires() {
		variants := append(plainly(), w.Producer.Variants()...)
		for _, v := range variants {
			answer, seen := v.Plant(w.Producer.Reference), 0
			for _, c := range light(w.Producer, nil, dialecttest.All()) {
				a := answers(w, c, answer)
				if a == nil {
					continue
				}
				seen += len(a.Seen)
				for _, f := range a.Findings {
					t.Errorf("%s, %s, %s: %s %s: %s %s", w.Dialect, v.ID, c.ID, f.Level, f.Requirement, f.Message, f.Actual.JSON())
				}
			}
			if seen == 0 && !slices.Contains(v.Omits, "sse") && !slices.Contains(v.Omits, "body") {
				t.Errorf("%s, %s shows nothing", w.Dialect, v.ID)
			}
		}
	}
}

// sees tells whether a planted fault is found in a stream alone, by a requirement that it misses.
func sees(w *traffic.Wire, f dialect.Fault, whole bool) bool {
	answer := f.Plant(w.Producer.Reference)
	for _, c := range light(w.Producer, f.Requirements, whole) {
		if a := answers(w, c, answer); a != nil && slices.ContainsFunc(a.Findings, func(g requirement.Finding) bool {
			return slices.Contains(f.Requirements, g.Requirement)
		}) {
			return true
		}
	}
	return false
}

// long tells whether a fault is left to the whole run: what is known to be unseen needs every case.
func long(known bool) bool { return known && !dialecttest.All() && !*update }

const unseen = "testdata/unseen.txt"

// Every planted fault of a producer is seen in what it streams, but for those that show only beside
// what was meant: they stand in a list, which has no other.
func TestPlantedFaultsAreSeenInTheStreamAlone(t *testing.T) {
	data, err := os.ReadFile(unseen)
	if err != nil && !*update {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(data)), "\n")
	var missing []string
	seen := 0
	for _, w := range wires() {
		for _, f := range w.Producer.Faults() {
			if !slices.ContainsFunc(w.Roles[dialect.Producer], func(r requirement.Requirement) bool { return r.ID == f.Requirements[0] }) {
				continue // of a family that needs to ask
			}
			line := fmt.Sprintf("%s %s", w.Dialect, f.ID)
			if long(slices.Contains(known, line)) {
				continue
			}
			switch got := sees(w, f, dialecttest.All()) || !slices.Contains(known, line) && sees(w, f, true); {
			case got:
				seen++
				if slices.Contains(known, line) && !*update {
					t.Errorf("%s stands in %s, and is seen", line, unseen)
				}
			default:
				missing = append(missing, line)
				if !*update && !slices.Contains(known, line) {
					t.Errorf("%s is not seen: %s", line, f.Title)
				}
			}
		}
	}
	t.Logf("%d faults are seen, %d are not", seen, len(missing))
	if *update {
		if err := os.WriteFile(unseen, []byte(strings.Join(missing, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
