package anthropicmessages_test

import (
	"flag"
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/anthropicmessages"
)

var streams = flag.Int("streams", 200, "how many generated streams the dialect is held against")

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Whole(t, anthropicmessages.Dialect(), *streams) }
