package catalogue_test

import (
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// Implementations that do nothing pass nothing.
func TestIdlePassesNothing(t *testing.T) {
	for _, side := range catalogue.New().Sides {
		t.Run(side.Pair.String(), func(t *testing.T) { dialecttest.Idle(t, side.Side, side.Cases(), side.Bound()) })
	}
}

// Right ones, whatever they choose, lose nothing by it.
func TestRightOnesAreSeen(t *testing.T) {
	for _, side := range catalogue.New().Sides {
		t.Run(side.Pair.String(), func(t *testing.T) { dialecttest.Seen(t, side.Side, side.Cases(), side.Bound()) })
	}
}
