package families

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Grammar is what measuring the coverage of a wire must know beyond its schemas and its lens.
type Grammar struct {
	// Event is the schema of an event, Words the values of its open strings that the documents
	// name, by place.
	Event string
	Words map[string][]string
	// Calls are the kinds of events that may begin a call, Results those that answer one, Own
	// others of a call, Turns those that begin a turn. Nil where an event may say several things:
	// then what its acts say are the elements.
	Calls, Results, Own, Turns []string
	// Stored is what a converter gets, the neutral history where it is nothing.
	Stored Stored
	// Zeros are those of each role, as the dialect's file has them (dialect.WrittenZeros). Resultless is why a producer's turns
	// have no results, "" where they have.
	Zeros, Resultless string
}

// Stored are messages: the schema of one, and the kinds of messages and their parts.
type Stored struct {
	Schema                string
	Kinds, Calls, Results []string
}

// The members that an element gets for what it says of a call.
const (
	kindMember, callMember, nameMember       = "$kind", "$call", "$name"
	argumentsMember, contentMember, besideBy = "$arguments", "$content", " in the same chunk"
)

func ofCall() dialect.CallPlaces {
	return dialect.CallPlaces{ID: callMember, Name: nameMember, Arguments: argumentsMember, Content: contentMember}
}

func places(kinds []string) map[string]dialect.CallPlaces {
	m := map[string]dialect.CallPlaces{}
	for _, k := range kinds {
		m[k] = ofCall()
	}
	return m
}

func kindMemberOf(v wire.Value) string { return v.Get(kindMember).Text() }

// What a chunk is about that says nothing, and an event that changes nothing.
const (
	nothing = "nothing"
	aside   = "aside"
)

// classes are what elements are about, as their neighbours have it: what their acts are.
func classes() map[act.Kind]string {
	return map[act.Kind]string{act.Text: "text", act.Refusal: "refusal", act.Aside: aside, act.Call: "fragment", act.End: "end",
		act.Result: "result", act.Reason: "reason", act.Failure: "failure", act.Usage: "usage"}
}

// of is the grammar of a role.
func (g *Grammar) of(role dialect.Role) *dialect.Grammar {
	written := dialect.WrittenZeros(g.Zeros)[role]
	switch {
	case role == dialect.Converter:
		return g.Stored.grammar(written)
	case role == dialect.Producer && g.Resultless != "":
		return dialect.CompletionGrammar(append(written, dialect.WithoutResults(g.Resultless)...)...)
	case role == dialect.Producer:
		return dialect.CompletionGrammar(written...)
	}
	own := map[string]string{}
	for _, k := range g.Own {
		own[k] = callMember
	}
	out := &dialect.Grammar{Schema: g.Event, Elements: elements, Values: events, Words: g.Words, Calls: places(g.Calls),
		Results: places(g.Results), Own: own, Turns: g.Turns, Wired: true, Class: kindMemberOf, Zeros: written,
		Classes: []string{"text", "call", "fragment", "end", "reason", "failure", aside}}
	if g.Calls == nil {
		out.Elements, out.Kind, out.Class = said, kindMemberOf, nil
		for _, k := range []string{"text", "refusal", "aside", "call", "fragment", "reason", "failure", "usage"} {
			out.Kinds = append(out.Kinds, k, k+besideBy)
		}
		out.Kinds = append(out.Kinds, nothing)
		out.Calls = places([]string{"call", "call" + besideBy})
		out.Own = map[string]string{"fragment": callMember, "fragment" + besideBy: callMember}
	}
	if g.Results != nil {
		out.Classes = append(out.Classes, "result")
	}
	out.Zeros = append(slices.Clone(out.Zeros), zeros(g)...)
	return out
}

// zeros are what no wire of events shows, and why.
func zeros(g *Grammar) []dialect.Zero {
	const opened = "what opens a stream stands first; what begins otherwise takes a fault"
	const ended = "what goes on behind the end takes a fault"
	list := []dialect.Zero{{Cells: "neighbours: (start) → *", Reason: opened}, {Cells: "neighbours: reason → *", Reason: ended},
		{Cells: "neighbours: failure → *", Reason: ended}, {Cells: "member: *d = empty", Reason: dialect.NamelessID},
		{Cells: "reads: * long frame in several reads", Reason: "reads of 61 bytes cut a long frame into many"},
		{Cells: "line endings: *", Reason: "line ends are FRAME's to vary, and its cases mix all three"}}
	if g.Results == nil {
		const none = "the wire of a completion has no results"
		list = append(list, dialect.Zero{Cells: "around: * between a call and its result, *", Reason: none},
			dialect.Zero{Cells: "around: * after a result, *", Reason: none}, dialect.Zero{Cells: "repeated: content of *", Reason: none})
	}
	if g.Turns == nil {
		list = append(list, dialect.OneTurn("a stream is one turn")...)
	}
	return list
}

// events are the data of what comes.
func events(s dialect.Script) (list []wire.Value) {
	if st, ok := s.(*stream.Script); ok {
		for _, e := range st.Came() {
			if data, _, _ := act.Frame(e); !data.IsAbsent() {
				list = append(list, data)
			}
		}
	}
	return list
}

// elements are what comes, each with what it says of a call.
func elements(s dialect.Script) []wire.Value {
	st, ok := s.(*stream.Script)
	if !ok {
		return nil
	}
	list := make([]wire.Value, len(st.Came()))
	for i, e := range st.Came() {
		if list[i], _, _ = act.Frame(e); list[i].IsObject() {
			list[i] = list[i].With(kindMember, wire.Str(aside))
		}
	}
	names, known := classes(), map[string]bool{}
	for _, a := range ofCalls(st.Acts()) {
		v := with(list[a.Element], a)
		class := names[a.Kind]
		if id := a.ID.Text(); a.Kind == act.Call && !known[id] {
			class, known[id] = "call", true
		}
		if v.IsObject() && a.Kind != act.Aside {
			v = v.With(kindMember, wire.Str(class))
		}
		list[a.Element] = v
	}
	return slices.DeleteFunc(list, wire.Value.IsAbsent)
}

// said are the acts of what comes.
func said(s dialect.Script) []wire.Value {
	st, ok := s.(*stream.Script)
	if !ok {
		return nil
	}
	names := classes()
	var list []wire.Value
	next, known := 0, map[string]bool{}
	quiet := func(until int) {
		for ; next < until; next++ {
			list = append(list, wire.Obj(wire.T(kindMember, nothing)))
		}
	}
	for _, a := range ofCalls(st.Acts()) {
		if a.Kind != act.Call && a.Value.IsNull() {
			continue
		}
		quiet(a.Element)
		kind := names[a.Kind]
		if id := a.ID.Text(); a.Kind == act.Call && !known[id] {
			kind, known[id] = "call", true
		}
		if next > a.Element {
			kind += besideBy
		}
		list = append(list, with(wire.Obj(wire.T(kindMember, kind)), a))
		next = a.Element + 1
	}
	quiet(len(st.Came()))
	return list
}

// ofCalls are acts of which those of calls have the id and the whole arguments of theirs.
func ofCalls(acts []act.Act) []act.Act {
	acts, ids, whole := slices.Clone(acts), map[string]wire.Value{}, map[string]string{}
	for i, a := range acts {
		key := a.Stream + a.Key.JSON()
		if a.Kind == act.Aside && ids[key].Text() != "" {
			acts[i].ID = ids[key]
		}
		if a.Kind != act.Call && a.Kind != act.End && a.Kind != act.Result {
			continue
		}
		if a.ID.Text() != "" {
			ids[key] = a.ID
		}
		if acts[i].ID = ids[key]; a.Kind == act.Call && a.Value.IsString() {
			whole[acts[i].ID.Text()] += a.Value.Text()
		} else if a.Kind == act.Call && !a.Value.IsNull() && a.Value.Len() > 0 {
			whole[acts[i].ID.Text()] = a.Value.JSON()
		}
	}
	for i, a := range acts {
		if a.Kind == act.Call {
			acts[i].Tag = wire.Str(whole[a.ID.Text()])
		}
	}
	return acts
}

// with is an element with what an act says of a call.
func with(v wire.Value, a act.Act) wire.Value {
	switch {
	case !v.IsObject():
		return v
	case a.Kind == act.Call && a.Name.IsString():
		return v.With(callMember, a.ID).With(nameMember, a.Name).With(argumentsMember, a.Tag)
	case a.Kind == act.Result:
		return v.With(callMember, a.ID).With(contentMember, a.Value)
	case a.Kind == act.Call, a.Kind == act.End, a.Kind == act.Aside && a.ID.IsString():
		return v.With(callMember, a.ID)
	}
	return v
}

// grammar is that of what a converter gets.
func (s Stored) grammar(zeros []dialect.Zero) *dialect.Grammar {
	values := func(s dialect.Script) []wire.Value { return s.Input("", nil).Get("messages").Items() }
	if s.Schema == "" {
		results := []string{"tool/success", "tool/error", "tool/cancelled"}
		kinds := append([]string{"user", "assistant", "text", "call"}, results...)
		s = Stored{schemas.Input + "#/$defs/history", kinds, []string{"call"}, results}
		values = func(s dialect.Script) []wire.Value { return []wire.Value{s.Input("", nil)} }
		zeros = append(neutral(), zeros...)
	}
	zeros = append(slices.Clone(zeros), stored()...)
	return &dialect.Grammar{Schema: s.Schema, Elements: conversation, Values: values, Kind: kindMemberOf, Kinds: s.Kinds,
		Calls: places(s.Calls), Results: places(s.Results), Turns: []string{"user"}, Zeros: zeros}
}

// neutral are what no neutral history shows, and why.
func neutral() []dialect.Zero {
	return []dialect.Zero{{Cells: "member: history = empty", Reason: "no requirement says what becomes of an empty conversation"},
		{Cells: "member: history*ame = empty", Reason: "what is named has a name"},
		{Cells: "around: tool/* before a call, parallel", Reason: "rare: a failed call beside one that is open, and another behind"}}
}

// stored are what no messages of a converter show, and why.
func stored() []dialect.Zero {
	const within = "a part stands in the message of an assistant"
	return []dialect.Zero{{Cells: "neighbours: (start) → *", Reason: "a user begins; what begins otherwise takes a fault"},
		{Cells: "neighbours: user → *", Reason: within}, {Cells: "neighbours: tool* → *", Reason: within},
		{Cells: "neighbours: assistant → *", Reason: "rare: a message without parts there"},
		{Cells: "member: *d = empty", Reason: dialect.NamelessID},
		{Cells: "sequence: *", Reason: "something of a call again, or behind its result, takes a fault; cases have the usual ones"},
		{Cells: "around: * after a call that is never answered, *", Reason: "rare: a conversation that goes on without a result"},
		{Cells: "around: user between *, parallel", Reason: "rare: a user between two results"},
		{Cells: "around: assistant between *, parallel", Reason: "rare: an assistant between two results"}}
}

// conversation are messages, and behind each what it holds.
func conversation(s dialect.Script) (list []wire.Value) {
	input := s.Input("", nil)
	for _, m := range append(input.Get("history").Items(), input.Get("messages").Items()...) {
		list = append(list, kept(m, m.Get("role").Text()))
		for _, p := range append(m.Get("parts").Items(), m.Get("toolCalls").Items()...) {
			kind := p.Get("type").Text()
			if kind == "function" {
				kind = "call"
			}
			list = append(list, kept(p, kind))
		}
	}
	return list
}

// kept is a message or a part of one as an element.
func kept(v wire.Value, kind string) wire.Value {
	for _, more := range []string{"status", "state"} {
		if word := v.Get(more).Text(); word != "" && (kind == "tool" || more == "state") {
			kind += "/" + word
		}
	}
	first := func(places ...string) wire.Value {
		for _, p := range places {
			if found := v.Find(p); !found.IsAbsent() {
				return found
			}
		}
		return wire.Value{}
	}
	return wire.Obj(wire.T(kindMember, kind), wire.M(callMember, first("/callId", "/toolCallId", "/id")),
		wire.M(nameMember, first("/name", "/toolName", "/function/name")),
		wire.M(argumentsMember, first("/arguments", "/input", "/function/arguments")),
		wire.M(contentMember, first("/output", "/content", "/errorText")))
}
