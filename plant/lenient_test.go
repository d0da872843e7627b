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

// Each of these is JSON and no object, and one is taken from it.
func TestWhatIsNoObjectIsTakenForOne(t *testing.T) {
	for _, m := range Objectless() {
		v, err := wire.Parse([]byte(m[1]))
		read := slices.ContainsFunc(takers(), func(l lenient) bool { return l.read(m[1]) != "" })
		if err != nil || v.IsObject() || !read {
			t.Errorf("%s: %s: no JSON, an object already, or nobody takes one", m[0], m[1])
		}
	}
	for _, l := range takers() {
		if text := l.read(`{"q":1}`); text != "" {
			t.Errorf("%s: of an object is made %s", l.slug, text)
		}
	}
}
