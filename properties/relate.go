package properties

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Observe sends a form of a case and gives the observation. Err is why nothing was
// sent: the context's where the run is being stopped.
type Observe func(Form) (dialect.Observation, error)

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
	if _, ok := script.(dialect.Renamer); ok && side.Role == dialect.Consumer {
		ids = append(ids, "META-02")
	}
	if _, ok := script.(dialect.Permuter); ok && side.Relations.Held != nil {
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

// Relation is one case as the properties look at it.
type Relation struct {
	Side *dialect.Side
	Case *dialect.Case
	// First is the observation of the case itself; Sound tells whether it passed its own
	// judgement. A relation between two wrong answers tells nothing: then the forms are
	// sent all the same, since an implementation may die of them, but nothing is compared.
	First dialect.Observation
	Sound bool
	// Pick is the source of picks of one form, so that no form changes what another draws.
	Pick func(form string) dialect.Pick
	// Only restricts the properties to these ids, nil means all; Forms restricts the
	// forms to these names, empty means all.
	Only    map[string]bool
	Forms   []string
	Observe Observe
}

// Relate observes the case again in other forms and compares. Outcomes are only of
// properties that had something to compare. Once a form has killed or silenced the
// implementation, the others are not sent: it would most likely die again. A case that may be refused, and was, is
// only sent a second time: a refusal holds nothing that another form could keep.
func Relate(about Relation) ([]requirement.Outcome, error) {
	r := relation{Relation: about}
	refused := r.First.Ending == dialect.Rejected
	r.First = r.Side.Heard(r.First)
	if r.Side.Relations.Normal == nil || r.First.Ending != dialect.Done || refused && !r.Sound {
		return nil, nil
	}
	checks := []func() error{r.twice, r.rechunked, r.renamed, r.permuted, r.strewn, r.reloaded, r.prefixes, r.kept}
	if refused {
		checks = checks[:1]
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return nil, err
		}
	}
	if !r.Sound {
		return nil, nil
	}
	return r.outcomes, nil
}

type relation struct {
	Relation
	outcomes []requirement.Outcome
	first    *wire.Value
	// over: the implementation died of a form.
	over bool
}

// wanted tells whether this form is to be sent for that requirement.
func (r *relation) wanted(id, form string) bool {
	return !r.over && (r.Only == nil || r.Only[id]) && (len(r.Forms) == 0 || slices.Contains(r.Forms, form))
}

// send observes a form; ok is false where it did not end in Done. How else it ended
// is told by whoever observes.
func (r *relation) send(f Form) (o dialect.Observation, ok bool, err error) {
	o, err = r.Observe(f)
	switch o.Ending {
	case dialect.Crashed, dialect.TimedOut, dialect.Broken:
		r.over = true
	}
	return o, err == nil && o.Ending == dialect.Done, err
}

// again sends the case with other input, and compares what comes of it. A refusal that says as much as a
// loud answer is compared as one: where the case itself was answered, it is another result.
func (r *relation) again(f Form, compare func(c *dialect.Case, o *dialect.Observation)) error {
	o, _, err := r.send(f)
	if o = r.Side.Heard(o); err == nil && o.Ending == dialect.Done {
		compare(f.Case, &o)
	}
	return err
}

// whole is the normal form of the case itself, made once.
func (r *relation) whole() wire.Value {
	if r.first == nil {
		v := r.normal(r.Case, &r.First)
		r.first = &v
	}
	return *r.first
}

func (r *relation) normal(c *dialect.Case, o *dialect.Observation) wire.Value {
	return r.Side.Relations.Normal(c, o)
}

// same notes whether two normal forms are equal. Where an answer has none, any answer
// is right.
func (r *relation) same(id string, want, got wire.Value, message string) {
	if want.IsAbsent() && got.IsAbsent() {
		return
	}
	out := requirement.Outcome{Requirement: id}
	if !wire.EqualInAnyOrder(want, got) {
		where, w, g := wire.FirstDifference(want, got)
		out.Verdict = requirement.Fail
		out.Findings = []requirement.Finding{{Requirement: id, Level: requirement.Must, Event: -1, Where: where,
			Message: message, Expected: w, Actual: g}}
	}
	r.outcomes = append(r.outcomes, out)
}

// twice is META-06.
func (r *relation) twice() error {
	if !r.wanted("META-06", Again) {
		return nil
	}
	f := NewForm(r.Case, Again, "META-06", "a second time", func(*dialect.Case) {})
	return r.again(f, func(c *dialect.Case, o *dialect.Observation) {
		r.same("META-06", r.whole(), r.normal(c, o), "The same case gave another result the second time.")
	})
}

// rechunked is META-01.
func (r *relation) rechunked() error {
	wired, ok := r.Case.Script.(dialect.Wired)
	if !ok || r.Case.Encoding == wire.Events {
		return nil
	}
	n := len(wired.Bytes(r.Case.Encoding))
	for _, cut := range []struct {
		form string
		cuts func() []int
	}{
		{ReadsByte, func() []int { return everyByte(n) }},
		{ReadsDrawn, func() []int { return drawnCuts(n, r.Pick(ReadsDrawn)) }},
		{ReadsOne, func() []int { return []int{} }},
	} {
		if !r.wanted("META-01", cut.form) {
			continue
		}
		cuts := cut.cuts()
		f := NewForm(r.Case, cut.form, "META-01", fmt.Sprintf("in %d reads", len(cuts)+1), func(c *dialect.Case) { c.Chunks = cuts })
		if err := r.again(f, func(c *dialect.Case, o *dialect.Observation) {
			r.same("META-01", r.whole(), r.normal(c, o),
				fmt.Sprintf("Cut into %d reads the same input gave another result.", len(cuts)+1))
		}); err != nil {
			return err
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
	script, ok := r.Case.Script.(dialect.Renamer)
	if !ok || r.Side.Role != dialect.Consumer || !r.wanted("META-02", Renamed) {
		return nil
	}
	if clash := r.Side.Relations.Clash; clash != nil && clash(r.Case, &r.First) {
		return nil
	}
	names, first := map[string]string{}, ""
	rename := func(id string) string {
		if _, ok := names[id]; !ok {
			if len(names) == 0 {
				first = id
			}
			names[id] = newName(len(names))
		}
		return names[id]
	}
	other := script.Rename(rename)
	if len(names) == 0 || stands(other.JSON(), names) {
		return nil // where something else has a call's id too, nobody can tell which of the two an answer shows
	}
	f := NewForm(r.Case, Renamed, "META-02", "with its ids renamed", another(other))
	return r.again(f, func(c *dialect.Case, o *dialect.Observation) {
		want := renameIDs(r.whole(), names)
		r.same("META-02", want, r.normal(c, o),
			fmt.Sprintf("With every id renamed one-to-one (%s is %s now) the result is not just renamed.",
				wire.Quote(first), wire.Quote(names[first])))
	})
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

// stands tells whether one of the ids stands in a value, outside what is the user's own.
func stands(v wire.Value, ids map[string]string) bool {
	if _, is := ids[v.Text()]; is && v.IsString() {
		return true
	}
	return slices.ContainsFunc(v.Items(), func(i wire.Value) bool { return stands(i, ids) }) ||
		slices.ContainsFunc(v.Members(), func(m wire.Member) bool { return !opaque(m.Name) && stands(m.Value, ids) })
}

func holdsID(member string) bool {
	return slices.Contains([]string{"id", "callId", "toolCallId", "tool_use_id"}, member)
}

// opaque members hold values of the user's own, in which an "id" is no call id.
func opaque(member string) bool {
	return slices.Contains([]string{"input", "output", "arguments", "artifact", "parameters", "toolResult", "result", "content", "data",
		"delta", "text"}, member)
}

// permuted is META-03.
func (r *relation) permuted() error {
	script, ok := r.Case.Script.(dialect.Permuter)
	if !ok || r.Side.Relations.Held == nil || !r.wanted("META-03", Permuted) {
		return nil
	}
	other, ok := script.Permute(r.Pick(Permuted))
	if !ok {
		return nil
	}
	f := NewForm(r.Case, Permuted, "META-03", "with parallel results in another order", another(other))
	return r.again(f, func(_ *dialect.Case, o *dialect.Observation) {
		r.sameHeld("META-03", o, "With parallel results in another order the calls hold other results.")
	})
}

// another sends another script: cuts that were chosen for the first mean nothing in it.
func another(script dialect.Script) func(*dialect.Case) {
	return func(c *dialect.Case) { c.Script, c.Chunks = script, nil }
}

// sameHeld notes whether the calls hold the same results.
func (r *relation) sameHeld(id string, o *dialect.Observation, message string) {
	r.same(id, heldValue(r.Side.Relations.Held(&r.First)), heldValue(r.Side.Relations.Held(o)), message)
}

// strewn is META-04.
func (r *relation) strewn() error {
	script, ok := r.Case.Script.(dialect.Inserter)
	if !ok || !r.wanted("META-04", Strewn) {
		return nil
	}
	other := script.InsertUnknown(r.Pick(Strewn))
	f := NewForm(r.Case, Strewn, "META-04", "with unknown events or members strewn in", another(other))
	return r.again(f, func(c *dialect.Case, o *dialect.Observation) {
		r.same("META-04", r.whole(), r.normal(c, o), "With unknown events or members strewn in the result is another.")
	})
}

// reloaded is META-08.
func (r *relation) reloaded() error {
	script, ok := r.Case.Script.(dialect.Reloader)
	if !ok || r.Side.Relations.Held == nil || !r.wanted("META-08", History) {
		return nil
	}
	other, ok := script.Reload()
	if !ok {
		return nil
	}
	f := NewForm(r.Case, History, "META-08", "as loaded from history", another(other))
	return r.again(f, func(_ *dialect.Case, o *dialect.Observation) {
		r.sameHeld("META-08", o, "Loaded from history the turn has other results than live.")
	})
}

// kept sends the forms of which only some elements are left, where one was named:
// shrinking has found them.
func (r *relation) kept() error {
	for _, name := range r.Forms {
		text, nested := dialect.CutForm(name)
		text, ok := strings.CutPrefix(text, keptMark)
		if !ok {
			continue
		}
		keep, ok := indices(text, r.Case.Script.Len())
		if !ok {
			return fmt.Errorf("the case %s has no form %q: it has %d elements", r.Case.ID, name, r.Case.Script.Len())
		}
		f := Kept(r.Case, keep, "ROBUST-01")
		o, ok, err := r.send(f)
		if err != nil {
			return err
		}
		if ok && nested != "" { // a form of what was left
			about := r.Relation
			about.Case, about.First, about.Forms = f.Case, o, []string{nested}
			if _, err := Relate(about); err != nil {
				return err
			}
		}
	}
	return nil
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
