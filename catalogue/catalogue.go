// Package catalogue puts everything together that the suite knows: the dialects,
// and the families that bind every dialect. It is built when it is needed and
// passed on; there is no global registry.
package catalogue

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/framing"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
)

// Catalogue is the whole suite as values.
type Catalogue struct {
	Dialects []dialect.Dialect
	// Sides are the dialect × role pairs, with everything that binds them.
	Sides []*Side
	// Requirements are all of them, by family and number.
	Requirements []requirement.Requirement
	byID         map[string]requirement.Requirement
	trips        func() map[string][]string
}

// Side is one pair with the requirements, cases and faults of the families that
// bind every dialect added to its own.
type Side struct {
	judge.Side
	// These are made when they are first asked for: an adapter needs none of them.
	cases    func() []*dialect.Case
	bound    func() []requirement.Requirement
	faults   func() []dialect.Fault
	variants func() []dialect.Variant
}

// New builds the catalogue of every dialect.
func New() *Catalogue {
	c := &Catalogue{Dialects: dialects.All(), byID: map[string]requirement.Requirement{}, trips: sync.OnceValue(readBlame)}
	matrix := sync.OnceValue(generator.Matrix)
	families := slices.Concat(framing.Requirements(), properties.Meta(), properties.Robust())
	for i := range c.Dialects {
		for j := range c.Dialects[i].Sides {
			c.add(c.Dialects[i].Sides[j].Requirements)
		}
	}
	c.add(families)
	for i := range c.Dialects {
		for j := range c.Dialects[i].Sides {
			c.Sides = append(c.Sides, c.side(&c.Dialects[i].Sides[j], families, matrix))
		}
	}
	return c
}

// add adds requirements. One that is known binds the roles of both.
func (c *Catalogue) add(list []requirement.Requirement) {
	for _, r := range list {
		have, known := c.byID[r.ID]
		if !known {
			c.byID[r.ID] = r
			c.Requirements = append(c.Requirements, r)
			continue
		}
		for _, role := range r.Roles {
			if !have.Binds(role) {
				have.Roles = append(slices.Clone(have.Roles), role)
			}
		}
		c.byID[r.ID] = have
		at := slices.IndexFunc(c.Requirements, func(o requirement.Requirement) bool { return o.ID == r.ID })
		c.Requirements[at] = have
	}
}

func (c *Catalogue) side(d *dialect.Side, families []requirement.Requirement, matrix func() []transcript.Transcript) *Side {
	s := &Side{Side: judge.Side{Side: d, ByID: c.byID}}
	s.faults = sync.OnceValue(func() []dialect.Fault {
		return slices.Concat(d.Faults(), framing.Faults(d), properties.Faults(d), matrixFaults(d))
	})
	s.variants = sync.OnceValue(d.Variants)
	s.cases = sync.OnceValue(func() []*dialect.Case {
		list := slices.Concat(d.Cases(), framing.Cases(d), matrixCases(d, matrix()))
		slices.SortFunc(list, func(a, b *dialect.Case) int { return cmp.Compare(a.ID, b.ID) })
		return list
	})
	s.bound = sync.OnceValue(func() []requirement.Requirement { return bound(s, families) })
	return s
}

// bound are the dialect's own requirements, and those of the families that
// something tests on this pair.
func bound(s *Side, families []requirement.Requirement) []requirement.Requirement {
	tested := map[string]bool{"ROBUST-01": true, "ROBUST-02": true}
	for _, k := range s.cases() {
		for _, id := range k.Tests {
			tested[id] = true
		}
	}
	for _, id := range properties.Binding(s.Side.Side) {
		tested[id] = true
	}
	list := slices.Clone(s.Requirements)
	for _, r := range families {
		if tested[r.ID] {
			list = append(list, r)
		}
	}
	return list
}

// Cases are the fixed cases of the pair, hand-written and framed, by id.
func (s *Side) Cases() []*dialect.Case { return slices.Clone(s.cases()) }

// Faults are what may be planted in the pair's reference, with what every dialect can have.
func (s *Side) Faults() []dialect.Fault { return slices.Clone(s.faults()) }

// Variants are what the pair's reference may do otherwise.
func (s *Side) Variants() []dialect.Variant { return slices.Clone(s.variants()) }

// Bound are the requirements that the pair is held to.
func (s *Side) Bound() []requirement.Requirement { return s.bound() }

// Requirement finds a requirement by id.
func (c *Catalogue) Requirement(id string) (requirement.Requirement, bool) {
	r, ok := c.byID[id]
	return r, ok
}

// Side finds a pair; nil where there is none.
func (c *Catalogue) Side(p dialect.Pair) *Side {
	for _, s := range c.Sides {
		if s.Pair == p {
			return s
		}
	}
	return nil
}

// Checked are the sides whose streams can be judged as they come, without an implementation.
func (c *Catalogue) Checked() []*dialect.Side {
	var list []*dialect.Side
	for _, s := range c.Sides {
		if s.Check != nil {
			list = append(list, s.Side.Side)
		}
	}
	return list
}

// Fault finds planted faults by id: one for each pair that has it.
func (c *Catalogue) Fault(id string) []dialect.Fault {
	var found []dialect.Fault
	for _, s := range c.judging(mainOf(id)) {
		for _, f := range s.faults() {
			if f.ID == id {
				found = append(found, f)
			}
		}
	}
	return found
}

// Variant finds variants by id: one for each pair that has it.
func (c *Catalogue) Variant(id string) []dialect.Variant {
	var found []dialect.Variant
	for _, s := range c.judging(mainOf(id)) {
		for _, v := range s.variants() {
			if v.ID == id {
				found = append(found, v)
			}
		}
	}
	return found
}

// mainOf is the requirement that the id of a fault or variant begins with.
func mainOf(id string) string {
	main, _, _ := strings.Cut(id, "/")
	return main
}

// judging are the sides that can judge a requirement: one of a dialect's own is judged nowhere else, so that what the others
// have need not be made.
func (c *Catalogue) judging(id string) []*Side {
	own := slices.DeleteFunc(slices.Clone(c.Sides), func(s *Side) bool {
		return !slices.ContainsFunc(s.Requirements, func(r requirement.Requirement) bool { return r.ID == id })
	})
	if len(own) > 0 {
		return own
	}
	return c.Sides
}

// Testing are the cases that test a requirement.
func (c *Catalogue) Testing(id string) []*dialect.Case {
	var found []*dialect.Case
	for _, s := range c.judging(id) {
		for _, k := range s.cases() {
			if slices.Contains(k.Tests, id) {
				found = append(found, k)
			}
		}
	}
	return found
}

// Tripping are the planted faults that violate a requirement first of all.
func (c *Catalogue) Tripping(id string) []dialect.Fault {
	var found []dialect.Fault
	for _, s := range c.judging(id) {
		for _, f := range s.faults() {
			if f.Requirements[0] == id {
				found = append(found, f)
			}
		}
	}
	return found
}
