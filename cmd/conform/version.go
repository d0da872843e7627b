package main

import (
	"fmt"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/fixtures"
	"github.com/toolconform/conform/generator"
)

// version of the suite.
const version = "0.1.0"

type versionCmd struct{}

// Run prints the versions, one a line.
func (versionCmd) Run(s cli.Streams) error {
	_, err := fmt.Fprintf(s.Out, "suite %s\ncorpus %s\nprotocol %d\ngenerator %d\n",
		version, fixtures.Digest(), adapter.Protocol, generator.Version)
	return err
}
