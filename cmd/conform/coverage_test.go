package main

import (
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

func TestGenerateCoverage(t *testing.T) {
	conform(t, "", "generate", "--coverage", "--dialect", "stage-events", "--count", "20").
		want(t, cli.ExitOK, "stage-events/consumer", "stage-events/producer", "neighbours", "a stop stands last")
	conform(t, "", "generate", "--coverage", "--dialect", "stage-events", "--role", "producer", "--count", "20", "--format", "json").
		want(t, cli.ExitOK, `{"dialect":"stage-events","role":"producer","family":"around",`+
			`"cell":"text between a call and its result, alone",`+
			`"cases":`)
	for _, args := range [][]string{{"--out", "x"}, {"--dialect", "nobody"}, {"--check"}, {"--count", "0"}} {
		conform(t, "", append([]string{"generate", "--coverage"}, args...)...).want(t, cli.ExitUsage)
	}
}
