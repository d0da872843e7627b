package reference

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// idFault reads every id through a function before anything else, in either role.
func idFault(id, title string, through func(string) string) planted {
	return planted{id, title, "", edit{
		steps: func(list []wire.Value) []wire.Value {
			out := make([]wire.Value, len(list))
			for i, s := range list {
				out[i] = words.RenameStep(s, through)
			}
			return out
		},
		messages: func(list, messages []wire.Value) []wire.Value {
			if list != nil { // a chat's ids were changed in its steps
				return messages
			}
			return words.RenamedIDs(messages, through)
		},
	}}
}

// idFaults take ids for less than they are.
func idFaults() []planted {
	only := func(is func(string) bool, to func(string) string) func(string) string {
		return func(id string) string {
			if is(id) {
				return to(id)
			}
			return id
		}
	}
	word := func(words ...string) func(string) bool {
		return func(id string) bool {
			for _, w := range words {
				if id == w {
					return true
				}
			}
			return false
		}
	}
	return []planted{
		idFault("ROBUST-05/proto", "`__proto__` is no key of the map that holds the calls.",
			only(word("__proto__", "constructor", "toString", "hasOwnProperty"), func(string) string { return "undefined" })),
		idFault("ROBUST-05/trimmed", "Ids lose the blanks around them.", strings.TrimSpace),
		idFault("ROBUST-05/lower-case", "Ids are kept in lower case.", strings.ToLower),
		idFault("ROBUST-05/truncated", "Ids are kept up to 255 characters.", func(id string) string { return id[:min(255, len(id))] }),
		idFault("ROBUST-05/normalised", "Ids are kept in a Unicode normal form.",
			func(id string) string { return strings.ReplaceAll(id, "e\u0301", "\u00e9") }),
		idFault("ROBUST-05/numeric", "Ids that look like numbers become numbers.",
			only(func(id string) bool { _, err := strconv.ParseFloat(id, 64); return err == nil }, func(id string) string {
				f, _ := strconv.ParseFloat(id, 64)
				return strconv.FormatFloat(f, 'g', -1, 64)
			})),
		idFault("ROBUST-05/emoji", "Characters beyond the basic plane are lost from ids.", func(id string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xFFFF {
					return '\uFFFD'
				}
				return r
			}, id)
		}),
	}
}

// robustFaults give up on size and on strange ids.
func robustFaults() []planted {
	return append(append(idFaults(), alikeFaults()...),
		planted{"ROBUST-03/64-calls", "A turn holds 64 calls at most.", "", edit{steps: func(list []wire.Value) []wire.Value {
			seen := map[string]bool{}
			return mapResultSteps(list, func(s wire.Value) wire.Value {
				if words.IsCall(s) && len(seen) < 64 {
					seen[words.StepID(s)] = true
				}
				return keepIf(!words.IsCall(s) || seen[words.StepID(s)], s)
			})
		}}},
		planted{"ROBUST-03/text-100000", "An output that is a text is kept up to 100,000 characters.", "",
			onResults(words.StepAddResult, func(p, s wire.Value) wire.Value {
				if out := s.Get("output"); out.IsString() {
					return p.With("content", wire.Str(out.Text()[:min(len(out.Text()), 100000)]))
				}
				return p
			})},
		planted{"ROBUST-03/arguments-64-kib", "Arguments are kept up to 64 KiB.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				return words.MapCalls(messages, func(p wire.Value) wire.Value {
					text := p.Get("arguments").Text()
					return p.With("arguments", wire.Str(text[:min(len(text), 65536)]))
				})
			}}},
		planted{"ROBUST-03/nesting-64", "Outputs are kept 64 levels deep.", "", edit{messages: func(_, messages []wire.Value) []wire.Value {
			return words.MapCalls(messages, func(p wire.Value) wire.Value {
				if p.Has("output") {
					return p.With("output", dialect.CutDeep(p.Get("output"), 64))
				}
				return p
			})
		}}},
	)
}

// roundingFaults lose integers beyond 2^53, a SHOULD.
func roundingFaults(pair dialect.Pair) []dialect.Fault {
	arguments := planted{"ROBUST-04/arguments", "Arguments pass through doubles.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
		return mapSentCalls(sent, func(c wire.Value) wire.Value {
			if v, err := wire.Parse([]byte(c.Get("arguments").Text())); err == nil {
				return c.With("arguments", wire.Str(dialect.Doubles(v).JSON()))
			}
			return c
		})
	}}}
	list := []planted{arguments}
	if pair.Role == dialect.Consumer {
		list = append(list, planted{"ROBUST-04/bare-output", "An output that is an integer passes through a double.", "",
			edit{steps: func(list []wire.Value) []wire.Value {
				return mapSteps(list, words.StepAddResult, func(s wire.Value) []wire.Value {
					if out := s.Get("output"); out.Kind() == wire.Number {
						s = s.With("output", dialect.Doubles(out))
					}
					return plant.Only(s)
				})
			}}})
	}
	return bind(pair, list, true)
}

// metaFaults break the properties that need no oracle.
func metaFaults(pair dialect.Pair) []dialect.Fault {
	list := []planted{
		{"META-02/sorted", "The results of a message are sorted by id.", "", edit{messages: sortResults}},
		{"META-02/numbered", "An id that ends in a digit is a call like others, any other loses its output.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				return words.MapCalls(messages, func(p wire.Value) wire.Value {
					id := p.Get("id").Text()
					if id != "" && id[len(id)-1] >= '0' && id[len(id)-1] <= '9' {
						return p
					}
					return p.Without("output")
				})
			}}},
		{"META-03/by-arrival", "The n-th result of a turn belongs to its n-th call.", "", edit{steps: byArrival}},
		{"META-05/forgets", "A user message clears the results of the turns before it.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				last := len(messages)
				for i, m := range messages {
					if m.Get("role").Text() == words.RoleUser {
						last = i
					}
				}
				if last == len(messages) {
					return messages
				}
				kept := words.MapResults(messages[:last], func(wire.Value) wire.Value { return wire.Value{} })
				return append(kept, messages[last:]...)
			}}},
		{"META-05/finish-trims", "A later finish rewrites the contents that are held.", "",
			edit{messages: func(list, messages []wire.Value) []wire.Value {
				n := len(mapSteps(list, words.StepFinish, func(s wire.Value) []wire.Value { return []wire.Value{s, s} })) - len(list)
				return words.MapResults(messages, func(p wire.Value) wire.Value {
					if n < 2 || !p.Get("content").IsString() {
						return p
					}
					return p.With("content", wire.Str(p.Get("content").Text()+"\n"))
				})
			}}},
		{"ROBUST-06/invented", "A stream that ends early leaves open calls with an empty, complete result.", "",
			edit{messages: inventResults}},
		{"ROBUST-06/answered-ok", "A stream that ends early leaves open calls answered by ok.", "",
			edit{choose: choices{unanswered: answerByError}, model: func(_, sent []wire.Value) []wire.Value {
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					if m.Get("content").Text() == missingText {
						return plant.Only(m.With("content", wire.Str("ok")))
					}
					return plant.Only(m)
				})
			}}},
	}
	faults := bind(pair, list, false)
	for i := range faults {
		faults[i].Expect = requirement.Fail
	}
	return faults
}

// sortResults puts each message's result parts in the order of their ids, in the
// places where result parts stand.
func sortResults(_, messages []wire.Value) []wire.Value {
	out := append([]wire.Value(nil), messages...)
	for i, m := range out {
		byID := map[string][]wire.Value{}
		words.MapResults([]wire.Value{m}, func(p wire.Value) wire.Value {
			id := p.Get("toolCallId").Text()
			byID[id] = append(byID[id], p)
			return p
		})
		var sorted []wire.Value
		for _, id := range slices.Sorted(maps.Keys(byID)) {
			sorted = append(sorted, byID[id]...)
		}
		next := 0
		out[i] = words.MapResults([]wire.Value{m}, func(wire.Value) wire.Value { next++; return sorted[next-1] })[0]
	}
	return out
}

// byArrival gives the n-th result of each turn to the turn's n-th call.
func byArrival(list []wire.Value) []wire.Value {
	var told []string
	next := 0
	return mapResultSteps(list, func(s wire.Value) wire.Value {
		switch {
		case s.Get("type").Text() == words.StepUser:
			told, next = nil, 0
		case words.IsCall(s):
			for _, id := range told {
				if id == words.StepID(s) {
					return s
				}
			}
			told = append(told, words.StepID(s))
		case words.IsResult(s) && next < len(told):
			next++
			return s.With("toolCallId", wire.Str(told[next-1]))
		}
		return s
	})
}
