package agents

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

func relaxes(change func(a *agent, c made, known bool, r *result)) func() hooks {
	return func() hooks { return hooks{relaxing: change} }
}

func failureFaults() []row {
	unlimited := func(e side) bool { return !e.Limited }
	threw := func(c made, known bool, r *result) bool { return r.failed && known && c.sound }
	return []row{
		{id: "LOOP-04/throw-is-ok", title: "A tool that threw is answered with ok.",
			plant: relaxes(func(_ *agent, c made, known bool, r *result) {
				if threw(c, known, r) {
					r.value, r.failed = wire.Str("ok"), false
				}
			})},
		{id: "LOOP-04/throw-is-nothing", title: "A tool that threw is answered with an empty object.",
			plant: relaxes(func(_ *agent, c made, known bool, r *result) {
				if threw(c, known, r) {
					r.value, r.failed = wire.Obj(), false
				}
			})},
		{id: "LOOP-04/throw-without-words", title: "A tool that threw is answered with an error that doesn't say what it threw.",
			small: true,
			plant: relaxes(func(_ *agent, c made, known bool, r *result) {
				if threw(c, known, r) {
					r.value = wire.Str("An error occurred.")
				}
			})},
		{id: "LOOP-04/throw-first-line", title: "Of what a tool threw the first line is told.", small: true,
			plant: relaxes(func(_ *agent, c made, known bool, r *result) {
				if threw(c, known, r) {
					first, _, _ := strings.Cut(asText(r.value), "\n")
					r.value = wire.Str(first)
				}
			})},
		{id: "LOOP-04/throw-again-is-nothing", title: "A tool that throws once more is answered with nothing.",
			plant: relaxes(func(a *agent, c made, known bool, r *result) {
				again := slices.IndexFunc(a.runs, plant.Says("name", c.name)) < len(a.runs)-1
				if threw(c, known, r) && again {
					r.value, r.failed = wire.NullValue, false
				}
			})},
		{id: "LOOP-05/malformed-is-empty", title: "Arguments that are no JSON become an empty object, and the tool is run.",
			plant: relaxes(func(a *agent, c made, known bool, r *result) {
				if does, _ := a.tool(c.name); known && !c.sound {
					c.arguments = wire.Obj()
					r.value, r.failed = a.do(c, does)
				}
			})},
		{id: "LOOP-05/unknown-is-success", title: "A tool that there is not is answered with nothing.",
			plant: relaxes(func(_ *agent, _ made, known bool, r *result) {
				if !known {
					r.value, r.failed = wire.NullValue, false
				}
			})},
		{id: "LOOP-05/malformed-unflagged", title: "A call whose arguments are no JSON is answered in words, without the mark of an error.",
			plant:   relaxes(func(_ *agent, c made, _ bool, r *result) { r.failed = r.failed && c.sound }),
			without: func(e side) bool { return !e.Flags }},
		{id: "LOOP-05/malformed-sent-empty",
			title: "A call whose arguments are no JSON is sent with an empty object, and answered as failed.",
			plant: bends(rewritten(func(c *made) bool { return !c.sound })), without: mergedResults},
		{id: "LOOP-05/malformed-sent-mended",
			title: "A call whose arguments are no JSON is sent with what they began, and answered as failed.",
			plant: bends(rewritten(mended))},
		{id: "LOOP-05/name-letters-alone", title: "A tool is found by the letters of its name alone, be they small or not.",
			plant: finds(func(name, called string) bool { return letters(name) == letters(called) })},
		{id: "LOOP-05/name-trimmed", title: "A tool is found by its name without the blanks around it.",
			plant: finds(func(name, called string) bool { return name == strings.TrimSpace(called) })},
		{id: "LOOP-05/name-within", title: "A tool is found whose name stands in the one that is called.",
			plant: finds(func(name, called string) bool { return strings.Contains(called, name) })},
		{id: "LOOP-05/name-begins", title: "A tool is found whose name begins with the one that is called.",
			plant: finds(func(name, called string) bool { return strings.HasPrefix(name, called) })},
		{id: "LOOP-05/fails-once", title: "Behind a turn in which a call failed, one that fails is answered with ok.",
			plant: rewrites(func(m *memory) {
				last := len(m.turns) - 1
				failed := func(r result) bool { return r.failed }
				if !slices.ContainsFunc(m.turns[:last], func(t turn) bool { return slices.ContainsFunc(t.results, failed) }) {
					return
				}
				for i, r := range m.turns[last].results {
					if r.failed && !r.served {
						m.turns[last].results[i].value, m.turns[last].results[i].failed = wire.Str("ok"), false
					}
				}
			})},
		{id: "LOOP-05/name-inherited", title: "A tool is found by a name that every object has.",
			plant: finds(func(_, called string) bool {
				return slices.Contains([]string{"constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"}, called)
			})},
		{id: "LOOP-06/cut-is-healed", title: "Half arguments are made whole, and run.", plant: func() hooks {
			return hooks{eager: true, deaf: func(*reading) bool { return true }, healing: func(c *made) {
				if !c.sound {
					c.text = strings.TrimSuffix(c.text, `"`) + `"}`
					if v, err := wire.Parse([]byte(c.text)); err == nil {
						c.arguments, c.sound = v, v.IsObject()
					}
				}
			}}
		}},
		{id: "LOOP-06/cut-is-sent", title: "A call that was cut off is answered as malformed.", plant: func() hooks {
			return hooks{eager: true, deaf: func(*reading) bool { return true }}
		}},
		{id: "LOOP-06/limit-unseen", title: "A limit is no reason not to run.", plant: func() hooks {
			return hooks{eager: true, healing: func(c *made) {
				if !c.sound {
					c.text, c.arguments, c.sound = "{}", wire.Obj(), true
				}
			}}
		}, without: unlimited},
		{id: "LOOP-06/half-is-the-one-before",
			title: "A call that was cut off is run with the arguments of the one before it.", plant: func() hooks {
				return hooks{eager: true, borrows: true, deaf: func(r *reading) bool { return len(r.calls) > 1 }}
			}},
		{id: "LOOP-06/filter-unseen", title: "A model that was stopped for what it wrote is taken for one that said all.",
			plant: func() hooks { return hooks{unfiltered: true} }, without: unlimited},
		{id: "LOOP-12/asks-on", title: "After the last answer the agent asks once more.", plant: func() hooks {
			return hooks{goingOn: func(m *memory) bool { return len(m.turns) < 2 || len(m.turns[len(m.turns)-2].calls) > 0 }}
		}},
		{id: "LOOP-12/never-ends", title: "The agent asks until it may no more.", plant: func() hooks {
			return hooks{goingOn: func(*memory) bool { return true }}
		}},
		{id: "LOOP-13/one-prompt", lasting: true, title: "The prompt is that of the conversation that began last.", plant: func() hooks {
			s := &shared{}
			return hooks{beginning: func(m *memory) { s.begin(m.prompt) }, rewriting: func(m *memory) { m.prompt = s.last() }}
		}},
		{id: "LOOP-13/results-by-id", lasting: true, title: "Results of all conversations are kept together, by the ids of calls.",
			plant: func() hooks {
				s := &shared{}
				return hooks{beginning: func(m *memory) { s.begin(m.prompt) }, bending: func(t *turn) {
					for i, r := range t.results {
						t.results[i].value = s.keep(r.id, r.value)
					}
				}, telling: s.ended}
			}},
		{id: "LOOP-14/thoughts-told", title: "What the model thinks is told with what it says.",
			without: func(e side) bool { return e.Thinks == nil }, plant: func() hooks { return hooks{aloud: true} }},
		{id: "LOOP-14/text-of-all", title: "The text is that of all turns.", plant: func() hooks {
			return hooks{ending: func(m *memory) string {
				all := ""
				for _, t := range m.turns {
					all += t.text
				}
				return all
			}}
		}},
		{id: "LOOP-14/text-lost", title: "The text of the last turn is lost.", plant: func() hooks {
			return hooks{ending: func(*memory) string { return "" }}
		}},
		{id: "LOOP-14/text-cut", title: "The text of the last turn is told up to a length.", plant: func() hooks {
			return hooks{ending: func(m *memory) string {
				text := m.turns[len(m.turns)-1].text
				return text[:min(len(text), 4096)]
			}}
		}},
		{id: "LOOP-14/text-composed", title: "The text of the last turn is normalised.", plant: func() hooks {
			return hooks{ending: func(m *memory) string {
				return strings.ReplaceAll(m.turns[len(m.turns)-1].text, "e\u0301", "\u00e9")
			}}
		}},
		{id: "LOOP-14/text-lines", title: "The line ends of the last turn's text are made LF.", plant: func() hooks {
			return hooks{ending: func(m *memory) string { return strings.ReplaceAll(m.turns[len(m.turns)-1].text, "\r\n", "\n") }}
		}},
		{id: "LOOP-14/error-behind-answer", title: "Behind an answer an error is told.", plant: func() hooks {
			return hooks{telling: func(state wire.Value) wire.Value {
				if !state.Get("error").IsNull() {
					return state
				}
				return state.With("text", wire.Str("")).With("error", wire.Obj(wire.M("message", wire.Str("it is closed already"))))
			}}
		}},
	}
}

func historyFaults() []row {
	return []row{
		{id: "LOOP-08/first-forgotten", title: "Of the turns only the last two are sent.", plant: rewrites(func(m *memory) {
			if n := len(m.turns); n > 2 {
				m.turns = m.turns[n-2:]
			}
		})},
		{id: "LOOP-02/sent-again", title: "Beside a turn's results those of all turns before it are sent again.", without: mergedResults,
			plant: rewrites(func(m *memory) {
				last := &m.turns[len(m.turns)-1]
				for _, t := range m.turns[:len(m.turns)-1] {
					last.results = append(slices.Clone(last.results), t.results[:min(len(t.calls), len(t.results))]...)
				}
			})},
		{id: "LOOP-08/thirty-remembered", title: "Of the turns only the last thirty are sent.", plant: rewrites(func(m *memory) {
			if n := len(m.turns); n > 30 {
				m.turns = m.turns[n-30:]
			}
		})},
		{id: "LOOP-01/used-id-is-known", title: "A call whose id an earlier turn had is not remembered.", plant: rewrites(func(m *memory) {
			known := map[string]bool{}
			for i, t := range m.turns {
				m.turns[i].calls = slices.DeleteFunc(slices.Clone(t.calls), func(c made) bool { return known[c.id] })
				m.turns[i].results = slices.DeleteFunc(slices.Clone(t.results), func(r result) bool { return known[r.id] })
				for _, c := range t.calls {
					known[c.id] = true
				}
			}
		}), without: unique},
		{id: "LOOP-03/first-of-its-id", title: "A result is looked up by its id, and the first of all turns is found.",
			plant: rewrites(func(m *memory) { keepOne(m) }), without: unique},
		{id: "LOOP-08/later-of-its-id", title: "A later result takes the place of an earlier one of its id.",
			plant: rewrites(func(m *memory) {
				slices.Reverse(m.turns)
				keepOne(m)
				slices.Reverse(m.turns)
			}), without: unique},
		{id: "LOOP-08/results-shortened", title: "Results of earlier turns are sent as a word.", plant: rewrites(func(m *memory) {
			for i := range m.turns[:len(m.turns)-1] {
				for k := range m.turns[i].results {
					m.turns[i].results[k].value = wire.Str("(an earlier result)")
				}
			}
		})},
		{id: "LOOP-08/prompt-cut", title: "Of the user's word only the last sentence is sent.", plant: func() hooks {
			return hooks{beginning: func(m *memory) { m.prompt = m.prompt[strings.LastIndex(m.prompt, ". ")+1:] }}
		}},
		{id: "LOOP-08/prompt-ascii", title: "The user's word loses what is not ASCII.", plant: func() hooks {
			return hooks{beginning: func(m *memory) { m.prompt = ascii(m.prompt) }}
		}},
		{id: "LOOP-15/text-behind-lost", title: "Text behind calls is not remembered.", small: true,
			plant: func() hooks { return hooks{inPlace: true, bending: func(t *turn) { t.late = "" }} }},
		{id: "LOOP-15/text-again-lost", title: "Text that an earlier turn had is not remembered.", small: true,
			plant: rewrites(func(m *memory) {
				known := map[string]bool{}
				for i, t := range m.turns {
					if known[t.text] {
						m.turns[i].text = ""
					}
					known[t.text] = true
				}
			})},
		{id: "LOOP-15/text-dropped", title: "Text beside calls is not remembered.", small: true,
			plant: bends(func(t *turn) { t.text = "" })},
		{id: "LOOP-15/text-twice", title: "Text beside calls is remembered twice.", small: true,
			plant: bends(func(t *turn) { t.text += t.text })},
		{id: "LOOP-15/text-shortened", title: "Of text beside calls only the first word is remembered.", small: true,
			plant: bends(func(t *turn) {
				t.text, _, _ = strings.Cut(t.text, " ")
			})},
	}
}

// unique tells the wires on which no two turns share the id of a call.
func unique(e side) bool { return !e.Reuses }

// keepOne puts the first result of an id in the place of all that have it.
func keepOne(m *memory) {
	seen := map[string]result{}
	for i := range m.turns {
		for k, r := range m.turns[i].results {
			if first, is := seen[r.id]; is {
				m.turns[i].results[k] = first
			} else {
				seen[r.id] = r
			}
		}
	}
}

// finds runs the tool whose name is like the one that is called, where there is none of that name.
func finds(like func(name, called string) bool) func() hooks {
	return relaxes(func(a *agent, c made, known bool, r *result) {
		if known || !c.sound {
			return
		}
		for _, t := range a.input.Get("tools").Items() {
			if name := t.Get("name").Text(); like(name, c.name) {
				c.name = name
				r.value, r.failed = a.do(c, t.Get("does"))
				return
			}
		}
	})
}

// letters are those of a name, all small.
func letters(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return c
		}
		return -1
	}, strings.ToLower(name))
}

// mended gives arguments that are no JSON the value that they are the beginning of; false where there is none.
func mended(c *made) bool {
	for _, end := range []string{"}", "\"}", "]}"} {
		if v, err := wire.Parse([]byte(c.text + end)); !c.sound && err == nil {
			c.arguments = v
			return true
		}
	}
	return false
}
