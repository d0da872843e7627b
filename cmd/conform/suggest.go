package main

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/catalogue"
)

// didYouMean is what a mistyped name may have been, as the end of a sentence; "" where
// nothing known is near.
func didYouMean(name string, known []string) string {
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

// names are all that somebody may have meant. Cases are made when they are asked for.
type names struct {
	requirements, dialects, faults, variants []string
	cases                                    func() []string
}

func namesOf(cat *catalogue.Catalogue) names {
	var n names
	for _, r := range cat.Requirements {
		n.requirements = append(n.requirements, r.ID)
	}
	for _, d := range cat.Dialects {
		n.dialects = append(n.dialects, d.Name)
	}
	n.cases = func() (ids []string) {
		for _, s := range cat.Sides {
			for _, c := range s.Cases() {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	for _, s := range cat.Sides {
		for _, f := range s.Faults {
			n.faults = append(n.faults, f.ID)
		}
		for _, v := range s.Variants {
			n.variants = append(n.variants, v.ID)
		}
	}
	return n
}

// all of them.
func (n names) all() []string {
	var list []string
	for _, part := range [][]string{n.requirements, n.dialects, n.faults, n.variants, n.cases()} {
		list = append(list, part...)
	}
	return list
}

// suggestion is what the first unknown of the names may have been.
func suggestion(asked, known []string) string {
	have := map[string]bool{}
	for _, k := range known {
		have[k] = true
	}
	for _, a := range asked {
		if !have[a] {
			return didYouMean(a, known)
		}
	}
	return ""
}
