package coverage

import (
	"fmt"
	"io"

	"github.com/toolconform/conform/wire"
)

// Print writes the table for people: a line for each family, and the cells that stand
// at zero somewhere, each with its reason.
func (t *Table) Print(w io.Writer) error {
	p := printer{w: w}
	p.line("%s\n", t.Pair)
	p.line("  %-14s %8s %8s %8s %8s %8s\n", "", "cells", "cases", "streams", "named", "bare")
	for _, family := range Families() {
		n, shown, named, bare := t.sum(family)
		if n > 0 {
			p.line("  %-14s %8d %8d %8d %8d %8d\n", family, n, shown[Fixed], shown[Generated], named, bare)
		}
	}
	for _, c := range t.Cells {
		switch total := c.Count[Fixed] + c.Count[Generated]; {
		case c.Bare():
			p.line("  BARE           %s\n", c.Key())
		case total == 0 && c.Reason != "":
			p.line("  none           %s: %s\n", c.Key(), c.Reason)
		case total > 0 && c.Count[Generated] == 0 && !c.Breaks:
			p.line("  cases only     %s (%d)\n", c.Key(), c.Count[Fixed])
		}
	}
	for _, cells := range t.Idle() {
		p.line("  idle           %s: every cell is shown, no reason is needed any more\n", cells)
	}
	p.line("\n")
	return p.err
}

// sum counts the cells of a family: how many there are, how many fixed cases and
// generated streams show, how many are excused, and how many are bare. What the
// schema forbids is left out.
func (t *Table) sum(family string) (n int, shown [sources]int, named, bare int) {
	for _, c := range t.Cells {
		if c.Family != family || c.Breaks {
			continue
		}
		n++
		for source := range shown {
			if c.Count[source] > 0 {
				shown[source]++
			}
		}
		if c.Count[Fixed]+c.Count[Generated] == 0 && c.Reason != "" {
			named++
		}
		if c.Bare() {
			bare++
		}
	}
	return n, shown, named, bare
}

// PrintJSON writes a line of JSON for each cell.
func (t *Table) PrintJSON(w io.Writer) error {
	p := printer{w: w}
	for _, c := range t.Cells {
		v := wire.Obj(wire.M("dialect", wire.Str(t.Dialect)), wire.M("role", wire.Str(string(t.Role))),
			wire.M("family", wire.Str(c.Family)),
			wire.M("cell", wire.Str(c.Name)),
			wire.M("cases", wire.Int(int64(c.Count[Fixed]))), wire.M("streams", wire.Int(int64(c.Count[Generated]))),
			wire.M("forbidden", wire.Boolean(c.Breaks)))
		if c.Reason != "" {
			v = v.With("reason", wire.Str(c.Reason))
		}
		p.line("%s\n", v.JSON())
	}
	return p.err
}

// printer keeps the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}
