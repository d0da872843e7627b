package uimessages

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// form is what a stream of events is.
func form() *stream.Form {
	return &stream.Form{
		Lens: lens, Tail: wire.DoneMarker, Plainly: true, Retold: retold, Unsettled: unsettled, Beside: renamed,
		Unknown: []wire.Value{act.Comment("keep-alive"), dataOf("note", "", wire.ParseString(`{"toolCallId":"call_none","text":"hm"}`), true),
			dataOf("progress", "", wire.Int(7), true)},
		Members: []wire.Member{wire.M("x_note", wire.ParseString(`{"toolCallId":"call_none","delta":"x"}`)), wire.M("traceId", wire.Str("7f")),
			wire.M("sequence_number", wire.Int(4)), wire.M("x_state", wire.Str("output-available"))},
	}
}

// lens reads events: each says one thing.
func lens(elements []wire.Value) []act.Act {
	var acts []act.Act
	for i, element := range elements {
		e, at, _ := act.Frame(element)
		if e.IsAbsent() {
			continue
		}
		a := act.Act{Kind: act.Aside, Element: i, At: at, ID: e.Get("toolCallId"), Name: e.Get("toolName")}
		if !a.ID.IsAbsent() {
			a.IDAt, a.NameAt, a.Key = at+"/toolCallId", at+"/toolName", a.ID
		}
		say := func(kind act.Kind, member string) {
			a.Kind, a.Value, a.ValueAt = kind, e.Get(member), at+"/"+member
		}
		switch kindOf(e) {
		case textDelta:
			say(act.Text, "delta")
		case callEvent, inputEvent, badInputEvent:
			say(act.Call, "input")
		case pieceEvent:
			say(act.Call, "inputTextDelta")
		case outputEvent:
			say(act.Result, "output")
		case failEvent:
			say(act.Result, "errorText")
		case denyEvent:
			a.Kind = act.Result
		case finishEvent:
			say(act.Reason, "finishReason")
		case errorEvent:
			say(act.Failure, "errorText")
		}
		acts = append(acts, a)
	}
	return acts
}

// renamed renames the calls of the message that the stream goes on with.
func renamed(beside wire.Value, rename func(string) string) wire.Value {
	return beside.Edit("/message/parts", func(parts wire.Value) wire.Value {
		return parts.Each(func(p wire.Value) wire.Value {
			if id := p.Get("toolCallId"); id.IsString() {
				return p.With("toolCallId", wire.Str(rename(id.Text())))
			}
			return p
		})
	})
}
