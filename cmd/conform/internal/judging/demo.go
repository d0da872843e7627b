package judging

import (
	"errors"
	"fmt"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/session"
)

// Demo is `conform demo`: a planted fault, judged.
type Demo struct {
	cli.Telling
}

// What the demo plants is easily made and easily seen: each result goes to the last call.
const (
	demoFault   = "BLOCK-02/last-call"
	demoDialect = "content-blocks"
	demoRole    = "consumer"
	demoStreams = 20
)

// Help is the long form of --help.
func (Demo) Help() string {
	return "Example:\n  conform demo\n\nIt ends with exit status 0; a run that finds such a failure ends with 1."
}

// Run judges a client with one thing planted wrong.
func (c Demo) Run(s cli.Streams) error {
	const command = "conform run --dialect %s --role %s --light --runs %d -- conform reference --fault %s"
	fmt.Fprintf(s.Out, "A client of %s in which each result goes to the last call that was made. By hand:\n  "+command+"\n\n",
		demoDialect, demoDialect, demoRole, demoStreams, demoFault)
	limits := session.DefaultLimits()
	run := Run{Profile: session.Full, Dialect: []string{demoDialect}, Role: []string{demoRole}, Seed: 1, Runs: demoStreams, Light: true,
		Jobs:    1,
		Timeout: session.DefaultTimeout, Telling: c.Telling, target: target{Planted: demoFault, StartupTimeout: time.Second},
		stopping: stopping{limits.Timeouts, limits.Crashes, limits.AdapterErrors, limits.Refusals}}
	var end *cli.Error
	if err := run.Run(s); !errors.As(err, &end) || end.Code != cli.ExitFail {
		return fmt.Errorf("the planted fault was not found: %w", err)
	}
	fmt.Fprintf(s.Out, "\nA run that finds this ends with exit status 1. What the requirement says, and why: conform explain BLOCK-02\n")
	return nil
}
