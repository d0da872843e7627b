// Package requirement holds what a verdict rests on: the requirement as a
// value, with its judge beside it, its level, and the findings that come out.
// Judging is pure: values in, outcomes out.
package requirement

import "strings"

// Level says how binding a requirement, or one clause of it, is.
type Level string

// The levels. A missed SHOULD is a warning; an answer outside the list of a MAY
// is a failure of that line.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
	May    Level = "MAY"
)

// Requirement is one normative sentence. Ids are stable for ever.
type Requirement struct {
	ID    string
	Level Level
	// Also lists the levels of further clauses of the same line.
	Also []Level
	// Roles that it binds, in words of the protocol: consumer, producer, converter.
	Roles []string
	// Sentence is the requirement, to be read by people.
	Sentence string
	// Source names document and section, with a quotation where there is one.
	Source string
	// Ruling is the reason for what the suite holds where the document is silent
	// or contradicts itself; "" where the document decides.
	Ruling string
	// Adversarial: only a stream that no right producer sends can test it.
	Adversarial bool
	// NoCrash: the sentence itself forbids a crash, so one fails it beside ROBUST-01.
	NoCrash bool
	// Right and Wrong are small examples for `conform explain`.
	Right, Wrong string
}

// Family is the id's word before the dash: BLOCK of BLOCK-02.
func (r Requirement) Family() string {
	family, _, _ := strings.Cut(r.ID, "-")
	return family
}

// Binds tells whether the requirement speaks to that role.
func (r Requirement) Binds(role string) bool {
	for _, have := range r.Roles {
		if have == role {
			return true
		}
	}
	return false
}

// For is the requirement of one role; a level that it doesn't name is MUST.
func (r Requirement) For(role string) Requirement {
	r.Roles = []string{role}
	if r.Level == "" {
		r.Level = Must
	}
	return r
}
