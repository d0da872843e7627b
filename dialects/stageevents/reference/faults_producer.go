package reference

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func ProducerFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, rows := range [][]planted{formFaults(), orderFaults(), endFaults(), tellTextFaults(), lossFaults(), pieceFaults(),
		producerSizeFaults()} {
		list = append(list, faultsOf(words.Producer(), requirement.Fail, rows)...)
	}
	list = append(list, faultsOf(words.Producer(), requirement.Warn, producerWarnings())...)
	return append(list, dialect.Leaks(words.Producer())...)
}

// telling is the reference producer with its updates rewritten, the transcript at
// hand.
func telling(edit func(transcript.Transcript, []wire.Value) []wire.Value) plant {
	return func(inner answer) answer {
		return func(input wire.Value) observation {
			o := inner(input)
			t, err := transcript.Parse(input.Get("transcript"))
			if err != nil || o.Ending != dialect.Done {
				return o
			}
			return o.Retold(func(list []wire.Value) []wire.Value { return edit(t, list) })
		}
	}
}

// tellingEach rewrites every update into some.
func tellingEach(edit func(e wire.Value) []wire.Value) plant {
	return telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
		var out []wire.Value
		for _, e := range list {
			out = append(out, edit(e)...)
		}
		return out
	})
}

// tellingAt rewrites the updates of one stage, each into one.
func tellingAt(s words.Stage, edit func(e wire.Value) wire.Value) plant {
	return tellingEach(func(e wire.Value) []wire.Value {
		if words.At(e, s) {
			e = edit(e)
		}
		return []wire.Value{e}
	})
}

// hearing is the reference producer, given another transcript than it was sent.
func hearing(edit func(transcript.Transcript) transcript.Transcript) plant {
	return func(inner answer) answer {
		return func(input wire.Value) observation {
			t, err := transcript.Parse(input.Get("transcript"))
			if err != nil {
				return inner(input)
			}
			return inner(wire.Obj(wire.M("transcript", edit(t).JSON())))
		}
	}
}

// hearingEach gives other items, each one changed by itself.
func hearingEach(edit func(transcript.Item) transcript.Item) plant {
	return hearing(func(t transcript.Transcript) transcript.Transcript {
		items := make([]transcript.Item, len(t.Items))
		for i, item := range t.Items {
			items[i] = edit(item)
		}
		t.Items = items
		return t
	})
}

// callOf is what the transcript says of the call of an update, nil for none.
func callOf(t transcript.Transcript) func(wire.Value) *transcript.CallRecord {
	byID := map[string]*transcript.CallRecord{}
	for _, c := range t.Calls() {
		byID[c.ID] = c
	}
	return func(e wire.Value) *transcript.CallRecord { return byID[e.Get("id").Text()] }
}

// dropping leaves out the updates that drop says.
func dropping(drop func(*transcript.CallRecord, wire.Value) bool) plant {
	return telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
		of := callOf(t)
		var out []wire.Value
		for _, e := range list {
			if !drop(of(e), e) {
				out = append(out, e)
			}
		}
		return out
	})
}

// formFaults: what every update is.
func formFaults() []planted {
	return []planted{
		{"STAGE-01/no-stage-on-chunks", "Chunks carry no stage.", "",
			tellingAt(words.Streaming, func(e wire.Value) wire.Value { return e.Without("stage") })},
		{"STAGE-01/no-id-at-end", "The end carries no id.", "04 08 09",
			tellingAt(words.End, func(e wire.Value) wire.Value { return e.Without("id") })},
		{"STAGE-01/other-word", "The last stage is called `done`.", "04 08 09",
			tellingAt(words.End, func(e wire.Value) wire.Value { return e.With("stage", wire.Str("done")) })},
		{"STAGE-01/capital", "`running` is spelled with a capital.", "11",
			tellingAt(words.Running, func(e wire.Value) wire.Value { return e.With("stage", wire.Str("Running")) })},
		{"STAGE-01/failed-stage", "A failure has a stage of its own.", "04 08 09", tellingAt(words.End, func(e wire.Value) wire.Value {
			if words.TellsFailure(e) {
				return e.With("stage", wire.Str("error"))
			}
			return e
		})},
		{"STAGE-02/everywhere", "Every update carries `isRunning`.", "", tellingEach(func(e wire.Value) []wire.Value {
			return []wire.Value{e.With("isRunning", wire.Boolean(!words.At(e, words.End)))}
		})},
		{"STAGE-02/on-running", "`running` carries `isRunning`.", "",
			tellingAt(words.Running, func(e wire.Value) wire.Value { return e.With("isRunning", wire.Boolean(true)) })},
		{"STAGE-02/false-at-failure", "The end of a failure carries `isRunning:false`.", "",
			tellingAt(words.End, func(e wire.Value) wire.Value {
				if words.TellsFailure(e) {
					return e.With("isRunning", wire.Boolean(false))
				}
				return e
			})},
		{"STAGE-02/null", "The start carries `isRunning:null`.", "",
			tellingAt(words.Start, func(e wire.Value) wire.Value { return e.With("isRunning", wire.NullValue) })},
	}
}

// orderFaults: the order of a call's updates.
func orderFaults() []planted {
	return []planted{
		{"STAGE-03/none-when-first-delta-empty", "A call whose first delta is empty gets no start.", "09",
			dropping(func(c *transcript.CallRecord, e wire.Value) bool {
				return words.At(e, words.Start) && len(c.Deltas) > 0 && c.Deltas[0] == ""
			})},
		{"STAGE-03/after-first-chunk", "The start comes after the first chunk.", "05",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				for i := range len(list) - 1 {
					if words.At(list[i], words.Start) && words.At(list[i+1], words.Streaming) &&
						wire.Equal(list[i].Get("id"), list[i+1].Get("id")) {
						list[i], list[i+1] = list[i+1], list[i]
					}
				}
				return list
			})},
		{"STAGE-03/twice", "The start comes again with the first chunk.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				var out []wire.Value
				seen := map[string]bool{}
				for _, e := range list {
					if id := e.Get("id").Text(); words.At(e, words.Streaming) && !seen[id] {
						seen[id] = true
						out = append(out, wire.Obj(wire.M("id", wire.Str(id)), wire.M("stage", wire.Str("start")),
							wire.M("name", wire.Str("again"))))
					}
					out = append(out, e)
				}
				return out
			})},
		{"STAGE-03/no-name", "The start carries no name.", "",
			tellingAt(words.Start, func(e wire.Value) wire.Value { return e.Without("name") })},
		{"STAGE-03/label-as-name", "The label stands as the name.", "", hearingEach(func(item transcript.Item) transcript.Item {
			if item.Label != "" {
				item.Name = item.Label
			}
			return item
		})},
		{"STAGE-03/name-of-first", "Of several calls in parallel all have the name of the first.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				var first wire.Value
				for i, e := range list {
					if words.At(e, words.Start) && first.IsAbsent() {
						first = e.Get("name")
					}
					if words.At(e, words.Start) {
						list[i] = e.With("name", first)
					}
				}
				return list
			})},
		{"STAGE-04/twice-on-failure", "A failure ends twice.", "", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.End) && words.TellsFailure(e) {
				return []wire.Value{e, e}
			}
			return []wire.Value{e}
		})},
		{"STAGE-04/none-on-error", "A failure gets no end.", "09", dropping(func(c *transcript.CallRecord, e wire.Value) bool {
			return words.At(e, words.End) && c.Result != nil && c.Result.Status == transcript.Error
		})},
		{"STAGE-04/two-when-repeated", "A call equal to one before it ends twice.", "",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				seen, of := map[string]bool{}, callOf(t)
				var out []wire.Value
				for _, e := range list {
					out = append(out, e)
					if key := of(e).Name + of(e).Input.JSON(); words.At(e, words.End) {
						if seen[key] {
							out = append(out, e)
						}
						seen[key] = true
					}
				}
				return out
			})},
		{"STAGE-04/running-behind", "A `running` comes after the end.", "05 12", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.End) {
				return []wire.Value{e, wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str("running")))}
			}
			return []wire.Value{e}
		})},
		{"STAGE-05/chunk-after-running", "The last chunk is buffered and comes after the first `running`.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				for i := len(list) - 2; i >= 0; i-- {
					if words.At(list[i], words.Streaming) && words.At(list[i+1], words.Running) &&
						wire.Equal(list[i].Get("id"), list[i+1].Get("id")) {
						list[i], list[i+1] = list[i+1], list[i]
						break
					}
				}
				return list
			})},
		{"STAGE-05/result-streams", "The result is streamed after `running`.", "",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				var out []wire.Value
				of := callOf(t)
				for _, e := range list {
					if words.At(e, words.End) && len(of(e).Progress) > 0 {
						out = append(out, wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str("streaming")),
							wire.M("result", e.Get("result"))))
					}
					out = append(out, e)
				}
				return out
			})},
		{"STAGE-05/running-first", "Every call is `running` before its chunks.", "", tellingEach(func(e wire.Value) []wire.Value {
			if words.At(e, words.Start) {
				return []wire.Value{e, wire.Obj(wire.M("id", e.Get("id")), wire.M("stage", wire.Str("running")))}
			}
			return []wire.Value{e}
		})},
		{"STAGE-12/late-progress", "The last progress is told when the call has ended.", "04 05 11",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				for i := len(list) - 2; i >= 0; i-- {
					if words.At(list[i], words.Running) && words.At(list[i+1], words.End) &&
						wire.Equal(list[i].Get("id"), list[i+1].Get("id")) {
						list[i], list[i+1] = list[i+1], list[i]
					}
				}
				return list
			})},
		{"STAGE-12/session", "The runner tells its own life as a call's.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				session := []wire.Value{wire.ParseString(`{"id":"runner","stage":"start","name":"runner"}`)}
				return append(append(session, list...), wire.ParseString(`{"id":"runner","stage":"end","result":""}`))
			})},
		{"STAGE-12/prefixed", "Updates of a call begun beside others carry another id.", "08 09",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					if of(e).Position > 0 {
						list[i] = e.With("id", wire.Str("call/"+e.Get("id").Text()))
					}
				}
				return list
			})},
		{"STAGE-12/by-name", "Updates carry the tool's name as their id.", "09",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				for i, e := range list {
					list[i] = e.With("id", wire.Str(strings.ToLower(of(e).Name)))
				}
				return list
			})},
	}
}

// tellingEnds rewrites the ends of the calls that were answered so.
func tellingEnds(status string, edit func(content, e wire.Value) wire.Value) plant {
	return telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
		of := callOf(t)
		for i, e := range list {
			if r := of(e).Result; words.At(e, words.End) && r != nil && r.Status == status {
				list[i] = edit(r.Content, e)
			}
		}
		return list
	})
}

// naming rewrites the names of the starts.
func naming(edit func(string) string) plant {
	return tellingAt(words.Start, func(e wire.Value) wire.Value { return e.With("name", wire.Str(edit(e.Get("name").Text()))) })
}

// tellTextFaults: contents, names and pieces that are taken for something else.
func tellTextFaults() []planted {
	result := func(edit func(content, result wire.Value) wire.Value) plant {
		return tellingEnds(transcript.Success,
			func(content, e wire.Value) wire.Value { return e.With("result", edit(content, e.Get("result"))) })
	}
	silent := func(content, e wire.Value) wire.Value {
		if content.IsString() && content.Text() == "" {
			return e.Without("error")
		}
		return e
	}
	return []planted{
		{"STAGE-03/name-of-64", "A name is cut at 64 characters.", "", naming(cutName)},
		{"STAGE-03/name-part", "Of a name with a slash the last part is told.", "", naming(lastPart)},
		{"STAGE-04/end-behind-progress", "A tool that reported three times gets two ends.", "",
			telling(func(t transcript.Transcript, list []wire.Value) []wire.Value {
				of := callOf(t)
				var out []wire.Value
				for _, e := range list {
					if out = append(out, e); words.At(e, words.End) && len(of(e).Progress) >= 3 {
						out = append(out, e)
					}
				}
				return out
			})},
		{"STAGE-06/empty-left-out", "An empty error text is left out, so that the failure has no payload.", "",
			tellingEnds(transcript.Error, silent)},
		{"STAGE-08/empty-left-out", "The empty text of a cancelled call is left out, so that it has no payload.", "",
			tellingEnds(transcript.Cancelled, silent)},
		{"STAGE-07/null-as-empty", "The result null becomes the empty text.", "", result(func(content, got wire.Value) wire.Value {
			if content.Kind() == wire.Null {
				return wire.Str("")
			}
			return got
		})},
		{"STAGE-07/error-member", "A success whose content has a member `error` carries it as its error.", "",
			tellingEnds(transcript.Success, func(content, e wire.Value) wire.Value {
				if err := content.Get("error"); err.IsString() {
					return e.With("error", err)
				}
				return e
			})},
		{"STAGE-07/success-member", "A success whose content says `success:false` is told as a failure.", "",
			tellingEnds(transcript.Success, func(content, e wire.Value) wire.Value {
				if content.Get("success").IsFalse() {
					return e.With("success", wire.Boolean(false))
				}
				return e
			})},
		{"STAGE-07/text-unwrapped", "A content with a text in it becomes that text.", "", result(func(content, got wire.Value) wire.Value {
			if content.IsObject() {
				return wire.Str(unwrapped(content.JSON(), "text", "content"))
			}
			return got
		})},
		{"STAGE-07/list-of-one", "A list of one becomes what is in it.", "", result(func(content, got wire.Value) wire.Value {
			if content.IsArray() && content.Len() == 1 && content.At(0).IsString() {
				return content.At(0)
			}
			return got
		})},
		{"STAGE-07/controls-lost", "NUL is lost in a result.", "",
			result(func(_, got wire.Value) wire.Value { return wire.Str(withoutNul(got.Text())) })},
		{"STAGE-10/first-blanks", "The first piece loses the blanks at its beginning.", "",
			telling(func(_ transcript.Transcript, list []wire.Value) []wire.Value {
				seen := map[string]bool{}
				for i, e := range list {
					if id := e.Get("id").Text(); words.At(e, words.Streaming) && !seen[id] {
						seen[id] = true
						list[i] = e.With("parametersChunk", wire.Str(strings.TrimLeft(e.Get("parametersChunk").Text(), " ")))
					}
				}
				return list
			})},
		{"STAGE-10/line-ends", "Line ends of a piece become LF.", "", pieces("\r\n", "\n", "\r", "\n")},
		{"STAGE-10/composed", "Letters of two code points become one.", "", pieces("e\u0301", "\u00e9", "\u212b", "\u00c5")},
	}
}

// pieces replaces in every piece of arguments.
func pieces(oldnew ...string) plant {
	return tellingAt(words.Streaming, func(e wire.Value) wire.Value {
		return e.With("parametersChunk", wire.Str(strings.NewReplacer(oldnew...).Replace(e.Get("parametersChunk").Text())))
	})
}
