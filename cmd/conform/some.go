package main

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
)

// some are the flags that choose a part of the suite, the same for list and export. An
// empty one chooses all.
type some struct {
	Dialect []string `help:"Only these dialects."`
	Role    []string `help:"Only these roles: consumer, producer, converter, agent."`
	Class   []string `help:"Only cases of these classes: valid, adversarial."`
}

// vet finds names that do not exist.
func (f some) vet(cat *catalogue.Catalogue) error {
	for _, c := range []struct {
		flag         string
		asked, known []string
	}{
		{"--dialect", f.Dialect, namesOf(cat).dialects},
		{"--role", f.Role, roles()},
		{"--class", f.Class, []string{string(dialect.Valid), string(dialect.Adversarial)}},
	} {
		for _, name := range c.asked {
			if !slices.Contains(c.known, name) {
				return usage("%s %q is unknown; there are %s%s", c.flag, name, strings.Join(c.known, ", "), didYouMean(name, c.known))
			}
		}
	}
	return nil
}

func roles() []string { return []string{"consumer", "producer", "converter", "agent"} }

func chosen(asked []string, have string) bool { return len(asked) == 0 || slices.Contains(asked, have) }

// pair tells whether the dialect and role is chosen.
func (f some) pair(p dialect.Pair) bool {
	return chosen(f.Dialect, p.Dialect) && chosen(f.Role, string(p.Role))
}

// keeps tells whether the case is chosen.
func (f some) keeps(c *dialect.Case) bool { return f.pair(c.Pair) && chosen(f.Class, string(c.Class)) }
