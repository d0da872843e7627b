package openairesponses

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// lists is RESP-58.
func (t *ledger) lists(e wire.Value, _ *sent) {
	kind := e.Get("type").Text()
	output := e.Find("/response/output")
	if kind != responseCompleted && kind != responseIncomplete && kind != responseFailed || !output.IsArray() || t.ended != "" {
		return
	}
	var level requirement.Level
	if kind == responseFailed {
		level = requirement.Should
	}
	miss := func(words string, want, got wire.Value) { t.Miss(level, words, want, got) }
	t.Saw()
	last := int64(-1)
	listed := map[*sent]bool{}
	for _, o := range output.Items() {
		at := slices.IndexFunc(t.items, func(i *sent) bool { return sameItem(i, o) && !listed[i] })
		if at < 0 {
			miss("The terminal lists an item that never came, or one twice.", wire.Value{}, o)
			continue
		}
		i := t.items[at]
		if listed[i] = true; i.index < last {
			miss("The terminal lists items in another order.", wire.Value{}, output)
		}
		last = max(last, i.index)
		switch {
		case i.done.IsAbsent():
			if !isStatus(o, incomplete) {
				miss("The terminal lists an item as whole that was never done.", wire.Str(incomplete), o)
			}
		case !sameContent(i.done, o):
			miss("The terminal lists an item with another content.", i.done, o)
		}
	}
	for _, i := range t.items {
		if i.done.IsObject() && !listed[i] {
			miss("The terminal lacks an item.", i.done, output)
		}
	}
}

func sameContent(a, b wire.Value) bool {
	switch a.Get("type").Text() {
	case functionCall:
		return wire.Equal(a.Get("call_id"), b.Get("call_id")) && wire.Equal(a.Get("name"), b.Get("name")) &&
			wire.Equal(a.Get("arguments"), b.Get("arguments"))
	case callOutput:
		return wire.Equal(a.Get("output"), b.Get("output"))
	case message:
		text := func(v wire.Value) string {
			var b strings.Builder
			for _, p := range v.Get("content").Items() {
				b.WriteString(p.Get("type").Text() + p.Get("text").Text() + p.Get("refusal").Text() + "\x00")
			}
			return b.String()
		}
		return text(a) == text(b)
	}
	return true
}

// completes is RESP-59.
func (t *ledger) completes() {
	if t.Meant != nil && t.Stop() == transcript.Completed {
		t.Holds(t.ended == completed, "A completed turn is told as another.", wire.Str(completed), wire.Str(t.ended))
	}
	if t.ended != completed || t.Meant != nil && t.Stop() != transcript.Completed {
		return
	}
	if why := cmp.Or(t.terminal.Find("/incomplete_details/reason").Text(), t.terminal.Find("/error/message").Text()); t.Meant != nil {
		t.Holds(why == "", "A completed response says why it is none.", wire.Value{}, wire.Str(why))
	}
	items := t.terminal.Get("output").Items()
	for _, i := range t.items {
		items = append(items, i.done)
	}
	for _, o := range items {
		if kind := o.Get("type").Text(); (kind == message || kind == functionCall) && !o.Get("status").IsNull() {
			t.Holds(isStatus(o, completed), "An item of a completed response is not completed.", wire.Str(completed), o.Get("status"))
		}
	}
}

// behindHalf is the last part of RESP-60.
func (t *ledger) behindHalf(e wire.Value, i *sent) {
	if !t.halfDone {
		return
	}
	switch kind := e.Get("type").Text(); {
	case kind == itemDone && i != nil && i.kind == functionCall && isStatus(e.Get("item"), incomplete):
		t.Miss(requirement.Should, "A second item follows one that is incomplete.", wire.Value{}, e)
	case kind == itemAdded, kind == itemDone:
		t.Miss("", "An item follows one that is incomplete.", wire.Value{}, e)
	}
}

func (t *ledger) limited() {
	reason := map[string]string{transcript.Length: "max_output_tokens", transcript.ContentFilter: "content_filter"}[t.Stop()]
	if t.Meant == nil {
		half := slices.ContainsFunc(t.of(functionCall), func(i *sent) bool { return isStatus(i.done, incomplete) })
		if half {
			t.Holds(t.ended != completed, "A response with an incomplete call is completed.", wire.Str(incomplete), wire.Str(t.ended))
		}
		return
	}
	if reason == "" {
		return
	}
	got := t.terminal.Find("/incomplete_details/reason")
	t.Holds(t.ended == incomplete && got.Text() == reason, "The response doesn't end incomplete for that reason.", wire.Str(reason),
		t.terminal.Get("incomplete_details"))
	t.cutsOpen()
}

// cutsOpen: a cut call is not told as completed.
func (t *ledger) cutsOpen() {
	for _, i := range t.of(functionCall) {
		listed := slices.ContainsFunc(t.terminal.Get("output").Items(),
			func(o wire.Value) bool { return sameItem(i, o) && !isStatus(o, incomplete) })
		if t.isCut(i, (*transcript.CallRecord).CutInside) {
			t.Holds(!(i.done.IsObject() && !isStatus(i.done, incomplete)) && !listed, "A cut call is told as whole.", wire.Str(incomplete),
				i.done)
		}
	}
}

// failedFits is RESP-61; that the message isn't empty says the schema.
func (t *ledger) failedFits() {
	if t.ended != "" && t.ended != failed && len(t.failures) > 0 {
		t.Miss("", "An error is told, and the response ends as if there were none.", wire.Str(failed), wire.Str(t.ended))
	}
	if t.Stop() != transcript.Error {
		return
	}
	t.Holds(t.ended == failed, "A turn that failed doesn't end by response.failed.", wire.Str(failed), wire.Str(t.ended))
	if got := t.terminal.Find("/error/message"); t.ended == failed && !wire.Says(got.Text(), t.Message()) {
		t.Miss(requirement.Should, "The message is not the turn's.", wire.Str(t.Message()), got)
	}
	t.cutsOpen()
}

// textFits is what RESP-57 says of the whole turn; a text that nobody said is RESP-55's, too.
func (t *ledger) textFits() {
	if t.Meant == nil {
		return
	}
	want, got := t.Text(), t.said()
	if want != "" {
		t.Saw()
	}
	if want != got {
		t.Miss("", "The text is not the turn's.", wire.Str(want), wire.Str(got))
	}
	if want == "" && got != "" || strings.Count(got, want) > 1 && len(got) > len(want) && want != "" {
		t.Blame("RESP-55", "", "A text is invented.", wire.Str(want), wire.Str(got))
	}
	if want == got {
		t.places()
	}
}

// places: how much text stands before each call.
func (t *ledger) places() {
	length, most := 0, map[string][2]int{}
	pieces := map[string]int{}
	for _, item := range t.Meant.Items {
		switch item.Kind {
		case transcript.Text:
			length += len(item.Text)
		case transcript.Call:
			most[item.ID] = [2]int{length, length}
		case transcript.InputDelta: // until it is whole, text may stand on either side
			pieces[item.ID]++
			most[item.ID] = [2]int{most[item.ID][0], length}
		}
	}
	before := 0
	items := slices.Clone(t.items)
	slices.SortStableFunc(items, func(a, b *sent) int { return int(a.index - b.index) })
	for _, i := range items {
		if i.kind == message {
			before += len(i.text())
		}
		if span, ok := most[i.added.Get("call_id").Text()]; ok && i.kind == functionCall && (before < span[0] || before > span[1]) {
			t.Miss(requirement.Should, "A text stands on the other side of a call.", wire.Int(int64(span[0])), wire.Int(int64(before)))
		}
	}
}

// callsFit is RESP-55.
func (t *ledger) callsFit() {
	if t.Meant == nil {
		return
	}
	var got []*compare.Got
	for n, i := range t.of(functionCall) {
		got = append(got, &compare.Got{ID: i.added.Get("call_id"), Name: i.added.Get("name"), Arguments: wire.Str(i.argumentText()),
			At: fmt.Sprintf("call %d", n)})
		for _, m := range []string{"call_id", "name"} { // those of the done count, too
			if i.done.IsObject() && !wire.Equal(i.done.Get(m), i.added.Get(m)) {
				t.Miss("", "The "+m+" of a call is another at its end.", i.added.Get(m), i.done.Get(m))
			}
		}
	}
	for _, i := range t.items {
		t.opens(i)
		t.listedOpen(i)
	}
	t.SawIf(len(t.Meant.Items) > 0)
	const all = compare.Any &^ (compare.RanCut | compare.NotReady)
	t.right = t.Fit(producer.Kept, got, []compare.Row{{Kinds: all, Requirement: "RESP-55", Level: requirement.Must},
		{Kinds: compare.Foreign, Requirement: "RESP-56", Level: requirement.Must}})
}

// opens: what a call or a part has when it is added is where it begins, or, of a call, an empty object that keeps the place.
func (t *ledger) opens(i *sent) {
	begins := func(whole, said string) {
		if !strings.HasPrefix(whole, said) {
			t.Miss("", "An item begins with what it doesn't say.", wire.Str(whole), wire.Str(said))
		}
	}
	for n := range int64(len(i.parts)) {
		if p := i.parts[n]; p != nil && i.kind == message {
			begins(p.joined.String(), p.opening)
			begins(p.joined.String(), i.added.Find(fmt.Sprintf("/content/%d/text", n)).Text())
		}
	}
	if whole, said := i.argumentText(), i.added.Get("arguments").Text(); i.kind == functionCall && said != "{}" {
		if v, err := wire.Parse([]byte(said)); err != nil || !wire.EqualOrText(v, wire.Str(whole)) {
			begins(whole, said)
		}
	}
}

// listedOpen: what the terminal lists of an item that was never done is what came of it, or its beginning.
func (t *ledger) listedOpen(i *sent) {
	if i.done.IsObject() {
		return
	}
	for _, o := range t.terminal.Get("output").Items() {
		if !sameItem(i, o) {
			continue
		}
		if said, _ := history.Joined(o.Get("content")); i.kind == message && !strings.Contains(t.Text(), said) {
			t.Blame("RESP-57", "", "The terminal lists a message that was cut with a text that nobody said.", wire.Str(t.Text()), o)
		}
		for _, c := range t.Calls() {
			came, ok := c.ArgumentText()
			if ok && c.ID == i.added.Get("call_id").Text() && !strings.HasPrefix(came, o.Get("arguments").Text()) {
				t.Miss("", "The terminal lists a call that was cut with arguments that never came.", wire.Str(came), o)
			}
		}
	}
}

// results is RESP-63.
func (t *ledger) results() {
	seen := map[string]bool{}
	for _, i := range t.of(callOutput) {
		id := i.added.Get("call_id").Text()
		data := i.added
		if i.done.IsObject() {
			data = i.done
		}
		call := slices.IndexFunc(t.of(functionCall),
			func(c *sent) bool { return c.added.Get("call_id").Text() == id && c.done.IsObject() && c.doneAt < i.at })
		t.Holds(call >= 0, "An output has no call that is done before it.", wire.Str(id), data)
		t.Holds(!seen[id], "A call has two outputs.", wire.Value{}, data)
		seen[id] = true
		if t.Turn == nil {
			continue
		}
		at := slices.IndexFunc(t.Turn.Items, func(r transcript.Item) bool { return r.Kind == transcript.Result && r.ID == id })
		if at < 0 {
			t.Miss("", "An output is no result of the turn.", wire.Value{}, data)
			t.Blame("RESP-55", "", "A result is there that the turn lacks.", wire.Value{}, data)
			continue
		}
		r := t.Turn.Items[at]
		text, ok := history.Joined(data.Get("output"))
		right := ok && text == r.Content.Text()
		switch {
		case r.Status != transcript.Success:
			right = ok && history.Holds(text, r.Content.Text())
		case !r.Content.IsString():
			right = ok && wire.EqualOrText(r.Content, wire.Str(text))
		}
		t.Holds(right, "An output is not the turn's result.", r.Content, data)
	}
}

// bytes is RESP-64.
func (t *ledger) bytes() {
	if t.State.Len() == 0 {
		return
	}
	marked := false
	read := t.Bytes(func(f producer.Frame) bool {
		switch {
		case marked:
			t.Miss("", "Something follows the end marker.", wire.Value{}, wire.Str(string(f.Data)))
		case string(f.Data) == wire.DoneMarker:
			marked = true
			if f.Left > 0 {
				t.Miss("", "The end marker stands before the last event.", wire.Value{}, wire.Value{})
			}
		default:
			return false
		}
		return true
	}, func(f producer.Frame) {
		t.Holds(f.Event == f.Value.Get("type").Text(), "The event's name is not its type.", f.Value.Get("type"), wire.Str(f.Event))
	})
	if sse := t.State.Get("sse").Text(); read && (strings.HasPrefix(sse, "id:") || strings.Contains(sse, "\nid:")) {
		t.Miss(requirement.Should, "A frame has an id.", wire.Value{}, wire.Value{})
	}
	if read && !marked {
		t.Miss(requirement.Should, "The end marker is missing.", wire.Str(wire.DoneMarker), wire.Value{})
	}
}
