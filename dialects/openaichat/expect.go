package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Traits of the dialect's own.
var (
	// reasonOdd: the calls ended under another reason than tool_calls.
	reasonOdd = act.Own(0)
	// bare: the stream has no role, or chunk ids that are empty or change.
	bare = act.Own(1)
	// besideChoices: other choices share the stream.
	besideChoices = act.Own(2)
	// malformed: the arguments are whole and no JSON. cutOff: they are not whole.
	malformed = act.Own(3)
	cutOff    = act.Own(4)
)

// meaning is what a stream means for a consumer.
type meaning struct {
	script *stream.Script
	all    *act.Gathered
	choices
	// closed: it ended with [DONE].
	closed bool
	// bare: no role, or chunk ids that are empty or change.
	bare bool
	// loud are the lines that allow a loud answer, lax those of which it is a small miss.
	loud, lax []string
}

// choices are the answers of a stream, the first one and the others.
type choices struct {
	own    *act.Answer
	others []*act.Answer
}

func meant(c *dialect.Case) (*meaning, bool) {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return nil, false
	}
	m := &meaning{script: s, all: act.Gather(s.Acts()), closed: s.Closed()}
	m.own = m.all.Of(firstChoice)
	for _, a := range m.all.Answers {
		if a.Stream != firstChoice {
			m.others = append(m.others, a)
		}
	}
	m.allow(c.MayReject, "FRAME-12")
	m.allowances()
	return m, true
}

func (m *meaning) allow(when bool, line string) {
	if when && !slices.Contains(m.loud, line) {
		m.loud = append(m.loud, line)
	}
}

func (m *meaning) lessen(when bool, line string) {
	if when && !slices.Contains(m.lax, line) {
		m.lax = append(m.lax, line)
	}
}

// allowances are where the contract allows an answer to be loud.
func (m *meaning) allowances() {
	for _, a := range m.all.Answers {
		real := reasons(a)
		odd := slices.ContainsFunc(real, func(r string) bool { return !known(r) })
		m.allow(odd, "CHAT-07")
		m.allow(a.Stream == firstChoice && len(real) == 0, "CHAT-11")
		m.allow(a.Stream != firstChoice && len(real) == 0, "CHAT-24")
		m.allow(!m.closed, "CHAT-11")
		m.allow(slices.ContainsFunc(a.Text, func(p act.Piece) bool { return p.Free }), "CHAT-23")
		m.allow(a.Muddled || len(a.Nameless) > 0, "CHAT-20")
		t := traits(a)
		m.allow(t.Has(act.Behind), "CHAT-23")
		m.allow(t.Has(act.Pieces), "CHAT-17")
		m.allow(t.Has(act.Gap), "CHAT-19")
		m.allow(t.Has(act.Keyless|act.Stray), "CHAT-20")
		m.allow(t.Has(act.NoID|act.NoName|act.NoTag|act.Late), "CHAT-21")
		m.lessen(t.Has(act.Reused|act.Used|act.FreshID), "CHAT-18")
	}
	m.allow(len(m.all.Of(firstChoice).Reasons) == 0, "CHAT-11")
	m.bare = m.roleless() || m.shifting()
	m.allow(m.bare, "CHAT-21")
	for _, chunk := range m.chunks() {
		choices := chunk.Get("choices")
		m.allow(!choices.IsArray() && chunk.Get("error").IsNull(), "CHAT-25")
		m.lessen(chunk.Has("error") && chunk.Get("error").IsNull(), "CHAT-25")
		for _, c := range choices.Items() {
			m.lessen(!c.Get("delta").IsObject(), "CHAT-25")
		}
	}
}

// chunks are the data of what came.
func (m *meaning) chunks() []wire.Value {
	var list []wire.Value
	for _, e := range m.script.Came() {
		if data, _, _ := act.Frame(e); !data.IsAbsent() {
			list = append(list, data)
		}
	}
	return list
}

// roleless: no chunk of the first choice says whose words these are.
func (m *meaning) roleless() bool {
	for _, chunk := range m.chunks() {
		for _, c := range chunk.Get("choices").Items() {
			if c.Get("index").JSON() == firstChoice && c.Get("delta").Get("role").Text() != "" {
				return false
			}
		}
	}
	return true
}

// shifting: the chunks have no id that they share.
func (m *meaning) shifting() bool {
	seen := ""
	for i, chunk := range m.chunks() {
		if chunk.Get("choices").Len() == 0 {
			continue
		}
		id := chunk.Get("id").Text()
		if id == "" || seen != "" && id != seen && i > 0 {
			return true
		}
		seen = id
	}
	return false
}

// reasons are what the choice was ended by, null and "" left out; "" alone is one.
func reasons(a *act.Answer) []string {
	var list []string
	blank := false
	for _, r := range a.Reasons {
		switch {
		case r.Text() != "":
			list = append(list, r.Text())
		case r.IsString():
			blank = true
		}
	}
	if blank && len(list) == 0 {
		return []string{""}
	}
	return list
}

func known(reason string) bool {
	return slices.Contains([]string{"stop", "length", "tool_calls", "content_filter"}, reason)
}

// says tells whether every reason says that the calls are whole.
func says(real []string) bool {
	return len(real) > 0 && !slices.ContainsFunc(real, func(r string) bool { return r != "stop" && r != "tool_calls" })
}

func traits(a *act.Answer) (t act.Traits) {
	for _, c := range a.Calls {
		t |= c.Traits
	}
	return t
}

// failed: an error came.
func (m *meaning) failed() bool { return len(m.all.Failures) > 0 }

// groups are the calls of a choice in the forms in which they may be shown.
func (m *meaning) groups(a *act.Answer) []compare.Group {
	if a.Muddled {
		return nil
	}
	var groups []compare.Group
	byKey := map[string]int{}
	for _, c := range a.Calls {
		w := m.want(a, c)
		at, used := byKey[c.Key]
		if !c.Traits.Has(act.Reused) || !used {
			byKey[c.Key] = len(groups)
			forms := []compare.Form{{Calls: []*compare.Want{w}}}
			if c.Traits.Has(act.FreshID) {
				forms = append(forms, compare.Form{Calls: split(c, w), Note: "a call for each id"})
			}
			groups = append(groups, compare.Group{Forms: forms})
			continue
		}
		g := &groups[at]
		g.Forms[0].Calls = append(g.Forms[0].Calls, w)
		g.Forms = append(g.Forms[:1], compare.Form{Calls: []*compare.Want{merged(a, g.Forms[0].Calls, c.Key)}, Note: "calls under one index made one"})
	}
	for _, p := range a.Nameless {
		stray := &compare.Want{Texts: []string{p.Text}, State: compare.Open, Optional: true, Bare: p.Text == "", Traits: act.Stray}
		groups = append(groups, compare.Group{Forms: []compare.Form{{Calls: []*compare.Want{stray}}}})
	}
	return groups
}

// want is one call, as it is expected.
func (m *meaning) want(a *act.Answer, c *act.Called) *compare.Want {
	w := &compare.Want{IDs: c.IDs, Names: names(c), Texts: c.Texts(), Traits: c.Traits, Bare: c.Text() == ""}
	for _, p := range c.Pieces {
		w.Parts = append(w.Parts, p.Text)
	}
	if c.Countless() {
		w.Made = c.Made
	}
	real := reasons(a)
	m.mark(w, real)
	w.Key, w.Placed = order(c)
	if c.Traits.Has(act.NoID) || c.Traits.Has(act.SameID) && !firstOf(a, c) {
		w.IDs = nil
	}
	text, err := wire.Parse([]byte(w.Texts[0]))
	object := err == nil && text.IsObject()
	whole := says(real)
	if !whole {
		w.Soft = len(real) == 0
		w.Optional = !object || m.failed()
		if err != nil && w.Made == nil && !slices.ContainsFunc(w.Texts, isJSON) {
			w.Traits |= cutOff
			w.Cut, w.State, w.Optional = true, compare.Open, true
			w.Soft = w.Bare && len(real) > 0
		}
	}
	if whole && err != nil && !w.Bare {
		w.Traits |= malformed
	}
	plain := !c.Traits.Has(act.Keyless | act.Stray | act.NoID | act.NoName | act.NoTag | act.Late | act.Pieces | act.Reused | act.Used | act.Behind)
	if whole && m.closed && !m.failed() && plain && (object || w.Bare) && len(w.Texts) == 1 {
		w.State = compare.Ready
	}
	if c.Traits.Has(act.Behind) || slices.ContainsFunc(real, func(r string) bool { return r != real[0] }) {
		w.Cut, w.State = false, compare.Either
		w.Optional = w.Optional || m.behind(a, c)
	}
	if len(c.Names) == 0 {
		w.State, w.Optional, w.Names = compare.Open, true, nil
	}
	w.Optional = w.Optional || m.failed()
	return w
}

// behind tells whether the whole call came behind the reason.
func (m *meaning) behind(_ *act.Answer, c *act.Called) bool {
	return !slices.ContainsFunc(c.Pieces, func(p act.Piece) bool { return !p.Free })
}

// mark adds what the stream says of all its calls.
func (m *meaning) mark(w *compare.Want, real []string) {
	if len(real) > 0 && real[0] != "tool_calls" {
		w.Traits |= reasonOdd
	}
	if m.bare {
		w.Traits |= bare
	}
	if len(m.others) > 0 {
		w.Traits |= besideChoices
	}
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
	return a.Calls[slices.IndexFunc(a.Calls, func(o *act.Called) bool {
		return len(o.IDs) > 0 && len(c.IDs) > 0 && o.IDs[0] == c.IDs[0]
	})] == c
}

// split is a call of which every fresh id became one.
func split(c *act.Called, w *compare.Want) []*compare.Want {
	var list []*compare.Want
	for _, p := range c.Pieces {
		last := len(list) - 1
		if last < 0 || p.ID != "" && !slices.Contains(list[last].IDs, p.ID) {
			one := *w
			one.IDs, one.Texts, one.State = []string{p.ID}, []string{p.Text}, compare.Either
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
func merged(a *act.Answer, wants []*compare.Want, key string) *compare.Want {
	one := *wants[0]
	one.IDs, one.Names, one.State, one.Cut = nil, nil, compare.Either, false
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

// texts are what `content` and `refusal` may hold.
type texts struct{ content, refusal []string }

// texts of a choice: text behind the reason is taken or left, a refusal stands by itself,
// in the text, or behind it.
func (m *meaning) texts(a *act.Answer) texts {
	var t texts
	join := func(late bool, kinds ...act.Kind) string {
		var b strings.Builder
		for _, p := range a.Text {
			if slices.Contains(kinds, p.Kind) && (late || !p.Free) {
				b.WriteString(p.Text)
			}
		}
		return b.String()
	}
	for _, late := range []bool{false, true} {
		text, refusal := join(late, act.Text), join(late, act.Refusal)
		t.content = append(t.content, text, join(late, act.Text, act.Refusal), text+refusal)
		t.refusal = append(t.refusal, refusal)
	}
	return t
}
