// Package coverage counts what stands in the streams of a pair: what may stand in
// every member, which kinds of element are neighbours, what surrounds a call and its
// result, what is repeated, and where the bytes are cut. What counts follows from
// the schema of the wire; a dialect adds only what no schema can say. A cell at
// zero is something that no stream shows.
package coverage

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/toolconform/conform/dialect"
)

// Where a case comes from.
const (
	Fixed = iota
	Generated
	sources
)

// The families of cells, in the order of a table.
const (
	Members    = "member"
	Neighbours = "neighbours"
	Sequence   = "sequence"
	Around     = "around"
	Turns      = "turns"
	Repeated   = "repeated"
	Cuts       = "cut"
	Reads      = "reads"
	Lines      = "line endings"
)

// Families are all of them.
func Families() []string {
	return []string{Members, Neighbours, Sequence, Around, Turns, Repeated, Cuts, Reads, Lines}
}

// Cell is one thing that a stream may show, and how often one did.
type Cell struct {
	Family, Name string
	// Count is how often it was seen in fixed cases and in generated streams.
	Count [sources]int
	// Breaks: the schema of the wire forbids it, so only an adversarial stream may show
	// it.
	Breaks bool
	// Reason is why it may stand at zero, "" where nobody said so.
	Reason string
}

// Bare tells whether nothing shows the cell and nobody said why.
func (c *Cell) Bare() bool {
	return c.Count[Fixed]+c.Count[Generated] == 0 && !c.Breaks && c.Reason == ""
}

// Key names the cell in one text, as the patterns of a Zero match it.
func (c *Cell) Key() string { return c.Family + ": " + c.Name }

// Table is the coverage of one pair.
type Table struct {
	dialect.Pair
	Cells []*Cell
	// Beyond counts what has no cell: kinds and words that no schema names.
	Beyond map[string]int

	byKey   map[string]*Cell
	grammar *dialect.Grammar
	schema  *node
	side    *dialect.Side
}

// New makes the empty table of a pair.
func New(side *dialect.Side) (*Table, error) {
	if side.Grammar == nil {
		return nil, fmt.Errorf("%s has no grammar to measure", side.Pair)
	}
	t := &Table{Pair: side.Pair, Beyond: map[string]int{}, byKey: map[string]*Cell{}, grammar: side.Grammar, side: side}
	var err error
	if t.schema, err = compile(side.Grammar.Schema); err != nil {
		return nil, err
	}
	t.schema.learn("", side.Grammar.Words, side.Grammar.Tell)
	t.schema.members("", func(name string, breaks bool) { t.add(Members, name).Breaks = breaks })
	t.elementCells()
	t.cutCells()
	return t, t.excuse()
}

func (t *Table) add(family, name string) *Cell {
	c := &Cell{Family: family, Name: name}
	t.byKey[c.Key()] = c
	t.Cells = append(t.Cells, c)
	return c
}

func (t *Table) count(source int, family, name string) {
	if c := t.byKey[family+": "+name]; c != nil {
		c.Count[source]++
		return
	}
	t.Beyond[family+": "+name]++
}

// excuse gives cells the reasons of the grammar. A pattern that matches none is an
// error.
func (t *Table) excuse() error {
	for _, zero := range t.grammar.Zeros {
		match, matched := pattern(zero.Cells), false
		for _, c := range t.Cells {
			if match.MatchString(c.Key()) {
				matched = true
				if c.Reason == "" {
					c.Reason = zero.Reason
				}
			}
		}
		if !matched {
			return fmt.Errorf("%s: %q matches no cell", t.Pair, zero.Cells)
		}
	}
	return nil
}

func pattern(cells string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(cells), `\*`, ".*") + "$")
}

// Idle are the patterns whose every cell is shown by some stream: they excuse nothing.
func (t *Table) Idle() []string {
	var idle []string
	for _, zero := range t.grammar.Zeros {
		match, needed := pattern(zero.Cells), false
		for _, c := range t.Cells {
			needed = needed || c.Count[Fixed]+c.Count[Generated] == 0 && !c.Breaks && match.MatchString(c.Key())
		}
		if !needed {
			idle = append(idle, zero.Cells)
		}
	}
	return idle
}

// Bare are the cells that nothing shows and nobody excused.
func (t *Table) Bare() []*Cell {
	var bare []*Cell
	for _, c := range t.Cells {
		if c.Bare() {
			bare = append(bare, c)
		}
	}
	return bare
}

// meant are the scripts that bytes framed in a way of their own stand for.
type meant interface{ Meanings() []dialect.Script }

// Add counts a case, as it is sent in each of these encodings.
func (t *Table) Add(source int, c *dialect.Case, encodings []string) {
	script := c.Ready().Script
	if m, framed := script.(meant); framed {
		script = m.Meanings()[0]
	}
	list := t.grammar.Elements(script)
	t.elements(source, list)
	if t.grammar.Values != nil {
		list = t.grammar.Values(script)
	}
	for _, v := range list {
		t.schema.count("", v, func(name string) { t.count(source, Members, name) })
	}
	for _, encoding := range encodings {
		sent := *c
		sent.Encoding = encoding
		t.cuts(source, &sent)
	}
}
