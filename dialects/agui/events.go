package agui

import (
	"fmt"
	"strconv"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// The types of events that the suite looks at.
const (
	runStarted  = "RUN_STARTED"
	runFinished = "RUN_FINISHED"
	runError    = "RUN_ERROR"
	stepStarted = "STEP_STARTED"
	stepEnded   = "STEP_FINISHED"
	textStart   = "TEXT_MESSAGE_START"
	textContent = "TEXT_MESSAGE_CONTENT"
	textEnd     = "TEXT_MESSAGE_END"
	textChunk   = "TEXT_MESSAGE_CHUNK"
	callStart   = "TOOL_CALL_START"
	callArgs    = "TOOL_CALL_ARGS"
	callEnd     = "TOOL_CALL_END"
	callChunk   = "TOOL_CALL_CHUNK"
	callResult  = "TOOL_CALL_RESULT"
	snapshot    = "MESSAGES_SNAPSHOT"

	reasoningStart   = "REASONING_MESSAGE_START"
	reasoningContent = "REASONING_MESSAGE_CONTENT"
	reasoningEnd     = "REASONING_MESSAGE_END"
)

func isType(e wire.Value, kinds ...string) bool {
	for _, k := range kinds {
		if e.Get("type").Text() == k {
			return true
		}
	}
	return false
}

// event makes an event; members that are absent are left out.
func event(kind string, members ...wire.Member) wire.Value {
	return wire.Obj(append([]wire.Member{wire.T("type", kind)}, members...)...)
}

// some is a text, absent where it is "".
func some(text string) wire.Value {
	if text == "" {
		return wire.Value{}
	}
	return wire.Str(text)
}

const (
	thread = "t1"
	ownRun = "r1"
)

func starts(run string) wire.Value {
	return event(runStarted, wire.T("threadId", thread), wire.T("runId", run))
}

// finishes ends a run; an absent outcome is left out.
func finishes(run string, outcome wire.Value) wire.Value {
	return event(runFinished, wire.T("threadId", thread), wire.T("runId", run), wire.M("outcome", outcome))
}

func failing(message, code string) wire.Value {
	return event(runError, wire.T("message", message), wire.M("code", some(code)))
}

func textOpens(id, role string) wire.Value {
	return event(textStart, wire.T("messageId", id), wire.M("role", some(role)))
}

func says(id, text string) wire.Value {
	return event(textContent, wire.T("messageId", id), wire.T("delta", text))
}

func textCloses(id string) wire.Value { return event(textEnd, wire.T("messageId", id)) }

func callOpens(id, name, parent string) wire.Value {
	return event(callStart, wire.T("toolCallId", id), wire.T("toolCallName", name), wire.M("parentMessageId", some(parent)))
}

func piece(id, text string) wire.Value {
	return event(callArgs, wire.T("toolCallId", id), wire.T("delta", text))
}

func callCloses(id string) wire.Value { return event(callEnd, wire.T("toolCallId", id)) }

func answers(message, call string, content wire.Value) wire.Value {
	return event(callResult, wire.T("messageId", message), wire.T("toolCallId", call), wire.M("content", content), wire.T("role", "tool"))
}

// chunkOf is a chunk of a call or a text; what is absent or null is left out.
func chunkOf(kind string, names []string, values []wire.Value) wire.Value {
	e := event(kind)
	for i, v := range values {
		if !v.IsNull() && i < len(names) {
			e = e.With(names[i], v)
		}
	}
	return e
}

// The short spelling of events in a case file, a list that begins with a word; an object is
// an event as it is.
//
//	["run"]  ["run","r2"]  ["done"]  ["done","r2",{…}]   RUN_STARTED, RUN_FINISHED
//	["error","No","code"]                                RUN_ERROR
//	["text","m1"] ["say","m1","Hi"] ["mute","m1"]        a text message, piece by piece; a third word of text is its role
//	["said","m1","Hi"," you"]                            the whole triad
//	["call","c1","get","m1"] ["+","c1","{}"] ["end","c1"]  a call; its parent may be left out
//	["called","c1","get","m1","{\"q\"",":1}"]            the whole triad; "" is no parent
//	["chunk","c1","get","m1","{}"] ["words","m1","Hi"]   chunks; null leaves a member out
//	["result","c1","3 hits","res_1"]                     the last may be left out
//	["step","s"] ["stepped","s"] ["held",[…]]            steps, a snapshot of messages
//	["raw","[DONE]"] ["comment","x"] ["with",{…},[…]]    frames; an event with more members
func expand(short wire.Value) ([]wire.Value, error) {
	if short.IsObject() {
		return []wire.Value{short}, nil
	}
	text := func(i int) string { return short.At(i).Text() }
	one := func(e wire.Value) ([]wire.Value, error) { return []wire.Value{e}, nil }
	run := func() string {
		if id := text(1); id != "" {
			return id
		}
		return ownRun
	}
	switch word := text(0); word {
	case "run":
		return one(starts(run()))
	case "done":
		return one(finishes(run(), short.At(2)))
	case "error":
		return one(failing(text(1), text(2)))
	case "text":
		return one(textOpens(text(1), text(2)))
	case "say":
		return one(says(text(1), text(2)))
	case "mute":
		return one(textCloses(text(1)))
	case "call":
		return one(callOpens(text(1), text(2), text(3)))
	case "+":
		return one(piece(text(1), text(2)))
	case "end":
		return one(callCloses(text(1)))
	case "said", "called":
		return triad(short), nil
	case "chunk":
		return one(chunkOf(callChunk, []string{"toolCallId", "toolCallName", "parentMessageId", "delta"}, short.Items()[1:]))
	case "words":
		return one(chunkOf(textChunk, []string{"messageId", "delta", "role"}, short.Items()[1:]))
	case "result":
		id := text(3)
		if id == "" {
			id = "res_" + text(1)
		}
		return one(answers(id, text(1), short.At(2)))
	case "step":
		return one(event(stepStarted, wire.T("stepName", text(1))))
	case "stepped":
		return one(event(stepEnded, wire.T("stepName", text(1))))
	case "held":
		return one(event(snapshot, wire.M("messages", short.At(1))))
	case "raw":
		return one(act.Raw(text(1)))
	case "comment":
		return one(act.Comment(text(1)))
	case "with":
		inner, err := expand(short.At(2))
		for i := range inner {
			for _, m := range short.At(1).Members() {
				inner[i] = inner[i].With(m.Name, m.Value)
			}
		}
		return inner, err
	}
	return nil, fmt.Errorf("there is no short event %s", short.JSON())
}

// triad is a whole text or a whole call.
func triad(short wire.Value) []wire.Value {
	id := short.At(1).Text()
	if short.At(0).Text() == "said" {
		list := []wire.Value{textOpens(id, "")}
		for _, p := range short.Items()[2:] {
			list = append(list, says(id, p.Text()))
		}
		return append(list, textCloses(id))
	}
	list := []wire.Value{callOpens(id, short.At(2).Text(), short.At(3).Text())}
	for _, p := range short.Items()[min(4, short.Len()):] {
		list = append(list, piece(id, p.Text()))
	}
	return append(list, callCloses(id))
}

// beside is what stands in an input beside its events: the ids of the run, and the messages
// that the client holds before it.
func beside(messages wire.Value) wire.Value {
	return wire.Obj(wire.T("threadId", thread), wire.T("runId", ownRun), wire.M("messages", messages))
}

// asked are the ids of the run that a turn is asked for: those of other turns are others.
func asked(t transcript.Transcript) wire.Value {
	return wire.Obj(wire.T("threadId", "thread-"+t.MessageID), wire.T("runId", "run-"+t.MessageID))
}

func scriptOfEvents(elements []wire.Value) *stream.Script {
	return &stream.Script{Form: form(), Elements: elements, Beside: beside(wire.Value{})}
}

// renamed gives the calls that the client holds other ids.
func renamed(beside wire.Value, rename func(string) string) wire.Value {
	return beside.Edit("/messages", func(list wire.Value) wire.Value {
		for _, at := range storedIDs(list) {
			list = list.Edit(at, func(id wire.Value) wire.Value { return wire.Str(rename(id.Text())) })
		}
		return list
	})
}

// form is what a stream of events is.
func form() *stream.Form {
	value := wire.ParseString
	return &stream.Form{
		Lens:    lens,
		Plainly: true,
		Subject: func(id string, e wire.Value) bool { return id == "AGUI-16" && harmless(e) },
		Unknown: []wire.Value{act.Comment("keep-alive"), value(`{"type":"X_FUTURE"}`),
			value(`{"type":"TOOL_CALL_PROGRESS","toolCallId":"x_1","delta":"50%"}`),
			value(`{"type":"x_note","messageId":"x_2","delta":"not a text"}`)},
		Members: []wire.Member{wire.M("x_future", wire.Int(7)), wire.T("x_delta", "not a text")},
		Retold:  retell,
		// A violation ends what is judged, and a snapshot may take a result away.
		Unsettled: func(s *stream.Script) map[string]bool {
			ids := map[string]bool{}
			if m := mean(s.Came(), s.Beside.Get("messages"), len(s.Came())); m.wrong != "" || m.snapped {
				for id := range s.Answered() {
					ids[id] = true
				}
			}
			return ids
		},
		Beside: stream.Beside{Rename: renamed},
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

// retell is what a stream tells, item by item, in one run that comes to its end.
func retell(s *stream.Script) *stream.Script {
	m := mean(s.Came(), s.Beside.Get("messages"), len(s.Came()))
	list := []wire.Value{starts(ownRun)}
	for _, t := range m.messages {
		if text := t.text.String() + textOf(t.list); text != "" && !t.hidden {
			list = append(list, textOpens(t.id, t.role), says(t.id, text), textCloses(t.id))
		}
	}
	for _, c := range m.calls {
		if list = append(list, callOpens(c.id, c.names[0], "")); c.text.Len() > 0 {
			list = append(list, piece(c.id, c.text.String()))
		}
		list = append(list, callCloses(c.id))
	}
	answered := map[string]bool{}
	for i, a := range m.answers {
		if m.call(a.call) != nil && !answered[a.call] {
			list = append(list, answers(fmt.Sprintf("plain_%d", i), a.call, a.content))
		}
		answered[a.call] = true
	}
	return scriptOfEvents(append(list, finishes(ownRun, wire.Value{})))
}
