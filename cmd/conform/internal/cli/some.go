package cli

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
)

// Some are the flags that choose a part of the suite, the same for list and export. An
// empty one chooses all.
type Some struct {
	Dialect []string `help:"Only these dialects."`
	Role    []string `help:"Only these roles: consumer, producer, converter, agent."`
	Class   []string `help:"Only cases of these classes: valid, adversarial."`
}

// Vet finds names that do not exist.
func (f Some) Vet(cat *catalogue.Catalogue) error {
	for _, c := range []struct {
		flag         string
		asked, known []string
	}{
		{"--dialect", f.Dialect, NamesOf(cat).Dialects},
		{"--role", f.Role, Roles()},
		{"--class", f.Class, []string{string(dialect.Valid), string(dialect.Adversarial)}},
	} {
		for _, name := range c.asked {
			if !slices.Contains(c.known, name) {
				return Usage("%s %q is unknown; there are %s%s", c.flag, name, strings.Join(c.known, ", "), DidYouMean(name, c.known))
			}
		}
	}
	return nil
}

// Roles are the parts that an implementation can play.
func Roles() []string { return []string{"consumer", "producer", "converter", "agent"} }

func chosen(asked []string, have string) bool { return len(asked) == 0 || slices.Contains(asked, have) }

// Pair tells whether the dialect and role is chosen.
func (f Some) Pair(p dialect.Pair) bool {
	return chosen(f.Dialect, p.Dialect) && chosen(f.Role, string(p.Role))
}

// Keeps tells whether the case is chosen.
func (f Some) Keeps(c *dialect.Case) bool { return f.Pair(c.Pair) && chosen(f.Class, string(c.Class)) }
