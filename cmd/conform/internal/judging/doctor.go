package judging

import (
	"context"
	"fmt"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/doctor"
	"github.com/toolconform/conform/reports"
)

// Doctor is `conform doctor`: it finds out whether an adapter can be judged.
type Doctor struct {
	target
	Timeout time.Duration `default:"5s" help:"Deadline of a case."`
}

// Run prints a line for everything that was looked at.
func (c Doctor) Run(s cli.Streams) error {
	cat := s.Suite()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	impl, err := c.open(ctx, s, cat)
	if err != nil {
		return err
	}
	defer impl.Close()
	if c.isReference() {
		fmt.Fprintln(s.Out, "no adapter was given, so this is the built-in reference; yours: conform doctor -- node adapter.mjs")
	}
	bad := 0
	for _, line := range doctor.Examine(ctx, cat, impl, c.Timeout) {
		mark := "ok  "
		if !line.OK {
			mark = "BAD "
			bad++
		}
		fmt.Fprintf(s.Out, "%s %s\n", mark, oneLine(line.What))
		if line.Help != "" {
			fmt.Fprintf(s.Out, "     → %s\n", oneLine(line.Help))
		}
	}
	if bad > 0 {
		fmt.Fprintf(s.Out, "%d things stand in the way of a fair verdict\n", bad)
		return cli.Exit(cli.ExitFail, nil)
	}
	fmt.Fprintln(s.Out, "the adapter can be judged")
	return nil
}

func oneLine(s string) string {
	return reports.Harmless(strings.ReplaceAll(strings.TrimSpace(s), "\n", " | "))
}
