package properties

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Observe gives the observation of a case. Err is the context's when the run is
// being stopped.
type Observe func(*dialect.Case) (dialect.Observation, error)

// Binding are the META and ROBUST ids that the properties check on this pair.
func Binding(side *dialect.Side) []string {
	if side.Relations.Normal == nil || side.Render == nil {
		return nil
	}
	script := side.Render(probe(), func(int) int { return 0 })
	ids := []string{"META-06", "META-07"}
	if _, ok := script.(dialect.Wired); ok {
		ids = append(ids, "META-01")
	}
	if _, ok := script.(dialect.Renamer); ok {
		ids = append(ids, "META-02")
	}
	if _, ok := script.(dialect.Permuter); ok {
		ids = append(ids, "META-03")
	}
	if _, ok := script.(dialect.Inserter); ok {
		ids = append(ids, "META-04")
	}
	if _, ok := script.(dialect.Reloader); ok {
		ids = append(ids, "META-08")
	}
	if side.Relations.Held != nil {
		ids = append(ids, "META-05")
	}
	if _, ok := script.(dialect.Answerer); ok && side.Relations.Successes != nil {
		ids = append(ids, "ROBUST-06")
	}
	slices.Sort(ids)
	return ids
}

// Relate holds one stream against the properties: it observes the case again in
// other forms and compares. The first observation is at hand already. Outcomes are
// only of properties that had something to compare. Only restricts the
// properties to these ids, nil means all.
func Relate(side *dialect.Side, c *dialect.Case, first dialect.Observation, pick dialect.Pick, only map[string]bool, observe Observe) ([]requirement.Outcome, error) {
	r := relation{side: side, base: c, first: first, pick: pick, only: only, observe: observe}
	if side.Relations.Normal == nil || first.Ending != dialect.Done {
		return nil, nil
	}
	checks := []func() error{r.twice, r.rechunked}
	if c.Chunks == nil { // chosen cuts mean nothing in another script
		checks = append(checks, r.renamed, r.permuted, r.strewn, r.reloaded, r.prefixes)
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return r.outcomes, nil
}

type relation struct {
	side     *dialect.Side
	base     *dialect.Case
	first    dialect.Observation
	pick     dialect.Pick
	only     map[string]bool
	observe  Observe
	outcomes []requirement.Outcome
}

func (r *relation) wanted(id string) bool { return r.only == nil || r.only[id] }

// again observes the case with other input; ok is false where it did not end in
// Done, which other requirements judge.
func (r *relation) again(edit func(*dialect.Case)) (*dialect.Case, dialect.Observation, bool, error) {
	c := *r.base
	edit(&c)
	o, err := r.observe(&c)
	return &c, o, err == nil && o.Ending == dialect.Done, err
}

func (r *relation) normal(c *dialect.Case, o dialect.Observation) wire.Value {
	return r.side.Relations.Normal(c, &o)
}

// same notes whether two normal forms are equal.
func (r *relation) same(id string, want, got wire.Value, message string) {
	out := requirement.Outcome{Requirement: id}
	if !wire.Equal(want, got) {
		where, w, g := wire.FirstDifference(want, got)
		out.Verdict = requirement.Fail
		out.Findings = []requirement.Finding{{Requirement: id, Level: requirement.Must, Event: -1, Where: where,
			Message: message, Expected: w, Actual: g}}
	}
	r.outcomes = append(r.outcomes, out)
}

// ended notes a second form that was refused though the first was taken.
func (r *relation) ended(id string, o dialect.Observation, what string) {
	if o.Ending != dialect.Rejected {
		return // crashes and timeouts are told by ROBUST-01 and ROBUST-02
	}
	r.outcomes = append(r.outcomes, requirement.Outcome{Requirement: id, Verdict: requirement.Fail, Findings: []requirement.Finding{{
		Requirement: id, Level: requirement.Must, Event: -1, Message: fmt.Sprintf("The stream was taken, but rejected %s: %s", what, o.Reason)}}})
}

// twice is META-06.
func (r *relation) twice() error {
	if !r.wanted("META-06") {
		return nil
	}
	c, o, ok, err := r.again(func(*dialect.Case) {})
	if ok {
		r.same("META-06", r.normal(r.base, r.first), r.normal(c, o), "The same case gave another result the second time.")
	} else if err == nil {
		r.ended("META-06", o, "the second time")
	}
	return err
}

// rechunked is META-01.
func (r *relation) rechunked() error {
	wired, ok := r.base.Script.(dialect.Wired)
	if !ok || r.base.Encoding == wire.Events || !r.wanted("META-01") {
		return nil
	}
	n := len(wired.Bytes(r.base.Encoding))
	for _, cuts := range [][]int{everyByte(n), drawnCuts(n, r.pick), {}} {
		c, o, ok, err := r.again(func(c *dialect.Case) { c.Chunks = cuts })
		if err != nil {
			return err
		}
		if ok {
			r.same("META-01", r.normal(r.base, r.first), r.normal(c, o), fmt.Sprintf("Cut into %d reads the same input gave another result.", len(cuts)+1))
		} else {
			r.ended("META-01", o, fmt.Sprintf("when cut into %d reads", len(cuts)+1))
		}
	}
	return nil
}

// everyByte cuts behind every byte, as long as that stays cheap.
func everyByte(n int) []int {
	step := 1 + n/4096
	cuts := make([]int, 0, n/step)
	for at := step; at < n; at += step {
		cuts = append(cuts, at)
	}
	return cuts
}

func drawnCuts(n int, pick dialect.Pick) []int {
	cuts := []int{}
	for at := 1 + pick(23); at < n; at += 1 + pick(23) {
		cuts = append(cuts, at)
		if pick(8) == 7 {
			cuts = append(cuts, at) // an empty read
		}
	}
	return cuts
}

// renamed is META-02.
func (r *relation) renamed() error {
	script, ok := r.base.Script.(dialect.Renamer)
	if !ok || !r.wanted("META-02") {
		return nil
	}
	if clash := r.side.Relations.Clash; clash != nil && clash(r.base, &r.first) {
		return nil
	}
	names := map[string]string{}
	rename := func(id string) string {
		if _, ok := names[id]; !ok {
			names[id] = newName(len(names))
		}
		return names[id]
	}
	other := script.Rename(rename)
	if len(names) == 0 {
		return nil
	}
	c, o, ok, err := r.again(func(c *dialect.Case) { c.Script = other })
	if ok {
		want := renameIDs(r.normal(r.base, r.first), names)
		r.same("META-02", want, r.normal(c, o), "With every id renamed one-to-one the result is not just renamed.")
	} else if err == nil {
		r.ended("META-02", o, "with its ids renamed")
	}
	return err
}

// newName is unlike any id that the generator draws, and falls in alphabetical
// order as calls come.
func newName(n int) string { return fmt.Sprintf("%c%03d_renamed", 'z'-rune(n%20), 999-n) }

// renameIDs renames where ids stand: in the members that hold one.
func renameIDs(v wire.Value, names map[string]string) wire.Value {
	switch v.Kind() {
	case wire.Array:
		items := v.Items()
		for i := range items {
			items[i] = renameIDs(items[i], names)
		}
		return wire.List(items...)
	case wire.Object:
		members := slices.Clone(v.Members())
		for i, m := range members {
			if name, given := names[m.Value.Text()]; given && m.Value.IsString() && holdsID(m.Name) {
				members[i].Value = wire.Str(name)
				continue
			}
			if !opaque(m.Name) {
				members[i].Value = renameIDs(m.Value, names)
			}
		}
		return wire.Obj(members...)
	}
	return v
}

func holdsID(member string) bool {
	return member == "id" || member == "toolCallId" || member == "tool_use_id"
}

// opaque members hold values of the user's own, in which an "id" is no call id.
func opaque(member string) bool {
	return slices.Contains([]string{"input", "output", "arguments", "artifact", "parameters", "toolResult", "result", "content", "delta", "text"}, member)
}

// permuted is META-03.
func (r *relation) permuted() error {
	script, ok := r.base.Script.(dialect.Permuter)
	if !ok || r.side.Relations.Held == nil || !r.wanted("META-03") {
		return nil
	}
	other, ok := script.Permute(r.pick)
	if !ok {
		return nil
	}
	_, o, ok, err := r.again(func(c *dialect.Case) { c.Script = other })
	if ok {
		r.same("META-03", heldValue(r.side.Relations.Held(&r.first)), heldValue(r.side.Relations.Held(&o)),
			"With parallel results in another order the calls hold other results.")
	} else if err == nil {
		r.ended("META-03", o, "with parallel results in another order")
	}
	return err
}

// strewn is META-04.
func (r *relation) strewn() error {
	script, ok := r.base.Script.(dialect.Inserter)
	if !ok || !r.wanted("META-04") {
		return nil
	}
	other := script.InsertUnknown(r.pick)
	c, o, ok, err := r.again(func(c *dialect.Case) { c.Script = other })
	if ok {
		r.same("META-04", r.normal(r.base, r.first), r.normal(c, o), "With unknown events or members strewn in the result is another.")
	} else if err == nil {
		r.ended("META-04", o, "with unknown events or members strewn in")
	}
	return err
}

// reloaded is META-08.
func (r *relation) reloaded() error {
	script, ok := r.base.Script.(dialect.Reloader)
	if !ok || r.side.Relations.Held == nil || !r.wanted("META-08") {
		return nil
	}
	other, ok := script.Reload()
	if !ok {
		return nil
	}
	_, o, ok, err := r.again(func(c *dialect.Case) { c.Script = other })
	if ok {
		r.same("META-08", heldValue(r.side.Relations.Held(&r.first)), heldValue(r.side.Relations.Held(&o)),
			"Loaded from history the turn has other results than live.")
	} else if err == nil {
		r.ended("META-08", o, "when loaded from history")
	}
	return err
}

func heldValue(held map[string]wire.Value) wire.Value {
	ids := make([]string, 0, len(held))
	for id := range held {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	members := make([]wire.Member, len(ids))
	for i, id := range ids {
		members[i] = wire.M(id, held[id])
	}
	return wire.Obj(members...)
}
