package dialects_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/requirement"
)

// agents are the sides of agents, held to the lines of the loop: those of converters have their own
// cases and faults. What a converter's lines find is an error all the same.
func agentsOf(d dialect.Dialect) (dialect.Dialect, bool) {
	d.Sides = slices.Clone(d.Sides)
	d.Sides = slices.DeleteFunc(d.Sides, func(s dialect.Side) bool { return s.Role != loop.Agent })
	for i := range d.Sides {
		d.Sides[i].Requirements = slices.DeleteFunc(slices.Clone(d.Sides[i].Requirements), func(r requirement.Requirement) bool {
			return !ofLoop(r.ID)
		})
		own := d.Sides[i].Cases
		d.Sides[i].Cases = func() []*dialect.Case {
			var list []*dialect.Case
			for _, c := range own() {
				c := *c
				c.Tests = slices.DeleteFunc(slices.Clone(c.Tests), func(id string) bool { return !ofLoop(id) })
				list = append(list, &c)
			}
			return list
		}
	}
	return d, len(d.Sides) > 0
}

// ofLoop: RESP-82 is about what a stream tells, too.
func ofLoop(id string) bool { return strings.HasPrefix(id, "LOOP-") || id == "RESP-82" }

func TestAgents(t *testing.T) {
	for _, d := range all() {
		if d, ok := agentsOf(d); ok {
			t.Run(d.Name, func(t *testing.T) { dialecttest.Verify(t, d) })
		}
	}
}

// Every converter's line that binds agents is seen on the reference.
func TestConvertersLinesAreSeenOnAgents(t *testing.T) {
	for _, d := range all() {
		for i := range d.Sides {
			side := &d.Sides[i]
			if side.Role != loop.Agent {
				continue
			}
			seen := map[string]bool{}
			for _, c := range side.Cases() {
				o := side.Reference(c.Input())
				for _, out := range side.Judge(c, &o) {
					seen[out.Requirement] = seen[out.Requirement] || out.Verdict.Observed()
				}
			}
			for _, r := range side.Requirements {
				if !seen[r.ID] {
					t.Errorf("%s: %s is never seen", side.Pair, r.ID)
				}
			}
		}
	}
}

// Each line of the loop is missed by two planted faults at the least, on every wire.
func TestEachLineOfTheLoopHasTwoFaults(t *testing.T) {
	for _, d := range all() {
		d, ok := agentsOf(d)
		if !ok {
			continue
		}
		for _, side := range d.Sides {
			count := map[string]int{}
			for _, f := range side.Faults() {
				count[f.Requirements[0]]++
			}
			for _, r := range side.Requirements {
				if count[r.ID] < 2 {
					t.Errorf("%s: %s has %d faults", d.Name, r.ID, count[r.ID])
				}
			}
		}
	}
}

// A call whose arguments are no JSON and one that was cut off may be of one tool: what ran was the first,
// and nothing is said of the second.
func TestARunIsOfOneCall(t *testing.T) {
	first := func(int) int { return 0 }
	for _, d := range all() {
		d, ok := agentsOf(d)
		if !ok {
			continue
		}
		side := d.Sides[0]
		all := side.Cases()
		c := all[slices.IndexFunc(all, func(c *dialect.Case) bool { return strings.HasSuffix(c.ID, "/one-call") })]
		script := c.Script
		for _, id := range []string{"cut-closed", "malformed"} { // each is put in front
			at := slices.IndexFunc(side.Twists, func(tw dialect.Twist) bool { return tw.ID == id })
			script, _, _ = side.Twists[at].Apply(script, first)
		}
		if script.Len() != c.Script.Len()+2 {
			t.Fatalf("%s: %d turns", d.Name, script.Len())
		}
		both := &dialect.Case{ID: "both", Pair: side.Pair, Script: script}
		fault := slices.IndexFunc(side.Faults(), func(f dialect.Fault) bool { return f.ID == "LOOP-05/malformed-is-empty" })
		o := side.Faults()[fault].Plant(side.Reference)(both.Input())
		for _, out := range side.Judge(both, &o) {
			if out.Requirement == "LOOP-05" && out.Verdict != requirement.Fail ||
				out.Requirement == "LOOP-06" && out.Verdict != requirement.Pass {
				t.Errorf("%s: %s %v %v", d.Name, out.Requirement, out.Verdict, out.Findings)
			}
		}
	}
}
