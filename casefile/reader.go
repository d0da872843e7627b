package casefile

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Error is what is wrong with a file, and where.
type Error struct {
	File   string
	Line   int
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason) }

// Parse reads a file. Own are the names of fields that the dialect knows besides. The error
// is an *Error.
func Parse(file string, data []byte, own ...string) ([]Entry, error) {
	r, err := parse(file, data, own...)
	if err != nil {
		return nil, err
	}
	return r.entries, nil
}

func parse(file string, data []byte, own ...string) (*reader, error) {
	r := &reader{file: file, own: own, slugs: map[string]int{}, passages: map[string][]wire.Value{}}
	written := string(data)
	if strings.Contains(written, "«long»") {
		written = strings.ReplaceAll(written, "«long»", long())
	}
	written = regexp.MustCompile(`«(\d+) [^»]+»`).ReplaceAllStringFunc(written, repeated)
	for text := range strings.SplitSeq(written, "\n") {
		r.line++
		if err := r.read(strings.TrimSuffix(text, "\r")); err != nil {
			return nil, err
		}
	}
	return r, r.close()
}

// repeated is what «300 word » stands for.
func repeated(written string) string {
	count, text, _ := strings.Cut(strings.Trim(written, "«»"), " ")
	n, _ := strconv.Atoi(count)
	return strings.Repeat(text, n)
}

func long() string {
	var b strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&b, "%06d: ", i)
	}
	return b.String()
}

type reader struct {
	file    string
	line    int
	own     []string
	slugs   map[string]int
	entries []Entry
	open    *Entry
	given   map[string]bool
	// passages by their names, cases too; passage is the one that is being read.
	passages map[string][]wire.Value
	passage  string
	// text is the run of lines that is being read.
	text strings.Builder
	// table are the lines of a case whose rows are being read; rows: they have begun.
	table []string
	rows  bool
}

func (r *reader) wrong(format string, args ...any) error {
	return &Error{r.file, r.line, fmt.Sprintf(format, args...)}
}

// read reads a line.
func (r *reader) read(text string) error {
	switch {
	case len(r.table) == 0 && strings.HasPrefix(text, "case:") && strings.Contains(text, "{name}"):
		err := r.close()
		r.table = []string{text}
		return err
	case len(r.table) == 0:
		return r.plain(text)
	case strings.TrimSpace(text) == "":
		if !r.rows {
			return r.wrong("the table has no rows")
		}
		r.table, r.rows = nil, false
		return nil
	case r.rows:
		return r.row(text)
	case text == "rows:":
		r.rows = true
		return nil
	}
	r.table = append(r.table, text)
	return nil
}

// row reads a case out of a table.
func (r *reader) row(text string) error {
	if strings.HasPrefix(text, "#") {
		return nil
	}
	name, value, _ := strings.Cut(text, " ")
	words := []string{"{name}", name, "{value}", value, "{plain}", unescaped(value)}
	for i, column := range strings.Split(value, " | ") {
		words = append(words, fmt.Sprintf("{%d}", i+1), column)
	}
	fill := strings.NewReplacer(words...)
	for _, line := range r.table {
		if err := r.plain(fill.Replace(line)); err != nil {
			return err
		}
	}
	return r.close()
}

// unescaped is JSON, or what stands within its quotes, with no more escapes than it needs.
func unescaped(value string) string {
	if v, err := wire.Parse([]byte(value)); err == nil {
		return v.JSON()
	}
	if v, err := wire.Parse([]byte(`"` + value + `"`)); err == nil {
		text := v.JSON()
		return text[1 : len(text)-1]
	}
	return value
}

// plain reads a line that is part of no table.
func (r *reader) plain(text string) error {
	if line, ok := strings.CutPrefix(text, "|"); ok && r.open != nil {
		r.text.WriteString(strings.TrimPrefix(line, " ") + "\n")
		return nil
	}
	r.endText()
	switch {
	case strings.TrimSpace(text) == "":
		return r.close()
	case strings.HasPrefix(text, "#"):
		return nil
	case text[0] == '@':
		return r.include(text[1:])
	case !isField(text):
		return r.element(text)
	}
	return r.field(text)
}

// isField tells a field from an element: a field begins with a letter, and of all JSON values
// only these three do.
func isField(text string) bool {
	return text[0] >= 'a' && text[0] <= 'z' && text != "null" && text != "true" && text != "false"
}

// endText makes an element of the lines of text.
func (r *reader) endText() {
	if r.text.Len() > 0 {
		r.open.Elements = append(r.open.Elements, wire.Str(r.text.String()))
		r.text.Reset()
	}
}

func (r *reader) element(text string) error {
	if r.open == nil {
		return r.wrong("an element stands before the fields of its case")
	}
	v, err := wire.Parse([]byte(text))
	if err != nil {
		return r.wrong("the element is no JSON: %v", err)
	}
	r.open.Elements = append(r.open.Elements, v)
	return nil
}

// include puts a passage in.
func (r *reader) include(text string) error {
	name, columns, filled := strings.Cut(text, " ")
	elements, ok := r.passages[name]
	if !ok || r.open == nil {
		return r.wrong("no passage and no case %q stands before this case", name)
	}
	if filled {
		var values []wire.Value
		for column := range strings.SplitSeq(columns, " | ") {
			v, err := wire.Parse([]byte(column))
			if err != nil {
				return r.wrong("what the passage is filled with is no JSON: %v", err)
			}
			values = append(values, v)
		}
		elements = fill(elements, values...)
	}
	r.open.Elements = append(r.open.Elements, elements...)
	return nil
}

// fill are elements with these values in the places of "…1", "…2".
func fill(elements []wire.Value, values ...wire.Value) []wire.Value {
	filled := slices.Clone(elements)
	for i := range filled {
		for n, v := range values {
			filled[i] = filled[i].Filled(fmt.Sprintf("…%d", n+1), v)
		}
	}
	return filled
}

func (r *reader) field(text string) error {
	name, value, ok := strings.Cut(text, ":")
	value = strings.TrimSpace(value)
	if !ok || value == "" {
		return r.wrong("a field is a name, a colon and a value; this is %q", text)
	}
	if r.open == nil {
		if name != "case" && name != "passage" {
			return r.wrong("a case begins with the field case, not with %q", name)
		}
		r.open = &Entry{File: r.file, Line: r.line, Class: dialect.Valid, Fields: map[string]string{}}
		r.given = map[string]bool{}
	}
	if r.given[name] {
		return r.wrong("the field %q stands twice", name)
	}
	if len(r.open.Elements) > 0 && !(name == "control" && r.passage == "") {
		return r.wrong("the field %q stands behind elements", name)
	}
	r.given[name] = true
	if len(r.open.Elements) > 0 {
		r.open.Control, r.open.from = value, len(r.open.Elements)
		return nil
	}
	return r.set(name, value)
}

func (r *reader) set(name, value string) error {
	e := r.open
	if r.passage != "" {
		return r.wrong("a passage has no field %q", name)
	}
	switch name {
	case "passage":
		if len(r.given) > 1 {
			return r.wrong("a passage stands by itself")
		}
		if before, twice := r.slugs[value]; twice {
			return r.wrong("%q stands in line %d, too", value, before)
		}
		r.slugs[value], r.passage = r.line, value
	case "case":
		if before, twice := r.slugs[value]; twice {
			return r.wrong("the case %q stands in line %d, too", value, before)
		}
		r.slugs[value], e.Slug = r.line, value
	case "title":
		e.Title = value
	case "tests":
		e.Tests = strings.Fields(value)
	case "needs":
		e.Needs = strings.Fields(value)
	case "encoding":
		e.Encoding = value
	case "made":
		e.Made = value
	case "grown", "deep":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return r.wrong("%s: a size is expected, not %q", name, value)
		}
		if e.Grown = n; name == "deep" {
			e.Grown, e.Deep = 0, n
		}
	case "blame":
		if e.Blame = requirement.Level(value); e.Blame != requirement.Must && e.Blame != requirement.Should {
			return r.wrong("blame: MUST or SHOULD is expected, not %q", value)
		}
	case "may":
		if e.MayReject = value == "reject"; !e.MayReject {
			return r.wrong("may: reject is expected, not %q", value)
		}
	case "class":
		if e.Class = dialect.Class(value); e.Class != dialect.Valid && e.Class != dialect.Adversarial {
			return r.wrong("class: valid or adversarial is expected, not %q", value)
		}
	default:
		if !slices.Contains(r.own, name) {
			return r.wrong("there is no field %q", name)
		}
		e.Fields[name] = value
	}
	return nil
}

func (r *reader) close() error {
	if r.open == nil {
		if len(r.table) > 0 && !r.rows {
			return r.wrong("the table has no rows")
		}
		return nil
	}
	r.endText()
	e := *r.open
	r.open = nil
	if name := r.passage; name != "" {
		r.passages[name], r.passage = e.Elements, ""
		return nil
	}
	if r.passages[e.Slug] = e.Elements; e.Control != "" {
		r.passages[e.Slug] = e.Elements[:e.from]
	}
	switch {
	case e.Title == "":
		return &Error{r.file, e.Line, "the case has no title"}
	case len(e.Tests) == 0:
		return &Error{r.file, e.Line, "the case tests nothing"}
	case e.Made != "" && len(e.Elements) > 0:
		return &Error{r.file, e.Line, "the elements stand here, and are made by code, too"}
	case e.Blame != "" && len(e.Tests) != 1:
		return &Error{r.file, e.Line, "a case that is blamed on one line tests one line"}
	}
	r.entries = append(r.entries, e)
	return nil
}
