package anthropicmessages_test

import (
	"flag"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/anthropicmessages"
	"github.com/toolconform/conform/requirement"
)

var streams = flag.Int("streams", 200, "how many generated streams the dialect is held against")

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, anthropicmessages.Dialect()) }

func TestSelfConsistency(t *testing.T) {
	dialecttest.Consistent(t, anthropicmessages.Dialect(), max(*streams, 1000))
}

func TestJudgesTakeAnything(t *testing.T) {
	dialecttest.Anything(t, anthropicmessages.Dialect(), *streams)
}

func TestVariantsConform(t *testing.T) {
	dialecttest.Otherwise(t, anthropicmessages.Dialect(), *streams)
}

// Of a valid case no right producer breaks a MUST: cut arguments and streams that end early
// are how a turn fails.
func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, anthropicmessages.Dialect(), func(*dialect.Case, requirement.Finding) bool { return false })
}
