package agents

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// servedFaults are wrong about calls that the server answers itself.
func servedFaults() []row {
	unserved := func(e side) bool { return e.Served == nil }
	each := func(change func(r *result)) func() hooks {
		return bends(func(t *turn) {
			for i := range t.results {
				if t.results[i].served {
					change(&t.results[i])
				}
			}
		})
	}
	answers := func(c made) bool { return c.answer != nil }
	return []row{
		{id: "LOOP-01/served-left-out", title: "What the server answers itself is left out of the history.", without: unserved,
			plant: bends(func(t *turn) {
				t.calls = slices.DeleteFunc(slices.Clone(t.calls), answers)
				t.results = slices.DeleteFunc(t.results, func(r result) bool { return r.served })
			})},
		{id: "LOOP-02/served-unanswered", title: "A call that the server answers is remembered without its result.", without: unserved,
			plant: bends(func(t *turn) { t.results = slices.DeleteFunc(t.results, func(r result) bool { return r.served }) })},
		{id: "LOOP-07/served-answered-again", title: "A call that the server answers is answered once more.",
			without: func(e side) bool { return unserved(e) || e.wire.merged },
			plant: bends(func(t *turn) {
				for _, r := range t.results {
					if r.served {
						t.results = append(t.results, result{id: r.id, value: wire.Str("There is no such tool."), failed: true})
					}
				}
			})},
		{id: "LOOP-07/served-run", title: "A tool is run although the server says that the call is its own.",
			without: func(e side) bool { return !e.Owned },
			plant: func() hooks {
				return hooks{acting: func(a *agent, t *turn) {
					for _, c := range t.calls {
						if does, known := a.tool(c.name); known && answers(c) {
							a.do(c, does)
						}
					}
				}}
			}},
		{id: "LOOP-07/served-failure-run", title: "A tool is run where the server's own call failed.",
			without: func(e side) bool { return !e.Owned }, plant: func() hooks {
				return hooks{own: func(c made) bool { return answers(c) && c.answer.failed }}
			}},
		{id: "LOOP-07/refused-run", title: "A tool is run although the server refuses the input of the call.",
			without: func(e side) bool { return e.Refused == nil }, plant: func() hooks { return hooks{deafened: true} }},
		{id: "LOOP-08/served-overwritten", title: "The agent's own answer takes the place of the server's.", without: unserved,
			plant: func() hooks { return hooks{own: answers} }},
		{id: "LOOP-08/served-empty-lost", title: "A result of the server's that is false is sent as null.", without: unserved,
			plant: each(func(r *result) {
				if falsy(r.value) {
					r.value = wire.NullValue
				}
			})},
		{id: "LOOP-08/served-hasty", title: "The first that the server tells of a result is kept.",
			without: func(e side) bool { return !e.Owned }, plant: func() hooks { return hooks{hasty: true} }},
		{id: "LOOP-08/served-failure-lost", title: "A failure that the server tells is sent as a success.",
			without: func(e side) bool { return unserved(e) || !e.Flags }, plant: each(func(r *result) { r.failed = false })},
		{id: "LOOP-14/served-text-lost", title: "The text of a turn with a call is no answer.", without: unserved,
			plant: func() hooks {
				return hooks{ending: func(m *memory) string {
					if t := m.turns[len(m.turns)-1]; len(t.calls) == 0 {
						return t.text + t.late
					}
					return ""
				}}
			}},
	}
}
