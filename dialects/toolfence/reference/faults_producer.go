package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// miswriting collects planted faults of the producer. Their titles stand in titles_producer.txt.
type miswriting struct{ rows []plant.Row }

// ProducerFaults are faulty writers.
func ProducerFaults() []dialect.Fault {
	var m miswriting
	m.callFaults()
	m.outcomeFaults()
	m.textFaults()
	m.backtickFaults()
	m.lookalikeFaults()
	m.familyFaults()
	return append(plant.Faults(words.Producer(), plant.Titled(producerTitles, m.rows)), dialect.Leaks(words.Producer(), "text", "order")...)
}

func (m *miswriting) writes(id string, w writer) {
	m.rows = append(m.rows, plant.New(id, writing(w)))
}

func writing(w writer) plant.Plant { return func(dialect.Answer) dialect.Answer { return w.answer } }

func (m *miswriting) objects(id string, change func(c *transcript.CallRecord, o wire.Value) wire.Value) {
	m.writes(id, writer{object: change})
}

// status tells how the call ended, "" where it did not.
func status(c *transcript.CallRecord) string {
	if c.Result == nil {
		return ""
	}
	return c.Result.Status
}

func ended(with string) func(c *transcript.CallRecord) bool {
	return func(c *transcript.CallRecord) bool { return status(c) == with }
}

// where changes the object of such calls only.
func where(is func(*transcript.CallRecord) bool, change func(o wire.Value) wire.Value) func(*transcript.CallRecord, wire.Value) wire.Value {
	return func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if is(c) {
			return change(o)
		}
		return o
	}
}

func anyCall(*transcript.CallRecord) bool { return true }

// callFaults are about FENCE-50.
func (m *miswriting) callFaults() {
	m.writes("FENCE-50/order-of-results", writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
		calls = slices.Clone(calls)
		slices.Reverse(calls)
		return calls
	}})
	m.writes("FENCE-50/unanswered-lost", writer{object: where(ended(""), func(wire.Value) wire.Value { return wire.Value{} })})
	m.writes("FENCE-50/answered-once", writer{hears: dialect.WithoutRepeats})
	m.writes("FENCE-50/two-fences", writer{fence: func(body string) string {
		one := "```tool\n" + body + "\n```\n"
		if o := wire.ParseString(body); strings.HasPrefix(o.Get("state").Text(), "output-") {
			early := o.Without("output").Without("errorText").With("state", wire.Str("input-available"))
			return "```tool\n" + early.JSON() + "\n```\n" + one
		}
		return one
	}})
	m.objects("FENCE-50/label", func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if c.Label == "" {
			return o
		}
		return o.With("toolName", wire.Str(c.Label))
	})
	m.objects("FENCE-50/empty-input-lost", where(anyCall, func(o wire.Value) wire.Value {
		if wire.EmptyObject(o.Get("input")) {
			return o.Without("input")
		}
		return o
	}))
	m.objects("FENCE-50/input-nulls-lost", where(anyCall, func(o wire.Value) wire.Value {
		return o.With("input", withoutNulls(o.Get("input"), o))
	}))
	m.objects("FENCE-50/other-state", where(ended(""), func(o wire.Value) wire.Value { return o.With("state", wire.Str("pending")) }))
	m.objects("FENCE-50/null-members", where(anyCall, func(o wire.Value) wire.Value {
		if !o.Has("errorText") {
			return o.With("errorText", wire.NullValue)
		}
		return o
	}))
	m.writes("FENCE-50/unclosed", writer{whole: func(s string) string { return strings.TrimSuffix(s, "```\n") }})
	m.writes("FENCE-50/same-line", writer{whole: func(s string) string { return strings.ReplaceAll(s, ".\n```tool", ". ```tool") }})
}

// outcomeFaults are about FENCE-51 and 52.
func (m *miswriting) outcomeFaults() {
	success, failed, cancelled := ended(transcript.Success), ended(transcript.Error), ended(transcript.Cancelled)
	set := func(member string, v wire.Value) func(o wire.Value) wire.Value {
		return func(o wire.Value) wire.Value { return o.With(member, v) }
	}
	m.objects("FENCE-51/state-done", where(success, set("state", wire.Str("input-available"))))
	m.objects("FENCE-51/falsy-output-lost", where(success, func(o wire.Value) wire.Value {
		if v := o.Get("output"); words.Falsy(v) || v.IsNull() {
			return o.Without("output")
		}
		return o
	}))
	m.objects("FENCE-51/output-parsed", where(success, func(o wire.Value) wire.Value {
		if v, ok := wire.Parse([]byte(o.Get("output").Text())); ok == nil {
			return o.With("output", v)
		}
		return o
	}))
	m.objects("FENCE-51/artifact", func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if success(c) && !c.Result.Artifact.IsNull() {
			return o.With("output", c.Result.Artifact)
		}
		return o
	})
	m.objects("FENCE-51/error-beside-output", where(success, set("errorText", wire.Str(""))))
	m.objects("FENCE-51/error-without-state", where(failed, func(o wire.Value) wire.Value { return o.Without("state") }))
	m.objects("FENCE-51/error-and-output", where(failed, func(o wire.Value) wire.Value { return o.With("output", o.Get("errorText")) }))
	m.objects("FENCE-51/invented", where(ended(""), func(o wire.Value) wire.Value {
		return o.With("state", wire.Str("output-available")).With("output", wire.NullValue)
	}))
	m.objects("FENCE-52/own-text", func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if cancelled(c) {
			return o.With("errorText", wire.Str(c.Result.Content.Text()))
		}
		return o
	})
	m.objects("FENCE-52/own-state", where(cancelled, set("state", wire.Str("cancelled"))))
	m.objects("FENCE-52/output-too", where(cancelled, func(o wire.Value) wire.Value { return o.With("output", o.Get("errorText")) }))
}

// familyFaults are about ROBUST.
func (m *miswriting) familyFaults() {
	m.writes("ROBUST-03/five-hundred", writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
		return calls[:min(len(calls), 500)]
	}})
	m.objects("ROBUST-03/cut-values", where(anyCall, func(o wire.Value) wire.Value {
		return textual(o, func(s string) string { return s[:min(len(s), 1<<17)] })
	}))
	for _, tidy := range dialect.Tidyings() {
		m.objects("FENCE-51/"+tidy.Slug, where(anyCall, func(o wire.Value) wire.Value {
			if o.Get("output").IsAbsent() {
				return o
			}
			return o.With("output", tidy.Change(o.Get("output")))
		}))
	}
	m.objects("ROBUST-04/doubles", where(anyCall, dialect.Doubles))
	m.rows[len(m.rows)-1].Warns = true
	ids := func(slug string, change func(string) string) {
		m.objects("ROBUST-05/"+slug, where(anyCall, func(o wire.Value) wire.Value {
			return o.With("toolCallId", wire.Str(change(o.Get("toolCallId").Text())))
		}))
	}
	ids("lower-case", strings.ToLower)
	ids("trimmed", strings.TrimSpace)
	ids("cut", func(s string) string { return s[:min(len(s), 255)] })
	m.writes("ROBUST-05/proto", writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
		return slices.DeleteFunc(slices.Clone(calls), func(c *transcript.CallRecord) bool { return c.ID == "__proto__" })
	}})
}

// lookalikeFaults: values, names and texts that are written as something else.
func (m *miswriting) lookalikeFaults() {
	name := func(slug string, change func(string) string) {
		m.objects("FENCE-50/"+slug, where(anyCall, func(o wire.Value) wire.Value {
			return o.With("toolName", wire.Str(change(o.Get("toolName").Text())))
		}))
	}
	name("name-of-64", func(s string) string { return s[:min(len(s), 64)] })
	name("name-trimmed", strings.TrimSpace)
	m.writes("FENCE-50/raw-nul", writer{body: func(o wire.Value) string {
		return strings.ReplaceAll(o.JSON(), `\u0000`, "\x00")
	}})
	output := func(slug string, change func(v, _ wire.Value) wire.Value) {
		m.objects("FENCE-51/"+slug, where(ended(transcript.Success), func(o wire.Value) wire.Value {
			return o.With("output", change(o.Get("output"), o))
		}))
	}
	output("only-content", unwrapped("content"))
	output("list-of-one", onlyItem)
	output("error-lost", withoutMember("error"))
	output("masked", masked)
	output("hundred-items", firstHundred)
	m.objects("FENCE-51/list-error", func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if status(c) == transcript.Error && c.Result.Content.IsArray() {
			return o.With("errorText", wire.Str("Tool error"))
		}
		return o
	})
	m.objects("FENCE-51/message", where(ended(transcript.Error), func(o wire.Value) wire.Value {
		if v, err := wire.Parse([]byte(o.Get("errorText").Text())); err == nil && v.Get("message").IsString() {
			return o.With("errorText", v.Get("message"))
		}
		return o
	}))
	m.spaceFaults()
	m.plainFaults()
}
