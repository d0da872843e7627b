package agui_test

import (
	"flag"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/agui"
	"github.com/toolconform/conform/requirement"
)

var streams = flag.Int("streams", 200, "how many generated streams the dialect is held against")

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, agui.Dialect()) }

func TestSelfConsistency(t *testing.T) {
	dialecttest.Consistent(t, agui.Dialect(), max(*streams, 1000))
}

func TestJudgesTakeAnything(t *testing.T) {
	dialecttest.Anything(t, agui.Dialect(), *streams)
}

func TestVariantsConform(t *testing.T) {
	dialecttest.Otherwise(t, agui.Dialect(), *streams)
}

// Of a valid case no right producer breaks a MUST.
func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, agui.Dialect(), func(*dialect.Case, requirement.Finding) bool { return false })
}
