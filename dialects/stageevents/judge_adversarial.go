package stageevents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

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
