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
