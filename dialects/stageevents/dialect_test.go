package stageevents

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/requirement"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, Dialect(), func(*dialect.Case, requirement.Finding) bool { return false })
}
