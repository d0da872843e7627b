package judging

import (
	"errors"
	"fmt"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/session"
)

// Demo is `conform demo`: a planted fault, judged.
type Demo struct {
	cli.Telling
}

const demoStreams = 20

// Help is the long form of --help.
func (Demo) Help() string {
	return "Example:\n  conform demo\n\nIt ends with exit status 0; a run that finds such a failure ends with 1."
}

// Run judges a client with one thing planted wrong.
func (c Demo) Run(s cli.Streams) error {
	const command = "conform run --dialect %s --role %s --light --runs %d -- conform reference --fault %s"
	d := dialects.Demo()
	fmt.Fprintf(s.Out, "A client of %s in which %s. By hand:\n  "+command+"\n\n", d.Pair.Dialect, d.Title, d.Pair.Dialect, d.Pair.Role,
		demoStreams, d.Fault)
	limits := session.DefaultLimits()
	run := Run{Profile: session.Full, Dialect: []string{d.Pair.Dialect}, Role: []string{string(d.Pair.Role)}, Seed: 1,
		Runs: demoStreams, Light: true, Jobs: 1, Timeout: session.DefaultTimeout, Telling: c.Telling,
		target:   target{Planted: d.Fault, StartupTimeout: time.Second},
		stopping: stopping{limits.Timeouts, limits.Crashes, limits.AdapterErrors, limits.Refusals}}
	var end *cli.Error
	if err := run.Run(s); !errors.As(err, &end) || end.Code != cli.ExitFail {
		return fmt.Errorf("the planted fault was not found: %w", err)
	}
	fmt.Fprintf(s.Out, "\nA run that finds this ends with exit status 1. What the requirement says, and why: conform explain BLOCK-02\n")
	return nil
}
