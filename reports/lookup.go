package reports

import "github.com/toolconform/conform/requirement"

// Lookup gives the requirement of an id.
type Lookup func(id string) (requirement.Requirement, bool)

// Find always gives a requirement: one that is not known has at least its id.
func (l Lookup) Find(id string, level requirement.Level) requirement.Requirement {
	if r, ok := l(id); ok {
		return r
	}
	return requirement.Requirement{ID: Name(id), Level: level, Sentence: "(a requirement that this version does not know)"}
}
