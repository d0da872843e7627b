package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// see looks at an event before it is taken.
type see = func(t *told, e wire.Value)

// told is a producer's stream, as far as it came. Without a transcript it keeps no texts.
type told struct {
	*producer.Stream[*told, see]
	starts, steps int
	resets        int
	fresh         mark
	calls         []*sent
	byID          map[string]*sent
	// open are the blocks of text and reasoning that have not ended; texts their text in order.
	open  map[string]*strings.Builder
	texts []*strings.Builder
	// ended is the type of the event that ended the turn: a finish, an error or an abort.
	ended    string
	finishes []wire.Value
	failures []wire.Value
	aborted  bool
	any      bool
	right    bool
}

// sent is a call as it was told.
type sent struct {
	id, name string
	// at is how much text there was before it.
	at       int
	deltas   strings.Builder
	pieces   int
	given    []wire.Value
	outcomes []wire.Value
	prelims  int
	// late: its outcome came behind the end.
	late bool
}

func producers() producer.Side[*told, see] {
	return producer.Side[*told, see]{Rules: producerRules, Results: true, Body: "body", New: func(s *producer.Stream[*told, see]) *told {
		s.Once = true
		return &told{Stream: s, byID: map[string]*sent{}, open: map[string]*strings.Builder{}, fresh: mark{keys: map[string]bool{}}}
	}}
}

// block is the key of a block: text and reasoning have ids of their own.
func blockKey(e wire.Value) string {
	space, _, _ := strings.Cut(kindOf(e), "-")
	return space + "/" + e.Get("id").Text()
}

// Take reads the next event.
func (t *told) Take(e wire.Value) {
	t.Look(func(look see) {
		if look != nil {
			look(t, e)
		}
	})
	kind := kindOf(e)
	switch kind {
	case startEvent:
		t.starts++
	case stepEvent:
		t.steps++
		if t.Meant == nil {
			clear(t.byID)
		}
		t.fresh = mark{texts: len(t.texts), calls: len(t.calls), keys: map[string]bool{}}
	case endStepEvent:
		t.steps--
	case resetEvent:
		t.takeBack()
	case textStart, reasoningStart:
		t.open[blockKey(e)], t.fresh.keys[blockKey(e)] = &strings.Builder{}, true
		if kind == textStart {
			t.texts = append(t.texts, t.open[blockKey(e)])
		}
	case textDelta:
		if b := t.open[blockKey(e)]; b != nil && t.Meant != nil {
			b.WriteString(e.Get("delta").Text())
		}
	case textEnd, reasoningEnd:
		delete(t.open, blockKey(e))
	case errorEvent:
		t.failures = append(t.failures, e.Get("errorText"))
	case abortEvent:
		t.aborted = true
	case finishEvent:
		t.finishes = append(t.finishes, e.Get("finishReason"))
	default:
		if e.Has("toolCallId") {
			t.take(kind, e)
		}
	}
	if t.any = t.any || kind != startEvent; t.ended == "" && isType(e, finishEvent, errorEvent, abortEvent) {
		t.ended = kind
	}
}

// take is an event of a call.
func (t *told) take(kind string, e wire.Value) {
	c := t.byID[idOf(e)]
	if c == nil {
		if !begins(e) {
			return
		}
		c = &sent{id: idOf(e), name: e.Get("toolName").Text(), at: len(t.text())}
		t.calls = append(t.calls, c)
		t.byID[c.id] = c
	}
	switch {
	case kind == pieceEvent:
		if c.pieces++; t.Meant != nil {
			c.deltas.WriteString(e.Get("inputTextDelta").Text())
		}
	case kind == inputEvent || kind == badInputEvent:
		c.given = append(c.given, e)
	case e.Get("preliminary").IsTrue():
		c.prelims++
	case isFinal(e):
		c.outcomes = append(c.outcomes, e)
		c.late = c.late || t.ended != ""
	}
}

func (t *told) text() string {
	var b strings.Builder
	for _, text := range t.texts {
		b.WriteString(text.String())
	}
	return b.String()
}

// Tells says whether the stream shows anything of the turn: a call, or its text where it has
// no call.
func (t *told) Tells() bool {
	switch {
	case t.Meant == nil || len(t.Events) == 0:
		return false
	case len(t.Calls()) > 0:
		return t.right || t.Halved() && t.ended != ""
	}
	return t.Text() == t.text() && (t.Text() != "" || t.ended != "")
}

// each holds every call of the turn against what was told of it.
func (t *told) each(does func(c *transcript.CallRecord, s *sent)) {
	for _, c := range t.Calls() {
		if s := t.byID[c.ID]; s != nil {
			does(c, s)
		} else {
			does(c, &sent{})
		}
	}
}

// arguments are what a call's input must be: the text where it is no JSON.
func arguments(c *transcript.CallRecord) (text string, input wire.Value, valid bool) {
	text, raw := c.ArgumentText()
	if !raw {
		return "", c.Input, true
	}
	v, err := wire.Parse([]byte(text))
	if err != nil {
		return text, wire.Str(text), text == ""
	}
	return text, v, true
}

// inputs is UIMSG-52.
func (t *told) inputs() {
	if t.Meant == nil {
		return
	}
	meant := map[string]bool{}
	t.each(func(c *transcript.CallRecord, s *sent) {
		meant[c.ID] = true
		t.Saw()
		text, want, valid := arguments(c)
		switch {
		case c.Cut(t.Stop()) && len(s.given) == 0:
			return
		case c.CutInside(t.Stop()):
			t.Miss("", "A call that was cut is told with an input.", wire.Value{}, s.given[0])
			return
		case len(s.given) != 1:
			t.Miss("", "A call is not told by exactly one input.", wire.Str(c.ID), wire.Int(int64(len(s.given))))
			return
		}
		got := s.given[0]
		input := got.Get("input")
		fits := wire.Alike(want, input)
		if text == "" && valid && (c.Arguments.IsString() || len(c.Deltas) > 0) {
			fits = input.IsObject() && input.Len() == 0 || input.IsString() && input.Text() == ""
		}
		if got.Get("toolName").Text() != c.Name || s.name != c.Name {
			t.Miss("", "The name of a call is another.", wire.Str(c.Name), got.Get("toolName"))
		}
		if !fits {
			t.Miss("", "The input of a call is another.", want, input)
		} else if got.Get("toolName").Text() == c.Name {
			t.right = true
		}
		if valid && want.IsObject() && isType(got, badInputEvent) {
			t.Miss("", "An input that is valid is told as an error.", want, got)
		}
	})
	for _, s := range t.calls {
		if !meant[s.id] {
			t.Miss("", "A call is told that nobody made.", wire.Value{}, wire.Str(s.id))
		}
	}
}

// pieces is UIMSG-53 of a whole stream.
func (t *told) pieces() {
	if t.Meant == nil {
		return
	}
	t.each(func(c *transcript.CallRecord, s *sent) {
		if s.pieces == 0 {
			return
		}
		t.Saw()
		text, raw := c.ArgumentText()
		got := s.deltas.String()
		v, err := wire.Parse([]byte(got))
		switch {
		case c.Cut(t.Stop()):
			if !strings.HasPrefix(text, got) {
				t.Miss("", "The deltas of a call that was cut are no beginning of its text.", wire.Str(text), wire.Str(got))
			}
		case raw && got != text && !(len(c.Deltas) == 0 && text == "" && got == "{}"):
			t.Miss("", "The deltas of a call don't make its text.", wire.Str(text), wire.Str(got))
		case !raw && (err != nil || !wire.Equal(v, c.Input)):
			t.Miss("", "The deltas of a call don't make its input.", c.Input, wire.Str(got))
		}
	})
}

// results is UIMSG-55 of a whole stream.
func (t *told) results() {
	if t.Meant == nil {
		return
	}
	t.each(func(c *transcript.CallRecord, s *sent) {
		if c.Result == nil {
			return
		}
		t.Saw()
		bad := len(s.given) == 1 && isType(s.given[0], badInputEvent)
		if len(s.outcomes) == 0 && bad && c.Result.Status != transcript.Success {
			return
		}
		if len(s.outcomes) != 1 {
			t.Miss("", "A result is not told by exactly one final outcome.", wire.Str(c.ID), wire.Int(int64(len(s.outcomes))))
			return
		}
		got, text := s.outcomes[0], s.outcomes[0].Get("errorText").Text()
		switch fail := isType(got, failEvent); {
		case c.Result.Status == transcript.Success:
			t.Holds(isType(got, outputEvent) && wire.Alike(wire.OrNull(c.Result.Content), wire.OrNull(got.Get("output"))),
				"A success is told otherwise.",
				c.Result.Content, got)
		case c.Result.Status == transcript.Error:
			t.Holds(fail && (text != "" || c.Result.Content.Text() == ""), "A failure is told otherwise.", c.Result.Content, got)
		default:
			t.Holds(fail && text != "" || isType(got, denyEvent), "A cancelled call is told otherwise.", c.Result.Content, got)
		}
	})
}

// ending is UIMSG-57.
func (t *told) endsAs() {
	if t.Meant == nil {
		return
	}
	t.Saw()
	right := map[string][]string{transcript.Completed: {"", "stop", "tool-calls"}, transcript.Length: {"", "other", "length",
		"content-filter"},
		transcript.ContentFilter: {"", "other", "length", "content-filter"}}[t.Stop()]
	switch {
	case right != nil:
		if len(t.finishes) != 1 || t.aborted {
			t.Miss("", "The turn does not end by exactly one finish.", wire.Int(1), wire.Int(int64(len(t.finishes))))
		} else if !slices.Contains(right, t.finishes[0].Text()) {
			t.Miss("", "The reason of the finish is not the turn's.", wire.Str(right[1]), t.finishes[0])
		}
	case t.Stop() == transcript.Error:
		told := slices.ContainsFunc(t.failures, func(f wire.Value) bool { return f.Text() != "" })
		t.Holds(told, "An error is told by no error event with a text.", wire.Str(t.Message()), wire.List(t.failures...))
	default:
		t.Holds(t.aborted, "A turn that the user stopped is not told as aborted.", wire.Str(abortEvent), wire.Str(t.ended))
	}
}

// left is UIMSG-58 of a whole stream: what becomes of calls that are open.
func (t *told) left() {
	t.each(func(c *transcript.CallRecord, s *sent) {
		if c.Result != nil {
			return
		}
		t.Saw()
		for _, o := range s.outcomes {
			switch {
			case isType(o, outputEvent):
				t.Miss("", "A call that got no result is told as a success.", wire.Value{}, o)
			case t.Stop() == transcript.Completed:
				t.Miss("", "A call that waits is told as failed.", wire.Value{}, o)
			case s.late:
				t.Miss("", "A call that was left open is told as failed behind the end.", wire.Value{}, o)
			}
		}
	})
}

// words is UIMSG-59 of a whole stream.
func (t *told) words() {
	if t.Meant == nil {
		return
	}
	want, got := t.Text(), t.text()
	if want != "" {
		t.Saw()
	}
	if want != got {
		t.Miss("", "The text is not the turn's.", wire.Str(want), wire.Str(got))
		return
	}
	if len(t.finishes) == 1 && t.ended == finishEvent && (t.steps < 0 || t.steps > t.resets) {
		t.Miss(requirement.Should, "Steps begin and don't end.", wire.Value{}, wire.Int(int64(t.steps)))
	}
	before, open := 0, map[string][2]int{}
	for _, item := range t.Meant.Items {
		switch item.Kind {
		case transcript.Text:
			before += len(item.Text)
		case transcript.Call:
			open[item.ID] = [2]int{before, before}
		case transcript.InputDelta:
			open[item.ID] = [2]int{open[item.ID][0], before}
		}
	}
	for _, s := range t.calls {
		if at, meant := open[s.id]; meant && (s.at < at[0] || s.at > at[1]) {
			t.Miss(requirement.Should, "Text and calls stand in another order.", wire.Int(int64(at[0])), wire.Int(int64(s.at)))
			return
		}
	}
}

// bytes is UIMSG-61.
func (t *told) bytes() {
	if t.Whole && !t.Omitted("headers") && t.State.Len() > 0 {
		t.Saw()
		kind, version := t.header("content-type"), t.header("x-vercel-ai-ui-message-stream")
		if !strings.HasPrefix(strings.ToLower(kind), "text/event-stream") {
			t.Miss("", "The content type is not that of server-sent events.", wire.Str("text/event-stream"), wire.Str(kind))
		}
		if version != "v1" {
			t.Miss("", "The header of the protocol's version is missing.", wire.Str("v1"), wire.Str(version))
		}
	}
	if t.State.Len() == 0 {
		return
	}
	marked := false
	read := t.Bytes(func(f producer.Frame) bool {
		if marked {
			t.Miss("", "Something follows the end marker.", wire.Value{}, wire.Str(string(f.Data)))
		} else {
			marked = string(f.Data) == wire.DoneMarker
			return marked
		}
		return true
	}, func(f producer.Frame) {
		if f.Event != "" && f.Event != "message" { // a client that listens to messages never hears another name
			t.Miss("", "An event has a name beside its data.", wire.Value{}, wire.Str(f.Event))
		}
	})
	if read && !marked {
		t.Miss("", "The end marker is missing.", wire.Str(wire.DoneMarker), wire.Value{})
	}
}
