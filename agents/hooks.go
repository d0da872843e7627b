package agents

import (
	"slices"

	"github.com/toolconform/conform/wire"
)

// hooks are the places at which a fault or a variant does otherwise. What is not set does nothing.
type hooks struct {
	// Variants: an agent that ends with an error where a call fails; that asks again, once, where a
	// stream broke; that wants no stream; that has a system message; that lets the server keep history.
	strict, patient, whole, system, keeps bool
	// hushed ends without an error where a stream broke off.
	hushed bool
	// refers sends texts as references to the items that they came in.
	refers bool
	// inPlace keeps text behind calls behind them; follows writes only those steps that the server told.
	inPlace, follows bool
	// itemed is the id under which the item of a call is sent; nil where it is sent without one.
	itemed func(c made) string
	// salvages keeps the calls before one that was cut off.
	salvages bool
	// borrows runs a call that was cut off with the arguments of the one before it.
	borrows bool
	// eager makes something of calls that came to a limit.
	eager bool
	// unfiltered doesn't know the words for a model that was stopped for what it wrote.
	unfiltered bool
	// hasty takes the first that a server says of a result for all; aloud takes what a model thinks for what it says.
	hasty, aloud bool
	// deafened runs a call although the server refuses its input.
	deafened bool
	// own tells whether a call that the server answered is for the agent nevertheless; nil where none is.
	own func(c made) bool
	// contented takes a call whose input the server refuses for one that it has answered: nothing is left to do.
	contented bool
	// skips leaves out an event that is equal to the one before it.
	skips bool
	// stops tells whether the loop ends at a call; nil where it doesn't.
	stops func(t *turn) bool

	// hearing changes a piece of a stream, as it was read; nil leaves it.
	hearing func(piece []byte) []byte
	// taking changes an event before it is read.
	taking    func(e wire.Value) wire.Value
	beginning func(m *memory)
	deaf      func(r *reading) bool
	healing   func(c *made)
	relaxing  func(a *agent, c made, known bool, r *result)
	bending   func(t *turn)
	acting    func(a *agent, t *turn)
	rewriting func(m *memory)
	goingOn   func(m *memory) bool
	ending    func(m *memory) string
	sending   func(body wire.Value) wire.Value
	telling   func(state wire.Value) wire.Value
}

func (h hooks) begin(m *memory) {
	if h.beginning != nil {
		h.beginning(m)
	}
}

// blind tells whether the agent doesn't see that an answer is not whole.
func (h hooks) blind(r *reading) bool {
	return h.deaf != nil && h.deaf(r) || h.salvages && len(r.calls) > 1
}

func (h hooks) takes(e wire.Value) wire.Value {
	if h.taking != nil {
		return h.taking(e)
	}
	return e
}

func (h hooks) stopped(t *turn) bool { return h.stops != nil && h.stops(t) }

func (h hooks) heal(c *made) {
	if h.healing != nil {
		h.healing(c)
	}
}

func (a *agent) lax(c made, known bool, r *result) {
	if a.relaxing != nil {
		a.relaxing(a, c, known, r)
	}
}

// bend changes a turn before it is remembered.
func (a *agent) bend(t *turn) {
	if a.acting != nil {
		a.acting(a, t)
	}
	if a.bending != nil {
		a.bending(t)
	}
}

// served tells whether the server has answered a call, so that nothing is left to do.
func (h hooks) served(c made) bool { return c.answer != nil && (h.own == nil || !h.own(c)) }

// due tells whether a turn has a call that is the agent's.
func (h hooks) due(t *turn) bool {
	return slices.ContainsFunc(t.calls, func(c made) bool { return !h.served(c) && !(h.contented && c.refused != "") })
}

func (h hooks) rewrite(m *memory) {
	if h.rewriting != nil {
		h.rewriting(m)
	}
}

func (h hooks) on(m *memory) bool { return h.goingOn != nil && h.goingOn(m) }

func (h hooks) final(m *memory) string {
	if h.ending != nil {
		return h.ending(m)
	}
	last := m.turns[len(m.turns)-1]
	return last.text + last.late
}

func (h hooks) sends(body wire.Value) wire.Value {
	if h.sending != nil {
		return h.sending(body)
	}
	return body
}

func (h hooks) tells(state wire.Value) wire.Value {
	if h.telling != nil {
		return h.telling(state)
	}
	return state
}
