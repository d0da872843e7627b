package contentblocks

import (
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

func TestVerify(t *testing.T) { dialecttest.Verify(t, Dialect()) }
