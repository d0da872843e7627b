package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/toolconform/conform/requirement"
)

// Lookup gives the requirement of an id.
type Lookup func(id string) (requirement.Requirement, bool)

// find always gives a requirement: one that is not known has at least its id.
func (l Lookup) find(id string, level requirement.Level) requirement.Requirement {
	if r, ok := l(id); ok {
		return r
	}
	return requirement.Requirement{ID: name(id), Level: level, Sentence: "(a requirement that this version does not know)"}
}

// Formats are the names of the formats that Render knows.
func Formats() []string { return []string{"json", "junit", "html", "markdown", "badge", "sarif"} }

// Render writes the result in one of the formats. The same result gives the same
// bytes.
func Render(w io.Writer, format string, r *Result, l Lookup) error {
	var err error
	switch format {
	case "json":
		err = writeJSON(w, r)
	case "junit":
		err = writeJUnit(w, r, l)
	case "html":
		err = writeHTML(w, r, l)
	case "markdown":
		err = writeMarkdown(w, r, l)
	case "badge":
		err = writeJSON(w, badgeOf(r))
	case "sarif":
		err = writeJSON(w, sarifOf(r, l))
	default:
		return fmt.Errorf("the format %q is unknown; there are %s", format, strings.Join(Formats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("writing the %s report: %w", format, err)
	}
	return nil
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}
