package contentblocks

import (
	"strings"

	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// wanted is what a transcript asks of the stream.
type wanted struct {
	messageID string
	calls     []*transcript.CallRecord
	byID      map[string]*transcript.CallRecord
	reason    string
	cutOff    bool
	last      int // position of the call that started last, -1 before the first
}

func newWanted(t transcript.Transcript) *wanted {
	w := &wanted{messageID: t.MessageID, calls: t.Calls(), byID: map[string]*transcript.CallRecord{}, reason: t.StopReason(), last: -1}
	w.cutOff = w.reason != transcript.Completed
	for _, c := range w.calls {
		w.byID[c.ID] = c
	}
	return w
}

// terminal is the type of the block that tells the stop, "" where the turn completed.
func (w *wanted) terminal() string {
	switch w.reason {
	case transcript.UserStopped:
		return blkUserStopped
	case transcript.Error:
		return blkError
	}
	return ""
}

// asItself tells whether a result's content is a value of the transcript that is
// no text, sent as it is instead of as its JSON.
func (w *wanted) asItself(b wire.Value) bool {
	call := w.byID[b.Get("tool_use_id").Text()]
	got := b.Get("content")
	if call == nil || call.Result == nil || got.IsAbsent() {
		return false
	}
	want := call.Result.Content
	return !want.IsString() && (wire.Equal(want, got) || want.IsNull() && got.IsNull())
}

// wantCall compares a started call with the transcript's.
func (c *checker) wantCall(e *emission, b wire.Value) {
	want := c.want.byID[e.id]
	if want != nil {
		c.saw("BLOCK-58")
	}
	if want != nil && want.Result == nil {
		c.saw("BLOCK-57") // it is open: how it is cut off can be wrong
	}
	if want == nil {
		c.miss("BLOCK-58", wire.Value{}, wire.Str(e.id), "A call with the id %q, which the transcript does not have.", e.id)
		return
	}
	if want.Position < c.want.last {
		c.miss("BLOCK-58", wire.Value{}, wire.Str(e.id), "Call %q starts after a call that comes later in the transcript.", e.id)
	}
	c.want.last = max(c.want.last, want.Position)
	if got := b.Get("name"); got.IsString() && !wire.Equal(wire.Str(want.Name), got) {
		c.miss("BLOCK-58", wire.Str(want.Name), got, "The name of call %q is not the transcript's.", e.id)
	}
	if got := b.Get("input"); want.Input.IsObject() && !wire.Equal(want.Input, got) {
		c.miss("BLOCK-58", want.Input, got, "The input of call %q is not the transcript's.", e.id)
	}
}

// wantResult compares a result with the transcript's.
func (c *checker) wantResult(id string, b wire.Value) {
	call := c.want.byID[id]
	if call == nil {
		return
	}
	if call.Result == nil {
		c.answeredOpen(id, b.Get("status"))
		return
	}
	c.saw("BLOCK-56")
	want := call.Result
	if got := b.Get("status"); !wire.Equal(wire.Str(want.Status), got) {
		c.miss("BLOCK-56", wire.Str(want.Status), got, "The status of the result for %q is not the transcript's.", id)
	}
	if got := b.Get("content"); !sameContent(want.Content, got) {
		c.miss("BLOCK-56", want.Content, got, "The content of the result for %q is not the transcript's.", id)
	}
	got := b.Get("artifact")
	if same := want.Artifact.IsNull() && got.IsNull() || wire.Equal(want.Artifact, got); !same {
		c.miss("BLOCK-56", want.Artifact, got, "The artifact of the result for %q is not the transcript's.", id)
	}
}

// sameContent: text is itself; any other value itself or its JSON; without a
// content, or with null, nothing.
func sameContent(want, got wire.Value) bool {
	if want.IsNull() {
		return got.IsNull() || got.IsString() && (got.Text() == "" || strings.TrimSpace(got.Text()) == "null")
	}
	return wire.EqualOrText(want, got)
}

// answeredOpen: a call that the stop left open may be answered, but not as a
// success.
func (c *checker) answeredOpen(id string, status wire.Value) {
	c.saw("BLOCK-57")
	if s := status.Text(); s != transcript.Cancelled && s != transcript.Error {
		c.miss("BLOCK-57", wire.Str(transcript.Cancelled), status, "Call %q was open when the turn stopped and is answered %s.", id, status.JSON())
	}
}

// wantTerminal compares the terminal block with the transcript's stop.
func (c *checker) wantTerminal(e *emission) {
	if e.kind != c.want.terminal() {
		c.miss("BLOCK-57", wire.Value{}, wire.Str(e.kind), "The turn ended with the reason %q, and the stream says %s.", c.want.reason, e.kind)
	}
}

// lacking finds what the transcript has and the whole stream hasn't.
func (c *checker) lacking() {
	for _, call := range c.want.calls {
		e := c.message.calls[call.ID]
		switch {
		case e == nil:
			c.missAt(-1, "BLOCK-58", wire.Str(call.ID), wire.Value{}, "Call %q of the transcript is not in the stream.", call.ID)
		case e.results > 0:
		case call.Result != nil:
			c.missAt(e.at, "BLOCK-54", wire.Str(call.ID), wire.Value{}, "Call %q has a result in the transcript and none in the stream.", call.ID)
		case c.message.terminal == nil:
			c.missAt(e.at, "BLOCK-54", wire.Value{}, wire.Value{}, "Call %q gets no result, and no terminal block cut it off.", call.ID)
			c.missAt(e.at, "BLOCK-57", wire.Value{}, wire.Value{}, "Call %q was open when the turn stopped: it is neither answered nor followed by a terminal block.", call.ID)
		}
	}
}
