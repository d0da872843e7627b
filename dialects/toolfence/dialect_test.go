package toolfence

import (
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }
