package openaichat

import (
	"cmp"
	"maps"
	"slices"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// producerRules are CHAT-50…62.
func producerRules() []producer.Rule[*told, hooks] {
	rule := func(id string, see hooks, end func(t *told)) producer.Rule[*told, hooks] {
		return producer.Rule[*told, hooks]{Requirement: line(id), See: see, End: end}
	}
	none := wire.Value{}
	return []producer.Rule[*told, hooks]{
		rule("CHAT-50", hooks{frame: func(p piece) {
			if p.Get("error").IsNull() {
				p.Breaches("A chunk", schemas.ChatChunk, p.Value)
			}
		}}, nil),
		rule("CHAT-51", hooks{frame: sameThroughout}, nil),
		rule("CHAT-52", hooks{choice: func(p piece) {
			message, role := "The first chunk of a choice doesn't say whose words follow.", p.Get("delta").Get("role")
			if p.of.chunks > 0 {
				message = "A later chunk has another role."
			}
			if p.of.chunks == 0 || role.Text() != "" {
				p.Holds(role.Text() == "assistant", message, wire.Str("assistant"), role)
			}
		}}, nil),
		rule("CHAT-53", hooks{}, (*told).texts),
		rule("CHAT-54", hooks{fragment: func(p piece) {
			as := func(said, right string) bool { return said == "" || said == right }
			switch {
			case p.call == nil:
				p.Holds(p.id() != "" && p.name() != "" && p.tag() == "function",
					"The first fragment of an index lacks id, type or name.", none, p.Value)
			case !p.reopens():
				p.Holds(as(p.id(), p.call.id) && as(p.name(), p.call.name) && as(p.tag(), "function"),
					"A later fragment has another id, name or type.", wire.Str(p.call.id), p.Value)
			}
		}}, nil),
		rule("CHAT-55", hooks{fragment: func(p piece) {
			p.Holds(!p.reopens(), "Another call begins under an index that is used.", none, p.Value)
			next := len(p.of.calls)
			if n, ok := p.Get("index").Int64(); p.call == nil && ok && int(n) != next {
				p.Miss(requirement.Should, "The indices are not dense from 0.", wire.Int(int64(next)), p.Get("index"))
			}
		}}, nil),
		rule("CHAT-56", hooks{}, func(t *told) { t.SawIf(len(t.Calls()) > 0) }),
		rule("CHAT-57", hooks{fragment: func(p piece) {
			if p.call == nil || p.reopens() {
				return
			}
			if p.Saw(); p.id() != "" || p.name() != "" {
				p.Miss(requirement.Should, "A later fragment repeats id or name.", none, p.Value)
			}
		}}, nil),
		rule("CHAT-58", hooks{choice: behindReason}, (*told).reasonFits),
		rule("CHAT-59", hooks{frame: func(p piece) {
			switch usage := p.Get("usage"); {
			case !usage.IsObject():
			case p.Get("choices").Len() > 0:
				p.Miss(requirement.Should, "Usage stands in a chunk with choices.", wire.NullValue, usage)
			default:
				p.Holds(p.usages == 0, "Usage comes a second time.", none, usage)
			}
		}}, func(t *told) { t.SawIf(t.Whole && t.Meant != nil) }),
		rule("CHAT-60", hooks{}, (*told).bytes),
		rule("CHAT-61", hooks{frame: func(p piece) {
			if e := p.Get("error"); !e.IsNull() {
				p.Holds(e.Get("message").Text() != "", "An error frame has no message.", none, e)
			}
		}}, (*told).failureFits),
		rule("CHAT-62", hooks{}, (*told).callsFit),
	}
}

// sameThroughout is CHAT-51.
func sameThroughout(p piece) {
	if !p.Get("error").IsNull() {
		return
	}
	id, begun := p.Get("id"), p.told.id.Text() != ""
	p.Holds(id.Text() != "" && (!begun || wire.Equal(p.told.id, id)), "The chunks have no id that they share.", p.told.id, id)
	if begun && !(wire.Equal(p.created, p.Get("created")) && wire.Equal(p.model, p.Get("model"))) {
		p.Miss(requirement.Should, "The chunks differ in created or model.", p.created, p.Get("created"))
	}
}

// behindReason is the first and the third part of CHAT-58.
func behindReason(p piece) {
	delta, reason := p.Get("delta"), p.Get("finish_reason")
	if p.SawIf(reason.Text() != ""); len(p.of.reasons) == 0 {
		return
	}
	switch {
	case reason.Text() != "":
		p.Miss("", "A choice has a second finish reason.", wire.Value{}, reason)
	case text(delta, "content") != "" || text(delta, "refusal") != "" || delta.Get("tool_calls").Len() > 0:
		p.Miss("", "Text or a fragment follows the finish reason.", wire.Value{}, delta)
	default:
		p.Miss(requirement.Should, "An empty chunk follows the finish reason.", wire.Value{}, p.Value)
	}
}

// reasonFits: the reason is the one that the turn stopped by.
func (t *told) reasonFits() {
	for _, index := range slices.Sorted(maps.Keys(t.choices)) {
		c := t.choices[index]
		for _, r := range c.reasons {
			if t.Stop() != transcript.UserStopped && (r == "tool_calls" && len(c.calls) == 0 || r == "stop" && len(c.calls) > 0) {
				t.Miss("", "The finish reason is not that of a choice with, or without, calls.", wire.Value{}, wire.Str(r))
			}
		}
	}
	if !t.Regular() {
		return
	}
	want, got := reasonOf(t.Stop(), len(t.Calls()) > 0), t.first().reasons
	if len(got) != 1 || got[0] != want {
		t.Miss("", "The finish reason is not the turn's.", wire.Str(want), t.first().reason())
	}
}

// reasonOf is the reason that a stop becomes, with calls and without.
func reasonOf(stop string, called bool) string {
	switch {
	case stop == transcript.Completed && called:
		return "tool_calls"
	case stop == transcript.Completed:
		return "stop"
	}
	return stop
}

func (c *choiceTold) reason() wire.Value { return orNull(cmp.Or(c.reasons...)) }

// texts is CHAT-53; a text that is lost or invented is CHAT-62's, too.
func (t *told) texts() {
	if t.Meant == nil {
		return
	}
	want, got := t.Text(), t.first().text.String()
	if t.SawIf(want != ""); want == got {
		return
	}
	t.Miss("", "The text is not the turn's.", wire.Str(want), wire.Str(got))
	if want == "" || got == "" {
		t.Blame("CHAT-62", "", "A text is lost or invented.", wire.Str(want), wire.Str(got))
	}
}

// callsFit is CHAT-62, and what CHAT-56 says of arguments.
func (t *told) callsFit() {
	if t.Meant == nil {
		return
	}
	var got []*compare.Got
	for i, c := range t.first().calls {
		got = append(got, producer.Told(i, c.id, c.name, c.arguments.String()))
	}
	t.SawIf(len(t.Meant.Items) > 0)
	t.right = t.Fit(producer.Want, got, producer.Lines("CHAT-62", "CHAT-56"))
}

// ended tells whether the turn ended so that a client must not take it for whole, and whether the end marker may be missing.
func (t *told) ended() (halved, unmarked bool) {
	if t.Meant == nil { // without a reason the stream may be one that failed
		return len(t.failures) > 0, len(t.failures) > 0 || !t.reasoned
	}
	failed, stopped := t.Stop() == transcript.Error, t.Stop() == transcript.UserStopped
	return failed || stopped && t.Halved(), failed || stopped
}

// failureFits is what CHAT-61 says of a whole stream.
func (t *told) failureFits() {
	if halved, _ := t.ended(); !halved {
		return
	}
	t.Saw()
	reasons := t.first().reasons
	for _, r := range reasons {
		if r == "stop" || r == "tool_calls" {
			t.Miss("", "A stream that was cut off ends as if it were whole.", wire.NullValue, wire.Str(r))
		}
	}
	failures := append(t.failures, t.hidden...)
	switch {
	case t.Stop() != transcript.Error:
	case len(failures) == 0 && (len(reasons) > 0 || t.marked):
		t.Miss("", "An error is told by nothing.", wire.Str(t.Message()), wire.Value{})
	case len(failures) > 0 && !wire.Says(text(failures[0], "message"), t.Message()):
		t.Miss(requirement.Should, "The error's message is not the turn's.", wire.Str(t.Message()), failures[0])
	}
}

// bytes is CHAT-60.
func (t *told) bytes() {
	if t.State.Len() == 0 {
		return
	}
	read := t.Bytes(func(f producer.Frame) bool {
		switch {
		case t.marked:
			t.Miss("", "Something follows the end marker.", wire.Value{}, wire.Str(string(f.Data)))
		case string(f.Data) == wire.DoneMarker:
			if t.marked = true; f.Partial {
				t.Miss(requirement.Should, "The end marker lacks its blank line.", wire.Value{}, wire.Value{})
			}
		case !f.Next && !f.Value.Get("error").IsNull():
			t.hidden = append(t.hidden, f.Value.Get("error"))
		default:
			return false
		}
		return true
	}, nil)
	if _, unmarked := t.ended(); read && !t.marked && !unmarked {
		t.Miss("", "The end marker is missing.", wire.Str(wire.DoneMarker), wire.Value{})
	}
}
