package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// form is what a stream of events is.
func form() *stream.Form {
	value := wire.ParseString
	return &stream.Form{
		Lens: lens, Tail: wire.DoneMarker, Named: true, Plain: plain, Strewn: renumbered,
		Subject: func(id string, e wire.Value) bool {
			data, _, _ := act.Frame(e)
			kind := data.Get("type").Text()
			return id == "RESP-14" && isPrefixed(kind) || id == "RESP-15" && isAside(kind)
		},
		Unknown: []wire.Value{act.Comment("keep-alive"), value(`{"type":"keepalive","sequence_number":0}`),
			value(`{"type":"acme:note","sequence_number":0,"item_id":"fc_none","output_index":0,"delta":"none","item":{"type":"function_call"}}`)},
		Members: []wire.Member{wire.M("x_note", value(`{"type":"function_call","id":"fc_none","call_id":"call_none"}`)),
			wire.T("obfuscation", "aZ3k"),
			wire.T("x_id", "call_x"), wire.M("x_null", wire.NullValue)},
	}
}

// renumbered are events among which others were strewn: numbers go on counting, and what had
// one number still has one. Behind a terminal, what has no prefix may be told as one event too many.
func renumbered(list []wire.Value, strewn func(i int) bool) []wire.Value {
	now, more, last := map[int64]int64{}, int64(0), int64(-1)
	var kept []wire.Value
	over := false
	for i, e := range list {
		data, at, _ := act.Frame(e)
		kind := data.Get("type").Text()
		if over && strewn(i) && kind == keepalive {
			continue
		}
		over = over || isTerminal(data)
		n, ok := data.Get("sequence_number").Int64()
		if !ok {
			kept = append(kept, e)
			continue
		}
		before, known := now[n]
		switch {
		case strewn(i):
			n = last + 1
			more++
		case known:
			n = before
		default:
			now[n] = n + more
			n += more
		}
		last = max(last, n)
		kept = append(kept, e.Edit(at+"/sequence_number", func(wire.Value) wire.Value { return wire.Int(n) }))
	}
	return kept
}

// lens reads events. Calls are what `added` and deltas say; what says it again is an End.
func lens(elements []wire.Value) []act.Act {
	var acts []act.Act
	for i, e := range elements {
		data, root, _ := act.Frame(e)
		a := act.Act{Kind: act.Aside, Element: i, At: root, Key: data.Get("output_index")}
		kind := data.Get("type").Text()
		switch kind {
		case "":
			continue
		case itemAdded, itemDone:
			a = named(a, data.Get("item"), root+"/item", kind == itemAdded)
		case argumentsDelta:
			a.Kind, a.Value, a.ValueAt = act.Call, data.Get("delta"), root+"/delta"
		case textDelta, refusalDelta:
			a.Kind, a.Value, a.ValueAt = act.Text, data.Get("delta"), root+"/delta"
			if kind == refusalDelta {
				a.Kind = act.Refusal
			}
		case partAdded, partDone:
			a.At += "/part"
		case responseCompleted, responseIncomplete, responseFailed:
			for n, item := range data.Find("/response/output").Items() {
				acts = append(acts, named(a, item, fmt.Sprintf("%s/response/output/%d", root, n), false))
			}
			a.At += "/response"
			a.Kind, a.Value = act.Reason, data.Find("/response/status")
		case errorEvent:
			a.Kind = act.Failure
		}
		acts = append(acts, a)
	}
	return acts
}

// named is the act of an item: where it opens a call, and where its id stands.
func named(a act.Act, item wire.Value, at string, opens bool) act.Act {
	a.Kind, a.At = act.End, at
	if kind := item.Get("type").Text(); kind != functionCall && kind != callOutput {
		a.Kind = act.Aside
		return a
	}
	a.ID, a.IDAt = item.Get("call_id"), at+"/call_id"
	if opens && item.Get("type").Text() == functionCall {
		a.Kind, a.Name, a.Value = act.Call, item.Get("name"), item.Get("arguments")
	}
	return a
}

// isPrefixed tells an extension's event: its type has a slug and a colon.
func isPrefixed(kind string) bool { return strings.Contains(kind, ":") }

// isAside tells the documented events that are about nothing here.
func isAside(kind string) bool {
	hosted := []string{"reasoning", "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_",
		"custom_tool_call",
		"shell_call", "apply_patch_call", "local_shell_call", "computer_call", "audio", "output_text.annotation"}
	return kind == keepalive || slices.ContainsFunc(hosted, func(h string) bool { return strings.HasPrefix(kind, "response."+h) })
}

// plain is an answer told in order, an item at a time. Arguments that are cut, malformed or
// told by no delta become right ones.
func plain(a *act.Answer) []wire.Value {
	type piece struct {
		element int
		text    string
		call    *act.Called
	}
	var pieces []piece
	for _, p := range a.Text {
		pieces = append(pieces, piece{p.Element, p.Text, nil})
	}
	for _, c := range a.Calls {
		pieces = append(pieces, piece{c.First, c.Text(), c})
	}
	slices.SortStableFunc(pieces, func(p, q piece) int { return p.element - q.element })
	w := &writer{}
	w.begin("resp_plain")
	for n, p := range pieces {
		index := int64(n)
		if p.call == nil {
			i := w.message(index, fmt.Sprintf("msg_plain_%d", n))
			w.said(i, 0, outputText, p.text)
			w.ended(i, completed)
			continue
		}
		id, name := fmt.Sprintf("plain_%d", 3*n+1), "plain"
		if len(p.call.IDs) > 0 && !p.call.Traits.Has(act.SameID) {
			id = p.call.IDs[0]
		}
		if len(p.call.Names) > 0 {
			name = p.call.Names[0]
		}
		if _, ok := wire.ParseObject(p.text); !ok {
			p.text = fmt.Sprintf(`{"plain":%d}`, n)
		}
		i := w.call(index, fmt.Sprintf("fc_plain_%d", n), id, name)
		w.piece(i, p.text)
		w.told(i, p.text)
		w.called(i, p.text, completed)
	}
	w.end(completed, "", "")
	return w.events
}
