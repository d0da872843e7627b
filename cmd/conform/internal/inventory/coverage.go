package inventory

import (
	"fmt"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/coverage"
	"github.com/toolconform/conform/generator"
)

// coverage measures what the fixed cases and generated streams show, pair by pair.
func (c Generate) coverage(s cli.Streams, cat *catalogue.Catalogue) error {
	count, err := c.count(defaultStreams)
	if err != nil {
		return err
	}
	found := false
	for _, side := range cat.Sides {
		if c.Dialect != "" && c.Dialect != side.Dialect || c.Role != "" && c.Role != string(side.Role) {
			continue
		}
		found = true
		if side.Grammar == nil {
			fmt.Fprintf(s.Err, "%s: not measured, for want of a grammar\n", side.Pair)
			continue
		}
		t, err := measured(side, c.Seed, count)
		if err != nil {
			return err
		}
		show := t.Print
		if c.Format == "json" {
			show = t.PrintJSON
		}
		if err := show(s.Out); err != nil {
			return fmt.Errorf("writing the coverage: %w", err)
		}
	}
	if !found {
		return cli.Usage("--dialect %q --role %q: there is no such pair; `conform list --dialects` shows all", c.Dialect, c.Role)
	}
	return nil
}

// measured is the coverage of a pair by its fixed cases, but for the heavy ones, and by
// so many generated streams: each as a run sends it.
func measured(side *catalogue.Side, seed uint64, count int) (*coverage.Table, error) {
	t, err := coverage.New(side.Side.Side)
	if err != nil {
		return nil, err
	}
	all := side.Encodings
	if len(all) == 0 {
		all = []string{""}
	}
	for _, k := range side.Cases() {
		switch {
		case k.Heavy:
		case k.Encoding != "":
			t.Add(coverage.Fixed, k, []string{k.Encoding})
		default:
			t.Add(coverage.Fixed, k, all)
		}
	}
	for n := range count {
		k, err := generator.Index{Pair: side.Pair, Seed: seed, N: n}.Make(side.Side.Side)
		if err != nil {
			return nil, err
		}
		t.Add(coverage.Generated, k, all[n%len(all):][:1])
	}
	return t, nil
}
