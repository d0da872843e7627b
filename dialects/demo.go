package dialects

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks"
)

// Demonstration is a planted fault that is easily made and easily seen.
type Demonstration struct {
	Pair dialect.Pair
	// Fault is its id, Title what a reader is told of it.
	Fault, Title string
}

// Demo is what newcomers are shown first.
func Demo() Demonstration {
	return Demonstration{Pair: dialect.Pair{Dialect: contentblocks.Dialect().Name, Role: dialect.Consumer}, Fault: "BLOCK-02/last-call",
		Title: "each result goes to the last call that was made"}
}
