package contentblocks

import (
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

func TestProperties(t *testing.T) { dialecttest.Properties(t, Dialect(), nil) }
