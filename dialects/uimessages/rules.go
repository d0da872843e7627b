package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

const document = "AI SDK, Stream Protocols (ai 7.0.173)"

// What goes wrong with a call that is told in an odd way.
const (
	parts    = compare.Missing | compare.Extra
	contents = compare.WrongName | compare.WrongText | compare.Foreign
	// outcomes are what goes wrong with one.
	outcomes = lost | wrong | mixed | made
	spoilt   = parts | contents | outcomes | compare.NotReady
)

func rows(list ...compare.Row) []compare.Row { return list }

// of: a deviation of calls with a trait. plainly: of any call, that no other row is about.
func of(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Of(traits, kinds)
}

// too is of, where the line about any call is missed, too.
func too(traits act.Traits, kinds compare.Kind) compare.Row {
	r := of(traits, kinds)
	r.Beside = true
	return r
}

func plainly(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Row{Traits: traits, Kinds: kinds, Level: requirement.Must, Else: true}
}

func should(r compare.Row) compare.Row {
	r.Level = requirement.Should
	return r
}

// consumerRules are UIMSG-01…26.
func consumerRules() []compare.Rule[*view] {
	list := []compare.Rule[*view]{
		{Requirement: line("UIMSG-01"), Rows: rows(plainly(0, parts|compare.WrongName), should(plainly(0, flagged)))},
		{Requirement: line("UIMSG-02"), Rows: rows(plainly(given, compare.WrongText|compare.NotReady), should(plainly(given, falsy)))},
		{Requirement: line("UIMSG-03"), Rows: rows(plainly(among, compare.Foreign), plainly(0, gathered))},
		{Requirement: line("UIMSG-04"), Rows: rows(plainly(success, lost|wrong|mixed))},
		{Requirement: line("UIMSG-05"), Rows: rows(plainly(failure, lost|wrong|mixed))},
		{Requirement: line("UIMSG-06"), Rows: rows(of(raw, parts|compare.WrongName|compare.WrongText|outcomes)), Judge: (*view).rawInput},
		{Requirement: line("UIMSG-07"), Rows: rows(of(temporary, lost|wrong|mixed|marked), of(0, marked), should(of(temporary, unmarked)))},
		{Requirement: line("UIMSG-08"), Rows: rows(of(asked, outcomes|consent), of(0, consent))},
		{Requirement: line("UIMSG-09"),
			Rows: rows(should(of(reset, spoilt|compare.RanCut)), should(of(decided, consent))), Judge: (*view).takenBack},
		{Requirement: line("UIMSG-10"), Rows: rows(too(across, compare.WrongText|compare.NotReady|gathered|parts)), Judge: (*view).told},
		{Requirement: line("UIMSG-11"), Rows: rows(too(reused, spoilt|compare.RanCut|gathered))},
		{Requirement: line("UIMSG-12"), Rows: rows(too(earlier, spoilt))},
		{Requirement: line("UIMSG-13"), Rows: rows(too(bare, spoilt&^made)), Judge: (*view).unbegun},
		{Requirement: line("UIMSG-14"), Judge: (*view).reason},
		{Requirement: line("UIMSG-15"), Rows: rows(too(broken, parts|lost|compare.NotReady|wrong)), Judge: (*view).reported},
		{Requirement: line("UIMSG-16"), Rows: rows(plainly(unanswered, made|compare.RanCut)), Judge: (*view).interrupted},
		{Requirement: line("UIMSG-17"),
			Rows: rows(plainly(unended, made|compare.RanCut), of(cut, lost|wrong|compare.Missing)), Judge: (*view).cutOff},
		{Requirement: line("UIMSG-18"), Rows: rows(too(annotated, spoilt&^made)), Judge: (*view).annotations},
		{Requirement: line("UIMSG-19"), Rows: rows(too(strange|beside, spoilt|compare.RanCut|gathered)), Judge: (*view).strangers},
		{Requirement: line("UIMSG-20"), Rows: rows(of(replayed, parts|outcomes|marked))},
		{Requirement: line("UIMSG-21"), Rows: rows(of(twice, parts|outcomes|marked)), Judge: (*view).second},
		{Requirement: line("UIMSG-22"), Rows: rows(of(otherwise, parts|contents)), Judge: (*view).which},
		{Requirement: line("UIMSG-23"), Rows: rows(of(orphaned, spoilt|compare.RanCut|gathered|consent)), Judge: (*view).orphans},
		{Requirement: line("UIMSG-24"), Rows: rows(should(of(odd, parts|contents|lost|wrong|mixed|compare.NotReady|gathered)))},
		{Requirement: line("UIMSG-25"), Judge: (*view).strayText},
		{Requirement: line("UIMSG-26"), Judge: (*view).dataParts},
	}
	for i := range list {
		list[i].Roles = []string{"consumer"}
		if list[i].Level == "" {
			list[i].Level = requirement.Must
		}
	}
	return list
}

// producerRules are UIMSG-50…61.
func producerRules() []producer.Rule[*told, see] {
	return []producer.Rule[*told, see]{
		{Requirement: line("UIMSG-50"), See: func(t *told, e wire.Value) { t.Breaches("An event", schemas.UIStreamEvent, e) }},
		{Requirement: line("UIMSG-51"), See: func(t *told, e wire.Value) {
			if !isType(e, startEvent) {
				return
			}
			t.Holds(t.starts == 0 && !t.any, "A start is not the first event.", wire.Value{}, e)
			if id := e.Get("messageId"); t.Meant != nil && t.Meant.MessageID != "" && id.IsString() {
				t.Holds(id.Text() == t.Meant.MessageID, "The message's id is another.", wire.Str(t.Meant.MessageID), id)
			}
		}},
		{Requirement: line("UIMSG-52"), End: (*told).inputs},
		{Requirement: line("UIMSG-53"), See: func(t *told, e wire.Value) {
			if isType(e, pieceEvent) {
				c := t.byID[idOf(e)]
				t.Holds(c != nil && len(c.given) == 0 && len(c.outcomes) == 0,
					"A delta does not stand between the start and the input of its call.",
					wire.Value{}, e)
			}
		}, End: (*told).pieces},
		{Requirement: line("UIMSG-54"), See: func(t *told, e wire.Value) {
			if !isType(e, outputEvent, failEvent, denyEvent) || t.Meant == nil && t.byID[idOf(e)] == nil &&
				(len(t.calls) == 0 || t.steps > 1 || t.earlier(idOf(e))) {
				return
			}
			c := t.byID[idOf(e)]
			if c != nil && isType(e, failEvent) && t.halved(c) {
				return
			}
			t.Holds(c != nil && len(c.given) > 0, "An outcome comes before the input of its call.", wire.Value{}, e)
		}},
		{Requirement: line("UIMSG-55"), See: func(t *told, e wire.Value) {
			if c := t.byID[idOf(e)]; c != nil && isFinal(e) {
				t.Holds(len(c.outcomes) == 0, "A second final outcome of a call is told.", wire.Value{}, e)
			}
		}, End: (*told).results},
		{Requirement: line("UIMSG-56"), See: func(t *told, e wire.Value) {
			c := t.byID[idOf(e)]
			switch {
			case c == nil || !isType(e, outputEvent, failEvent, denyEvent):
			case e.Get("preliminary").IsTrue():
				t.Holds(len(c.outcomes) == 0, "A preliminary output follows the final one.", wire.Value{}, e)
			case c.prelims > 0:
				t.Saw()
			}
		},
			End: func(t *told) {
				for _, c := range t.Calls() {
					if s := t.byID[c.ID]; c.Result != nil && s != nil && s.prelims > 0 && len(s.outcomes) == 0 &&
						!isType(first(s.given), badInputEvent) {
						t.Miss("", "The final output of a call is told as preliminary.", c.Result.Content, wire.Value{})
					}
				}
			}},
		{Requirement: line("UIMSG-57"), See: func(t *told, e wire.Value) {
			if space, _, _ := strings.Cut(kindOf(e), "-"); t.Meant != nil && t.ended == finishEvent &&
				slices.Contains([]string{"text", "tool", errorEvent, abortEvent}, space) {
				t.Miss("", "An event follows the finish of the message.", wire.Value{}, e)
			}
		}, End: (*told).endsAs},
		{Requirement: line("UIMSG-58"), See: func(t *told, e wire.Value) {
			if t.ended != errorEvent && t.ended != abortEvent {
				return
			}
			switch kind, reason := kindOf(e), e.Get("finishReason").Text(); kind {
			case textEnd, endStepEvent, reasoningEnd:
				t.Saw()
			case finishEvent:
				right := map[string][]string{errorEvent: {"", "error"}, abortEvent: {"", "other", "interrupted"}}[t.ended]
				t.Holds(len(t.finishes) == 0 && slices.Contains(right, reason),
					"The finish behind the end has another reason, or is a second one.",
					wire.Str(right[1]), e)
			default:
				t.Miss("", "An event follows the end of the turn.", wire.Value{}, e)
			}
		}, End: (*told).left},
		{Requirement: line("UIMSG-59"), See: (*told).blockEvent, End: (*told).words},
		{Requirement: line("UIMSG-61"), End: (*told).bytes},
	}
}

// earlier tells whether a call of that id was told in an earlier step.
func (t *told) earlier(id string) bool {
	return slices.ContainsFunc(t.calls, func(s *sent) bool { return s.id == id })
}

// blockEvent is what UIMSG-59 says of an event.
func (t *told) blockEvent(e wire.Value) {
	open := t.open[blockKey(e)] != nil
	switch kindOf(e) {
	case textStart, reasoningStart:
		t.Holds(!open, "A block is opened that is open.", wire.Value{}, e)
	case textDelta, reasoningDelta, textEnd, reasoningEnd:
		t.Holds(open, "A block that is not open goes on or ends.", wire.Value{}, e)
	case finishEvent:
		if t.Saw(); len(t.open) > 0 {
			t.Miss("", "A block is open at the finish.", wire.Value{}, wire.Int(int64(len(t.open))))
		}
		if t.Meant != nil && t.ended == "" && t.steps > t.resets {
			t.Miss(requirement.Should, "A step is open at the finish.", wire.Value{}, e)
		}
	}
}

// mark is how far a stream had come when its step began, and the blocks opened since.
type mark struct {
	texts, calls int
	keys         map[string]bool
}

// takeBack: what came in the step is not told; whether the step begins anew is free.
func (t *told) takeBack() {
	t.resets++
	for key := range t.fresh.keys {
		delete(t.open, key)
	}
	for _, c := range t.calls[t.fresh.calls:] {
		delete(t.byID, c.id)
	}
	t.texts, t.calls = t.texts[:t.fresh.texts], t.calls[:t.fresh.calls]
}

// halved: the turn ended early amid the arguments of a call that got no result; it may be told as failed.
func (t *told) halved(s *sent) bool {
	return t.Meant != nil && slices.ContainsFunc(t.Calls(), func(c *transcript.CallRecord) bool {
		return c.ID == s.id && c.Result == nil && c.Cut(t.Stop())
	})
}

// header is a header by its name, in any case.
func (t *told) header(name string) string {
	for _, m := range t.State.Get("headers").Members() {
		if strings.EqualFold(m.Name, name) {
			return strings.TrimSpace(m.Value.Text())
		}
	}
	return ""
}
