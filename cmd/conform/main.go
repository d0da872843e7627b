// Command conform holds implementations of streaming LLM tool calls against their
// protocols. This file binds flags; each command is a file of its own in a package below.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/alecthomas/kong"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/cmd/conform/internal/inventory"
	"github.com/toolconform/conform/cmd/conform/internal/judging"
	"github.com/toolconform/conform/cmd/conform/internal/live"
	"github.com/toolconform/conform/cmd/conform/internal/results"
	"github.com/toolconform/conform/reports"
)

type commands struct {
	Run       judging.Run        `cmd:"" help:"Judge an implementation; without one, the built-in reference."`
	Doctor    judging.Doctor     `cmd:"" help:"Prove that an adapter can be judged, or say what is missing."`
	List      inventory.List     `cmd:"" help:"Show requirements, cases, dialects, planted faults or variants."`
	Check     live.Check         `cmd:"" help:"Judge recorded or live streams, without an adapter."`
	Proxy     live.Proxy         `cmd:"" help:"Judge live traffic between a client and a server, and change nothing of it."`
	Probe     live.Probe         `cmd:"" help:"Judge a live model server by what its model does when it is asked."`
	Report    results.Report     `cmd:"" help:"Render a result again, in other formats."`
	Matrix    results.Matrix     `cmd:"" help:"Put the results of several implementations beside each other."`
	Explain   inventory.Explain  `cmd:"" help:"Tell everything about one requirement, case or fault."`
	Reference judging.Reference  `cmd:"" help:"Be the reference implementation, as an adapter."`
	Merge     results.Merge      `cmd:"" help:"Put the shards of one run together; the exit status is its verdict."`
	Baseline  results.Baseline   `cmd:"" help:"Keep the file of known failures."`
	Certify   judging.Certify    `cmd:"" help:"Judge a release, and write a signed certificate of what came out."`
	Verify    judging.Verify     `cmd:"" help:"Check a certificate, offline."`
	Generate  inventory.Generate `cmd:"" help:"Make new streams from a seed, or prove that the committed corpus regenerates."`
	Serve     live.Serve         `cmd:"" help:"Be a model's server: a scripted one, for agents and for tests."`
	Export    inventory.Export   `cmd:"" help:"Write the corpus as plain files for other teams."`
	Demo      judging.Demo       `cmd:"" help:"See a failure explained: a client with a planted fault, judged."`
	Version   versionCmd         `cmd:"" help:"Print the versions of the suite, its corpus and protocol."`
}

func main() {
	tuneMemory()
	os.Exit(execute(os.Args[1:], streams(os.Stdin, os.Stdout, os.Stderr)))
}

// streams of a command that has the whole suite.
func streams(in io.Reader, out, err io.Writer) cli.Streams {
	return cli.Streams{In: in, Out: out, Err: err, Version: version, Suite: sync.OnceValue(catalogue.New)}
}

// execute runs one command line and returns its exit code.
func execute(args []string, s cli.Streams) (code int) {
	var all commands
	type helped struct{ code int }
	defer func() {
		if p := recover(); p != nil {
			h, ok := p.(helped)
			if !ok {
				panic(p)
			}
			code = h.code
		}
	}()
	parser, err := newParser(&all, s, func(code int) { panic(helped{code}) })
	if err != nil {
		fmt.Fprintln(s.Err, "conform:", err)
		return cli.ExitUsage
	}
	args = spelledOut(args)
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(s.Err, "conform: %v\n  `conform --help` and `conform COMMAND --help` show what there is.\n", err)
		return cli.ExitUsage
	}
	return exitCode(ctx.Run(s), s.Err)
}

func newParser(all *commands, s cli.Streams, exit func(code int)) (*kong.Kong, error) {
	return kong.New(all, kong.Name("conform"), kong.Description(description), kong.Writers(s.Out, s.Err), kong.Exit(exit),
		kong.UsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}))
}

// spelledOut turns what people type by habit into the commands that there are: nothing and
// help are --help, --version is version.
func spelledOut(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && (args[0] == "--version" || args[0] == "-V"):
		return []string{"version"}
	}
	return args
}

func exitCode(err error, w io.Writer) int {
	if err == nil {
		return cli.ExitOK
	}
	var e *cli.Error
	if errors.As(err, &e) {
		if e.Cause != nil {
			fmt.Fprintln(w, "conform:", reports.Harmless(e.Cause.Error()))
		}
		return e.Code
	}
	fmt.Fprintln(w, "conform:", reports.Harmless(err.Error()))
	return cli.ExitFail
}

const description = `conform holds implementations of streaming LLM tool calls against their wire protocols.

  conform demo                           see a failure explained
  conform run                            judge the built-in reference
  conform run -- node my-adapter.mjs     judge an implementation behind an adapter
  conform run --http http://127.0.0.1:8080
  conform doctor -- node my-adapter.mjs  find out why it can't be judged yet
  conform explain BLOCK-02               what a requirement says, and why
  conform serve                          be a model's server for your tests
  conform help run                       all flags of a command

Exit codes: 0 conforms, 1 does not (or the run is incomplete, or saw nothing), 2 usage, 3 the adapter never worked.`
