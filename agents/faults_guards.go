package agents

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// guardFaults are those of who guards a loop, or unwraps what nobody wrapped.
func guardFaults() []row {
	return []row{
		{id: "LOOP-03/third-refused", title: "A call that was made twice is refused the third time.",
			plant: relaxes(func(a *agent, c made, known bool, r *result) {
				made := 0
				for _, run := range a.runs {
					if run.Get("name").Text() == c.name && wire.Equal(run.Get("arguments"), c.arguments) {
						made++
					}
				}
				if known && made > 2 {
					r.value, r.failed = wire.Str("That was asked twice already."), true
				}
			})},
		{id: "LOOP-03/unwrapped", title: "What looks like a wrapper around arguments or a result is taken off.",
			plant: relaxes(func(_ *agent, c made, _ bool, r *result) {
				wrappers := []string{"parameters", "args", "kwargs", "params", "tool_input", "properties", "data", "message"}
				if m := c.arguments.Members(); !r.failed && len(m) == 1 && slices.Contains(wrappers, m[0].Name) {
					r.value = m[0].Value
				}
			})},
		{id: "LOOP-12/empty-asks-on", title: "Behind a turn that says nothing the agent asks once more.", plant: func() hooks {
			return hooks{goingOn: func(m *memory) bool {
				last := m.turns[len(m.turns)-1]
				return last.text == "" && len(last.calls) == 0
			}}
		}},
		{id: "LOOP-14/text-blanks", title: "Blanks around the last turn's text are cut off.", plant: func() hooks {
			return hooks{ending: func(m *memory) string { return strings.Trim(m.turns[len(m.turns)-1].text, " ") }}
		}},
	}
}
