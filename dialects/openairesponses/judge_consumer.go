package openairesponses

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// irregular is what leaves the order of items free.
const irregular = shared | strayed | contrary | replayed | doubled

// textFits is RESP-01, but for the order.
func (v *view) textFits(n *requirement.Notes) {
	if v.plain != "" {
		n.Saw()
	}
	if v.unfit {
		n.Wrong("", "/output", "The text is not what the items say.", wire.Str(v.plain), wire.Str(v.text))
	}
	if v.disordered {
		n.Wrong(requirement.Should, "/output", "Texts are not in the order of their indices.", wire.Str(v.plain), wire.Str(v.text))
	}
	v.refused(n)
	v.order(n)
}

// refused is F12.
func (v *view) refused(n *requirement.Notes) {
	var refusals []segment
	for _, s := range v.told {
		if s.refusal {
			refusals = append(refusals, segment{alternatives: s.alternatives})
		}
	}
	if len(refusals) == 0 || v.partial {
		return
	}
	all := slices.Clone(v.told)
	for i := range all {
		all[i].lone = all[i].lone && !all[i].refusal
	}
	switch {
	case v.refusal != "" && made(refusals, v.refusal, v.end == ""):
		n.Policy("a refusal as such")
	case v.refusal != "":
		n.Wrong("", "/output", "The refusal is not what came.", wire.Str(refusals[0].alternatives[0]), wire.Str(v.refusal))
	case made(all, v.text, v.end == "") && v.text != "":
		n.Policy("a refusal as text")
	case v.end == "" || v.o.Omitted("refusal") || slices.Contains(refusals[0].alternatives, ""):
	default:
		n.Wrong(requirement.Should, "/output", "The refusal is shown nowhere.", wire.Str(refusals[0].alternatives[0]),
			v.state.Get("output"))
	}
}

// sequence is what is shown or told in order: calls by their id, texts joined.
type sequence []string

func (s sequence) text(t string) sequence {
	if k := len(s) - 1; t != "" && k >= 0 && strings.HasPrefix(s[k], "text ") {
		s[k] += t
		return s
	}
	if t == "" {
		return s
	}
	return append(s, "text "+t)
}

// user is what the user says; several messages in a row may be one.
func (s sequence) user(t string) sequence {
	if k := len(s) - 1; k >= 0 && strings.HasPrefix(s[k], "user ") {
		s[k] += t
		return s
	}
	return append(s, "user "+t)
}

// said are the texts alone, joined.
func (s sequence) said() string {
	var b strings.Builder
	for _, e := range s {
		if text, ok := strings.CutPrefix(e, "text "); ok {
			b.WriteString(text)
		}
	}
	return b.String()
}

// order is the place of texts and calls.
func (v *view) order(n *requirement.Notes) {
	if v.partial || v.all().Has(irregular) || len(v.Result.Deviations) > 0 || v.unfit || v.disordered || v.end == "" || v.reordered ||
		v.gone {
		return
	}
	var want, got sequence
	loose := v.o.Omitted("order")
	paired := map[string]bool{}
	for _, p := range v.Result.Pairs {
		paired[p.Got.At] = true
	}
	for i, e := range v.list() {
		switch kind := e.Get("type").Text(); {
		case kind == "call" && paired[fmt.Sprintf("/output/%d", i)]:
			got = append(got, "call "+e.Get("callId").Text())
		case kind == "text" && !loose:
			got = got.text(e.Get("text").Text())
		}
	}
	items := slices.Clone(v.items)
	slices.SortStableFunc(items, func(a, b *item) int { return int(a.index - b.index) })
	for _, it := range items {
		if it.kind == functionCall && len(it.calls) == 1 && slices.Contains(got, "call "+it.calls[0]) {
			want = append(want, "call "+it.calls[0])
		}
		for _, p := range it.parts {
			if it.kind == message && p.kind == outputText && !loose {
				want = want.text((&act.Called{Pieces: p.deltas}).Text())
			}
			if p.kind == refusalPart {
				return
			}
		}
	}
	if len(want) < 2 || want.said() != got.said() { // another reading of the texts has no order of its own
		return
	}
	level := requirement.Must
	if v.all().Has(woven) {
		level = requirement.Should
	}
	if n.Saw(); !slices.Equal(want, got) {
		n.Wrong(level, "/output", "Texts and calls are not in the order of their indices.", wire.Str(strings.Join(want, " | ")),
			wire.Str(strings.Join(got, " | ")))
	}
}

// calls is what RESP-02 says beside the rows: whose results they are.
func (v *view) results(n *requirement.Notes) {
	shown := map[*item]bool{}
	for i, e := range v.list() {
		if e.Get("type").Text() != "result" || v.o.Omitted("results") || v.partial {
			continue
		}
		at := slices.IndexFunc(v.items, func(it *item) bool {
			return (!shown[it] || v.all().Has(irregular)) && it.kind == callOutput && slices.Contains(it.calls, e.Get("callId").Text()) &&
				saysSame(it.outcome.Get("output"), e.Get("output"))
		})
		if n.Right(at >= 0, "", fmt.Sprintf("/output/%d", i), "A result is shown that is not what came, or twice.", wire.Value{}, e) {
			shown[v.items[at]] = true
		}
	}
}

// saysSame: an output as it came, or its texts joined.
func saysSame(want, got wire.Value) bool {
	if wire.EqualOrText(want, got) || wire.EqualOrText(got, want) {
		return true
	}
	joined := ""
	for _, p := range want.Items() {
		joined += p.Get("text").Text()
	}
	return want.IsArray() && got.IsString() && got.Text() == joined
}

// itemIDs is the second half of RESP-03.
func (v *view) itemIDs(n *requirement.Notes) {
	if v.o.Omitted("itemId") || v.Loud {
		return
	}
	for _, p := range v.Result.Pairs {
		it, got := v.itemOf[p.Want], v.state.Find(p.Got.At+"/itemId")
		if n.Saw(); slices.Contains(it.ids, got.Text()) || got.IsNull() && (len(it.ids) == 0 || it.traits.Has(contrary)) ||
			it.traits.Has(shared) && v.sharesID(it, got.Text()) {
			continue
		}
		n.Wrong("", p.Got.At+"/itemId", "The item's id is another.", wire.Str(strings.Join(it.ids, " or ")), got)
	}
}

// sharesID: it is the id of an item that has the same call id.
func (v *view) sharesID(it *item, id string) bool {
	return slices.ContainsFunc(v.items, func(o *item) bool {
		return slices.Contains(o.ids, id) && slices.ContainsFunc(o.calls, func(c string) bool { return slices.Contains(it.calls, c) })
	})
}

// falsy is RESP-07: where the arguments differ at a value that is falsy.
func (v *view) falsy(n *requirement.Notes) {
	for _, p := range v.Result.Pairs {
		want, ok := wire.ParseObject(p.Want.Texts[0])
		if slices.Contains([]string{"", "null"}, p.Want.Texts[0]) && !v.Loud {
			n.Policy("%s as %.20s, %s", wire.Quote(p.Want.Texts[0]), p.Got.Arguments.JSON(), p.Got.State)
		}
		if !ok || p.Want.Cut || !hasFalsy(want) || v.Loud {
			continue
		}
		got := p.Got.Arguments
		if parsed, err := wire.Parse([]byte(got.Text())); got.IsString() && err == nil {
			got = parsed
		}
		n.Saw()
		at, w, g := wire.FirstDifference(want, got)
		if right := p.Want.Takes(p.Got.Arguments); right || !isFalsy(w) || at == "" || p.Got.State == "open" &&
			p.Want.State != compare.Ready {
			continue
		}
		n.Wrong("", p.Got.At+"/arguments"+at, "A falsy value of the arguments is not kept.", w, g)
	}
}

func isFalsy(v wire.Value) bool {
	return v.IsFalse() || v.IsNull() && !v.IsAbsent() || v.IsZero() || v.IsString() && v.Text() == "" || v.IsArray() && v.Len() == 0
}

func hasFalsy(v wire.Value) bool {
	return isFalsy(v) || slices.ContainsFunc(v.Members(), func(m wire.Member) bool { return hasFalsy(m.Value) }) ||
		slices.ContainsFunc(v.Items(), hasFalsy)
}

// ended is RESP-08.
func (v *view) ended(n *requirement.Notes) {
	status := v.state.Get("status").Text()
	if v.Loud || v.Called {
		return
	}
	if v.end != completed && v.end != incomplete {
		v.named(n)
		return
	}
	right := slices.Contains(v.statuses, status) || slices.ContainsFunc(v.told, func(s segment) bool { return s.refusal }) &&
		status == incomplete ||
		status == failed && len(v.leave.Allows) > 0
	n.Right(right, "", "/status", "The status is not what the terminal says.", wire.Str(v.end), v.state.Get("status"))
	if got := v.state.Get("incompleteReason"); right && !v.o.Omitted("incompleteReason") && status == v.end && !sameReason(v.reasons, got) {
		n.Wrong(requirement.Should, "/incompleteReason", "The reason is not the one that came.", v.reasons[0], got)
	}
	if right {
		v.named(n)
	}
}

// named: the response's id is one that the stream told, a terminal or what came before a cut.
func (v *view) named(n *requirement.Notes) {
	got := v.state.Get("responseId")
	if v.o.Omitted("responseId") || len(v.responses) == 0 || v.nameless && got.Text() == "" {
		return
	}
	if !slices.Contains(v.responses, got.Text()) {
		n.Wrong(requirement.Should, "/responseId", "The response's id is another.", wire.Str(v.responses[0]), got)
	}
}

func sameReason(list []wire.Value, got wire.Value) bool {
	return slices.ContainsFunc(list, func(r wire.Value) bool { return wire.Equal(r, got) || r.IsNull() && got.IsNull() })
}

// failure is RESP-09 of response.failed, and RESP-10 of an error event.
func (v *view) failure(n *requirement.Notes, byTerminal bool) {
	if !v.Called || (v.end == failed && len(v.failures) == 1) != byTerminal {
		return
	}
	n.Saw()
	status, got := v.state.Get("status"), v.state.Get("error")
	if !v.Loud && status.Text() != failed {
		n.Wrong("", "/status", "The stream failed, and the answer doesn't tell.", wire.Str(failed), status)
		return
	}
	list := v.failures
	if slices.ContainsFunc(list, worded) { // one without words takes none away
		list = slices.DeleteFunc(slices.Clone(list), func(f failure) bool { return !worded(f) && !f.behind })
	}
	words, code, first := got.Get("message").Text(), got.Get("code"), list[0]
	told, coded := false, v.o.Omitted("errorCode") || !got.Has("code") && v.Loud && words != ""
	for _, f := range list {
		told = told || f.behind || wire.Says(words, f.message) && words != ""
		coded = coded || f.behind || f.code.IsNull() || wire.EqualOrText(f.code, code)
	}
	if !told {
		n.Wrong(requirement.Should, "/error/message", "The message doesn't contain the one that came.", wire.Str(first.message), got)
	}
	if !coded {
		n.Wrong(requirement.Should, "/error/code", "The code is not the one that came.", first.code, got)
	}
}

func worded(f failure) bool { return f.message != "" }

// unended is RESP-12.
func (v *view) unended(n *requirement.Notes) {
	if v.end != "" || v.partial {
		return
	}
	status := v.state.Get("status")
	if n.Right(status.Text() != completed, "", "/status", "The response never ended, and is told as completed.",
		wire.Str("unfinished"), status) {
		n.Policy("%s", status.Text())
	}
}

// harmless: beside what changes nothing, the text or a call is wrong.
func (v *view) harmless(n *requirement.Notes, there bool) {
	if !there || v.Loud {
		return
	}
	n.Saw()
	if v.unfit {
		n.Wrong("", "/output", "Beside what changes nothing the text is another.", wire.Str(v.plain), wire.Str(v.text), "RESP-01")
	}
	for _, b := range v.Blamed {
		if !v.partial && (b.Want == nil || !b.Want.Soft) && !b.Traits.Has(irregular|malformed) {
			f := b.Finding()
			f.Level, f.Of = requirement.Must, append(f.Of, b.Requirement)
			n.Miss(f)
		}
	}
}

// strewn: an event has a member that no table names.
func (v *view) strewn() bool {
	return slices.ContainsFunc(v.script.Came(), func(e wire.Value) bool {
		data, _, _ := act.Frame(e)
		for _, at := range []string{"", "/item", "/part", "/response"} {
			for _, m := range data.Find(at).Members() {
				if strings.HasPrefix(m.Name, "x_") || m.Name == "obfuscation" {
					return true
				}
			}
		}
		return false
	})
}

// textAgain is the text of RESP-17 and RESP-18: what was told twice stands there twice.
func (v *view) textAgain(n *requirement.Notes, trait act.Traits, level requirement.Level) {
	if !v.all().Has(trait) || v.Loud {
		return
	}
	if n.Saw(); v.unfit {
		n.Wrong(level, "/output", "What was told again is shown again.", wire.Str(v.plain), wire.Str(v.text), "RESP-01")
	}
}

// settled: text that is finished is what its end says, and not what deltas make that came twice.
func (v *view) settled(n *requirement.Notes) {
	v.textAgain(n, doubled, requirement.Should)
	if !v.odd.Has(doubled) || v.partial || v.end != completed || v.unfit || v.odd.Has(contrary) {
		return
	}
	var right []segment
	for _, s := range v.told {
		if len(s.alternatives) > 1 && !s.lone && !s.loose {
			s.alternatives = s.alternatives[:1]
		}
		right = append(right, s)
	}
	if !made(right, v.text, false) {
		n.Wrong(requirement.Should, "/output", "A delta that came twice stands in the finished text twice.", wire.Str(v.plain),
			wire.Str(v.text))
	}
}

// either notes which side of a contradiction was taken.
func (v *view) either(n *requirement.Notes) {
	if slices.Contains(v.Allows, "RESP-22") && !v.Loud {
		n.Policy("%s, %d of %d calls", v.state.Get("status").Text(), len(v.Result.Pairs), len(v.calls))
		if v.unfit {
			n.Wrong("", "/output", "Of a stream that contradicts itself the text is none that was told.", wire.Str(v.plain),
				wire.Str(v.text), "RESP-01")
		}
	}
}

// whichForm notes whether calls of one id are held as one.
func (v *view) whichForm(n *requirement.Notes) {
	if v.Loud {
		return
	}
	for _, f := range v.Forms {
		if len(f.Calls) > 0 && f.Calls[0].Traits.Has(shared) {
			n.Policy("%d of them", len(f.Calls))
		}
	}
	v.textAgain(n, shared, requirement.Must)
}

// cutCalls: that a cut call is open, or not there, is seen.
func (v *view) cutCalls(n *requirement.Notes, trait act.Traits) {
	if v.all().Has(trait) && !v.Loud {
		n.Saw()
	}
}
