package dialect

import (
	"strings"

	"github.com/toolconform/conform/requirement"
)

// Fault is one planted fault of the reference: what trips a requirement.
type Fault struct {
	// ID is the main requirement and a word for what goes wrong: "BLOCK-02/by-position".
	ID string
	Pair
	// Title says in a sentence what the faulty implementation does.
	Title string
	// Requirements that it violates, the main one first.
	Requirements []string
	// Expect is Fail or Warn.
	Expect requirement.Verdict
	// Plant makes the faulty implementation out of the reference. It is called once for
	// each run, so that a fault may keep state between cases.
	Plant func(Answer) Answer
}

// FaultOf is a fault that fails the requirement which its id begins with, and misses these too.
func FaultOf(pair Pair, id, title string, plant func(Answer) Answer, also ...string) Fault {
	main, _, _ := strings.Cut(id, "/")
	return Fault{ID: id, Pair: pair, Title: title, Requirements: append([]string{main}, also...), Expect: requirement.Fail, Plant: plant}
}

// Warning is the fault where only a SHOULD is missed.
func (f Fault) Warning() Fault {
	f.Expect = requirement.Warn
	return f
}

// Variant is another right way to answer: the other side of a MAY, another key
// order, additional members.
type Variant struct {
	// ID is the requirement that leaves the choice and the side taken:
	// "BLOCK-14/first-wins", or a word for what differs ("key-order").
	ID string
	Pair
	Title string
	// Omits are the members that this implementation does not have, as its hello says.
	Omits []string
	Plant func(Answer) Answer
}
