package plant

import (
	"slices"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Without is an implementation that has no such member, at that place of the state.
func Without(member, at string) Row {
	return Row{ID: "without-" + member, Title: "It has no " + member + ".", Also: []string{member}, Plant: Showing(at, Gone)}
}

// Restless is an implementation that answers in the way of another one of the rows each time, but never as those with these ids:
// what they leave out is no matter of form.
func Restless(rows []Row, but ...string) Row {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return slices.Contains(but, r.ID) })
	return New("restless", func(right dialect.Answer) dialect.Answer {
		ways := make([]dialect.Answer, len(rows))
		for i, r := range rows {
			ways[i] = r.Plant(right)
		}
		var answers atomic.Int64
		return func(input wire.Value) dialect.Observation { return ways[int(answers.Add(1))%len(ways)](input) }
	})
}

// Rejecting ends in a rejection where an error is shown.
func Rejecting(right dialect.Answer) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		o := right(input)
		if e := o.State.Get("error"); !e.IsNull() {
			return dialect.Observation{Ending: dialect.Rejected, Reason: e.Get("type").Text() + ": " + e.Get("message").Text()}
		}
		return o
	}
}

// Variants are other right ways to show what is held. Rejects is the line that allows a
// rejection for an error.
func (w Shown) Variants(rejects string) []Row {
	return []Row{
		{ID: "members-backwards", Title: "Members stand in another order, with others besides.",
			Plant: Showing("", func(state wire.Value) wire.Value { return dialect.Backwards(state.With("x_more", wire.Int(7))) })},
		{ID: "members-restless", Title: "Members stand in another order each time, with times beside them.",
			Plant: RestlessMembers(w.Calls)},
		{ID: "values-in-doubles", Title: "Arguments that are shown as values went through doubles.",
			Plant: w.At(w.Arguments, func(v wire.Value) wire.Value {
				if v.IsString() {
					return v
				}
				return dialect.Doubles(v)
			})},
		{ID: rejects + "/rejects", Title: "A loud answer is a rejection.", Plant: Rejecting},
	}
}

// RestlessMembers shows the members of every object in another order each time. Beside them stand times: in the state, and in the
// elements of that list.
func RestlessMembers(list string) Plant {
	return func(right dialect.Answer) dialect.Answer {
		var answers atomic.Int64
		return func(input wire.Value) dialect.Observation {
			o, n := right(input), answers.Add(1)
			timed := func(v wire.Value) wire.Value {
				if !v.IsObject() {
					return v
				}
				return v.With("x_at", wire.Int(1763600000+n))
			}
			if o.State = timed(Everywhere(list+"/*", timed)(o.State)); n%2 == 0 {
				o.State = dialect.Backwards(o.State)
			}
			return o
		}
	}
}

// SortedFirst puts those of a list first of which so is true, each part in its order.
func SortedFirst(list []wire.Value, so func(wire.Value) bool) []wire.Value {
	slices.SortStableFunc(list, func(a, b wire.Value) int { return one(so(b)) - one(so(a)) })
	return list
}

// EveryOther is one of two plants in turn.
func EveryOther(a, b Plant) Plant {
	return func(right dialect.Answer) dialect.Answer {
		var answers atomic.Int64
		first, second := a(right), b(right)
		return func(input wire.Value) dialect.Observation {
			if answers.Add(1)%2 == 0 {
				return second(input)
			}
			return first(input)
		}
	}
}

// fractions is a value whose whole numbers are spelled with a fraction.
func fractions(v wire.Value) wire.Value {
	if n, ok := v.Int64(); ok && v.JSON() == wire.Int(n).JSON() {
		return wire.Num(v.JSON() + ".0")
	}
	return v.Each(fractions)
}
