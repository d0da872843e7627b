package certificate_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// The same cases stay for long, and what is made of them is thrown away at once: the collector
// waits for more.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
