package contentblocks

import (
	"strings"

	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func (c *checker) toolUse(e *emission, b wire.Value) {
	c.Saw("BLOCK-54", "BLOCK-55")
	if !b.Get("id").IsString() {
		return
	}
	e.id, e.name = b.Get("id").Text(), b.Get("name")
	e.stopped = e.index < 0 // nothing could stop it: that is said already
	if c.calls[e.id] != nil {
		c.miss("BLOCK-55", wire.Value{}, wire.Str(e.id), "A second call with the id %q.", e.id)
		return
	}
	c.calls[e.id] = e
	c.overtaken(e, c.early[e.id])
	if c.want != nil {
		c.wantCall(e, b)
	}
}

// overtaken: results came before their call.
func (c *checker) overtaken(e *emission, early []*emission) {
	for i, r := range early {
		c.missAt(r.at, "BLOCK-53", wire.Value{}, wire.Str(e.id), "The result for %q starts before its call.", e.id)
		if i > 0 {
			c.missAt(r.at, "BLOCK-54", wire.Value{}, wire.Str(e.id), "A second result for call %q.", e.id)
		}
	}
	e.results = len(early)
	delete(c.early, e.id)
}

func (c *checker) toolResult(e *emission, b wire.Value) {
	c.Saw("BLOCK-53", "BLOCK-55")
	if !b.Get("tool_use_id").IsString() {
		return
	}
	e.id = b.Get("tool_use_id").Text()
	call := c.calls[e.id]
	switch {
	case call != nil:
		c.paired(call)
	case c.want != nil && c.want.byID[e.id] == nil:
		c.miss("BLOCK-55", wire.Value{}, wire.Str(e.id), "A result for %q, which the transcript does not call.", e.id)
	default: // perhaps its call comes
		c.early[e.id] = append(c.early[e.id], e)
	}
	c.toolName(call, b)
	if c.want != nil {
		c.wantResult(e.id, b)
	}
}

// paired is a result whose call is there.
func (c *checker) paired(call *emission) {
	c.Saw("BLOCK-54")
	if !call.stopped {
		c.miss("BLOCK-53", wire.Value{}, wire.Str(call.id), "The result for %q starts before the call has stopped.", call.id)
	}
	if call.results++; call.results > 1 {
		c.miss("BLOCK-54", wire.Value{}, wire.Str(call.id), "A second result for call %q.", call.id)
	}
}

// toolName: where a result names its tool, it is the call's.
func (c *checker) toolName(call *emission, b wire.Value) {
	got := b.Get("tool_name")
	if !got.IsString() {
		return
	}
	id := b.Get("tool_use_id").Text()
	want := wire.Value{}
	switch {
	case c.want != nil && c.want.byID[id] != nil:
		want = wire.Str(c.want.byID[id].Name)
	case c.want == nil && call != nil && call.name.IsString():
		want = call.name
	default:
		return
	}
	c.Saw("BLOCK-60")
	if !wire.Equal(want, got) {
		c.miss("BLOCK-60", want, got, "The result for %q names the tool %s.", id, got.JSON())
	}
}

// ends takes a terminal. What comes after the first is said elsewhere.
func (c *checker) ends(e *emission) {
	c.Saw("BLOCK-57")
	if c.terminal != nil {
		return
	}
	if c.terminal = e; c.want != nil && e.kind != c.want.terminal() {
		c.miss("BLOCK-57", wire.Value{}, wire.Str(e.kind), "The turn ended with the reason %q, and the stream says %s.", c.want.reason,
			e.kind)
	}
}

// afterTerminal: after a terminal comes nothing but its stop and the end of the
// message. Keep-alives, groups and events that nobody knows are no content.
func (c *checker) afterTerminal(ev wire.Value) {
	t := c.terminal
	if t == nil {
		return
	}
	switch kind := ev.Get("type").Text(); kind {
	case words.StopEvent:
		if n, ok := ev.Get("index").Int64(); !ok || n == t.index {
			return
		}
	case words.MessageStart:
		if c.want == nil {
			return // recorded traffic goes on with another message
		}
	case words.StartEvent, words.DeltaEvent:
	default:
		return
	}
	c.miss("BLOCK-57", wire.Value{}, ev, "A %s after the terminal block of event %d.", ev.Get("type").Text(), t.at)
}

// messageID: where an event carries the message's id, it is the transcript's.
func (c *checker) messageID(ev wire.Value) {
	if c.want == nil || c.want.messageID == "" {
		return
	}
	for _, got := range []wire.Value{ev.Get("message_id"), ev.Get("content_block").Get("message_id")} {
		if got.IsNull() {
			continue
		}
		c.Saw("BLOCK-60")
		if want := wire.Str(c.want.messageID); !wire.Equal(want, got) {
			c.miss("BLOCK-60", want, got, "message_id is not the transcript's.")
		}
	}
}

// wanted is what a transcript asks of the stream.
type wanted struct {
	messageID string
	calls     []*transcript.CallRecord
	byID      map[string]*transcript.CallRecord
	reason    string
	last      int // position of the call that started last, -1 before the first
}

func newWanted(t transcript.Transcript) *wanted {
	w := &wanted{messageID: t.MessageID, calls: t.Calls(), byID: map[string]*transcript.CallRecord{}, reason: t.StopReason(), last: -1}
	for _, c := range w.calls {
		w.byID[c.ID] = c
	}
	return w
}

// terminal is the type of the block that tells the stop, "" where the turn completed.
func (w *wanted) terminal() string {
	switch w.reason {
	case transcript.UserStopped:
		return words.UserStopped
	case transcript.Error:
		return words.Failed
	}
	return ""
}

// asItself tells whether a result's content is a value of the transcript that is no text, sent as it is instead of as its JSON.
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
	if want == nil {
		c.miss("BLOCK-58", wire.Value{}, wire.Str(e.id), "A call with the id %q, which the transcript does not have.", e.id)
		return
	}
	c.Saw("BLOCK-58")
	if want.Result == nil {
		c.Saw("BLOCK-57") // it is open: how it is cut off can be wrong
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
	c.Saw("BLOCK-56")
	want := call.Result
	if got := b.Get("status"); !wire.Equal(wire.Str(want.Status), got) {
		c.miss("BLOCK-56", wire.Str(want.Status), got, "The status of the result for %q is not the transcript's.", id)
	}
	if got := b.Get("content"); !sameContent(want.Content, got) {
		c.miss("BLOCK-56", want.Content, got, "The content of the result for %q is not the transcript's.", id)
	}
	got := b.Get("artifact")
	if same := want.Artifact.IsNull() && got.IsNull() || wire.Equal(want.Artifact, got); !same && !c.bare {
		c.miss("BLOCK-56", want.Artifact, got, "The artifact of the result for %q is not the transcript's.", id)
	}
}

// sameContent: text is itself; any other value itself or its JSON; without a content, or with null, nothing.
func sameContent(want, got wire.Value) bool {
	if want.IsNull() {
		return got.IsNull() || got.IsString() && (got.Text() == "" || strings.TrimSpace(got.Text()) == "null")
	}
	return wire.EqualOrText(want, got)
}

// answeredOpen: a call that the stop left open may be answered, but not as a success.
func (c *checker) answeredOpen(id string, status wire.Value) {
	c.Saw("BLOCK-57")
	if s := status.Text(); s != transcript.Cancelled && s != transcript.Error {
		c.miss("BLOCK-57", wire.Str(transcript.Cancelled), status, "Call %q was open when the turn stopped and is answered %s.", id,
			status.JSON())
	}
}

// lacking finds what the transcript has and the whole stream hasn't.
func (c *checker) lacking() {
	for _, call := range c.want.calls {
		e := c.calls[call.ID]
		switch {
		case e == nil:
			c.missAt(-1, "BLOCK-58", wire.Str(call.ID), wire.Value{}, "Call %q of the transcript is not in the stream.", call.ID)
		case e.results > 0:
		case call.Result != nil:
			c.missAt(e.at, "BLOCK-54", wire.Str(call.ID), wire.Value{}, "Call %q has a result in the transcript and none in the stream.",
				call.ID)
		case c.terminal == nil:
			c.missAt(e.at, "BLOCK-54", wire.Value{}, wire.Value{}, "Call %q gets no result, and no terminal block cut it off.", call.ID)
			c.missAt(e.at, "BLOCK-57", wire.Value{}, wire.Value{},
				"Call %q was open when the turn stopped: it is neither answered nor followed by a terminal block.", call.ID)
		}
	}
}
