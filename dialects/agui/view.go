package agui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Deviations of what is no call: a text that is missing or another, a result that is missing,
// that is another's, or that was changed.
const (
	wrongText   = compare.Kind(1 << 12)
	resultGone  = compare.Kind(1 << 13)
	resultMixed = compare.Kind(1 << 14)
	resultWrong = compare.Kind(1 << 15)
)

const rejected = "rejected"

// view is what a consumer shows beside what the stream means.
type view struct {
	*meaning
	script *stream.Script
	o      *dialect.Observation
	run    wire.Value
	status string
	// shown are the messages; unseen: a refusal shows none.
	shown  []wire.Value
	unseen bool
	// refused: it rejected where it may.
	refused bool
	// at are the calls that are shown, with the message that each stands in.
	at map[*compare.Got]wire.Value
	compare.View
}

func newView(book *compare.Rulebook[*view], c *dialect.Case, o *dialect.Observation) (*view, bool) {
	s, ok := c.Script.(*stream.Script)
	if !ok {
		return nil, false
	}
	v := viewOf(book, c, o, s, len(s.Came()))
	if v.status == rejected {
		for _, d := range v.doubts {
			if w := viewOf(book, c, o, s, d.at); len(w.Blamed) < len(v.Blamed) || v.wrong == "" && len(w.Blamed) == len(v.Blamed) {
				w.Allows, w.refused, v = append(w.Allows, d.line), true, w
			}
		}
	}
	return v, true
}

func viewOf(book *compare.Rulebook[*view], c *dialect.Case, o *dialect.Observation, s *stream.Script, n int) *view {
	v := &view{meaning: mean(s.Came(), s.Beside.Get("messages"), n), script: s, o: o, run: o.State.Get("run"),
		at: map[*compare.Got]wire.Value{}}
	if v.status = v.run.Get("status").Text(); v.status == "" && o.Omitted("outcome") {
		v.status = "open"
	}
	v.unseen = v.status == rejected && !o.State.Get("messages").IsArray()
	for _, m := range o.State.Get("messages").Items() {
		if role := m.Get("role").Text(); role != "activity" && role != "reasoning" {
			v.shown = append(v.shown, m)
		}
	}
	v.Loud = v.status == rejected && !(s.AbortAfter > 0 && v.stage != finished) && s.End != stream.Broken
	v.Called = v.wrong != "" || v.stage == failed
	if c.MayReject {
		v.Allows = append(v.Allows, "AGUI-16")
	}
	for _, d := range v.doubts {
		v.Allows = append(v.Allows, d.line)
	}
	v.Blames = book.Blames(c.Tests, c.Blame != nil, "AGUI-01", "AGUI-02", len(v.calls) > 0)
	if v.unseen {
		return v
	}
	v.compareCalls()
	v.compareTexts()
	v.compareResults()
	v.Blamed = book.Blame(v.Result.Deviations, 0)
	if line := v.spilt(); line != "" {
		v.Blamed = slices.DeleteFunc(v.Blamed, func(b compare.Blamed) bool { return b.Requirement != line && lacks(b.Deviation) })
	}
	return v
}

// spilt is the one line that what is lost with a refusal misses, whatever it was, where the stream was rightly refused.
func (v *view) spilt() string {
	switch {
	case v.status != rejected:
	case v.wrong != "":
		return "AGUI-20"
	case v.script.End == stream.Broken:
		return "AGUI-17"
	}
	return ""
}

// lacks: something isn't there, or the end of it isn't.
func lacks(d compare.Deviation) bool {
	short := d.Actual.IsAbsent() || d.Actual.IsString() && strings.HasPrefix(textOf(d.Expected), d.Actual.Text())
	return d.Kind&(compare.Missing|compare.NotReady|resultGone) != 0 || d.Kind&(compare.WrongText|wrongText) != 0 && short
}

// lenient: it is loud where nothing is wrong, so that it need not hold everything.
func (v *view) lenient() bool { return v.Loud && !v.Called }

func (v *view) add(kind compare.Kind, t act.Traits, got *compare.Got, want, have wire.Value, message string, args ...any) {
	if kind&(resultGone) != 0 && v.lenient() {
		return
	}
	w := &compare.Want{Traits: t}
	v.Result.Deviations = append(v.Result.Deviations,
		compare.Deviation{Kind: kind, Want: w, Got: got, Expected: want, Actual: have, Message: fmt.Sprintf(message, args...)})
}

// looked notes that a text or a result with these traits was looked at; may are the ways in which it can deviate.
func (v *view) looked(t act.Traits, may compare.Kind, got *compare.Got) {
	v.Result.Pairs = append(v.Result.Pairs, compare.Pair{Want: &compare.Want{Traits: t, May: may}, Got: got})
}

// right tells whether something is shown as it should be.
func (v *view) right() bool {
	return slices.ContainsFunc(v.Result.Pairs, func(p compare.Pair) bool {
		return !slices.ContainsFunc(v.Result.Deviations, func(d compare.Deviation) bool {
			return d.Want == p.Want || d.Got != nil && d.Got.At == p.Got.At
		})
	})
}

// wanted are the calls as they must be shown.
func (v *view) wanted() (list []*compare.Want) {
	for _, c := range v.calls {
		if c.hidden {
			continue
		}
		w := &compare.Want{IDs: []string{c.id}, Names: c.names, Texts: []string{c.text.String()}, Parts: c.pieces, Traits: c.traits,
			May: compare.Any, Key: int64(c.seq)}
		object, err := wire.Parse([]byte(w.Texts[0]))
		plain := w.Texts[0] == "" || err == nil && object.IsObject()
		w.Fits = func(args wire.Value) bool {
			return err != nil && args.Kind() == wire.Null || w.Texts[0] == "" && args.IsObject() && args.Len() == 0
		}
		switch {
		case c.unsure || !c.brought || c.closed && (!c.settled || c.open || !plain):
		case c.closed:
			w.State = compare.Ready
		default:
			w.State, w.Cut = compare.Open, true
		}
		list = append(list, w)
	}
	return list
}

// compareCalls holds the calls that are shown against those that came.
func (v *view) compareCalls() {
	wants := v.wanted()
	state := map[string]compare.State{}
	for _, w := range wants {
		state[w.IDs[0]] = w.State
	}
	var got []*compare.Got
	for i, m := range v.shown {
		for k, c := range m.Get("toolCalls").Items() {
			g := &compare.Got{ID: c.Get("id"), Name: c.Get("name"), Arguments: c.Get("arguments"),
				At: fmt.Sprintf("/messages/%d/toolCalls/%d", i, k)}
			switch told := c.Get("complete"); {
			case told.IsTrue(), state[c.Get("id").Text()] == compare.Either:
				g.State = "ready"
			case told.IsFalse():
				g.State = "open"
			}
			if old := v.call(g.ID.Text()); old == nil || !old.hidden {
				got = append(got, g)
				v.at[g] = m
			}
		}
	}
	v.Result = compare.Calls(wants, got, compare.Options{Partial: v.lenient(), Stateless: v.o.Omitted("complete")})
	for i, d := range v.Result.Deviations {
		if d.Want != nil {
			continue
		}
		extra := &compare.Want{}
		if c := v.call(d.Got.ID.Text()); c != nil {
			extra.Traits = c.traits
		} else if v.dropped[d.Got.ID.Text()] {
			extra.Traits = stored
		}
		v.Result.Deviations[i].Want = extra
	}
}

// textOf is a content as text: parts are joined.
func textOf(content wire.Value) string {
	if !content.IsArray() {
		return content.Text()
	}
	var b strings.Builder
	for _, p := range content.Items() {
		if p.Get("type").Text() == "text" {
			b.WriteString(p.Get("text").Text())
		}
	}
	return b.String()
}

// sameContent: a list may be shown as its text.
func sameContent(want, got wire.Value) bool {
	if want.IsArray() {
		return wire.Equal(want, got) || got.IsString() && got.Text() == textOf(want)
	}
	return wire.Equal(want, got) || got.IsArray() && got.Len() > 0 && textOf(got) == want.Text()
}

// compareTexts holds the texts that are shown against those that came.
func (v *view) compareTexts() {
	if v.o.Omitted("id") {
		v.compareJoined()
		return
	}
	taken := map[int]bool{}
	for _, t := range v.messages {
		if t.hidden || t.seq > v.seq {
			continue
		}
		want := wire.Str(t.text.String())
		if t.list.IsArray() {
			want = t.list
		}
		at := v.find(t, want, taken)
		empty := textOf(want) == "" && !t.list.IsArray()
		switch {
		case at < 0 && (empty || v.lenient()):
		case at < 0:
			v.add(wrongText, t.traits, nil, want, wire.Value{}, "The text of message %q is missing.", t.id)
		default:
			taken[at] = true
			v.looked(t.traits, anyText, &compare.Got{At: fmt.Sprintf("/messages/%d", at)})
			v.compareText(t, want, v.shown[at], empty, at)
		}
	}
	for i, m := range v.shown {
		id, role, text := m.Get("id").Text(), m.Get("role").Text(), textOf(m.Get("content"))
		hidden := v.message(id) != nil && v.message(id).hidden
		switch {
		case taken[i] || role == "tool" || text == "" || hidden || role != "assistant" && !v.named[id]:
		case v.dropped[id]:
			v.add(wrongText, stored, nil, wire.Value{}, m, "A message that the snapshot left out is still held.")
		case v.message(id) != nil:
			v.add(wrongText, v.message(id).traits, nil, wire.Value{}, m, "A text is held a second time.")
		default:
			v.add(wrongText, v.besides(), nil, wire.Value{}, m, "A text is held that never came.")
		}
	}
}

// besides are the traits of what no event brought.
func (v *view) besides() act.Traits {
	if v.harmless {
		return among
	}
	return 0
}

// find is the message that shows a text: by its id; where another has that, by its text.
func (v *view) find(t *message, want wire.Value, taken map[int]bool) int {
	by := func(is func(m wire.Value) bool) int {
		for i, m := range v.shown {
			if !taken[i] && m.Get("role").Text() != "tool" && is(m) {
				return i
			}
		}
		return -1
	}
	same := func(m wire.Value) bool { return m.Get("id").Text() == t.id }
	fits := func(m wire.Value) bool { return sameContent(want, m.Get("content")) }
	at := by(func(m wire.Value) bool { return same(m) && fits(m) })
	if at < 0 && t.traits.Has(act.SameID) && textOf(want) != "" {
		at = by(fits)
	}
	if at < 0 {
		at = by(same)
	}
	return at
}

func (v *view) compareText(t *message, want, m wire.Value, empty bool, at int) {
	where := fmt.Sprintf("/messages/%d", at)
	got := &compare.Got{At: where}
	content := m.Get("content")
	short := v.lenient() && strings.HasPrefix(textOf(want), textOf(content))
	if !(sameContent(want, content) || empty && textOf(content) == "" || short) {
		v.add(wrongText, t.traits, got, want, content, "The text of message %q is another.", t.id)
	}
	if role := m.Get("role"); role.Text() != t.role {
		v.add(wrongText, t.traits, got, wire.Str(t.role), role, "The role of message %q is another.", t.id)
	}
}

// compareJoined: without ids the texts of assistants are compared joined, in either order.
func (v *view) compareJoined() {
	var want, other, got strings.Builder
	var all act.Traits
	list := slices.Clone(v.messages)
	join := func(b *strings.Builder, by func(t *message) int) {
		slices.SortStableFunc(list, func(a, b *message) int { return by(a) - by(b) })
		for _, t := range list {
			if t.role == "assistant" && !t.hidden {
				b.WriteString(t.text.String())
				all |= t.traits
			}
		}
	}
	join(&want, func(t *message) int { return t.seq })
	join(&other, func(t *message) int { return t.mention })
	for _, m := range v.shown {
		if m.Get("role").Text() == "assistant" {
			got.WriteString(textOf(m.Get("content")))
		}
	}
	hidden := slices.ContainsFunc(list, func(t *message) bool { return t.hidden })
	right := got.String() == want.String() || got.String() == other.String() || v.lenient() &&
		strings.HasPrefix(want.String(), got.String())
	switch {
	case hidden:
	case right:
		v.looked(all, anyText, &compare.Got{})
	default:
		v.add(wrongText, all, nil, wire.Str(want.String()), wire.Str(got.String()), "The texts, joined, are others.")
	}
}

// Tells says whether the answer shows anything: something of what came is there, or nothing
// came, or it was rightly refused.
func (v *view) Tells() bool {
	switch {
	case !v.run.IsObject() || v.status == "":
		return false
	case v.unseen:
		return v.status == rejected && (v.Called || len(v.Allows) > 0 || v.script.AbortAfter > 0)
	case len(v.Result.Pairs) == 0:
		none := func(t *message) bool { return t.text.Len() > 0 || t.list.IsArray() }
		return len(v.calls) == 0 && len(v.answers) == 0 && !slices.ContainsFunc(v.messages, none)
	}
	return v.right()
}
