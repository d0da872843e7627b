package uimessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// byConverter is a fault of the reference itself.
func byConverter(c converter) plant.Plant {
	return func(dialect.Answer) dialect.Answer { return c.answer }
}

// sending changes every item that is sent of some type; an absent one is gone.
func sending(kind string, edit plant.Edit) plant.Plant {
	return plant.Showing("/modelMessages/*/content", plant.In(plant.Each(is(kind), edit)))
}

// resulting changes the results of parts.
func resulting(change func(p, r wire.Value) wire.Value) plant.Plant {
	return byConverter(converter{result: func(p, r wire.Value) []wire.Value {
		if r = change(p, r); r.IsAbsent() {
			return nil
		}
		return []wire.Value{r}
	}})
}

// messages changes the list of what is sent.
func messages(change plant.List) plant.Plant {
	return plant.Showing("/modelMessages", plant.In(change))
}

// ofKind tells the results of a kind.
func ofKind(kind string) plant.Of {
	return func(r wire.Value) bool { return r.Get("kind").Text() == kind }
}

func isTool(m wire.Value) bool { return m.Get("role").Text() == "tool" }

func isState(p wire.Value, states ...string) bool {
	return slices.Contains(states, p.Get("state").Text())
}

func converterFaults() []plant.Row {
	value := func(member string) func(e plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant {
			return sending("tool-result", func(r wire.Value) wire.Value {
				if (r.Get("kind").Text() == "error") == (member == "error") {
					return r.With("value", plant.Deep(e)(r.Get("value")))
				}
				return r
			})
		}
	}
	ids := func(e plant.Edit) plant.Plant { return plant.Showing("/modelMessages/*/content/*/toolCallId", e) }
	input := func(e plant.Edit) plant.Plant {
		return plant.Showing("/modelMessages/*/content/*/input", plant.Deep(e))
	}
	name := func(e plant.Edit) plant.Plant { return plant.Showing("/modelMessages/*/content/*/toolName", e) }
	list := slices.Concat(sentFaults(), plant.Product([]plant.Place{
		{Slug: "value", Title: "A text in a result", Requirement: "UIMSG-82", Plant: value("value")},
		{Slug: "failure", Title: "The text of a failure", Requirement: "UIMSG-83", Plant: value("error")},
		{Slug: "input", Title: "A text in an input", Requirement: "UIMSG-80", Plant: input},
		{Slug: "name", Title: "A name", Requirement: "UIMSG-80", Plant: name},
		{Slug: "id", Title: "An id", Requirement: "ROBUST-05", Plant: ids},
	}, plant.Lettered("trimmed", "first-line", "cut-at-64", "lower", "ascii", "unescaped", "entities", "one-blank", "quotes")))
	return list
}

func sentFaults() []plant.Row {
	open := func(p wire.Value, _ bool) bool {
		return isState(p, available, requested, responded) || p.Get("preliminary").IsTrue()
	}
	falsy := func(p wire.Value) bool { return isState(p, succeeded) && isFalsy(p.Get("output")) }
	return []plant.Row{
		plant.New("UIMSG-80/c-falsy", resulting(func(p, r wire.Value) wire.Value {
			if falsy(p) {
				return wire.Value{}
			}
			return r
		})),
		plant.New("UIMSG-80/c-name-last-dash", sending("tool-call", func(c wire.Value) wire.Value {
			name := c.Get("toolName").Text()
			return c.With("toolName", wire.Str(name[strings.LastIndex(name, "-")+1:]))
		})),
		plant.New("UIMSG-80/c-falsy-input", sending("tool-call", func(c wire.Value) wire.Value {
			if isFalsy(c.Get("input")) {
				return c.With("input", wire.Obj())
			}
			return c
		})),
		plant.New("UIMSG-80/c-results-twice",
			byConverter(converter{result: func(_, r wire.Value) []wire.Value { return []wire.Value{r, r} }})),
		plant.New("UIMSG-80/c-calls-lost", sending("tool-call", plant.Gone)),
		plant.New("UIMSG-81/c-late-results", messages(func(list []wire.Value) []wire.Value {
			results := slices.DeleteFunc(slices.Clone(list), func(m wire.Value) bool { return !isTool(m) })
			return append(slices.DeleteFunc(list, isTool), results...)
		})),
		plant.New("UIMSG-81/c-results-first", messages(plant.Swapped(func(_, b wire.Value) bool { return isTool(b) }))),
		plant.New("UIMSG-82/c-falsy-null", resulting(func(p, r wire.Value) wire.Value {
			if falsy(p) {
				return r.With("value", wire.NullValue)
			}
			return r
		})),
		plant.New("UIMSG-82/c-text-parsed",
			sending("tool-result", func(r wire.Value) wire.Value { return r.With("value", plant.Parsed(r.Get("value"))) })),
		plant.New("UIMSG-82/c-output-as-text", sending("tool-result", func(r wire.Value) wire.Value {
			if v := r.Get("value"); !v.IsString() {
				return r.With("value", wire.Str(v.JSON()))
			}
			return r
		})),
		plant.New("UIMSG-82/c-late-values-trimmed", messages(func(list []wire.Value) []wire.Value {
			users := 0
			for i, m := range list {
				if m.Get("role").Text() == "user" {
					users++
				} else if users > 2 && isTool(m) {
					list[i] = plant.Everywhere("/content/*/value", plant.Text(strings.TrimSpace))(m)
				}
			}
			return list
		})),
		plant.New("UIMSG-80/c-behind-denial", messages(func(list []wire.Value) []wire.Value {
			return plant.Each(isTool, plant.Inside("/content", func(content wire.Value) wire.Value {
				var kept []wire.Value
				for i, r := range content.Items() {
					if i == 0 || r.Get("kind").Text() == "denied" || content.At(i-1).Get("kind").Text() != "denied" {
						kept = append(kept, r)
					}
				}
				return wire.List(kept...)
			}))(list)
		})),
		plant.New("UIMSG-83/c-error-as-value",
			sending("tool-result", plant.When(ofKind("error"), plant.Having("kind", wire.Str("value"))))),
		plant.New("UIMSG-83/c-error-parsed", sending("tool-result", plant.When(ofKind("error"), func(r wire.Value) wire.Value {
			return r.With("value", messageIn(r.Get("value")))
		}))),
		plant.New("UIMSG-80/c-input-mended", sending("tool-call", func(c wire.Value) wire.Value {
			return c.With("input", mended(c.Get("input")))
		})),
		plant.New("UIMSG-83/c-error-generic",
			sending("tool-result", plant.When(ofKind("error"), plant.Having("value", wire.Str("error"))))),
		plant.New("UIMSG-84/c-no-result", resulting(func(p, r wire.Value) wire.Value {
			if isState(p, denied) {
				return wire.Value{}
			}
			return r
		})),
		plant.New("UIMSG-84/c-dynamic-denial-lost", resulting(func(p, r wire.Value) wire.Value {
			if isState(p, denied) && p.Get("dynamic").IsTrue() {
				return wire.Value{}
			}
			return r
		})),
		plant.New("UIMSG-84/c-denied-value", resulting(func(p, r wire.Value) wire.Value {
			if isState(p, denied) {
				return r.With("kind", wire.Str("value"))
			}
			return r
		})),
		plant.New("UIMSG-85/c-streaming-sent", byConverter(converter{part: func(p wire.Value) wire.Value {
			if isState(p, streaming) {
				return p.With("input", wire.ParseString(plant.Healed(p.Get("inputText").Text())))
			}
			return p
		}, keeps: func(p wire.Value, drop bool) bool { return isState(p, streaming) || !drop && open(p, drop) }})),
		plant.New("UIMSG-85/c-streaming-empty", byConverter(converter{part: func(p wire.Value) wire.Value {
			if isState(p, streaming) {
				return p.With("input", wire.Obj())
			}
			return p
		}, keeps: func(p wire.Value, drop bool) bool { return isState(p, streaming) || !drop && open(p, drop) }})),
		plant.New("UIMSG-86/c-drop-all", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				if input.Get("incomplete").Text() != "drop" {
					return right(input)
				}
				return byConverter(converter{steps: func(steps [][]wire.Value) [][]wire.Value {
					for i, step := range steps {
						if slices.ContainsFunc(step, func(p wire.Value) bool {
							return isType(p, "tool") && (!isOutcome(p.Get("state").Text()) || p.Get("preliminary").IsTrue())
						}) {
							steps[i] = slices.DeleteFunc(slices.Clone(step), is("tool"))
						}
					}
					return steps
				}})(right)(input)
			}
		}),
		plant.New("UIMSG-86/c-prelim-final", byConverter(converter{part: plant.Lacking("preliminary")})),
		plant.New("UIMSG-86/c-drop-ignored", byConverter(converter{keeps: func(p wire.Value, _ bool) bool { return open(p, false) }})),
		plant.New("UIMSG-86/c-open-answered", byConverter(converter{part: func(p wire.Value) wire.Value {
			if isState(p, available) {
				return p.With("state", wire.Str(succeeded)).With("output", wire.NullValue)
			}
			return p
		}})),
		plant.New("UIMSG-87/c-steps-joined",
			byConverter(converter{steps: func(steps [][]wire.Value) [][]wire.Value { return [][]wire.Value{slices.Concat(steps...)} }})),
		plant.New("UIMSG-87/c-server-result-apart", byConverter(converter{part: plant.Lacking("providerExecuted")})),
		plant.New("UIMSG-87/c-own-result-inside", messages(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for _, m := range list {
				if last := len(out) - 1; last >= 0 && m.Get("role").Text() == "tool" && out[last].Get("role").Text() == "assistant" {
					inside := slices.Concat(out[last].Get("content").Items(), m.Get("content").Items())
					out[last] = out[last].With("content", wire.List(inside...))
				} else {
					out = append(out, m)
				}
			}
			return out
		})),
		plant.New("UIMSG-86/c-drop-not-dynamic", byConverter(converter{keeps: func(p wire.Value, _ bool) bool {
			return p.Get("dynamic").IsTrue()
		}})),
		plant.New("UIMSG-82/c-error-beside", resulting(func(p, r wire.Value) wire.Value {
			if text := p.Get("errorText"); text.Text() != "" && isState(p, succeeded) {
				return r.With("kind", wire.Str("error")).With("value", text)
			}
			return r
		})),
		plant.New("UIMSG-88/c-said-once", messages(func(list []wire.Value) []wire.Value {
			var seen []string
			return slices.DeleteFunc(list, func(m wire.Value) bool {
				text := m.Get("content").JSON()
				twice := m.Get("role").Text() == "user" && slices.Contains(seen, text)
				seen = append(seen, text)
				return twice
			})
		})).Warn(),
		plant.New("UIMSG-80/c-window", plant.Window("messages", 100)),
		plant.New("UIMSG-88/c-empty-message", messages(func(list []wire.Value) []wire.Value {
			var out []wire.Value
			for i, m := range list {
				if out = append(out, m); m.Get("role").Text() == "assistant" &&
					(i+1 == len(list) || list[i+1].Get("role").Text() != "tool") {
					out = append(out, wire.Obj(wire.T("role", "tool"), wire.M("content", wire.List())))
				}
			}
			return out
		})).Warn(),
		plant.New("UIMSG-88/c-text-lost", plant.Showing("/modelMessages", func(list wire.Value) wire.Value {
			out := []wire.Value{}
			for _, m := range list.Items() {
				if m.Get("role").Text() == "assistant" {
					m = m.With("content", wire.List(slices.DeleteFunc(m.Get("content").Items(), func(v wire.Value) bool {
						return isType(v, "text")
					})...))
				}
				if m.Get("content").Len() > 0 {
					out = append(out, m)
				}
			}
			return wire.List(out...)
		})).Warn(),
		plant.New("UIMSG-88/c-text-trimmed", messages(plant.Each(func(m wire.Value) bool { return m.Get("role").Text() == "user" },
			plant.Inside("/content", plant.In(plant.Each(is("text"), plant.Inside("/text", plant.Text(strings.TrimSpace)))))))).Warn(),
		plant.New("UIMSG-88/c-text-twice",
			plant.Showing("/modelMessages/*/content", plant.In(plant.Many(is("text"), plant.Twice)))).Warn(),
		plant.New("UIMSG-88/c-asked-open",
			byConverter(converter{keeps: func(p wire.Value, drop bool) bool { return !drop && open(p, drop) }})).Warn(),
		plant.New("UIMSG-88/c-data-as-text", plant.Hearing(func(input wire.Value) wire.Value {
			return plant.Everywhere("/messages/*/parts/*", plant.When(is("data"), func(p wire.Value) wire.Value {
				return wire.Obj(wire.T("type", "text"), wire.T("text", p.Get("data").JSON()))
			}))(input)
		})).Warn(),
	}
}

// converterVariants are the other sides of free choices.
func converterVariants() []plant.Row {
	waits := func(p wire.Value) bool { return isState(p, available, responded) || isState(p, requested) }
	return []plant.Row{
		plant.New("UIMSG-83/wrapped", sending("tool-result", func(r wire.Value) wire.Value {
			if r.Get("kind").Text() == "error" {
				return r.With("value", wire.Obj(wire.M("error", r.Get("value"))))
			}
			return r
		})),
		plant.New("UIMSG-83/escaped",
			sending("tool-result", plant.When(ofKind("error"), plant.Inside("/value", plant.Text(plant.Escaped))))),
		plant.New("UIMSG-84/denied-is-error",
			sending("tool-result", plant.When(ofKind("denied"), plant.Having("kind", wire.Str("error"))))),
		plant.New("UIMSG-85/failed", byConverter(converter{part: func(p wire.Value) wire.Value {
			if isState(p, streaming) {
				return p.With("input", wire.Obj())
			}
			return p
		}, fails: func(p wire.Value, drop bool) bool { return !drop && isState(p, streaming) }})),
		plant.New("UIMSG-86/open-sent",
			byConverter(converter{keeps: func(p wire.Value, drop bool) bool { return !drop && waits(p) && !isState(p, requested) }})),
		plant.New("UIMSG-86/open-dropped", byConverter(converter{keeps: func(wire.Value, bool) bool { return false }})),
		plant.New("UIMSG-86/open-failed", byConverter(converter{fails: func(p wire.Value, drop bool) bool { return !drop && waits(p) }})),
		plant.New("UIMSG-86/decided-sent", byConverter(converter{keeps: func(p wire.Value, _ bool) bool { return isState(p, responded) }})),
		plant.New("text-as-string", plant.Showing("/modelMessages/*", func(m wire.Value) wire.Value {
			if c := m.Get("content"); c.Len() == 1 && isType(c.At(0), "text") {
				return m.With("content", c.At(0).Get("text"))
			}
			return m
		})),
		plant.New("other-items", plant.Showing("/modelMessages/*/content",
			func(c wire.Value) wire.Value {
				if c.Len() == 0 {
					return c
				}
				return c.Append(wire.Obj(wire.T("type", "reasoning"), wire.T("text", "hm")),
					wire.Obj(wire.T("type", "tool-approval-request"), wire.T("toolCallId", "ap"), wire.T("approvalId", "ap")))
			})),
		plant.New("META-06/key-order", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				o := right(input)
				o.State = dialect.Backwards(o.State)
				return o
			}
		}),
	}
}
