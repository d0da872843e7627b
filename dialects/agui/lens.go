package agui

import (
	"strconv"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// form is what a stream of events is.
func form() *stream.Form {
	value := wire.ParseString
	return &stream.Form{
		Lens:    lens,
		Plainly: true,
		Subject: func(id string, e wire.Value) bool { return id == "AGUI-16" && harmless(e) },
		Unknown: []wire.Value{act.Comment("keep-alive"), value(`{"type":"X_FUTURE"}`), value(`{"type":"TOOL_CALL_PROGRESS","toolCallId":"x_1","delta":"50%"}`),
			value(`{"type":"x_note","messageId":"x_2","delta":"not a text"}`)},
		Members: []wire.Member{wire.M("x_future", wire.Int(7)), wire.M("x_delta", wire.Str("not a text"))},
		Beside: func(v wire.Value, rename func(string) string) wire.Value {
			return v.Edit("/messages", func(list wire.Value) wire.Value {
				for _, at := range storedIDs(list) {
					list = list.Edit(at, func(id wire.Value) wire.Value { return wire.Str(rename(id.Text())) })
				}
				return list
			})
		},
	}
}

// harmless elements change no message, call, result or status: a stream says the same
// without them. Steps, and what closes a chunk stream, are not among them.
func harmless(e wire.Value) bool {
	data, _, _ := act.Frame(e)
	if data.IsAbsent() {
		return true
	}
	return isType(data, "RAW", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "REASONING_ENCRYPTED_VALUE") || !known(data.Get("type").Text())
}

// lens reads what elements say. A snapshot and an outcome name calls, too.
func lens(elements []wire.Value) []act.Act {
	var acts []act.Act
	for i, e := range elements {
		data, at, _ := act.Frame(e)
		add := func(kind act.Kind, key, name, value string) {
			a := act.Act{Kind: kind, Element: i, At: at, Key: data.Get(key), Value: data.Get(value), ValueAt: at + "/" + value}
			if key == "toolCallId" {
				a.ID, a.IDAt = data.Get(key), at+"/"+key
			}
			if name != "" {
				a.Name, a.NameAt = data.Get(name), at+"/"+name
			}
			acts = append(acts, a)
		}
		names := func(pointers ...string) {
			for _, p := range pointers {
				acts = append(acts, act.Act{Kind: act.Aside, Element: i, At: at, ID: data.Find(p), IDAt: at + p})
			}
		}
		switch data.Get("type").Text() {
		case textStart, textContent, textChunk:
			add(act.Text, "messageId", "", "delta")
		case callStart, callArgs, callChunk:
			add(act.Call, "toolCallId", "toolCallName", "delta")
		case callEnd:
			add(act.End, "toolCallId", "", "delta")
		case callResult:
			add(act.Result, "toolCallId", "", "content")
		case runError:
			add(act.Failure, "", "", "message")
		case runFinished:
			add(act.Reason, "", "", "outcome")
			for k := range data.Find("/outcome/pendingToolCallIds").Items() {
				names("/outcome/pendingToolCallIds/" + strconv.Itoa(k))
			}
			for k := range data.Find("/outcome/interrupts").Items() {
				names("/outcome/interrupts/" + strconv.Itoa(k) + "/toolCallId")
			}
		case snapshot:
			for _, p := range storedIDs(data.Get("messages")) {
				names("/messages" + p)
			}
		case "SUBAGENT_STARTED":
			names("/parentToolCallId")
		case "REASONING_ENCRYPTED_VALUE":
			if data.Get("subtype").Text() == "tool-call" {
				names("/entityId")
			}
		}
	}
	return acts
}

// storedIDs are the pointers of the call ids in stored messages.
func storedIDs(list wire.Value) (pointers []string) {
	for i, m := range list.Items() {
		at := "/" + strconv.Itoa(i)
		if m.Get("toolCallId").IsString() {
			pointers = append(pointers, at+"/toolCallId")
		}
		for k := range m.Get("toolCalls").Items() {
			pointers = append(pointers, at+"/toolCalls/"+strconv.Itoa(k)+"/id")
		}
	}
	return pointers
}
