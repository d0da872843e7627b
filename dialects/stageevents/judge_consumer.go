package stageevents

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

func judgeConsumer(c *dialect.Case, o *dialect.Observation) []requirement.Outcome {
	if c.OnlySurvived() {
		return requirement.Apply(consumerRules(), &view{omitted: o.Omitted, stray: -1})
	}
	v := newView(c, o)
	there := o.State.Get("toolBlocks").IsArray() && v.there()
	return requirement.SeenIf(there, requirement.Apply(consumerRules(), v))
}

// there tells whether the blocks speak of the stream at all: of one of its calls, or where it has none to show, of none.
func (v *view) there() bool { return v.own || len(v.missing)+len(v.blocks) == 0 }

// finding says what is wrong with a member of a block.
func (p pair) finding(f flaw) requirement.Finding {
	return requirement.Finding{
		Message: fmt.Sprintf("The block of %q: its %s %s.", p.life.id, f.member, f.message),
		Where:   p.block.where(f.member), Event: p.life.last, Expected: f.want, Actual: f.got,
	}
}

// spoilt says it of a line that is about what spoilt the member; it breaks others by itself.
func (p pair) spoilt(f flaw, level requirement.Level, message string) requirement.Finding {
	f.message = message
	miss := p.finding(f)
	miss.Level, miss.Of = level, wherever(f.member)
	return miss
}

// note notes what is wrong with a member.
func (p pair) note(n *requirement.Notes, member string) {
	n.Saw()
	if f := p.flaw(member); f != nil {
		n.Miss(p.finding(*f))
	}
}

// oneBlock is STAGE-50.
func oneBlock(v *view, n *requirement.Notes) {
	v.judgeCounts(n)
	v.judgeOrder(n)
	for _, b := range v.phantoms {
		n.Miss(requirement.Finding{Message: "There is a block that no update speaks of.", Where: b.where("id"), Event: -1,
			Actual: b.value.Get("id")})
	}
	for _, p := range v.pairs {
		n.Saw()
		for _, f := range p.flaws { // STAGE-58 and STAGE-54 say what is wrong with the others
			if f.member == "name" || f.member == "stage" && !p.life.late || f.ofOutcome() && !p.mixed {
				n.Miss(p.finding(f))
			}
		}
	}
}

func (v *view) judgeCounts(n *requirement.Notes) {
	for _, l := range v.missing {
		n.Miss(requirement.Finding{Message: fmt.Sprintf("Call %q was started, but it has no block.", l.id), Where: "/toolBlocks",
			Event: l.at})
	}
	for _, c := range v.counts {
		if !c.reopened {
			n.Miss(requirement.Finding{Message: fmt.Sprintf("Call %q has %d blocks.", c.id, c.got), Where: "/toolBlocks", Event: c.at,
				Expected: wire.Int(int64(c.want)), Actual: wire.Int(int64(c.got))})
		}
	}
}

// judgeOrder: blocks stand in the order of their starts. One that an early update may have opened may stand where that update came.
func (v *view) judgeOrder(n *requirement.Notes) {
	var list []pair
	for _, p := range v.pairs {
		if !p.life.early {
			list = append(list, p)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].life.at < list[j].life.at })
	for i := 1; i < len(list); i++ {
		before, after := list[i-1], list[i]
		n.Holds(before.block.at < after.block.at, requirement.Finding{
			Message: fmt.Sprintf("Call %q was started before %q, but its block stands behind.", before.life.id, after.life.id),
			Where:   after.block.where(""), Event: after.life.at})
	}
}

// maxAsked bounds for how many wrong members a source is looked for.
const maxAsked = 200

// ownOnly is STAGE-51: where a block is wrong, and what stands there came from an update of another id.
func ownOnly(v *view, n *requirement.Notes) {
	if len(v.pairs)+len(v.missing) < 2 {
		return
	}
	asked := 0
	for _, p := range v.pairs {
		n.Saw()
		for _, f := range p.flaws {
			if asked++; asked > maxAsked {
				return // looking through the stream for each would be quadratic
			}
			if id, from := v.foreignSource(p, f); from {
				miss := p.spoilt(f, "", fmt.Sprintf("%s: it came from an update of %q", f.message, id))
				if f.member == "parameters" || f.member == "result" { // what else a call shows, another one may show by chance
					miss.Of = nil
				}
				n.Miss(miss)
			}
		}
	}
}

// foreignSource finds an update of another id that brought the wrong value, or a piece of it, which no update of the life's own ever had.
func (v *view) foreignSource(p pair, f flaw) (string, bool) {
	if wire.Nothing(f.got) || f.got.Kind() == wire.Bool {
		return "", false
	}
	own, source := wire.AsText(f.want), ""
	for _, e := range v.events {
		id, _, ok := words.Known(e)
		brought := ok && wire.Equal(e.Get(f.member), f.got)
		switch piece := e.Get("parametersChunk").Text(); {
		case brought && id == p.life.id:
			return "", false
		case !ok || id == p.life.id || source != "":
		case brought:
			source = id
		case f.member == "parameters" && len(piece) > 1 && !strings.Contains(own, piece) && strings.Contains(wire.AsText(f.got), piece):
			source = id
		}
	}
	return source, source != ""
}

// hasStage is STAGE-52.
func hasStage(v *view, n *requirement.Notes) {
	for _, b := range v.blocks {
		running := b.value.Get("isRunning")
		n.Holds(running.IsNull(), requirement.Finding{Message: "The block has `isRunning`, which the stage replaces.",
			Where: b.where("isRunning"), Event: -1, Actual: running})
		if _, ok := b.stage(); !v.omitted("stage") {
			n.Holds(ok, requirement.Finding{Message: "The block's stage is none of start, streaming, running, end.",
				Where: b.where("stage"), Event: -1, Actual: b.value.Get("stage")})
		}
	}
	for _, p := range v.pairs {
		if len(p.life.ends) > 0 {
			p.note(n, "stage")
		}
	}
}

// notErased is STAGE-53.
func notErased(v *view, n *requirement.Notes) {
	for _, p := range v.pairs {
		look := func(member string, leftOut bool, erased func(flaw) bool, message, line string) {
			if !leftOut || v.omitted(member) {
				return
			}
			n.Saw()
			if f := p.flaw(member); f != nil && erased(*f) {
				miss := p.spoilt(*f, "", message)
				miss.Of = []string{line}
				n.Miss(miss)
			}
		}
		look("name", p.life.nameLeftOut, func(f flaw) bool { return wire.Nothing(f.got) },
			"is missing: an update that leaves it out erases nothing", "STAGE-50")
		look("parameters", p.life.paramsLeftOut, p.erased, "are missing: an update that leaves them out erases nothing", "STAGE-58")
	}
}

// erased tells whether nothing is held, or only what came after an update without parameters.
func (p pair) erased(f flaw) bool {
	return wire.Nothing(f.got) || wire.EmptyObject(f.got) ||
		len(p.life.sinceGap) > 0 && sameParameters(strings.Join(p.life.sinceGap, ""), f.got)
}

// gathered is STAGE-58.
func gathered(v *view, n *requirement.Notes) {
	for _, p := range v.pairs {
		if (p.life.argued || p.flaw("parameters") != nil) && !v.omitted("parameters") {
			p.note(n, "parameters")
		}
	}
}

// afterEnd is STAGE-54.
func afterEnd(v *view, n *requirement.Notes) {
	for _, newBlocks := range v.reopens {
		n.Policy("a second start %s", map[bool]string{true: "opens a new block", false: "is ignored"}[newBlocks])
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
	if f := p.flaw("stage"); f != nil {
		if _, ok := p.block.stage(); ok {
			n.Miss(p.spoilt(*f, "", "is not `end`: an update after the end brought the call back to life"))
		}
	}
	if p.which > 0 {
		n.Miss(requirement.Finding{Level: requirement.Should, Event: p.life.ends[p.which].at, Where: p.block.where(""),
			Of:      wherever("result"),
			Message: fmt.Sprintf("The block of %q holds what a later end brought, not the first one.", p.life.id)})
	}
	if i := slices.IndexFunc(p.flaws, flaw.ofOutcome); p.mixed {
		n.Miss(p.spoilt(p.flaws[i], "", "and the others come from different ends: the record is mixed"))
	}
	// That nothing at all changes is a SHOULD.
	name, params := p.block.value.Get("name"), p.block.value.Get("parameters")
	if !v.omitted("name") && !p.life.names.has(name) && p.life.lateNames.has(name) {
		n.Miss(p.spoilt(flaw{"name", first(p.life.names), name, ""}, requirement.Should, "was changed by an update after the end"))
	}
	if !v.omitted("parameters") && !p.life.params.fit(params) && p.life.lateParams.fit(params) {
		n.Miss(p.spoilt(flaw{"parameters", wire.Str(p.life.params.list[0].String()), params, ""}, requirement.Should,
			"were changed by an update after the end"))
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
		n.Policy("an update for an id never started creates %s", map[bool]string{true: "a block", false: "none"}[len(o.blocks) > 0])
	}
	for _, b := range v.phantoms {
		if len(v.unknown) > 0 { // an unknown event creates no block
			n.Miss(requirement.Finding{Message: "There is a block that no known update speaks of.", Where: b.where("id"),
				Event: v.unknown[0], Actual: b.value.Get("id")})
		}
	}
	for _, l := range v.missing {
		n.Miss(requirement.Finding{Where: "/toolBlocks", Event: v.stray, Of: wherever("id"),
			Message: fmt.Sprintf("Call %q has no block in a stream with updates that belong to no call.", l.id)})
	}
	witnesses, spared := v.wrongAnyway()
	for _, p := range v.pairs {
		for _, f := range p.flaws {
			own := spared[f.member] || witnesses == 0 && f.member != "stage"
			if own && !v.fromStray(f) {
				continue
			}
			miss := p.spoilt(f, "", f.message+", in a stream with updates that belong to no call")
			miss.Event = v.stray
			n.Miss(miss)
		}
	}
}

// wrongAnyway are the members that are wrong already in calls that were over before the first stray event: that is not the
// stray's doing. Where there is no such call, only what clearly comes from the stray is blamed on it.
func (v *view) wrongAnyway() (witnesses int, members map[string]bool) {
	members = map[string]bool{}
	for _, p := range v.pairs {
		if len(p.life.ends) == 0 || p.life.last >= v.stray {
			continue
		}
		witnesses++
		for _, f := range p.flaws {
			members[f.member] = true
		}
	}
	return witnesses, members
}

// fromStray tells whether the wrong value is one that a stray event brought.
func (v *view) fromStray(f flaw) bool {
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
