package stageevents

import (
	"slices"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// flaw is a member of a block that is not as its life says.
type flaw struct {
	member    string
	want, got wire.Value
	message   string
}

// ofOutcome tells whether it is a member that an end brings.
func (f flaw) ofOutcome() bool {
	return f.member == "result" || f.member == "error" || f.member == "success"
}

// flaw is what is wrong with a member of the block, nil for nothing.
func (p pair) flaw(member string) *flaw {
	for _, f := range p.flaws {
		if f.member == member {
			return &f
		}
	}
	return nil
}

// paired lays a life beside its block. What a late update may have changed is no flaw.
func (v *view) paired(l *life, b block) pair {
	p := pair{life: l, block: b, which: -1}
	wrong := func(member string, want wire.Value, message string) {
		p.flaws = append(p.flaws, flaw{member, want, b.value.Get(member), message})
	}
	if name := b.value.Get("name"); !v.omitted("name") && !l.names.has(name) && !(l.late && l.lateNames.has(name)) && !v.namesNameless(p) {
		wrong("name", first(l.names), "is not the name of its start")
	}
	if s, ok := b.stage(); !v.omitted("stage") && !(ok && l.stages[s] != forbidden) && !v.interrupted(p) {
		wrong("stage", wire.Str(l.best().String()), "is not the last stage")
	}
	if got := b.value.Get("parameters"); !v.omitted("parameters") && !l.params.fit(got) && !(l.late && l.lateParams.fit(got)) {
		wrong("parameters", wire.Str(l.params.list[0].String()), "are not what replacing and appending give")
	}
	v.record(&p)
	return p
}

// namesNameless: nothing says how a call without a name is called, but not as another one.
func (v *view) namesNameless(p pair) bool {
	want, got := first(p.life.names), p.block.value.Get("name")
	return want.IsString() && want.Text() == "" && got.IsString() && !v.strings[got.Text()]
}

func first(c choices) wire.Value {
	if len(c.list) == 0 {
		return wire.Value{}
	}
	return c.list[0]
}

// best is the stage that the life has reached.
func (l *life) best() words.Stage {
	for s := words.End; s > words.Start; s-- {
		if l.stages[s] == allowed {
			return s
		}
	}
	return words.Start
}

// interrupted: the stream was cut before the end, and the implementation closed
// the block as a failure with a text of its own. That shows no success, and
// nothing says that the block must stay open.
func (v *view) interrupted(p pair) bool {
	if s, ok := p.block.stage(); !ok || s != words.End || len(p.life.ends) > 0 {
		return false
	}
	o := v.outcome(p.block)
	if o.success.IsTrue() || !wire.Nothing(o.result) && !wire.Equal(o.result, o.error) {
		return false
	}
	if wire.Nothing(o.error) {
		return o.success.IsFalse()
	}
	return o.error.IsString() && !v.strings[o.error.Text()]
}

// fit tells whether the answer is one of the texts, or JSON equal to one.
func (ts texts) fit(got wire.Value) bool {
	if ts.free {
		return true
	}
	return slices.ContainsFunc(ts.list, func(t text) bool { return sameParameters(t.String(), got) })
}

func sameParameters(text string, got wire.Value) bool {
	if text == "" {
		return wire.Nothing(got) || wire.EmptyObject(got) || got.Text() == "{}"
	}
	if got.IsString() && got.Text() == text {
		return true
	}
	want, err := wire.Parse([]byte(text))
	if err != nil {
		return false
	}
	return sameValue(want, got) || got.IsString() && jsonEqual(want, got.Text())
}

func jsonEqual(want wire.Value, text string) bool {
	got, err := wire.Parse([]byte(text))
	return err == nil && sameValue(want, got)
}

// record holds the block's outcome against the ends of its life. Before an end there is none yet; where it records none of
// several, what differs from the first is wrong.
func (v *view) record(p *pair) {
	o := v.outcome(p.block)
	if len(p.life.ends) == 0 {
		if !v.interrupted(*p) {
			p.flaws = append(p.flaws, o.early()...)
		}
		return
	}
	var flaws []flaw
	for i, e := range p.life.ends {
		list := o.flaws(e, v.strings)
		if len(list) == 0 {
			p.which = i
			return
		}
		if i == 0 {
			flaws = list
		}
	}
	p.flaws, p.mixed = append(p.flaws, flaws...), o.mixed(p.life.ends)
}
