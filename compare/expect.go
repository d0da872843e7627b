package compare

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// Terms are how the answer ended that calls belong to: whether their text is whole follows
// from it.
type Terms struct {
	// Reasoned: it has a reason. Said: its reason says that its calls are whole. Mixed: it has
	// several that differ.
	Reasoned, Said, Mixed bool
	// Erased: what says nothing stands behind the reason, and may have been taken for it. Whether calls are ready follows
	// from neither then.
	Erased bool
	// Closed: the stream came to its regular end. Failed: an error came.
	Closed, Failed bool
	// Traits are those that all its calls have.
	Traits act.Traits
}

// Expect is the calls of an answer as they may be shown, in groups: calls that share a key,
// or ids that one call was given, may be shown as one or as several. More are further traits
// of all.
func Expect(a *act.Answer, t Terms, more act.Traits) []Group {
	if a.Muddled {
		return nil
	}
	t.Traits |= more
	var groups []Group
	byKey := map[string]int{}
	for _, c := range a.Calls {
		w := t.want(a, c)
		at, used := byKey[c.Key]
		if !c.Traits.Has(act.Reused) || !used {
			byKey[c.Key] = len(groups)
			forms := []Form{{Calls: []*Want{w}}}
			if c.Traits.Has(act.FreshID) {
				forms = append(forms, Form{Calls: split(c, w), Note: "a call for each id"})
			}
			groups = append(groups, Group{Forms: forms})
			continue
		}
		g := &groups[at]
		g.Forms[0].Calls = append(g.Forms[0].Calls, w)
		g.Forms = append(g.Forms[:1], Form{Calls: []*Want{merged(a, g.Forms[0].Calls, c.Key)}, Note: "calls under one index made one"})
	}
	for n, p := range a.Nameless {
		own := act.Called{Pieces: slices.Clone(a.Nameless[n:])} // an entry of its own may be that of the next ones, too
		for i := range own.Pieces {
			own.Pieces[i].Free = i > 0
		}
		stray := &Want{Texts: own.Texts(), State: Open, Optional: true, Bare: p.Text == "", Traits: act.Stray}
		groups = append(groups, Group{Forms: []Form{{Calls: []*Want{stray}}}})
	}
	return groups
}

// odd are the traits of calls that need not be ready, however they end.
const odd = act.Keyless | act.Stray | act.NoID | act.NoName | act.NoTag | act.Late | act.Pieces | act.Reused | act.Used | act.Behind

// want is one call, as it is expected.
func (t Terms) want(a *act.Answer, c *act.Called) *Want {
	w := &Want{IDs: c.IDs, Names: names(c), Texts: c.Texts(), Traits: c.Traits | t.Traits, Bare: c.Text() == "",
		Blank: len(c.Pieces) == 0 || c.Pieces[0].Text == ""}
	for _, p := range c.Pieces {
		w.Parts = append(w.Parts, p.Text)
	}
	if c.Countless() {
		w.Made = c.Made
	}
	w.Key, w.Placed = order(c)
	if c.Traits.Has(act.NoID) || c.Traits.Has(act.SameID) && !firstOf(a, c) {
		w.IDs = nil
	}
	text, err := wire.Parse([]byte(w.Texts[0]))
	object := err == nil && text.IsObject()
	switch {
	case !t.Said:
		t.unsaid(w, err == nil, object)
	case err != nil && !w.Bare:
		w.Traits |= act.Malformed
	case t.Closed && !t.Failed && !c.Traits.Has(odd) && (object || w.Bare) && len(w.Texts) == 1:
		w.State = Ready
	}
	if t.Erased && t.Said {
		w.Cut, w.State, w.Optional = false, Either, w.Optional || !object
	}
	if c.Traits.Has(act.Behind) || t.Mixed {
		w.Cut, w.State = false, Either
		w.Optional = w.Optional || !slices.ContainsFunc(c.Pieces, func(p act.Piece) bool { return !p.Free })
	}
	if len(c.Names) == 0 {
		w.State, w.Optional, w.Names = Open, true, nil
	}
	w.Optional = w.Optional || t.Failed
	return w
}

// unsaid: nothing says that the call is whole. Its text may.
func (t Terms) unsaid(w *Want, json, object bool) {
	w.Soft = !t.Reasoned
	w.Optional = !object
	if !json && w.Made == nil && !slices.ContainsFunc(w.Texts, isJSON) {
		w.Traits |= act.CutOff
		w.Cut, w.State = true, Open
		w.Soft = w.Bare && t.Reasoned
	}
}

func isJSON(text string) bool {
	_, err := wire.Parse([]byte(text))
	return err == nil
}

// order is the place of a call by its index; calls without one of their own have none.
func order(c *act.Called) (key int64, placed bool) {
	n, ok := wire.Num("0"), c.Key != "" && !c.Traits.Has(act.Reused|act.Used|act.Keyless)
	if ok {
		n, _ = wire.Parse([]byte(c.Key))
	}
	key, number := n.Int64()
	return key, ok && number
}

// names are those that a call may have; nil for any.
func names(c *act.Called) []string {
	if c.NameLater || len(c.Names) == 0 {
		return nil
	}
	list := append([]string{}, c.Names[0], strings.Join(c.Names, ""))
	return append(list, c.Names...)
}

func firstOf(a *act.Answer, c *act.Called) bool {
	return a.Calls[slices.IndexFunc(a.Calls,
		func(o *act.Called) bool { return len(o.IDs) > 0 && len(c.IDs) > 0 && o.IDs[0] == c.IDs[0] })] == c
}

// split is a call of which every fresh id became one.
func split(c *act.Called, w *Want) []*Want {
	var list []*Want
	for _, p := range c.Pieces {
		last := len(list) - 1
		if last < 0 || p.ID != "" && !slices.Contains(list[last].IDs, p.ID) {
			one := *w
			one.IDs, one.Texts, one.State = []string{p.ID}, []string{p.Text}, Either
			if last >= 0 {
				one.Names = nil
			}
			list = append(list, &one)
			continue
		}
		list[last].Texts = []string{list[last].Texts[0] + p.Text}
	}
	return list
}

// merged is one call of several that came under one index.
func merged(a *act.Answer, wants []*Want, key string) *Want {
	one := *wants[0]
	one.IDs, one.Names, one.State, one.Cut = nil, nil, Either, false
	var pieces []act.Piece
	for _, c := range a.Calls {
		if c.Key == key {
			pieces = append(pieces, c.Pieces...)
		}
	}
	slices.SortStableFunc(pieces, func(p, q act.Piece) int { return p.Element - q.Element })
	one.Texts = (&act.Called{Pieces: pieces}).Texts()
	for _, w := range wants {
		one.Optional = one.Optional || w.Optional
	}
	return &one
}
