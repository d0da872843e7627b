package toolfence

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/requirement"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

// Document 000 makes every member optional and says what a reader does where a state, a
// text or the other outcome is missing or there (FENCE-05 … 07, 14), so a fence that has
// less than FENCE-51 asks of a transcript's producer is still right. One whose state says
// that there is no outcome yet, beside one, is not.
func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, Dialect(), func(_ *dialect.Case, f requirement.Finding) bool {
		state := f.Actual
		if state.IsObject() {
			state = state.Get("state")
		}
		return f.Requirement == "FENCE-51" && !strings.HasPrefix(state.Text(), "input-")
	})
}
