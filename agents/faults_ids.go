package agents

import (
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// idFaults are those of the ids under which calls and their results are sent.
func idFaults() []row {
	return []row{
		{id: "LOOP-11/ids-cut", title: "Ids are cut behind a separator, and at sixty-four.", plant: bends(eachID(func(id string) string {
			if len(id) > 64 {
				id = id[:64]
			}
			id, _, _ = strings.Cut(id, "|")
			return id
		}, true))},
		{id: "LOOP-11/ids-lowered", title: "Ids are kept in small letters, and cut at sixty-four.",
			plant: bends(eachID(func(id string) string {
				id = strings.ToLower(id)
				return id[:min(64, len(id))]
			}, true))},
		{id: "LOOP-11/ids-trimmed", title: "Ids are trimmed.", plant: bends(eachID(strings.TrimSpace, true))},
		{id: "LOOP-11/ids-ascii", title: "Ids lose what is not ASCII.", plant: bends(eachID(ascii, true))},
		{id: "LOOP-11/result-ids-cleaned", title: "What is no letter, digit or hyphen is replaced in the ids of results alone.",
			plant: bends(eachID(func(id string) string {
				return strings.Map(func(c rune) rune {
					if c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
						return c
					}
					return '_'
				}, id)
			}, false)), without: mergedResults},
		{id: "LOOP-11/id-of-the-message", title: "Calls and results are sent under the id of the message that they came in.",
			plant: bends(renamed(func(_ *turn, c made) string { return c.item })), without: unnamed},
		{id: "LOOP-11/name-as-id", title: "Calls and results are sent under the name of the tool.",
			plant: bends(renamed(func(_ *turn, c made) string { return c.name }))},
		{id: "RESP-82/item-id-as-call-id", title: "Calls and results are sent under the ids of the items that the calls came in.",
			plant: bends(renamed(func(_ *turn, c made) string { return c.item })), without: itemless},
		{id: "RESP-82/call-id-as-item-id", title: "The items of calls are sent under the ids of the calls.", plant: func() hooks {
			return hooks{itemed: func(c made) string { return c.id }}
		}, without: itemless},
	}
}

// ascii is a text without what is not ASCII.
func ascii(text string) string { return plant.Lettered("ascii")[0].Edit(wire.Str(text)).Text() }

// itemless tells the wires on which a call has no item of its own, unnamed those on which a stream need not say in which message it is.
func itemless(e side) bool { return !e.wire.kept }
func unnamed(e side) bool  { return e.wire.kept || e.wire.path == "" }

// renamed gives each call of a turn another id, and its result the same; "" leaves it.
func renamed(as func(t *turn, c made) string) func(t *turn) {
	return func(t *turn) {
		other := map[string]string{}
		for i, c := range t.calls {
			if id := as(t, c); id != "" {
				other[c.id], t.calls[i].id = id, id
			}
		}
		for i, r := range t.results {
			if id := other[r.id]; id != "" {
				t.results[i].id = id
			}
		}
	}
}

func mergedResults(e side) bool { return e.wire.merged }

// eachID changes the ids of results, and those of calls.
func eachID(change func(string) string, calls bool) func(t *turn) {
	return func(t *turn) {
		for i := range t.results {
			t.results[i].id = change(t.results[i].id)
		}
		for i := range t.calls {
			if calls {
				t.calls[i].id = change(t.calls[i].id)
			}
		}
	}
}
