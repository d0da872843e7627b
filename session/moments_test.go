package session_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/saboteur"
)

// never are the moments that a pair does not have: no property sends that form, and no case is
// of that kind.
func never(side *catalogue.Side, moment string) bool {
	switch moment {
	case "control":
		return !slices.ContainsFunc(side.Cases(), func(c *dialect.Case) bool { return c.Control != nil && !c.Heavy })
	case "heavy":
		return !slices.ContainsFunc(side.Cases(), func(c *dialect.Case) bool { return c.Heavy })
	case "prefix": // with no results to hold, a line of the dialect is about cut streams
		return side.Relations.Prefixes == "" && !binds(side, "META-05")
	}
	line := map[string]string{"renamed": "META-02", "permuted": "META-03", "strewn": "META-04", "history": "META-08",
		"bytes": "META-01", "one-read": "META-01", "repeated": "META-06"}[moment]
	return line != "" && !binds(side, line)
}

func binds(side *catalogue.Side, line string) bool {
	return slices.Contains(properties.Binding(side.Side.Side), line)
}

// The page says which pairs have which moment; a pair that loses one, or gets another, is told.
func TestThePageSaysWhoHasWhichMoment(t *testing.T) {
	page, err := os.ReadFile("../docs/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range saboteur.Moments(saboteur.Known{}) {
		line := fmt.Sprintf("| `%s` | %s |", m.ID, havers(catalogue.New(), m.ID))
		if !strings.Contains(string(page), line) {
			t.Errorf("the page does not say %s", line)
		}
	}
}

// havers names the pairs that have a moment: whole roles where it is all of them.
func havers(cat *catalogue.Catalogue, moment string) string {
	var words []string
	whole := true
	for _, role := range []dialect.Role{dialect.Consumer, dialect.Producer, dialect.Converter, loop.Agent} {
		var have []string
		all := 0
		for _, side := range cat.Sides {
			if side.Role != role {
				continue
			}
			if all++; !never(side, moment) {
				have = append(have, side.Dialect)
			}
		}
		slices.Sort(have)
		switch {
		case len(have) == all:
			words = append(words, "every "+string(role))
		case len(have) > 0:
			words = append(words, string(role)+"s of "+strings.Join(have, ", "))
			whole = false
		default:
			whole = false
		}
	}
	if whole {
		return "every pair"
	}
	return strings.Join(words, ", ")
}
