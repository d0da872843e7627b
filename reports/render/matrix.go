package render

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/toolconform/conform/reports"

	"github.com/toolconform/conform/requirement"
)

// MatrixFormats are the formats that several results can be put into one of.
func MatrixFormats() []string { return []string{"markdown", "html"} }

// RenderMatrix writes several results beside each other: a column for each, a row
// for each requirement.
func RenderMatrix(w io.Writer, format string, sources []reports.Source, l reports.Lookup) error {
	m := matrixView(sources, l)
	var err error
	switch format {
	case "markdown":
		err = m.markdown(w)
	case "html":
		err = m.html(w)
	default:
		return fmt.Errorf("the format %q is unknown; there are %s", format, strings.Join(MatrixFormats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("writing the %s matrix: %w", format, err)
	}
	return nil
}

// matrix is several results as they stand on one page.
type matrix struct {
	Columns []matrixColumn
	Rows    []comparedRow
	// Notes say where the results cannot be compared one to one.
	Notes    []string
	Families []string
}

// matrixColumn is one result.
type matrixColumn struct {
	Name, Words string
	Verdict     requirement.Verdict
	Summary     reports.Summary
}

// comparedRow is one requirement over all results.
type comparedRow struct {
	requirement.Requirement
	Cells []comparedCell
	// Fails are the names of those that fail it.
	Fails []string
	// Differs: not all of those that it applies to have the same verdict.
	Differs bool
}

// comparedCell is one requirement in one result; Where are the pairs that do worst.
type comparedCell struct {
	Applies bool
	Verdict requirement.Verdict
	Column  string
	Where   string
}

func matrixView(sources []reports.Source, l reports.Lookup) matrix {
	m := matrix{Notes: notes(sources)}
	rows := map[string]*comparedRow{}
	for at, s := range sources {
		column := columnOf(s, sources[:at])
		m.Columns = append(m.Columns, column)
		for _, r := range s.Requirements {
			row := rows[r.ID]
			if row == nil {
				row = &comparedRow{Requirement: l.Find(r.ID, r.Level), Cells: make([]comparedCell, len(sources))}
				rows[r.ID] = row
			}
			row.Cells[at] = comparedCell{true, r.Verdict, column.Name, worstPairs(r)}
			if r.Verdict == requirement.Fail {
				row.Fails = append(row.Fails, column.Name)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(rows)) {
		row := rows[id]
		row.Differs = differs(row.Cells)
		m.Rows = append(m.Rows, *row)
		m.Families = append(m.Families, row.Family())
	}
	slices.Sort(m.Families)
	m.Families = slices.Compact(m.Families)
	return m
}

// columnOf names a result; one of several with the same name has a number.
func columnOf(s reports.Source, before []reports.Source) matrixColumn {
	c := matrixColumn{Name: reports.ImplementationName(s.Result), Summary: s.Summary}
	c.Verdict, c.Words = reports.Headline(s.Result)
	if part := partOf(s); part != "" {
		c.Words += " (" + part + ")"
	}
	same := 1
	for _, b := range before {
		if reports.ImplementationName(b.Result) == c.Name {
			same++
		}
	}
	if same > 1 {
		c.Name += fmt.Sprintf(" (%d)", same)
	}
	return c
}

func worstPairs(r reports.RequirementRow) string {
	if r.Verdict == requirement.Pass {
		return ""
	}
	var list []string
	for _, p := range r.By {
		if p.Verdict == r.Verdict {
			list = append(list, reports.Name(p.Dialect+"/"+p.Role))
		}
	}
	return strings.Join(list, ", ")
}

func differs(cells []comparedCell) bool {
	first := -1
	for i, c := range cells {
		switch {
		case !c.Applies:
		case first < 0:
			first = i
		case c.Verdict != cells[first].Verdict:
			return true
		}
	}
	return false
}

func notes(sources []reports.Source) []string {
	var list []string
	first := sources[0]
	for _, s := range sources[1:] {
		if s.Suite.Corpus != first.Suite.Corpus || s.Suite.Version != first.Suite.Version {
			list = append(list, "The results come from different versions of the suite: a requirement may have been held against "+
				"other cases.")
			break
		}
	}
	for _, s := range sources[1:] {
		if s.Profile != first.Profile {
			list = append(list, "The results come from different profiles: what warns in one may fail in another.")
			break
		}
	}
	return list
}

// partOf says what a result is where it is less than everything.
func partOf(s reports.Source) string {
	switch {
	case !s.Complete:
		return s.Kind()
	case s.Shard != nil:
		return fmt.Sprintf("shard %d of %d only", s.Shard.Index, s.Shard.Count)
	case !s.Selection.IsZero():
		return "a selection only"
	}
	return ""
}

func (m matrix) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %d implementations, %d requirements\n\n", len(m.Columns), len(m.Rows))
	for _, n := range m.Notes {
		fmt.Fprintf(&b, "> %s\n\n", code(n))
	}
	b.WriteString("| implementation | verdict | pass | fail | warn | skip | unobserved | cases |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, c := range m.Columns {
		s := c.Summary
		fmt.Fprintf(&b, "| %s | %s %s | %d | %d | %d | %d | %d | %d |\n", code(c.Name), mark(c.Verdict), c.Words, s.Pass, s.Fail, s.Warn,
			s.Skip, s.Unobserved, s.Cases)
	}
	b.WriteString("\n| requirement | level |")
	for _, c := range m.Columns {
		fmt.Fprintf(&b, " %s |", code(c.Name))
	}
	b.WriteString(" who fails it |\n|---|---|" + strings.Repeat(":-:|", len(m.Columns)) + "---|\n")
	for _, row := range m.Rows {
		fmt.Fprintf(&b, "| %s | %s |", entities(row.ID), row.Level)
		for _, c := range row.Cells {
			b.WriteString(" " + cellWords(c) + " |")
		}
		fails := make([]string, len(row.Fails))
		for i, f := range row.Fails {
			fails[i] = code(f)
		}
		fmt.Fprintf(&b, " %s |\n", strings.Join(fails, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func cellWords(c comparedCell) string {
	if !c.Applies {
		return ""
	}
	return mark(c.Verdict) + " " + c.Verdict.String()
}

// MatrixText writes the matrix's head for people: a line for each result.
func MatrixText(w io.Writer, sources []reports.Source, l reports.Lookup) error {
	m := matrixView(sources, l)
	var b strings.Builder
	fmt.Fprintf(&b, "%-40s %6s %6s %6s %6s %6s  %s\n", "implementation", "pass", "fail", "warn", "skip", "unobs.", "verdict")
	for _, c := range m.Columns {
		s := c.Summary
		fmt.Fprintf(&b, "%-40s %6d %6d %6d %6d %6d  %s\n", c.Name, s.Pass, s.Fail, s.Warn, s.Skip, s.Unobserved, c.Words)
	}
	b.WriteByte('\n')
	for _, row := range m.Rows {
		if len(row.Fails) > 0 {
			fmt.Fprintf(&b, "%-10s fails in %s\n", row.ID, strings.Join(row.Fails, ", "))
		}
	}
	for _, n := range m.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// matrixPage is what the template of the matrix shows.
type matrixPage struct {
	shell
	matrix
}

func (m matrix) html(w io.Writer) error {
	s, err := newShell("Conformance matrix – conform", "common.js", "filter.js", "matrix.js")
	if err != nil {
		return err
	}
	return execute(w, "matrix.html", matrixPage{shell: s, matrix: m})
}
