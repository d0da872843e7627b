package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// miswriting collects planted faults of the producer.
type miswriting struct{ list []dialect.Fault }

// ProducerFaults are faulty writers.
func ProducerFaults() []dialect.Fault {
	var m miswriting
	m.callFaults()
	m.outcomeFaults()
	m.textFaults()
	m.backtickFaults()
	m.lookalikeFaults()
	m.familyFaults()
	return append(m.list, dialect.Leaks(words.Producer(), "text", "order")...)
}

func (m *miswriting) writes(id, title string, w writer) {
	m.list = append(m.list, dialect.FaultOf(words.Producer(), id, title, func(dialect.Answer) dialect.Answer { return w.answer }))
}

func (m *miswriting) objects(id, title string, change func(c *transcript.CallRecord, o wire.Value) wire.Value) {
	m.writes(id, title, writer{object: change})
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
	m.writes("FENCE-50/order-of-results", "Fences come in another order than the calls.",
		writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
			calls = slices.Clone(calls)
			slices.Reverse(calls)
			return calls
		}})
	m.writes("FENCE-50/unanswered-lost", "Calls without a result are lost.",
		writer{object: where(ended(""), func(wire.Value) wire.Value { return wire.Value{} })})
	m.writes("FENCE-50/equal-calls-merged", "A call equal to one before it is lost.",
		writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
			var kept []*transcript.CallRecord
			for _, c := range calls {
				if !slices.ContainsFunc(kept, func(k *transcript.CallRecord) bool {
					return k.Name == c.Name &&
						wire.Equal(k.Input, c.Input)
				}) {
					kept = append(kept, c)
				}
			}
			return kept
		}})
	m.writes("FENCE-50/answered-once", "A call equal to one that was answered before it is lost.", writer{hears: dialect.WithoutRepeats})
	m.writes("FENCE-50/by-name", "Of the calls of one tool the last is left.",
		writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
			var kept []*transcript.CallRecord
			for i, c := range calls {
				if !slices.ContainsFunc(calls[i+1:], func(k *transcript.CallRecord) bool { return k.Name == c.Name }) {
					kept = append(kept, c)
				}
			}
			return kept
		}})
	m.writes("FENCE-50/two-fences", "An answered call has two fences, one with its input and one with its outcome.",
		writer{fence: func(body string) string {
			one := "```tool\n" + body + "\n```\n"
			if o := wire.ParseString(body); strings.HasPrefix(o.Get("state").Text(), "output-") {
				early := o.Without("output").Without("errorText").With("state", wire.Str("input-available"))
				return "```tool\n" + early.JSON() + "\n```\n" + one
			}
			return one
		}})
	m.objects("FENCE-50/no-id", "Fences have no id.", where(anyCall, func(o wire.Value) wire.Value { return o.Without("toolCallId") }))
	m.objects("FENCE-50/no-name", "Fences have no name.", where(anyCall, func(o wire.Value) wire.Value { return o.Without("toolName") }))
	m.objects("FENCE-50/label", "The label is written for the name.", func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if c.Label == "" {
			return o
		}
		return o.With("toolName", wire.Str(c.Label))
	})
	m.objects("FENCE-50/input-text", "The input is written as text.", where(anyCall, func(o wire.Value) wire.Value {
		return o.With("input", wire.Str(o.Get("input").JSON()))
	}))
	m.objects("FENCE-50/empty-input-lost", "An empty input is left out.", where(anyCall, func(o wire.Value) wire.Value {
		if wire.EmptyObject(o.Get("input")) {
			return o.Without("input")
		}
		return o
	}))
	m.objects("FENCE-50/input-nulls-lost", "Null members of the input are left out.", where(anyCall, func(o wire.Value) wire.Value {
		return o.With("input", withoutNulls(o.Get("input"), o))
	}))
	m.objects("FENCE-50/other-state", "A call without a result has the state pending.",
		where(ended(""), func(o wire.Value) wire.Value { return o.With("state", wire.Str("pending")) }))
	m.objects("FENCE-50/null-members", "What a call does not have is written as null.", where(anyCall, func(o wire.Value) wire.Value {
		if !o.Has("errorText") {
			return o.With("errorText", wire.NullValue)
		}
		return o
	}))
	m.writes("FENCE-50/list", "The object stands in a list.", writer{body: func(o wire.Value) string { return wire.List(o).JSON() }})
	m.writes("FENCE-50/info", "The info string is tool-call.",
		writer{fence: func(body string) string { return "```tool-call\n" + body + "\n```\n" }})
	m.writes("FENCE-50/unclosed", "The last fence is not closed.",
		writer{whole: func(s string) string { return strings.TrimSuffix(s, "```\n") }})
	m.writes("FENCE-50/same-line", "The fence begins in the line of the text.",
		writer{whole: func(s string) string { return strings.ReplaceAll(s, ".\n```tool", ". ```tool") }})
	m.writes("FENCE-50/trailing-comma", "The object ends in a comma.",
		writer{body: func(o wire.Value) string { return strings.TrimSuffix(o.JSON(), "}") + ",}" }})
}

// outcomeFaults are about FENCE-51 and 52.
func (m *miswriting) outcomeFaults() {
	success, failed, cancelled := ended(transcript.Success), ended(transcript.Error), ended(transcript.Cancelled)
	set := func(member string, v wire.Value) func(o wire.Value) wire.Value {
		return func(o wire.Value) wire.Value { return o.With(member, v) }
	}
	m.objects("FENCE-51/no-state", "A success has no state.", where(success, func(o wire.Value) wire.Value { return o.Without("state") }))
	m.objects("FENCE-51/state-done", "A success keeps the state input-available.",
		where(success, set("state", wire.Str("input-available"))))
	m.objects("FENCE-51/no-output", "A success has no output.",
		where(success, func(o wire.Value) wire.Value { return o.Without("output") }))
	m.objects("FENCE-51/falsy-output-lost", "A falsy output is left out.", where(success, func(o wire.Value) wire.Value {
		if v := o.Get("output"); words.Falsy(v) || v.IsNull() {
			return o.Without("output")
		}
		return o
	}))
	m.objects("FENCE-51/output-text", "The output is written as text.", where(success, func(o wire.Value) wire.Value {
		return o.With("output", asText(o.Get("output"), o))
	}))
	m.objects("FENCE-51/output-parsed", "An output that looks like JSON is parsed.", where(success, func(o wire.Value) wire.Value {
		if v, ok := wire.Parse([]byte(o.Get("output").Text())); ok == nil {
			return o.With("output", v)
		}
		return o
	}))
	m.objects("FENCE-51/artifact", "The artifact is written for the output.", func(c *transcript.CallRecord, o wire.Value) wire.Value {
		if success(c) && !c.Result.Artifact.IsNull() {
			return o.With("output", c.Result.Artifact)
		}
		return o
	})
	m.objects("FENCE-51/error-beside-output", "A success has an empty error text.", where(success, set("errorText", wire.Str(""))))
	m.objects("FENCE-51/error-as-output", "An error is written as an output.", where(failed, func(o wire.Value) wire.Value {
		return o.With("output", o.Get("errorText")).Without("errorText").With("state", wire.Str("output-available"))
	}))
	m.objects("FENCE-51/error-without-text", "An error has no text.",
		where(failed, func(o wire.Value) wire.Value { return o.Without("errorText") }))
	m.objects("FENCE-51/error-without-state", "An error has no state.",
		where(failed, func(o wire.Value) wire.Value { return o.Without("state") }))
	m.objects("FENCE-51/general-error", "Every error has the same text.", where(failed, set("errorText", wire.Str("Tool failed"))))
	m.objects("FENCE-51/error-and-output", "An error has its text as an output too.",
		where(failed, func(o wire.Value) wire.Value { return o.With("output", o.Get("errorText")) }))
	m.objects("FENCE-51/invented", "A call cut off is shown as a success.", where(ended(""), func(o wire.Value) wire.Value {
		return o.With("state", wire.Str("output-available")).With("output", wire.NullValue)
	}))
	m.objects("FENCE-52/success", "A cancelled call is a success.", where(cancelled, func(o wire.Value) wire.Value {
		return o.With("state", wire.Str("output-available")).With("output", o.Get("errorText")).Without("errorText")
	}))
	m.objects("FENCE-52/no-outcome", "A cancelled call has no outcome.", where(cancelled, func(o wire.Value) wire.Value {
		return o.With("state", wire.Str("input-available")).Without("errorText")
	}))
	m.objects("FENCE-52/empty-text", "A cancelled call has an empty text.", where(cancelled, set("errorText", wire.Str(""))))
	m.objects("FENCE-52/own-text", "A cancelled call without a text of its own has none.",
		func(c *transcript.CallRecord, o wire.Value) wire.Value {
			if cancelled(c) {
				return o.With("errorText", wire.Str(c.Result.Content.Text()))
			}
			return o
		})
	m.objects("FENCE-52/no-text", "A cancelled call has no text.",
		where(cancelled, func(o wire.Value) wire.Value { return o.Without("errorText") }))
	m.objects("FENCE-52/own-state", "A cancelled call has the state cancelled.", where(cancelled, set("state", wire.Str("cancelled"))))
	m.objects("FENCE-52/output-too", "A cancelled call has an output too.",
		where(cancelled, func(o wire.Value) wire.Value { return o.With("output", o.Get("errorText")) }))
}

// familyFaults are about ROBUST.
func (m *miswriting) familyFaults() {
	m.writes("ROBUST-03/five-hundred", "Calls behind the five hundredth are lost.",
		writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
			return calls[:min(len(calls), 500)]
		}})
	m.objects("ROBUST-03/cut-values", "Texts are cut at 128 KiB.", where(anyCall, func(o wire.Value) wire.Value {
		return textual(o, func(s string) string { return s[:min(len(s), 1<<17)] })
	}))
	for _, tidy := range dialect.Tidyings() {
		m.objects("FENCE-51/"+tidy.Slug, "Outputs "+tidy.Title+".", where(anyCall, func(o wire.Value) wire.Value {
			if o.Get("output").IsAbsent() {
				return o
			}
			return o.With("output", tidy.Change(o.Get("output")))
		}))
	}
	m.objects("ROBUST-04/doubles", "Numbers are doubles.", where(anyCall, dialect.Doubles))
	m.list[len(m.list)-1].Expect = requirement.Warn
	ids := func(slug, title string, change func(string) string) {
		m.objects("ROBUST-05/"+slug, title, where(anyCall, func(o wire.Value) wire.Value {
			return o.With("toolCallId", wire.Str(change(o.Get("toolCallId").Text())))
		}))
	}
	ids("lower-case", "Ids are put into lower case.", strings.ToLower)
	ids("trimmed", "Ids are trimmed.", strings.TrimSpace)
	ids("cut", "Ids are cut at 255 characters.", func(s string) string { return s[:min(len(s), 255)] })
	m.writes("ROBUST-05/proto", "A call with the id __proto__ is lost.",
		writer{order: func(calls []*transcript.CallRecord) []*transcript.CallRecord {
			return slices.DeleteFunc(slices.Clone(calls), func(c *transcript.CallRecord) bool { return c.ID == "__proto__" })
		}})
}

// lookalikeFaults: values, names and texts that are written as something else.
func (m *miswriting) lookalikeFaults() {
	name := func(slug, title string, change func(string) string) {
		m.objects("FENCE-50/"+slug, title, where(anyCall, func(o wire.Value) wire.Value {
			return o.With("toolName", wire.Str(change(o.Get("toolName").Text())))
		}))
	}
	name("name-of-64", "A name is cut at 64 characters.", func(s string) string { return s[:min(len(s), 64)] })
	name("name-trimmed", "A name is trimmed.", strings.TrimSpace)
	name("name-part", "Of a name with a slash the last part is written.",
		func(s string) string { return s[strings.LastIndexByte(s, '/')+1:] })
	m.writes("FENCE-50/raw-nul", "NUL is written as it is, so that the body is no JSON.", writer{body: func(o wire.Value) string {
		return strings.ReplaceAll(o.JSON(), `\u0000`, "\x00")
	}})
	output := func(slug, title string, change func(v, _ wire.Value) wire.Value) {
		m.objects("FENCE-51/"+slug, title, where(ended(transcript.Success), func(o wire.Value) wire.Value {
			return o.With("output", change(o.Get("output"), o))
		}))
	}
	output("only-content", "A content that is all there is in an object is taken out.", unwrapped("content"))
	output("list-of-one", "A list of one becomes what is in it.", onlyItem)
	output("error-lost", "The member `error` of a content is dropped.", withoutMember("error"))
	output("masked", "Passwords and tokens are masked.", masked)
	output("hundred-items", "A list is cut after a hundred items.", firstHundred)
	m.objects("FENCE-51/error-member", "A success whose content has an error is written as an error.",
		where(ended(transcript.Success), func(o wire.Value) wire.Value {
			if err := o.Get("output").Get("error"); err.IsString() {
				return o.Without("output").With("state", wire.Str("output-error")).With("errorText", err)
			}
			return o
		}))
	m.objects("FENCE-51/list-error", "An error that is a list has a text of the producer's own.",
		func(c *transcript.CallRecord, o wire.Value) wire.Value {
			if status(c) == transcript.Error && c.Result.Content.IsArray() {
				return o.With("errorText", wire.Str("Tool error"))
			}
			return o
		})
	m.objects("FENCE-51/message", "An error text that is JSON with a message in it becomes that message.",
		where(ended(transcript.Error), func(o wire.Value) wire.Value {
			if v, err := wire.Parse([]byte(o.Get("errorText").Text())); err == nil && v.Get("message").IsString() {
				return o.With("errorText", v.Get("message"))
			}
			return o
		}))
	m.spaceFaults()
	m.plainFaults()
}
