package messageparts

import (
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }
