package agui

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// producerRules are AGUI-50…63.
func producerRules() []producer.Rule[*told, see] {
	return []producer.Rule[*told, see]{
		{Requirement: line("AGUI-50"), See: func(t *told, e wire.Value) { t.Breaches("An event", schemas.AGUIEvent, e) }},
		{Requirement: line("AGUI-51"), See: (*told).runsFit, End: (*told).terminal},
		{Requirement: line("AGUI-52"), See: (*told).lives},
		{Requirement: line("AGUI-53"), End: (*told).callsFit},
		{Requirement: line("AGUI-54"), End: (*told).argued},
		{Requirement: line("AGUI-55"), See: (*told).resultComes, End: (*told).resultsCome},
		{Requirement: line("AGUI-56"), See: (*told).resultIDs},
		{Requirement: line("AGUI-57"), End: (*told).contents},
		{Requirement: line("AGUI-58"), End: (*told).errors},
		{Requirement: line("AGUI-59"), End: (*told).ended},
		{Requirement: line("AGUI-60"), End: (*told).stopped},
		{Requirement: line("AGUI-61"), End: (*told).clients},
		{Requirement: line("AGUI-62"), End: (*told).textsFit},
		{Requirement: line("AGUI-63"), See: func(t *told, e wire.Value) {
			if isType(e, runStarted) {
				if t.Saw(); e.Get("protocolVersion").Text() == "" {
					t.Miss(requirement.Should, "The version of the protocol is not declared.", wire.Value{}, e)
				}
			}
		}, End: (*told).bytesFit},
	}
}

// unanswered are the calls of the run that no result answered, in order.
func (t *told) unanswered() (list []string) {
	answered := map[string]bool{}
	for _, r := range t.results {
		answered[r.call] = true
	}
	for _, c := range t.calls() {
		if c.run == t.runs && !answered[c.id] {
			list = append(list, c.id)
		}
	}
	return list
}

// clients is AGUI-61.
func (t *told) clients() {
	own := map[string]bool{}
	for _, c := range t.Calls() {
		own[c.ID] = c.Execution == transcript.Client
		if t.Saw(); own[c.ID] && len(t.answersOf(c.ID)) > 0 {
			t.Miss("", "A call that is the client's is answered.", wire.Value{}, wire.Str(c.ID))
		}
		if own[c.ID] && t.outcomeKind() == "interrupt" {
			t.Miss("", "A run with calls of the client's is told as interrupted.", wire.Value{}, t.outcome)
		}
	}
	for _, m := range t.held {
		t.Holds(!own[m.Get("toolCallId").Text()], "A snapshot answers a call that is the client's.", wire.Value{}, m)
	}
	open, list := t.unanswered(), t.outcome.Get("pendingToolCallIds")
	switch {
	case t.stage != finished || t.outcomeKind() != "success":
	case list.IsArray():
		t.Holds(wire.Equal(wire.Strs(open), list), "The pending calls are not those that nobody answered, in order.", wire.Strs(open), list)
	case len(open) > 0:
		t.Miss(requirement.Should, "The pending calls are not named.", wire.Strs(open), list)
	}
}

// textsFit is AGUI-62.
func (t *told) textsFit() {
	if t.Meant == nil {
		return
	}
	if t.Text() != "" {
		t.Saw()
	}
	if t.Text() != t.arrived.String() && t.Text() != t.texts() {
		t.Miss("", "The text is not the turn's.", wire.Str(t.Text()), wire.Str(t.arrived.String()))
		return
	}
	for _, m := range t.held {
		if text := textOf(m.Get("content")); m.Get("role").Text() == "assistant" && !strings.Contains(t.Text(), text) {
			t.Miss("", "A snapshot has a text that the stream never brought.", wire.Value{}, m)
		}
	}
	least, most := t.places()
	for _, c := range t.calls() {
		if most, known := most[c.id]; known && (c.before < least[c.id] || c.before > most) {
			t.Miss(requirement.Should, fmt.Sprintf("The call %q stands on another side of a text.", c.id), wire.Int(int64(most)),
				wire.Int(int64(c.before)))
		}
	}
}

// places are how much text stands before each call, at least and at most: text among the
// deltas of a call may stand anywhere.
func (t *told) places() (least, most map[string]int) {
	least, most = map[string]int{}, map[string]int{}
	left := map[string]int{}
	for _, i := range t.Meant.Items {
		if i.Kind == transcript.InputDelta {
			left[i.ID]++
		}
	}
	sure, all := 0, 0
	var seen []string
	started := map[string]bool{}
	for _, i := range t.Meant.Items {
		switch i.Kind {
		case transcript.InputDelta:
			left[i.ID]--
		case transcript.Call:
			started[i.ID], seen = true, append(seen, i.ID)
			least[i.ID], most[i.ID] = sure, all
		case transcript.Text:
			all += len(i.Text)
			free := false
			for id := range started {
				free = free || left[id] > 0
			}
			if !free {
				sure = all
				continue
			}
			for _, id := range seen {
				most[id] += len(i.Text)
			}
		}
	}
	return least, most
}

// bytes is what AGUI-63 says of bytes.
func (t *told) bytesFit() {
	if t.State.Len() == 0 || t.State.Get("sse").IsAbsent() && t.raised() {
		return
	}
	if strings.Contains(t.State.Get("sse").Text(), "\r") {
		t.Miss("", "Lines of the bytes end in CR.", wire.Value{}, wire.Value{})
		return
	}
	t.Bytes(nil, func(f producer.Frame) {
		if f.Partial {
			t.Miss("", "The last event lacks its blank line.", wire.Value{}, wire.Value{})
		}
	})
}
