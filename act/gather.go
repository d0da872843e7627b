package act

import (
	"math"
	"slices"

	"github.com/toolconform/conform/wire"
)

// Answer is what a stream says, gathered. Of several that share a wire each has its own.
type Answer struct {
	Stream string
	// Text are the pieces of text and refusal in order; Free ones came behind the reason.
	Text  []Piece
	Calls []*Called
	// Reasons are the values of its reasons in order, null included.
	Reasons []wire.Value
	// Nameless are texts of fragments that no call can be told for; Muddled: what is made of
	// its calls is anybody's guess.
	Nameless []Piece
	Muddled  bool
	byKey    map[string]*Called
	byID     map[string][]*Called
	over     int
}

// Gathered is a whole stream.
type Gathered struct {
	Answers  []*Answer
	Failures []Act
	Usage    []Act
}

// Of is the answer of that stream; an empty one where nothing speaks of it.
func (g *Gathered) Of(stream string) *Answer {
	for _, a := range g.Answers {
		if a.Stream == stream {
			return a
		}
	}
	return newAnswer(stream)
}

// Failed tells whether an element told of a failure.
func (g *Gathered) Failed(element int) bool {
	return slices.ContainsFunc(g.Failures, func(f Act) bool { return f.Element == element })
}

func newAnswer(stream string) *Answer {
	return &Answer{Stream: stream, byKey: map[string]*Called{}, byID: map[string][]*Called{}, over: -1}
}

// Gather reads the acts of a stream in order.
func Gather(acts []Act) *Gathered {
	g, answers, failed := &Gathered{}, map[string]*Answer{}, math.MaxInt
	for i, a := range acts {
		switch a.Kind {
		case Failure:
			g.Failures = append(g.Failures, a)
			failed = min(failed, a.Element)
			continue
		case Usage:
			g.Usage = append(g.Usage, a)
			continue
		}
		of := answers[a.Stream]
		if of == nil {
			of = newAnswer(a.Stream)
			answers[a.Stream] = of
			g.Answers = append(g.Answers, of)
		}
		of.take(a, neighbours(acts, i), failed)
	}
	for _, a := range g.Answers {
		a.settle()
	}
	return g
}

// neighbours are the traits of a fragment that follow from what shares its element.
func neighbours(acts []Act, at int) (t Traits) {
	if acts[at].Kind != Call {
		return 0
	}
	same := func(i int) bool { return acts[i].Element == acts[at].Element && acts[i].Stream == acts[at].Stream }
	look := func(i int) {
		switch acts[i].Kind {
		case Call:
			t |= Crowded
		case Text, Refusal, Aside:
			t |= Beside
		case Reason:
			if acts[i].Value.IsString() {
				t |= Beside | AtEnd
			}
		}
	}
	// Of many calls in one element the nearest neighbours say enough.
	for i := at - 1; i >= max(0, at-4) && same(i); i-- {
		look(i)
	}
	for i := at + 1; i < min(len(acts), at+4) && same(i); i++ {
		look(i)
	}
	return t
}

// take reads an act. What comes behind the reason, or beside a failure or behind it, may be left.
func (a *Answer) take(x Act, t Traits, failed int) {
	late := a.over >= 0 && x.Element > a.over || x.Element >= failed
	switch x.Kind {
	case Text, Refusal:
		if text := x.Value.Text(); text != "" {
			a.Text = append(a.Text, Piece{Text: text, Kind: x.Kind, Element: x.Element, Free: late})
		}
	case Reason:
		a.Reasons = append(a.Reasons, x.Value)
		if a.over < 0 && x.Value.Text() != "" {
			a.over = x.Element
		}
	case Call:
		a.fragment(x, t, late)
	}
}

func given(v wire.Value) bool { return v.Text() != "" }

func keyOf(v wire.Value) string {
	if n, ok := v.Int64(); ok && n < 0 || v.Kind() != wire.Number && !given(v) {
		return ""
	}
	return v.Plain().JSON()
}

// fragment finds the call that the fragment belongs to.
func (a *Answer) fragment(x Act, t Traits, late bool) {
	key, id := keyOf(x.Key), x.ID.Text()
	if late {
		t |= Behind
	}
	if key == "" {
		a.keyless(x, t|Keyless, late)
		return
	}
	c := a.byKey[key]
	switch {
	case c == nil:
		a.open(x, key, t, late)
	case given(x.ID) && len(c.IDs) > 0 && !slices.Contains(c.IDs, id) && given(x.Name):
		c.Traits |= Used
		a.open(x, key, t|Reused, late)
	default:
		c.goOn(x, t, late)
	}
}

// keyless: by an id that one call has, else the only call, else a call of its own.
func (a *Answer) keyless(x Act, t Traits, late bool) {
	known := a.byID[x.ID.Text()]
	switch {
	case given(x.ID) && len(known) == 1:
		known[0].goOn(x, t, late)
	case given(x.ID) && len(known) == 0 && given(x.Name):
		a.open(x, "", t, late)
	case given(x.ID) || given(x.Name):
		a.Muddled = true
	default:
		a.Nameless = append(a.Nameless, Piece{Text: x.Value.Text(), Kind: Call, Element: x.Element, Free: late})
	}
}

func (a *Answer) open(x Act, key string, t Traits, late bool) {
	c := &Called{Key: key, First: x.Element}
	if n, ok := x.Key.Int64(); ok && key != "" && !t.Has(Reused) && n != int64(len(a.byKey)) {
		t |= Gap
	}
	for missing, v := range map[Traits]wire.Value{NoID: x.ID, NoName: x.Name, NoTag: x.Tag} {
		if !given(v) {
			t |= missing
		}
	}
	if given(x.ID) {
		for _, other := range a.byID[x.ID.Text()] {
			other.Traits |= SameID
			t |= SameID
		}
		a.byID[x.ID.Text()] = append(a.byID[x.ID.Text()], c)
	}
	if late { // who takes nothing behind the reason has no such call
		t |= Behind
	}
	a.Calls = append(a.Calls, c)
	if key != "" {
		a.byKey[key] = c
	}
	c.add(x, t, late)
}

// goOn adds a later fragment.
func (c *Called) goOn(x Act, t Traits, late bool) {
	for _, v := range []wire.Value{x.ID, x.Name, x.Tag} {
		if v.Kind() == wire.Null || v.IsString() && v.Text() == "" {
			t |= Blanked
		}
	}
	if given(x.Tag) {
		t |= Repeated
		if c.Traits.Has(NoTag) {
			t |= Late
		}
	}
	if id := x.ID.Text(); id != "" {
		switch {
		case len(c.IDs) == 0:
			t |= Late
		case slices.Contains(c.IDs, id):
			t |= Repeated
		default:
			t |= FreshID
		}
	}
	if name := x.Name.Text(); name != "" {
		switch {
		case len(c.Names) == 0:
			t |= Late
		case c.Names[len(c.Names)-1] == name && len(c.Names) == 1:
			t |= Repeated
		default:
			t |= Pieces
			c.NameLater = c.NameLater || c.said()
		}
	}
	c.add(x, t, late)
}

func (c *Called) said() bool {
	return slices.ContainsFunc(c.Pieces, func(p Piece) bool { return p.Text != "" })
}

func (c *Called) add(x Act, t Traits, late bool) {
	c.Traits |= t
	if id := x.ID.Text(); id != "" && !slices.Contains(c.IDs, id) {
		c.IDs = append(c.IDs, id)
	}
	if name := x.Name.Text(); name != "" && !(len(c.Names) == 1 && c.Names[0] == name) {
		c.Names = append(c.Names, name)
	}
	c.Pieces = append(c.Pieces, Piece{x.Value.Text(), Call, x.Element, late, x.ID.Text()})
	c.Last = x.Element
}

// settle says what only the whole stream shows.
func (a *Answer) settle() {
	if len(a.Calls) == 1 {
		c := a.Calls[0]
		for _, p := range a.Nameless {
			c.Pieces = append(c.Pieces, p)
			c.Traits |= Keyless
			c.First, c.Last = min(c.First, p.Element), max(c.Last, p.Element)
		}
		a.Nameless = nil
		slices.SortStableFunc(c.Pieces, func(p, q Piece) int { return p.Element - q.Element })
	}
	for _, c := range a.Calls {
		for _, p := range a.Nameless {
			p.Free = true
			c.Pieces = append(c.Pieces, p)
			c.Traits |= Stray
		}
		if len(a.Nameless) > 0 {
			slices.SortStableFunc(c.Pieces, func(p, q Piece) int { return p.Element - q.Element })
		}
		if !c.said() {
			c.Traits |= Empty
		}
		if len(a.Calls) > 1 {
			c.Traits |= Among
		}
	}
	a.woven()
}

// woven finds the calls between whose fragments others, or text, stand.
func (a *Answer) woven() {
	type span struct{ element, call int }
	var spans []span
	for i, c := range a.Calls {
		for _, p := range c.Pieces {
			spans = append(spans, span{p.Element, i})
		}
	}
	slices.SortStableFunc(spans, func(p, q span) int { return p.element - q.element })
	last := map[int]int{}
	for n, s := range spans {
		if at, ok := last[s.call]; ok && slices.ContainsFunc(spans[at+1:n], func(o span) bool { return o.call != s.call }) {
			a.Calls[s.call].Traits |= Interleaved
		}
		last[s.call] = n
	}
	texts := make([]int, 0, len(a.Text))
	for _, p := range a.Text {
		texts = append(texts, p.Element)
	}
	for _, c := range a.Calls {
		if at, _ := slices.BinarySearch(texts, c.First+1); at < len(texts) && texts[at] < c.Last {
			c.Traits |= Across
		}
	}
}
