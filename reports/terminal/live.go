package terminal

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"
)

// live tells how much of the traffic showed what, and what none of it did.
func (t Text) live(b *strings.Builder, r *reports.Result) {
	if r.Live == nil {
		return
	}
	hints := map[string][]string{}
	var order []string
	for _, s := range r.Live.Shown {
		switch {
		case s.Shown > 0 && (t.Verbose || s.Missed > 0):
			fmt.Fprintf(b, "%-9s %s/%s: %d of %d showed it, %d missed it\n", reports.Name(s.Requirement), reports.Name(s.Dialect),
				reports.Name(s.Role), s.Shown, s.Of,
				s.Missed)
		case s.Shown == 0 && s.Hint != "":
			if hints[s.Hint] == nil {
				order = append(order, s.Hint)
			}
			hints[s.Hint] = append(hints[s.Hint], reports.Name(s.Requirement))
		}
	}
	for _, hint := range order {
		b.WriteString(t.screen().fold("  ", "unobserved: "+strings.Join(hints[hint], " ")+": "+reports.Harmless(hint)))
	}
	for _, note := range r.Live.Notes {
		b.WriteString(t.screen().fold("  ", reports.Harmless(reports.Clip(note, view.MessageLimit))))
	}
	fmt.Fprintf(b, "%s, %d judged\n", reports.Counted(r.Live.Exchanges, "exchange"), r.Live.Judged)
}
