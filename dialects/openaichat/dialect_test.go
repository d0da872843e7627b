package openaichat_test

import (
	"flag"
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/openaichat"
)

// The streams are the same every time; more of them are further ones.
var streams = flag.Int("streams", 400, "how many generated streams the dialect is held against")

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Whole(t, openaichat.Dialect(), *streams) }
