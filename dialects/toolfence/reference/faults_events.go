package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/wire"
)

// namedValue is a value with a word for it.
type namedValue struct {
	slug  string
	value wire.Value
}

// inputFaults are about FENCE-03 and 04.
func (p *planting) inputFaults() {
	given := func(o wire.Value) bool { return o.Has("input") }
	input := func(slug, title string, change func(v, object wire.Value) wire.Value) {
		p.tells("FENCE-03/"+slug, title, func(events []wire.Value, object wire.Value) []wire.Value {
			if !given(object) {
				return events
			}
			return setting(words.InputEvent, "input", change)(events, object)
		})
	}
	p.tells("FENCE-03/missing", "No tool-input-available comes.", dropping(words.InputEvent, given))
	p.tells("FENCE-03/missing-with-outcome", "No tool-input-available comes where there is an outcome.",
		dropping(words.InputEvent, func(o wire.Value) bool { return o.Has("output") }))
	p.tells("FENCE-03/twice", "tool-input-available comes twice.", doubling(words.InputEvent))
	p.tells("FENCE-03/after-outcome", "tool-input-available comes behind the outcome.",
		func(events []wire.Value, _ wire.Value) []wire.Value {
			slices.Reverse(events)
			return events
		})
	input("as-text", "The input comes as its JSON text.", asText)
	input("null-as-text", "A null input becomes the text null.", func(v, _ wire.Value) wire.Value {
		if v.IsNull() {
			return wire.Str("null")
		}
		return v
	})
	input("falsy-lost", "A falsy input becomes {}.", func(v, _ wire.Value) wire.Value {
		if words.Falsy(v) && !v.IsArray() {
			return wire.Obj()
		}
		return v
	})
	input("objects-only", "An input that is no object is put into one.", func(v, _ wire.Value) wire.Value {
		if v.IsObject() || v.IsNull() {
			return v
		}
		return wire.Obj(wire.M("value", v))
	})
	input("empty-list", "An empty list becomes an object.", func(v, _ wire.Value) wire.Value {
		if v.IsArray() && v.Len() == 0 {
			return wire.Obj()
		}
		return v
	})
	input("nulls-lost", "Null members of the input are dropped.", withoutNulls)
	input("trimmed", "Texts in the input are trimmed.", func(v, _ wire.Value) wire.Value { return textual(v, strings.TrimSpace) })
	input("parsed", "Texts that look like JSON are parsed.", func(v, _ wire.Value) wire.Value {
		if text := v.Get("text"); text.IsString() {
			if parsed, err := wire.Parse([]byte(text.Text())); err == nil {
				return v.With("text", parsed)
			}
		}
		return v
	})
	input("proto-lost", "The member __proto__ is dropped.", func(v, _ wire.Value) wire.Value { return v.Without("__proto__") })
	p.warns("FENCE-04/none", "Without an input no tool-input-available comes.", telling(dropping(words.InputEvent, lacks("input"))))
	for _, v := range []namedValue{{"null", wire.NullValue}, {"empty-text", wire.Str("")}} {
		p.warns("FENCE-04/"+v.slug, "Without an input it is "+v.value.JSON()+".",
			telling(func(events []wire.Value, object wire.Value) []wire.Value {
				if object.Has("input") {
					return events
				}
				return setting(words.InputEvent, "input", func(_, _ wire.Value) wire.Value { return v.value })(events, object)
			}))
	}
}

// outcomeFaults are about FENCE-05 to 07.
func (p *planting) outcomeFaults() {
	p.tells("FENCE-05/needs-state", "An output without state output-available is ignored.",
		dropping(words.OutputEvent, stateIsNot("output-available")))
	p.tells("FENCE-05/needs-payload", "state output-available without an output is ignored.", dropping(words.OutputEvent, lacks("output")))
	p.tells("FENCE-05/missing", "No output event comes.", dropping(words.OutputEvent, always))
	p.tells("FENCE-05/twice", "tool-output-available comes twice.", doubling(words.OutputEvent))
	p.tells("FENCE-05/as-text", "The output comes as its JSON text.", setting(words.OutputEvent, "output", asText))
	p.tells("FENCE-05/parsed", "An output that looks like JSON is parsed.",
		setting(words.OutputEvent, "output", func(v, _ wire.Value) wire.Value {
			if parsed, err := wire.Parse([]byte(v.Text())); err == nil {
				return parsed
			}
			return v
		}))
	p.tells("FENCE-05/wrapped", "An output that is no object is put into one.",
		setting(words.OutputEvent, "output", func(v, _ wire.Value) wire.Value {
			if v.IsObject() || v.IsNull() {
				return v
			}
			return wire.Obj(wire.M("result", v))
		}))
	p.tells("FENCE-05/trimmed", "The output is trimmed.",
		setting(words.OutputEvent, "output", func(v, _ wire.Value) wire.Value { return textual(v, strings.TrimSpace) }))
	p.tells("FENCE-05/input-as-output", "Without an output the input is taken for it.",
		setting(words.OutputEvent, "output", func(v, object wire.Value) wire.Value {
			if object.Has("output") {
				return v
			}
			return object.Get("input")
		}))
	p.tells("FENCE-05/beside-error", "A failed call brings an output event too, though it has none.",
		adding(words.OutputEvent, "output", wire.NullValue, func(o wire.Value) bool {
			return words.StateIs("output-error")(o) && !o.Has("output")
		}))
	p.tells("FENCE-06/needs-state", "An error text without state output-error is ignored.",
		func(events []wire.Value, object wire.Value) []wire.Value {
			if words.StateIs("output-error")(object) {
				return events
			}
			return dropping(words.ErrorEvent, always)(events, object)
		})
	p.tells("FENCE-06/needs-text", "state output-error without a text is ignored.", dropping(words.ErrorEvent, lacks("errorText")))
	p.tells("FENCE-06/missing", "No error event comes.", dropping(words.ErrorEvent, always))
	p.tells("FENCE-06/twice", "tool-output-error comes twice.", doubling(words.ErrorEvent))
	p.tells("FENCE-06/as-output", "A failure comes as an output.", func(events []wire.Value, _ wire.Value) []wire.Value {
		for i, e := range events {
			if words.TypeOf(e) == words.ErrorEvent {
				events[i] = toolEvent(words.OutputEvent, e.Get("toolCallId").Text(), wire.M("output", e.Get("errorText")))
			}
		}
		return events
	})
	for _, v := range []struct {
		slug, title string
		value       wire.Value
	}{{"object", "The error text becomes {}.", wire.Obj()}, {"null", "The error text becomes null.", wire.NullValue},
		{"general", "Every error text is the same.", wire.Str("Tool failed")}} {
		p.tells("FENCE-06/"+v.slug, v.title, setting(words.ErrorEvent, "errorText", func(_, _ wire.Value) wire.Value { return v.value }))
	}
	p.tells("FENCE-06/prefixed", "The error text gets a prefix.",
		setting(words.ErrorEvent, "errorText", func(v, _ wire.Value) wire.Value { return wire.Str("Error: " + v.Text()) }))
	p.tells("FENCE-06/trimmed", "The error text is trimmed.",
		setting(words.ErrorEvent, "errorText", func(v, _ wire.Value) wire.Value { return textual(v, strings.TrimSpace) }))
	p.tells("FENCE-06/first-line", "Of the error text the first line is left.",
		setting(words.ErrorEvent, "errorText", func(v, _ wire.Value) wire.Value {
			line, _, _ := strings.Cut(v.Text(), "\n")
			return wire.Str(line)
		}))
	p.tells("FENCE-06/beside-output", "Every output brings an error event too.", func(events []wire.Value, object wire.Value) []wire.Value {
		return adding(words.ErrorEvent, "errorText", wire.Str(""),
			func(o wire.Value) bool { return o.Has("output") && !o.Has("errorText") })(events, object)
	})
	p.silentFaults()
}

// silentFaults are about FENCE-07.
func (p *planting) silentFaults() {
	for _, state := range []string{"input-streaming", "input-available"} {
		p.tells("FENCE-07/"+state, "The state "+state+" brings an output event.",
			adding(words.OutputEvent, "output", wire.NullValue, func(o wire.Value) bool {
				return words.StateIs(state)(o) && !o.Has("errorText")
			}))
		p.tells("FENCE-07/"+state+"-decides", "A payload beside the state "+state+" is ignored.",
			func(events []wire.Value, object wire.Value) []wire.Value {
				if words.StateIs(state)(object) {
					return events[:1]
				}
				return events
			})
	}
	p.tells("FENCE-07/no-state", "A call without a state brings an output event.",
		adding(words.OutputEvent, "output", wire.Obj(), func(o wire.Value) bool {
			return !o.Has("state") && !o.Has("output") && !o.Has("errorText")
		}))
	p.tells("FENCE-07/error", "A call without an outcome brings an error event.",
		adding(words.ErrorEvent, "errorText", wire.Str("no result"), func(o wire.Value) bool {
			return !o.Has("output") && !o.Has("errorText") && !strings.HasPrefix(o.Get("state").Text(), "output")
		}))
}

// idFaults are about FENCE-08 to 11 and 25.
func (p *planting) idFaults() {
	id := func(slug, title string, change func(string) string) {
		p.tells("FENCE-08/"+slug, title, setting("", "toolCallId", func(v, object wire.Value) wire.Value {
			if !object.Has("toolCallId") {
				return v
			}
			return wire.Str(change(v.Text()))
		}))
	}
	id("trimmed", "Ids are trimmed.", strings.TrimSpace)
	id("lower-case", "Ids are put into lower case.", strings.ToLower)
	id("prefixed", "Ids get a prefix.", func(s string) string { return "md-" + s })
	id("cleaned", "Characters other than letters, digits, - and _ are replaced in ids.", func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == ' ' {
				return r
			}
			return '_'
		}, s)
	})
	p.tells("FENCE-08/number", "An id that looks like a number becomes one.", setting("", "toolCallId", func(v, _ wire.Value) wire.Value {
		if v.Text() == "0" {
			return wire.Int(0)
		}
		return v
	}))
	p.tells("FENCE-08/output-renamed", "The output event carries the tool's name for an id.",
		setting(words.OutputEvent, "toolCallId", func(_, object wire.Value) wire.Value {
			return wire.Str(object.Get("toolName").Text())
		}))
	p.tells("FENCE-08/error-renamed", "The error event carries no id.",
		setting(words.ErrorEvent, "toolCallId", func(_, _ wire.Value) wire.Value { return wire.NullValue }))
	p.tells("FENCE-08/blank", "A blank id counts as absent.", setting("", "toolCallId", func(v, _ wire.Value) wire.Value {
		if strings.TrimSpace(v.Text()) == "" {
			return wire.Str("tool-call-77")
		}
		return v
	}))
	p.generatedFaults()
	name := func(req, slug, title string, where func(o wire.Value) bool, value func(object wire.Value) wire.Value) {
		p.tells(req+"/"+slug, title, setting(words.InputEvent, "toolName", func(v, object wire.Value) wire.Value {
			if where(object) {
				return value(object)
			}
			return v
		}))
	}
	for _, v := range []namedValue{{"null", wire.NullValue}, {"empty", wire.Str("")}, {"unknown", wire.Str("unknown")},
		{"upper-case", wire.Str("Tool")}} {
		name("FENCE-11", v.slug, "Without a name it is "+v.value.JSON()+".", lacks("toolName"),
			func(wire.Value) wire.Value { return v.value })
	}
	name("FENCE-11", "input", "Without a name one inside the input is taken.",
		func(o wire.Value) bool { return !o.Has("toolName") && o.Get("input").Has("toolName") },
		func(o wire.Value) wire.Value { return o.Get("input").Get("toolName") })
	hasName := func(o wire.Value) bool { return words.IsText(o.Get("toolName")) }
	for _, v := range []struct {
		slug   string
		change func(string) string
	}{
		{"lower-case", strings.ToLower}, {"trimmed", strings.TrimSpace},
		{"cleaned", func(s string) string { return strings.ReplaceAll(s, " ", "_") }},
		{"first-segment", func(s string) string { s, _, _ = strings.Cut(s, "__"); return s }},
	} {
		name("FENCE-25", v.slug, "The name is changed: "+v.slug+".", hasName,
			func(o wire.Value) wire.Value { return wire.Str(v.change(o.Get("toolName").Text())) })
	}
	name("FENCE-25", "label", "A label is taken for the name.", func(o wire.Value) bool { return hasName(o) && o.Has("label") },
		func(o wire.Value) wire.Value { return o.Get("label") })
	name("FENCE-25", "remembered", "An input of the same kind keeps the name of the first call.", hasName,
		func(wire.Value) wire.Value { return wire.Str("search_stock") })
}

// generatedFaults are about FENCE-09 and 10.
func (p *planting) generatedFaults() {
	made := func(newID func(r *reader) string) manner { return manner{newID: newID} }
	numbered := func(r *reader, from int) string {
		r.number++
		return fmt.Sprintf("tool-call-%d", from+r.number-1)
	}
	p.reads("FENCE-09/empty", "Without an id it is empty.", made(func(*reader) string { return "" }))
	p.reads("FENCE-09/shared", "Every generated id is the same.", made(func(*reader) string { return "tool-call-100001" }))
	p.reads("FENCE-09/collides", "A generated id may be one that was given before.", made(func(r *reader) string { return numbered(r, 1) }))
	p.reads("FENCE-09/collides-from-zero", "The same, counting from 0.", made(func(r *reader) string { return numbered(r, 0) }))
	p.reads("FENCE-09/one-step", "A collision is avoided once, not twice.", made(func(r *reader) string {
		id := numbered(r, 1)
		if r.given[id] {
			id = numbered(r, 1)
		}
		return id
	}))
	p.tells("FENCE-09/per-event", "Every event of a call gets its own generated id.",
		func(events []wire.Value, object wire.Value) []wire.Value {
			if object.Has("toolCallId") {
				return events
			}
			for i := range events {
				events[i] = events[i].With("toolCallId", wire.Str(fmt.Sprintf("%s%d", events[i].Get("toolCallId").Text(), i)))
			}
			return events
		})
	p.tells("FENCE-09/by-name", "The generated id follows from the tool's name.",
		setting("", "toolCallId", func(v, object wire.Value) wire.Value {
			if object.Has("toolCallId") {
				return v
			}
			return wire.Str(fmt.Sprintf("tool-call-%d", 500000+len(object.Get("toolName").Text())))
		}))
	p.warns("FENCE-09/later", "Generated ids count from 1, so that one may be given further down.", made(func(r *reader) string {
		for {
			if id := numbered(r, 1); !r.given[id] {
				return id
			}
		}
	}))
	p.warns("FENCE-10/other-form", "Generated ids have another form.", made(func(r *reader) string {
		r.number++
		return fmt.Sprintf("fallback_%04x", r.number*7919)
	}))
	p.warns("FENCE-10/letter", "Generated ids end in a letter.", made(func(r *reader) string {
		r.number++
		return fmt.Sprintf("tool-call-%dx", r.number)
	}))
}
