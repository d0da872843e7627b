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
	input := func(slug string, change func(v, object wire.Value) wire.Value) {
		p.tells("FENCE-03/"+slug, func(events []wire.Value, object wire.Value) []wire.Value {
			if !given(object) {
				return events
			}
			return setting(words.InputEvent, "input", change)(events, object)
		})
	}
	p.tells("FENCE-03/missing-with-outcome", dropping(words.InputEvent, func(o wire.Value) bool { return o.Has("output") }))
	p.tells("FENCE-03/twice", doubling(words.InputEvent))
	p.tells("FENCE-03/after-outcome", func(events []wire.Value, _ wire.Value) []wire.Value {
		slices.Reverse(events)
		return events
	})
	input("as-text", asText)
	input("null-as-text", func(v, _ wire.Value) wire.Value {
		if v.IsNull() {
			return wire.Str("null")
		}
		return v
	})
	input("falsy-lost", func(v, _ wire.Value) wire.Value {
		if words.Falsy(v) && !v.IsArray() {
			return wire.Obj()
		}
		return v
	})
	input("empty-list", func(v, _ wire.Value) wire.Value {
		if v.IsArray() && v.Len() == 0 {
			return wire.Obj()
		}
		return v
	})
	input("nulls-lost", withoutNulls)
	input("trimmed", func(v, _ wire.Value) wire.Value { return textual(v, strings.TrimSpace) })
	input("parsed", func(v, _ wire.Value) wire.Value {
		if text := v.Get("text"); text.IsString() {
			if parsed, err := wire.Parse([]byte(text.Text())); err == nil {
				return v.With("text", parsed)
			}
		}
		return v
	})
	p.warns("FENCE-04/none", telling(dropping(words.InputEvent, lacks("input"))))
	for _, v := range []namedValue{{"null", wire.NullValue}, {"empty-text", wire.Str("")}} {
		p.warns("FENCE-04/"+v.slug, telling(func(events []wire.Value, object wire.Value) []wire.Value {
			if object.Has("input") {
				return events
			}
			return setting(words.InputEvent, "input", func(_, _ wire.Value) wire.Value { return v.value })(events, object)
		}))
	}
}

// outcomeFaults are about FENCE-05 to 07.
func (p *planting) outcomeFaults() {
	p.tells("FENCE-05/needs-state", dropping(words.OutputEvent, stateIsNot("output-available")))
	p.tells("FENCE-05/twice", doubling(words.OutputEvent))
	p.tells("FENCE-05/parsed", setting(words.OutputEvent, "output", func(v, _ wire.Value) wire.Value {
		if parsed, err := wire.Parse([]byte(v.Text())); err == nil {
			return parsed
		}
		return v
	}))
	p.tells("FENCE-05/input-as-output", setting(words.OutputEvent, "output", func(v, object wire.Value) wire.Value {
		if object.Has("output") {
			return v
		}
		return object.Get("input")
	}))
	p.tells("FENCE-05/beside-error", adding(words.OutputEvent, "output", wire.NullValue, func(o wire.Value) bool {
		return words.StateIs("output-error")(o) && !o.Has("output")
	}))
	p.tells("FENCE-06/twice", doubling(words.ErrorEvent))
	for _, v := range []struct {
		slug  string
		value wire.Value
	}{{"null", wire.NullValue}} {
		p.tells("FENCE-06/"+v.slug, setting(words.ErrorEvent, "errorText", func(_, _ wire.Value) wire.Value { return v.value }))
	}
	p.tells("FENCE-06/trimmed",
		setting(words.ErrorEvent, "errorText", func(v, _ wire.Value) wire.Value { return textual(v, strings.TrimSpace) }))
	p.tells("FENCE-06/beside-output", func(events []wire.Value, object wire.Value) []wire.Value {
		return adding(words.ErrorEvent, "errorText", wire.Str(""),
			func(o wire.Value) bool { return o.Has("output") && !o.Has("errorText") })(events, object)
	})
	p.silentFaults()
}

// silentFaults are about FENCE-07.
func (p *planting) silentFaults() {
	for _, state := range []string{"input-streaming", "input-available"} {
		p.tells("FENCE-07/"+state, adding(words.OutputEvent, "output", wire.NullValue, func(o wire.Value) bool {
			return words.StateIs(state)(o) && !o.Has("errorText")
		}))
		p.tells("FENCE-07/"+state+"-decides", func(events []wire.Value, object wire.Value) []wire.Value {
			if words.StateIs(state)(object) {
				return events[:1]
			}
			return events
		})
	}
	p.tells("FENCE-07/error", adding(words.ErrorEvent, "errorText", wire.Str("no result"), func(o wire.Value) bool {
		return !o.Has("output") && !o.Has("errorText") && !strings.HasPrefix(o.Get("state").Text(), "output")
	}))
}

// idFaults are about FENCE-08 to 11 and 25.
func (p *planting) idFaults() {
	id := func(slug string, change func(string) string) {
		p.tells("FENCE-08/"+slug, setting("", "toolCallId", func(v, object wire.Value) wire.Value {
			if !object.Has("toolCallId") {
				return v
			}
			return wire.Str(change(v.Text()))
		}))
	}
	id("trimmed", strings.TrimSpace)
	id("lower-case", strings.ToLower)
	id("prefixed", func(s string) string { return "md-" + s })
	id("cleaned", func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == ' ' {
				return r
			}
			return '_'
		}, s)
	})
	p.tells("FENCE-08/number", setting("", "toolCallId", func(v, _ wire.Value) wire.Value {
		if v.Text() == "0" {
			return wire.Int(0)
		}
		return v
	}))
	p.tells("FENCE-08/output-renamed", setting(words.OutputEvent, "toolCallId", func(_, object wire.Value) wire.Value {
		return wire.Str(object.Get("toolName").Text())
	}))
	p.tells("FENCE-08/error-renamed", setting(words.ErrorEvent, "toolCallId", func(_, _ wire.Value) wire.Value { return wire.NullValue }))
	p.tells("FENCE-08/blank", setting("", "toolCallId", func(v, _ wire.Value) wire.Value {
		if strings.TrimSpace(v.Text()) == "" {
			return wire.Str("tool-call-77")
		}
		return v
	}))
	p.generatedFaults()
	name := func(req, slug string, where func(o wire.Value) bool, value func(object wire.Value) wire.Value) {
		p.tells(req+"/"+slug, setting(words.InputEvent, "toolName", func(v, object wire.Value) wire.Value {
			if where(object) {
				return value(object)
			}
			return v
		}))
	}
	for _, v := range []namedValue{{"null", wire.NullValue}, {"empty", wire.Str("")},
		{"upper-case", wire.Str("Tool")}} {
		name("FENCE-11", v.slug, lacks("toolName"), func(wire.Value) wire.Value { return v.value })
	}
	name("FENCE-11", "input", func(o wire.Value) bool { return !o.Has("toolName") && o.Get("input").Has("toolName") },
		func(o wire.Value) wire.Value { return o.Get("input").Get("toolName") })
	hasName := func(o wire.Value) bool { return words.IsText(o.Get("toolName")) }
	for _, v := range []struct {
		slug   string
		change func(string) string
	}{
		{"lower-case", strings.ToLower}, {"trimmed", strings.TrimSpace},
		{"cleaned", func(s string) string { return strings.ReplaceAll(s, " ", "_") }},
	} {
		name("FENCE-25", v.slug, hasName, func(o wire.Value) wire.Value { return wire.Str(v.change(o.Get("toolName").Text())) })
	}
	name("FENCE-25", "label", func(o wire.Value) bool { return hasName(o) && o.Has("label") },
		func(o wire.Value) wire.Value { return o.Get("label") })
	name("FENCE-25", "remembered", hasName, func(wire.Value) wire.Value { return wire.Str("search_stock") })
}

// generatedFaults are about FENCE-09 and 10.
func (p *planting) generatedFaults() {
	made := func(newID func(r *reader) string) manner { return manner{newID: newID} }
	numbered := func(r *reader, from int) string {
		r.number++
		return fmt.Sprintf("tool-call-%d", from+r.number-1)
	}
	p.reads("FENCE-09/empty", made(func(*reader) string { return "" }))
	p.reads("FENCE-09/one-step", made(func(r *reader) string {
		id := numbered(r, 1)
		if r.given[id] {
			id = numbered(r, 1)
		}
		return id
	}))
	p.warns("FENCE-09/later", made(func(r *reader) string {
		for {
			if id := numbered(r, 1); !r.given[id] {
				return id
			}
		}
	}))
	p.warns("FENCE-10/letter", made(func(r *reader) string {
		r.number++
		return fmt.Sprintf("tool-call-%dx", r.number)
	}))
}
