package catalogue_test

import (
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// Implementations that do nothing pass nothing.
func TestIdlePassesNothing(t *testing.T) {
	for _, side := range some(built().Sides) {
		t.Run(side.Pair.String(), func(t *testing.T) { dialecttest.Idle(t, side.Side, side.Cases(), side.Bound()) })
	}
}

// Right ones, whatever they choose, lose nothing by it.
func TestRightOnesAreSeen(t *testing.T) {
	for _, side := range some(built().Sides) {
		t.Run(side.Pair.String(), func(t *testing.T) { dialecttest.Seen(t, side.Side, side.Cases(), side.Bound()) })
	}
}

// some are two of the pairs under -short, three of them, of three roles, in everyday runs.
func some(sides []*catalogue.Side) []*catalogue.Side {
	switch {
	case dialecttest.All():
		return sides
	case testing.Short():
		return sides[:2]
	}
	var list []*catalogue.Side
	for i := 1; i < len(sides); i += 13 {
		list = append(list, sides[i])
	}
	return list
}
