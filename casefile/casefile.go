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
// A passage may have gaps: strings that are "…1", "…2". Behind its name stand the values for them, " | " between two; code fills
// them, too.
//
//	@called "call_b" | "search"
//
// Cases that differ in a word and a value only are the rows of a table: {name} and {value} stand
// for what begins a row and for the rest of it, {plain} for that without its escapes; where the
// rest has columns, " | " between two, {1} stands for the first of them, {2} for the second.
//
//	case: text-{name}
//	title: The text {value} comes as it is.
//	tests: CHAT-01
//	{"content":{value}}
//	rows:
//	quoted "\"a\""
//	blank " "
//
// Every case has case, title and tests. These fields are optional:
//
//	class: adversarial     no right producer sends it; else it is valid
//	encoding: sse          the only one that it is sent in
//	needs: abort           abilities without which an implementation isn't sent it
//	blame: MUST            whatever goes wrong is a finding of its one test, at that level
//	may: reject            to refuse it is right, too
//	made: sixty-calls      code makes its elements
//	grown: 1048576         «…» alone in a string stands for a text of so many bytes, or code makes so many elements; the case
//	                       is heavy, and has the same in small as its control
//	deep: 100              «…» alone in a string stands for a value so deep; one that is not is the control
//
// «long» stands for a text of 12,000 characters, none like its neighbours, «300 word » for what stands behind the number so often.
//
// Behind its elements a case may have a control: a line "control:" and its title, and the elements of
// the same stream without what the case is about.
package casefile

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"

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
	// Grown and Deep are how large or deep what stands for "…" is, 0 where nothing grows.
	Grown, Deep int
	// Fields are what a dialect has of its own ("ending", "abort").
	Fields   map[string]string
	Elements []wire.Value
	// Control is the title of the case's control, "" where it has none; its elements stand from this one on.
	Control string
	from    int
}

// Expanded are the elements as expand says what each of them spells in short.
func (e Entry) Expanded(expand func(short wire.Value) ([]wire.Value, error)) ([]wire.Value, error) {
	var all []wire.Value
	for _, short := range e.Elements {
		full, err := expand(short)
		if err != nil {
			return all, err
		}
		all = append(all, full...)
	}
	return all, nil
}

// Read reads files of one side: those of these names ("late" is consumer/late.cases), in this
// order, or all of them in the order of their names, without sizes.cases: what is large stands last.
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
		paths = slices.DeleteFunc(paths, func(path string) bool { return path == string(role)+"/sizes.cases" })
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

// Flag is a field of the dialect's own that is true, or absent.
func (e Entry) Flag(name string) (bool, error) {
	switch value, given := e.Fields[name]; {
	case !given:
		return false, nil
	case value != "true":
		return false, fmt.Errorf("%s: true is expected, not %q", name, value)
	}
	return true, nil
}

// Case is the entry as a case of the pair, with the script that was made of it.
func (e Entry) Case(pair dialect.Pair, script dialect.Script) *dialect.Case {
	c := &dialect.Case{ID: pair.String() + "/" + e.Slug, Title: e.Title, Pair: pair, Class: e.Class, Tests: e.Tests,
		Encoding: e.Encoding, Needs: e.Needs, MayReject: e.MayReject, Script: script}
	if e.File != "" { // code makes entries, too
		c.Source = fmt.Sprintf("fixtures/%s/%s:%d", pair.Dialect, e.File, e.Line)
	}
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
	// Growing are the scripts of a size that code makes, Text is a text of a size, Value a value of a depth.
	Growing map[string]func(n int) dialect.Script
	Text    func(n int) string
	Value   func(n int) wire.Value
	// Chunks is where the bytes are cut, nil for the default; where this is nil, too.
	Chunks func(Entry, dialect.Script) ([]int, error)
	// Own are the names of fields that the dialect knows besides.
	Own []string
}

// Cases are the cases of the files of these names, or of all. It panics where a file is wrong:
// it was built in, and a test reads it.
func (b Book) Cases(names ...string) []*dialect.Case {
	entries, err := Read(b.Files, b.Role, names, b.Own)
	var list []*dialect.Case
	for _, e := range entries {
		c, cerr := b.one(e)
		if cerr != nil && err == nil {
			err = &Error{e.File, e.Line, cerr.Error()}
		}
		list = append(list, c)
	}
	if err != nil {
		panic(err)
	}
	return list
}

func (b Book) one(e Entry) (*dialect.Case, error) {
	if e.Grown+e.Deep > 0 {
		return b.grown(e)
	}
	control := e
	if e.Control != "" {
		e.Elements, control.Elements = e.Elements[:e.from:e.from], e.Elements[e.from:]
	}
	s, err := b.script(e)
	c := e.Case(b.Pair, s)
	if err == nil && e.Control != "" {
		s, err = b.script(control)
		c.Controlled(e.Control, s)
	}
	if err == nil && b.Chunks != nil {
		c.Chunks, err = b.Chunks(e, c.Script)
	}
	return c, err
}

// Passage makes scripts of a passage of the file of that name with texts in its gaps. It panics as Cases does.
func (b Book) Passage(file, name string) func(texts ...string) dialect.Script {
	data, err := fs.ReadFile(b.Files, string(b.Role)+"/"+file+".cases")
	if err != nil {
		panic(err)
	}
	r, err := parse(file, data, b.Own...)
	if err != nil || r.passages[name] == nil {
		panic(fmt.Sprintf("%s: no passage %q: %v", file, name, err))
	}
	return func(texts ...string) dialect.Script {
		s, err := b.Script(Entry{Fields: map[string]string{}, Elements: fill(r.passages[name], wire.Strs(texts).Items()...)})
		if err != nil {
			panic(err)
		}
		return s
	}
}

// grown is a case that is large or deep, beside a small one.
func (b Book) grown(e Entry) (*dialect.Case, error) {
	of := func(n int) (dialect.Script, error) {
		if e.Made != "" {
			made := b.Growing[e.Made]
			if made == nil {
				return nil, fmt.Errorf("there is no code %q that makes a script that grows", e.Made)
			}
			return made(n), nil
		}
		sized, with := e, func(n int) wire.Value { return wire.Str(b.Text(n)) }
		if e.Deep > 0 {
			with = b.Value
		}
		sized.Elements = make([]wire.Value, len(e.Elements))
		for i, v := range e.Elements {
			sized.Elements[i] = v.Filled("…", with(n))
		}
		return b.Script(sized)
	}
	c := e.Case(b.Pair, nil)
	if e.Deep > 0 {
		var wrong error
		c.Script, wrong = of(e.Deep)
		plain, err := of(2)
		return c.Plainly(plain), cmp.Or(wrong, err)
	}
	plain, err := of(32)
	c.Heavy, c.Build = true, func() dialect.Script { s, _ := of(e.Grown); return s } // as the plain one was made
	return c.Plainly(plain), err
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
