package cli

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/catalogue"
)

// DidYouMean is what a mistyped name may have been, as the end of a sentence; "" where
// nothing known is near.
func DidYouMean(name string, known []string) string {
	best, distance := "", len(name)/3+1
	for _, k := range known {
		if strings.HasSuffix(k, "/"+name) { // a case by its last word
			return fmt.Sprintf("; did you mean %q?", k)
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(k), distance); d < distance || d == distance && best == "" {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// editDistance counts the characters to add, drop or change; limit+1 is "more than limit".
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		least := row[0]
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
			least = min(least, row[j+1])
		}
		if least > limit {
			return limit + 1
		}
	}
	return min(row[len(b)], limit+1)
}

// Names are all that somebody may have meant. Cases are made when they are asked for.
type Names struct {
	Requirements, Dialects, Faults, Variants []string
	Cases                                    func() []string
}

// NamesOf the catalogue.
func NamesOf(cat *catalogue.Catalogue) Names {
	var n Names
	for _, r := range cat.Requirements {
		n.Requirements = append(n.Requirements, r.ID)
	}
	for _, d := range cat.Dialects {
		n.Dialects = append(n.Dialects, d.Name)
	}
	n.Cases = func() (ids []string) {
		for _, s := range cat.Sides {
			for _, c := range s.Cases() {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	for _, s := range cat.Sides {
		for _, f := range s.Faults() {
			n.Faults = append(n.Faults, f.ID)
		}
		for _, v := range s.Variants() {
			n.Variants = append(n.Variants, v.ID)
		}
	}
	return n
}

// All of them.
func (n Names) All() []string {
	var list []string
	for _, part := range [][]string{n.Requirements, n.Dialects, n.Faults, n.Variants, n.Cases()} {
		list = append(list, part...)
	}
	return list
}

// Suggestion is what the first unknown of the names may have been.
func Suggestion(asked, known []string) string {
	have := map[string]bool{}
	for _, k := range known {
		have[k] = true
	}
	for _, a := range asked {
		if !have[a] {
			return DidYouMean(a, known)
		}
	}
	return ""
}
