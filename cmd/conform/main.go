// Command conform holds implementations of streaming LLM tool calls against their
// protocols. This file binds flags; each command is a file of its own.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/toolconform/conform/reports"
)

// The exit codes that scripts rely on.
const (
	exitOK       = 0
	exitFail     = 1 // a failure, or an incomplete run
	exitUsage    = 2
	exitNoTarget = 3 // the adapter never worked
)

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exitError ends a command with an exit code of its own. A nil cause says nothing
// more.
type exitError struct {
	code  int
	cause error
}

func (e *exitError) Error() string {
	if e.cause == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.cause.Error()
}

func (e *exitError) Unwrap() error { return e.cause }

// usage is an error of whoever typed the command.
func usage(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

type commands struct {
	Run       runCmd       `cmd:"" help:"Judge an implementation; without one, the built-in reference."`
	Doctor    doctorCmd    `cmd:"" help:"Prove that an adapter can be judged, or say what is missing."`
	List      listCmd      `cmd:"" help:"Show requirements, cases, dialects, planted faults or variants."`
	Check     checkCmd     `cmd:"" help:"Judge recorded or live streams, without an adapter."`
	Proxy     proxyCmd     `cmd:"" help:"Judge live traffic between a client and a server, and change nothing of it."`
	Probe     probeCmd     `cmd:"" help:"Judge a live model server by what its model does when it is asked."`
	Report    reportCmd    `cmd:"" help:"Render a result again, in other formats."`
	Matrix    matrixCmd    `cmd:"" help:"Put the results of several implementations beside each other."`
	Explain   explainCmd   `cmd:"" help:"Tell everything about one requirement, case or fault."`
	Reference referenceCmd `cmd:"" help:"Be the reference implementation, as an adapter."`
	Merge     mergeCmd     `cmd:"" help:"Put the shards of one run together; the exit status is its verdict."`
	Baseline  baselineCmd  `cmd:"" help:"Keep the file of known failures."`
	Certify   certifyCmd   `cmd:"" help:"Judge a release, and write a signed certificate of what came out."`
	Verify    verifyCmd    `cmd:"" help:"Check a certificate, offline."`
	Generate  generateCmd  `cmd:"" help:"Make new streams from a seed, or prove that the committed corpus regenerates."`
	Serve     serveCmd     `cmd:"" help:"Be a model's server: a scripted one, for agents and for tests."`
	Export    exportCmd    `cmd:"" help:"Write the corpus as plain files for other teams."`
	Demo      demoCmd      `cmd:"" help:"See a failure explained: a client with a planted fault, judged."`
	Version   versionCmd   `cmd:"" help:"Print the versions of the suite, its corpus and protocol."`
}

func main() {
	tuneMemory()
	os.Exit(execute(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// execute runs one command line and returns its exit code.
func execute(args []string, s streams) (code int) {
	var cli commands
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
	parser, err := newParser(&cli, s, func(code int) { panic(helped{code}) })
	if err != nil {
		fmt.Fprintln(s.err, "conform:", err)
		return exitUsage
	}
	args = spelledOut(args)
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(s.err, "conform: %v\n  `conform --help` and `conform COMMAND --help` show what there is.\n", err)
		return exitUsage
	}
	return exitCode(ctx.Run(s), s.err)
}

func newParser(cli *commands, s streams, exit func(code int)) (*kong.Kong, error) {
	return kong.New(cli, kong.Name("conform"), kong.Description(description), kong.Writers(s.out, s.err), kong.Exit(exit),
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
		return exitOK
	}
	var e *exitError
	if errors.As(err, &e) {
		if e.cause != nil {
			fmt.Fprintln(w, "conform:", reports.Harmless(e.cause.Error()))
		}
		return e.code
	}
	fmt.Fprintln(w, "conform:", reports.Harmless(err.Error()))
	return exitFail
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
