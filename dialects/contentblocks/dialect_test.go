package contentblocks

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/requirement"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

// History holds calls that were never answered (BLOCK-07): their turn was stopped, and
// what stopped it is not part of it.
func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, Dialect(), func(c *dialect.Case, f requirement.Finding) bool {
		return f.Requirement == "BLOCK-54" && c.Input().Get("history").IsTrue()
	})
}
