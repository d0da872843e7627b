package reference

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// ConsumerFaults are those of chats, which make model messages, too.
func ConsumerFaults() []dialect.Fault {
	return plant.Faults(words.Consumer(), plant.Titled(titles, slices.Concat(resultFaults(), fieldFaults(), countFaults(),
		survivalFaults(), strayFaults(), secondFaults(), cutFaults(), pieceFaults(), besideFaults(), modelFaults(), idFaults(),
		alikeFaults(), sizeFaults(), orderFaults(), metaFaults(), besideChatFaults(), rareFaults(),
		plant.Product(chatPlaces(), plant.Changes()), modelProducts())))
}

// ConverterFaults are those of what makes model messages of stored ones.
func ConverterFaults() []dialect.Fault {
	return append(plant.Faults(words.Converter(), plant.Titled(titles, slices.Concat(modelFaults(), storedFaults(), nearFaults(),
		idFaults(), alikeFaults(), rareFaults(), orderFaults(), storedOrderFaults(), modelProducts()))), leakFaults()...)
}

// modelProducts are what is made of contents where model messages have them, and of ids wherever they are heard.
func modelProducts() []plant.Row {
	of := func(slug, title, line string, in func(plant.Edit) edit) []plant.Place {
		return []plant.Place{{Slug: slug, Title: title, Requirement: line, Plant: func(change plant.Edit) plant.Plant {
			return func(dialect.Answer) dialect.Answer { return in(change).answer }
		}}}
	}
	ids := of("id", "An id", "ROBUST-05", func(change plant.Edit) edit {
		return renaming(func(id string) string { return change(wire.Str(id)).Text() })
	})
	return append(plant.Product(of("content", "The content of a tool message", "PART-20", content), plant.Changes()),
		plant.Product(ids, plant.But("printed-anew"))...)
}

// chatPlaces are where a chat's UI messages have them.
func chatPlaces() []plant.Place {
	of := func(slug, title, line, step string, members ...string) plant.Place {
		return plant.Place{Slug: slug, Title: title, Requirement: line, Plant: func(change plant.Edit) plant.Plant {
			e := answered(words.PartResult, step, func(p, s wire.Value) wire.Value {
				if failed := stepFailed(s); failed != (len(members) > 1) {
					return p
				}
				for _, m := range members {
					p = plant.Inside("/"+m, change)(p)
				}
				return p
			})
			return func(dialect.Answer) dialect.Answer { return e.answer }
		}}
	}
	return []plant.Place{
		of("content", "The content of a client's result", "PART-03", words.StepAddResult, "content"),
		of("content", "The content of a server's result", "PART-05", words.StepResult, "content"),
		of("error", "The text of a client's error", "PART-04", words.StepAddResult, "content", "error"),
	}
}

func stepFailed(s wire.Value) bool {
	state := s.Get("state").Text()
	return state == words.StateError || state == words.OutputError
}

// eitherWay changes the steps of a chat, or the parts of stored messages.
func eitherWay(of memory) edit {
	e := heard(of)
	e.messages = func(list, messages []wire.Value) []wire.Value {
		if list != nil { // what a chat heard was changed in its steps
			return messages
		}
		return inParts(messages, of(messages))
	}
	return e
}

// renaming reads every id through a function before anything else, in either role.
func renaming(through func(string) string) edit {
	return eitherWay(always(func(v wire.Value) wire.Value { return words.Renamed(v, through) }))
}

// idFaults take ids for less than they are.
func idFaults() []plant.Row {
	return []plant.Row{
		row("ROBUST-05/proto", renaming(plant.Turned(`^(__proto__|constructor|toString|hasOwnProperty)$`, "undefined")), ""),
		row("ROBUST-05/normalised", renaming(plant.Replaced("e\u0301", "\u00e9")), ""),
		row("ROBUST-05/numeric", renaming(func(id string) string {
			if v, err := wire.Parse([]byte(strings.TrimLeft(id, "0"))); err == nil && v.Kind() == wire.Number {
				return dialect.Doubles(v).JSON()
			}
			return id
		}), ""),
	}
}

// alikeFaults give a result to the first call whose id is only like its own.
func alikeFaults() []plant.Row {
	alike := func(key func(string) string) memory {
		return func(list []wire.Value) plant.Edit {
			told := map[string]string{}
			tell := func(call wire.Value) wire.Value {
				if _, known := told[key(words.ID(call))]; !known {
					told[key(words.ID(call))] = words.ID(call)
				}
				return call
			}
			words.MapCalls(list, tell) // those of stored messages are all known
			return func(v wire.Value) wire.Value {
				if words.IsCall(v) {
					return tell(v)
				}
				if t, known := told[key(words.ID(v))]; known && (words.IsResult(v) || is(words.PartResult)(v)) {
					return v.With("toolCallId", wire.Str(t))
				}
				return v
			}
		}
	}
	var rows []plant.Row
	for _, k := range plant.Keys("dashes", "behind-colon", "percent", "one-prefix", "invisible") {
		rows = append(rows, row("ROBUST-05/"+k.Slug, eitherWay(alike(k.Of)), ""))
	}
	return rows
}

// orderFaults miss the SHOULD of PART-26.
func orderFaults() []plant.Row {
	lastText := sending(func(sent []wire.Value) []wire.Value {
		var out, late []wire.Value
		for i, m := range sent {
			if calling(m) && m.Get("content").Text() != "" {
				late = plant.Only(words.Model(words.RoleAssistant, m.Get("content")))
				m = m.With("content", wire.Str(""))
			}
			if out = append(out, m); i+1 == len(sent) || !from(words.RoleTool)(sent[i+1]) {
				out, late = append(out, late...), nil
			}
		}
		return out
	})
	return []plant.Row{
		row("PART-26/text-first", sending(textFirst), "").Warn(),
		row("PART-26/text-lost", told(always(plant.When(calling, member("content", "")))), "").Warn(),
		row("PART-26/tools-reversed", inRuns(plant.Reversed), "").Warn(),
		row("PART-26/text-last", lastText, "").Warn(),
		row("PART-26/text-behind-empty-text", held(behind(isEmptyText, is(words.PartText))), "").Warn(),
	}
}

// calling tells model messages that hold calls.
func calling(m wire.Value) bool { return m.Get("toolCalls").Len() > 0 }

// inRuns changes the runs of tool messages.
func inRuns(change plant.List) edit {
	return sending(func(sent []wire.Value) (out []wire.Value) {
		var run []wire.Value
		for _, m := range append(sent, wire.Value{}) {
			if from(words.RoleTool)(m) {
				run = append(run, m)
				continue
			}
			if len(run) > 0 {
				out, run = append(out, change(run)...), nil
			}
			out = append(out, m)
		}
		return out[:len(out)-1]
	})
}

// textFirst gathers each turn's text in its first assistant message.
func textFirst(sent []wire.Value) []wire.Value {
	var out []wire.Value
	first := -1
	for _, m := range sent {
		switch {
		case from(words.RoleUser)(m):
			first = -1
		case from(words.RoleAssistant)(m) && first < 0:
			first = len(out)
		case from(words.RoleAssistant)(m):
			out[first] = member("content", out[first].Get("content").Text()+m.Get("content").Text())(out[first])
			m = member("content", "")(m)
		}
		out = append(out, m)
	}
	return out
}

// behind loses what stands right behind something.
func behind(something, lost plant.Of) memory {
	return func([]wire.Value) plant.Edit {
		before := wire.Value{}
		return func(v wire.Value) wire.Value {
			gone := lost(v) && something(before)
			before = v
			return keepIf(!gone, v)
		}
	}
}

// isEmptyText tells whether a part is a text without a letter.
func isEmptyText(p wire.Value) bool {
	return words.Kind(p) == words.PartText && p.Get("content").Text() == ""
}

// titles say what each fault does, in a sentence.
//
//go:embed titles.txt
var titles string
