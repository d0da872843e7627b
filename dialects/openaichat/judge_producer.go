package openaichat

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// texts is CHAT-53; a text that is lost or invented is CHAT-62's, too.
func (t *told) texts() {
	if t.Meant == nil {
		return
	}
	want, got := t.Text(), t.of(firstChoice).text.String()
	if want != "" {
		t.Saw()
	}
	if want != got {
		t.Miss("", "The text is not the turn's.", wire.Str(want), wire.Str(got))
	}
	if want != "" && got == "" || want == "" && got != "" {
		t.Blame("CHAT-62", "", "A text is lost or invented.", wire.Str(want), wire.Str(got))
	}
}

// calls is CHAT-62, and what CHAT-56 says of arguments.
func (t *told) callsFit() {
	if t.Meant == nil {
		return
	}
	var wants []*compare.Want
	stop := t.Meant.StopReason()
	for _, c := range t.Meant.Calls() {
		wants = append(wants, producer.Want(c, stop))
	}
	var got []*compare.Got
	for i, c := range t.of(firstChoice).calls {
		got = append(got, &compare.Got{ID: wire.Str(c.id), Name: wire.Str(c.name), Arguments: wire.Str(c.arguments.String()),
			At: fmt.Sprintf("call %d", i)})
	}
	if len(wants) > 0 || len(t.Meant.Items) > 0 {
		t.Saw()
	}
	result := compare.Calls(wants, got, compare.Options{Stateless: true})
	t.right = result.Right()
	for _, b := range compare.Blame(producerRows(), result.Deviations, 0) {
		f := b.Finding()
		t.Blame(b.Requirement, f.Level, f.Message, f.Expected, f.Actual)
	}
}

// ended tells whether the turn ended so that a client must not take it for whole, and
// whether the end marker may be missing.
func (t *told) ended() (halved, unmarked bool) {
	if t.Meant == nil {
		reasoned := false // without a reason the stream may be one that failed
		for _, c := range t.choices {
			reasoned = reasoned || len(c.reasons) > 0
		}
		return len(t.failures) > 0, len(t.failures) > 0 || !reasoned
	}
	stop := t.Stop()
	halved = stop == transcript.Error || stop == transcript.UserStopped && t.Halved()
	return halved, stop == transcript.Error || stop == transcript.UserStopped
}

// failureFits is what CHAT-61 says of a whole stream.
func (t *told) failureFits() {
	halved, _ := t.ended()
	if !halved {
		return
	}
	t.Saw()
	reasoned := false
	for _, r := range t.of(firstChoice).reasons {
		reasoned = true
		if r == "stop" || r == "tool_calls" {
			t.Miss("", "A stream that was cut off ends as if it were whole.", wire.NullValue, wire.Str(r))
		}
	}
	failures := append(t.failures, t.hidden...)
	if t.Meant == nil || t.Meant.StopReason() != transcript.Error {
		return
	}
	message := t.Message()
	switch {
	case len(failures) == 0 && (reasoned || t.marked):
		t.Miss("", "An error is told by nothing.", wire.Str(message), wire.Value{})
	case len(failures) > 0 && !strings.Contains(str(failures[0].Get("message")), message):
		t.Miss(requirement.Should, "The error's message is not the turn's.", wire.Str(message), failures[0])
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
