package probe_test

import (
	"flag"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/probe"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/traffic"
)

var update = flag.Bool("update", false, "with -all: write testdata/unseen.txt")

// wires are the same for all tests here: their cases are made once.
var wires = sync.OnceValue(func() []*traffic.Wire {
	return traffic.Wires(dialects.Endpoints(), dialecttest.Kept(dialects.All()))
})

// probed asks a server and gives the result.
func probed(t *testing.T, m *model, change func(*probe.Options)) (*reports.Result, error) {
	t.Helper()
	server := httptest.NewServer(m)
	defer server.Close()
	base, _ := url.Parse(server.URL)
	o := probe.Options{Wire: m.Wire, Base: base, Model: "m", Samples: 40, Budget: 1 << 20, Timeout: 20 * time.Second}
	if change != nil {
		change(&o)
	}
	f, err := probe.Run(t.Context(), o)
	if f == nil {
		t.Fatal(err)
	}
	return f.Tally.Result(traffic.Account{Kind: reports.Probed, Target: server.URL, Exchanges: f.Asked, Judged: f.Judged, Notes: f.Notes,
		Hint: f.Hint}), err
}

func right(w *traffic.Wire) *model { return &model{Wire: w, answer: w.Producer.Reference} }

func missed(r *reports.Result) (ids []string) {
	for _, row := range r.Requirements {
		if row.Verdict == requirement.Fail || row.Verdict == requirement.Warn {
			ids = append(ids, row.ID)
		}
	}
	return ids
}

// A right server is not blamed, and neither is one that answers otherwise and is right.
func TestRightServersAreNotBlamed(t *testing.T) {
	for _, w := range wires() {
		r, err := probed(t, right(w), nil)
		blames(t, w.Dialect+", the reference", r, err)
		for _, s := range r.Live.Shown {
			if s.Shown == 0 && s.Hint == "" {
				t.Errorf("%s: %s is unobserved, and nothing says how to see it", w.Dialect, s.Requirement)
			}
		}
		if r.Summary.Pass < 3 {
			t.Errorf("%s: %+v", w.Dialect, r.Summary)
		}
		for i, v := range w.Producer.Variants() {
			mute := slices.Contains(v.Omits, "sse") || slices.Contains(v.Omits, "body")
			if !mute && (dialecttest.All() || i%4 == 1) {
				r, err := probed(t, &model{Wire: w, answer: v.Plant(w.Producer.Reference)}, nil)
				blames(t, w.Dialect+", "+v.ID, r, err)
			}
		}
	}
}

func blames(t *testing.T, who string, r *reports.Result, err error) {
	t.Helper()
	if err != nil || len(missed(r)) > 0 {
		t.Errorf("%s: %v, %v", who, missed(r), err)
	}
	for _, c := range r.Cases {
		t.Logf("%s %s: %+v", c.ID, c.Title, c.Findings)
	}
}

const unseen = "testdata/unseen.txt"

// What is not named shows only beside what was meant, as the lists of traffic say, or where no question
// leads: each of these has its reason.
func TestWhatIsNotNamedHasItsReason(t *testing.T) {
	lines := func(path string) []string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	meant, reasons := lines("../traffic/testdata/unseen.txt"), map[string]string{}
	for _, line := range lines("testdata/unasked.txt") {
		fault, reason, _ := strings.Cut(line, ": ")
		reasons[fault] = reason
	}
	for _, fault := range lines(unseen) {
		if reason := reasons[fault]; slices.Contains(meant, fault) == (reason != "") {
			t.Errorf("%s: shows only beside what was meant: %v, and its reason is %q", fault, slices.Contains(meant, fault), reason)
		}
		delete(reasons, fault)
	}
	if len(reasons) > 0 {
		t.Errorf("these are named: %v", reasons)
	}
}

// Each planted fault of a server is named by a requirement that it misses, but for those that show only
// beside what was meant, or where no question leads: they stand in a list, which has no other.
func TestPlantedFaultsAreNamed(t *testing.T) {
	data, err := os.ReadFile(unseen)
	if err != nil && !*update {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(data)), "\n")
	seen := 0
	var missing []string
	for _, w := range wires() {
		own := w.Roles[dialect.Producer]
		for i, f := range w.Producer.Faults() {
			ofOwn := slices.ContainsFunc(own, func(r requirement.Requirement) bool { return r.ID == f.Requirements[0] })
			if !dialecttest.All() && i%13 != 5 || !ofOwn {
				continue
			}
			r, _ := probed(t, &model{Wire: w, answer: f.Plant(w.Producer.Reference)}, func(o *probe.Options) { o.Samples = 16 })
			named := slices.ContainsFunc(missed(r), func(id string) bool { return slices.Contains(f.Requirements, id) })
			line := fmt.Sprintf("%s %s", w.Dialect, f.ID)
			switch {
			case named:
				if seen++; slices.Contains(known, line) && !*update {
					t.Errorf("%s stands in %s, and is named", line, unseen)
				}
			default:
				if missing = append(missing, line); !slices.Contains(known, line) && !*update {
					t.Errorf("%s is not named, but %v: %s", line, missed(r), f.Title)
				}
			}
		}
	}
	t.Logf("%d faults are named, %d are not", seen, len(missing))
	if seen == 0 {
		t.Error("no fault is named")
	}
	if *update && dialecttest.All() {
		if err := os.WriteFile(unseen, []byte(strings.Join(missing, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
