package reference

import (
	"strings"

	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/wire"
)

// keepIf keeps a part or drops it.
func keepIf(ok bool, p wire.Value) wire.Value {
	if ok {
		return p
	}
	return wire.Value{}
}

// dropResults drops the result parts whose id passes.
func dropResults(of func(list []wire.Value, id string) bool) edit {
	return edit{messages: func(list, messages []wire.Value) []wire.Value {
		return words.MapResults(messages, func(p wire.Value) wire.Value { return keepIf(!of(list, p.Get("toolCallId").Text()), p) })
	}}
}

// onResults changes result parts of calls that steps of that type answer.
func onResults(kind string, into func(p, step wire.Value) wire.Value) edit {
	return onAnswered(words.MapResults, "toolCallId", kind, into)
}

// onCalls changes call parts of calls that steps of that type answer.
func onCalls(kind string, into func(p, step wire.Value) wire.Value) edit {
	return onAnswered(words.MapCalls, "id", kind, into)
}

// onAnswered changes parts, by the member that has their call's id.
func onAnswered(parts func(messages []wire.Value, into func(wire.Value) wire.Value) []wire.Value, id, kind string,
	into func(p, step wire.Value) wire.Value) edit {
	return edit{messages: func(list, messages []wire.Value) []wire.Value {
		by := answeredBy(list, kind)
		return parts(messages, func(p wire.Value) wire.Value {
			if s, ok := by[p.Get(id).Text()]; ok {
				return into(p, s)
			}
			return p
		})
	}}
}

// moveResults takes the result parts of one side out and puts them where place
// says: into the last message, or into one of their own.
func moveResults(kind string, place func(messages []wire.Value, results []wire.Value) []wire.Value) edit {
	return edit{messages: func(list, messages []wire.Value) []wire.Value {
		by := answeredBy(list, kind)
		var taken []wire.Value
		rest := words.MapResults(messages, func(p wire.Value) wire.Value {
			if _, ok := by[p.Get("toolCallId").Text()]; !ok {
				return p
			}
			taken = append(taken, p)
			return wire.Value{}
		})
		if len(taken) == 0 {
			return messages
		}
		return place(rest, taken)
	}}
}

func intoOwn(messages, results []wire.Value) []wire.Value {
	return append(append([]wire.Value(nil), messages...), words.AssistantMessage("results", results...))
}

// resultFaults are missing and misplaced result parts.
func resultFaults() []planted {
	isClient := func(list []wire.Value, id string) bool { _, ok := answeredBy(list, words.StepAddResult)[id]; return ok }
	isServer := func(list []wire.Value, id string) bool { _, ok := answeredBy(list, words.StepResult)[id]; return ok }
	open := dropResults(isClient)
	open.choose.outputOnly = sendUnanswered
	return []planted{
		{"PART-01/no-part", "A client-side result sets the output and creates no result part: the document's bug.", "06 23", open},
		{"PART-05/no-part", "A server-side result creates no result part.", "06", dropResults(isServer)},
		{"PART-05/own-message", "A server-side result gets a message of its own.", "", moveResults(words.StepResult, intoOwn)},
		{"PART-05/parsed", "A server-side content that is JSON is stored parsed.", "",
			onResults(words.StepResult, func(p, _ wire.Value) wire.Value {
				if v, err := wire.Parse([]byte(p.Get("content").Text())); err == nil {
					return p.With("content", v)
				}
				return p
			})},
		{"PART-05/error-complete", "A server-side error is stored as complete.", "",
			onResults(words.StepResult, func(p, _ wire.Value) wire.Value { return p.With("state", wire.Str(words.StateComplete)) })},
		{"PART-05/trimmed", "A server-side content is cut after 12 characters.", "",
			onResults(words.StepResult, func(p, _ wire.Value) wire.Value {
				return p.With("content", wire.Str(p.Get("content").Text()[:min(12, len(p.Get("content").Text()))]))
			})},
	}
}

// fieldFaults are wrong fields of the call and of its result part.
func fieldFaults() []planted {
	available := func(into func(p, out wire.Value) wire.Value) func(p, s wire.Value) wire.Value {
		return func(p, s wire.Value) wire.Value {
			if s.Get("state").Text() == words.OutputError {
				return p
			}
			return into(p, s.Get("output"))
		}
	}
	failing := func(into func(p, s wire.Value) wire.Value) func(p, s wire.Value) wire.Value {
		return func(p, s wire.Value) wire.Value {
			if s.Get("state").Text() != words.OutputError {
				return p
			}
			return into(p, s)
		}
	}
	return []planted{
		{"PART-02/arguments-lost", "The answered call has no arguments any more.", "25",
			onCalls(words.StepAddResult, func(p, _ wire.Value) wire.Value { return p.With("arguments", wire.Str("")) })},
		{"PART-02/arguments-from-output", "The output takes the place of the arguments.", "25",
			onCalls(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				return p.With("arguments",
					wire.Str(out.JSON()))
			}))},
		{"PART-02/name-lost", "The answered call has no name any more.", "25",
			onCalls(words.StepAddResult, func(p, _ wire.Value) wire.Value { return p.With("name", wire.Str("")) })},
		{"PART-02/id-lost", "The answered call has another id.", "",
			onCalls(words.StepAddResult, func(p, _ wire.Value) wire.Value { return p.With("id", wire.Str("done-"+p.Get("id").Text())) })},
		{"PART-02/last-call", "The output is set on the last call of the conversation.", "", edit{messages: outputOnLast}},
		{"PART-03/array-joined", "An array is stored as its elements with commas.", "",
			onResults(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				if out.IsArray() {
					return p.With("content", wire.Str(strings.Trim(out.JSON(), "[]")))
				}
				return p
			}))},
		{"PART-03/trimmed", "A text loses its blanks at both ends.", "",
			onResults(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				return p.With("content", wire.Str(strings.TrimSpace(p.Get("content").Text())))
			}))},
		{"PART-03/empty-members", "Members that are null, false or empty are left out of the JSON.", "",
			onResults(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				return p.With("content", wire.Str(strings.ReplaceAll(p.Get("content").Text(), "null", "")))
			}))},
		{"PART-03/line-separators", "U+2028 and its like become line feeds.", "",
			onResults(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				return p.With("content", wire.Str(strings.NewReplacer("\u2028", "\n", "\u2029", "\n", "\u0085",
					"\n").Replace(p.Get("content").Text())))
			}))},
		{"PART-04/absent-error-complete", "An error is only one when `errorText` is there.", "",
			onResults(words.StepAddResult, failing(func(p, s wire.Value) wire.Value {
				if s.Get("errorText").IsNull() {
					return p.With("state", wire.Str(words.StateComplete))
				}
				return p
			}))},
		{"PART-04/text-lost", "An error's text is replaced by another.", "",
			onResults(words.StepAddResult, failing(func(p, _ wire.Value) wire.Value {
				return p.With("content", wire.Str("Something went wrong")).Without("error")
			}))},
		{"PART-03/escaped", "Markup in the JSON of an output is escaped.", "",
			onResults(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				if out.IsString() {
					return p
				}
				return p.With("content", wire.Str(strings.ReplaceAll(p.Get("content").Text(), "<", "&lt;")))
			}))},
		{"PART-03/reprinted", "An output that is a text of JSON is read and printed again.", "",
			onResults(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				if v, err := wire.Parse([]byte(out.Text())); err == nil && (v.IsObject() || v.IsArray()) {
					return p.With("content", wire.Str(v.JSON()))
				}
				return p
			}))},
		{"PART-03/unescaped", "Escapes in an output that is a text are resolved.", "",
			onResults(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				if !out.IsString() {
					return p
				}
				return p.With("content", wire.Str(strings.NewReplacer(`\n`, "\n", `\"`, `"`).Replace(out.Text())))
			}))},
		{"PART-04/error-word", "An output with a member called error counts as an error.", "",
			onResults(words.StepAddResult, available(func(p, out wire.Value) wire.Value {
				if out.Has("error") {
					return p.With("state", wire.Str(words.StateError))
				}
				return p
			}))},
		{"PART-04/streaming-untouched", "A failure leaves the call's state as it was, also in the middle of its pieces.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				return words.MapCalls(messages, func(p wire.Value) wire.Value {
					if p.Get("state").Text() == stateStopped {
						return p.With("state", wire.Str(words.StateStreaming))
					}
					return p
				})
			}}},
	}
}

// outputOnLast moves every output to the last call.
func outputOnLast(_, messages []wire.Value) []wire.Value {
	last, out := "", wire.Value{}
	words.MapCalls(messages, func(p wire.Value) wire.Value {
		last = p.Get("id").Text()
		if p.Has("output") {
			out = p.Get("output")
		}
		return p
	})
	return words.MapCalls(messages, func(p wire.Value) wire.Value {
		if p.Get("id").Text() == last {
			return p.With("output", out)
		}
		return p.Without("output")
	})
}
