package anthropicmessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// wanted is a call as it is expected, with what decides whether it may run.
type wanted struct {
	*compare.Want
	block *block
	text  string
	// object: its arguments are whole and an object. runs: it may run; must: where others do.
	object, runs bool
}

func (m *meaning) wants() []*wanted {
	var list []*wanted
	for _, b := range m.blocks {
		if b.call() {
			list = append(list, m.want(b))
		}
	}
	m.straying(list)
	return list
}

// joined is the text of a block: all that may rightly be made of its pieces.
func (b *block) joined() *act.Called { return &act.Called{Pieces: b.pieces} }

// parsed is a value that may stand as its JSON text.
func parsed(v wire.Value) wire.Value {
	if p, err := wire.Parse([]byte(v.Text())); v.IsString() && err == nil {
		return p
	}
	return v
}

func isEmpty(v wire.Value) bool {
	v = parsed(v)
	return v.IsObject() && v.Len() == 0
}

func (m *meaning) want(b *block) *wanted {
	w := &wanted{block: b, text: b.joined().Text(),
		Want: &compare.Want{IDs: []string{b.id()}, Names: []string{b.start.Get("name").Text()}, State: compare.Either, Key: b.index,
			Traits: b.traits | m.odd}}
	for _, p := range b.pieces {
		w.Parts = append(w.Parts, p.Text)
	}
	m.arguments(w)
	w.runs, w.Texts = true, []string{w.text}
	cut := (!m.ended || m.failed()) && !b.stopped
	switch {
	case w.object:
		if cut {
			w.Traits |= cutOff
			w.State, w.Optional, w.Cut, w.Texts = compare.Either, true, true, []string{w.text}
			if w.text == "" {
				w.Fits = func(v wire.Value) bool { return isEmpty(v) }
			}
			w.runs = !m.failed() && !m.aborted && w.text != ""
		}
	case slices.Contains([]string{limit, refused}, class(m.reason())) && m.reasoned():
		w.limited(m)
	case cut:
		w.Traits |= cutOff
		w.Cut, w.Optional, w.runs = true, true, false
	case class(m.reason()) == other, !m.ended && !m.failed(): // a reason that no end follows may be none
		w.limited(m)
	case w.Traits.Has(empty): // blanks, or no input at all
	default:
		w.Traits |= malformed
		m.leave.Allow(true, "MSG-17")
		w.runs = !w.isCut()
	}
	m.soften(w)
	w.runs = w.runs || b.tooLate
	return w
}

// runOrder: calls run in the order of their starts or of their stops. It is judged where both are plain.
func (v *view) runOrder(n *requirement.Notes, ran []*wanted) {
	const irregular = strayed | shifted | several | reused | sameID | late | unstopped
	if len(ran) < 2 || v.all().Has(irregular) || slices.ContainsFunc(ran, func(w *wanted) bool { return !w.block.stopped }) {
		return
	}
	by := func(place func(b *block) int) bool {
		return slices.IsSortedFunc(ran, func(a, b *wanted) int { return place(a.block) - place(b.block) })
	}
	n.Right(by(func(b *block) int { return b.from }) || by(func(b *block) int { return b.to }), "", "/executed",
		"The calls ran neither in the order of their starts nor of their stops.", wire.Value{}, v.state.Get("executed"))
}

// isCut: the text is no JSON.
func (w *wanted) isCut() bool {
	_, err := wire.Parse([]byte(w.text))
	return err != nil
}

// limited is MSG-16: the turn didn't complete, and the arguments are no object.
func (w *wanted) limited(m *meaning) {
	m.leave.Allow(true, "MSG-16")
	w.Traits |= limited
	w.Optional, w.runs = true, !w.isCut() || w.Traits.Has(empty)
	text, before := w.text, w.Fits
	w.Fits = func(v wire.Value) bool {
		return isEmpty(v) || compare.Repairs(text, parsed(v)) || before != nil && before(v) || v.IsString() &&
			strings.HasPrefix(text, v.Text())
	}
}

// arguments says what the text of a call, and the input of its start, make.
func (m *meaning) arguments(w *wanted) {
	start, deltas := w.block.start.Get("input"), len(w.block.pieces) > 0
	members := start.IsObject() && start.Len() > 0
	v, object := wire.ParseObject(w.text)
	switch blank := strings.TrimSpace(w.text) == ""; {
	case members && w.text == "":
		w.object, w.Value, w.State = true, start, compare.Ready
		w.Traits |= inStart
		if deltas {
			w.Traits |= blankDelta
			w.Fits = isEmpty // a miss of a SHOULD only
		}
	case w.text == "" && start.IsNull():
		w.Traits |= empty
		w.Fits = func(v wire.Value) bool { return v.IsNull() || isEmpty(v) }
	case w.text == "":
		w.object, w.Value, w.State = true, wire.Obj(), compare.Ready
		w.Traits |= empty
	case blank:
		w.Traits |= empty
		m.leave.Allow(true, "MSG-03")
		w.Texts = []string{w.text}
		// Blanks are no value of their own: what the start had may stay.
		w.Fits = func(v wire.Value) bool { return isEmpty(v) || members && wire.Equal(parsed(v), start) }
	case object:
		w.object, w.Value, w.State = true, v, compare.Ready
		if members {
			w.Traits |= both
			w.State = compare.Either
			m.leave.Allow(true, "MSG-05")
		}
	default:
		w.Texts = []string{w.text}
		if v, err := wire.Parse([]byte(w.text)); err == nil {
			w.Fits = func(got wire.Value) bool { return wire.AlikeOrText(v, got) || wire.Equal(v, parsed(got)) }
		}
	}
}

// soften is what may be otherwise in a stream that is no regular one.
func (m *meaning) soften(w *wanted) {
	b := w.block
	if b.traits.Has(late) {
		w.State = compare.Either
		w.lateTexts()
	}
	if b.traits.Has(sameID) || m.odd.Has(broken) {
		w.State = compare.Either
	}
	if m.odd.Has(broken) && !m.failed() {
		w.Soft = true // MSG-14
	}
	if len(b.pieces) > 0 && b.traits.Has(several) || m.odd.Has(several) {
		w.State = compare.Either
		w.lateTexts()
	}
	if b.free || m.failed() || m.messages > 1 && b.traits.Has(sameID) {
		w.Optional, w.State = true, compare.Either
	}
	if b.wild {
		w.Optional, w.Names, w.State = true, nil, compare.Either
		w.Fits = func(wire.Value) bool { return true }
	}
}

// lateTexts lets pieces that came too late be taken or left.
func (w *wanted) lateTexts() {
	all := w.block.joined()
	if len(all.Texts()) == 1 && !all.Countless() {
		return
	}
	before, value, object := w.Fits, w.Value, w.object
	w.Fits = func(v wire.Value) bool {
		if before != nil && before(v) {
			return true
		}
		for _, text := range all.Texts() {
			made, err := wire.Parse([]byte(text))
			if err == nil && (wire.AlikeOrText(made, v) || wire.Equal(made, parsed(v))) &&
				(!object || wire.Equal(made, value) || value.Len() == 0) {
				return true
			}
			if v.IsString() && v.Text() == text && err != nil {
				return true
			}
		}
		return v.IsString() && all.Countless() && all.Made(v.Text(), false)
	}
}

// straying is MSG-20: the only call without deltas may have those that belong to no block.
func (m *meaning) straying(list []*wanted) {
	text := strings.Join(m.strays, "")
	var bare []*wanted
	torn := false
	for _, w := range list {
		switch {
		case w.text == "" && !w.Traits.Has(inStart):
			bare = append(bare, w)
		case !w.object: // they may be the rest of these
			torn = true
		}
	}
	for _, w := range bare {
		if strings.TrimSpace(text) == "" {
			if len(m.strays) > 0 {
				w.State = compare.Either
			}
			continue
		}
		v, err := wire.Parse([]byte(text))
		several := torn || len(bare) > 1 || m.odd.Has(shifted) || m.lostStop || m.strayFrom < w.block.from || w.block.stopped &&
			m.strayTo > w.block.to
		w.State, w.runs, w.Traits = compare.Either, err == nil || several, w.Traits&^empty
		w.Value, w.Texts = wire.Value{}, []string{text}
		w.Fits = func(got wire.Value) bool { return err == nil && wire.Alike(v, got) || several && isEmpty(got) }
	}
}

// groups are the calls in the forms in which they may be held.
func (m *meaning) groups(list []*wanted) []compare.Group {
	plain := func(some []*wanted) compare.Form {
		f := compare.Form{}
		for _, w := range some {
			f.Calls = append(f.Calls, w.Want)
		}
		return f
	}
	of := func(n int) []*wanted {
		return slices.DeleteFunc(slices.Clone(list), func(w *wanted) bool { return w.block.message != n })
	}
	if m.messages > 1 {
		forms := []compare.Form{plain(list)}
		for n := 0; n <= m.messages; n++ {
			forms = append(forms, compare.Form{Calls: plain(of(n)).Calls, Note: "one of several messages"})
		}
		return []compare.Group{{Forms: append(forms, single(list)...)}}
	}
	var groups []compare.Group
	done := map[*wanted]bool{}
	for _, w := range list {
		if done[w] {
			continue
		}
		alike := []*wanted{w}
		if w.Traits.Has(sameID) {
			alike = slices.DeleteFunc(slices.Clone(list), func(o *wanted) bool { return o.block.id() != w.block.id() })
		}
		forms := []compare.Form{plain(alike)}
		for _, o := range alike {
			done[o] = true
		}
		groups = append(groups, compare.Group{Forms: append(forms, single(alike)...)})
	}
	return groups
}

// single are forms of one call alone, of calls that have one id.
func single(list []*wanted) []compare.Form {
	var forms []compare.Form
	if len(list) < 2 || len(list) > 8 {
		return nil
	}
	for _, w := range list {
		if w.Traits.Has(sameID) {
			forms = append(forms, compare.Form{Calls: []*compare.Want{w.Want}, Note: "one of several with one id"})
		}
	}
	return forms
}

// texts are what the text may be: in any order that is right, with and without what came too
// late. The first is the plain one, of blocks by their index; whole tells which of them have
// the text of starts.
func (m *meaning) texts() (right []*act.Called, startless *act.Called) {
	blocks := slices.DeleteFunc(slices.Clone(m.blocks), func(b *block) bool { return b.kind != "text" })
	called := func(list []*block, starts bool) *act.Called {
		c := &act.Called{}
		for _, b := range list {
			for _, p := range b.pieces {
				p.Free = p.Free || b.free || b.wild || m.repeated(b)
				if starts || p.Kind != act.Aside {
					c.Pieces = append(c.Pieces, p)
				}
			}
		}
		return c
	}
	by := func(key func(b *block) int) []*block {
		list := slices.Clone(blocks)
		slices.SortStableFunc(list, func(a, b *block) int { return key(a) - key(b) })
		return list
	}
	byIndex := by(func(b *block) int { return int(min(b.index, 1<<40)) })
	right = append(right, called(byIndex, true))
	startless = called(byIndex, false)
	if m.unordered() {
		flat := called(blocks, true)
		slices.SortStableFunc(flat.Pieces, func(p, q act.Piece) int { return p.Element - q.Element })
		right = append(right, called(blocks, true), called(by(func(b *block) int { return b.to }), true), flat)
	}
	for n := 0; n <= m.messages && m.messages > 1; n++ {
		right = append(right, called(slices.DeleteFunc(slices.Clone(blocks), func(b *block) bool { return b.message != n }), true))
	}
	return right, startless
}

// repeated: another block under its index says the same.
func (m *meaning) repeated(b *block) bool {
	return b.traits.Has(reused) && slices.ContainsFunc(m.blocks, func(o *block) bool {
		return o != b && o.index == b.index && o.kind == b.kind && o.joined().Text() == b.joined().Text()
	})
}

// unordered: blocks may stand in several orders.
func (m *meaning) unordered() bool {
	const irregular = strayed | shifted | several | reused | sameID | late | unstopped
	return m.odd.Has(irregular) || slices.ContainsFunc(m.blocks, func(b *block) bool { return b.traits.Has(irregular | woven) })
}
