package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/probe"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/traffic"
)

// Probe is `conform probe`: it asks a live server, and judges its answers.
type Probe struct {
	Dialect string `required:"" help:"What the server speaks."`
	BaseURL string `required:"" name:"base-url" placeholder:"URL" help:"The server's base URL, as its clients are given it."`
	Model   string `placeholder:"NAME" help:"The model that is asked."`
	KeyEnv  string `placeholder:"NAME" help:"The environment variable that holds the key; it stands in no output."`
	Samples int    `default:"40" help:"Requests at most."`

	Budget int `default:"60000" placeholder:"TOKENS" help:"Tokens at most that all requests take together, as the server tells them."`

	Timeout time.Duration `default:"60s" help:"Deadline of one request."`

	Prompt []string `placeholder:"TEXT" sep:"none" help:"Ask this too; may be repeated. A server's own tools need words that lead to them."`

	Profile string   `enum:"full,strict" default:"full" help:"In strict a missed SHOULD fails."`
	Report  []string `placeholder:"FORMAT=PATH" help:"Write a report; may be repeated."`
	cli.Telling
}

// Help is the long form of --help.
func (Probe) Help() string {
	return `A model is asked for what it does by itself: one call, several at once, none, odd arguments, two turns, a limit that
cuts a call, an abort in the middle, and the same without a stream. Each answer is judged by the rules of producers that
show in it. What no answer showed is unobserved, and the result says how it may be seen.

Examples:
  conform probe --dialect openai-chat --base-url http://127.0.0.1:11434/v1 --model qwen3
  conform probe --dialect anthropic-messages --base-url https://api.anthropic.com --model NAME --key-env ANTHROPIC_API_KEY
  conform probe --dialect openai-responses --base-url https://api.openai.com/v1 --model NAME --key-env OPENAI_API_KEY --samples 20
  conform probe --dialect ui-messages --base-url http://127.0.0.1:3000/api/chat --prompt 'What is the weather in Oslo?'

Exit codes are those of a run: 0 nothing was missed, 1 something was, 3 the server never answered.`
}

// Run asks and reports.
func (c Probe) Run(s cli.Streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	cat := s.Suite()
	options, err := c.options()
	if err != nil {
		return err
	}
	s, out, err := s.Reporting(c.Report, cat.Requirement)
	if err != nil {
		return err
	}
	defer out.Discard()
	account := traffic.Account{Suite: suiteOf(s), Kind: reports.Probed, Target: c.BaseURL}
	if err := out.Row(reports.Row{Header: traffic.NewTally(c.Profile == "strict").Result(account)}); err != nil {
		return err
	}
	if !c.Quiet {
		options.Say = func(line string) { fmt.Fprintf(s.Err, "conform probe: %s\n", reports.Harmless(line)) }
	}
	started := time.Now()
	found, err := probe.Run(ctx, options)
	account.Exchanges, account.Judged, account.Notes, account.Hint = found.Asked, found.Judged, found.Notes, found.Hint
	account.Times = timesSince(started)
	switch {
	case errors.Is(err, probe.ErrNoAnswer):
		return cli.Exit(cli.ExitNoTarget, err)
	case err != nil:
		account.Incomplete = err.Error()
	}
	return tellLive(s, c.Telling, cat, found.Tally.Result(account), out)
}

// options vets the flags.
func (c Probe) options() (probe.Options, error) {
	wires := traffic.Wires(dialects.Endpoints(), dialects.All())
	o := probe.Options{Wire: traffic.Spoken(wires, c.Dialect), Model: c.Model, Samples: c.Samples, Budget: c.Budget, Timeout: c.Timeout,
		Prompts: c.Prompt, Strict: c.Profile == "strict"}
	var err error
	switch o.Base, err = serverURL("--base-url", c.BaseURL); {
	case err != nil:
		return o, err
	case o.Wire == nil:
		return o, cli.Usage("--dialect %q does not go over HTTP; there are %s", c.Dialect, wireNames(wires))
	case c.Samples < 1:
		return o, cli.Usage("--samples %d: a number from 1 on is expected", c.Samples)
	case c.Budget < 1:
		return o, cli.Usage("--budget %d: a number of tokens above 0 is expected", c.Budget)
	case c.Timeout <= 0:
		return o, cli.Usage("--timeout %s: a duration above 0 is expected", c.Timeout)
	case c.KeyEnv == "":
		return o, nil
	}
	if o.Key = os.Getenv(c.KeyEnv); o.Key == "" {
		return o, cli.Usage("--key-env %s: the environment has no such variable, or it is empty", c.KeyEnv)
	}
	return o, nil
}
