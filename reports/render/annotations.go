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

// annotationsEach is how many annotations of a kind GitHub shows for a step.
const annotationsEach = 10

// Annotations writes the failures and warnings as GitHub workflow commands.
func Annotations(w io.Writer, r *reports.Result, l reports.Lookup) error {
	var b strings.Builder
	causes := view.Causes(r, l)
	if !r.Complete {
		annotate(&b, "error", "conform: the run is incomplete", reports.Clip(r.Incomplete, 1000))
	}
	annotateLines(&b, "error", view.MissedLines(causes, requirement.Fail))
	annotateLines(&b, "warning", view.MissedLines(causes, requirement.Warn))
	_, err := io.WriteString(w, b.String())
	return err
}

func annotateLines(b *strings.Builder, kind string, lines []view.LineView) {
	told := 0
	for _, l := range lines {
		if l.Verdict == requirement.Fail && l.Known() {
			continue
		}
		if told++; told > annotationsEach {
			return
		}
		annotate(b, kind, fmt.Sprintf("%s %s/%s", l.ID, l.Dialect, l.Role), reports.Clip(terminal.StoryOf(l), 2000))
	}
}

func annotate(b *strings.Builder, kind, title, text string) {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	fmt.Fprintf(b, "::%s title=%s::%s\n", kind, property.Replace(reports.OneLine(title)),
		data.Replace(reports.Harmless(strings.TrimSpace(text))))
}
