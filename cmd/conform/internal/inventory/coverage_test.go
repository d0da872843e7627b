package inventory

import (
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/coverage"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/loop"
)

// coverageFloors are, for each pair, how many cells the generated streams alone show, how many
// they and the cases show together, and how many there are, at least: a generator that draws
// less, a case that is gone, or an instrument that counts less, is told.
func coverageFloors() map[string][3]int {
	return map[string][3]int{
		"tool-fence/consumer":          {205, 455, 510},
		"tool-fence/producer":          {180, 195, 295},
		"stage-events/consumer":        {138, 155, 175},
		"stage-events/producer":        {175, 202, 295},
		"message-parts/consumer":       {268, 288, 370},
		"message-parts/converter":      {138, 175, 240},
		"content-blocks/consumer":      {410, 520, 565},
		"content-blocks/producer":      {175, 200, 295},
		"openai-chat/consumer":         {195, 275, 575},
		"openai-chat/producer":         {88, 93, 370},
		"openai-chat/converter":        {88, 128, 175},
		"anthropic-messages/consumer":  {190, 245, 350},
		"anthropic-messages/producer":  {88, 95, 370},
		"anthropic-messages/converter": {88, 135, 175},
		"openai-responses/consumer":    {315, 480, 895},
		"openai-responses/producer":    {88, 130, 370},
		"openai-responses/converter":   {88, 112, 175},
		"ui-messages/consumer":         {300, 370, 480},
		"ui-messages/producer":         {220, 233, 370},
		"ui-messages/converter":        {165, 272, 420},
		"ag-ui/consumer":               {400, 785, 1450},
		"ag-ui/producer":               {218, 232, 370},
		"ag-ui/converter":              {75, 230, 445},
	}
}

// Whatever a schema allows and any two elements side by side: a case or one of the
// streams that a run makes by default shows it, or the dialect says why not.
func TestCoverageOfTheGrammar(t *testing.T) {
	floors := coverageFloors()
	for i, side := range catalogue.New().Sides {
		// The input of an agent is a conversation of its own, and no stream.
		if side.Role == loop.Agent || i%3 != 0 && !dialecttest.All() {
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
		streams, all, cells := shown(table)
		if !known || streams < floor[0] || all < floor[1] || cells < floor[2] {
			t.Errorf("%s: the streams show %d cells, with the cases %d of %d; at least %v are expected",
				side.Pair, streams, all, cells, floor)
		}
	}
}

func shown(table *coverage.Table) (streams, all, cells int) {
	for _, c := range table.Cells {
		if c.Breaks {
			continue
		}
		cells++
		if c.Count[coverage.Generated] > 0 {
			streams++
		}
		if c.Count[coverage.Fixed]+c.Count[coverage.Generated] > 0 {
			all++
		}
	}
	return streams, all, cells
}
