package anthropicmessages

import (
	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// form is what a stream of events is.
func form() *stream.Form {
	value := wire.ParseString
	return &stream.Form{
		Lens:    lens,
		Named:   true,
		Beside:  stream.Beside{Asked: tools},
		Subject: func(id string, e wire.Value) bool { return id == "MSG-09" && changesNothing(e) },
		Unknown: []wire.Value{act.Comment("keep-alive"), value(`{"type":"ping"}`), value(`{"type":"ping"}`)},
		Members: []wire.Member{wire.M("x_note", value(`{"type":"tool_use","index":5,"id":"toolu_none","text":"x"}`)),
			wire.T("x_id", "toolu_x"), wire.M("x_list", value(`[{"partial_json":"{"}]`)), wire.M("x_null", wire.NullValue)},
	}
}

// tools are the names of the tools that a caller has: those that are called, in the order of
// their first calls. A client runs no tool that it doesn't know.
func tools(elements []wire.Value) []wire.Member {
	names, seen := []wire.Value{}, map[string]bool{}
	for _, e := range elements {
		data, _, _ := act.Frame(e)
		block := data.Get("content_block")
		name := block.Get("name")
		if block.Get("type").Text() == "tool_use" && name.Text() != "" && !seen[name.Text()] {
			seen[name.Text()] = true
			names = append(names, name)
		}
	}
	return []wire.Member{wire.M("tools", wire.List(names...))}
}

// lens reads events, an act each. At is the object inside the event that says it.
func lens(elements []wire.Value) []act.Act {
	var acts []act.Act
	for i, e := range elements {
		data, root, _ := act.Frame(e)
		a := act.Act{Kind: act.Aside, Element: i, At: root, Key: data.Get("index")}
		switch data.Get("type").Text() {
		case "":
			continue
		case messageStart:
			a.At += "/message"
		case blockStart:
			a.At += "/content_block"
			block := data.Get("content_block")
			switch block.Get("type").Text() {
			case "tool_use":
				a.Kind, a.ID, a.Name, a.Value = act.Call, block.Get("id"), block.Get("name"), block.Get("input")
				a.IDAt, a.NameAt, a.ValueAt = a.At+"/id", a.At+"/name", a.At+"/input"
			case "text":
				a.Kind, a.Value = act.Text, block.Get("text")
			}
		case blockDelta:
			a.At += "/delta"
			change := data.Get("delta")
			switch change.Get("type").Text() {
			case "text_delta":
				a.Kind, a.Value, a.ValueAt = act.Text, change.Get("text"), a.At+"/text"
			case "input_json_delta":
				a.Kind, a.Value, a.ValueAt = act.Call, change.Get("partial_json"), a.At+"/partial_json"
			}
		case blockStop:
			a.Kind = act.End
		case messageDelta:
			a.At += "/delta"
			a.Kind, a.Value, a.ValueAt = act.Reason, data.Find("/delta/stop_reason"), a.At+"/stop_reason"
		case errorEvent:
			a.At += "/error"
			a.Kind, a.Value = act.Failure, data.Find("/error/message")
		}
		acts = append(acts, a)
	}
	return acts
}
