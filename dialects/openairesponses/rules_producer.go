package openairesponses

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// producerRules are RESP-50…64.
func producerRules() []producer.Rule[*ledger, see] {
	return []producer.Rule[*ledger, see]{
		{Requirement: line("RESP-50"), See: func(t *ledger, e wire.Value, _ *sent) {
			t.Breaches("An event", schemas.ResponseEvent, e)
			if isType(e, responseCancelled) {
				t.Miss("", "There is no such event.", wire.Str(responseIncomplete), e.Get("type"))
			}
		}},
		{Requirement: line("RESP-51"), See: (*ledger).counts},
		{Requirement: line("RESP-52"), See: (*ledger).frames, End: (*ledger).framed},
		{Requirement: line("RESP-53"), See: (*ledger).lives, End: (*ledger).closes},
		{Requirement: line("RESP-54"), See: (*ledger).same},
		{Requirement: line("RESP-55"), End: (*ledger).callsFit},
		{Requirement: line("RESP-56"), See: (*ledger).argumentsAgree},
		{Requirement: line("RESP-57"), See: (*ledger).partsInOrder, End: (*ledger).textFits},
		{Requirement: line("RESP-58"), See: (*ledger).lists},
		{Requirement: line("RESP-59"), End: (*ledger).completes},
		{Requirement: line("RESP-60"), See: (*ledger).behindHalf, End: (*ledger).limited},
		{Requirement: line("RESP-61"), End: (*ledger).failedFits},
		{Requirement: line("RESP-62"), End: func(t *ledger) {
			if t.Stop() == transcript.UserStopped {
				t.Holds(t.ended != completed, "A turn that the user stopped is told as completed.", wire.Str(incomplete),
					wire.Str(t.ended))
				t.cutsOpen()
			}
		}},
		{Requirement: line("RESP-63"), End: (*ledger).results},
		{Requirement: line("RESP-64"), End: (*ledger).bytes},
	}
}

func (t *ledger) counts(e wire.Value, _ *sent) {
	n, ok := e.Get("sequence_number").Int64()
	if !ok {
		return
	}
	t.Holds(n > t.last, "The number is not greater than the one before.", wire.Int(t.last+1), e.Get("sequence_number"))
	if n > t.last+1 {
		t.Miss(requirement.Should, "Numbers are left out.", wire.Int(t.last+1), e.Get("sequence_number"))
	}
}

func (t *ledger) frames(e wire.Value, _ *sent) {
	kind, r := e.Get("type").Text(), e.Get("response")
	if isPrefixed(kind) || kind == keepalive {
		return
	}
	t.Holds(t.events > 0 || kind == responseCreated, "The first event is not response.created.", wire.Str(responseCreated), wire.Str(kind))
	t.Holds(t.ended == "", "Something follows the terminal.", wire.Value{}, wire.Str(kind))
	if t.events > 0 && kind == responseCreated {
		t.Miss("", "The response begins a second time.", wire.Value{}, e.Get("type"))
	}
	if !r.IsObject() {
		return
	}
	t.Holds(t.id == "" || r.Get("id").Text() == t.id, "The response has another id.", wire.Str(t.id), r.Get("id"))
	status := r.Get("status").Text()
	switch kind {
	case responseCreated, responseQueued, responseInProgress:
		t.Holds(status == queued || status == inProgress, "The status doesn't fit the event.", wire.Str(inProgress), r.Get("status"))
	case responseCompleted, responseIncomplete, responseFailed:
		t.Holds("response."+status == kind, "The status doesn't fit the event.", wire.Str(kind), r.Get("status"))
	}
}

func (t *ledger) framed() {
	if t.ended == "" && t.Meant != nil && t.Stop() != transcript.UserStopped {
		t.Miss("", "No terminal ends the response.", wire.Value{}, wire.Value{})
	}
}

// lives is RESP-53, but for what only the end shows.
func (t *ledger) lives(e wire.Value, i *sent) {
	kind := e.Get("type").Text()
	n, ok := e.Get("output_index").Int64()
	if kind == responseCreated || kind == responseQueued || kind == responseInProgress {
		for _, o := range e.Find("/response/output").Items() {
			t.Holds(slices.ContainsFunc(t.items, func(i *sent) bool { return sameItem(i, o) }), "An item is listed that was never added.",
				wire.Value{}, o)
		}
	}
	switch {
	case !ok, isPrefixed(kind):
	case kind == itemAdded:
		if t.Holds(i == nil, "The index, or the item, was added before.", wire.Int(int64(len(t.items))), wire.Int(n)); i == nil &&
			n != int64(len(t.items)) {
			t.Miss(requirement.Should, "The index is not the next.", wire.Int(int64(len(t.items))), wire.Int(n))
		}
	case i == nil:
		t.Miss("", "An event is told of an index that was never added.", wire.Value{}, wire.Int(n))
	case i.done.IsObject():
		t.Miss("", "An event follows the done of its item.", wire.Value{}, e.Get("type"))
	}
}

// closes: every item has its done, but for those that a stop cut off.
func (t *ledger) closes() {
	for _, i := range t.items {
		switch {
		case i.done.IsObject(), t.ended != completed && t.Meant == nil, t.ended != completed && t.Stop() != transcript.Completed &&
			(t.isCut(i, (*transcript.CallRecord).Cut) || i.kind != functionCall && t.isLast(i)):
		default:
			t.Miss("", "An item is never done.", wire.Value{}, i.added)
		}
	}
}

// isLast tells whether no item of the turn was added behind it: what the producer thinks or looks up by itself ends no text.
func (t *ledger) isLast(i *sent) bool {
	return !slices.ContainsFunc(t.items[slices.Index(t.items, i)+1:], (*sent).own)
}

// isCut tells whether the item is a call that the stop cut.
func (t *ledger) isCut(i *sent, cut func(c *transcript.CallRecord, stop string) bool) bool {
	return slices.ContainsFunc(t.Calls(),
		func(c *transcript.CallRecord) bool { return c.ID == i.added.Get("call_id").Text() && cut(c, t.Stop()) })
}

// family tells whether an event of that type is one for items of that kind.
func family(event, kind string) bool {
	rest := strings.TrimPrefix(event, "response.")
	own := map[string][]string{functionCall: {"function_call_arguments."}, message: {"output_text.", "refusal.", "content_part."}}
	of := func(list []string) bool {
		return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(rest, p) })
	}
	if list, known := own[kind]; known {
		return of(list)
	}
	return !of(own[functionCall]) && !of(own[message][:2])
}

// same is RESP-54.
func (t *ledger) same(e wire.Value, i *sent) {
	kind := e.Get("type").Text()
	alike := func(before, now wire.Value) {
		for _, m := range []string{"id", "call_id", "name", "type"} {
			if before.Has(m) || now.Has(m) {
				t.Holds(wire.Equal(before.Get(m), now.Get(m)), "The "+m+" of an item changes.", before.Get(m), now.Get(m))
			}
		}
	}
	switch {
	case isPrefixed(kind) || kind == keepalive:
	case kind == itemAdded:
		for _, m := range []string{"id", "call_id"} {
			given, kind := e.Get("item").Get(m), e.Find("/item/type").Text()
			same := func(o *sent) bool {
				return given.IsString() && wire.Equal(o.added.Get(m), given) && (m == "id" || o.kind == kind)
			}
			if len(t.items) > 0 {
				t.Holds(!slices.ContainsFunc(t.items, same), "Two items have one "+m+".", wire.Value{}, given)
			}
		}
	case kind == itemDone && i != nil && i.own():
		alike(i.added, e.Get("item"))
	case kind == itemDone && i != nil:
		t.Holds(i.id == e.Find("/item/id").Text() && i.kind == e.Find("/item/type").Text(), "The id or type of an item changes.", i.added,
			e.Get("item"))
	case e.Has("response"):
		for _, o := range e.Find("/response/output").Items() {
			for _, i := range t.items {
				if sameItem(i, o) && i.own() {
					alike(i.last(), o)
				}
			}
		}
	case e.Has("output_index"):
		t.Holds(i != nil && (!e.Has("item_id") || e.Get("item_id").Text() == i.id), "The item_id is not that of the item at the index.",
			wire.Value{}, e)
		if i != nil && e.Has("item_id") {
			t.Holds(family(kind, i.kind), "The event is not one for its item.", wire.Str(i.kind), wire.Str(kind))
		}
		if i != nil && kind == argumentsDone && e.Get("name").IsString() {
			t.Holds(wire.Equal(e.Get("name"), i.added.Get("name")), "The name of an item changes.", i.added.Get("name"), e.Get("name"))
		}
	}
}

// own: the item is one of the transcript's, and no hosted tool's or extension's.
func (i *sent) own() bool { return i.kind == functionCall || i.kind == message || i.kind == callOutput }

// last is the item as it was sent last: done, or, where it never was, as it was added.
func (i *sent) last() wire.Value {
	if i.done.IsObject() {
		return i.done
	}
	return i.added
}

// sameItem tells whether an entry of the terminal is about the item: by its id or call id.
func sameItem(i *sent, entry wire.Value) bool {
	call := i.added.Get("call_id")
	return i.id != "" && entry.Get("id").Text() == i.id || call.IsString() && wire.Equal(call, entry.Get("call_id")) &&
		entry.Get("type").Text() == i.kind
}

// argumentsAgree is RESP-56.
func (t *ledger) argumentsAgree(e wire.Value, i *sent) {
	if i == nil || i.kind != functionCall {
		if e.Has("response") {
			t.argumentsListed(e.Get("response"))
		}
		return
	}
	joined := i.joined.String()
	whole := func(text wire.Value) {
		if joined != "" {
			t.Holds(text.Text() == joined, "The arguments are not those of the deltas.", wire.Str(joined), text)
		}
	}
	switch kind := e.Get("type").Text(); kind {
	case argumentsDelta:
		t.Holds(len(i.arguments) == 0 && i.done.IsAbsent(), "A delta follows the arguments' done.", wire.Value{}, e)
	case argumentsDone:
		whole(e.Get("arguments"))
		if len(i.arguments) > 0 || !e.Get("name").IsString() {
			t.Miss(requirement.Should, "The arguments are not told whole once, with the name.", wire.Value{}, e)
		}
	case itemDone:
		data := e.Get("item")
		if whole(data.Get("arguments")); len(i.arguments) > 0 {
			last := i.arguments[len(i.arguments)-1]
			t.Holds(data.Get("arguments").Text() == last, "The arguments are not those of arguments.done.", wire.Str(last),
				data.Get("arguments"))
		} else if !isStatus(data, incomplete) && !t.isCut(i, (*transcript.CallRecord).Cut) {
			t.Miss(requirement.Should, "The arguments are not told whole once, with the name.", wire.Value{}, e)
		}
	}
}

func (t *ledger) argumentsListed(r wire.Value) {
	for _, o := range r.Get("output").Items() {
		for _, i := range t.of(functionCall) {
			if sameItem(i, o) && i.done.IsObject() {
				t.Holds(wire.Equal(o.Get("arguments"), i.done.Get("arguments")), "The terminal has other arguments.",
					i.done.Get("arguments"), o.Get("arguments"))
			}
			came, said := i.joined.String(), o.Get("arguments").Text()
			if sameItem(i, o) && i.done.IsAbsent() && came != "" { // it may hold back, or list what was held back
				t.Holds(strings.HasPrefix(came, said) || strings.HasPrefix(said, came), "The terminal has other arguments.", wire.Str(came),
					o.Get("arguments"))
			}
		}
	}
}

// partsInOrder is what RESP-57 says of a text as it comes.
func (t *ledger) partsInOrder(e wire.Value, i *sent) {
	kind := e.Get("type").Text()
	if i == nil || i.kind != message || isPrefixed(kind) || !e.Has("content_index") && kind != itemDone {
		return
	}
	if kind == itemDone {
		t.partsEnd(e.Get("item"), i)
		return
	}
	p := i.part(e)
	if p == nil {
		t.Holds(kind == partAdded, "A text comes before its content part.", wire.Str(partAdded), wire.Str(kind))
		return
	}
	if of := cmp.Or(e.Find("/part/type").Text(), strings.TrimPrefix(kind, "response.")); kind != partAdded {
		t.Holds(strings.HasPrefix(of, p.kind), "An event is not one for its content part.", wire.Str(p.kind), e)
	}
	switch kind {
	case partAdded:
		t.Miss("", "A content part begins a second time.", wire.Value{}, e)
	case textDelta, refusalDelta:
		t.Holds(!p.told && !p.ended, "A delta follows the text's done.", wire.Value{}, e)
	case textDone, refusalDone:
		text := e.Get("text").Text() + e.Get("refusal").Text()
		t.Holds(!p.told && !p.ended, "The text is told whole a second time, or behind its part.", wire.Value{}, e)
		t.Holds(text == p.joined.String(), "The text is not that of its deltas.", wire.Str(p.joined.String()), wire.Str(text))
	case partDone:
		at := e.Get("part")
		t.Holds(p.told && !p.ended, "A content part ends before its text is told whole, or a second time.", wire.Str(textDone), e)
		t.Holds(at.Get("text").Text()+at.Get("refusal").Text() == p.joined.String(),
			"The text of a content part is not that of its deltas.", wire.Str(p.joined.String()), at)
	}
}

// partsEnd looks at a message's parts when it is done.
func (t *ledger) partsEnd(data wire.Value, i *sent) {
	for n, at := range data.Get("content").Items() {
		text := at.Get("text").Text() + at.Get("refusal").Text()
		p := i.parts[int64(n)]
		switch {
		case p == nil:
			t.Holds(text == "", "A text comes without its content part.", wire.Value{}, at)
		case t.free(i) || !isStatus(data, completed) && t.ended == "" && t.Meant == nil:
		default:
			t.Holds(p.ended, "A content part is never done.", wire.Value{}, at)
			t.Holds(p.deltas > 0 || text == "", "A text has no delta.", wire.Value{}, at)
			t.Holds(p.joined.String() == text, "The text of the item is not that of its deltas.", wire.Str(p.joined.String()), at)
		}
	}
}

// free: it is the text right before a stop that didn't complete the turn.
func (t *ledger) free(i *sent) bool {
	if t.Meant == nil || t.Stop() == transcript.Completed || !t.isLast(i) {
		return false
	}
	n := len(t.Meant.Items)
	return n > 1 && t.Meant.Items[n-2].Kind == transcript.Text
}
