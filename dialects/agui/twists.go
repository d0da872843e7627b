package agui

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// finishing are such places in streams that come to a regular end, and have one run.
func finishing(kinds ...string) func(list []wire.Value, i int) bool {
	return func(list []wire.Value, i int) bool {
		runs := 0
		for _, e := range list {
			if isType(e, runStarted) {
				runs++
			}
		}
		return runs == 1 && isType(list[len(list)-1], runFinished) && isType(list[i], kinds...)
	}
}

// running are places within a run.
func running(list []wire.Value, i int) bool {
	return i > 0 && mean(list, wire.Value{}, i).stage == within
}

// between are places within a run at which no chunk stream is open.
func between(list []wire.Value, i int) bool {
	return i > 0 && !isType(list[i], textChunk, callChunk) && !isType(list[i-1], textChunk, callChunk) && !isType(list[i], runStarted) &&
		mean(list, wire.Value{}, i).stage == within
}

func editing(at, json string) stream.Place {
	return stream.Edited(func(e wire.Value) wire.Value {
		return e.Edit(at, func(wire.Value) wire.Value { return wire.ParseString(json) })
	})
}

// moved puts an event somewhere else.
func moved(to func(list []wire.Value, i int, pick dialect.Pick) int) stream.Place {
	return func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
		e, n := list[i], to(list, i, pick)
		if n < 0 {
			return nil
		}
		return slices.Insert(slices.Delete(list, i, i+1), n, e)
	}
}

func twists() []dialect.Twist { return slices.Concat(cutTwists(), itemTwists(), runTwists()) }

func cutTwists() []dialect.Twist {
	return []dialect.Twist{
		stream.Twist("cut", "AGUI-17", "", stream.CutSomewhere),
		stream.Twist("broken", "AGUI-17", "", stream.BrokenSomewhere),
		stream.Listed("finish-lost", "AGUI-17", "AGUI-51", stream.At(finishing(runFinished), stream.Gone)),
		stream.Listed("end-lost", "AGUI-18 AGUI-20", "AGUI-52", stream.At(finishing(callEnd), stream.Gone)),
		stream.Listed("error", "AGUI-13 AGUI-20", "", stream.At(running, func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
			return append(list[:i], failing("Provider disconnected", "502"))
		})),
		stream.Listed("error-behind", "AGUI-13", "",
			stream.At(finishing(runFinished), func(list []wire.Value, _ int, _ dialect.Pick) []wire.Value {
				return append(list, failing("could not be stored", ""))
			})),
	}
}

func itemTwists() []dialect.Twist {
	different := func(list []wire.Value, i int) bool {
		same := func(name string) bool { return list[i].Has(name) && wire.Equal(list[i].Get(name), list[i-1].Get(name)) }
		const kinds = textStart + textContent + textEnd + callStart + callArgs + callEnd + callResult
		is := func(e wire.Value) bool {
			return strings.Contains(kinds, e.Get("type").Text()) && !isType(e, textChunk, callChunk) && e.Get("type").IsString() &&
				e.Get("type").Text() != ""
		}
		return i > 0 && is(list[i]) && is(list[i-1]) && !same("toolCallId") && !same("messageId")
	}
	return []dialect.Twist{
		stream.Listed("start-twice", "AGUI-18 AGUI-20", "AGUI-52", stream.At(finishing(textStart, callStart), stream.Again)),
		stream.Listed("end-twice", "AGUI-18 AGUI-20", "AGUI-52", stream.At(finishing(textEnd, callEnd), stream.Again)),
		stream.Listed("delta-twice", "AGUI-03 AGUI-01", "", stream.Somewhere(is(textContent, callArgs), stream.Again)),
		stream.Listed("result-twice", "AGUI-21", "AGUI-55", stream.Somewhere(is(callResult), stream.Again)),
		stream.Listed("result-second", "AGUI-21", "AGUI-55",
			stream.Somewhere(is(callResult), stream.Behind(func(e wire.Value, _ dialect.Pick) wire.Value {
				return answers("m_second", e.Get("toolCallId").Text(), wire.Str("another"))
			}))),
		stream.Listed("call-twice", "AGUI-10", "",
			stream.Somewhere(is(callEnd), func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
				var again []wire.Value
				for _, e := range list[:i+1] {
					if wire.Equal(e.Get("toolCallId"), list[i].Get("toolCallId")) && isType(e, callStart, callArgs, callEnd) {
						again = append(again, e)
					}
				}
				return slices.Insert(list, i+1, again...)
			})),
		stream.Listed("swapped", "AGUI-04", "", stream.At(different, func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
			list[i], list[i-1] = list[i-1], list[i]
			return list
		})),
		stream.Listed("result-early", "AGUI-22", "",
			stream.Somewhere(is(callResult), moved(func(list []wire.Value, i int, _ dialect.Pick) int {
				return slices.IndexFunc(list[:i], func(e wire.Value) bool {
					return isType(e, callStart, callChunk) && wire.Equal(e.Get("toolCallId"), list[i].Get("toolCallId"))
				})
			}))),
		stream.Listed("result-late", "AGUI-06", "",
			stream.At(finishing(callResult), moved(func(list []wire.Value, _ int, _ dialect.Pick) int { return len(list) - 2 }))),
		stream.Listed("result-behind", "AGUI-18 AGUI-20", "AGUI-51",
			stream.At(finishing(callResult), moved(func(list []wire.Value, _ int, _ dialect.Pick) int { return len(list) - 1 }))),
		stream.Listed("id-lost", "AGUI-18 AGUI-20", "AGUI-52", stream.Somewhere(is(callArgs), editing("/toolCallId", `"nobody"`))),
		stream.Listed("result-lost", "AGUI-22", "", stream.Somewhere(is(callResult), editing("/toolCallId", `"nobody"`))),
		stream.Listed("id-shared", "AGUI-23", "AGUI-56", stream.At(func(list []wire.Value, i int) bool {
			return isType(list[i], callResult) && slices.ContainsFunc(list[:i], is(textStart))
		}, func(list []wire.Value, i int, _ dialect.Pick) []wire.Value {
			at := slices.IndexFunc(list, is(textStart))
			list[i] = list[i].With("messageId", list[at].Get("messageId"))
			return list
		})),
		stream.Twist("chunked", "AGUI-08 AGUI-09", "", chunks),
		stream.Listed("retyped", "AGUI-19 AGUI-20", "AGUI-50", stream.Somewhere(is(textContent, callArgs, callEnd, callResult),
			func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
				name := map[string]string{textContent: "delta", callArgs: "delta", callEnd: "toolCallId",
					callResult: "content"}[list[i].Get("type").Text()]
				return editing("/"+name, []string{"5", `{"a":1}`, "true"}[pick(3)])(list, i, pick)
			})),
	}
}

func is(kinds ...string) func(wire.Value) bool {
	return func(e wire.Value) bool { return isType(e, kinds...) }
}

// chunks turns items whose events stand together into chunks.
func chunks(s *stream.Script, _ dialect.Pick) (*stream.Script, bool) {
	var out []wire.Value
	done := false
	for i := 0; i < len(s.Elements); i++ {
		e := s.Elements[i]
		id, kind, end := "messageId", textChunk, textEnd
		if isType(e, callStart) {
			id, kind, end = "toolCallId", callChunk, callEnd
		}
		k := i + 1
		for k < len(s.Elements) && isType(s.Elements[k], textContent, callArgs) && wire.Equal(s.Elements[k].Get(id), e.Get(id)) {
			k++
		}
		whole := k < len(s.Elements) && isType(s.Elements[k], end) && wire.Equal(s.Elements[k].Get(id), e.Get(id))
		if !isType(e, textStart, callStart) || !whole {
			out = append(out, e)
			continue
		}
		out = append(out, e.With("type", wire.Str(kind)))
		for _, d := range s.Elements[i+1 : k] {
			out = append(out, d.With("type", wire.Str(kind)))
		}
		i, done = k, true
	}
	return s.With(out), done
}

func runTwists() []dialect.Twist {
	raw := wire.ParseString(`{"type":"RAW","event":{"type":"RUN_ERROR","message":"none"}}`)
	custom := wire.ParseString(`{"type":"CUSTOM","name":"note","value":{"a":[1]}}`)
	return []dialect.Twist{
		stream.Listed("raw", "AGUI-16", "", stream.At(running, stream.Ahead(raw))),
		stream.Listed("custom", "AGUI-16", "", stream.At(between, stream.Ahead(custom))),
		stream.Listed("noted", "AGUI-24", "", stream.Somewhere(is(textContent, callArgs, callEnd, callStart, callResult, stepStarted),
			func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
				list[i] = list[i].With("metadata",
					wire.ParseString([]string{`{"x_key":null}`, `{"x_key":{"a":1}}`}[pick(2)])).With("timestamp",
					wire.Int(1700000000000))
				return list
			})),
		stream.Listed("step-open", "AGUI-18", "AGUI-52",
			stream.At(finishing(runFinished), stream.Ahead(event(stepStarted, wire.T("stepName", "open"))))),
		stream.Listed("split", "AGUI-14", "", stream.At(func(list []wire.Value, i int) bool {
			return between(list, i) && !mean(list, wire.Value{}, i).anyOpen()
		}, stream.Ahead(finishes("r0", wire.Value{}), starts(ownRun)))),
		stream.Twist("retold", "AGUI-15", "", retold),
		stream.Listed("outcome", "AGUI-11 AGUI-16", "",
			stream.At(finishing(runFinished), func(list []wire.Value, i int, pick dialect.Pick) []wire.Value {
				list[i] = list[i].With("outcome", wire.ParseString([]string{`{"type":"cancelled"}`,
					`{"type":"interrupt","interrupts":[{"id":"i_1","reason":"why"}]}`, `{"type":"parked"}`}[pick(3)]))
				return list
			})),
	}
}

// retold puts a snapshot of what is held where no chunk stream is open. Where calls have no
// parent, or ids repeat, nobody knows what it would hold.
func retold(s *stream.Script, pick dialect.Pick) (*stream.Script, bool) {
	at := pick(len(s.Elements))
	m := mean(s.Elements, s.Beside.Get("messages"), at)
	if at == 0 || !between(s.Elements, at) || m.wrong != "" || s.AbortAfter > 0 {
		return s, false
	}
	var list []wire.Value
	for _, t := range m.messages {
		stored := wire.Obj(wire.T("id", t.id), wire.T("role", t.role), wire.T("content", t.text.String()), wire.M("metadata", t.metadata))
		var calls []wire.Value
		for _, c := range m.calls {
			if c.parents[0] == t.id {
				function := wire.Obj(wire.T("name", c.names[0]), wire.T("arguments", c.text.String()))
				calls = append(calls,
					wire.Obj(wire.T("id", c.id), wire.T("type", "function"), wire.M("function", function), wire.M("metadata", c.metadata)))
			}
		}
		if len(calls) > 0 {
			stored = stored.With("toolCalls", wire.List(calls...))
		}
		if t.traits.Has(act.SameID|act.Reused) || t.list.IsArray() || t.hidden {
			return s, false
		}
		list = append(list, stored)
	}
	for _, a := range m.answers {
		if a.traits.Has(act.SameID|act.Repeated|act.Stray) || a.content.IsArray() {
			return s, false
		}
		list = append(list, wire.Obj(wire.T("id", a.id), wire.T("role", "tool"), wire.T("toolCallId", a.call),
			wire.M("content", a.content),
			wire.M("error", a.err), wire.M("metadata", a.metadata)))
	}
	for _, c := range m.calls {
		if len(c.parents) != 1 || c.parents[0] == "" || c.traits.Has(act.Reused) || c.hidden {
			return s, false
		}
	}
	return s.With(slices.Insert(slices.Clone(s.Elements), at, event(snapshot, wire.M("messages", wire.List(list...))))), true
}
