package anthropicmessages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// calls is what MSG-52 says of a turn.
func (t *told) callsFit() {
	if t.Meant == nil {
		return
	}
	var wants []*compare.Want
	for _, c := range t.Calls() {
		wants = append(wants, t.wanted(c))
	}
	var got []*compare.Got
	for i, b := range t.blocks {
		if b.kind == "tool_use" {
			got = append(got, &compare.Got{ID: wire.Str(b.id), Name: wire.Str(b.name), Arguments: wire.Str(string(b.text)),
				At: fmt.Sprintf("block %d", i)})
		}
	}
	if len(wants) > 0 {
		t.Saw()
	}
	result := compare.Calls(wants, got, compare.Options{Stateless: true})
	for _, d := range result.Deviations {
		level := requirement.Must
		if w := d.Want; w != nil && w.Soft && d.Kind == compare.WrongText && d.Got != nil {
			if a, err := wire.Parse([]byte(d.Got.Arguments.Text())); err == nil && wire.Equal(a, parsed(wire.Str(w.Texts[0]))) {
				level = requirement.Should // raw text told anew
			}
		}
		t.Miss(level, d.Message, d.Expected, d.Actual)
	}
	t.inOrder(got)
	text, empties := false, 0
	for _, item := range t.Meant.Items {
		text = text || item.Kind == transcript.Text && item.Text != ""
	}
	for _, b := range t.blocks {
		if b.kind != "text" {
			continue
		}
		if len(b.text) == 0 {
			empties++
		} else if !text {
			t.Miss("", "A text stands there that the turn doesn't have.", wire.Value{}, wire.Str(string(b.text)))
		}
	}
	if empties > 0 && len(got) > 0 {
		t.Miss(requirement.Should, "An empty text block stands beside calls.", wire.Value{}, wire.Value{})
	}
}

// inOrder: the calls come in the turn's order.
func (t *told) inOrder(got []*compare.Got) {
	last := -1
	for _, g := range got {
		at := slices.IndexFunc(t.Calls(), func(c *transcript.CallRecord) bool { return c.ID == g.ID.Text() })
		if at >= 0 && at < last {
			t.Miss("", "The calls come in another order.", wire.Value{}, g.ID)
		}
		last = max(last, at)
	}
}

// wanted is what the fragments of a call must make.
func (t *told) wanted(c *transcript.CallRecord) *compare.Want {
	stop := t.Stop()
	w := &compare.Want{IDs: []string{c.ID}, Names: []string{c.Name}}
	text, raw := c.ArgumentText()
	v, object := wire.ParseObject(text)
	switch {
	case c.Cut(stop):
		w.Texts, w.Cut, w.Optional, w.Bare = []string{text}, true, true, !c.CutInside(stop)
	case !raw:
		w.Value, w.Bare = c.Input, c.Input.Len() == 0
	case object && c.Arguments.IsString():
		w.Texts, w.Soft, w.Bare = []string{text}, true, v.Len() == 0
	case object:
		w.Value, w.Bare = v, v.Len() == 0
	default:
		w.Texts, w.Bare = []string{text}, text == ""
	}
	return w
}

// texts is MSG-53: texts and calls by turns.
func (t *told) textsFit() {
	if t.Meant == nil {
		return
	}
	sent := map[string]bool{}
	var want, got []string
	add := func(list []string, text string) []string {
		if k := len(list) - 1; k >= 0 && strings.HasPrefix(list[k], "text ") && text != "" {
			list[k] += text
			return list
		} else if text != "" {
			return append(list, "text "+text)
		}
		return list
	}
	for _, b := range t.blocks {
		switch b.kind {
		case "text":
			got = add(got, string(b.text))
		case "tool_use":
			got, sent[b.id] = append(got, "call "+b.id), true
		}
	}
	known := map[string]bool{}
	for _, item := range t.Meant.Items {
		switch {
		case item.Kind == transcript.Text:
			want = add(want, item.Text)
		case item.Kind == transcript.Call:
			if known[item.ID] = true; sent[item.ID] {
				want = append(want, "call "+item.ID)
			}
		}
	}
	got = slices.DeleteFunc(got, func(s string) bool { id, call := strings.CutPrefix(s, "call "); return call && !known[id] })
	if !slices.ContainsFunc(want, func(s string) bool { return strings.HasPrefix(s, "text ") }) {
		return
	}
	t.Holds(slices.Equal(want, got), "The texts are not the turn's, in their places.", wire.Strs(want), wire.Strs(got))
}

// reasonFits is MSG-54.
func (t *told) reasonFits() {
	got := t.reason()
	if got == "" || len(t.failures) > 0 {
		return
	}
	c := class(got)
	switch {
	case c == tool && !t.called():
		t.Miss("", "tool_use stands without a call.", wire.Value{}, wire.Str(got))
	case got == "end_turn" && t.called() && t.Meant == nil:
		t.Miss("", "end_turn stands beside a call.", wire.Value{}, wire.Str(got))
	}
	if !t.Regular() {
		return
	}
	want, level := "end_turn", requirement.Must
	if n := len(t.Meant.Items); n > 0 && t.Meant.Items[n-1].Finish == "stop_sequence" {
		want = "stop_sequence"
	}
	switch stop := t.Stop(); {
	case stop == transcript.Length:
		want = "max_tokens"
	case stop == transcript.ContentFilter:
		if want, level = "refusal", requirement.Should; t.Halved() && (c == tool || c == end) {
			level = requirement.Must
		}
	case len(t.Calls()) > 0:
		want = "tool_use"
	}
	if t.Saw(); got != want && !(want == "max_tokens" && c == limit) {
		t.Miss(level, "The reason is not the turn's.", wire.Str(want), wire.Str(got))
	}
	for _, r := range t.reasons { // clients go by the last one
		if r.IsString() && class(r.Text()) != c {
			t.Miss(requirement.Should, "Another reason stands before the last one.", wire.Str(got), r)
		}
	}
}

// completes tells whether a reason of a completed turn came.
func (t *told) completes() bool {
	return slices.ContainsFunc(t.reasons, func(r wire.Value) bool {
		c := class(r.Text())
		return r.IsString() && (c == tool || c == end)
	})
}

// failureFits is MSG-55 at the end.
func (t *told) failureFits() {
	if len(t.failures) > 0 {
		t.Holds(!t.completes(), "A reason of a completed turn stands beside an error.", wire.Value{}, wire.Str(t.reason()))
	}
	if t.Stop() != transcript.Error {
		return
	}
	message := t.Message()
	t.Holds(len(t.failures) > 0, "A failure is told by no error event.", wire.Str(message), wire.Value{})
	if len(t.failures) == 0 {
		return
	}
	if got := t.failures[0].Get("message"); !wire.Says(got.Text(), message) {
		t.Miss(requirement.Should, "The error's message is not the turn's.", wire.Str(message), got)
	}
}

// cutFits is MSG-56.
func (t *told) cutFits() {
	if t.Stop() != transcript.UserStopped {
		return
	}
	level := requirement.Should
	if t.Halved() {
		level = requirement.Must
	}
	if t.Saw(); t.completes() {
		t.Miss(level, "A turn that was cut ends as a completed one.", wire.Value{}, wire.Str(t.reason()))
	} else if slices.ContainsFunc(t.reasons, func(r wire.Value) bool { return r.IsString() && class(r.Text()) != limit }) {
		t.Miss(requirement.Should, "A turn that was cut ends with a reason of the model's own.", wire.Value{}, wire.Str(t.reason()))
	}
}

// bytes is MSG-57.
func (t *told) bytes() {
	marked := false
	t.Bytes(func(f producer.Frame) bool {
		if marked || !f.Done() || f.Left > 0 {
			return false
		}
		marked = true
		t.Miss(requirement.Should, "A [DONE] stands at the end.", wire.Value{}, wire.Str(wire.DoneMarker))
		return true
	}, func(f producer.Frame) {
		if kind := f.Value.Get("type"); f.Event != kind.Text() {
			t.Miss("", "An event's name is not its type.", kind, wire.Str(f.Event))
		} else if f.Partial {
			t.Miss("", "The last event lacks its blank line.", wire.Value{}, wire.Value{})
		}
	})
}
