package history

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Account is how a converter answered, before anything is looked at in what it sent.
type Account struct {
	// There: the case holds a history. Refused: the converter refused it. Sound: every
	// converter has to take it: it is valid, and the wire has a place for all of it.
	There, Refused, Sound bool
	// Tells: what was sent shows anything of the history.
	Tells bool
	// First is the line that a refusal of a sound history misses, beside those that the case
	// tests. Excuses tells whether a line allows to refuse any other.
	First   string
	Excuses func(id string) bool
}

// Judge applies the rules of a converter to what it sent.
func Judge[R any](c *dialect.Case, o *dialect.Observation, rules []requirement.Rule[R], r R, a Account) []requirement.Outcome {
	for i, rule := range rules {
		rules[i].Judge = func(r R, n *requirement.Notes) {
			switch {
			case !a.There:
			case !a.Refused:
				rule.Judge(r, n)
			case a.Sound && (slices.Contains(c.Tests, rule.ID) || rule.ID == a.First):
				n.Wrong("", "", "The converter refused a history that is valid.", wire.Value{}, o.State.Get("error"))
			case !a.Sound && a.Excuses(rule.ID):
				n.Policy("refused")
			}
		}
	}
	return requirement.SeenIf(a.Refused || a.Tells, requirement.Apply(rules, r))
}

// Refused tells whether a converter says that it sends nothing.
func Refused(o *dialect.Observation) bool { return !o.State.Get("error").IsNull() }
