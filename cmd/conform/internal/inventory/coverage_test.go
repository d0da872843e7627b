package inventory

import (
	"slices"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/coverage"
)

// coverageFloors are how many cells of each pair the generated streams alone show, and
// how many there are, at least: a generator that draws less, or an instrument that
// counts less, is told.
func coverageFloors() map[string][2]int {
	return map[string][2]int{
		"tool-fence/consumer":     {205, 510},
		"tool-fence/producer":     {180, 295},
		"stage-events/consumer":   {138, 175},
		"stage-events/producer":   {175, 295},
		"message-parts/consumer":  {268, 370},
		"message-parts/converter": {138, 240},
		"content-blocks/consumer": {410, 565},
		"content-blocks/producer": {175, 295},
	}
}

// Whatever a schema allows and any two elements side by side: a case or one of the
// streams that a run makes by default shows it, or the dialect says why not.
func TestCoverageOfTheGrammar(t *testing.T) {
	floors := coverageFloors()
	for _, side := range catalogue.New().Sides {
		if side.Grammar == nil && unmeasured(side.Dialect) {
			continue
		}
		table, err := measured(side, 1, defaultStreams)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range table.Bare() {
			t.Errorf("%s: nothing shows %q: draw it, add a case, or name the reason among the dialect's zeros", side.Pair, c.Key())
		}
		floor, known := floors[side.Pair.String()]
		if shown, cells := shownByStreams(table); !known || shown < floor[0] || cells < floor[1] {
			t.Errorf("%s: the streams show %d of %d cells, at least %d of %d are expected", side.Pair, shown, cells, floor[0], floor[1])
		}
	}
}

// unmeasured dialects have no grammar yet: an element of theirs says several things at once,
// and a schema's members are not its kinds.
func unmeasured(name string) bool {
	return slices.Contains([]string{"ag-ui", "anthropic-messages", "openai-chat", "openai-responses", "ui-messages"}, name)
}

func shownByStreams(table *coverage.Table) (shown, cells int) {
	for _, c := range table.Cells {
		if c.Breaks {
			continue
		}
		cells++
		if c.Count[coverage.Generated] > 0 {
			shown++
		}
	}
	return shown, cells
}
