package inventory

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/terminal"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Explain is `conform explain`: all about one id.
type Explain struct {
	Color string `name:"color" enum:"auto,always,never" default:"auto" help:"auto (on a terminal), always or never."`
	ID    string `arg:"" help:"A requirement (BLOCK-02), a case, also a generated one, a planted fault, or a dialect."`
}

// Run prints everything about the id.
func (c Explain) Run(s cli.Streams) error {
	cat := s.Suite()
	// A stream of another generator version cannot be made again: say so.
	if _, generated, err := generator.ParseID(c.ID); generated && err != nil {
		return cli.Exit(cli.ExitUsage, err)
	}
	text := explain(cat, c.ID, func(k *dialect.Case) string {
		return sent(k, cli.Telling{Color: c.Color}.Coloured(s.Out), cli.Width(s.Out))
	})
	if text == "" {
		return cli.Usage("%q is no requirement, case, fault or dialect; `conform list --requirements`, --cases, --faults and "+
			"--dialects show all%s", c.ID, cli.DidYouMean(c.ID, cli.NamesOf(cat).All()))
	}
	_, err := fmt.Fprint(s.Out, text)
	return err
}

// explain tells everything about an id, "" where nothing has it; drawn shows the stream of a
// case.
func explain(cat *catalogue.Catalogue, id string, drawn func(*dialect.Case) string) string {
	if r, ok := cat.Requirement(strings.ToUpper(id)); ok {
		return explainRequirement(cat, r)
	}
	if faults := cat.Fault(id); len(faults) > 0 {
		return explainFaults(cat, faults)
	}
	for _, s := range cat.Sides {
		for _, c := range s.Cases() {
			if c.ID == id {
				return explainCase(c, drawn)
			}
		}
	}
	if index, generated, err := generator.ParseID(id); generated && err == nil && cat.Side(index.Pair) != nil {
		return explainCase(index.Case(cat.Side(index.Pair).Side.Side), drawn)
	}
	for _, d := range cat.Dialects {
		if d.Name == id {
			return explainDialect(d)
		}
	}
	return ""
}

func explainRequirement(cat *catalogue.Catalogue, r requirement.Requirement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  %s", r.ID, levels(r), strings.Join(r.Roles, ", "))
	if r.Adversarial {
		b.WriteString("  adversarial")
	}
	fmt.Fprintf(&b, "\n\n  %s\n\nsource\n  %s\n", r.Sentence, r.Source)
	section(&b, "ruling, where the document is silent or contradicts itself", r.Ruling)
	section(&b, "right", r.Right)
	section(&b, "wrong", r.Wrong)
	b.WriteString("\ncases\n")
	for _, c := range cat.Testing(r.ID) {
		fmt.Fprintf(&b, "  %-60s %s\n", c.ID, c.Title)
	}
	b.WriteString("\nplanted faults\n")
	for _, f := range cat.Tripping(r.ID) {
		fmt.Fprintf(&b, "  %-40s %s: %s\n", f.ID, f.Pair, f.Title)
	}
	return b.String()
}

func section(b *strings.Builder, title, text string) {
	if text != "" {
		fmt.Fprintf(b, "\n%s\n  %s\n", title, strings.ReplaceAll(text, "\n", "\n  "))
	}
}

func explainFaults(cat *catalogue.Catalogue, faults []dialect.Fault) string {
	var b strings.Builder
	for _, f := range faults {
		fmt.Fprintf(&b, "%s  %s\n\n  %s\n\nviolates\n  %s (%s)\n\nsee it found\n  conform run --dialect %s --role %s -- conform "+
			"reference --fault %s\n",
			f.ID, f.Pair, f.Title, strings.Join(cat.Trips(f), ", "), f.Expect, f.Dialect, f.Role, f.ID)
	}
	return b.String()
}

// sent is the stream as a story of it would show it.
func sent(c *dialect.Case, colour bool, width int) string {
	ready := c.Ready()
	evidence := &reports.Evidence{Input: ready.Input(), Script: ready.Script.JSON()}
	return terminal.Sent(reports.CaseRow{ID: c.ID, Dialect: c.Dialect, Role: string(c.Role), Tests: c.Tests, Evidence: evidence}, colour,
		width)
}

func explainCase(c *dialect.Case, drawn func(*dialect.Case) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n\n  %s\n\ntests\n  %s\n", c.ID, c.Class, c.Title, strings.Join(c.Tests, ", "))
	section(&b, "written in", c.Source)
	b.WriteString("\nstream\n" + drawn(c))
	section(&b, "input, as an adapter gets it", shorten(inputOf(c).JSON(), 20000))
	return b.String()
}

// inputOf is the input of a case; an agent gets an address instead of the conversation.
func inputOf(c *dialect.Case) wire.Value {
	if s, ok := c.Ready().Script.(*loop.Conversation); ok {
		return loop.Hosted(c.Input(), s.Wire, "http://127.0.0.1:40213/c/17")
	}
	return c.Input()
}

func explainDialect(d dialect.Dialect) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n  %s\n\nsource\n  %s\n", d.Name, d.Title, d.Source)
	for _, s := range d.Sides {
		fmt.Fprintf(&b, "\n%s\n", s.Role)
		for _, r := range s.Requirements {
			fmt.Fprintf(&b, "  %-10s %-12s %s\n", r.ID, levels(r), r.Sentence)
		}
	}
	return b.String()
}
