package stageevents

import (
	"slices"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/wire"
)

// ending is what an `end` update says: a success or a failure, and its text.
type ending struct {
	at                     int
	result, success, error wire.Value
}

func endingOf(u update) ending {
	return ending{u.at, u.event.Get("result"), u.event.Get("success"), u.event.Get("error")}
}

// failure: `error` present or `success:false` (adapter protocol, section 3). A null is taken as a member that isn't there.
func (e ending) failure() bool { return !e.error.IsNull() || e.success.IsFalse() }

// vague endings carry a value that the update's shape has no room for, so whether they tell a failure is anybody's reading.
func (e ending) vague() bool {
	return e.error.Kind() == wire.Null || e.error.Kind() == wire.Bool || !e.success.IsNull() && e.success.Kind() != wire.Bool
}

// contradicts itself: an error beside `success:true`.
func (e ending) contradicts() bool { return !e.error.IsNull() && e.success.IsTrue() }

// outcome is what a block holds of an end; omitted members are unobserved.
type outcome struct {
	result, success, error    wire.Value
	noResult, noFlag, noError bool
}

func (v *view) outcome(b block) outcome { return outcomeOf(b.value, v.omitted) }

func outcomeOf(b wire.Value, omitted func(string) bool) outcome {
	return outcome{b.Get("result"), b.Get("success"), b.Get("error"), omitted("result"), omitted("success"), omitted("error")}
}

// early is what the outcome of a call that has not ended has already.
func (o outcome) early() []flaw {
	const message = "is there before the end"
	switch {
	case !o.noResult && !wire.Nothing(o.result):
		return []flaw{{"result", wire.NullValue, o.result, message}}
	case !o.noError && !wire.Nothing(o.error):
		return []flaw{{"error", wire.NullValue, o.error, message}}
	case !o.noFlag && o.success.IsTrue():
		return []flaw{{"success", wire.NullValue, o.success, message}}
	}
	return nil
}

// mixed tells whether the record is put together from several ends: each member is as one of them says.
func (o outcome) mixed(ends []ending) bool {
	from := func(got wire.Value, said func(ending) wire.Value) bool {
		return slices.ContainsFunc(ends, func(e ending) bool {
			return wire.EqualOrText(said(e), got) || wire.Nothing(said(e)) && wire.Nothing(got)
		})
	}
	return len(ends) > 1 && from(o.result, func(e ending) wire.Value { return e.result }) &&
		from(o.success, func(e ending) wire.Value { return e.success }) && from(o.error, func(e ending) wire.Value { return e.error })
}

// flaws are the members in which the outcome is not a right record of the ending. The strings of the stream tell an
// invented text from a confused one.
func (o outcome) flaws(e ending, strings map[string]bool) []flaw {
	var list []flaw
	for i, reading := range e.readings() {
		flaws := o.successFlaws(reading)
		if reading.failure() {
			flaws = o.failureFlaws(reading, strings)
		}
		if len(flaws) == 0 {
			return nil
		}
		if i == 0 {
			list = flaws
		}
	}
	return list
}

// readings are the ending, and the ending without an error or a result that is no string: nothing says what it means.
func (e ending) readings() []ending {
	odd := func(v wire.Value) bool { return !v.IsNull() && !v.IsString() }
	list := []ending{e}
	if odd(e.result) {
		list = append(list, ending{e.at, wire.Value{}, e.success, e.error})
	}
	if odd(e.error) {
		for _, r := range list {
			list = append(list, ending{r.at, r.result, r.success, wire.Value{}})
		}
	}
	return list
}

func (o outcome) successFlaws(e ending) []flaw {
	var list []flaw
	fits := wire.EqualOrText(e.result, o.result)
	if e.result.IsNull() && !o.noResult && !fits && !wire.Nothing(o.result) {
		list = append(list, flaw{"result", wire.NullValue, o.result, "is wrong: the end brought no result"})
	} else if !e.result.IsNull() && !o.noResult && !fits {
		list = append(list, flaw{"result", e.result, o.result, "is wrong: it is not the result of the end"})
	}
	if e.vague() {
		return list
	}
	if !o.noError && !wire.Nothing(o.error) {
		list = append(list, flaw{"error", wire.NullValue, o.error, "is wrong: the call ended without an error"})
	}
	// Without the flag a held result shows the success.
	shown := o.success.IsTrue() || o.success.IsNull() && (!e.success.IsTrue() || o.noResult || !o.result.IsNull())
	if !o.noFlag && !shown {
		list = append(list, flaw{"success", wire.Boolean(true), o.success, "is wrong: the call ended without an error"})
	}
	return list
}

func (o outcome) failureFlaws(e ending, strings map[string]bool) []flaw {
	var list []flaw
	if !o.noError && !o.errorFits(e, strings) {
		list = append(list, flaw{"error", e.error, o.error, "is wrong: it is not the error of the end"})
	}
	if !o.noResult && !o.resultFits(e) {
		list = append(list, flaw{"result", e.result, o.result, "is wrong: it is not the result of the end"})
	}
	if !o.noFlag && !o.flagFits(e) {
		list = append(list, flaw{"success", wire.Boolean(false), o.success, "is wrong: the call ended in a failure"})
	}
	return list
}

// errorFits: the error as given. Where the end told the failure by `success:false`, its result may stand as the error, or a text
// of the implementation's own.
func (o outcome) errorFits(e ending, strings map[string]bool) bool {
	switch {
	case e.error.IsString() && e.error.Text() == "":
		return wire.Nothing(o.error)
	case e.error.IsString():
		return wire.Equal(e.error, o.error)
	case !e.error.IsNull():
		return wire.EqualOrText(e.error, o.error) || o.error.IsString() && !wire.Nothing(o.error)
	}
	return wire.Nothing(o.error) || wire.EqualOrText(e.result, o.error) || o.error.IsString() && !strings[o.error.Text()]
}

// resultFits: the result as given. It may be missing, or repeat the error, where the error tells the failure.
func (o outcome) resultFits(e ending) bool {
	if !e.result.IsNull() && wire.EqualOrText(e.result, o.result) {
		return true
	}
	told := o.noError || !wire.Nothing(o.error) || !e.error.IsNull()
	if wire.Nothing(o.result) {
		return wire.Nothing(e.result) || told
	}
	return told && wire.Equal(o.result, o.error)
}

// flagFits: not a success. Without the flag a held error shows the failure.
func (o outcome) flagFits(e ending) bool {
	held := o.noError || o.error.IsString() || !wire.Nothing(o.error)
	return o.success.IsFalse() || e.contradicts() || e.vague() || o.success.IsNull() && held
}

// shownAsSuccess is the catalogue's definition: `success:true`, or a result and no error. The stage is looked at by who asks.
func (o outcome) shownAsSuccess() bool {
	return o.success.IsTrue() || !o.success.IsFalse() && !o.noError && !wire.Nothing(o.result) && wire.Nothing(o.error)
}

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

// interrupted: the stream was cut before the end, and the implementation closed the block as a failure with a text of its own.
// That shows no success, and nothing says that the block must stay open.
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
	return ts.free || slices.ContainsFunc(ts.list, func(t text) bool { return sameParameters(t.String(), got) })
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
