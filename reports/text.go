package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/toolconform/conform/requirement"
)

// Text renders a result for people: plain and stable, with colours only where
// asked for. Lookup gives the requirement of an id.
type Text struct {
	Lookup func(id string) (requirement.Requirement, bool)
	Colour bool
	// Stories bounds how many failures are told in full.
	Stories int
}

// Write renders the result.
func (t Text) Write(w io.Writer, r *Result) error {
	var b strings.Builder
	t.failures(&b, r)
	t.adapterErrors(&b, r)
	t.table(&b, r)
	t.policies(&b, r)
	t.untold(&b, r)
	t.baseline(&b, r)
	t.summary(&b, r)
	_, err := io.WriteString(w, b.String())
	return err
}

// baseline tells the entries that fail the run.
func (t Text) baseline(b *strings.Builder, r *Result) {
	if r.Baseline == nil || len(r.Baseline.Problems) == 0 {
		return
	}
	b.WriteString(t.paint(requirement.Fail, "the baseline does not hold") + "; `conform baseline update` makes it fit\n")
	for _, p := range r.Baseline.Problems {
		fmt.Fprintf(b, "  %s\n", Harmless(clip(p, messageLimit)))
	}
	b.WriteByte('\n')
}

// Heading says what is judged.
func Heading(r *Result) string {
	text := fmt.Sprintf("conform %s judges %s", name(r.Suite.Version), implementationName(r))
	if l := r.Implementation.Get("language").Text(); l != "" {
		text += " (" + name(l) + ")"
	}
	return text
}

func (t Text) paint(v requirement.Verdict, s string) string {
	if !t.Colour {
		return s
	}
	colour := map[requirement.Verdict]string{requirement.Pass: "32", requirement.Fail: "31;1", requirement.Warn: "33", requirement.Skip: "36", requirement.Unobserved: "36"}[v]
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

// failures tells each missed requirement once for each pair, by its first case.
func (t Text) failures(b *strings.Builder, r *Result) {
	told := 0
	for _, want := range []requirement.Verdict{requirement.Fail, requirement.Warn} {
		for _, row := range causesFirst(r.Requirements) {
			for _, pair := range row.By {
				if pair.Verdict != want {
					continue
				}
				if told++; told > t.Stories {
					continue
				}
				b.WriteString(t.paint(want, strings.ToUpper(want.String())) + " ")
				b.WriteString(t.story(r, row, pair))
				b.WriteByte('\n')
			}
		}
	}
	if told > t.Stories {
		fmt.Fprintf(b, "… %d more; --report json=PATH has them all\n\n", told-t.Stories)
	}
}

// causesFirst puts what makes other things fail before them: whether it ran at all, and
// whether it is steady.
func causesFirst(rows []RequirementRow) []RequirementRow {
	causes := []string{"ROBUST-01", "ROBUST-02", "META-06", "META-07"}
	rank := func(id string) int {
		if at := slices.Index(causes, id); at >= 0 {
			return at
		}
		return len(causes)
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b RequirementRow) int { return rank(a.ID) - rank(b.ID) })
	return rows
}

func (t Text) story(r *Result, row RequirementRow, pair PairRow) string {
	req, ok := t.Lookup(row.ID)
	if !ok {
		req = requirement.Requirement{ID: name(row.ID), Level: row.Level, Sentence: "(a requirement that this version does not know)"}
	}
	first, more := -1, -1
	for i, c := range r.Cases {
		if c.Dialect != pair.Dialect || c.Role != pair.Role || !misses(c, row.ID) {
			continue
		}
		more++
		if first < 0 || worse(c, r.Cases[first], row.ID) {
			first = i
		}
	}
	if first < 0 {
		return fmt.Sprintf("%s (%s, %s/%s)\n  %s\n", name(row.ID), row.Level, name(pair.Dialect), name(pair.Role), req.Sentence)
	}
	text := Story(req, r.Cases[first])
	if more > 0 {
		text += fmt.Sprintf("  and in %d more cases\n", more)
	}
	return text
}

func misses(c CaseRow, id string) bool {
	for _, f := range c.Findings {
		if f.Requirement == id {
			return true
		}
	}
	return false
}

// adapterErrorsShown bounds the list on the screen.
const adapterErrorsShown = 10

func (t Text) adapterErrors(b *strings.Builder, r *Result) {
	for i, e := range r.AdapterErrors {
		if i == adapterErrorsShown {
			fmt.Fprintf(b, "… %d more adapter errors\n", len(r.AdapterErrors)-i)
			break
		}
		fmt.Fprintf(b, "%s %s", t.paint(requirement.Fail, "ADAPTER ERROR"), name(e.Kind))
		if where := e.Where(); where != "" {
			fmt.Fprintf(b, " %s", oneLine(clip(where, messageLimit)))
		}
		fmt.Fprintf(b, "\n  bytes  %s\n", Harmless(clip(e.Bytes, messageLimit)))
		if e.Stderr != "" {
			fmt.Fprintf(b, "  stderr %s\n", Harmless(strings.ReplaceAll(clip(strings.TrimSpace(e.Stderr), storyLimit), "\n", "\n         ")))
		}
	}
	if len(r.AdapterErrors) > 0 {
		b.WriteByte('\n')
	}
}

// table counts verdicts for each dialect and role.
func (t Text) table(b *strings.Builder, r *Result) {
	counts := map[[2]string]*Summary{}
	var pairs [][2]string
	for _, row := range r.Requirements {
		for _, p := range row.By {
			k := [2]string{p.Dialect, p.Role}
			if counts[k] == nil {
				counts[k] = &Summary{}
				pairs = append(pairs, k)
			}
			counts[k].Add(p.Verdict)
		}
	}
	for _, c := range r.Cases {
		if s := counts[[2]string{c.Dialect, c.Role}]; s != nil {
			s.Cases++
		}
	}
	streams := map[[2]string]int{}
	for _, p := range r.Properties {
		k := [2]string{p.Dialect, p.Role}
		streams[k] = max(streams[k], p.Runs)
	}
	fmt.Fprintf(b, "%-28s %6s %6s %6s %6s %6s %8s %8s\n", "dialect/role", "pass", "fail", "warn", "skip", "unobs.", "cases", "streams")
	for _, k := range sorted(pairs) {
		s := counts[k]
		fmt.Fprintf(b, "%-28s %6d %s %s %6d %6d %8d %8d\n", name(k[0]+"/"+k[1]), s.Pass, t.count(requirement.Fail, s.Fail), t.count(requirement.Warn, s.Warn), s.Skip, s.Unobserved, s.Cases, streams[k])
	}
	b.WriteByte('\n')
}

func (t Text) count(v requirement.Verdict, n int) string {
	text := fmt.Sprintf("%6d", n)
	if n == 0 {
		return text
	}
	return t.paint(v, text)
}

func (t Text) policies(b *strings.Builder, r *Result) {
	if len(r.Policies) == 0 {
		return
	}
	b.WriteString("policies observed, where several answers are right\n")
	for _, p := range r.Policies {
		fmt.Fprintf(b, "  %-10s %-26s %s\n", name(p.Requirement), name(p.Dialect+"/"+p.Role), name(p.Observed))
	}
	b.WriteByte('\n')
}

// untoldShown bounds the list on the screen.
const untoldShown = 40

// untold lists what nothing was seen of: it is never counted as passed.
func (t Text) untold(b *strings.Builder, r *Result) {
	for _, v := range []requirement.Verdict{requirement.Unobserved, requirement.Skip} {
		var ids []string
		for _, row := range r.Requirements {
			for _, p := range row.By {
				if p.Verdict == v {
					ids = append(ids, name(fmt.Sprintf("%s (%s/%s)", row.ID, p.Dialect, p.Role)))
				}
			}
		}
		if more := len(ids) - untoldShown; more > 0 {
			ids = append(ids[:untoldShown], fmt.Sprintf("… %d more", more))
		}
		if len(ids) > 0 {
			fmt.Fprintf(b, "%s, so not counted as passed: %s\n", v, strings.Join(ids, ", "))
		}
	}
	for _, c := range r.Cases {
		if c.Verdict == requirement.Skip && c.Reason != "" {
			fmt.Fprintf(b, "skipped %s: %s\n", name(c.ID), name(c.Reason))
		}
	}
}

func (t Text) summary(b *strings.Builder, r *Result) {
	s := r.Summary
	verdict, words := Headline(r)
	fmt.Fprintf(b, "%s – %d requirements: %d pass, %d fail, %d warn, %d skip, %d unobserved; %s\n",
		t.paint(verdict, words), s.Rows(), s.Pass, s.Fail, s.Warn, s.Skip, s.Unobserved, tried(r))
	if !r.Complete {
		fmt.Fprintf(b, "%s: %s\n", t.paint(requirement.Fail, "the run is incomplete"), oneLine(clip(r.Incomplete, storyLimit)))
	}
}
