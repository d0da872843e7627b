// Package dialecttest holds a dialect against itself: its reference must conform
// to its own cases, its planted faults must be found, its variants must pass.
package dialecttest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Verify runs every check on every side of the dialect.
//
// The reference is held against every light case in one of its encodings; runs hold it in all. A fault is held against the
// likeliest cases until it is found, heavy ones last; a variant against one in 48 of the light cases, in one encoding each.
// One fault of each requirement is tried. With -all everything is held against everything, under -short one in eight of the
// faults and variants is tried.
func Verify(t *testing.T, d dialect.Dialect) {
	t.Helper()
	for i := range d.Sides {
		side := &d.Sides[i]
		t.Run(string(side.Role), func(t *testing.T) {
			t.Parallel()
			v := newVerifier(side)
			for name, check := range map[string]func(*testing.T){"reference": v.reference, "coverage": v.coverage, "faults": v.faults,
				"variants": v.variants, "scripts": v.scripts, "generated": v.generated, "ids": v.ids} {
				t.Run(name, check)
			}
		})
	}
}

// sampled is the list, or one in so many of it, in eight under -short.
func sampled[T any](list []T, everyday int) []T {
	step := everyday
	switch {
	case All():
		return list
	case testing.Short():
		step = 8
	}
	var some []T
	for i := 0; i < len(list); i += step {
		some = append(some, list[i])
	}
	return some
}

// ids of cases, faults, variants and twists stand once.
func (v *verifier) ids(t *testing.T) {
	seen := map[string]bool{}
	once := func(kind, id string) {
		if seen[kind+id] {
			t.Errorf("two %s are called %s", kind, id)
		}
		seen[kind+id] = true
	}
	for _, c := range v.cases {
		once("cases", c.ID)
	}
	for _, f := range v.side.Faults() {
		once("faults", f.ID)
	}
	for _, r := range v.side.Variants() {
		once("variants", r.ID)
	}
	for _, w := range v.side.Twists {
		once("twists", w.ID)
	}
}

// light are the cases that are not heavy; all of them with -all.
func (v *verifier) light() []*dialect.Case {
	if All() {
		return v.cases
	}
	return slices.DeleteFunc(slices.Clone(v.cases), func(c *dialect.Case) bool { return c.Heavy })
}

type verifier struct {
	side  judge.Side
	cases []*dialect.Case
	fixed map[*dialect.Case]bool
	made  map[requestKey]request
}

// requestKey is a case in an encoding, and request what is then sent.
type (
	requestKey struct {
		c        *dialect.Case
		encoding string
	}
	request struct {
		c     *dialect.Case
		input wire.Value
	}
)

func newVerifier(side *dialect.Side) *verifier {
	kept := *side
	kept.Faults, kept.Variants = sync.OnceValue(side.Faults), sync.OnceValue(side.Variants)
	v := &verifier{side: judge.Side{Side: &kept, ByID: map[string]requirement.Requirement{}}, cases: side.Cases(),
		fixed: map[*dialect.Case]bool{}, made: map[requestKey]request{}}
	for _, c := range v.cases {
		v.fixed[c] = true
		if c.Control != nil {
			v.fixed[c.Control] = true
		}
	}
	for _, list := range [][]requirement.Requirement{side.Requirements, properties.Meta(), properties.Robust()} {
		for _, r := range list {
			v.side.ByID[r.ID] = r
		}
	}
	return v
}

// encodings are the forms that a case is run in: the first only for heavy ones.
func (v *verifier) encodings(c *dialect.Case) []string {
	switch {
	case c.Encoding != "":
		return []string{c.Encoding}
	case len(v.side.Encodings) == 0:
		return []string{""}
	case c.Heavy:
		return v.side.Encodings[:1]
	}
	return v.side.Encodings
}

// oneEncoding is one of the encodings, another for another n; every one with -all.
func (v *verifier) oneEncoding(c *dialect.Case, n int) []string {
	list := v.encodings(c)
	if All() {
		return list
	}
	return list[n%len(list):][:1]
}

// request is the case in an encoding, with its input. Those of fixed cases are made once:
// hundreds of implementations answer them.
func (v *verifier) request(c *dialect.Case, encoding string) request {
	key := requestKey{c, encoding}
	if s, made := v.made[key]; made {
		return s
	}
	ready := *c.Ready()
	ready.Encoding = encoding
	s := request{c: &ready, input: ready.Input()}
	if !c.Heavy && v.fixed[c] {
		v.made[key] = s
	}
	return s
}

// run observes and judges one case in one encoding, its control before it.
func (v *verifier) run(answer dialect.Answer, c *dialect.Case, encoding string) []requirement.Outcome {
	var control *judge.Control
	if c.Control != nil {
		plain := *c.Control.Ready()
		plain.Encoding = encoding
		o := answer(plain.Input())
		control = &judge.Control{Ending: o.Ending, Outcomes: v.side.Case(&plain, &o, nil)}
	}
	s := v.request(c, encoding)
	o := answer(s.input)
	return v.side.Case(s.c, &o, control)
}

func (v *verifier) reference(t *testing.T) {
	observed := map[string]bool{}
	for n, c := range v.light() {
		for _, encoding := range v.oneEncoding(c, n) {
			for _, o := range v.run(v.side.Reference, c, encoding) {
				observed[o.Requirement] = observed[o.Requirement] || o.Verdict.Observed()
				if o.Verdict == requirement.Warn || o.Verdict == requirement.Fail {
					t.Errorf("%s (%s): %s", c.ID, encoding, story(o))
				}
			}
		}
	}
	for _, r := range v.side.Requirements {
		if !observed[r.ID] {
			t.Errorf("%s: no case observes it on the reference", r.ID)
		}
	}
}

func (v *verifier) coverage(t *testing.T) {
	valid, adversarial, planted := map[string]int{}, map[string]int{}, map[string]bool{}
	seen := map[string]bool{}
	for _, c := range v.cases {
		if seen[c.ID] {
			t.Errorf("case id %s stands twice", c.ID)
		}
		seen[c.ID] = true
		if !strings.HasPrefix(c.ID, c.Pair.String()+"/") || c.Pair != v.side.Pair {
			t.Errorf("case %s: id and pair %s do not agree", c.ID, c.Pair)
		}
		for _, id := range c.Tests {
			if _, known := v.side.ByID[id]; !known {
				t.Errorf("case %s tests %s, which is unknown", c.ID, id)
			}
			if c.Class == dialect.Valid {
				valid[id]++
			} else {
				adversarial[id]++
			}
		}
	}
	for _, f := range v.side.Faults() {
		planted[f.Requirements[0]] = true
	}
	for _, r := range v.side.Requirements {
		if n := valid[r.ID]; !r.Adversarial && n < 2 {
			t.Errorf("%s: tested by %d valid cases, 2 are needed", r.ID, n)
		}
		if n := adversarial[r.ID]; r.Adversarial && n < 2 {
			t.Errorf("%s: tested by %d adversarial cases, 2 are needed", r.ID, n)
		}
		if !planted[r.ID] {
			t.Errorf("%s: no planted fault", r.ID)
		}
	}
}

func (v *verifier) faults(t *testing.T) {
	for n, f := range v.someFaults() {
		if testing.Short() && f.Requirements[0] == "ROBUST-03" {
			continue // heavy cases show it
		}
		if strings.HasPrefix(f.ID, "META-") || f.Requirements[0] == "ROBUST-06" {
			continue // found by the properties, not by cases
		}
		if worst := v.worst(f, n); worst != f.Expect {
			t.Errorf("fault %s: %s is %s, %s was expected", f.ID, f.Requirements[0], worst, f.Expect)
		}
	}
}

// someFaults are all with -all, else one of those of each requirement: of the first its first, of the second its second, and so on.
func (v *verifier) someFaults() []dialect.Fault {
	if All() || testing.Short() {
		return sampled(v.side.Faults(), 1)
	}
	var ids []string
	of := map[string][]dialect.Fault{}
	for _, f := range v.side.Faults() {
		id := f.Requirements[0]
		if len(of[id]) == 0 {
			ids = append(ids, id)
		}
		of[id] = append(of[id], f)
	}
	var some []dialect.Fault
	for n, id := range ids {
		some = append(some, of[id][n%len(of[id])])
	}
	return some
}

// worst is what the fault's requirement comes to over the cases. A miss of a MUST ends
// the search; heavy cases are run only while nothing was found.
func (v *verifier) worst(f dialect.Fault, n int) requirement.Verdict {
	worst := requirement.Unobserved
	faulty := f.Plant(v.side.Reference)
	for i, c := range likelyFirst(v.cases, f.Requirements[0]) {
		if !All() && (worst == f.Expect && (c.Heavy || i >= likely) || c.Heavy && testing.Short()) {
			return worst
		}
		encodings := v.encodings(c)
		if i >= likely && f.Expect != requirement.Fail {
			encodings = v.oneEncoding(c, n+i)
		}
		for _, encoding := range encodings {
			for _, o := range v.run(faulty, c, encoding) {
				if o.Requirement == f.Requirements[0] {
					worst = requirement.Combine(worst, o.Verdict)
				}
			}
		}
		if worst == requirement.Fail {
			return worst
		}
	}
	return worst
}

// likely is how many of the likeliest cases are tried in every encoding where the rest
// can only show that nothing worse comes.
const likely = 20

// likelyFirst puts the light cases of the requirement first: one of them mostly
// shows its fault, and the rest need not be run.
func likelyFirst(cases []*dialect.Case, id string) []*dialect.Case {
	rank := func(c *dialect.Case) int {
		switch {
		case c.Heavy:
			return 2
		case slices.Contains(c.Tests, id):
			return 0
		}
		return 1
	}
	list := slices.Clone(cases)
	slices.SortStableFunc(list, func(a, b *dialect.Case) int { return rank(a) - rank(b) })
	return list
}

func (v *verifier) variants(t *testing.T) {
	for n, variant := range sampled(v.side.Variants(), 1) {
		answer := variant.Plant(v.side.Reference)
		for i, c := range v.light() {
			if !All() && (i+n)%48 != 0 {
				continue
			}
			for _, encoding := range v.oneEncoding(c, n+i) {
				for _, o := range v.run(answer, c, encoding) {
					if o.Verdict == requirement.Warn || o.Verdict == requirement.Fail {
						t.Errorf("variant %s: %s (%s): %s", variant.ID, c.ID, encoding, story(o))
					}
				}
			}
		}
	}
}

func (v *verifier) scripts(t *testing.T) {
	for _, c := range v.cases {
		c = c.Ready()
		text := c.Script.JSON()
		again, err := v.side.Parse(text)
		if err != nil {
			t.Errorf("%s: the script does not read back: %v", c.ID, err)
			continue
		}
		if !wire.Equal(again.JSON(), text) || !wire.Equal(again.Input(c.Encoding, c.Chunks), c.Input()) {
			t.Errorf("%s: the script changes when it is written and read", c.ID)
		}
		if c.Heavy {
			continue
		}
		all := make([]int, c.Script.Len())
		for i := range all {
			all[i] = i
		}
		if kept := c.Script.Keep(all); !wire.Equal(kept.JSON(), text) {
			t.Errorf("%s: keeping every element changes the script", c.ID)
		}
	}
}

func story(o requirement.Outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", o.Requirement, o.Verdict)
	for _, f := range o.Findings {
		fmt.Fprintf(&b, "\n    %s %s %s\n      expected %.300s\n      actual   %.300s", f.Level, f.Where, f.Message, f.Expected.JSON(),
			f.Actual.JSON())
	}
	return b.String()
}
