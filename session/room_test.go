package session

import "runtime/debug"

// The same cases stay for long, and what is made of them is thrown away at once: the collector
// waits for more.
var _ = debug.SetGCPercent(400)
