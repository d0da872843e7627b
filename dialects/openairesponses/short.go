package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/families"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// The short spelling of events in a case file, a list that begins with a word; an object is an
// event as it is. Events are numbered as they come, and what their item was told before need
// not be told again.
//
//	["created","resp_A"]  ["queued"]  ["progress"]
//	["msg",0,"msg_1"]                       a message is added
//	["part",0]  ["say",0,"Let"]             a part of it and a piece; a last number is the content index
//	["text",0,"Let me"]  ["endpart",0,"…"]  output_text.done, content_part.done; without a text: the pieces'
//	["end",0]  ["end",0,"incomplete"]       the message is done
//	["said",0,"msg_1","Let"," me"]          all of it
//	["refused",0,"msg_1","I"," cannot"]     the same, a refusal
//	["call",1,"fc_1","call_A","search"]     a call is added
//	["+",1,"{\"q\""]  ["args",1]            a piece of its arguments, arguments.done; a last text is what it says
//	["enddone",1,"{}","completed"]          the call is done; without a text: the pieces'
//	["called",1,"fc_1","call_A","search","{\"q\":","1}"]   all of it
//	["bare",1,"fc_1","call_A","search","{}"]               without a delta and arguments.done
//	["item",2,{…}]  ["added",2,{…}]  ["done",2,{…}]        any item: both, or one of them
//	["completed"]  ["incomplete","max_output_tokens"]  ["failed","server_error","No"]
//	["error","code","No"]  ["nested","code","No"]          the two forms of error
//	["event","acme:x",{…}]                  any other event, with these members
//	["again",2]  ["again",2,"anew"]         the last event but one again, under its number or a new one
//	["edit","/item/name","x",[…]]  ["drop","/item/id",[…]]   the last event of […], changed
//	["named","x",[…]]  ["raw","[DONE]"]  ["comment","x"]
func (w *writer) short(short wire.Value) error {
	if short.IsObject() {
		w.event(short)
		return nil
	}
	n, _ := short.At(1).Int64()
	text := func(i int) string { return short.At(i).Text() }
	or := func(i int, plain string) string {
		if short.At(i).IsString() {
			return text(i)
		}
		return plain
	}
	content, _ := short.At(short.Len() - 1).Int64()
	if short.Len() < 3 {
		content = 0
	}
	i := w.at(n)
	switch word := text(0); word {
	case "created":
		w.begin(text(1))
	case queued:
		w.status(responseQueued, queued)
	case "progress":
		w.status(responseInProgress, inProgress)
	case "msg":
		w.message(n, text(2))
	case "part":
		w.part(i, content, outputText)
	case "say":
		w.say(i, content, outputText, text(2))
	case "text":
		w.whole(i, content, outputText, or(2, i.text))
	case "endpart":
		w.closed(i, content, outputText, or(2, i.text))
	case "end":
		w.ended(i, or(2, completed))
	case "said", "refused":
		w.saidShort(short, n)
	case "call":
		w.call(n, text(2), text(3), text(4))
	case "+":
		w.piece(i, text(2))
	case "args":
		w.told(i, or(2, i.text))
	case "enddone":
		w.called(i, or(2, i.text), or(3, completed))
	case "called", "bare":
		w.calledShort(short, n)
	case "added", "done", "item":
		w.itemShort(word, n, short.At(2))
	case completed, incomplete:
		w.end(word, text(1), "")
	case failed:
		w.end(word, text(1), text(2))
	case "error", "nested":
		w.failing(text(1), text(2), word == "nested")
	case "event":
		w.emit(text(1), short.At(2).Members()...)
	case "raw":
		w.events = append(w.events, act.Raw(text(1)))
	case "comment":
		w.events = append(w.events, act.Comment(text(1)))
	default:
		return w.shortChange(word, short)
	}
	return nil
}

// event numbers an event that has no number; null stands for none.
func (w *writer) event(e wire.Value) {
	if e.Has("sequence_number") {
		if e.Get("sequence_number").IsNull() {
			e = e.Without("sequence_number")
		}
		w.events = append(w.events, e)
		return
	}
	w.emit(e.Get("type").Text(), e.Without("type").Members()...)
}

func texts(list []wire.Value) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = v.Text()
	}
	return out
}

func (w *writer) saidShort(short wire.Value, n int64) {
	kind := outputText
	if short.At(0).Text() == "refused" {
		kind = refusalPart
	}
	i := w.message(n, short.At(2).Text())
	w.said(i, 0, kind, texts(short.Items()[3:])...)
	w.ended(i, completed)
}

func (w *writer) calledShort(short wire.Value, n int64) {
	i := w.call(n, short.At(2).Text(), short.At(3).Text(), short.At(4).Text())
	pieces := texts(short.Items()[5:])
	if short.At(0).Text() == "called" {
		for _, p := range pieces {
			w.piece(i, p)
		}
		w.told(i, i.text)
	}
	w.called(i, strings.Join(pieces, ""), completed)
}

func (w *writer) itemShort(word string, n int64, item wire.Value) {
	i := w.at(n)
	if word != "done" {
		i = w.add(n, item)
	} else if !slices.Contains(w.items, i) { // it was never added
		w.items = append(w.items, i)
	}
	if word != "added" {
		w.done(i, item)
	}
}

// shortChange makes events of events.
func (w *writer) shortChange(word string, short wire.Value) error {
	inner := short.At(short.Len() - 1)
	last := func(change func(e wire.Value) wire.Value) error {
		if err := w.short(inner); err != nil {
			return err
		}
		w.events[len(w.events)-1] = change(w.events[len(w.events)-1])
		return nil
	}
	switch word {
	case "again":
		back, _ := short.At(1).Int64()
		at := len(w.events) - int(back)
		if back < 1 || at < 0 {
			return fmt.Errorf("again: there is no event %d before", back)
		}
		e := w.events[at]
		if short.At(2).Text() == "anew" {
			e = e.With("sequence_number", wire.Int(w.next))
			w.next++
		}
		w.events = append(w.events, e)
		return nil
	case "edit":
		return last(func(e wire.Value) wire.Value {
			at := short.At(1).Text()
			if !e.Find(at).IsAbsent() {
				return e.Edit(at, func(wire.Value) wire.Value { return short.At(2) })
			}
			in := strings.LastIndexByte(at, '/')
			return e.Edit(at[:in], func(v wire.Value) wire.Value { return v.With(at[in+1:], short.At(2)) })
		})
	case "drop":
		return last(func(e wire.Value) wire.Value {
			return e.Edit(short.At(1).Text(), func(wire.Value) wire.Value { return wire.Value{} })
		})
	case "named":
		return last(func(e wire.Value) wire.Value { return act.Named(short.At(1).Text(), e) })
	}
	return fmt.Errorf("there is no short event %s", short.JSON())
}

// scriptOf makes the stream of a case file's entry.
func scriptOf(e casefile.Entry) (dialect.Script, error) {
	w := &writer{}
	return families.Streams(form(), func(short wire.Value) ([]wire.Value, error) {
		from := len(w.events)
		err := w.short(short)
		return w.events[from:], err
	})(e)
}

// matrixCases are every way in which a piece of arguments is told: in the first piece or a
// later one, empty or not, with something beside it, of the first call or of a later one, and
// with its arguments.done or without.
func matrixCases(pair dialect.Pair) []*dialect.Case {
	beside := [][2]string{{"alone", ``}, {"text", `["say",0,"and "]`}, {"keepalive", `["event","keepalive",{}]`},
		{"prefixed", `["event","acme:x",{"delta":"no"}]`},
		{"comment", `["comment","hm"]`}, {"call", `["+",%d,"{\"other\":1"]`}}
	var list []*dialect.Case
	for n := range len(beside) * 16 {
		b, first, early, blank, told := beside[n/16], n&1 == 0, n&2 == 0, n&4 == 0, n&8 == 0
		index := 1
		shorts := []string{`["created","resp_m"]`, `["msg",0,"msg_m"]`, `["part",0]`, `["say",0,"Look. "]`}
		if !first {
			index = 2
			shorts = append(shorts, `["called",1,"fc_m1","call_m9","before","{\"m\":9}"]`)
		}
		other := b[0] == "call"
		if other {
			shorts = append(shorts, fmt.Sprintf(`["call",%d,"fc_m9","call_m2","beside"]`, index))
			b[1] = fmt.Sprintf(b[1], index)
			index++
		}
		shorts = append(shorts, fmt.Sprintf(`["call",%d,"fc_m4","call_m4","matrix"]`, index))
		piece := func(text string) { shorts = append(shorts, fmt.Sprintf(`["+",%d,%s]`, index, wire.Quote(text))) }
		if !early {
			piece(`{"n"`)
		}
		if b[1] != "" {
			shorts = append(shorts, b[1])
		}
		whole := `{"n":7}`
		if blank {
			piece("")
		}
		if early {
			piece(`{"n"`)
		}
		piece(`:7}`)
		if told {
			shorts = append(shorts, fmt.Sprintf(`["args",%d]`, index))
		}
		shorts = append(shorts, fmt.Sprintf(`["enddone",%d,%s]`, index, wire.Quote(whole)))
		if other {
			shorts = append(shorts, fmt.Sprintf(`["+",%d,"}"]`, index-1), fmt.Sprintf(`["args",%d]`, index-1),
				fmt.Sprintf(`["enddone",%d]`, index-1))
		}
		shorts = append(shorts, `["text",0]`, `["endpart",0]`, `["end",0]`, `["completed"]`)
		e := casefile.Entry{Slug: fmt.Sprintf("piece-%s-%s-%s-%s-%s", choose(early, "opening", "later"), choose(blank, "blank", "said"),
			b[0], choose(first, "first", "second"), choose(told, "told", "untold")),
			Title: "A piece of arguments, with something beside it.", Tests: []string{"RESP-06", "RESP-04", "RESP-07"},
			Class: dialect.Valid}
		for _, s := range shorts {
			e.Elements = append(e.Elements, wire.ParseString(s))
		}
		script, err := scriptOf(e)
		if err != nil {
			panic(err) // it was built in
		}
		list = append(list, e.Case(pair, script))
	}
	return list
}

func choose(so bool, yes, no string) string {
	if so {
		return yes
	}
	return no
}

// undone is how far a call came that has no item.done, how the response then ends, what stands
// beside it, and how the terminal lists it.
type undone struct{ far, end, beside, listed string }

// undoneCases are calls without an item.done, one for each way to get so far, to end, and to be listed.
func undoneCases(pair dialect.Pair) []*dialect.Case {
	var list []*dialect.Case
	for _, far := range []string{"added", "half", "object", "told", "told-at-once"} {
		for _, end := range []string{completed, incomplete, failed, "error", "cut"} {
			for _, beside := range []string{"alone", "between"} {
				list = append(list, undone{far, end, beside, "unlisted"}.made(pair))
			}
			if end == incomplete || end == failed {
				list = append(list, undone{far, end, "alone", incomplete}.made(pair), undone{far, end, "between", inProgress}.made(pair))
			}
		}
	}
	return list
}

func (u undone) made(pair dialect.Pair) *dialect.Case {
	e := casefile.Entry{Slug: fmt.Sprintf("undone-%s-%s-%s-%s", u.far, u.end, u.beside, u.listed), Tests: u.tests(),
		Title: "A call without an item.done, when the response ends.", Class: dialect.Adversarial}
	if u.end == "cut" {
		e.Fields = map[string]string{"ending": string(stream.Cut)}
	}
	for _, s := range u.shorts() {
		e.Elements = append(e.Elements, wire.ParseString(s))
	}
	script, err := scriptOf(e)
	if err != nil {
		panic(err) // it was built in
	}
	return e.Case(pair, script)
}

func (u undone) tests() []string {
	switch u.end {
	case completed:
		if u.far == "told" || u.far == "told-at-once" {
			return []string{"RESP-22"}
		}
		return []string{"RESP-11"}
	case failed:
		return []string{"RESP-11", "RESP-09"}
	case "error":
		return []string{"RESP-13", "RESP-10"}
	case "cut":
		return []string{"RESP-13", "RESP-12"}
	}
	return []string{"RESP-11", "RESP-08"}
}

func (u undone) shorts() []string {
	list := []string{`["created","resp_un"]`}
	index := 0
	if u.beside == "between" {
		list = append(list, `["called",0,"fc_un0","call_un7","search","{\"q\":31}"]`)
		index = 1
	}
	add := func(format string, rest ...any) {
		list = append(list, fmt.Sprintf(format, slices.Insert(rest, 0, any(index))...))
	}
	add(`["call",%d,"fc_un1","call_un8","erase"]`)
	text := `{"path":"/un"}`
	switch u.far {
	case "added":
		text = ""
	case "half":
		text = `{"path":"/u`
		add(`["+",%d,%s]`, wire.Quote(text))
	case "object":
		add(`["+",%d,"{\"path\":"]`)
		add(`["+",%d,"\"/un\"}"]`)
	case "told":
		add(`["+",%d,%s]`, wire.Quote(text))
		add(`["args",%d]`)
	default:
		add(`["args",%d,%s]`, wire.Quote(text))
	}
	if u.beside == "between" {
		list = append(list, `["said",2,"msg_un","So."]`)
	}
	return append(list, u.ending(text)...)
}

// ending is how the response ends, where it does.
func (u undone) ending(text string) []string {
	end := `["completed"]`
	switch u.end {
	case completed:
	case incomplete:
		end = `["incomplete","max_output_tokens"]`
	case failed:
		end = `["failed","server_error","Out of luck"]`
	case "error":
		end = `["error","server_error","Out of luck"]`
	default:
		return nil
	}
	if u.listed == "unlisted" {
		return []string{end}
	}
	entry := fmt.Sprintf(`{"type":"function_call","id":"fc_un1","call_id":"call_un8","name":"erase","arguments":%s,"status":%q}`,
		wire.Quote(text), u.listed)
	if u.beside == "between" {
		entry = `{"type":"function_call","id":"fc_un0","call_id":"call_un7","name":"search",` +
			`"arguments":"{\"q\":31}","status":"completed"},` +
			entry + `,{"type":"message","id":"msg_un","role":"assistant","status":"completed","content":[{"type":"output_text",` +
			`"text":"So.","annotations":[],"logprobs":[]}]}`
	}
	return []string{fmt.Sprintf(`["edit","/response/output",[%s],%s]`, entry, end)}
}
