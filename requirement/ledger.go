package requirement

import (
	"fmt"
	"maps"
	"slices"
)

// Ledger is what the checker of a stream has seen and found so far. The zero value is empty.
type Ledger struct {
	seen  map[string]bool
	found []Finding
}

// Saw notes requirements that could have been missed here.
func (l *Ledger) Saw(ids ...string) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	for _, id := range ids {
		l.seen[id] = true
	}
}

// Found notes findings; what is missed has been seen.
func (l *Ledger) Found(list ...Finding) {
	for _, f := range list {
		l.Saw(f.Requirement)
		l.found = append(l.found, f.Said())
	}
}

// Fresh hands out the findings since it was last asked, and keeps none of them.
func (l *Ledger) Fresh() []Finding {
	fresh := l.found
	l.found = nil
	return fresh
}

// Seen are the requirements that could have been missed so far, in the order of their ids.
func (l *Ledger) Seen() []string { return slices.Sorted(maps.Keys(l.seen)) }

// Told is the judge of a requirement that a checker looks after: it tells what the ledger holds.
func Told(id string) func(*Ledger, *Notes) {
	return func(l *Ledger, n *Notes) {
		if l.seen[id] {
			n.Saw()
		}
		for _, f := range l.found {
			if f.Requirement == id {
				n.Miss(f)
			}
		}
	}
}

// Kept are the rules of a role whose lines a checker looks after: those from first to last, their ids of that format.
func Kept(line func(id string) Requirement, role, format string, first, last int) []Rule[*Ledger] {
	var rules []Rule[*Ledger]
	for n := first; n <= last; n++ {
		id := fmt.Sprintf(format, n)
		rules = append(rules, Rule[*Ledger]{Requirement: line(id).For(role), Judge: Told(id)})
	}
	return rules
}
