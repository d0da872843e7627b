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

// resultTurnFaults: results that come through changed.
func resultTurnFaults() []plant.Row {
	// results edits the results of which so is true, contents their contents and artifacts their artifacts.
	results := func(id string, so func(r *transcript.Item) bool, edit func(r *transcript.Item)) plant.Row {
		return hearsItems(id, transcript.Result, func(r *transcript.Item) {
			if so(r) {
				edit(r)
			}
		})
	}
	any := func(*transcript.Item) bool { return true }
	contents := func(slug string, so func(r *transcript.Item) bool, edit plant.Edit) plant.Row {
		return results("BLOCK-56/"+slug, so, func(r *transcript.Item) { r.Content = edit(r.Content) })
	}
	artifacts := func(slug string, so func(r *transcript.Item) bool, edit plant.Edit) plant.Row {
		return results("BLOCK-56/"+slug, so, func(r *transcript.Item) { r.Artifact = edit(r.Artifact) })
	}
	status := func(slug, to string, so func(r *transcript.Item) bool) plant.Row {
		return results("BLOCK-56/"+slug, so, func(r *transcript.Item) { r.Status = to })
	}
	isNumber := func(v wire.Value) bool { return v.IsFalse() || v.Literal() == "0" }
	isText := func(r *transcript.Item) bool { return r.Content.IsString() }
	rows := []plant.Row{
		status("cancelled-is-success", "success", func(r *transcript.Item) bool { return r.Status == "cancelled" }),
		status("only-texts-fail", "success", func(r *transcript.Item) bool { return r.Status == "error" && !isText(r) }),
		status("error-member", "error", func(r *transcript.Item) bool { return r.Content.Has("error") }),
		contents("falsy-is-empty", any, plant.When(isNumber, plant.Becomes(`""`))),
		artifacts("falsy-artifact", any, plant.When(isNumber, plant.Gone)),
		artifacts("error-without-artifact", func(r *transcript.Item) bool { return r.Status != "success" }, plant.Gone),
		contents("error-object-object", func(r *transcript.Item) bool { return r.Status == "error" && r.Content.IsObject() },
			plant.Becomes(`"[object Object]"`)),
		contents("null-worded", any, plant.When(wire.Value.IsNull, plant.Becomes(`"Tool execution failed"`))),
		contents("cancelled-emptied", func(r *transcript.Item) bool { return r.Status == "cancelled" && !isText(r) }, plant.Becomes(`""`)),
		contents("escaped", func(r *transcript.Item) bool { return !isText(r) },
			func(v wire.Value) wire.Value { return wire.Str(strings.ReplaceAll(v.JSON(), "<", "&lt;")) }),
		results("ROBUST-03/content-12-deep", any, func(r *transcript.Item) { r.Content = dialect.CutDeep(r.Content, 12) }),
		artifacts("artifact-nulls-dropped", any, withoutNulls), artifacts("artifact-text-read", any, plant.Parsed),
		artifacts("artifact-empty-text", func(r *transcript.Item) bool { return wire.Equal(r.Artifact, wire.Str("")) }, plant.Gone),
		hearsTurn("BLOCK-56/stopped-empty-cancelled", func(t *transcript.Transcript) {
			for i, item := range t.Items {
				if item.Status == "success" && item.Content.Text() == "" && t.StopReason() == transcript.UserStopped {
					t.Items[i].Status = "cancelled"
				}
			}
		}),
		hearsTurn("BLOCK-56/stopped-later-fail", func(t *transcript.Transcript) {
			answered := 0
			for i, item := range t.Items {
				if item.Kind != transcript.Result || t.StopReason() != transcript.Error {
					continue
				}
				if answered++; answered > 1 && item.Status == "success" {
					t.Items[i].Status = "error"
				}
			}
		}),
	}
	for _, member := range []string{"text", "error", "message", "result", "content", "output", "data", "value"} {
		rows = append(rows, contents("member-"+member, func(r *transcript.Item) bool { return r.Content.Has(member) },
			func(v wire.Value) wire.Value { return v.Get(member) }))
	}
	return rows
}

// callTurnFaults: calls that come through changed, or not at all.
func callTurnFaults() []plant.Row {
	input := func(slug string, edit plant.Edit) plant.Row {
		return hearsItems("BLOCK-58/"+slug, transcript.Call, func(c *transcript.Item) { c.Input = edit(c.Input) })
	}
	return []plant.Row{
		input("nulls-dropped", withoutNulls), input("proto-lost", withoutProto), input("label-lost", plant.Lacking("label")),
		hearsTurn("BLOCK-58/answered-once", func(t *transcript.Transcript) { *t = dialect.WithoutRepeats(*t) }),
		hearsTurn("BLOCK-58/call-behind-empty-text", func(t *transcript.Transcript) {
			lost, behind := map[string]bool{}, false
			t.Items = slices.DeleteFunc(t.Items, func(item transcript.Item) bool {
				lost[item.ID] = lost[item.ID] || behind && item.Kind == transcript.Call
				behind = item.Kind == transcript.Text && item.Text == ""
				return item.ID != "" && lost[item.ID]
			})
		}),
	}
}

// textFaults: text blocks that are started, stopped or filled wrongly.
func textFaults() []plant.Row {
	// longText changes the events at the deltas of long texts.
	longText := func(id string, change func(events []wire.Value, at int)) plant.Row {
		return spoils(id, func(events []wire.Value) []wire.Value {
			for i, ev := range events {
				if len(ev.Find("/delta/text").Text()) > 200 {
					change(events, i)
				}
			}
			return events
		})
	}
	messageID := func(slug string, edit plant.Edit, also ...string) plant.Row {
		return spoils("BLOCK-60/message-id-"+slug, plant.Each(plant.Has("message_id"), plant.Inside("/message_id", edit)), also...)
	}
	empty := func(ev wire.Value) bool { return typed(words.DeltaEvent)(ev) && ev.Find("/delta/text").Text() == "" }
	return []plant.Row{
		spoils("BLOCK-51/empty-text-unstopped", plant.AtFirst(empty,
			func(events []wire.Value, i int) []wire.Value { return slices.Delete(events, i, i+2) })),
		longText("BLOCK-51/long-text-twice", func(events []wire.Value, at int) { events[at] = events[at-1] }),
		longText("BLOCK-52/long-text-before", func(events []wire.Value, at int) {
			events[at] = events[at].With("index", wire.Int(max(0, words.IndexOf(events[at])-1)))
		}),
		messageID("trimmed", plant.Text(strings.TrimSpace)), messageID("lower", plant.Text(strings.ToLower)),
		messageID("number", func(v wire.Value) wire.Value {
			if digits := strings.TrimLeft(v.Text(), "0"); digits != "" && strings.Trim(digits, "0123456789") == "" {
				return wire.Num(digits)
			}
			return v
		}, "BLOCK-50"),
	}
}
