package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// normal is the observation with neighbouring text joined, ids that nobody gave
// numbered, and nothing but the members that the document knows.
func normal(c *dialect.Case, o *dialect.Observation) wire.Value {
	f := former{written: writtenIn(c.Script), made: map[string]string{}}
	events := make([]wire.Value, len(o.Events))
	for i, e := range o.Events {
		events[i] = e.Value
	}
	told := f.joined(events, words.TextEvent, "delta", words.InputEvent)
	if o.Omitted("chunks") {
		return wire.Obj(wire.M("events", told))
	}
	return wire.Obj(wire.M("events", told), wire.M("chunks", f.joined(o.State.Get("chunks").Items(), "text", "text", "tool")))
}

type former struct {
	written map[string]int
	made    map[string]string
}

func (f *former) joined(items []wire.Value, textType, member, announcing string) wire.Value {
	var list []wire.Value
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			list = append(list, wire.Obj(wire.T("type", textType), wire.T(member, text.String())))
			text.Reset()
		}
	}
	name := f.namer(items, announcing)
	for _, item := range items {
		switch item.Get("type").Text() {
		case textType:
			text.WriteString(item.Get(member).Text())
		case words.InputEvent, words.OutputEvent, words.ErrorEvent, "tool":
			flush()
			list = append(list, tool(item, name(item)))
		}
	}
	flush()
	return wire.List(list...)
}

// namer numbers the ids that were made up. One announced more often than the document writes it down was made up first: an explicit
// id that comes later SHOULD differ (FENCE-09 warns of it), but whether it does may hang on what a counter counted before.
func (f *former) namer(items []wire.Value, announcing string) func(item wire.Value) wire.Value {
	surplus, now := map[string]int{}, map[string]string{}
	for _, item := range items {
		if item.Get("type").Text() == announcing {
			surplus[item.Get("toolCallId").Text()]++
		}
	}
	return func(item wire.Value) wire.Value {
		id := item.Get("toolCallId").Text()
		if item.Get("type").Text() == announcing {
			now[id] = ""
			if surplus[id] > f.written[id] && f.written[id] > 0 {
				surplus[id]--
				now[id] = " made up"
			}
		}
		if id == "" || f.written[id] > 0 && now[id] == "" {
			return item.Get("toolCallId")
		}
		if key := id + now[id]; f.made[key] == "" {
			f.made[key] = fmt.Sprintf("generated id no. %d", len(f.made)+1)
		}
		return wire.Str(f.made[id+now[id]])
	}
}

func tool(item, id wire.Value) wire.Value {
	members := []wire.Member{wire.M("type", item.Get("type")), wire.M("toolCallId", id)}
	for _, name := range words.KnownMembers()[1:] {
		members = append(members, wire.M(name, item.Get(name)))
	}
	return wire.Obj(members...)
}

// writtenIn is how often the document writes each id down.
func writtenIn(s dialect.Script) map[string]int {
	written := map[string]int{}
	if d, ok := document.Of(s); ok {
		for _, o := range d.Objects() {
			written[o.Get("toolCallId").Text()]++
		}
	}
	return written
}

// held is, for each id, the outcomes told of it, in order.
func held(o *dialect.Observation) map[string]wire.Value {
	results, outcomes := map[string]wire.Value{}, map[string]string{words.OutputEvent: "output", words.ErrorEvent: "errorText"}
	for _, e := range o.Events {
		id := e.Value.Get("toolCallId").Text()
		if member := outcomes[words.TypeOf(e.Value)]; member != "" {
			results[id] = results[id].Append(wire.Obj(wire.M(member, e.Value.Get(member))))
		}
	}
	return results
}

func successes(o *dialect.Observation) []string {
	var ids []string
	for _, e := range o.Events {
		if e.Value.Get("type").Text() == words.OutputEvent {
			ids = append(ids, e.Value.Get("toolCallId").Text())
		}
	}
	return ids
}

// normalWriting is what a writer's markdown tells, without what may differ from run to run: how fences and objects are written,
// the line breaks beside a fence, and where between call and result it stands. What is as good as the transcript's stands as the
// transcript has it, and beside it what is wrong: right answers have nothing of that. Absent where any answer is right.
func normalWriting(c *dialect.Case, o *dialect.Observation) wire.Value {
	w, p := newWriting(c, o)
	if p == nil || !p.valid {
		return wire.Value{}
	}
	fences := make([]wire.Value, len(p.bodies))
	for i, body := range p.bodies {
		fences[i] = p.toldBy(body)
	}
	return wire.Obj(wire.M("fences", wire.List(fences...)), wire.T("text", withoutBreaks(p.around.String())),
		wire.M("wrong", requirement.Failed(requirement.Apply(producerRules(), w))))
}

func withoutBreaks(text string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(text) }

// toldBy is what a fence tells of its call.
func (p *plan) toldBy(body wire.Value) wire.Value {
	if !body.IsObject() {
		return wire.OrNull(body)
	}
	state, output, failure := wire.OrNull(body.Get("state")), wire.OrNull(body.Get("output")), wire.OrNull(body.Get("errorText"))
	if c := p.byID[body.Get("toolCallId").Text()]; c != nil {
		r := c.record
		if r.Result == nil && state.Text() != "output-available" {
			state = wire.NullValue // what is told of an open call is free, but for a success
		}
		failure = failureAsMeant(r.Result, failure)
	}
	return wire.Obj(wire.M("toolCallId", wire.OrNull(body.Get("toolCallId"))), wire.M("toolName", wire.OrNull(body.Get("toolName"))),
		wire.M("input", wire.OrNull(body.Get("input"))), wire.M("state", state), wire.M("output", output), wire.M("errorText", failure))
}

// failureAsMeant is the transcript's reason where got tells it, and otherwise words of the writer's own.
func failureAsMeant(r *transcript.Item, got wire.Value) wire.Value {
	if r != nil && r.Status != transcript.Success && wire.EqualOrText(r.Content, got) {
		return r.Content
	}
	if got.IsString() {
		return wire.Str(dialect.OwnWords(got.Text()))
	}
	return got
}

// render writes a transcript as a document, whatever a right producer may choose being picked.
func render(t transcript.Transcript, pick dialect.Pick) dialect.Script {
	texts, calls := timeline(t)
	d := &document.Document{}
	written := 0
	upTo := func(n int) {
		for ; written < n; written++ {
			if texts[written] != "" {
				d.Segments = append(d.Segments, document.Text(texts[written]))
			}
		}
	}
	for i, c := range calls {
		// The fence stands where its call stood, or behind any of the texts up to its result, as long as those of later calls still can.
		latest := c.result
		for _, later := range calls[i:] {
			latest = min(latest, later.result)
		}
		earliest := max(c.call, written)
		upTo(earliest + pick(latest-earliest+1))
		s := document.ToolValue(callObject(c.record, pick)).With(plainStyle(pick))
		s.Cancelled = c.record.Result != nil && c.record.Result.Status == transcript.Cancelled
		d.Segments = append(d.Segments, s)
	}
	upTo(len(texts))
	return d.Script()
}

// placed is a call and how many texts stand before it and before its result.
type placed struct {
	record       *transcript.CallRecord
	call, result int
}

// timeline is the texts of a transcript, and between which of them each call and its result stand.
func timeline(t transcript.Transcript) (texts []string, calls []placed) {
	byID := map[string]int{}
	records := t.Calls()
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Text:
			texts = append(texts, item.Text)
		case transcript.Call:
			byID[item.ID] = len(calls)
			calls = append(calls, placed{record: records[len(calls)], call: len(texts), result: -1})
		case transcript.Result:
			if i, ok := byID[item.ID]; ok && calls[i].result < 0 {
				calls[i].result = len(texts)
			}
		}
	}
	for i := range calls {
		if calls[i].result < 0 {
			calls[i].result = len(texts)
		}
	}
	return texts, calls
}

// plainStyle is one of the forms that every reader knows.
func plainStyle(pick dialect.Pick) document.Style {
	blanks := []string{"", "", "", " ", "  ", "\t"}
	return document.Style{Format: document.Formats()[pick(len(document.Formats()))], Above: pick(3), Below: pick(3),
		After: blanks[pick(len(blanks))], CloseAfter: blanks[pick(len(blanks))]}
}

// callObject is the object of a call, its members in a picked order.
func callObject(c *transcript.CallRecord, pick dialect.Pick) wire.Value {
	members := []wire.Member{wire.T("toolCallId", c.ID), wire.T("toolName", c.Name)}
	input := wire.M("input", callInput(c))
	switch {
	case c.Result == nil:
		open := []wire.Value{wire.Str("input-available"), {}, wire.Str("input-streaming")}
		members = append(members, wire.M("state", open[pick(len(open))]), input)
	case c.Result.Status == transcript.Success:
		members = append(members, wire.T("state", "output-available"), input, wire.M("output", wire.OrNull(c.Result.Content)))
	default:
		members = append(members, wire.T("state", "output-error"), input, wire.T("errorText", errorText(c.Result)))
	}
	for i := len(members) - 1; i > 0; i-- { // 0 keeps the order
		j := i - pick(i+1)
		members[i], members[j] = members[j], members[i]
	}
	return wire.Obj(members...)
}

func callInput(c *transcript.CallRecord) wire.Value {
	if c.Input.IsObject() {
		return c.Input
	}
	if v, err := wire.Parse([]byte(c.Arguments.Text())); err == nil {
		return v
	}
	return wire.Obj()
}

// errorText tells an error or a cancellation.
func errorText(r *transcript.Item) string {
	told := r.Content.Text()
	if !r.Content.IsString() && !r.Content.IsNull() {
		told = r.Content.JSON()
	}
	if strings.TrimSpace(told) == "" && r.Status == transcript.Cancelled {
		return "Cancelled."
	}
	return told
}
