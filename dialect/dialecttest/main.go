package dialecttest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// everything asks for what takes minutes: everyday tests try each thing once, in one encoding,
// and heavy cases only where a fault needs them.
var everything = flag.Bool("all", false, "try every fault and variant on every case, in every encoding, heavy ones too")

// All tells whether the tests were asked for everything.
func All() bool { return *everything }

// Roomy lets the collector wait for more, as the tool does: it would walk the same cases again
// and again.
func Roomy() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Main runs a package's tests with the draws of rapid pinned, so that they pass or
// fail for what was changed. -rapid.seed=N draws others.
func Main(m *testing.M) {
	Roomy()
	flag.Parse()
	if seed := flag.Lookup("rapid.seed"); seed != nil && seed.Value.String() == "0" {
		if err := seed.Value.Set("20003"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
