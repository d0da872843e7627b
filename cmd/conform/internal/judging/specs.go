package judging

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/formatter"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/suites"
)

// specResult is all that Ginkgo wants of a testing.T: the rows tell what failed.
type specResult struct{}

func (specResult) Fail() {}

// drive defines the suite and lets Ginkgo run it, without a word of Ginkgo's own. Usage
// errors come before anything runs. Ginkgo allows one run in a process.
func drive(ctx context.Context, cfg suites.Config) (*session.Outcome, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stopped := func(s os.Signal) { cancel(fmt.Errorf("stopped by a signal (%v)", s)) }
	onSignal(stopped)
	cfg.Context = ctx
	suite, err := suites.Define(cfg)
	if err != nil {
		return nil, cli.Exit(cli.ExitUsage, err)
	}
	// Ginkgo would give up the spec that observes. An interrupt ends the observation, and
	// what was seen until then is judged.
	ginkgo.BeforeSuite(func() { onSignal(stopped) })
	formatter.ColorableStdOut = io.Discard
	config, reporter := types.NewDefaultSuiteConfig(), types.NewDefaultReporterConfig()
	config.Timeout, reporter.NoColor = 0, true
	ginkgo.RunSpecs(specResult{}, "conform", config, reporter)
	outcome, err := suite.Outcome()
	if outcome == nil {
		return nil, errors.Join(errors.New("the suite did not run"), err)
	}
	return outcome, nil
}

// onSignal takes the signals that end a program from whoever has them.
func onSignal(do func(os.Signal)) {
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		do(<-c)
		signal.Reset(os.Interrupt, syscall.SIGTERM) // the second one ends it at once
	}()
}
