package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/terminal"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// markdownDetails bounds the failures told in full: a CI job summary may have a MiB.
const markdownDetails = 60

// writeMarkdown writes a CI job summary. What came from the implementation stands
// in code elements, every character that could be markup as a reference.
func writeMarkdown(w io.Writer, r *reports.Result, l reports.Lookup) error {
	var b strings.Builder
	pairs := view.PairsOf(r, l)
	causes := view.CausesOf(pairs)
	markdownHead(&b, r)
	markdownApart(&b, r, pairs)
	markdownPairs(&b, pairs)
	left := markdownDetails
	markdownMissed(&b, "Failures", view.MissedLines(causes, requirement.Fail), &left)
	markdownMissed(&b, "Warnings", view.MissedLines(causes, requirement.Warn), &left)
	markdownUntold(&b, pairs)
	markdownPolicies(&b, r)
	markdownErrors(&b, r)
	markdownFoot(&b, r)
	_, err := io.WriteString(w, b.String())
	return err
}

// mark of a verdict: a shape beside the word, for those who see no colours.
func mark(v requirement.Verdict) string {
	return [...]string{"✅", "⏭️", "❔", "⚠️", "❌"}[v]
}

func markdownHead(b *strings.Builder, r *reports.Result) {
	verdict, words := reports.Headline(r)
	s := r.Summary
	fmt.Fprintf(b, "## %s %s %s\n\n", mark(verdict), code(reports.ImplementationName(r)), words)
	if !r.Complete {
		fmt.Fprintf(b, "> The run is **incomplete**: %s\n\n", code(reports.Clip(r.Incomplete, 500)))
	}
	fmt.Fprintf(b, "%s: **%d** pass, **%d** fail, **%d** warn, **%d** skip, **%d** unobserved; %s.\n\n",
		reports.Counted(s.Rows(), "requirement"), s.Pass, s.Fail, s.Warn, s.Skip, s.Unobserved, reports.Tried(r))
	if r.Baseline == nil {
		return
	}
	fmt.Fprintf(b, "Held against a baseline: %s, %d new.\n\n", reports.Counted(r.Baseline.Known, "known finding"), r.Baseline.New)
	for _, p := range r.Baseline.Problems {
		fmt.Fprintf(b, "- %s\n", code(reports.Clip(p, 500)))
	}
	if len(r.Baseline.Problems) > 0 {
		b.WriteByte('\n')
	}
}

func markdownPairs(b *strings.Builder, pairs []view.PairView) {
	if len(pairs) == 0 {
		return
	}
	b.WriteString("| dialect / role | pass | fail | warn | skip | unobserved | cases | streams |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, p := range pairs {
		s := p.Summary
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %d | %d |\n", code(p.Name()), s.Pass, s.Fail, s.Warn, s.Skip, s.Unobserved, s.Cases,
			p.Streams)
	}
	b.WriteByte('\n')
}

func markdownMissed(b *strings.Builder, title string, lines []view.LineView, left *int) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "### %s\n\n", title)
	for i, l := range lines {
		if *left == 0 {
			fmt.Fprintf(b, "… and %d more; the JSON result has them all.\n\n", len(lines)-i)
			return
		}
		*left--
		known := ""
		if l.Known() {
			known = " (known)"
		}
		fmt.Fprintf(b, "<details><summary>%s <b>%s</b>%s %s – %s</summary>\n%s\n</details>\n\n", mark(l.Verdict), entities(l.ID), known,
			code(l.Dialect+"/"+l.Role), sentence(l.Sentence), pre(terminal.StoryOf(l)))
	}
}

func markdownUntold(b *strings.Builder, pairs []view.PairView) {
	for _, v := range []requirement.Verdict{requirement.Unobserved, requirement.Skip} {
		lines := view.LinesOf(pairs, v)
		if len(lines) == 0 {
			continue
		}
		fmt.Fprintf(b, "<details><summary>%s %d %s, so not counted as passed</summary>\n<ul>", mark(v), len(lines), v)
		for _, l := range lines {
			fmt.Fprintf(b, "<li>%s %s</li>", entities(l.ID), code(l.Dialect+"/"+l.Role))
		}
		b.WriteString("</ul>\n</details>\n\n")
	}
}

func markdownPolicies(b *strings.Builder, r *reports.Result) {
	if len(r.Policies) == 0 {
		return
	}
	b.WriteString("<details><summary>Policies observed, where several answers are " +
		"right</summary>\n<table><tr><th>requirement</th><th>dialect / role</th><th>observed</th></tr>")
	for _, p := range r.Policies {
		fmt.Fprintf(b, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>", entities(reports.Name(p.Requirement)),
			code(reports.Name(p.Dialect+"/"+p.Role)),
			code(reports.Name(p.Observed)))
	}
	b.WriteString("</table>\n</details>\n\n")
}

func markdownErrors(b *strings.Builder, r *reports.Result) {
	if len(r.AdapterErrors) == 0 {
		return
	}
	fmt.Fprintf(b, "<details><summary>%d adapter errors: what the adapter said there is not judged</summary>\n%s\n</details>\n\n",
		len(r.AdapterErrors), pre(adapterErrorText(r)))
}

func markdownFoot(b *strings.Builder, r *reports.Result) {
	fmt.Fprintf(b, "<sub>conform %s, profile %s, seed %d, %d streams for each property, corpus %s</sub>\n",
		entities(reports.Name(r.Suite.Version)), entities(reports.Name(r.Profile)), r.Seed, r.Runs, code(reports.Name(r.Suite.Corpus)))
}

// entities writes everything but letters, digits, blanks and what is harmless
// anywhere as character references: neither Markdown nor HTML can come out of it.
func entities(s string) string {
	var b strings.Builder
	for _, r := range reports.Harmless(s) {
		switch {
		case r >= 0x80 || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(" -,/();", r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}

// sentence is a requirement's sentence; what stands in backticks there is code.
func sentence(s string) string {
	var b strings.Builder
	for i, part := range strings.Split(reports.OneLine(s), "`") {
		if i%2 == 1 {
			part = "<code>" + entities(part) + "</code>"
		} else {
			part = entities(part)
		}
		b.WriteString(part)
	}
	return b.String()
}

// code is text in a code element, on one line.
func code(s string) string { return "<code>" + entities(reports.OneLine(s)) + "</code>" }

// pre is text with its line breaks, as one line of Markdown.
func pre(s string) string { return "<pre>" + entities(strings.TrimRight(s, "\n")) + "</pre>" }

// markdownApart says how it does on what right producers send, and on the rest.
func markdownApart(b *strings.Builder, r *reports.Result, pairs []view.PairView) {
	for _, line := range strings.Split(strings.TrimSpace(terminal.ApartText(r, pairs)), "\n") {
		if line != "" {
			fmt.Fprintf(b, "- %s\n", entities(line))
		}
	}
	b.WriteByte('\n')
}
