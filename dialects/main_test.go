package dialects_test

import (
	"sync"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects"
)

// all are the dialects of all tests here: their cases are made once.
var all = sync.OnceValue(func() []dialect.Dialect { return dialecttest.Kept(dialects.All()) })

func TestMain(m *testing.M) { dialecttest.Main(m) }
