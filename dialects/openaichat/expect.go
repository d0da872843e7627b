package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
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
)

// allowances are where the contract allows an answer to be loud.
func (v *view) allowances() {
	allow, lessen, role := v.Allow, v.Lessen, func(c wire.Value) bool { return text(c.Get("delta"), "role") != "" }
	for _, a := range v.all.Answers {
		real, t := reasons(a), traits(a)
		allow(slices.ContainsFunc(real, func(r string) bool { return !known(r) }), "CHAT-07")
		allow(a.Stream == firstChoice && len(real) == 0 || !v.closed, "CHAT-11")
		allow(a.Stream != firstChoice && len(real) == 0, "CHAT-24")
		allow(slices.ContainsFunc(a.Text, func(p act.Piece) bool { return p.Free }) || t.Has(act.Behind), "CHAT-23")
		allow(a.Muddled || len(a.Nameless) > 0 || t.Has(act.Keyless|act.Stray), "CHAT-20")
		allow(t.Has(act.Pieces), "CHAT-17")
		allow(t.Has(act.Gap), "CHAT-19")
		allow(t.Has(act.NoID|act.NoName|act.NoTag|act.Late) || !v.some(a.Stream, role), "CHAT-21")
		lessen(t.Has(act.Reused|act.Used|act.FreshID), "CHAT-18")
	}
	allow(len(v.own.Reasons) == 0, "CHAT-11")
	v.bare = !v.some(firstChoice, role) || v.shifting()
	allow(v.bare, "CHAT-21")
	for _, chunk := range v.chunks {
		choices := chunk.Get("choices")
		allow(!choices.IsArray() && chunk.Get("error").IsNull(), "CHAT-25")
		lessen(chunk.Has("error") && chunk.Get("error").IsNull(), "CHAT-25")
		lessen(slices.ContainsFunc(choices.Items(), func(c wire.Value) bool { return !c.Get("delta").IsObject() }), "CHAT-25")
	}
}

// some tells whether so is true of a choice in some chunk.
func (v *view) some(choice string, so func(c wire.Value) bool) bool {
	of := func(c wire.Value) bool { return c.Get("index").Plain().JSON() == choice && so(c) }
	return slices.ContainsFunc(v.chunks, func(chunk wire.Value) bool { return slices.ContainsFunc(chunk.Get("choices").Items(), of) })
}

// shifting: the chunks have no id that they share.
func (v *view) shifting() bool {
	ids := map[string]bool{}
	for _, chunk := range v.chunks {
		if chunk.Get("choices").Len() > 0 {
			ids[text(chunk, "id")] = true
		}
	}
	return ids[""] || len(ids) > 1
}

// reasons are what the choice was ended by, null and "" left out; "" alone is one.
func reasons(a *act.Answer) (list []string) {
	for _, r := range a.Reasons {
		if r.Text() != "" {
			list = append(list, r.Text())
		}
	}
	if len(list) == 0 && slices.ContainsFunc(a.Reasons, wire.Value.IsString) {
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

// erasable: a null or "" stands behind the reason. What takes it for the reason misses CHAT-23 and no other line, so
// nothing follows for whether calls are ready.
func erasable(a *act.Answer) bool {
	real := slices.ContainsFunc(a.Reasons, func(r wire.Value) bool { return r.Text() != "" })
	return real && a.Reasons[len(a.Reasons)-1].Text() == ""
}

func traits(a *act.Answer) (t act.Traits) {
	for _, c := range a.Calls {
		t |= c.Traits
	}
	return t
}

// groups are the calls of a choice in the forms in which they may be shown.
func (v *view) groups(a *act.Answer) []compare.Group {
	real := reasons(a)
	t := compare.Terms{Reasoned: len(real) > 0, Said: says(real), Erased: erasable(a), Closed: v.closed, Failed: v.Called}
	t.Mixed = slices.ContainsFunc(real, func(r string) bool { return r != real[0] })
	if len(real) > 0 && real[0] != "tool_calls" {
		t.Traits |= reasonOdd
	}
	if v.bare {
		t.Traits |= bare
	}
	return compare.Expect(a, t, v.besides)
}

// texts are what `content` and `refusal` of a choice may hold: text beside an error, or behind that or the reason, is taken or
// left, a refusal stands by itself, in the text, or behind it.
type texts struct{ content, refusal []string }

func textsOf(g *act.Gathered, a *act.Answer) (t texts) {
	free, beside := func(p act.Piece) bool { return p.Free }, func(p act.Piece) bool { return g.Failed(p.Element) }
	for _, left := range []func(p act.Piece) bool{free, nil, beside} {
		text, refusal := joined(a, left, act.Text), joined(a, left, act.Refusal)
		t.content = append(t.content, text, joined(a, left, act.Text, act.Refusal), text+refusal)
		t.refusal = append(t.refusal, refusal)
	}
	return t
}

// joined is the text of some kinds, without what is left, if anything.
func joined(a *act.Answer, left func(p act.Piece) bool, kinds ...act.Kind) string {
	var b strings.Builder
	for _, p := range a.Text {
		if slices.Contains(kinds, p.Kind) && (left == nil || !left(p)) {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
