package main

import (
	"context"
	"fmt"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/doctor"
	"github.com/toolconform/conform/reports"
)

type doctorCmd struct {
	target
	Timeout time.Duration `default:"5s" help:"Deadline of a case."`
}

// Run prints a line for everything that was looked at.
func (c doctorCmd) Run(s streams) error {
	cat := catalogue.New()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	impl, err := c.open(ctx, cat)
	if err != nil {
		return err
	}
	defer impl.Close()
	if c.isReference() {
		fmt.Fprintln(s.out, "no adapter was given, so this is the built-in reference; yours: conform doctor -- node adapter.mjs")
	}
	bad := 0
	for _, line := range doctor.Examine(ctx, cat, impl, c.Timeout) {
		mark := "ok  "
		if !line.OK {
			mark = "BAD "
			bad++
		}
		fmt.Fprintf(s.out, "%s %s\n", mark, oneLine(line.What))
		if line.Help != "" {
			fmt.Fprintf(s.out, "     → %s\n", oneLine(line.Help))
		}
	}
	if bad > 0 {
		fmt.Fprintf(s.out, "%d things stand in the way of a fair verdict\n", bad)
		return &exitError{code: exitFail}
	}
	fmt.Fprintln(s.out, "the adapter can be judged")
	return nil
}

func oneLine(s string) string {
	return reports.Harmless(strings.ReplaceAll(strings.TrimSpace(s), "\n", " | "))
}
