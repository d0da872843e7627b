package dialects_test

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// Every variant of a converter is right about the conversations in which everything stands beside everything, and about those
// whose ids it may give to other calls: other tests try a few variants on a few cases.
func TestConvertersThatAreRightInAnotherWay(t *testing.T) {
	for _, d := range all() {
		for _, s := range d.Sides {
			if s.Role != dialect.Converter {
				continue
			}
			tried := 0
			for _, c := range s.Cases() {
				if !strings.Contains(c.ID, "/mixed-") && !strings.HasSuffix(c.ID, "/ids-counted-otherwise") {
					continue
				}
				tried++
				for _, v := range s.Variants() {
					o := v.Plant(s.Reference)(c.Input())
					if missed := dialecttest.Missed(s.Judge(c, &o)); missed != "" && o.Ending == dialect.Done {
						t.Errorf("%s: %s misses %s", c.ID, v.ID, missed)
					}
				}
			}
			if tried == 0 && d.Name != "message-parts" {
				t.Errorf("%s has no such conversation", s.Pair)
			}
		}
	}
}
