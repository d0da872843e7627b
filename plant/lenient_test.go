package plant

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/wire"
)

// Each malformed text is none, and some parser that forgives reads it: what nobody reads tests nothing.
func TestMalformedTextsAreReadByLenientParsers(t *testing.T) {
	for _, m := range Malformed() {
		read := slices.ContainsFunc(lenients(), func(l lenient) bool { return wire.IsJSON(l.read(m[1])) })
		trimmed := strings.TrimSpace(m[1]) != m[1]
		if wire.IsJSON(m[1]) || !read && !trimmed {
			t.Errorf("%s: %s: JSON already, or nobody reads it", m[0], m[1])
		}
	}
}
