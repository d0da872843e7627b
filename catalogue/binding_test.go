package catalogue_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/properties"
)

// Of the properties META-06 and META-07 bind every role, the others consumers; what
// binds says so in its roles.
func TestWhomThePropertiesBind(t *testing.T) {
	cat := built()
	for _, s := range cat.Sides {
		ids := properties.Binding(s.Side.Side)
		for _, id := range []string{"META-06", "META-07"} {
			if !slices.Contains(ids, id) {
				t.Errorf("%s does not bind %s", id, s.Pair)
			}
		}
		if s.Role != dialect.Consumer && len(ids) != 2 {
			t.Errorf("%s is bound by %s", s.Pair, strings.Join(ids, " "))
		}
		for _, r := range s.Bound() {
			if !r.Binds(string(s.Role)) {
				t.Errorf("%s binds %s, and its roles are %s", r.ID, s.Pair, strings.Join(r.Roles, " "))
			}
		}
	}
}
