package catalogue_test

import (
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// Implementations that do nothing pass nothing.
func TestIdlePassesNothing(t *testing.T) {
	for _, side := range some(catalogue.New().Sides) {
		t.Run(side.Pair.String(), func(t *testing.T) { dialecttest.Idle(t, side.Side, side.Cases(), side.Bound()) })
	}
}

// Right ones, whatever they choose, lose nothing by it.
func TestRightOnesAreSeen(t *testing.T) {
	for _, side := range some(catalogue.New().Sides) {
		t.Run(side.Pair.String(), func(t *testing.T) { dialecttest.Seen(t, side.Side, side.Cases(), side.Bound()) })
	}
}

// some are two of the pairs under -short.
func some(sides []*catalogue.Side) []*catalogue.Side {
	if testing.Short() {
		return sides[:2]
	}
	return sides
}
