package stageevents

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// afterEnd is STAGE-54.
func afterEnd(v *view, n *requirement.Notes) {
	for _, r := range v.reopens {
		if r.newBlocks {
			n.Policy("a second start opens a new block")
		} else {
			n.Policy("a second start is ignored")
		}
	}
	for _, c := range v.counts {
		if c.reopened {
			n.Miss(requirement.Finding{Message: fmt.Sprintf("Call %q has %d blocks: its second starts open one each, or none does.", c.id,
				c.got),
				Where: "/toolBlocks", Event: c.at, Expected: wire.Int(int64(c.want)), Actual: wire.Int(int64(c.got))})
		}
	}
	for _, p := range v.pairs {
		if p.life.late {
			v.judgeLate(p, n)
		}
	}
}

func (v *view) judgeLate(p pair, n *requirement.Notes) {
	n.Saw()
	if f := v.stage(p); f != nil && known(f.got) {
		f.message = "is not `end`: an update after the end brought the call back to life"
		miss := p.finding(f)
		miss.Of = wherever("stage")
		n.Miss(miss)
	}
	switch which, flaws := v.record(p); {
	case which > 0:
		n.Miss(requirement.Finding{Level: requirement.Should, Event: p.life.ends[which].at, Where: p.block.where(""),
			Of:      wherever("result"),
			Message: fmt.Sprintf("The block of %q holds what a later end brought, not the first one.", p.life.id)})
	case which < 0 && v.mixed(p):
		f := flaws[0]
		miss := p.finding(&problem{f.member, f.want, f.got, "and the others come from different ends: the record is mixed"})
		miss.Of = wherever(f.member)
		n.Miss(miss)
	}
	v.judgeUnchanged(p, n)
}

func known(v wire.Value) bool {
	_, ok := words.StageOf(v)
	return ok
}

// judgeUnchanged: that nothing at all changes after the end is a SHOULD.
func (v *view) judgeUnchanged(p pair, n *requirement.Notes) {
	name, params := p.block.value.Get("name"), p.block.value.Get("parameters")
	if !v.omitted("name") && !p.life.names.has(name) && p.life.lateNames.has(name) {
		f := p.finding(&problem{"name", first(p.life.names), name, "was changed by an update after the end"})
		f.Level, f.Of = requirement.Should, wherever("name")
		n.Miss(f)
	}
	if !v.omitted("parameters") && !p.life.params.fit(params) && p.life.lateParams.fit(params) {
		f := p.finding(&problem{"parameters", wire.Str(p.life.params.list[0].String()), params, "were changed by an update after the end"})
		f.Level, f.Of = requirement.Should, wherever("parameters")
		n.Miss(f)
	}
}

// notBack is STAGE-55.
func notBack(v *view, n *requirement.Notes) {
	for _, p := range v.pairs {
		if p.life.stages[words.Streaming] != warned || v.omitted("stage") {
			continue
		}
		got, ok := p.block.stage()
		n.Holds(!ok || got != words.Streaming, requirement.Finding{Where: p.block.where("stage"), Event: p.life.last,
			Message:  fmt.Sprintf("A late `streaming` moved the stage of %q back from `running`.", p.life.id),
			Expected: wire.Str(words.Running.String()), Actual: p.block.value.Get("stage")})
	}
}

// wherever are the lines that a wrong member breaks in any stream.
func wherever(member string) []string {
	switch member {
	case "stage":
		return []string{"STAGE-50", "STAGE-52"}
	case "parameters":
		return []string{"STAGE-53", "STAGE-58"}
	}
	return []string{"STAGE-50"}
}

// harmless is STAGE-56.
func harmless(v *view, n *requirement.Notes) {
	if v.stray < 0 {
		return
	}
	n.Saw()
	for _, o := range v.orphans {
		if len(o.blocks) > 0 {
			n.Policy("an update for an id never started creates a block")
		} else {
			n.Policy("an update for an id never started creates none")
		}
	}
	v.judgeUnknownBlocks(n)
	for _, l := range v.missing {
		n.Miss(requirement.Finding{Where: "/toolBlocks", Event: v.stray, Of: wherever("id"),
			Message: fmt.Sprintf("Call %q has no block in a stream with updates that belong to no call.", l.id)})
	}
	witnesses, spared := v.wrongAnyway()
	for _, p := range v.pairs {
		for _, f := range v.wrong(p) {
			own := spared[f.member] || witnesses == 0 && f.member != "stage"
			if own && !v.fromStray(f) {
				continue
			}
			f.message += ", in a stream with updates that belong to no call"
			miss := p.finding(&f)
			miss.Event, miss.Of = v.stray, wherever(f.member)
			n.Miss(miss)
		}
	}
}

// wrongAnyway are the members that are wrong already in calls that were over before
// the first stray event: that is not the stray's doing. Where there is no such
// call, only what clearly comes from the stray is blamed on it.
func (v *view) wrongAnyway() (witnesses int, members map[string]bool) {
	members = map[string]bool{}
	for _, p := range v.pairs {
		if len(p.life.ends) == 0 || p.life.last >= v.stray {
			continue
		}
		witnesses++
		for _, f := range v.wrong(p) {
			members[f.member] = true
		}
	}
	return witnesses, members
}

// fromStray tells whether the wrong value is one that a stray event brought.
func (v *view) fromStray(f problem) bool {
	if wire.Nothing(f.got) {
		return false
	}
	started := map[string]bool{}
	for _, p := range v.pairs {
		started[p.life.id] = true
	}
	for _, e := range v.events {
		if id, _, ok := words.Known(e); ok && started[id] {
			continue
		}
		piece := e.Get("parametersChunk").Text()
		if wire.Equal(e.Get(f.member), f.got) || f.member == "parameters" && piece != "" && strings.Contains(wire.AsText(f.got), piece) {
			return true
		}
	}
	return false
}

// judgeUnknownBlocks: an unknown event creates no block.
func (v *view) judgeUnknownBlocks(n *requirement.Notes) {
	if len(v.unknown) == 0 {
		return
	}
	for _, b := range v.phantoms {
		n.Miss(requirement.Finding{Message: "There is a block that no known update speaks of.", Where: b.where("id"),
			Event: v.unknown[0], Actual: b.value.Get("id")})
	}
}

// noSuccessYet is STAGE-57.
func noSuccessYet(v *view, n *requirement.Notes) {
	check := func(id string, b block, last int) {
		s, _ := b.stage()
		shown := (s == words.End || v.omitted("stage")) && v.outcome(b).shownAsSuccess()
		n.Holds(!shown, requirement.Finding{Where: b.where(""), Event: last, Actual: b.value,
			Message: fmt.Sprintf("The stream ended before the end of %q, but its block is shown as a success.", id)})
	}
	for _, p := range v.pairs {
		if len(p.life.ends) == 0 {
			check(p.life.id, p.block, p.life.last)
		}
	}
	for _, o := range v.orphans {
		for _, b := range o.blocks {
			if !o.ended {
				check(o.id, b, -1)
			}
		}
	}
}

// ending is what an `end` update says: a success or a failure, and its text.
type ending struct {
	at                     int
	result, success, error wire.Value
}

func endingOf(u update) ending {
	return ending{u.at, u.event.Get("result"), u.event.Get("success"), u.event.Get("error")}
}

// failure: `error` present or `success:false` (adapter protocol, section 3). A
// null is taken as a member that isn't there.
func (e ending) failure() bool { return !e.error.IsNull() || e.success.IsFalse() }

// vague endings carry a value that the update's shape has no room for, so whether
// they tell a failure is anybody's reading.
func (e ending) vague() bool {
	return e.error.Kind() == wire.Null || e.error.Kind() == wire.Bool ||
		!e.success.IsNull() && e.success.Kind() != wire.Bool
}

// contradicts itself: an error beside `success:true`.
func (e ending) contradicts() bool { return !e.error.IsNull() && e.success.IsTrue() }

// outcome is what a block holds of an end; omitted members are unobserved.
type outcome struct {
	result, success, error    wire.Value
	noResult, noFlag, noError bool
}

// flaw is a member that is not as an ending says.
type flaw struct {
	member  string
	want    wire.Value
	got     wire.Value
	message string
}

// flaws are the members in which the outcome is not a right record of the
// ending. An error or a result that is no string may be passed by: nothing says
// what it means.
func (o outcome) flaws(e ending, strings map[string]bool) []flaw {
	list := o.flawsOf(e, strings)
	for _, reading := range e.otherReadings() {
		if len(list) == 0 {
			break
		}
		if len(o.flawsOf(reading, strings)) == 0 {
			return nil
		}
	}
	return list
}

// otherReadings are the ending without what has another type than a string.
func (e ending) otherReadings() []ending {
	odd := func(v wire.Value) bool { return !v.IsNull() && !v.IsString() }
	var list []ending
	for _, error := range []bool{false, true} {
		for _, result := range []bool{false, true} {
			if other := e; (error || result) && (!error || odd(e.error)) && (!result || odd(e.result)) {
				if error {
					other.error = wire.Value{}
				}
				if result {
					other.result = wire.Value{}
				}
				list = append(list, other)
			}
		}
	}
	return list
}

// flawsOf are the flaws under one reading. The strings of the stream tell an
// invented text from a confused one.
func (o outcome) flawsOf(e ending, strings map[string]bool) []flaw {
	if e.failure() {
		return o.failureFlaws(e, strings)
	}
	return o.successFlaws(e)
}

func (o outcome) successFlaws(e ending) []flaw {
	var list []flaw
	switch {
	case o.noResult:
	case e.result.IsNull():
		if !wire.Nothing(o.result) && !wire.EqualOrText(e.result, o.result) {
			list = append(list, flaw{"result", wire.NullValue, o.result, "the end brought no result"})
		}
	case !wire.EqualOrText(e.result, o.result):
		list = append(list, flaw{"result", e.result, o.result, "it is not the result of the end"})
	}
	if !o.noError && !wire.Nothing(o.error) && !e.vague() {
		list = append(list, flaw{"error", wire.NullValue, o.error, "the call ended without an error"})
	}
	if o.noFlag || e.vague() {
		return list
	}
	// Without the flag a held result shows the success.
	shown := o.success.IsTrue() || o.success.IsNull() && (!e.success.IsTrue() || o.noResult || !o.result.IsNull())
	if !shown {
		list = append(list, flaw{"success", wire.Boolean(true), o.success, "the call ended without an error"})
	}
	return list
}

func (o outcome) failureFlaws(e ending, strings map[string]bool) []flaw {
	var list []flaw
	if !o.noError && !o.errorFits(e, strings) {
		list = append(list, flaw{"error", e.error, o.error, "it is not the error of the end"})
	}
	if !o.noResult && !o.resultFits(e) {
		list = append(list, flaw{"result", e.result, o.result, "it is not the result of the end"})
	}
	if !o.noFlag && !o.flagFits(e) {
		list = append(list, flaw{"success", wire.Boolean(false), o.success, "the call ended in a failure"})
	}
	return list
}

// errorFits: the error as given. Where the end told the failure by
// `success:false`, its result may stand as the error, or a text of the
// implementation's own.
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

// resultFits: the result as given. It may be missing, or repeat the error, where
// the error tells the failure.
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
	switch {
	case o.success.IsFalse(), e.contradicts(), e.vague():
		return true
	case o.success.IsNull():
		return o.noError || o.error.IsString() || !wire.Nothing(o.error)
	}
	return false
}

// shownAsSuccess is the catalogue's definition: `success:true`, or a result and
// no error. The stage is looked at by who asks.
func (o outcome) shownAsSuccess() bool {
	if o.success.IsTrue() {
		return true
	}
	return !o.success.IsFalse() && !o.noError && !wire.Nothing(o.result) && wire.Nothing(o.error)
}
