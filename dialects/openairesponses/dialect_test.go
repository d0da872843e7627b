package openairesponses_test

import (
	"flag"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/openairesponses"
	"github.com/toolconform/conform/requirement"
)

// The streams are the same every time; more of them are further ones.
var streams = flag.Int("streams", 200, "how many generated streams the dialect is held against")

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, openairesponses.Dialect()) }

func TestSelfConsistency(t *testing.T) {
	dialecttest.Consistent(t, openairesponses.Dialect(), *streams)
}

func TestJudgesTakeAnything(t *testing.T) {
	dialecttest.Anything(t, openairesponses.Dialect(), *streams)
}

func TestVariantsConform(t *testing.T) { dialecttest.Otherwise(t, openairesponses.Dialect(), *streams) }

func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, openairesponses.Dialect(), func(*dialect.Case, requirement.Finding) bool { return false })
}
