// Package inventory has the commands about what the suite holds, and what can be made of it:
// list, explain, generate, export.
package inventory

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
)

// List is `conform list`: what there is, a row each.
type List struct {
	cli.Some
	Requirements bool   `xor:"what" help:"All requirements (the default)."`
	Cases        bool   `xor:"what" help:"All fixed cases."`
	Dialects     bool   `xor:"what" help:"All dialects and roles."`
	Faults       bool   `xor:"what" help:"All planted faults of the reference."`
	Variants     bool   `xor:"what" help:"All variants of the reference."`
	Format       string `enum:"text,json" default:"text" help:"text, or json: one object a line."`
}

// table is a listing: columns for people, one object a row for scripts.
type table struct {
	head []string
	rows []row
}

type row struct {
	cells  []string
	object any
}

// Run prints the listing.
func (c List) Run(s cli.Streams) error {
	cat := s.Suite()
	if err := c.Vet(cat); err != nil {
		return err
	}
	var t table
	switch {
	case c.Cases:
		t = listCases(cat, c.Some)
	case c.Dialects:
		t = listDialects(cat, c.Some)
	case c.Faults:
		t = listFaults(cat, c.Some)
	case c.Variants:
		t = listVariants(cat, c.Some)
	default:
		t = listRequirements(cat, c.Some)
	}
	return t.print(s.Out, c.Format)
}

func (t table) print(w io.Writer, format string) error {
	if format == "json" {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for _, r := range t.rows {
			if err := enc.Encode(r.object); err != nil {
				return fmt.Errorf("printing the list: %w", err)
			}
		}
		return nil
	}
	tw := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(tw, strings.Join(t.head, "\t"))
	for _, r := range t.rows {
		fmt.Fprintln(tw, strings.Join(r.cells, "\t"))
	}
	return tw.Flush()
}

func listRequirements(cat *catalogue.Catalogue, only cli.Some) table {
	t := table{head: []string{"ID", "LEVEL", "CASES", "FAULTS", "REQUIREMENT"}}
	bound := boundBy(cat, only)
	for _, r := range cat.Requirements {
		if !bound[r.ID] {
			continue
		}
		cases := slices.DeleteFunc(cat.Testing(r.ID), func(c *dialect.Case) bool { return !only.Keeps(c) })
		faults := slices.DeleteFunc(cat.Tripping(r.ID), func(f dialect.Fault) bool { return !only.Pair(f.Pair) })
		object := struct {
			ID          string              `json:"id"`
			Level       requirement.Level   `json:"level"`
			Also        []requirement.Level `json:"also,omitempty"`
			Roles       []string            `json:"roles"`
			Adversarial bool                `json:"adversarial"`
			Sentence    string              `json:"sentence"`
			Source      string              `json:"source"`
			Ruling      string              `json:"ruling,omitempty"`
			Cases       int                 `json:"cases"`
			Faults      []string            `json:"faults"`
		}{r.ID, r.Level, r.Also, r.Roles, r.Adversarial, r.Sentence, r.Source, r.Ruling, len(cases), faultIDs(faults)}
		t.rows = append(t.rows, row{[]string{r.ID, levels(r), fmt.Sprint(len(cases)), fmt.Sprint(len(faults)), shorten(r.Sentence, 90)},
			object})
	}
	return t
}

// boundBy are the requirements that the chosen pairs are held to.
func boundBy(cat *catalogue.Catalogue, only cli.Some) map[string]bool {
	bound := map[string]bool{}
	for _, s := range cat.Sides {
		if only.Pair(s.Pair) {
			for _, r := range s.Bound() {
				bound[r.ID] = true
			}
		}
	}
	return bound
}

func faultIDs(faults []dialect.Fault) []string {
	ids := []string{}
	for _, f := range faults {
		ids = append(ids, f.ID)
	}
	return ids
}

func levels(r requirement.Requirement) string {
	text := string(r.Level)
	for _, l := range r.Also {
		text += "+" + string(l)
	}
	return text
}

func shorten(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n]) + "…"
}

func listCases(cat *catalogue.Catalogue, only cli.Some) table {
	t := table{head: []string{"CASE", "CLASS", "TESTS", "TITLE"}}
	for _, s := range cat.Sides {
		if !only.Pair(s.Pair) {
			continue
		}
		for _, c := range s.Cases() {
			if !only.Keeps(c) {
				continue
			}
			object := struct {
				ID      string   `json:"id"`
				Dialect string   `json:"dialect"`
				Role    string   `json:"role"`
				Class   string   `json:"class"`
				Tests   []string `json:"tests"`
				Title   string   `json:"title"`
			}{c.ID, c.Dialect, string(c.Role), string(c.Class), c.Tests, c.Title}
			t.rows = append(t.rows, row{[]string{c.ID, string(c.Class), strings.Join(c.Tests, " "), c.Title}, object})
		}
	}
	return t
}

func listDialects(cat *catalogue.Catalogue, only cli.Some) table {
	t := table{head: []string{"DIALECT", "ROLE", "ENCODINGS", "REQUIREMENTS", "CASES"}}
	for _, s := range cat.Sides {
		if !only.Pair(s.Pair) {
			continue
		}
		object := struct {
			Dialect      string   `json:"dialect"`
			Role         string   `json:"role"`
			Encodings    []string `json:"encodings,omitempty"`
			Requirements int      `json:"requirements"`
			Cases        int      `json:"cases"`
		}{s.Dialect, string(s.Role), s.Encodings, len(s.Bound()), len(s.Cases())}
		t.rows = append(t.rows, row{[]string{s.Dialect, string(s.Role), strings.Join(s.Encodings, " "),
			fmt.Sprint(len(s.Bound())), fmt.Sprint(len(s.Cases()))}, object})
	}
	return t
}

func listFaults(cat *catalogue.Catalogue, only cli.Some) table {
	t := table{head: []string{"FAULT", "DIALECT", "ROLE", "EXPECT", "WHAT IT DOES"}}
	for _, s := range cat.Sides {
		if !only.Pair(s.Pair) {
			continue
		}
		for _, f := range s.Faults() {
			object := struct {
				Fault        string              `json:"fault"`
				Dialect      string              `json:"dialect"`
				Role         string              `json:"role"`
				Requirements []string            `json:"requirements"`
				Expect       requirement.Verdict `json:"expect"`
				Title        string              `json:"title"`
			}{f.ID, f.Dialect, string(f.Role), f.Requirements, f.Expect, f.Title}
			t.rows = append(t.rows, row{[]string{f.ID, f.Dialect, string(f.Role), f.Expect.String(), f.Title}, object})
		}
	}
	return t
}

func listVariants(cat *catalogue.Catalogue, only cli.Some) table {
	t := table{head: []string{"VARIANT", "DIALECT", "ROLE", "WHAT IT DOES"}}
	for _, s := range cat.Sides {
		if !only.Pair(s.Pair) {
			continue
		}
		for _, v := range s.Variants() {
			object := struct {
				Variant string `json:"variant"`
				Dialect string `json:"dialect"`
				Role    string `json:"role"`
				Title   string `json:"title"`
			}{v.ID, v.Dialect, string(v.Role), v.Title}
			t.rows = append(t.rows, row{[]string{v.ID, v.Dialect, string(v.Role), v.Title}, object})
		}
	}
	return t
}
