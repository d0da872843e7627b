package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// form is what a stream of events is.
func form() *stream.Form {
	value := wire.ParseString
	return &stream.Form{
		Lens: lens, Tail: wire.DoneMarker, Named: true, Retold: retold, Strewn: renumbered,
		Subject: func(id string, e wire.Value) bool {
			data, _, _ := act.Frame(e)
			kind := data.Get("type").Text()
			return id == "RESP-14" && isPrefixed(kind) || id == "RESP-15" && isAside(kind)
		},
		Unknown: []wire.Value{act.Comment("keep-alive"), value(`{"type":"keepalive","sequence_number":0}`),
			value(`{"type":"acme:note","sequence_number":0,"item_id":"fc_none","output_index":0,"delta":"none",` +
				`"item":{"type":"function_call"}}`)},
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

// view is what a consumer shows beside what the stream means.
type view struct {
	*meaning
	c     *dialect.Case
	o     *dialect.Observation
	state wire.Value
	compare.View
	calls  []*wanted
	itemOf map[*compare.Want]*item
	told   []segment
	// text and refusal that are shown; plain is the text as every client would make it.
	text, refusal, plain string
	// unfit: the text is none that was told; disordered: its pieces stand in the order of ends.
	unfit, disordered bool
	// partial: it need not hold everything. gone: it shows nothing, and may.
	partial, gone bool
}

func newView(book *compare.Rulebook[*view], c *dialect.Case, o *dialect.Observation) (*view, bool) {
	m, ok := meant(c)
	if !ok {
		return nil, false
	}
	v := &view{meaning: m, c: c, o: o, state: o.State, itemOf: map[*compare.Want]*item{}}
	v.Loud = loud(o.State)
	v.Called = slices.ContainsFunc(m.failures, func(f failure) bool { return !f.late })
	v.partial = v.Loud || v.Called
	v.calls = m.wants()
	right, lax := m.orders()
	v.told = right[0]
	for _, w := range v.calls {
		for _, f := range w.forms {
			v.itemOf[f] = w.item
		}
		if w.start != nil {
			v.itemOf[w.start] = w.item
		}
	}
	for _, e := range v.list() {
		switch e.Get("type").Text() {
		case "text":
			v.text += e.Get("text").Text()
		case "refusal":
			v.refusal += e.Get("text").Text()
		}
	}
	for _, s := range v.told {
		if len(s.alternatives) > 0 && !s.refusal && !s.lone {
			v.plain += s.alternatives[len(s.alternatives)-1]
		}
	}
	fits := func(told []segment) bool { return made(told, v.text, v.partial || m.end == "") }
	v.unfit = !slices.ContainsFunc(right, fits)
	v.disordered = v.unfit && slices.ContainsFunc(lax, fits)
	v.unfit = v.unfit && !v.disordered
	v.Leave = m.leave
	v.Blames = book.Blames(c.Tests, c.Blame != nil, "RESP-01", "RESP-02", len(v.calls) > 0)
	if m.odd.Has(prefixed) && c.Blame == nil { // an extension's event is all that can be refused
		v.Blames = []string{"RESP-14"}
	}
	groups := m.groups(v.calls)
	if v.gone = m.emptied() && v.text == "" && len(v.shown()) == 0; v.gone {
		groups, v.unfit = nil, false
	}
	v.Result, v.Forms = compare.Groups(groups, v.shown(), compare.Options{Partial: v.partial})
	v.Result.Deviations = slices.DeleteFunc(v.Result.Deviations, v.pardoned)
	for i, d := range v.Result.Deviations {
		if d.Kind == compare.Missing && d.Want.Soft { // that it is missing is a small miss of the plain line
			plain := *d.Want
			plain.Traits &^= contrary | strayed | doubled | shared | malformed
			v.Result.Deviations[i].Want = &plain
		}
	}
	v.Blamed = book.Blame(v.Result.Deviations, m.all())
	v.Blamed = slices.DeleteFunc(v.Blamed, func(b compare.Blamed) bool { // whose they are, items that share something don't tell
		return b.Requirement == "RESP-06" && b.Want != nil && b.Want.Traits.Has(shared)
	})
	return v, true
}

// loud: the answer says that it failed. Not every failure has words.
func loud(state wire.Value) bool {
	return !state.Get("error").IsNull() || state.Get("status").Text() == failed && state.Get("output").IsNull()
}

func (v *view) list() []wire.Value { return v.state.Get("output").Items() }

// all are the traits of the stream and of its items.
func (m *meaning) all() act.Traits {
	t := m.odd
	for _, it := range m.items {
		t |= it.traits
	}
	return t
}

// shown are the calls of the answer. What is told of a hosted tool, or of one that no item was
// added for, may be held as long as it isn't run.
func (v *view) shown() []*compare.Got {
	var list []*compare.Got
	for i, e := range v.list() {
		if e.Get("type").Text() != "call" || e.Get("state").Text() == "open" && v.hosted(e) {
			continue
		}
		list = append(list, &compare.Got{ID: e.Get("callId"), Name: e.Get("name"), Arguments: e.Get("arguments"),
			State: e.Get("state").Text(),
			At:    fmt.Sprintf("/output/%d", i)})
	}
	return list
}

func (v *view) hosted(e wire.Value) bool {
	ids := []string{e.Get("itemId").Text(), e.Get("callId").Text()}
	known := func(list []string) bool {
		return slices.ContainsFunc(list, func(id string) bool { return id != "" && slices.Contains(ids, id) })
	}
	foreign := false
	for _, it := range v.items {
		if own := known(slices.Concat(it.ids, it.calls)); own && it.kind == functionCall {
			return false
		} else if own && it.kind != callOutput {
			foreign = true
		}
	}
	return foreign || len(v.strays) > 0 && (known(v.strayIDs) || ids[0] == "" && ids[1] == "")
}

// pardoned: an open call may hold what its deltas say, where its end says something else.
func (v *view) pardoned(d compare.Deviation) bool {
	const text = compare.WrongText | compare.Foreign
	it := v.itemOf[d.Want]
	return it != nil && d.Kind&text != 0 && d.Got.State == "open" && (it.wild || it.live().Made(d.Got.Arguments.Text(), true))
}

// Tells says whether the answer shows anything: something of what came is there, or nothing
// came.
func (v *view) Tells() bool {
	failure := v.state.Get("error")
	if !v.state.Get("status").IsString() || !v.state.Get("output").IsArray() && !v.Loud || !failure.IsNull() && !failure.IsObject() {
		return false
	}
	if v.plain != "" && v.text != "" && !v.unfit || v.Result.Right() || v.Loud && v.Called || v.gone {
		return true
	}
	return v.plain == "" && len(v.calls) == 0
}

// retold is a stream told in order, an item at a time, with the end that it has. Arguments that are
// malformed or told by no delta become right ones; a call that was cut off or left half stays without its
// done, so that what goes wrong with such calls goes wrong here too.
func retold(s *stream.Script) *stream.Script {
	m, ok := meant(&dialect.Case{Script: s})
	if !ok {
		return s
	}
	open := m.unclosed()
	a := act.Gather(s.Acts()).Of(s.Form.Main)
	pieces := a.InOrder(func(_ int, c *act.Called) []act.Piece { return []act.Piece{{Text: c.Text(), Element: c.First}} })
	w := &writer{}
	w.begin("resp_plain")
	for n, p := range pieces {
		index := int64(n)
		if p.Call == nil {
			i := w.message(index, fmt.Sprintf("msg_plain_%d", n))
			w.said(i, 0, outputText, p.Text)
			w.ended(i, completed)
			continue
		}
		id, name := p.Call.Plain(n)
		if slices.ContainsFunc(p.Call.IDs, func(id string) bool { return slices.Contains(open, id) }) {
			i := w.call(index, fmt.Sprintf("fc_plain_%d", n), id, name)
			if p.Text != "" {
				w.piece(i, p.Text)
			}
			continue
		}
		if _, ok := wire.ParseObject(p.Text); !ok {
			p.Text = fmt.Sprintf(`{"plain":%d}`, n)
		}
		i := w.call(index, fmt.Sprintf("fc_plain_%d", n), id, name)
		w.piece(i, p.Text)
		w.told(i, p.Text)
		w.called(i, p.Text, completed)
	}
	return &stream.Script{Form: s.Form, Elements: w.events, End: m.finish(w)}
}

// unclosed are the ids of calls that were cut off or left half.
func (m *meaning) unclosed() []string {
	var ids []string
	for _, w := range m.wants() {
		if w.item.traits.Has(half | cutOff) {
			ids = append(ids, w.item.calls...)
		}
	}
	return ids
}

// finish ends what is written as the stream ended.
func (m *meaning) finish(w *writer) stream.Ending {
	switch {
	case m.end == failed:
		w.end(failed, "server_error", "Plainly failed")
	case m.end == incomplete:
		w.end(incomplete, "max_output_tokens", "")
	case m.end != "":
		w.end(completed, "", "")
	case len(m.failures) > 0:
		w.failing("server_error", "Plainly failed", false)
	default:
		return stream.Cut
	}
	return stream.Whole
}
