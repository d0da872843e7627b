package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// Members are the members of a call that is shown. State may be "".
type Members struct{ ID, Name, Arguments, State string }

// Show are the calls of a list in a state. Is tells calls from other elements; nil where there
// are no others.
func Show(state wire.Value, at string, m Members, is func(e wire.Value) bool) []*Got {
	var list []*Got
	for i, e := range state.Find(at).Items() {
		if is == nil || is(e) {
			list = append(list, &Got{ID: e.Get(m.ID), Name: e.Get(m.Name), Arguments: e.Get(m.Arguments), State: e.Get(m.State).Text(),
				At: fmt.Sprintf("%s/%d", at, i)})
		}
	}
	return list
}

// Fits tells whether a text is one of those that are right, or the beginning of one where the
// answer need not be whole.
func Fits(right []string, text string, partial bool) bool {
	return slices.ContainsFunc(right, func(r string) bool { return r == text || partial && strings.HasPrefix(r, text) })
}
