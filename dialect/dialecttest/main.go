package dialecttest

import (
	"flag"
	"os"
	"testing"
)

// Main runs a package's tests with the draws of rapid pinned, so that they pass or
// fail for what was changed. -rapid.seed=N draws others.
func Main(m *testing.M) {
	flag.Parse()
	if seed := flag.Lookup("rapid.seed"); seed != nil && seed.Value.String() == "0" {
		if err := seed.Value.Set("20003"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
