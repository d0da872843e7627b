package anthropicmessages_test

import (
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/anthropicmessages"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, anthropicmessages.Dialect()) }
