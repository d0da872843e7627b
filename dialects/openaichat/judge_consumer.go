package openaichat

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

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
		slices.Contains(v.texts.content[1:3], got.Text()) || slices.Contains(v.texts.content[4:], got.Text())
	if !v.partial && !v.o.Omitted("refusal") && !told {
		n.Wrong(requirement.Should, "/refusal", "The refusal is shown nowhere.", wire.Str(v.texts.refusal[0]), v.state.Get("refusal"))
	}
	if refusal != "" && !v.fits(v.texts.refusal, refusal) {
		n.Wrong(requirement.Should, "/refusal", "The refusal is another.", wire.Str(v.texts.refusal[0]), v.state.Get("refusal"))
	}
}

// empties is CHAT-06.
func (v *view) empties(n *requirement.Notes) {
	for _, p := range v.Result.Pairs {
		if p.Want.Traits.Has(act.Empty) && !v.partial && p.Got.Arguments.IsString() {
			n.Policy("%q", p.Got.Arguments.Text())
		}
	}
}

// ended are the reasons, and whether a null or "" stands beside them.
func (v *view) ended() (real []string, blank bool) {
	real = reasons(v.own)
	seen := false
	for _, r := range v.own.Reasons {
		switch {
		case r.Text() != "":
			seen = true
		case r.IsString() && real[0] != "", seen:
			blank = true
		}
	}
	return real, blank
}

func (v *view) reasonless() bool { return v.partial || v.o.Omitted("finishReason") }

func (v *view) shownReason() compare.Reasons {
	real, blank := v.ended()
	return compare.Reasons{Came: real, Blank: blank, Known: known, Shown: v.state.Get("finishReason"), At: "/finishReason"}
}

// reason is CHAT-07: of one reason alone.
func (v *view) reason(n *requirement.Notes) {
	if !v.reasonless() {
		v.shownReason().One(n)
	}
}

// invented is the second sentence of CHAT-08.
func (v *view) invented(n *requirement.Notes) {
	if real := reasons(v.own); len(v.own.Calls) == 0 && slices.Contains(real, "tool_calls") && len(v.own.Nameless) == 0 {
		n.Right(v.state.Get("toolCalls").Len() == 0, "", "/toolCalls", "No call came, and one is shown.",
			wire.Value{}, v.state.Get("toolCalls"))
	}
}

// usage is CHAT-09.
func (v *view) usage(n *requirement.Notes) {
	if !v.Loud && !v.failed() && !v.o.Omitted("usage") {
		compare.Usage(n, v.all.Usage, v.state.Get("usage"), "/usage", "prompt_tokens", "completion_tokens", "total_tokens")
	}
}

// failure is CHAT-10.
func (v *view) failure(n *requirement.Notes) {
	if v.failed() && !v.o.Omitted("error") {
		// What may be told besides may have been told first.
		other := slices.ContainsFunc(v.Allows, func(line string) bool { return line != "CHAT-10" && line != "CHAT-11" })
		compare.Failed(n, v.all.Failures, v.Loud, other, v.state.Get("error"))
	}
}

// unended is CHAT-11.
func (v *view) unended(n *requirement.Notes) {
	real := reasons(v.own)
	switch {
	case v.partial || len(real) > 0 && v.closed:
	case len(real) > 0:
		n.Policy("complete without the end marker")
	case v.o.Omitted("finishReason"):
	default:
		v.shownReason().None(n)
	}
}

// cutCalls: that a cut call is open, or not there, is seen.
func (v *view) cutCalls(n *requirement.Notes) {
	for _, g := range v.wants {
		if g.Forms[0].Calls[0].Cut {
			n.Saw()
		}
	}
}

// announced is CHAT-14.
func (v *view) announced(n *requirement.Notes) {
	if !v.o.Omitted("finishedCalls") && !v.own.Muddled {
		compare.Announced(n, v.wants, v.state.Get("finishedCalls"), "/finishedCalls", v.partial)
	}
}

// nameInPieces notes which side of CHAT-17 was taken.
func (v *view) nameInPieces(n *requirement.Notes) {
	if !v.partial {
		v.Names(n)
	}
}

// oneIndex: calls that share an index are shown as one, or one as several.
func (v *view) oneIndex(n *requirement.Notes) {
	for _, f := range v.Forms {
		if f.Note != "" && !v.partial {
			n.Wrong(requirement.Should, "/toolCalls", "What came is shown as "+f.Note+".", wire.Value{}, v.state.Get("toolCalls"))
		}
	}
}

// phantoms are entries whose index no fragment had.
func (v *view) phantoms(n *requirement.Notes) {
	for _, d := range v.Result.Deviations {
		if v.phantom(d) {
			n.Wrong(requirement.Should, d.Got.At, "An entry is shown whose index no fragment had.", wire.Value{}, d.Actual)
		}
	}
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
			p.Got.Arguments.Text() != p.Want.Texts[0] {
			taken++
		}
	}
	if taken > len(v.own.Nameless) {
		n.Wrong("", "/toolCalls", "A fragment of one call went to several.", wire.Value{}, v.state.Get("toolCalls"))
	}
}

// reasons is CHAT-23.
func (v *view) reasons(n *requirement.Notes) {
	if !v.reasonless() {
		v.shownReason().Any(n)
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
		right := v.meaning.texts(a)
		if !v.fits(right.content, e.Get("content").Text()) {
			n.Wrong("", "/otherChoices", "The text of another choice is not its own.", wire.Str(right.content[0]), e.Get("content"))
		}
		if real, got := reasons(a), e.Get("finishReason"); !v.partial && len(real) > 0 && known(real[0]) && got.IsString() &&
			got.Text() != "" &&
			!slices.Contains(real, got.Text()) {
			n.Wrong("", "/otherChoices", "The finish reason of another choice is not its own.", wire.Str(real[0]), got)
		}
		if a.Muddled {
			continue
		}
		r, _ := compare.Groups(v.meaning.groups(a), shown(e, "/toolCalls"), compare.Options{Partial: v.partial, Stateless: true})
		for _, d := range r.Deviations {
			if d.Kind&(compare.Extra|compare.Foreign|compare.Missing|compare.WrongText) != 0 && (d.Want == nil || !d.Want.Soft) {
				n.Wrong("", "/otherChoices", d.Message, d.Expected, d.Actual)
			}
		}
	}
}

// harmless is CHAT-25: with what means nothing, the text or a call is wrong.
func (v *view) harmless(n *requirement.Notes) {
	odd := false
	for _, chunk := range v.chunks() {
		odd = odd || chunk.Get("choices").Len() == 0 && !chunk.Has("error") && chunk.Get("usage").IsNull()
		for _, c := range chunk.Get("choices").Items() {
			d := c.Get("delta")
			odd = odd || chunk.Has("x_note") || c.Has("x_note") || d.Has("x_note") || d.Has("reasoning_content") || d.Has("tool_calls") &&
				d.Get("tool_calls").Len() == 0 ||
				d.Has("content") && d.Get("content").Kind() == wire.Null && d.Get("tool_calls").Len() == 0 || !d.IsObject()
		}
	}
	if !odd || v.Loud {
		return
	}
	n.Saw()
	if v.unfit {
		n.Wrong("", "/content", "Beside what means nothing the text is another.", wire.Str(v.texts.content[0]), v.state.Get("content"),
			"CHAT-01")
	}
	if !v.partial {
		v.Beside(n, compare.Missing|compare.Extra, "")
	}
}
