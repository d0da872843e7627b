package anthropicmessages

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// messageID is the last sentence of MSG-01.
func (v *view) messageID(n *requirement.Notes) {
	if got := v.state.Get("id"); len(v.ids) == 1 && !v.partial && !v.o.Omitted("id") && got.Text() != v.ids[0] {
		n.Wrong(requirement.Should, "/id", "The id of the message is another.", wire.Str(v.ids[0]), got)
	}
}

// texts is MSG-07; of a stream that ended early a beginning is a small miss of MSG-14.
func (v *view) textFits(n *requirement.Notes) {
	if v.plain != "" {
		n.Saw()
	}
	switch {
	case !v.unfit || v.shortened():
	case v.startless.Made(v.text, v.partial):
		n.Wrong(requirement.Should, "/content", "The text of a block's start is lost.", wire.Str(v.plain), wire.Str(v.text))
	default:
		n.Wrong("", "/content", "The text is not that of the text blocks.", wire.Str(v.plain), wire.Str(v.text))
	}
}

func (v *view) shortened() bool {
	return (!v.ended || v.aborted) && slices.ContainsFunc(v.right, func(c *act.Called) bool { return c.Made(v.text, true) })
}

// order is MSG-08.
func (v *view) order(n *requirement.Notes) {
	const irregular = strayed | shifted | several | reused | sameID | late | unstopped | broken
	t := v.all()
	if v.partial || t.Has(irregular) || len(v.Result.Deviations) > 0 || v.unfit {
		return
	}
	at := map[string]*wanted{}
	for _, w := range v.calls {
		at[w.block.id()] = w
	}
	var want, got []string
	add := func(list []string, s string, text bool) []string {
		if k := len(list) - 1; text && k >= 0 && strings.HasPrefix(list[k], "text ") {
			list[k] += s
			return list
		} else if text {
			return append(list, "text "+s)
		}
		return append(list, "call "+s)
	}
	loose := v.o.Omitted("order")
	for _, e := range v.state.Get("content").Items() {
		switch kind := e.Get("type").Text(); {
		case kind == "tool_use":
			got = add(got, e.Get("id").Text(), false)
		case kind == "text" && e.Get("text").Text() != "" && !loose:
			got = add(got, e.Get("text").Text(), true)
		}
	}
	blocks := slices.Clone(v.blocks)
	slices.SortStableFunc(blocks, func(a, b *block) int { return int(a.index - b.index) })
	for _, b := range blocks {
		switch text := b.joined().Text(); {
		case b.call() && slices.Contains(got, "call "+b.id()):
			want = add(want, b.id(), false)
		case b.kind == "text" && text != "" && !loose:
			want = add(want, text, true)
		}
	}
	if len(want) < 2 {
		return
	}
	level := requirement.Must
	if t.Has(woven) {
		level = requirement.Should
	}
	if n.Saw(); !slices.Equal(want, got) {
		n.Wrong(level, "/content", "The content is not in the order of the indices.", wire.Strs(want), wire.Strs(got))
	}
}

// harmless is MSG-09 and MSG-10: beside what changes nothing, the text or a call is wrong.
func (v *view) harmless(n *requirement.Notes, there bool) {
	if !there || v.Loud {
		return
	}
	n.Saw()
	if v.unfit && !v.shortened() {
		n.Wrong("", "/content", "Beside what changes nothing the text is another.", wire.Str(v.plain), wire.Str(v.text), "MSG-07")
	}
	if !v.partial {
		v.Beside(n, compare.AnyKind, requirement.Must)
	}
}

func (v *view) aside(n *requirement.Notes) {
	v.harmless(n, slices.ContainsFunc(v.script.Came(), changesNothing))
}

// changesNothing: pings, and deltas of what is neither text nor a call.
func changesNothing(e wire.Value) bool {
	data, _, _ := act.Frame(e)
	kind := data.Find("/delta/type").Text()
	return data.Get("type").Text() == pingEvent || slices.Contains([]string{"thinking_delta", "signature_delta", "citations_delta"}, kind)
}

func (v *view) unknown(n *requirement.Notes) { v.harmless(n, v.odd.Has(unknowns) || v.strewn()) }

// strewn: an event has a member that no table names.
func (v *view) strewn() bool {
	return slices.ContainsFunc(v.script.Came(), func(e wire.Value) bool {
		data, _, _ := act.Frame(e)
		for _, at := range []string{"", "/message", "/content_block", "/delta"} {
			for _, m := range data.Find(at).Members() {
				if strings.HasPrefix(m.Name, "x_") {
					return true
				}
			}
		}
		return false
	})
}

// reasonFits tells whether a word may stand for one that came, and at which level it misses.
func (v *view) reasonFits(want string, got wire.Value) (level requirement.Level, ok bool) {
	switch {
	case got.IsNull() && class(want) == other, got.Text() == want && got.IsString():
		return "", true
	case got.IsNull():
		return requirement.Should, younger(want)
	case class(got.Text()) != class(want):
		return "", false
	case class(want) == other || v.o.Omitted("stopReasonWord"):
		return "", true
	}
	return requirement.Should, true
}

// reason is MSG-11 where one reason came, MSG-12 where several did.
func (v *view) reason(n *requirement.Notes, many bool) {
	got := v.state.Get("stopReason")
	if v.partial || !v.reasoned() || v.odd.Has(several) {
		return
	}
	if !v.ended || v.aborted {
		return // MSG-14
	}
	words, blank := 0, false
	for _, r := range v.reasons {
		if r.value.IsString() {
			words++
		}
		blank = r.value.IsNull()
	}
	if (words > 1 || len(v.reasons) > words) != many {
		return
	}
	want := v.meaning.reason()
	level, ok := v.reasonFits(want, got)
	n.Saw()
	switch {
	case many && blank && got.IsNull():
		n.Wrong(requirement.Should, "/stopReason", "What says nothing erased the reason.", wire.Str(want), got)
	case !ok:
		n.Wrong("", "/stopReason", "The reason is not of the class of the one that came.", wire.Str(want), got)
	case level != "":
		n.Wrong(level, "/stopReason", "The reason is not the word that came.", wire.Str(want), got)
	case got.Text() != want:
		n.Policy("an unknown reason as %s", got.JSON())
	}
}

// failure is MSG-13.
func (v *view) failure(n *requirement.Notes) {
	if !v.failed() {
		return
	}
	n.Saw()
	got := v.state.Get("error")
	if !v.Loud {
		n.Wrong("", "/error", "An error came, and the answer doesn't tell.", wire.Str(v.failures[0].message), got)
		return
	}
	text := got.JSON() + got.Get("message").Text()
	first := slices.ContainsFunc(v.Allows, func(line string) bool {
		return !slices.Contains([]string{"MSG-13", "MSG-14", "MSG-24", "MSG-26"}, line)
	})
	says := func(part string) bool {
		return strings.Contains(text, part) || wire.Says(got.Get("message").Text(), part)
	}
	refused := v.o.Reason != "" // a refusal has its reason, and no room for a type
	for _, f := range v.failures {
		if f.behind || first || (refused || strings.Contains(text, f.kind)) && says(f.message) {
			return
		}
	}
	n.Wrong(requirement.Should, "/error", "The error's type and message are not told.",
		wire.Str(v.failures[0].kind+": "+v.failures[0].message), got)
}

// unended is MSG-14, or MSG-26 of an aborted stream.
func (v *view) unended(n *requirement.Notes, aborted bool) {
	got := v.state.Get("stopReason")
	if v.partial || aborted != v.aborted || v.ended && v.reasoned() {
		return
	}
	if n.Saw(); v.odd.Has(several) {
		return
	}
	switch {
	case got.IsNull():
		n.Policy("null")
	case !v.reasoned():
		n.Wrong("", "/stopReason", "No reason came, and one is shown.", wire.NullValue, got)
	default:
		if _, ok := v.reasonFits(v.meaning.reason(), got); !ok {
			n.Wrong("", "/stopReason", "The reason is not the one that came.", wire.Str(v.meaning.reason()), got)
		} else {
			n.Policy("the reason that came")
		}
	}
	if v.unfit && v.shortened() {
		n.Wrong(requirement.Should, "/content", "The text so far is not all there.", wire.Str(v.plain), wire.Str(v.text))
	}
}

// cutTurn is the first sentence of MSG-16.
func (v *view) cutTurn(n *requirement.Notes) {
	got, c := v.state.Get("stopReason"), class(v.meaning.reason())
	if v.partial || !v.ended || !v.reasoned() || v.aborted || v.odd.Has(several) || c != limit && c != refused {
		return
	}
	n.Saw()
	if _, ok := v.reasonFits(v.meaning.reason(), got); !ok && !got.IsNull() {
		n.Wrong("", "/stopReason", "A turn that was cut is told as another.", wire.Str(v.meaning.reason()), got)
	}
	for _, p := range v.Result.Pairs {
		if p.Want.Traits.Has(limited) {
			n.Policy("cut arguments as %s", p.Got.Arguments.Kind())
		}
	}
}

// names is MSG-25.
func (v *view) namesJudged(n *requirement.Notes) {
	raw := slices.ContainsFunc(v.script.Elements, act.IsRaw)
	if (slices.Contains(v.Allows, "MSG-25") || raw) && !v.Loud {
		n.Policy("taken")
		v.harmless(n, true)
	}
}

// ran is MSG-27.
func (v *view) ran(n *requirement.Notes) {
	v.executed(n)
	v.reported(n)
}

func (v *view) executed(n *requirement.Notes) {
	list := v.state.Get("executed")
	if v.o.Omitted("executed") {
		return
	}
	free, ran := slices.Clone(v.calls), []*wanted(nil)
	ranAny := list.Len() > 0
	for _, e := range list.Items() {
		is := func(sure bool) func(w *wanted) bool {
			return func(w *wanted) bool {
				got := e.Get("input")
				return w.block.id() == e.Get("id").Text() && (!sure || w.runs) && (w.Takes(got) || w.block.wild)
			}
		}
		at := slices.IndexFunc(free, is(true))
		if at < 0 {
			at = slices.IndexFunc(free, is(false))
		}
		n.Saw()
		switch {
		case at < 0:
			n.Wrong("", "/executed", "A call ran that never came, with another input, or a second time.", wire.Value{}, e)
			continue
		case !free[at].runs && !free[at].block.wild:
			n.Wrong("", "/executed", "A call ran whose arguments are not whole.", wire.Value{}, e)
		case !v.partial && !v.odd.Has(several) && v.ended && v.reasoned() &&
			(class(v.meaning.reason()) == limit || class(v.meaning.reason()) == refused):
			n.Wrong(requirement.Should, "/executed", "A call of a turn that was cut ran.", wire.Value{}, e)
		}
		ran, free = append(ran, free[at]), slices.Delete(free, at, at+1)
	}
	v.runOrder(n, ran)
	if v.partial || !v.regular() || class(v.meaning.reason()) != tool {
		return
	}
	level := requirement.Should
	if ranAny {
		level = requirement.Must
	}
	for _, w := range free {
		if n.Saw(); plainName(w.Names[0]) && w.object && v.offers(w) {
			n.Wrong(level, "/executed", "A call of the turn never ran.", w.Expected(), wire.Value{})
		}
	}
}

// regular: a right producer sends it.
func (v *view) regular() bool {
	const irregular = strayed | shifted | several | reused | sameID | late | unstopped | broken | limited | malformed | both
	return v.ended && v.reasoned() && !v.aborted && !v.all().Has(irregular) && len(v.Allows) == 0 &&
		!slices.ContainsFunc(v.calls, func(w *wanted) bool { return w.Traits.Has(irregular | inStart) })
}

// plainName tells whether the API takes the name of a tool.
func plainName(name string) bool {
	for _, r := range name {
		if r != '_' && r != '-' && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z') {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

func (v *view) reported(n *requirement.Notes) {
	list := v.state.Get("reported")
	if v.o.Omitted("reported") {
		return
	}
	free := slices.Clone(v.calls)
	for _, e := range list.Items() {
		at := slices.IndexFunc(free, func(w *wanted) bool { return w.block.id() == e.Text() })
		n.Saw()
		if at < 0 {
			n.Wrong(requirement.Should, "/reported", "A call is reported that never came, or a second time.", wire.Value{}, e)
			continue
		}
		free = slices.Delete(free, at, at+1)
	}
	if v.partial || v.odd.Has(several) || v.aborted {
		return
	}
	for _, w := range free {
		if w.object && w.block.stopped && w.State == compare.Ready && !v.hasTwin(w) {
			n.Saw()
			n.Wrong(requirement.Should, "/reported", "A call that is complete is not reported.", wire.Str(w.block.id()), list)
		}
	}
}

// hasTwin: another call has its id.
func (v *view) hasTwin(w *wanted) bool { return w.Traits.Has(sameID | reused) }

// side notes which of several right values of a call is shown.
func (v *view) side(n *requirement.Notes, trait act.Traits) {
	for _, p := range v.Result.Pairs {
		if p.Want.Traits.Has(trait) && !v.Loud {
			n.Policy("%s", p.Got.Arguments.Kind())
		}
	}
}

// cutCalls: that a cut call is not whole, or not there, is seen.
func (v *view) cutCalls(n *requirement.Notes) {
	if slices.ContainsFunc(v.calls, func(w *wanted) bool { return w.Traits.Has(cutOff) }) && !v.Loud {
		n.Saw()
	}
}

// reusedText: text went to the block that had the index before.
func (v *view) reusedText(n *requirement.Notes) {
	if !slices.ContainsFunc(v.blocks, func(b *block) bool { return b.traits.Has(reused) }) || v.Loud {
		return
	}
	if n.Saw(); v.unfit && !v.shortened() {
		n.Wrong("", "/content", "Beside an index that is used again the text is another.", wire.Str(v.plain), wire.Str(v.text), "MSG-07")
	}
}

func (v *view) whichForm(n *requirement.Notes) {
	for _, f := range v.Forms {
		if len(f.Calls) > 0 && f.Calls[0].Traits.Has(sameID) && !v.Loud {
			n.Policy("%d of them", len(f.Calls))
		}
	}
}
