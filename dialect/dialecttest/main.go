package dialecttest

import (
	"flag"
	"os"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/toolconform/conform/dialect"
)

// everything asks for what takes minutes: everyday tests try each thing once, in one encoding,
// and heavy cases only where a fault needs them.
var everything = flag.Bool("all", false, "try every fault and variant on every case, in every encoding, heavy ones too")

// The streams are the same every time; more of them are further ones.
var streamed = flag.Int("streams", 0, "how many generated streams a dialect is held against; 0 for as many as its test says")

// Streams is how many are asked for, or as many as usual.
func Streams(usual int) int {
	if *streamed > 0 {
		return *streamed
	}
	return usual
}

// All tells whether the tests were asked for everything.
func All() bool { return *everything }

// Roomy lets the collector wait for more, as the tool does: it would walk the same cases again
// and again.
func Roomy() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
}

// Kept are dialects whose sides make their cases, faults and variants once: a table of tests asks for them again and again.
func Kept(list []dialect.Dialect) []dialect.Dialect {
	for _, d := range list {
		for i := range d.Sides {
			s := &d.Sides[i]
			s.Cases, s.Faults, s.Variants = sync.OnceValue(s.Cases), sync.OnceValue(s.Faults), sync.OnceValue(s.Variants)
		}
	}
	return list
}

// Main runs a package's tests with the draws of rapid pinned, and a quarter of their number but with -all.
func Main(m *testing.M) {
	Roomy()
	Pinned("25")
	os.Exit(m.Run())
}

// Pinned parses the flags and pins the draws of rapid, so that tests pass or fail for what was changed, and to so many but
// with -all. -rapid.seed=N draws others.
func Pinned(checks string) {
	flag.Parse()
	instead("rapid.seed", "0", "20003")
	if !All() {
		instead("rapid.checks", "100", checks)
	}
}

// instead sets a flag that stands at what it is by itself.
func instead(name, byItself, value string) {
	if f := flag.Lookup(name); f != nil && f.Value.String() == byItself {
		if err := f.Value.Set(value); err != nil {
			panic(err)
		}
	}
}
