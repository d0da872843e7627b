package openairesponses

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/requirement"
)

const document = "OpenAI Responses API"

func rows(list ...compare.Row) []compare.Row { return list }

// about is a deviation of calls with these traits.
func about(traits act.Traits, kinds compare.Kind) compare.Row {
	return compare.Of(traits, kinds)
}

// anyCall: a deviation of any call that no other row is about.
func anyCall(kinds compare.Kind) compare.Row {
	return compare.Rest(kinds)
}

// wrongText is whatever goes wrong with arguments.
const wrongText = compare.WrongText | compare.Foreign | compare.Repaired | compare.Healed

// consumerRules are RESP-01…22.
func consumerRules() []compare.Rule[*view] {
	return slices.Concat(callRules(), endRules(), oddRules())
}

// callRules are about texts and calls.
func callRules() []compare.Rule[*view] {
	return []compare.Rule[*view]{
		{Requirement: line("RESP-01"), Judge: (*view).textFits},
		{Requirement: line("RESP-02"),
			Rows:  rows(anyCall(compare.Missing | compare.Extra | compare.Torn | compare.WrongName | compare.NotReady)),
			Judge: (*view).results},
		{Requirement: line("RESP-03"), Rows: rows(anyCall(compare.WrongID)), Judge: (*view).itemIDs},
		{Requirement: line("RESP-04"), Rows: rows(anyCall(wrongText | compare.RanCut))},
		{Requirement: line("RESP-05"), Rows: rows(about(deltaless, wrongText|compare.RanCut))},
		{Requirement: line("RESP-06"),
			Rows: rows(compare.Row{Kinds: compare.Foreign, Level: requirement.Must}, about(woven|half|cutOff, wrongText))},
		{Requirement: line("RESP-07"), Rows: rows(about(blank, wrongText)), Judge: (*view).falsy},
	}
}

// endRules are about how a response ends.
func endRules() []compare.Rule[*view] {
	seen := func(trait act.Traits) func(*view, *requirement.Notes) {
		return func(v *view, n *requirement.Notes) { v.cutCalls(n, trait) }
	}
	return []compare.Rule[*view]{
		{Requirement: line("RESP-08"), Judge: (*view).ended},
		{Requirement: line("RESP-09"), Judge: func(v *view, n *requirement.Notes) { v.failure(n, true) }},
		{Requirement: line("RESP-10"), Judge: func(v *view, n *requirement.Notes) { v.failure(n, false) }},
		{Requirement: line("RESP-11"), Rows: rows(about(half, compare.RanCut)), Judge: seen(half)},
		{Requirement: line("RESP-12"), Judge: (*view).unended},
		{Requirement: line("RESP-13"), Rows: rows(about(cutOff, compare.RanCut)), Judge: seen(cutOff)},
	}
}

// oddRules are about what stands beside texts and calls, and what breaks a sentence.
func oddRules() []compare.Rule[*view] {
	has := func(trait act.Traits) func(*view, *requirement.Notes) {
		return func(v *view, n *requirement.Notes) { v.harmless(n, v.odd.Has(trait)) }
	}
	again := func(v *view, n *requirement.Notes) { v.textAgain(n, replayed, requirement.Must) }
	const lost = compare.Missing | compare.Extra | compare.Torn | compare.WrongID | compare.WrongName
	return []compare.Rule[*view]{
		{Requirement: line("RESP-14"), Judge: has(prefixed)},
		{Requirement: line("RESP-15"), Judge: func(v *view, n *requirement.Notes) { v.harmless(n, v.odd.Has(aside|odd) || v.strewn()) }},
		{Requirement: line("RESP-16"), Judge: has(unknown)},
		{Requirement: line("RESP-17"), Rows: rows(about(replayed, compare.Extra|compare.Torn|wrongText)), Judge: again},
		{Requirement: line("RESP-18"), Rows: rows(about(doubled, compare.Any)), Judge: (*view).settled},
		{Requirement: line("RESP-19"), Rows: rows(about(shared, lost|wrongText)), Judge: (*view).whichForm},
		{Requirement: line("RESP-20"), Rows: rows(about(strayed, compare.Any)), Judge: has(strayed)},
		{Requirement: line("RESP-21"), Rows: rows(about(malformed, wrongText|compare.Missing))},
		{Requirement: line("RESP-22"), Rows: rows(about(contrary, compare.Any)), Judge: (*view).either},
	}
}

// segment is the text of a part, in each way in which it was told.
type segment struct {
	alternatives []string
	// lone: it may be left out. loose: any beginning of it will do.
	lone, loose, refusal bool
}

// orders are the texts in each order that is right, by their indices first; lax are those
// in which a SHOULD is missed.
func (m *meaning) orders() (right, lax [][]segment) {
	by := func(key func(it *item) int64) []segment {
		items := slices.Clone(m.items)
		slices.SortStableFunc(items, func(a, b *item) int { return int(min(key(a), 1<<20) - min(key(b), 1<<20)) })
		return m.segments(items)
	}
	right = append(right, by(func(it *item) int64 { return it.index }))
	all := m.all()
	arrived, closed := func(it *item) int64 { return int64(it.from) }, func(it *item) int64 { return int64(it.closedAt) }
	if m.reordered {
		right = append(right, by(func(it *item) int64 { return int64(it.listed) }))
	}
	if all.Has(shared | contrary) {
		right = append(right, by(arrived), by(closed))
	}
	if all.Has(woven) {
		lax = append(lax, by(arrived), by(closed))
	}
	return right, lax
}

// segments are the texts of items, in their order.
func (m *meaning) segments(items []*item) []segment {
	var list []segment
	for _, it := range items {
		if it.kind != message {
			continue
		}
		for _, p := range it.parts {
			s := segment{refusal: p.kind == refusalPart}
			if len(p.deltas) > 0 || len(p.dones) > 0 {
				s.alternatives = (&act.Called{Pieces: p.deltas}).Texts()
			}
			for _, text := range p.dones {
				if !slices.Contains(s.alternatives, text) {
					s.alternatives = append(s.alternatives, text)
				}
			}
			if len(s.alternatives) > 1 && m.twofold(p) {
				m.leave.Allow(true, "RESP-22")
				it.traits |= contrary
			}
			gone := m.output.IsArray() && m.output.Len() > 0 && len(it.entries) == 0
			if gone && len(it.dones) > 0 {
				m.leave.Allow(true, "RESP-22")
				it.traits |= contrary
			}
			s.lone = it.late || it.vague || s.refusal || gone || m.end != "" && len(it.dones) == 0
			s.loose = len(it.dones) == 0 && it.traits.Has(woven) || (m.end == "" || len(m.failures) > 0) && m.unsure()
			list = append(list, s)
		}
	}
	return list
}

// twofold: what the done events say is another text than the deltas'.
func (m *meaning) twofold(p *part) bool {
	return len(p.dones) > 1 || len(p.dones) == 1 && !slices.Contains((&act.Called{Pieces: p.deltas}).Texts(), p.dones[0])
}

// unsure: items were told together, so that a beginning of what came is one of each.
func (m *meaning) unsure() bool {
	return slices.ContainsFunc(m.items, func(it *item) bool { return it.traits.Has(woven | shared) })
}

// made tells whether a text is one that the segments make, or its beginning.
func made(list []segment, text string, beginning bool) bool {
	at := map[int]bool{0: true}
	for _, s := range list {
		next := map[int]bool{}
		for i := range at {
			if s.lone {
				next[i] = true
			}
			for _, alt := range s.alternatives {
				rest := text[i:]
				switch n := common(alt, rest); {
				case n == len(alt):
					next[i+n] = true
					fallthrough
				case s.loose:
					for k := range n + 1 {
						if s.loose {
							next[i+k] = true
						}
					}
				}
				if beginning && strings.HasPrefix(alt, rest) {
					return true
				}
			}
		}
		if beginning && next[len(text)] {
			return true
		}
		at = next
	}
	return at[len(text)]
}

// common is how many bytes two texts begin with alike.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// seam stands between texts that may be one.
const seam = "\x00seam\x00"

// spelled tells whether a text is these, one behind the other, with blanks between them or none. Who leaves one out that is
// blank loses nothing.
func spelled(pieces []string, text string) bool {
	at := map[int]bool{0: true}
	for n, p := range pieces {
		next := map[int]bool{}
		for from := range at {
			rest := text[from:]
			blanks := 0
			if n > 0 {
				blanks = len(rest) - len(strings.TrimSpace(rest))
			}
			for k := range blanks + 1 {
				if k <= len(rest) && strings.HasPrefix(rest[k:], p) {
					next[from+k+len(p)] = true
				}
			}
			if squeeze(p) == "" {
				next[from] = true
			}
		}
		at = next
	}
	return at[len(text)]
}
