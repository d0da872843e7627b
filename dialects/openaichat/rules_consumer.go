package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// What goes wrong with a call that is told in an odd way.
const (
	lost     = compare.Missing
	split    = compare.Extra | compare.Torn
	misnamed = compare.WrongID | compare.WrongName
	spoilt   = lost | misnamed | compare.WrongText | compare.Foreign
)

func rule(id string, judge func(*view, *requirement.Notes), rows ...compare.Row) compare.Rule[*view] {
	return compare.Rule[*view]{Requirement: line(id), Rows: rows, Judge: judge}
}

// consumerRules are CHAT-01…25.
func consumerRules() []compare.Rule[*view] {
	return slices.Concat(wholeRules(), endingRules(), oddRules())
}

// wholeRules are about text and calls as every server sends them.
func wholeRules() []compare.Rule[*view] {
	of, rest := compare.Of, compare.Rest
	return []compare.Rule[*view]{
		rule("CHAT-01", (*view).content),
		rule("CHAT-02", nil, rest(lost|split|misnamed), rest(compare.Disorder).Should()),
		rule("CHAT-03", nil, of(act.Among, compare.Foreign|compare.Torn)),
		rule("CHAT-04", nil, of(act.AtEnd, compare.WrongText), rest(compare.WrongText|compare.Foreign)),
		rule("CHAT-05", nil, of(act.Beside|act.Across|act.Crowded, lost|misnamed|compare.WrongText|compare.Torn)),
		rule("CHAT-06", func(v *view, n *requirement.Notes) {
			for _, p := range v.Result.Pairs {
				if p.Want.Traits.Has(act.Empty) && !v.partial && p.Got.Arguments.IsString() {
					n.Policy("%q", p.Got.Arguments.Text())
				}
			}
		}, of(act.Empty, lost|compare.WrongText|compare.Foreign|compare.Repaired)),
	}
}

// endingRules are about reasons, errors and usage, and what they make of calls.
func endingRules() []compare.Rule[*view] {
	of, rest := compare.Of, compare.Rest
	return []compare.Rule[*view]{
		rule("CHAT-07", func(v *view, n *requirement.Notes) {
			if !v.reasonless() && !v.deltaless() { // of a reason without a delta, which the schema asks for, CHAT-25 says it
				v.shownReason().One(n)
			}
		}),
		rule("CHAT-08", func(v *view, n *requirement.Notes) {
			if len(v.own.Calls) == 0 && slices.Contains(reasons(v.own), "tool_calls") && len(v.own.Nameless) == 0 {
				n.Right(v.state.Get("toolCalls").Len() == 0, "", "/toolCalls", "No call came, and one is shown.",
					wire.Value{}, v.state.Get("toolCalls"))
			}
		}, of(reasonOdd, lost), of(0, compare.NotReady)),
		rule("CHAT-09", func(v *view, n *requirement.Notes) {
			if !v.Loud && !v.Called && !v.o.Omitted("usage") {
				compare.Usage(n, v.all.Usage, v.state.Get("usage"), "/usage", "prompt_tokens", "completion_tokens", "total_tokens")
			}
		}),
		rule("CHAT-10", func(v *view, n *requirement.Notes) {
			if v.Called && !v.o.Omitted("error") {
				// What may be told besides may have been told first.
				other := slices.ContainsFunc(v.Allows, func(line string) bool { return line != "CHAT-10" && line != "CHAT-11" })
				compare.Failed(n, v.all.Failures, v.Loud, other, v.state.Get("error"))
			}
		}),
		rule("CHAT-11", func(v *view, n *requirement.Notes) {
			switch real := reasons(v.own); {
			case v.partial || len(real) > 0 && v.closed:
			case len(real) > 0:
				n.Policy("complete without the end marker")
			case !v.o.Omitted("finishReason"):
				v.shownReason().None(n)
			}
		}),
		rule("CHAT-12", func(v *view, n *requirement.Notes) {
			if slices.ContainsFunc(v.wants, func(g compare.Group) bool { return g.Forms[0].Calls[0].Cut }) {
				n.Saw() // that it is open, or not there
			}
		}, of(act.CutOff, compare.Healed|compare.RanCut), rest(compare.Healed|compare.RanCut).Quietly()),
		rule("CHAT-13", nil, of(act.Malformed, spoilt|compare.Repaired), rest(compare.Repaired).Quietly()),
		rule("CHAT-14", func(v *view, n *requirement.Notes) {
			if !v.o.Omitted("finishedCalls") && !v.own.Muddled {
				v.Announced(n, v.wants, v.state.Get("finishedCalls"), "/finishedCalls", v.partial)
			}
		}),
	}
}

// oddRules are about what no right server sends.
func oddRules() []compare.Rule[*view] {
	of := compare.Of
	return []compare.Rule[*view]{
		rule("CHAT-15", nil, of(act.Repeated, lost|misnamed|split).Should()),
		rule("CHAT-16", nil, of(act.Blanked, spoilt|split)),
		rule("CHAT-17", func(v *view, n *requirement.Notes) {
			if !v.partial {
				v.Names(n)
			}
		}, of(act.Pieces, lost|split|compare.WrongName)),
		rule("CHAT-18", func(v *view, n *requirement.Notes) {
			for _, f := range v.Forms { // calls that share an index are shown as one, or one as several
				if f.Note != "" && !v.partial {
					n.Wrong(requirement.Should, "/toolCalls", "What came is shown as "+f.Note+".", wire.Value{}, v.state.Get("toolCalls"))
				}
			}
		}, of(act.Reused|act.Used|act.FreshID, spoilt|split)),
		rule("CHAT-19", func(v *view, n *requirement.Notes) {
			for _, d := range v.Result.Deviations {
				if v.phantom(d) {
					n.Wrong(requirement.Should, d.Got.At, "An entry is shown whose index no fragment had.", wire.Value{}, d.Actual)
				}
			}
		}, of(act.Gap, spoilt)),
		rule("CHAT-20", (*view).strays, of(act.Keyless|act.Stray, spoilt|compare.Repaired|compare.Torn)),
		rule("CHAT-21", func(v *view, n *requirement.Notes) { v.MadeUpIDs(n) },
			of(act.NoID|act.NoName|act.NoTag|act.Late|bare, spoilt), of(act.NoName, compare.RanCut)),
		rule("CHAT-22", nil, of(act.SameID, spoilt)),
		rule("CHAT-23", func(v *view, n *requirement.Notes) {
			if !v.reasonless() {
				v.shownReason().Any(n)
			}
		}, of(act.Behind, spoilt)),
		rule("CHAT-24", (*view).apart, of(besideChoices, compare.Extra|compare.Foreign)),
		rule("CHAT-25", (*view).harmless),
	}
}

// content is CHAT-01.
func (v *view) content(n *requirement.Notes) {
	got := v.state.Get("content")
	if v.texts.content[3] != "" || v.texts.refusal[1] != "" {
		n.Saw()
	}
	if v.unfit {
		n.Wrong("", "/content", "The text is not the pieces of the choice, joined.", wire.Str(v.texts.content[0]), got)
	}
	refusal := v.state.Get("refusal").Text()
	told := refusal != "" && slices.Contains(v.texts.refusal, refusal) || v.texts.refusal[0] == "" ||
		slices.Contains(v.texts.content[1:3], got.Text()) || slices.Contains(v.texts.content[4:6], got.Text())
	if !v.partial && !v.o.Omitted("refusal") && !told {
		n.Wrong(requirement.Should, "/refusal", "The refusal is shown nowhere.", wire.Str(v.texts.refusal[0]), v.state.Get("refusal"))
	}
	if refusal != "" && !v.fits(v.texts.refusal, refusal) {
		n.Wrong(requirement.Should, "/refusal", "The refusal is another.", wire.Str(v.texts.refusal[0]), v.state.Get("refusal"))
	}
}

func (v *view) reasonless() bool { return v.partial || v.o.Omitted("finishReason") }

// shownReason is the reason that is shown beside those that came, and whether a null or "" stands beside them.
func (v *view) shownReason() compare.Reasons {
	r := compare.Reasons{Came: reasons(v.own), Known: known, Shown: v.state.Get("finishReason"), At: "/finishReason"}
	seen := false
	for _, reason := range v.own.Reasons {
		switch {
		case reason.Text() != "":
			seen = true
		case reason.IsString() && r.Came[0] != "", seen:
			r.Blank = true
		}
	}
	return r
}

// phantom tells whether a deviation is an empty entry where the indices have a gap.
func (v *view) phantom(d compare.Deviation) bool {
	return d.Kind == compare.Extra && traits(v.own).Has(act.Gap) && d.Got.ID.Text() == "" && d.Got.Name.Text() == "" &&
		d.Got.Arguments.Text() == ""
}

// strays: a fragment that may be one of several calls' is not all of theirs.
func (v *view) strays(n *requirement.Notes) {
	taken := 0
	for _, p := range v.Result.Pairs {
		if p.Want.Traits.Has(act.Stray) && len(p.Want.Texts) > 1 && p.Got.Arguments.IsString() &&
			!strings.HasPrefix(p.Want.Texts[0], p.Got.Arguments.Text()) {
			taken++
		}
	}
	if taken > len(v.own.Nameless) {
		n.Wrong("", "/toolCalls", "A fragment of one call went to several.", wire.Value{}, v.state.Get("toolCalls"))
	}
}

// apart is CHAT-24.
func (v *view) apart(n *requirement.Notes) {
	if len(v.others) == 0 {
		return
	}
	n.Saw()
	content, reason := v.state.Get("content").Text(), v.state.Get("finishReason")
	for _, other := range v.others {
		for _, p := range other.Text {
			if v.unfit && len(p.Text) > 1 && strings.Contains(content, p.Text) && !strings.Contains(v.texts.content[5], p.Text) {
				n.Wrong("", "/content", "Text of another choice stands in the first.", wire.Str(v.texts.content[0]), v.state.Get("content"))
			}
		}
		if real := reasons(v.own); !v.reasonless() && reason.IsString() && !slices.Contains(real, reason.Text()) &&
			slices.Contains(reasons(other), reason.Text()) && known(reason.Text()) {
			n.Wrong("", "/finishReason", "The finish reason is another choice's.", wire.Value{}, reason)
		}
		v.other(n, other)
	}
}

// other holds another choice against what is shown of it.
func (v *view) other(n *requirement.Notes, a *act.Answer) {
	if v.o.Omitted("otherChoices") {
		return
	}
	for _, e := range v.state.Get("otherChoices").Items() {
		if e.Get("index").JSON() != a.Stream {
			continue
		}
		right := textsOf(v.all, a)
		if !v.fits(right.content, e.Get("content").Text()) {
			n.Wrong("", "/otherChoices", "The text of another choice is not its own.", wire.Str(right.content[0]), e.Get("content"))
		}
		if real, got := reasons(a), e.Get("finishReason"); !v.partial && len(real) > 0 && known(real[0]) && got.Text() != "" &&
			!slices.Contains(real, got.Text()) {
			n.Wrong("", "/otherChoices", "The finish reason of another choice is not its own.", wire.Str(real[0]), got)
		}
		if a.Muddled {
			continue
		}
		r, _ := compare.Groups(v.groups(a), compare.Show(e, "/toolCalls", members(), nil),
			compare.Options{Partial: v.partial, Stateless: true})
		for _, d := range r.Deviations {
			if d.Kind&(compare.Extra|compare.Foreign|compare.Missing|compare.WrongText) != 0 && (d.Want == nil || !d.Want.Soft) {
				n.Wrong("", "/otherChoices", d.Message, d.Expected, d.Actual)
			}
		}
	}
}

// harmless is CHAT-25: with what means nothing, the text or a call is wrong.
func (v *view) harmless(n *requirement.Notes) {
	odd := slices.ContainsFunc(v.chunks, func(chunk wire.Value) bool {
		choices := chunk.Get("choices").Items()
		return len(choices) == 0 && !chunk.Has("error") && chunk.Get("usage").IsNull() ||
			slices.ContainsFunc(choices, func(c wire.Value) bool { return chunk.Has("x_note") || meansNothing(c) })
	})
	if !odd || v.Loud {
		return
	}
	n.Saw()
	if real, got := reasons(v.own), v.state.Get("finishReason"); v.deltaless() && !v.reasonless() && !slices.Contains(real, got.Text()) {
		n.Wrong(requirement.Should, "/finishReason", "A reason is lost that stands in a choice without a delta.", wire.Str(real[0]), got)
	}
	if v.unfit {
		n.Wrong("", "/content", "Beside what means nothing the text is another.", wire.Str(v.texts.content[0]), v.state.Get("content"),
			"CHAT-01")
	}
	if !v.partial {
		v.Beside(n, compare.Missing|compare.Extra, "")
	}
}

// deltaless: the reason of the first choice stands where no delta does.
func (v *view) deltaless() bool {
	return v.some(firstChoice, func(c wire.Value) bool { return !c.Get("delta").IsObject() && text(c, "finish_reason") != "" })
}

// meansNothing: a choice has something that changes nothing.
func meansNothing(c wire.Value) bool {
	d := c.Get("delta")
	callless := d.Get("tool_calls").Len() == 0
	return !d.IsObject() || c.Has("x_note") || d.Has("x_note") || d.Has("reasoning_content") || d.Has("tool_calls") && callless ||
		d.Get("content").Kind() == wire.Null && callless
}
