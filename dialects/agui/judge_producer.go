package agui

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// runs is AGUI-51.
func (t *told) runsFit(e wire.Value) {
	kind := e.Get("type").Text()
	switch {
	case t.stage == outside && kind == runError:
		t.Holds(t.Meant == nil || len(t.Meant.Items) == 1, "The first event is no RUN_STARTED.", wire.Str(runStarted), e)
	case t.stage == outside:
		t.Holds(kind == runStarted, "The first event is no RUN_STARTED.", wire.Str(runStarted), e)
	case t.stage == within && kind == runStarted:
		t.Miss("", "A run begins within a run.", wire.Value{}, e)
	case t.stage != within && (kind != runStarted || t.Meant != nil):
		t.Miss("", "An event follows the end of the run.", wire.Value{}, e)
	}
	ids, whole := t.run, t.Whole && t.Meant != nil
	if whole {
		ids = asked(*t.Meant)
	}
	if kind == runFinished && t.run.IsObject() || kind == runStarted && whole {
		t.Holds(wire.Equal(ids.Get("threadId"), e.Get("threadId")) && wire.Equal(ids.Get("runId"), e.Get("runId")),
			"The ids of the run are others.", ids, e)
	}
}

// terminal is what AGUI-51 says of the end.
func (t *told) terminal() {
	if t.raised() && slices.Contains([]string{transcript.Error, transcript.UserStopped}, t.Stop()) {
		return
	}
	t.Holds(t.stage == finished || t.stage == failed, "The run has no end.", wire.Value{}, wire.Value{})
}

// lives is AGUI-52: items are opened, extended and closed as they should be.
func (t *told) lives(e wire.Value) {
	it, kind, _ := t.target(e)
	open := it != nil && it.open
	switch {
	case isType(e, runFinished):
		for _, key := range slices.Sorted(maps.Keys(t.items)) {
			t.Holds(!t.items[key].open, fmt.Sprintf("The run ends, and the %s is open.", key), wire.Value{}, e)
		}
	case kind == "":
	case !t.opening(e) && t.goesOn(e):
		other := func(name, have string) bool { return e.Has(name) && e.Get(name).Text() != have }
		role := it.role
		if role == "" {
			role = "assistant"
		}
		t.Holds(!(other("toolCallName", it.name) || other("parentMessageId", it.parent) || other("role", role)),
			"A chunk disagrees with its opener.", wire.Value{}, e)
	case !t.opening(e):
		t.Holds(open, "What is not open is continued or closed.", wire.Value{}, e)
	case isType(e, textChunk) && !e.Has("messageId"), isType(e, callChunk) && !(e.Has("toolCallId") && e.Has("toolCallName")):
		t.Miss("", "A first chunk lacks its id or its name.", wire.Value{}, e)
	case open:
		t.Miss("", "What is open is opened again.", wire.Value{}, e)
	case it != nil && kind == "call":
		parent := e.Get("parentMessageId").Text()
		t.Holds(e.Get("toolCallName").Text() == it.name && (parent == it.parent || parent == ""),
			"A call is opened again with another name or parent.", wire.Str(it.name), e)
		fallthrough
	case it != nil && kind == "text":
		if t.Saw(); isType(e, callStart, textStart) {
			t.Miss(requirement.Should, "What is closed is started again.", wire.Value{}, e)
		}
	default:
		t.Saw()
	}
}

// wantCall is what the deltas of a call must make: those of input-delta and arguments are
// that text.
func wantCall(c *transcript.CallRecord, stop string) *compare.Want {
	w := producer.Want(c, stop)
	if text, raw := c.ArgumentText(); raw && !w.Cut {
		w.Texts, w.Value, w.Bare = []string{text}, wire.Value{}, text == ""
	}
	return w
}

// callsFit is AGUI-53, and what AGUI-54 says of arguments.
func (t *told) callsFit() {
	if t.Meant == nil {
		return
	}
	var got []*compare.Got
	for i, c := range t.calls() {
		got = append(got, producer.Told(i, c.id, c.name, c.text.String()))
	}
	t.Saw()
	t.right = t.Fit(wantCall, got, producer.Lines("AGUI-53", "AGUI-54"))
	place, last := map[string]int{}, -1
	for i, c := range t.Calls() {
		place[c.ID] = i
	}
	for _, c := range t.calls() {
		if at, known := place[c.id]; known && at < last {
			t.Miss("", "The calls come in another order.", wire.Value{}, wire.Str(c.id))
		} else if known {
			last = at
		}
	}
	for _, m := range t.held {
		for _, c := range m.Get("toolCalls").Items() {
			it := t.items["call "+c.Get("id").Text()]
			t.Holds(it != nil, "A snapshot has a call that the stream never brought.", wire.Value{}, c)
			if it != nil {
				t.retells(it, c.Get("function"))
			}
		}
	}
}

// retells: a snapshot has a call as the stream told it, or as far as it had then.
func (t *told) retells(it *item, f wire.Value) {
	t.Holds(f.Get("name").Text() == it.name, "A snapshot has a call under another name.", wire.Str(it.name), f)
	said, got := it.text.String(), f.Get("arguments").Text()
	v, _ := wire.ParseText(cmp.Or(said, "{}"))
	if !strings.HasPrefix(said, got) && !wire.EqualOrText(v, wire.Str(got)) {
		t.Blame("AGUI-54", "", "A snapshot has other arguments of a call.", wire.Str(said), f)
	}
}

// argued is AGUI-54's own part: there was something to look at.
func (t *told) argued() {
	if len(t.Calls()) > 0 {
		t.Saw()
	}
}

// result looks at a result as it comes: AGUI-55.
func (t *told) resultComes(e wire.Value) {
	if !isType(e, callResult) {
		return
	}
	call := e.Get("toolCallId").Text()
	for _, r := range t.results {
		if r.call == call && r.run == t.runs {
			t.Miss("", "A call is answered a second time.", wire.Value{}, e)
		}
	}
	it := t.items["call "+call]
	switch {
	case t.stage != within:
		t.Miss("", "A result comes behind the end of the run.", wire.Value{}, e)
	case it == nil && t.Meant != nil:
		t.Miss("", "A result comes for a call that has not started.", wire.Value{}, e)
	case it != nil && it.open:
		t.Miss(requirement.Should, "A result comes before the end of its call.", wire.Value{}, e)
	default:
		t.Saw()
	}
}

// resultIDs is AGUI-56.
func (t *told) resultIDs(e wire.Value) {
	take := func(id, owner string) {
		have := t.owners[id]
		clash := have != "" && have != owner && (strings.HasPrefix(have, "result") || strings.HasPrefix(owner, "result"))
		if strings.HasPrefix(owner, "result") {
			t.Saw()
		}
		if clash {
			t.Miss("", "A result has the id of another message.", wire.Value{}, e)
		}
		t.owners[id] = owner
	}
	switch id := e.Get("messageId").Text(); {
	case isType(e, callResult):
		take(id, fmt.Sprintf("result %d", len(t.results)))
	case isType(e, textStart), isType(e, textChunk) && e.Has("messageId"):
		take(id, "message")
	case isType(e, callStart, callChunk) && e.Get("parentMessageId").Text() != "":
		take(e.Get("parentMessageId").Text(), "message")
	}
}

// answersOf are the results that were told for a call.
func (t *told) answersOf(id string) (list []resultTold) {
	for _, r := range t.results {
		if r.call == id {
			list = append(list, r)
		}
	}
	return list
}

// eachResult looks at every result of the turn, with what was told for it.
func (t *told) eachResult(look func(c *transcript.CallRecord, sent []resultTold)) {
	for _, c := range t.Calls() {
		if c.Result != nil {
			look(c, t.answersOf(c.ID))
		}
	}
}

// resultsCome is what AGUI-55 says of a whole stream.
func (t *told) resultsCome() {
	t.eachResult(func(c *transcript.CallRecord, sent []resultTold) {
		if len(sent) > 0 || t.stoppedAt(c) {
			return
		}
		t.Miss("", fmt.Sprintf("The call %q is never answered.", c.ID), c.Result.JSON(), wire.Value{})
		if c.Result.Status != transcript.Success {
			t.Blame("AGUI-58", "", fmt.Sprintf("The call %q failed and is never answered.", c.ID), c.Result.JSON(), wire.Value{})
		}
	})
	for _, m := range t.held {
		if t.Meant == nil || m.Get("role").Text() != "tool" {
			continue
		}
		switch sent := t.answersOf(m.Get("toolCallId").Text()); {
		case len(sent) == 0:
			t.Miss("", "A snapshot has a result that the stream never brought.", wire.Value{}, m)
		case !m.Has("error") && textOf(m.Get("content")) != textOf(sent[0].content):
			t.Blame("AGUI-57", "", "A snapshot has another content of a result.", sent[0].content, m)
		}
	}
}

// stoppedAt: the turn was stopped right where the call was cancelled.
func (t *told) stoppedAt(c *transcript.CallRecord) bool {
	if c.Result.Status != transcript.Cancelled || t.Stop() != transcript.UserStopped {
		return false
	}
	at := slices.IndexFunc(t.Meant.Items, func(i transcript.Item) bool { return i.Kind == transcript.Result && i.ID == c.ID })
	return !slices.ContainsFunc(t.Meant.Items[at+1:], func(i transcript.Item) bool {
		return i.Kind != transcript.Stop && !(i.Kind == transcript.Result && i.Status == transcript.Cancelled)
	})
}

// contents is AGUI-57.
func (t *told) contents() {
	t.eachResult(func(c *transcript.CallRecord, sent []resultTold) {
		if c.Result.Status != transcript.Success || len(sent) == 0 {
			return
		}
		want, got := c.Result.Content, sent[0].content
		t.Saw()
		text := textOf(got)
		plain := got.IsString() || got.Len() == 1 && got.At(0).Get("type").Text() == "text"
		parsed, err := wire.Parse([]byte(text))
		switch {
		case want.IsAbsent() && text == "null" && plain, want.IsString() && plain && text == want.Text():
		case plain && err == nil && wire.Equal(parsed, want):
			if want.IsString() {
				t.Miss(requirement.Should, "A text is told as its JSON.", want, got)
			}
		default:
			t.Miss("", fmt.Sprintf("The result of %q is another.", c.ID), want, got)
		}
	})
}

// errors is AGUI-58.
func (t *told) errors() {
	t.eachResult(func(c *transcript.CallRecord, sent []resultTold) {
		if c.Result.Status == transcript.Success || len(sent) == 0 {
			return
		}
		want, text := c.Result.Content.Text(), textOf(sent[0].content)
		if !c.Result.Content.IsString() {
			want = c.Result.Content.JSON()
		}
		t.Saw()
		switch {
		case c.Result.Status == transcript.Cancelled:
			t.Holds(text != "", "A cancelled call is answered with nothing.", wire.Value{}, sent[0].content)
		case want == "" && text == "":
			t.Miss(requirement.Should, "A call that failed is answered with nothing.", wire.Value{}, sent[0].content)
		case !history.Holds(text, want) && !wire.EqualOrText(c.Result.Content, wire.Str(text)) &&
			!quotes(text, c.Result.Content):
			t.Miss("", fmt.Sprintf("The answer of %q lacks the text of its error.", c.ID), c.Result.Content, sent[0].content)
		}
	})
}

// quotes tells whether an object or a list stands within a text, with whatever blanks and order of members: behind words, and
// before others.
func quotes(text string, v wire.Value) bool {
	from := strings.IndexAny(text, "{[")
	if from < 0 {
		return false
	}
	for range 8 { // a text may go on with what ends as values do
		to := strings.LastIndexAny(text, "}]")
		if to < from {
			return false
		}
		if found, ok := wire.ParseText(text[from : to+1]); ok && wire.Equal(found, v) {
			return true
		}
		text = text[:to]
	}
	return false
}

func (t *told) outcomeKind() string {
	if t.outcome.IsNull() {
		return "success"
	}
	return t.outcome.Get("type").Text()
}

// ended is AGUI-59.
func (t *told) ended() {
	switch t.Stop() {
	case transcript.Completed:
		t.Holds(t.stage == finished && t.outcomeKind() == "success", "The turn was completed, and the run is told otherwise.",
			wire.Str("success"), t.outcome)
	case transcript.Error:
		if t.raised() && len(t.failures) == 0 && t.finishes == 0 {
			t.Saw()
			return
		}
		if t.Holds(t.stage == failed, "The turn failed, and the run is told otherwise.", wire.Str(runError), t.outcome); t.stage != failed {
			return
		}
		got := t.failures[len(t.failures)-1].Get("message").Text()
		if want := t.Message(); got == "" || want != "" && got != want {
			t.Miss(requirement.Should, "The message is not the turn's.", wire.Str(want), wire.Str(got))
		}
	}
}

// stopped is AGUI-60.
func (t *told) stopped() {
	kind := t.outcomeKind()
	switch t.Stop() {
	case transcript.UserStopped:
		if t.raised() && t.finishes == 0 {
			t.Saw()
			return
		}
		t.Holds(t.stage == failed || t.stage == finished && kind == "cancelled", "The turn was stopped, and the run is told otherwise.",
			wire.Str("cancelled"), t.outcome)
	case transcript.Length, transcript.ContentFilter:
		t.Holds(t.stage == failed || t.stage == finished && kind != "interrupt", "The turn was cut, and the run is told as interrupted.",
			wire.Value{}, t.outcome)
		for _, c := range t.Calls() {
			if c.CutInside(t.Stop()) && t.items["call "+c.ID] != nil && t.stage == finished && kind == "success" {
				t.Miss(requirement.Should, "A call was cut, and the run is told as a success.", wire.Value{}, t.outcome)
			}
		}
	}
}
