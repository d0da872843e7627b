package toolfence

import (
	"maps"
	"slices"
	"strings"
)

// split moves on to the boundaries, within these bounds, that the run of text up
// to a fence allows. It tells whether there is one.
func (p *plan) split(from, to int) bool {
	run := p.run.String()
	reached := map[int]bool{}
	for _, at := range p.at {
		var want strings.Builder
		for end := at; end <= to; end++ {
			if end > at {
				want.WriteString(p.texts[end-1])
			}
			if end >= from && sameText(want.String(), run, p.fenced, true) {
				reached[end] = true
			}
			if want.Len() > 0 && !p.begins(want.String(), run) {
				break
			}
		}
	}
	if len(reached) == 0 {
		return false
	}
	p.at = slices.Sorted(maps.Keys(reached))
	return true
}

// begins tells whether the run can still begin with the text.
func (p *plan) begins(want, run string) bool {
	if p.fenced {
		want, run = strings.TrimLeft(want, "\r\n"), strings.TrimLeft(run, "\r\n")
	}
	return strings.HasPrefix(run, strings.TrimRight(want, "\r\n"))
}

// anywhere goes on after a mismatch.
func (p *plan) anywhere(from, to int) {
	p.at = p.at[:0]
	for end := from; end <= to; end++ {
		p.at = append(p.at, end)
	}
}

// lastRun tells whether what stands behind the last fence is the rest of the text.
func (p *plan) lastRun() bool {
	run := p.run.String()
	for _, at := range p.at {
		if sameText(strings.Join(p.texts[at:], ""), run, p.fenced, true) {
			return true
		}
	}
	return false
}

// sameText tells whether a run is the text, with line breaks added where a fence
// (or the end) is next to it.
func sameText(want, got string, left, right bool) bool {
	if left {
		var w, g int
		want, w = trimBreaks(want, strings.TrimLeft)
		got, g = trimBreaks(got, strings.TrimLeft)
		if want == "" || got == "" {
			return want == got && g >= w
		}
		if g < w {
			return false
		}
	}
	if right {
		var w, g int
		want, w = trimBreaks(want, strings.TrimRight)
		got, g = trimBreaks(got, strings.TrimRight)
		if g < w {
			return false
		}
	}
	return want == got
}

// trimBreaks takes line breaks off one side and counts them.
func trimBreaks(s string, trim func(string, string) string) (rest string, breaks int) {
	rest = trim(s, "\r\n")
	cut := s[:len(s)-len(rest)]
	if strings.HasPrefix(s, rest) {
		cut = s[len(rest):]
	}
	return rest, strings.Count(cut, "\n") + strings.Count(strings.ReplaceAll(cut, "\r\n", ""), "\r")
}
