package compare

import (
	"slices"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// AnyKind is every kind of deviation.
const AnyKind = ^Kind(0)

// Reasons are why an answer ended: those that came, beside the one that is shown. An unknown
// one may be shown as null or as "other".
type Reasons struct {
	Came  []string
	Known func(reason string) bool
	// Blank: something that says nothing came besides.
	Blank bool
	Shown wire.Value
	At    string
}

// Several: they differ.
func (r Reasons) Several() bool {
	return slices.ContainsFunc(r.Came, func(s string) bool { return s != r.Came[0] })
}

// erased: what says nothing was taken for the reason, as itself or as one that nobody knows.
func (r Reasons) erased() bool {
	return r.Blank && (r.Shown.Text() == "" || r.Shown.Text() == "other")
}

// One misses a reason that is not the only one that came.
func (r Reasons) One(n *requirement.Notes) {
	if len(r.Came) == 0 || r.Several() || r.erased() {
		return
	}
	one := r.Came[0]
	right := wire.Equal(r.Shown, wire.Str(one)) || !r.Known(one) && (r.Shown.IsNull() || r.Shown.Text() == "other")
	if n.Right(right, "", r.At, "The finish reason is another.", wire.Str(one), r.Shown) && !r.Known(one) {
		n.Policy("an unknown reason as %s", r.Shown.JSON())
	}
}

// Any misses a reason that is none of several that came; that what says nothing erased it
// misses a SHOULD.
func (r Reasons) Any(n *requirement.Notes) {
	if len(r.Came) == 0 || !r.Several() && !r.Blank {
		return
	}
	n.Saw()
	unknown := slices.ContainsFunc(r.Came, func(s string) bool { return !r.Known(s) })
	switch {
	case slices.Contains(r.Came, r.Shown.Text()) && r.Shown.IsString():
		if r.Several() && r.Shown.Text() == r.Came[0] {
			n.Policy("the first reason")
		} else if r.Several() {
			n.Policy("a later reason")
		}
	case unknown && (r.Shown.IsNull() || r.Shown.Text() == "other"):
	case r.erased():
		n.Wrong(requirement.Should, r.At, "What says nothing erased the finish reason.", wire.Str(r.Came[0]), r.Shown)
	default:
		n.Wrong("", r.At, "The finish reason is none of those that came.", wire.Str(r.Came[0]), r.Shown)
	}
}

// None misses a reason that is shown though none came.
func (r Reasons) None(n *requirement.Notes) {
	if n.Right(r.Shown.IsNull(), "", r.At, "No finish reason came, and one is shown.", wire.NullValue, r.Shown) {
		n.Policy("null")
	}
}

// Usage misses numbers that are not those of the last usage that came. Of one that stands
// alone, and that no null follows, that is a MUST.
func Usage(n *requirement.Notes, came []act.Act, shown wire.Value, at string, members ...string) {
	var last act.Act
	times, behind := 0, false
	for _, u := range came {
		if behind = u.Value.IsNull(); !behind {
			last, times = u, times+1
		}
	}
	if times == 0 {
		return
	}
	level := requirement.Should
	if times == 1 && !behind && last.Firm {
		level = requirement.Must
	}
	for _, name := range members {
		if n.Saw(); !wire.Equal(shown.Get(name), last.Value.Get(name)) {
			n.Wrong(level, at+"/"+name, "The usage is not what the last chunk told.", last.Value, shown)
			return
		}
	}
}

// Failed misses an error that came and is not told. Of a firm one that is a MUST; that none of
// their messages is told misses a SHOULD, but where another one may have been told first.
func Failed(n *requirement.Notes, came []act.Act, loud, other bool, shown wire.Value) {
	level := requirement.Should
	for _, f := range came {
		if f.Firm {
			level = requirement.Must
		}
	}
	n.Saw()
	if !loud {
		n.Wrong(level, "/error", "An error came, and the answer doesn't tell.", came[0].Value, shown)
		return
	}
	if !other && !slices.ContainsFunc(came, func(f act.Act) bool { return wire.Says(shown.Get("message").Text(), f.Value.Text()) }) {
		n.Wrong(requirement.Should, "/error/message", "The message doesn't contain the frame's.", came[0].Value, shown)
	}
}

// Announced misses calls that are announced and are not whole, or were announced before; that
// a whole one is never announced misses a SHOULD. A wrong name that is shown too is not judged again.
func (v *View) Announced(n *requirement.Notes, groups []Group, list wire.Value, at string, partial bool) {
	var wants []*Want
	for _, g := range groups {
		for _, f := range g.Forms {
			wants = append(wants, f.Calls...)
		}
	}
	shown := map[*Want]string{}
	for _, p := range v.Result.Pairs {
		shown[p.Want] = p.Got.Name.Text()
	}
	free := slices.Clone(wants)
	for _, e := range list.Items() {
		got := &Got{Name: e.Get("name"), Arguments: e.Get("arguments")}
		read := &Got{Name: got.Name, Arguments: wire.Str(got.Arguments.JSON())} // as a text that is JSON of a text may be told
		is := func(w *Want) bool {
			name, paired := shown[w]
			return !w.Cut && (w.Is(got) || w.Is(read) || paired && name == got.Name.Text() && w.Takes(got.Arguments))
		}
		place := slices.IndexFunc(free, func(w *Want) bool { return !w.Bare && is(w) })
		if place < 0 {
			place = slices.IndexFunc(free, is)
		}
		n.Right(place >= 0, "", at, "A call is announced that is not whole, or was announced before.", wire.Value{}, e)
		if place >= 0 {
			free = slices.Delete(free, place, place+1)
		}
	}
	if partial || !list.IsArray() {
		return
	}
	for _, w := range wants {
		if w.State != Ready || w.Bare {
			continue
		}
		if n.Saw(); slices.Contains(free, w) {
			n.Wrong(requirement.Should, at, "A whole call was never announced.", w.Expected(), wire.Value{})
		}
	}
}

// MadeUpIDs misses ids that were made up and are another call's, too.
func (v *View) MadeUpIDs(n *requirement.Notes) {
	seen := map[string]int{}
	for _, p := range v.Result.Pairs {
		seen[p.Got.ID.Text()]++
	}
	for _, p := range v.Result.Pairs {
		if id := p.Got.ID.Text(); p.Want.Traits.Has(act.NoID) && id != "" && seen[id] > 1 {
			n.Wrong("", p.Got.At+"/id", "An id that was made up is another call's, too.", wire.Value{}, p.Got.ID)
		}
	}
}

// Names notes which piece of a name that came in pieces is shown.
func (v *View) Names(n *requirement.Notes) {
	for _, p := range v.Result.Pairs {
		if !p.Want.Traits.Has(act.Pieces) || p.Want.Names == nil {
			continue
		}
		switch p.Got.Name.Text() {
		case p.Want.Names[0]:
			n.Policy("the first piece")
		case p.Want.Names[1]:
			n.Policy("joined")
		default:
			n.Policy("a later piece")
		}
	}
}

// Beside misses, for a line about what changes nothing, the calls that are wrong beside it: of
// these kinds, at the level that is said, "" for their own.
func (v *View) Beside(n *requirement.Notes, kinds Kind, level requirement.Level) {
	for _, b := range v.Blamed {
		if b.Kind&kinds != 0 && (b.Want == nil || !b.Want.Soft) {
			f := b.Finding()
			if level != "" {
				f.Level = level
			}
			f.Of = append(f.Of, b.Requirement)
			n.Miss(f)
		}
	}
}
