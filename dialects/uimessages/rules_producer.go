package uimessages

import (
	"slices"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

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
		{Requirement: line("UIMSG-57"), End: (*told).endsAs},
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
	}
}
