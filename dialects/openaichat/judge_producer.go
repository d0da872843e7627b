package openaichat

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// texts is CHAT-53; a text that is lost or invented is CHAT-62's, too.
func (t *told) texts() {
	if t.meant == nil {
		return
	}
	want, got := t.meantText(), t.of(firstChoice).text.String()
	if want != "" {
		t.saw()
	}
	if want != got {
		t.miss("", "The text is not the turn's.", wire.Str(want), wire.Str(got))
	}
	if want != "" && got == "" || want == "" && got != "" {
		t.blame("CHAT-62", "", "A text is lost or invented.", wire.Str(want), wire.Str(got))
	}
}

func (t *told) meantText() string {
	var b strings.Builder
	for _, item := range t.meant.Items {
		if item.Kind == transcript.Text {
			b.WriteString(item.Text)
		}
	}
	return b.String()
}

// calls is CHAT-62, and what CHAT-56 says of arguments.
func (t *told) calls() {
	if t.meant == nil {
		return
	}
	var wants []*compare.Want
	stop := t.meant.StopReason()
	for _, c := range t.meant.Calls() {
		wants = append(wants, wantTold(c, stop))
	}
	var got []*compare.Got
	for i, c := range t.of(firstChoice).calls {
		got = append(got, &compare.Got{ID: wire.Str(c.id), Name: wire.Str(c.name), Arguments: wire.Str(c.arguments.String()), At: fmt.Sprintf("call %d", i)})
	}
	if len(wants) > 0 || len(t.meant.Items) > 0 {
		t.saw()
	}
	result := compare.Calls(wants, got, compare.Options{Stateless: true})
	t.right = result.Right()
	for _, b := range compare.Blame(producerRows(), result.Deviations, 0) {
		f := b.Finding()
		t.blame(b.Requirement, f.Level, f.Message, f.Expected, f.Actual)
	}
}

// wantTold is what the fragments of a call must make.
func wantTold(c *transcript.CallRecord, stop string) *compare.Want {
	w := &compare.Want{IDs: []string{c.ID}, Names: []string{c.Name}}
	text, raw := c.ArgumentText()
	switch {
	case c.Cut(stop):
		w.Texts, w.Cut, w.Optional, w.State = []string{text}, true, true, compare.Open
	case c.Arguments.IsString():
		w.Texts, w.Bare = []string{text}, text == "" || text == "{}"
	case raw:
		w.Texts, w.Bare = []string{text}, text == ""
		if v, err := wire.Parse([]byte(text)); err == nil {
			w.Texts, w.Value, w.Bare = nil, v, v.IsObject() && v.Len() == 0
		}
	default:
		w.Value, w.Bare = c.Input, c.Input.Len() == 0
	}
	return w
}

// ended tells whether the turn ended so that a client must not take it for whole, and
// whether the end marker may be missing.
func (t *told) ended() (halved, unmarked bool) {
	if t.meant == nil {
		return len(t.failures) > 0, len(t.failures) > 0
	}
	stop := t.meant.StopReason()
	halved = stop == transcript.Error
	for _, c := range t.meant.Calls() {
		halved = halved || stop == transcript.UserStopped && c.Cut(stop)
	}
	return halved, stop == transcript.Error || stop == transcript.UserStopped
}

// failureFits is what CHAT-61 says of a whole stream.
func (t *told) failureFits() {
	halved, _ := t.ended()
	if !halved {
		return
	}
	t.saw()
	reasoned := false
	for _, r := range t.of(firstChoice).reasons {
		reasoned = true
		if r == "stop" || r == "tool_calls" {
			t.miss("", "A stream that was cut off ends as if it were whole.", wire.NullValue, wire.Str(r))
		}
	}
	failures := append(t.failures, t.hidden...)
	if t.meant == nil || t.meant.StopReason() != transcript.Error {
		return
	}
	message := t.meant.Items[len(t.meant.Items)-1].Message
	switch {
	case len(failures) == 0 && (reasoned || t.marked):
		t.miss("", "An error is told by nothing.", wire.Str(message), wire.Value{})
	case len(failures) > 0 && !strings.Contains(str(failures[0].Get("message")), message):
		t.miss(requirement.Should, "The error's message is not the turn's.", wire.Str(message), failures[0])
	}
}

// bytes is CHAT-60.
func (t *told) bytes() {
	sse := t.state.Get("sse")
	if !t.ends || !sse.IsString() {
		if t.ends && t.state.IsObject() && t.state.Len() > 0 {
			t.miss("", "The bytes of the stream are not told.", wire.Value{}, sse)
		}
		return
	}
	t.saw()
	d, at := wire.NewDecoder(wire.SSE, 0), 0
	frames := d.Feed([]byte(sse.Text()))
	for _, f := range append(frames, d.Close()...) {
		v, err := wire.Parse(f.Data)
		switch {
		case len(f.Data) == 0:
		case t.marked:
			t.miss("", "Something follows the end marker.", wire.Value{}, wire.Str(string(f.Data)))
		case string(f.Data) == wire.DoneMarker:
			if t.marked = true; f.Partial {
				t.miss(requirement.Should, "The end marker lacks its blank line.", wire.Value{}, wire.Value{})
			}
		case at < len(t.events) && err == nil && wire.Equal(v, t.events[at]):
			at++
		case err == nil && !v.Get("error").IsNull():
			t.hidden = append(t.hidden, v.Get("error"))
		default:
			t.miss("", "The bytes decode to another event.", t.next(at), wire.Str(string(f.Data)))
			return
		}
	}
	if at < len(t.events) {
		t.miss("", "The bytes end before the events do.", t.next(at), wire.Value{})
	}
	if _, unmarked := t.ended(); !t.marked && !unmarked {
		t.miss("", "The end marker is missing.", wire.Str(wire.DoneMarker), wire.Value{})
	}
}

func (t *told) next(at int) wire.Value {
	if at < len(t.events) {
		return t.events[at]
	}
	return wire.Value{}
}
