package inventory

import (
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }
