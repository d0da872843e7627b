package openaichat_test

import (
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/openaichat"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Whole(t, openaichat.Dialect(), 400) }
