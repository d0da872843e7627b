// Package render writes a result in the formats that files have: JSON, JUnit, HTML, markdown, a badge, SARIF, and
// several results as a matrix.
package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/toolconform/conform/reports"
)

// Formats are the names of the formats that Render knows.
func Formats() []string { return []string{"json", "junit", "html", "markdown", "badge", "sarif"} }

// Render writes the result in one of the formats. The same result gives the same
// bytes.
func Render(w io.Writer, format string, r *reports.Result, l reports.Lookup) error {
	var err error
	switch format {
	case "json":
		err = reports.WriteJSON(w, r)
	case "junit":
		err = writeJUnit(w, r, l)
	case "html":
		err = writeHTML(w, r, l)
	case "markdown":
		err = writeMarkdown(w, r, l)
	case "badge":
		err = reports.WriteJSON(w, badgeOf(r))
	case "sarif":
		err = reports.WriteJSON(w, sarifOf(r, l))
	default:
		return fmt.Errorf("the format %q is unknown; there are %s", format, strings.Join(Formats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("writing the %s report: %w", format, err)
	}
	return nil
}
