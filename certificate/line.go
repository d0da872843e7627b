package certificate

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/requirement"
)

// Certifies tells whether anything is certified.
func (c *Checked) Certifies() bool { return c.Predicate.Result != Failed }

// Clean tells whether everything is certified, without warnings, known failures or
// other deviations.
func (c *Checked) Clean() bool { return c.Predicate.Result == Passed }

// Line says in one line what is certified, or why nothing is.
func (c *Checked) Line() string {
	if !c.Certifies() {
		return fmt.Sprintf("NOT certified: %s; the run's result is %s%s; %s", c.about(), c.Predicate.Result, c.because(),
			c.Predicate.terms())
	}
	return fmt.Sprintf("certified: %s: %s; %s", c.about(), strings.Join(c.pairs(true), ", "), c.Predicate.terms())
}

// Besides are the things to know beside the line, one each.
func (c *Checked) Besides() []string {
	var list []string
	if names := c.pairs(false); len(names) > 0 && c.Certifies() {
		list = append(list, "NOT certified: "+strings.Join(names, ", "))
	}
	if n := len(c.Predicate.WarnedTests); n > 0 {
		list = append(list, fmt.Sprintf("%d warnings: %s", n, shortList(c.Predicate.WarnedTests)))
	}
	for _, d := range c.Predicate.Configuration.Report.Annotations.Deviations {
		list = append(list, d.String())
	}
	for _, n := range c.Notes {
		list = append(list, "note: "+n)
	}
	return list
}

// pairs are those that are certified, with the level that they reached, or those
// that are not.
func (c *Checked) pairs(certified bool) []string {
	var list []string
	for _, p := range c.Predicate.Configuration.Report.Annotations.Pairs {
		switch {
		case p.Certified && certified:
			list = append(list, p.Name()+" "+p.Level+p.butFor())
		case !p.Certified && !certified:
			list = append(list, p.Name())
		}
	}
	return list
}

// butFor names all exceptions, however many: whoever reads the line must not take
// the level for the whole of it.
func (p Pair) butFor() string {
	switch n := len(p.Exceptions); n {
	case 0:
		return ""
	case 1:
		return " BUT FOR 1 known failure (" + p.Exceptions[0] + ")"
	default:
		return fmt.Sprintf(" BUT FOR %d known failures (%s)", n, strings.Join(p.Exceptions, ", "))
	}
}

// because names what stands in the way of a certificate.
func (c *Checked) because() string {
	account, known := c.Predicate.account(), c.Predicate.Configuration.Baseline
	var musts []string
	for _, d := range account.Deviations {
		if d.Level == string(requirement.Must) && (d.Kind == Skipped || d.Kind == Unobserved) {
			musts = append(musts, d.Dialect+"/"+d.Role+"/"+d.Requirement)
		}
	}
	switch {
	case !account.Complete:
		return " (the run is not complete: " + account.Incomplete + ")"
	case len(c.Predicate.FailedTests) > 0:
		return " (" + shortList(c.Predicate.FailedTests) + ")"
	case known != nil && len(known.Annotations.Problems) > 0:
		return " (the baseline does not hold: " + shortList(known.Annotations.Problems) + ")"
	case len(musts) > 0:
		return " (nothing was seen of " + shortList(musts) + ")"
	}
	return ""
}

func (p Predicate) terms() string {
	t := p.Configuration.Suite.Annotations
	return fmt.Sprintf("profile %s, suite %s, %d generated streams for each pair, seed %s", t.Profile, t.Version, t.Runs, t.Seed)
}

// String is the deviation as a line for people.
func (d Deviation) String() string {
	text := fmt.Sprintf("%s: %s/%s", d.Kind, d.Dialect, d.Role)
	if d.Requirement != "" {
		text += fmt.Sprintf(" %s (%s)", d.Requirement, d.Level)
	}
	if len(d.Names) > 0 {
		text += ": " + shortList(d.Names)
	}
	return text
}

// shown is how many names a line has room for.
const shown = 5

func shortList(names []string) string {
	if len(names) <= shown {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
}
