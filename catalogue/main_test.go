package catalogue_test

import (
	"sync"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect/dialecttest"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

// built is the catalogue of all tests here: its cases are made once.
var built = sync.OnceValue(catalogue.New)
