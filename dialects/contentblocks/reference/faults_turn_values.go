package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// hearsItems is a server that hears items of a kind in another way.
func hearsItems(id, title string, kind transcript.Kind, edit func(*transcript.Item)) dialect.Fault {
	return hearsTurn(id, title, func(t transcript.Transcript) transcript.Transcript {
		out := transcript.Transcript{MessageID: t.MessageID}
		for _, item := range t.Items {
			if item.Kind == kind {
				edit(&item)
			}
			out.Items = append(out.Items, item)
		}
		return out
	})
}

// valueTurnFaults: contents, artifacts, names and inputs that come through changed.
func valueTurnFaults() []dialect.Fault {
	content := func(id, title string, edit func(status string, v wire.Value) wire.Value) dialect.Fault {
		return hearsItems(id, title, transcript.Result, func(r *transcript.Item) { r.Content = edit(r.Status, r.Content) })
	}
	unwrapped := func(member string) dialect.Fault {
		return content("BLOCK-56/member-"+member, "Of a content with a member "+member+" only that is sent.",
			func(_ string, v wire.Value) wire.Value {
				if m := v.Get(member); !m.IsAbsent() {
					return m
				}
				return v
			})
	}
	artifact := func(id, title string, edit func(wire.Value) wire.Value) dialect.Fault {
		return hearsItems(id, title, transcript.Result, func(r *transcript.Item) { r.Artifact = edit(r.Artifact) })
	}
	call := func(id, title string, edit func(*transcript.Item)) dialect.Fault {
		return hearsItems(id, title, transcript.Call, edit)
	}
	return []dialect.Fault{
		content("BLOCK-56/error-object-object", "An error that is an object is sent as [object Object].",
			func(status string, v wire.Value) wire.Value {
				if status == "error" && v.IsObject() {
					return wire.Str("[object Object]")
				}
				return v
			}),
		content("BLOCK-56/null-worded", "The content null is sent as a text that somebody made up.",
			func(_ string, v wire.Value) wire.Value {
				if v.IsNull() {
					return wire.Str("Tool execution failed")
				}
				return v
			}),
		content("BLOCK-56/cancelled-emptied", "A cancelled call whose content is no text is sent with none.",
			func(status string, v wire.Value) wire.Value {
				if status == "cancelled" && !v.IsString() {
					return wire.Str("")
				}
				return v
			}),
		hearsItems("BLOCK-56/only-texts-fail", "An error whose content is no text is told as a success.", transcript.Result,
			func(r *transcript.Item) {
				if r.Status == "error" && !r.Content.IsString() {
					r.Status = "success"
				}
			}),
		hearsItems("BLOCK-56/error-member", "A success with a member error is told as an error.", transcript.Result,
			func(r *transcript.Item) {
				if r.Content.Has("error") {
					r.Status = "error"
				}
			}),
		hearsTurn("BLOCK-56/stopped-empty-cancelled", "An empty success of a turn that was stopped is told as cancelled.",
			func(t transcript.Transcript) transcript.Transcript {
				out := transcript.Transcript{MessageID: t.MessageID, Items: append([]transcript.Item(nil), t.Items...)}
				for i, item := range out.Items {
					if item.Status == "success" && item.Content.Text() == "" && t.StopReason() == transcript.UserStopped {
						out.Items[i].Status = "cancelled"
					}
				}
				return out
			}),
		hearsTurn("BLOCK-56/stopped-later-fail", "Of a turn that an error stopped the successes behind the first are told as errors.",
			func(t transcript.Transcript) transcript.Transcript {
				out, answered := transcript.Transcript{MessageID: t.MessageID, Items: slices.Clone(t.Items)}, 0
				for i, item := range out.Items {
					if item.Kind != transcript.Result || t.StopReason() != transcript.Error {
						continue
					}
					if answered++; answered > 1 && item.Status == "success" {
						out.Items[i].Status = "error"
					}
				}
				return out
			}),
		unwrapped("text"), unwrapped("error"), unwrapped("message"), unwrapped("result"), unwrapped("content"), unwrapped("output"),
		unwrapped("data"), unwrapped("value"),
		content("BLOCK-56/reprinted", "Text that is JSON is read and printed again.", func(_ string, v wire.Value) wire.Value {
			if v.IsString() {
				return wire.Str(reprinted(v.Text()))
			}
			return v
		}),
		content("BLOCK-56/escaped", "Markup in a content that is no text is escaped.", func(_ string, v wire.Value) wire.Value {
			if v.IsString() {
				return v
			}
			return wire.Str(strings.ReplaceAll(v.JSON(), "<", "&lt;"))
		}),
		content("ROBUST-03/content-12-deep", "Contents that are no text are cut at a depth of 12.",
			func(_ string, v wire.Value) wire.Value { return dialect.CutDeep(v, 12) }),
		artifact("BLOCK-56/artifact-nulls-dropped", "Members of the artifact that are null are not sent.", func(v wire.Value) wire.Value {
			if v.IsObject() {
				return withoutNulls(v)
			}
			return v
		}),
		artifact("BLOCK-56/artifact-empty-text", "The artifact \"\" is not sent.", func(v wire.Value) wire.Value {
			if v.IsString() && v.Text() == "" {
				return wire.Value{}
			}
			return v
		}),
		artifact("BLOCK-56/artifact-text-read", "An artifact that is a text of JSON is read.", readText),
		call("BLOCK-58/proto-lost", "A member __proto__ of the input is lost.",
			func(c *transcript.Item) { c.Input = withoutProto(c.Input) }),
		call("BLOCK-58/label-lost", "A member label of the input is taken for the call's.",
			func(c *transcript.Item) { c.Input = c.Input.Without("label") }),
	}
}

// textFaults: text blocks that are started, stopped or filled wrongly.
func textFaults() []dialect.Fault {
	// longText finds the deltas of long texts and lets the fault change the events.
	longText := func(events []wire.Value, edit func(at int)) {
		for i, ev := range events {
			if len(ev.Get("delta").Get("text").Text()) > 200 {
				edit(i)
			}
		}
	}
	messageID := func(id, title string, edit func(string) wire.Value) dialect.Fault {
		return each(id, title, func(ev wire.Value) []wire.Value {
			if m := ev.Get("message_id"); m.IsString() {
				return plant.Only(ev.With("message_id", edit(m.Text())))
			}
			return plant.Only(ev)
		})
	}
	return []dialect.Fault{
		spoils("BLOCK-51/empty-text-unstopped", "An empty text is never stopped.", func(events []wire.Value) []wire.Value {
			for i, ev := range events {
				if ev.Get("type").Text() == words.DeltaEvent && ev.Get("delta").Get("text").Text() == "" {
					return append(events[:i:i], events[i+2:]...)
				}
			}
			return events
		}),
		spoils("BLOCK-51/long-text-twice", "A long text is started twice.", func(events []wire.Value) []wire.Value {
			longText(events, func(at int) { events[at] = events[at-1] })
			return events
		}),
		spoils("BLOCK-52/long-text-before", "A long text goes to the block before its own.", func(events []wire.Value) []wire.Value {
			longText(events, func(at int) { events[at] = events[at].With("index", wire.Int(max(0, words.IndexOf(events[at])-1))) })
			return events
		}),
		messageID("BLOCK-60/message-id-trimmed", "The message id is trimmed.", texts(strings.TrimSpace)),
		messageID("BLOCK-60/message-id-lower", "The message id is lower-cased.", texts(strings.ToLower)),
		also(messageID("BLOCK-60/message-id-number", "A message id of digits is sent as a number.", func(s string) wire.Value {
			if digits := strings.TrimLeft(s, "0"); digits != "" && strings.Trim(digits, "0123456789") == "" {
				return wire.Num(digits)
			}
			return wire.Str(s)
		}), "BLOCK-50"),
	}
}

// alikeTurnFaults answer under an id that is only like the call's.
func alikeTurnFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, k := range idKeys() {
		list = append(list, starts("ROBUST-05/"+k.word, "In results: "+k.title, words.ToolResult, func(b wire.Value) wire.Value {
			return b.With("tool_use_id", wire.Str(k.key(b.Get("tool_use_id").Text())))
		}))
	}
	return list
}
