package suites

import (
	"io"
	"os"
	"os/signal"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/formatter"
	"github.com/onsi/ginkgo/v2/types"
)

// failed remembers that a spec failed: all that Ginkgo wants of a testing.T.
type failed bool

func (f *failed) Fail() { *f = true }

// RunQuietly runs the specs defined so far without a word of Ginkgo's own, for a
// binary that tells the result itself. It returns whether all specs passed. Ginkgo
// allows one run in a process.
func RunQuietly() bool {
	formatter.ColorableStdOut = io.Discard
	suite, reporter := types.NewDefaultSuiteConfig(), types.NewDefaultReporterConfig()
	suite.Timeout = 0
	reporter.NoColor = true
	var f failed
	passed := ginkgo.RunSpecs(&f, "conform", suite, reporter)
	signal.Reset(os.Interrupt) // Ginkgo goes on swallowing it
	return passed && !bool(f)
}
