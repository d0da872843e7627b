package terminal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

// kinds counts texts, and keeps the order in which they first came.
type kinds struct {
	order []string
	count map[string]int
	first map[string]int
}

func (k *kinds) add(text string, at int) {
	if k.count == nil {
		k.count, k.first = map[string]int{}, map[string]int{}
	}
	if k.count[text] == 0 {
		k.order = append(k.order, text)
		k.first[text] = at
	}
	k.count[text]++
}

// kindsShown bounds the kinds of one thing that have a line each.
const kindsShown = 8

// AdapterErrors tells each kind of breach once, by its first bytes, with what mostly causes it.
func (t Text) AdapterErrors(b *strings.Builder, r *reports.Result) {
	var found kinds
	for i, e := range r.AdapterErrors {
		found.add(e.Kind, i)
	}
	for n, kind := range found.order {
		if n == kindsShown {
			fmt.Fprintf(b, "… %s of adapter errors\n", reports.Counted(len(found.order)-n, "more kind"))
			break
		}
		t.adapterError(b, r.AdapterErrors[found.first[kind]], found.count[kind])
	}
	if len(r.AdapterErrors) > 0 {
		b.WriteByte('\n')
	}
}

func (t Text) adapterError(b *strings.Builder, e reports.AdapterError, n int) {
	fmt.Fprintf(b, "%s %s", t.paint(requirement.Fail, reports.Counted(n, "ADAPTER ERROR")), reports.Name(e.Kind))
	if where := e.Where(); where != "" {
		fmt.Fprintf(b, ", first %s", reports.OneLine(reports.Clip(where, view.MessageLimit)))
	}
	fmt.Fprintf(b, "\n  bytes  %s\n", reports.Harmless(reports.Clip(e.Bytes, shown)))
	for i, line := range lastLinesOf(e.Stderr) {
		label := ""
		if i == 0 {
			label = "stderr"
		}
		fmt.Fprintf(b, "  %-6s %s\n", label, reports.Harmless(line))
	}
	if advice := likelyCause(e); advice != "" {
		b.WriteString(t.screen().fold("  ", "→ "+advice))
	}
}

// lastLinesOf a text, without blank ends.
func lastLinesOf(text string) []string {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	lines := strings.Split(reports.Clip(text, view.StoryLimit), "\n")
	return lines[max(0, len(lines)-wordsTold):]
}

// likelyCause is what mostly stands behind a breach of the adapter protocol.
func likelyCause(e reports.AdapterError) string {
	switch e.Kind {
	case "not a JSON object":
		if !strings.Contains(e.Bytes, "{") {
			return "a line of log or a print? stdout is for messages only: logs go to stderr"
		}
		return "each message is one JSON object on one line of stdout, as JSON.stringify and json.dumps write it; logs go to stderr"
	case "not a message":
		return `each message has a "type": event, done, rejected or skipped, and the "id" of its case`
	case "unknown case":
		return `give each answer the "id" of the message that it answers, whatever else is in flight`
	case "second ending", "event after the ending":
		return "one done, rejected or skipped ends a case; nothing is said of it afterwards"
	case "answer too large":
		return "an endless answer? the state is sent once, behind the last event"
	}
	return ""
}

// policies counts which of several right answers were seen; asked for, it lists them.
func (t Text) policies(b *strings.Builder, r *reports.Result) {
	switch {
	case len(r.Policies) == 0:
	case !t.Policies && !t.Verbose:
		fmt.Fprintf(b, "%s, where several answers are right; --policies shows them\n", reports.Counted(len(r.Policies), "choice"))
	default:
		b.WriteString("policies observed, where several answers are right\n")
		for _, p := range r.Policies {
			fmt.Fprintf(b, "  %-10s %-26s %s\n", reports.Name(p.Requirement), reports.Name(p.Dialect+"/"+p.Role), reports.Name(p.Observed))
		}
		b.WriteByte('\n')
	}
}

// idsShown bounds a list of ids on one line.
const idsShown = 16

// untold lists what nothing was seen of, which is never counted as passed; where only some
// cases or requirements were asked for, nobody asks for the rest. Skips have a line for each
// reason.
func (t Text) untold(b *strings.Builder, r *reports.Result, pairs []view.PairView) {
	for _, v := range []requirement.Verdict{requirement.Unobserved, requirement.Skip} {
		for _, p := range pairs {
			var ids []string
			for _, l := range p.Lines {
				if l.Verdict == v {
					ids = append(ids, l.ID)
				}
			}
			if len(ids) == 0 || len(r.Selection.Cases) > 0 && !t.Verbose {
				continue
			}
			head := fmt.Sprintf("%s: %d %s, so not counted as passed: ", p.Name(), len(ids), v)
			b.WriteString(t.screen().fold("", head+strings.Join(t.some(ids), " ")))
		}
	}
	var reasons kinds
	for i, c := range r.Cases {
		if c.Verdict == requirement.Skip && c.Reason != "" {
			reasons.add(c.Reason, i)
		}
	}
	for n, reason := range reasons.order {
		if n == kindsShown {
			fmt.Fprintf(b, "… skipped for %s\n", reports.Counted(len(reasons.order)-n, "more reason"))
			break
		}
		first := r.Cases[reasons.first[reason]]
		fmt.Fprintf(b, "skipped %s, first %s: %s\n", reports.Counted(reasons.count[reason], "case"), reports.Name(first.ID),
			reports.Name(reason))
	}
}

// nothingShown says what to do where all was answered and nothing in it had to be right.
func (t Text) nothingShown(b *strings.Builder, r *reports.Result) {
	answered := slices.ContainsFunc(r.Requests, func(row reports.RequestRow) bool { return row.Done > 0 })
	if verdict, _ := reports.Headline(r); verdict == requirement.Unobserved && answered {
		b.WriteString(t.screen().fold("", "No answer shows that the implementation works, so nothing passes. "+
			"Where single cases were chosen, choose others beside them: in these almost any answer is right."))
	}
}

// some of the ids, all of them where everything is to be told.
func (t Text) some(ids []string) []string {
	if more := len(ids) - idsShown; more > 1 && !t.Verbose {
		return append(ids[:idsShown:idsShown], fmt.Sprintf("… %d more", more))
	}
	return ids
}
