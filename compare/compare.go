// Package compare holds the calls that are expected against the calls that are shown, for every
// dialect and both ways: what a client holds against what came, what a server sent against what it
// was told. It finds deviations; which requirement each misses, the dialect's table of traits says.
package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// State is whether a call is told as one to run.
type State uint8

// The states. Either: both are right.
const (
	Either State = iota
	Ready
	Open
)

// Want is a call as it is expected. A nil list of IDs or Names allows any.
type Want struct {
	IDs, Names []string
	// Texts are all the argument texts that are right; Value, where it is there, is what the
	// arguments must equal as JSON, whatever their text.
	Texts []string
	Value wire.Value
	// Made tells what else is right where the texts are too many to list; nil for nothing.
	Made func(text string, beginning bool) bool
	// Fits tells what else is right of arguments as they are shown; nil for nothing.
	Fits func(arguments wire.Value) bool
	// Cut: the text is the beginning of arguments that never came to their end. What is shown
	// of it is a beginning, and no value was made of it.
	Cut bool
	// State that it must have; Optional: it may be missing.
	State    State
	Optional bool
	// Soft: that it is missing, or ready though it was cut, is the miss of a SHOULD.
	Soft bool
	// Parts are the pieces of its text, which no other call may hold.
	Parts []string
	// Bare: with no text at all, it may be shown as an empty object. Blank: so it began, and a reader who stopped there
	// may show it like that.
	Bare, Blank bool
	Traits      act.Traits
	// May are the ways in which it can deviate, every one where none are named: it shows nothing about a row of others.
	May Kind
	// At orders calls: by key, then by arrival.
	Key    int64
	Placed bool
}

// Got is a call as it is shown. Arguments are text or parsed.
type Got struct {
	ID, Name, Arguments wire.Value
	State               string
	At                  string
}

// Kind is how a call deviates.
type Kind uint32

// The kinds of deviations.
const (
	Missing Kind = 1 << iota
	// Extra: a call that never came. Torn: a piece of a call that is shown as one of its own.
	Extra
	Torn
	WrongID
	WrongName
	// WrongText: the arguments are others. Foreign: they hold a piece of another call.
	// Repaired: a value was made of a whole text that is none. Healed: of a text cut off.
	WrongText
	Foreign
	Repaired
	Healed
	// RanCut: a cut call is told as ready. NotReady: one that must be ready isn't.
	RanCut
	NotReady
	// Disorder: the calls stand neither by key nor by arrival.
	Disorder
)

// Any is every kind.
const Any = Missing | Extra | Torn | WrongID | WrongName | WrongText | Foreign | Repaired | Healed | RanCut | NotReady

// Own is the first kind of a dialect's own; further ones are its doubles.
const Own Kind = 1 << 16

// Deviation is one thing that is not as expected. Want is nil for an extra call, Got for a
// missing one.
type Deviation struct {
	Kind             Kind
	Want             *Want
	Got              *Got
	Message          string
	Expected, Actual wire.Value
}

// Options say how strictly calls are compared. Partial: the answer is loud, calls may be missing,
// and texts may stop short. Stateless: the implementation has no states.
type Options struct {
	Partial, Stateless bool
}

// Pair is a call beside the one that shows it.
type Pair struct {
	Want *Want
	Got  *Got
}

// Result is what a comparison found.
type Result struct {
	Pairs      []Pair
	Deviations []Deviation
}

// Right tells whether some call is shown as it should be.
func (r Result) Right() bool { return r.RightBut(0) }

// RightBut tells whether some call is shown as it should be, deviations of these kinds aside.
func (r Result) RightBut(kinds Kind) bool {
	wrong := map[*Want]bool{}
	for _, d := range r.Deviations {
		wrong[d.Want] = wrong[d.Want] || d.Kind&kinds == 0
	}
	return slices.ContainsFunc(r.Pairs, func(p Pair) bool { return !wrong[p.Want] })
}

// Group are forms in which the same fragments may rightly be shown, the plain one first.
type Group struct {
	Forms []Form
}

// Form is one way to show them. Note says which it is.
type Form struct {
	Calls []*Want
	Note  string
}

// Groups compares by the forms that fit best, and tells which they are.
func Groups(groups []Group, got []*Got, o Options) (Result, []Form) {
	chosen := make([]int, len(groups))
	assemble := func() []*Want {
		var wants []*Want
		for i, g := range groups {
			wants = append(wants, g.Forms[chosen[i]].Calls...)
		}
		return wants
	}
	best := Calls(assemble(), got, o)
	for i, g := range groups {
		keep := chosen[i]
		for n := 1; n < len(g.Forms); n++ {
			if len(best.Deviations) == 0 {
				break
			}
			chosen[i] = n
			if r := Calls(assemble(), got, o); len(r.Deviations) < len(best.Deviations) {
				best, keep = r, n
			}
		}
		chosen[i] = keep
	}
	forms := make([]Form, len(groups))
	for i, g := range groups {
		forms[i] = g.Forms[chosen[i]]
	}
	return best, forms
}

// Calls pairs what is expected with what is shown, and compares.
func Calls(wants []*Want, got []*Got, o Options) Result {
	m := match(wants, got)
	var r Result
	for i, w := range wants {
		if m.of[i] < 0 {
			if !w.Optional && !o.Partial {
				r.add(Deviation{Kind: Missing, Want: w, Expected: w.value(), Message: fmt.Sprintf("The call %s is missing.", w.label())})
			}
			continue
		}
		g := got[m.of[i]]
		r.Pairs = append(r.Pairs, Pair{w, g})
		r.pair(w, g, wants, o)
	}
	for j, g := range got {
		if m.taken[j] {
			continue
		}
		d := Deviation{Kind: Extra, Got: g, Actual: g.value(), Message: "A call is shown that never came."}
		if torn(wants, g.Arguments.Text()) {
			d.Kind, d.Message = Torn, "A piece of a call is shown as a call of its own."
		}
		r.add(d)
	}
	r.order(m, wants)
	return r
}

// torn tells whether a text is a piece of one of the calls, or several.
func torn(wants []*Want, text string) bool {
	return text != "" && slices.ContainsFunc(wants[:min(len(wants), manyCalls)], func(w *Want) bool {
		whole := strings.Join(w.Parts, "")
		return len(w.Parts) > 1 && whole != text && (strings.HasSuffix(whole, text) || slices.Contains(w.Parts, text))
	})
}

func (r *Result) add(d Deviation) { r.Deviations = append(r.Deviations, d) }

func (w *Want) label() string {
	name, id := "?", "?"
	if len(w.Names) > 0 {
		name = w.Names[0]
	}
	if len(w.IDs) > 0 {
		id = w.IDs[0]
	}
	return fmt.Sprintf("%q (%q)", name, id)
}

func (w *Want) value() wire.Value {
	args := w.Value
	if len(w.Texts) > 0 {
		args = wire.Str(w.Texts[0])
	}
	return wire.Obj(wire.M("id", first(w.IDs)), wire.M("name", first(w.Names)), wire.M("arguments", args))
}

func first(list []string) wire.Value {
	if len(list) == 0 {
		return wire.Value{}
	}
	return wire.Str(list[0])
}

func (g *Got) value() wire.Value {
	return wire.Obj(wire.M("id", g.ID), wire.M("name", g.Name), wire.M("arguments", g.Arguments))
}

// pair compares one call.
func (r *Result) pair(w *Want, g *Got, wants []*Want, o Options) {
	if !fitsOne(w.IDs, g.ID) && !(o.Partial && g.ID.Text() == "") {
		r.add(Deviation{Kind: WrongID, Want: w, Got: g, Expected: first(w.IDs), Actual: g.ID,
			Message: fmt.Sprintf("The id of call %s is another.", w.label())})
	}
	if !fitsOne(w.Names, g.Name) && !(o.Partial && beginsOne(w.Names, g.Name)) {
		r.add(Deviation{Kind: WrongName, Want: w, Got: g, Expected: first(w.Names), Actual: g.Name,
			Message: fmt.Sprintf("The name of call %s is another.", w.label())})
	}
	if kind, message := w.arguments(g, wants, o); kind != 0 {
		r.add(Deviation{Kind: kind, Want: w, Got: g, Expected: w.value().Get("arguments"), Actual: g.Arguments,
			Message: fmt.Sprintf("The arguments of call %s %s.", w.label(), message)})
	}
	if o.Stateless || o.Partial && g.State != "ready" {
		return
	}
	switch {
	case g.State == "ready" && (w.State == Open || o.Partial && !w.Takes(g.Arguments)):
		r.add(Deviation{Kind: RanCut, Want: w, Got: g, Expected: wire.Str("open"), Actual: wire.Str(g.State),
			Message: fmt.Sprintf("The call %s is not whole and is handed out as ready.", w.label())})
	case g.State == "open" && w.State == Ready:
		r.add(Deviation{Kind: NotReady, Want: w, Got: g, Expected: wire.Str("ready"), Actual: wire.Str(g.State),
			Message: fmt.Sprintf("The call %s is whole and told as open.", w.label())})
	case g.State != "ready" && g.State != "open":
		r.add(Deviation{Kind: NotReady, Want: w, Got: g, Expected: wire.Str("ready"), Actual: wire.Str(g.State),
			Message: fmt.Sprintf("Whether the call %s is ready or open is not told.", w.label())})
	}
}

// Expected is the call as a value.
func (w *Want) Expected() wire.Value { return w.value() }
