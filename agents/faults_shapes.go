package agents

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// takes makes hooks that change the events of a stream; each conversation has a change of its own, which may keep state.
func takes(change func() func(e wire.Value) wire.Value) func() hooks {
	return func() hooks { return hooks{taking: change()} }
}

// always is a change that keeps no state.
func always(change func(e wire.Value) wire.Value) func() hooks {
	return takes(func() func(e wire.Value) wire.Value { return change })
}

// kind tells whether an event is of one of these types, lost is one that says nothing.
func kind(e wire.Value, kinds ...string) bool { return slices.Contains(kinds, e.Get("type").Text()) }

func lost() wire.Value { return wire.Obj() }

// ends ends the loop at calls under a reason that is a word.
func ends(place, word string) func() hooks {
	return func() hooks {
		last := ""
		return hooks{taking: func(e wire.Value) wire.Value {
			if w := e.Find(place); w.IsString() {
				last = w.Text()
			}
			return e
		}, stops: func(*turn) bool { return last == word }}
	}
}

// latest gives pieces the key of what began last.
func latest(member, begins, piece string) func() hooks {
	return takes(func() func(e wire.Value) wire.Value {
		key := wire.Value{}
		return func(e wire.Value) wire.Value {
			if kind(e, begins) {
				key = e.Get(member)
			}
			if kind(e, piece) {
				return e.With(member, key)
			}
			return e
		}
	})
}

// Of each wire they are faults of who reads an answer as it is told most of the time.

// itemFaults are those of items.
func itemFaults() []row {
	return []row{
		{id: "LOOP-03/done-unread", title: "Arguments are their deltas alone.",
			plant: always(func(e wire.Value) wire.Value {
				if kind(e, "response.output_item.done") && e.Find("/item/type").Text() == "function_call" {
					return lost()
				}
				return e
			})},
		{id: "LOOP-01/servers-own", title: "A call of a tool that the server runs is taken for one of the agent's.",
			plant: always(func(e wire.Value) wire.Value {
				item := e.Get("item")
				if item.Get("type").Text() != "mcp_call" {
					return e
				}
				return e.With("item", item.With("type", wire.Str("function_call")).With("call_id", item.Get("id")))
			})},
		{id: "LOOP-06/failed-unseen", title: "A response that failed is taken for one that is whole.",
			plant: becomes("response.failed", "response.completed")},
		{id: "LOOP-15/first-part", title: "Of the parts of a message only the first is taken.", small: true,
			plant: always(func(e wire.Value) wire.Value {
				return e.Edit("/item/content", func(v wire.Value) wire.Value {
					if v.Len() > 1 {
						return wire.List(v.Items()[0])
					}
					return v
				})
			})},
	}
}

// runFaults are those of runs.
func runFaults() []row {
	return []row{
		{id: "LOOP-01/chunks-unread", title: "Calls that are told in chunks are not taken.",
			plant: unheard("TOOL_CALL_CHUNK", func(wire.Value) bool { return true })},
		{id: "LOOP-03/nameless-chunk-lost", title: "A chunk that doesn't say of which call it is is not taken.",
			plant: unheard("TOOL_CALL_CHUNK", func(e wire.Value) bool { return !e.Has("toolCallId") })},
		{id: "LOOP-14/text-chunks-unread", title: "Texts that are told in chunks are not taken.",
			plant: unheard("TEXT_MESSAGE_CHUNK", func(wire.Value) bool { return true })},
		{id: "LOOP-14/raw-read", title: "An event inside a RAW one is taken for one of the stream.",
			plant: always(func(e wire.Value) wire.Value {
				if kind(e, "RAW") && e.Get("event").IsObject() {
					return e.Get("event")
				}
				return e
			})},
		{id: "LOOP-01/parented-lost", title: "Calls that stand in a message are not taken.",
			plant: unheard("TOOL_CALL_START", func(e wire.Value) bool { return !e.Get("parentMessageId").IsNull() })},
		{id: "LOOP-03/last-started", title: "Deltas are taken for those of the call that was started last.",
			plant: latest("toolCallId", "TOOL_CALL_START", "TOOL_CALL_ARGS")},
	}
}

// partFaults are those of parts.
func partFaults() []row {
	return []row{
		{id: "LOOP-03/draft-run", title: "A call is run with what its deltas say, and not with its input.",
			plant: drafted()},
		{id: "LOOP-01/unstarted-lost", title: "A call whose input comes without a start is not taken.",
			plant: behindFirst("toolCallId", "tool-input-start", "tool-input-available")},
		{id: "LOOP-03/name-split", title: "A tool's name is what stands behind its last dash.",
			plant: misnamed(func(name string) string { return name[strings.LastIndex(name, "-")+1:] })},
		{id: "LOOP-03/name-cut", title: "A tool's name is what stands before its first dash.",
			plant: misnamed(func(name string) string { first, _, _ := strings.Cut(name, "-"); return first })},
		{id: "LOOP-06/abort-unseen", title: "A turn that was aborted is taken for one that is whole.",
			plant: becomes("abort", "finish")},
		{id: "LOOP-01/waits-under-stop", title: "Calls are not run where the answer ends with stop.",
			plant: ends("/finishReason", "stop")},
	}
}

// misnamed reads another name than a call has.
func misnamed(as func(name string) string) func() hooks {
	return always(func(e wire.Value) wire.Value {
		if name := e.Get("toolName").Text(); name != "" {
			return e.With("toolName", wire.Str(as(name)))
		}
		return e
	})
}

// becomes takes events of a type for those of another.
func becomes(name, other string) func() hooks {
	return always(func(e wire.Value) wire.Value {
		if kind(e, name) {
			return e.With("type", wire.Str(other))
		}
		return e
	})
}

// unheard loses some events of a type.
func unheard(name string, some func(e wire.Value) bool) func() hooks {
	return always(func(e wire.Value) wire.Value {
		if kind(e, name) && some(e) {
			return lost()
		}
		return e
	})
}

// behindFirst loses events of whom no first one told.
func behindFirst(member, first, later string) func() hooks {
	return takes(func() func(e wire.Value) wire.Value {
		known := map[string]bool{}
		return func(e wire.Value) wire.Value {
			known[e.Get(member).Text()] = known[e.Get(member).Text()] || kind(e, first)
			if kind(e, later) && !known[e.Get(member).Text()] {
				return lost()
			}
			return e
		}
	})
}

// drafted puts what deltas say in the place of an input.
func drafted() func() hooks {
	return takes(func() func(e wire.Value) wire.Value {
		texts := map[string]string{}
		return func(e wire.Value) wire.Value {
			id := e.Get("toolCallId").Text()
			texts[id] += e.Get("inputTextDelta").Text()
			if v, err := wire.Parse([]byte(texts[id])); err == nil && kind(e, "tool-input-available") {
				return e.With("input", v)
			}
			return e
		}
	})
}

// blockFaults are those of blocks.
func blockFaults() []row {
	return []row{
		{id: "LOOP-03/latest-block", title: "Deltas are taken for those of the block that began last.",
			plant: latest("index", "content_block_start", "content_block_delta")},
		{id: "LOOP-01/servers-own", title: "A call of a tool that the server runs is taken for one of the agent's.",
			plant: always(func(e wire.Value) wire.Value {
				return e.Edit("/content_block/type", func(v wire.Value) wire.Value {
					if v.Text() == "server_tool_use" {
						return wire.Str("tool_use")
					}
					return v
				})
			})},
		{id: "LOOP-03/input-of-the-start", title: "An input that a block begins with is not taken.",
			plant: always(func(e wire.Value) wire.Value {
				return e.Edit("/content_block/input", func(v wire.Value) wire.Value {
					if v.IsObject() {
						return wire.Obj()
					}
					return v
				})
			})},
	}
}

// chunked are the places of a chunk.
const (
	inCalls   = "/choices/0/delta/tool_calls"
	inContent = "/choices/0/delta/content"
	inReason  = "/choices/0/finish_reason"
)

// entries changes the calls of a chunk, where it has some.
func entries(e wire.Value, change func(list []wire.Value) []wire.Value) wire.Value {
	return e.Edit(inCalls, func(v wire.Value) wire.Value {
		if v.Len() == 0 {
			return v
		}
		return wire.List(change(slices.Clone(v.Items()))...)
	})
}

// none are no calls.
func none([]wire.Value) []wire.Value { return nil }

// chunkFaults are those of chunks.
func chunkFaults() []row {
	where := func(some func(e wire.Value) bool, change func(list []wire.Value) []wire.Value) func() hooks {
		return always(func(e wire.Value) wire.Value {
			if some(e) {
				return entries(e, change)
			}
			return e
		})
	}
	every := func(wire.Value) bool { return true }
	textless := func(some func(e wire.Value) bool) func() hooks {
		return always(func(e wire.Value) wire.Value {
			if some(e) {
				return e.Edit(inContent, func(wire.Value) wire.Value { return wire.Value{} })
			}
			return e
		})
	}
	last := func(e wire.Value) bool { return e.Find(inReason).IsString() }
	return []row{
		{id: "LOOP-03/reason-alone", title: "In the chunk of the reason no call is read.", plant: where(last, none)},
		{id: "LOOP-01/first-of-a-chunk", title: "Of the calls in a chunk only the first is taken.",
			plant: where(every, func(list []wire.Value) []wire.Value { return list[:1] })},
		{id: "LOOP-03/equal-of-a-chunk", title: "Of equal pieces in a chunk only the first is taken.",
			plant: where(every, func(list []wire.Value) []wire.Value { return slices.CompactFunc(list, wire.Equal) })},
		{id: "LOOP-01/text-or-calls", title: "In a chunk that has text no call is read.",
			plant: where(func(e wire.Value) bool { return e.Find(inContent).Text() != "" }, none)},
		{id: "LOOP-01/content-or-calls", title: "In a chunk that has a content, were it empty, no call is read.",
			plant: where(func(e wire.Value) bool { return e.Find(inContent).IsString() }, none)},
		{id: "LOOP-15/calls-or-text", title: "In a chunk that has calls no text is read.", small: true,
			plant: textless(func(e wire.Value) bool { return e.Find(inCalls).Len() > 0 })},
		{id: "LOOP-14/reason-or-text", title: "In the chunk of the reason no text is read.", plant: textless(last)},
		{id: "LOOP-14/blank-pieces", title: "Pieces of text that are blank are not taken.",
			plant: textless(func(e wire.Value) bool { return strings.TrimSpace(e.Find(inContent).Text()) == "" })},
		{id: "LOOP-03/blank-ids", title: "A piece with an empty id is none of the call.",
			plant: where(every, func(list []wire.Value) []wire.Value {
				return slices.DeleteFunc(list, func(f wire.Value) bool { return f.Has("id") && f.Get("id").Text() == "" })
			})},
		{id: "LOOP-03/opener-is-bare", title: "Arguments that stand in the opener are not taken.",
			plant: where(every, func(list []wire.Value) []wire.Value {
				for i, f := range list {
					if f.Get("id").Text() != "" {
						list[i] = f.Edit("/function/arguments", func(wire.Value) wire.Value { return wire.Str("") })
					}
				}
				return list
			})},
		{id: "LOOP-03/last-opened", title: "Pieces are taken for those of the call that was opened last.", plant: lastOpened()},
		{id: "LOOP-03/text-closes", title: "What comes of a call behind text is not taken.", plant: textCloses()},
	}
}

// lastOpened gives pieces without an id the index of the last that had one.
func lastOpened() func() hooks {
	return takes(func() func(e wire.Value) wire.Value {
		at := wire.Int(0)
		return func(e wire.Value) wire.Value {
			return entries(e, func(list []wire.Value) []wire.Value {
				for i, f := range list {
					if f.Get("id").Text() != "" {
						at = f.Get("index")
					}
					list[i] = f.With("index", at)
				}
				return list
			})
		}
	})
}

// textCloses loses pieces behind text, until a call is opened.
func textCloses() func() hooks {
	return takes(func() func(e wire.Value) wire.Value {
		closed := false
		return func(e wire.Value) wire.Value {
			closed = closed || e.Find(inContent).Text() != ""
			return entries(e, func(list []wire.Value) []wire.Value {
				return slices.DeleteFunc(list, func(f wire.Value) bool {
					closed = closed && f.Get("id").Text() == ""
					return closed
				})
			})
		}
	})
}
