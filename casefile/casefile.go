// Package casefile reads literal cases from text files. The files are the source: what a
// case is stands there and nowhere else.
//
// A file holds cases, a blank line between two. A case begins with fields, one a line, a name
// and its value; then come its elements, one JSON value a line. Lines that begin with # are
// comments.
//
//	case: two-calls
//	title: Two calls, one after the other.
//	tests: CHAT-02 CHAT-04
//	{"calls":[[0,"call_b","search","{}"]]}
package casefile

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Entry is a case as it stands in a file.
type Entry struct {
	File string
	// Line is where it begins, from 1.
	Line     int
	Slug     string
	Title    string
	Tests    []string
	Class    dialect.Class
	Encoding string
	Needs    []string
	// Fields are what a dialect has of its own ("ending", "abort").
	Fields   map[string]string
	Elements []wire.Value
}

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
	r := reader{file: file, own: own, slugs: map[string]int{}}
	for text := range strings.SplitSeq(string(data), "\n") {
		r.line++
		if err := r.read(strings.TrimSuffix(text, "\r")); err != nil {
			return nil, err
		}
	}
	return r.entries, r.close()
}

type reader struct {
	file    string
	line    int
	own     []string
	slugs   map[string]int
	entries []Entry
	open    *Entry
	given   map[string]bool
}

func (r *reader) wrong(format string, args ...any) error {
	return &Error{r.file, r.line, fmt.Sprintf(format, args...)}
}

func (r *reader) read(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return r.close()
	case strings.HasPrefix(text, "#"):
		return nil
	case text[0] == '{' || text[0] == '[':
		return r.element(text)
	}
	return r.field(text)
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

func (r *reader) field(text string) error {
	name, value, ok := strings.Cut(text, ":")
	value = strings.TrimSpace(value)
	if !ok || value == "" {
		return r.wrong("a field is a name, a colon and a value; this is %q", text)
	}
	if r.open == nil {
		if name != "case" {
			return r.wrong("a case begins with the field case, not with %q", name)
		}
		r.open = &Entry{File: r.file, Line: r.line, Class: dialect.Valid, Fields: map[string]string{}}
		r.given = map[string]bool{}
	}
	if r.given[name] {
		return r.wrong("the field %q stands twice", name)
	}
	if len(r.open.Elements) > 0 {
		return r.wrong("the field %q stands behind elements", name)
	}
	r.given[name] = true
	return r.set(name, value)
}

func (r *reader) set(name, value string) error {
	e := r.open
	switch name {
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
		return nil
	}
	e := *r.open
	r.open = nil
	switch {
	case e.Title == "":
		return &Error{r.file, e.Line, "the case has no title"}
	case len(e.Tests) == 0:
		return &Error{r.file, e.Line, "the case tests nothing"}
	}
	r.entries = append(r.entries, e)
	return nil
}

// Read reads all files of one side, in the order of their names: "consumer/*.cases".
func Read(files fs.FS, role dialect.Role, own ...string) ([]Entry, error) {
	names, err := fs.Glob(files, string(role)+"/*.cases")
	if err != nil {
		return nil, fmt.Errorf("looking for cases: %w", err)
	}
	var all []Entry
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("reading cases: %w", err)
		}
		entries, err := Parse(name, data, own...)
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
	}
	return all, nil
}

// Case is the entry as a case of the pair, with the script that was made of it.
func (e Entry) Case(pair dialect.Pair, script dialect.Script) *dialect.Case {
	return &dialect.Case{ID: pair.String() + "/" + e.Slug, Title: e.Title, Pair: pair, Class: e.Class, Tests: e.Tests,
		Encoding: e.Encoding, Needs: e.Needs, Script: script}
}

// Cases makes cases of embedded files. It panics where a file is wrong: it was built in, and
// a test reads it.
func Cases(files fs.FS, pair dialect.Pair, script func(Entry) (dialect.Script, error), own ...string) []*dialect.Case {
	entries, err := Read(files, pair.Role, own...)
	var list []*dialect.Case
	for _, e := range entries {
		s, serr := script(e)
		if serr != nil && err == nil {
			err = &Error{e.File, e.Line, serr.Error()}
		}
		list = append(list, e.Case(pair, s))
	}
	if err != nil {
		panic(err)
	}
	return list
}
