package traffic_test

import (
	"os"
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

func TestMain(m *testing.M) {
	dialecttest.Roomy()
	os.Exit(m.Run())
}
