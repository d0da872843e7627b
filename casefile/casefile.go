// Package casefile reads literal cases from text files. The files are the source: what a
// case is stands there and nowhere else.
//
// A file holds cases, a blank line between two. A case begins with fields, one a line, a name
// and its value; then come its elements, one JSON value a line. Lines that begin with # are
// comments. Lines that begin with | are a text, a run of them one element: a JSON string,
// each of its lines with a line feed behind it.
//
//	case: two-calls
//	title: Two calls, one after the other.
//	tests: CHAT-02 CHAT-04
//	{"calls":[[0,"call_b","search","{}"]]}
//
// What several cases of a file have in common stands once, as a passage in front of them; @ and
// its name stand for its elements, and @ and the name of a case for those of that case.
//
//	passage: opening
//	{"role":"assistant"}
//	{"content":"Let me look."}
//
//	case: text-then-call
//	title: A text, then a call.
//	tests: CHAT-02
//	@opening
//	{"calls":[[0,"call_b","search","{}"]]}
//
// Every case has case, title and tests. These fields are optional:
//
//	class: adversarial     no right producer sends it; else it is valid
//	encoding: sse          the only one that it is sent in
//	needs: abort           abilities without which an implementation isn't sent it
//	blame: MUST            whatever goes wrong is a finding of its one test, at that level
//	may: reject            to refuse it is right, too
//	made: sixty-calls      code makes its elements
package casefile

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
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
	// Blame is the level at which the case is blamed on its one test, "" where it is judged
	// by every line.
	Blame     requirement.Level
	MayReject bool
	// Made names the code that makes the script, where no elements stand here.
	Made string
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
	r := reader{file: file, own: own, slugs: map[string]int{}, passages: map[string][]wire.Value{}}
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
	// passages by their names, cases too; passage is the one that is being read.
	passages map[string][]wire.Value
	passage  string
	// text is the run of lines that is being read.
	text strings.Builder
}

func (r *reader) wrong(format string, args ...any) error {
	return &Error{r.file, r.line, fmt.Sprintf(format, args...)}
}

func (r *reader) read(text string) error {
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
func (r *reader) include(name string) error {
	elements, ok := r.passages[name]
	if !ok || r.open == nil {
		return r.wrong("no passage and no case %q stands before this case", name)
	}
	r.open.Elements = append(r.open.Elements, elements...)
	return nil
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
	if len(r.open.Elements) > 0 {
		return r.wrong("the field %q stands behind elements", name)
	}
	r.given[name] = true
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
		return nil
	}
	r.endText()
	e := *r.open
	r.open = nil
	if name := r.passage; name != "" {
		r.passages[name], r.passage = e.Elements, ""
		return nil
	}
	r.passages[e.Slug] = e.Elements
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

// Read reads files of one side: those of these names ("late" is consumer/late.cases), in this
// order, or all of them in the order of their names.
func Read(files fs.FS, role dialect.Role, names, own []string) ([]Entry, error) {
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = string(role) + "/" + name + ".cases"
	}
	if len(names) == 0 {
		var err error
		if paths, err = fs.Glob(files, string(role)+"/*.cases"); err != nil {
			return nil, fmt.Errorf("looking for cases: %w", err)
		}
	}
	var all []Entry
	for _, path := range paths {
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return nil, fmt.Errorf("reading cases: %w", err)
		}
		entries, err := Parse(path, data, own...)
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
	}
	return all, nil
}

// Case is the entry as a case of the pair, with the script that was made of it.
func (e Entry) Case(pair dialect.Pair, script dialect.Script) *dialect.Case {
	c := &dialect.Case{ID: pair.String() + "/" + e.Slug, Title: e.Title, Pair: pair, Class: e.Class, Tests: e.Tests,
		Encoding: e.Encoding, Needs: e.Needs, MayReject: e.MayReject, Script: script,
		Source: fmt.Sprintf("fixtures/%s/%s:%d", pair.Dialect, e.File, e.Line)}
	if e.Blame != "" {
		c.Blame = &dialect.Blame{Requirement: e.Tests[0], Level: e.Blame}
	}
	return c
}

// Book is the files of one side, as they were built in.
type Book struct {
	Files fs.FS
	dialect.Pair
	// Script makes the script of an entry.
	Script func(Entry) (dialect.Script, error)
	// Made are the scripts that code makes.
	Made map[string]func() dialect.Script
	// Own are the names of fields that the dialect knows besides.
	Own []string
}

// Cases are the cases of the files of these names, or of all. It panics where a file is wrong:
// it was built in, and a test reads it.
func (b Book) Cases(names ...string) []*dialect.Case {
	entries, err := Read(b.Files, b.Role, names, b.Own)
	var list []*dialect.Case
	for _, e := range entries {
		s, serr := b.script(e)
		if serr != nil && err == nil {
			err = &Error{e.File, e.Line, serr.Error()}
		}
		list = append(list, e.Case(b.Pair, s))
	}
	if err != nil {
		panic(err)
	}
	return list
}

func (b Book) script(e Entry) (dialect.Script, error) {
	if e.Made == "" {
		return b.Script(e)
	}
	of, ok := b.Made[e.Made]
	if !ok {
		return nil, fmt.Errorf("there is no code %q that makes a script", e.Made)
	}
	return of(), nil
}

// Cases are the cases of all files of one side: Book.Cases without names.
func Cases(files fs.FS, pair dialect.Pair, script func(Entry) (dialect.Script, error), own ...string) []*dialect.Case {
	return Book{Files: files, Pair: pair, Script: script, Own: own}.Cases()
}
