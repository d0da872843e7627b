package main

import (
	"os"
	"runtime/debug"
)

// What conform keeps is small and what it makes and drops is much, so that the collector
// would walk the same few values hundreds of times a second. It waits for eight times as
// much, and hurries where a heavy case makes the heap large.
const (
	gcPercent = 800
	hurryAt   = 640 << 20
)

// tuneMemory sets the collector, unless whoever started conform did.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(hurryAt)
	}
}
