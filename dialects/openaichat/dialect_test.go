package openaichat_test

import (
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/openaichat"
	"github.com/toolconform/conform/requirement"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, openaichat.Dialect()) }

func TestSelfConsistency(t *testing.T) { dialecttest.Consistent(t, openaichat.Dialect(), 600) }

func TestJudgesTakeAnything(t *testing.T) { dialecttest.Anything(t, openaichat.Dialect(), 600) }

func TestVariantsConform(t *testing.T) { dialecttest.Otherwise(t, openaichat.Dialect(), 600) }

func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, openaichat.Dialect(), func(*dialect.Case, requirement.Finding) bool { return false })
}
