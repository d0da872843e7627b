package anthropicmessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// nearFaults take what is nearly known for what is known.
func nearFaults() []plant.Row {
	return []plant.Row{
		plant.New("MSG-09/ping-is-read", heard(plant.When(is(pingEvent), func(e wire.Value) wire.Value {
			switch {
			case e.Has("delta"):
				return e.With("type", wire.Str(blockDelta))
			case e.Has("content_block"):
				return e.With("type", wire.Str(blockStart))
			}
			return e
		}))),
		plant.New("MSG-10/events-by-their-beginning", heard(named(strings.HasPrefix))),
		plant.New("MSG-10/events-by-their-end", heard(named(strings.HasSuffix))),
		plant.New("MSG-10/events-in-any-case", heard(named(strings.EqualFold))),
		plant.New("MSG-10/events-with-dashes", heard(named(func(kind, known string) bool {
			return strings.ReplaceAll(kind, "-", "_") == known
		}))),
		plant.New("MSG-10/blocks-by-their-beginning", heard(plant.Inside("/content_block/type", plant.Text(func(kind string) string {
			for _, known := range []string{"text", "tool_use"} {
				if strings.HasPrefix(kind, known) {
					return known
				}
			}
			return kind
		})))),
		plant.New("MSG-10/blocks-by-their-end", heard(plant.Inside("/content_block/type", plant.Text(func(kind string) string {
			if strings.HasSuffix(kind, "tool_use") && kind != "server_tool_use" {
				return "tool_use"
			}
			return kind
		})))),
		plant.New("MSG-21/byte", heard(plant.Inside("/index", plant.Byte))),
		plant.New("MSG-11/reason-anywhere", heard(plant.When(is(messageDelta), func(e wire.Value) wire.Value {
			if reason := e.Get("stop_reason"); reason.IsString() {
				return e.With("delta", e.Get("delta").With("stop_reason", reason))
			}
			return e
		}))),
		plant.New("MSG-07/text-anywhere", heard(plant.When(is(blockDelta), func(e wire.Value) wire.Value {
			if text := e.Get("text"); text.IsString() && e.Find("/delta/text").IsString() {
				return e.With("delta", e.Get("delta").With("text", text))
			}
			return e
		}))),
		plant.New("MSG-10/error-member-fails", heard(func(e wire.Value) wire.Value {
			if e.Get("error").IsObject() {
				return e.With("type", wire.Str(errorEvent))
			}
			return e
		})).Warn(),
	}
}

// named takes events for those whose names are like theirs.
func named(like func(kind, known string) bool) plant.Edit {
	return func(e wire.Value) wire.Value {
		kinds := []string{messageStart, blockStart, blockDelta, blockStop, messageDelta, messageStop, errorEvent}
		if kind := e.Get("type").Text(); !slices.Contains(kinds, kind) {
			if i := slices.IndexFunc(kinds, func(known string) bool { return like(kind, known) }); i >= 0 {
				return e.With("type", wire.Str(kinds[i]))
			}
		}
		return e
	}
}
