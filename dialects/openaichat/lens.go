package openaichat

import (
	"fmt"
	"strconv"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// firstChoice is the stream of acts that `done.state` shows first.
const firstChoice = "0"

// form is what a stream of chunks is.
func form() *stream.Form {
	return &stream.Form{
		Lens:   lens,
		Strewn: asOthers,
		Tail:   wire.DoneMarker, Plain: plain, Main: firstChoice,
		Unknown: []wire.Value{act.Comment("OPENROUTER PROCESSING"), chunk(), chunk().With("usage", wire.NullValue)},
		Members: []wire.Member{wire.M("x_note", wire.ParseString(`{"index":5,"id":"call_none","content":"x"}`)), wire.T("provider", "p"),
			wire.M("logprobs", wire.NullValue), wire.T("system_fingerprint", "fp"), wire.T("reasoning_content", "hm")},
	}
}

// asOthers gives strewn chunks the id of the others, for one that changes may be refused; and takes
// a null usage from them where usage is told: behind it, that is CHAT-09's.
func asOthers(list []wire.Value, strewn func(i int) bool) []wire.Value {
	var first wire.Value
	counted := false
	for i, e := range list {
		data, _, _ := act.Frame(e)
		if !strewn(i) && first.IsAbsent() && data.Get("choices").IsArray() {
			first = data
		}
		counted = counted || !strewn(i) && data.Get("usage").IsObject()
	}
	for i, e := range list {
		if strewn(i) && e.Get("choices").IsArray() && !first.IsAbsent() {
			list[i] = e.With("id", first.Get("id"))
		}
		if strewn(i) && counted {
			list[i] = list[i].Without("usage")
		}
	}
	return list
}

// lens reads chunks. Aside acts are what makes a chunk odd or stands beside its text.
func lens(elements []wire.Value) []act.Act {
	r := &reader{}
	for i, e := range elements {
		chunk, at, event := act.Frame(e)
		r.element, r.at = i, at
		r.chunk(chunk, event)
	}
	return r.acts
}

type reader struct {
	element int
	at      string
	acts    []act.Act
}

func (r *reader) add(a act.Act) {
	a.Element = r.element
	r.acts = append(r.acts, a)
}

func (r *reader) chunk(chunk wire.Value, event string) {
	if !chunk.Get("error").IsNull() || event == "error" && !chunk.Get("choices").IsArray() {
		message := chunk.Find("/error/message")
		r.add(act.Act{Kind: act.Failure, At: r.at, Value: message, Firm: message.Text() != "" && !chunk.Has("choices")})
	}
	if usage := chunk.Get("usage"); chunk.Has("usage") {
		r.add(act.Act{Kind: act.Usage, At: r.at, ValueAt: r.at + "/usage", Value: usage, Firm: chunk.Get("choices").Len() == 0})
	}
	for i, choice := range chunk.Get("choices").Items() {
		r.choice(choice, fmt.Sprintf("%s/choices/%d", r.at, i))
	}
}

func (r *reader) choice(choice wire.Value, at string) {
	of := choice.Get("index").Plain().JSON()
	say := func(kind act.Kind, place string) {
		if v := choice.Find(place); !v.IsAbsent() {
			r.add(act.Act{Kind: kind, Stream: of, At: at, ValueAt: at + place, Value: v})
		}
	}
	say(act.Text, "/delta/content")
	say(act.Refusal, "/delta/refusal")
	say(act.Aside, "/delta/reasoning_content")
	for i, call := range choice.Find("/delta/tool_calls").Items() {
		place := at + "/delta/tool_calls/" + strconv.Itoa(i)
		function := call.Get("function")
		a := act.Act{Kind: act.Call, Stream: of, At: place, Key: call.Get("index"), ID: call.Get("id"), Name: function.Get("name"),
			Value: function.Get("arguments"), Tag: call.Get("type")}
		a.IDAt, a.NameAt, a.ValueAt = place+"/id", place+"/function/name", place+"/function/arguments"
		r.add(a)
	}
	say(act.Reason, "/finish_reason")
}

// plain is an answer, each piece in a chunk of its own, under dense indices. Arguments that
// are cut or malformed become right ones.
func plain(a *act.Answer) []wire.Value {
	pieces := a.InOrder(func(n int, c *act.Called) []act.Piece {
		if text := c.Text(); text != "" && !wire.IsJSON(text) { // that may be what the line is about
			return []act.Piece{{Text: fmt.Sprintf(`{"plain":%d}`, n), Element: c.First}}
		}
		return c.Pieces
	})
	chunks := []wire.Value{said(wire.T("role", "assistant"))}
	for _, p := range pieces {
		switch {
		case p.Call == nil:
			chunks = append(chunks, said(wire.T("content", p.Text)))
		case p.Opens:
			id, name := p.Call.Plain(p.N)
			chunks = append(chunks, said(calls(opener(int64(p.N), id, name, p.Text))))
		default:
			chunks = append(chunks, said(calls(fragment(int64(p.N), p.Text))))
		}
	}
	return append(chunks, finish("tool_calls"))
}
