package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/toolconform/conform/requirement"
)

// annotationsEach is how many annotations of a kind GitHub shows for a step.
const annotationsEach = 10

// Annotations writes the failures and warnings as GitHub workflow commands.
func Annotations(w io.Writer, r *Result, l Lookup) error {
	var b strings.Builder
	causes := Causes(r, l)
	if !r.Complete {
		annotate(&b, "error", "conform: the run is incomplete", clip(r.Incomplete, 1000))
	}
	annotateLines(&b, "error", missedLines(causes, requirement.Fail))
	annotateLines(&b, "warning", missedLines(causes, requirement.Warn))
	_, err := io.WriteString(w, b.String())
	return err
}

func annotateLines(b *strings.Builder, kind string, lines []lineView) {
	told := 0
	for _, l := range lines {
		if l.Verdict == requirement.Fail && l.Known() {
			continue
		}
		if told++; told > annotationsEach {
			return
		}
		annotate(b, kind, fmt.Sprintf("%s %s/%s", l.ID, l.Dialect, l.Role), clip(l.story(), 2000))
	}
}

func annotate(b *strings.Builder, kind, title, text string) {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	fmt.Fprintf(b, "::%s title=%s::%s\n", kind, property.Replace(oneLine(title)), data.Replace(Harmless(strings.TrimSpace(text))))
}
