package contentblocks

import (
	"slices"
	"sort"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// check runs a checker over events and returns the requirements that it finds
// broken, each once, in order.
func check(events []wire.Value, options dialect.CheckOptions) ([]string, []requirement.Finding) {
	c := newChecker(options)
	var found []requirement.Finding
	for _, ev := range events {
		found = append(found, c.Event(ev)...)
	}
	found = append(found, c.End()...)
	var ids []string
	for _, f := range found {
		if !slices.Contains(ids, f.Requirement) {
			ids = append(ids, f.Requirement)
		}
	}
	sort.Strings(ids)
	return ids, found
}
