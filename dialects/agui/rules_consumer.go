package agui

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

const (
	document  = "AG-UI specification 1.0"
	anyText   = wrongText
	anyResult = resultGone | resultMixed | resultWrong
	whatever  = compare.Any | anyText | anyResult
	// held are deviations by which something is lost.
	lost = compare.Missing | compare.WrongText | compare.NotReady | anyText | resultGone
)

func rows(list ...compare.Row) []compare.Row { return list }

func refusing(line string) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.refuses(n, line) }
}

func choosing(trait act.Traits) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.choice(n, trait) }
}

func ordered(snapped bool) func(*view, *requirement.Notes) {
	return func(v *view, n *requirement.Notes) { v.textOrder(n, snapped) }
}

// consumerRules are AGUI-01…24.
func consumerRules() []compare.Rule[*view] {
	of, anyItem := compare.Of, compare.Rest
	return []compare.Rule[*view]{
		{Requirement: line("AGUI-01"), Rows: rows(anyItem(anyText)), Judge: ordered(false)},
		{Requirement: line("AGUI-02"),
			Rows:  rows(anyItem(compare.Missing | compare.Extra | compare.Torn | compare.WrongID | compare.WrongName | compare.NotReady)),
			Judge: (*view).callOrder},
		{Requirement: line("AGUI-03"),
			Rows:  rows(of(act.Interleaved, compare.WrongText), anyItem(compare.WrongText|compare.Repaired|compare.Healed)),
			Judge: (*view).argless},
		{Requirement: line("AGUI-04"),
			Rows: rows(of(act.Interleaved, compare.Missing|compare.Extra|compare.Torn|compare.WrongText|compare.NotReady|anyText),
				anyItem(compare.Foreign))},
		{Requirement: line("AGUI-05"), Rows: rows(of(act.Late, resultGone), anyItem(resultGone|resultWrong))},
		{Requirement: line("AGUI-06"), Rows: rows(of(act.Late|before, anyResult), anyItem(resultMixed))},
		{Requirement: line("AGUI-07"), Rows: rows(of(homed, compare.Missing|compare.Extra)), Judge: (*view).homes},
		{Requirement: line("AGUI-08"), Rows: rows(of(chunked, whatever))},
		{Requirement: line("AGUI-09"), Rows: rows(of(passed, whatever))},
		{Requirement: line("AGUI-10"), Rows: rows(of(act.Reused, whatever))},
		{Requirement: line("AGUI-11"), Judge: (*view).outcomes},
		{Requirement: line("AGUI-12"), Judge: (*view).waiting},
		{Requirement: line("AGUI-13"), Judge: (*view).failed},
		{Requirement: line("AGUI-14"), Rows: rows(of(before, whatever))},
		{Requirement: line("AGUI-15"), Rows: rows(of(stored, whatever)), Judge: ordered(true)},
		{Requirement: line("AGUI-16"), Rows: rows(of(among, whatever)), Judge: (*view).beyond},
		{Requirement: line("AGUI-17"), Rows: rows(of(act.CutOff, whatever), anyItem(compare.RanCut)), Judge: (*view).unended},
		{Requirement: line("AGUI-18"), Judge: refusing("AGUI-18")},
		{Requirement: line("AGUI-19"), Judge: refusing("AGUI-19")},
		{Requirement: line("AGUI-20"), Rows: rows(of(early, lost)), Judge: (*view).apart},
		{Requirement: line("AGUI-21"), Rows: rows(of(act.Repeated, anyResult)), Judge: choosing(act.Repeated)},
		{Requirement: line("AGUI-22"), Rows: rows(of(act.Stray, whatever)), Judge: choosing(act.Stray)},
		{Requirement: line("AGUI-23"), Rows: rows(of(act.SameID, whatever))},
		{Requirement: line("AGUI-24"), Judge: (*view).annotations},
	}
}

// told tells whether the status of a stream that is right is looked at.
func (v *view) told() bool {
	return v.wrong == "" && !v.refused && v.script.AbortAfter == 0
}

// statusFits misses a status that is none of these. An implementation that tells failures only
// leaves all others open.
func (v *view) statusFits(n *requirement.Notes, message string, right ...string) {
	if v.o.Omitted("outcome") {
		open := false
		for _, s := range right {
			open = open || s != "failed" && s != rejected
		}
		if open {
			right = append(right, "open")
		}
	}
	n.Saw()
	if !slices.Contains(right, v.status) {
		n.Wrong("", "/run/status", message, wire.Str(strings.Join(right, ", ")), wire.Str(v.status))
	}
}

// outcomes is AGUI-11; an unknown outcome is AGUI-16's.
func (v *view) outcomes(n *requirement.Notes) {
	kind := v.outcome.Get("type").Text()
	if !v.told() || v.stage != finished || v.Loud {
		return
	}
	switch {
	case v.outcome.IsNull() || kind == "success":
		v.statusFits(n, "The run came to its end, and its status is another.", "success")
	case kind == "cancelled":
		v.statusFits(n, "The run was cancelled, and its status is another.", "cancelled")
	case kind == "interrupt":
		v.statusFits(n, "The run was interrupted, and its status is another.", "interrupted")
		if got := v.run.Get("interrupts"); !v.o.Omitted("interrupts") {
			want := v.outcome.Get("interrupts").Items()
			for i := range want {
				want[i] = want[i].Get("id")
			}
			n.Equal("/run/interrupts", wire.List(want...), got, "The ids of the interrupts are others.")
		}
	}
}

// waiting is AGUI-12.
func (v *view) waiting(n *requirement.Notes) {
	must, may, listed, ok := v.pending()
	list := v.run.Get("pending")
	if !v.told() || !ok || v.Loud || v.o.Omitted("pending") {
		return
	}
	if n.Saw(); !list.IsArray() {
		n.Wrong("", "/run/pending", "What is pending is not told.", wire.Strs(must), list)
		return
	}
	got := map[string]bool{}
	for _, id := range list.Items() {
		got[id.Text()] = true
	}
	message := "The pending calls are not those that nobody answered."
	if listed {
		message = "The pending calls are not those listed."
	}
	for id := range maps.Keys(got) {
		if !slices.Contains(must, id) && !slices.Contains(may, id) {
			n.Wrong("", "/run/pending", message, wire.Strs(must), list)
			return
		}
	}
	for _, id := range must {
		if !got[id] {
			n.Wrong("", "/run/pending", message, wire.Strs(must), list)
			return
		}
	}
}

// failure is AGUI-13.
func (v *view) failed(n *requirement.Notes) {
	if !v.told() || v.stage != failed {
		return
	}
	v.statusFits(n, "The run failed, and its status is another.", "failed")
	message, code := v.failure.Get("message"), v.failure.Get("code")
	if got := v.run.Get("error"); v.status == "failed" && !strings.Contains(got.Text(), message.Text()) {
		n.Wrong("", "/run/error", "The message of the failure is another.", message, got)
	}
	if got := v.run.Get("code"); v.status == "failed" && !v.o.Omitted("code") && got.Text() != code.Text() {
		n.Wrong("", "/run/code", "The code of the failure is another.", code, got)
	}
}

// unended is AGUI-17: what was cut off, or left.
func (v *view) unended(n *requirement.Notes) {
	aborted := v.script.AbortAfter > 0
	if v.wrong != "" || v.refused || !aborted && (v.stage == finished || v.stage == failed) {
		if slices.ContainsFunc(v.calls, func(c *called) bool { return c.traits.Has(act.CutOff) }) && !v.unseen {
			n.Saw()
		}
		return
	}
	right := []string{"open", "failed"}
	if aborted || v.script.End == stream.Broken { // a piece of a frame may be taken for a malformed one
		right = append(right, rejected)
	}
	if kind := v.outcome.Get("type").Text(); aborted && v.stage == finished {
		right = append(right, "success", map[string]string{"cancelled": "cancelled", "interrupt": "interrupted"}[kind])
	}
	if v.Loud { // that is looked at elsewhere
		return
	}
	v.statusFits(n, "The stream broke off, and its run is told as one that ended.", right...)
	if slices.Contains(right, v.status) {
		n.Policy("%s", v.status)
	}
}

// refuses is AGUI-18, or AGUI-19.
func (v *view) refuses(n *requirement.Notes, line string) {
	if v.wrong != line {
		return
	}
	if n.Saw(); v.status != rejected && v.status != "failed" {
		n.Wrong("", "/run/status", fmt.Sprintf("The stream is not rejected, though %s.", v.what), wire.Str(rejected), wire.Str(v.status))
	}
}

// apart is what AGUI-20 says of the two kinds of failure.
func (v *view) apart(n *requirement.Notes) {
	switch {
	case v.refused || v.status == "":
	case v.wrong != "" && v.status == "failed":
		n.Wrong("", "/run/status", "A stream that is refused is told as a run that failed.", wire.Str(rejected), wire.Str(v.status))
	case v.wrong == "" && v.stage == failed && v.script.AbortAfter == 0 && v.status == rejected:
		n.Wrong("", "/run/status", "A run that failed is told as a stream that is refused.", wire.Str("failed"), wire.Str(v.status))
	case v.wrong != "" || v.stage == failed:
		n.Saw()
	}
}

// beyond is what AGUI-16 says of outcomes, and of a status that changes beside what means nothing.
func (v *view) beyond(n *requirement.Notes) {
	kind := v.outcome.Get("type").Text()
	if !v.told() || v.stage != finished || v.Loud || slices.Contains([]string{"", "success", "cancelled", "interrupt"}, kind) {
		return
	}
	right := []string{"success"}
	if !slices.Contains([]string{"interrupted", "failed", rejected, "open"}, kind) {
		right = append(right, kind)
	}
	v.statusFits(n, "The outcome is unknown, and the run is told as one that did not end.", right...)
	n.Policy("an unknown outcome as %s", v.status)
}

// homes is AGUI-07: a call stands in the message that its parent names.
func (v *view) homes(n *requirement.Notes) {
	if v.o.Omitted("id") || v.unseen {
		return
	}
	for _, p := range v.Result.Pairs {
		if p.Got.At == "" || len(p.Want.IDs) == 0 {
			continue
		}
		c, m := v.call(p.Want.IDs[0]), v.at[p.Got]
		if c == nil {
			continue
		}
		parents := slices.DeleteFunc(slices.Clone(c.parents), func(s string) bool { return s == "" })
		if len(parents) == 0 || len(parents) < len(c.parents) && !c.brought {
			continue
		}
		switch n.Saw(); {
		case c.traits.Has(act.SameID) || c.parents[0] == "":
		case !slices.Contains(parents, m.Get("id").Text()):
			n.Wrong("", p.Got.At, fmt.Sprintf("The call %q stands in another message than its parent.", c.id), wire.Str(parents[0]),
				m.Get("id"))
		case !v.besideSiblings(m, c.id):
			n.Wrong("", p.Got.At, fmt.Sprintf("The call %q stands in a second message that has its parent's id.", c.id), wire.Value{}, m)
		}
	}
}

// besideSiblings tells whether a call stands in the first message with that id that holds calls: one message that is shown as two
// of one id has been split.
func (v *view) besideSiblings(m wire.Value, call string) bool {
	for _, other := range v.shown {
		if calls := other.Get("toolCalls").Items(); len(calls) > 0 && wire.Equal(other.Get("id"), m.Get("id")) {
			return slices.ContainsFunc(calls, func(c wire.Value) bool { return c.Get("id").Text() == call })
		}
	}
	return true
}

// callOrder is what AGUI-02 says of the calls of a message: they stand in the order of their starts.
func (v *view) callOrder(n *requirement.Notes) {
	last := map[string]int{}
	for _, m := range v.shown {
		id := m.Get("id").Text()
		for _, s := range m.Get("toolCalls").Items() {
			c := v.call(s.Get("id").Text())
			if c == nil || c.hidden || c.traits.Has(stored) || c.moves() {
				continue
			}
			if !v.o.Omitted("id") && c.seq < last[id] {
				n.Wrong("", "/messages", "The calls of a message are not in the order of their starts.", wire.Value{}, m)
				return
			}
			last[id] = max(last[id], c.seq)
		}
	}
}

// moves tells whether a call that was started again may stand elsewhere: in a later run, by another name or in another
// message. Else it goes on where it stands (AGUI-10).
func (c *called) moves() bool {
	other := func(of []string) bool { return slices.ContainsFunc(of, func(s string) bool { return s != of[0] }) }
	return c.traits.Has(before) || other(c.names) || other(c.parents)
}

// argless is what AGUI-03 says of a call without arguments: that is no reason to lose it.
func (v *view) argless(n *requirement.Notes) {
	for _, d := range v.Result.Deviations {
		if d.Kind == compare.Missing && d.Want.Traits.Has(act.Empty) && v.spilt() == "" {
			n.Wrong("", "/messages", "A call without arguments is lost.", d.Expected, wire.Value{})
		}
	}
}

// textOrder: what came before another by every reading stands before it. That is AGUI-15's
// business behind a snapshot, AGUI-01's elsewhere.
func (v *view) textOrder(n *requirement.Notes, snapped bool) {
	if v.o.Omitted("id") || v.unseen || v.snapped != snapped {
		return
	}
	var list []*message
	for _, m := range v.shown {
		t := v.message(m.Get("id").Text())
		if t != nil && !t.hidden && t.seq != math.MaxInt && m.Get("role").Text() == t.role && !t.traits.Has(act.SameID) &&
			textOf(m.Get("content")) != "" {
			list = append(list, t)
		}
	}
	for i := 1; i < len(list); i++ {
		if a, b := list[i-1], list[i]; a.seq > b.seq && a.mention > b.mention {
			n.Wrong("", "/messages", fmt.Sprintf("The message %q stands before %q, which came first.", a.id, b.id), wire.Value{},
				wire.Value{})
			return
		}
	}
}

// annotations is AGUI-24.
func (v *view) annotations(n *requirement.Notes) {
	if v.o.Omitted("metadata") || v.unseen || v.lenient() {
		return
	}
	look := func(where, what string, want, got wire.Value) {
		bare := func(v wire.Value) bool { return v.IsNull() || v.IsObject() && v.Len() == 0 }
		if bare(want) && bare(got) {
			return
		}
		if n.Saw(); !wire.Equal(want, got) {
			n.Wrong("", where+"/metadata", "The metadata of "+what+" is another.", want, got)
		}
	}
	for i, m := range v.shown {
		where, id := fmt.Sprintf("/messages/%d", i), m.Get("id").Text()
		if t := v.message(id); m.Get("role").Text() != "tool" && !v.o.Omitted("id") &&
			!(t != nil && (t.hidden || t.traits.Has(act.SameID))) {
			want := wire.Value{}
			if t != nil {
				want = t.metadata
			}
			if t != nil || m.Get("role").Text() == "assistant" {
				look(where, fmt.Sprintf("message %q", id), want, m.Get("metadata"))
			}
		}
		for k, s := range m.Get("toolCalls").Items() {
			if c := v.call(s.Get("id").Text()); c != nil && !c.hidden {
				look(fmt.Sprintf("%s/toolCalls/%d", where, k), fmt.Sprintf("call %q", c.id), c.metadata, s.Get("metadata"))
			}
		}
		if m.Get("role").Text() == "tool" {
			v.resultMetadata(m, func(want wire.Value) { look(where, "a result", want, m.Get("metadata")) })
		}
	}
}

// resultMetadata looks at a tool message whose result can be told.
func (v *view) resultMetadata(m wire.Value, look func(want wire.Value)) {
	var fits []*answer
	for _, a := range v.answers {
		if a.call == m.Get("toolCallId").Text() && v.is(a, &compare.Got{ID: m.Get("id"), Arguments: m}, true) {
			fits = append(fits, a)
		}
	}
	if len(fits) == 1 {
		look(fits[0].metadata)
	}
}

// choice notes which of several right answers about results is shown.
func (v *view) choice(n *requirement.Notes, trait act.Traits) {
	came, shown := 0, 0
	for _, a := range v.answers {
		if !a.traits.Has(trait) {
			continue
		}
		came++
		if slices.ContainsFunc(v.shown, func(m wire.Value) bool {
			return m.Get("toolCallId").Text() == a.call && v.is(a, &compare.Got{ID: m.Get("id"), Arguments: m}, true)
		}) {
			shown++
		}
	}
	if came > 0 && !v.unseen && !v.Loud {
		n.Policy("%d of %d", shown, came)
	}
}
