package judging

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/doctor"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/host"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// target is how an implementation is reached; the same flags for every command
// that drives one.
type target struct {
	HTTP           string        `name:"http" placeholder:"URL" help:"Reach the adapter over HTTP."`
	StartupTimeout time.Duration `default:"10s" help:"How long the adapter may take until it says hello."`

	AgentsAt string `placeholder:"ADDR" help:"Where agents find a model server: an address to listen on; by default a port of 127.0.0.1."`

	AgentsURL string `name:"agents-url" placeholder:"URL" help:"What agents are told instead of that address, as from a container."`

	Planted string   `kong:"-"` // a fault of the built-in reference, for the demo
	Command []string `arg:"" optional:"" help:"The adapter's command, behind --."`
}

// isReference: neither a command nor a URL was given.
func (t target) isReference() bool { return t.HTTP == "" && len(t.Command) == 0 }

// open starts or reaches the implementation. An adapter that never works ends
// the command with exit 3.
func (t target) open(ctx context.Context, s cli.Streams, cat *catalogue.Catalogue) (driver.Implementation, error) {
	if t.HTTP != "" && len(t.Command) > 0 {
		return nil, cli.Usage("--http and a command exclude each other: give one way to reach the adapter")
	}
	if err := errors.Join(t.vetURL(), t.vetAgents()); err != nil {
		return nil, err
	}
	impl, err := t.dial(ctx, s, cat)
	if err != nil {
		return impl, t.neverWorked(err)
	}
	return host.Beside(impl, dialects.Endpoints(), host.Place{Listen: t.AgentsAt, URL: t.AgentsURL}), nil
}

// vetURL finds an URL that is none before anything is tried.
func (t target) vetURL() error {
	if t.HTTP == "" {
		return nil
	}
	if _, ok := cli.HTTPURL(t.HTTP); !ok {
		return cli.Usage("--http %q is no http URL; write it as http://localhost:8080", t.HTTP)
	}
	return nil
}

// vetAgents finds an address that nobody can listen on before anything is tried.
func (t target) vetAgents() error {
	if _, ok := cli.HTTPURL(t.AgentsURL); t.AgentsURL != "" && (t.AgentsAt == "" || !ok) {
		return cli.Usage("--agents-url %q: it is the http URL by which agents reach what --agents-at listens on; give both", t.AgentsURL)
	}
	if t.AgentsAt == "" {
		return nil
	}
	l, err := net.Listen("tcp", t.AgentsAt)
	if err != nil {
		return cli.Usage("--agents-at %s: %v", t.AgentsAt, err)
	}
	return l.Close()
}

// offersSomething ends the command where the hello offers nothing that can be judged, in
// the words of the doctor.
func (t target) offersSomething(ctx context.Context, cat *catalogue.Catalogue, impl driver.Implementation) error {
	for _, s := range cat.Sides {
		if _, ok := impl.Hello().Offer(s.Pair); ok {
			return nil
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "the adapter cannot be judged\n  tried  %s", strings.TrimPrefix(t.reach(), "-- "))
	for _, line := range doctor.Examine(ctx, cat, impl, time.Second) {
		if !line.OK {
			fmt.Fprintf(&b, "\n  BAD    %s\n  → %s", oneLine(line.What), oneLine(line.Help))
		}
	}
	return cli.Exit(cli.ExitNoTarget, errors.New(b.String()))
}

// neverWorked turns the error of a start into the end of the command, which tells
// what was tried, the last words of the process, and what to do.
func (t target) neverWorked(err error) error {
	var e *driver.StartError
	if !errors.As(err, &e) {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n  tried  %s", err, strings.TrimPrefix(t.reach(), "-- "))
	for i, line := range e.LastLines() {
		label := "stderr"
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(&b, "\n  %-6s %s", label, line)
	}
	if advice := e.Advice(); advice != "" {
		fmt.Fprintf(&b, "\n  → %s", advice)
	}
	return cli.Exit(cli.ExitNoTarget, errors.New(b.String()))
}

func (t target) dial(ctx context.Context, s cli.Streams, cat *catalogue.Catalogue) (driver.Implementation, error) {
	switch {
	case t.HTTP != "":
		return driver.DialHTTP(ctx, driver.HTTPOptions{URL: t.HTTP, StartupTimeout: t.StartupTimeout})
	case len(t.Command) > 0:
		return driver.Start(ctx, driver.CommandOptions{Args: t.Command, StartupTimeout: t.StartupTimeout, Version: s.Version})
	}
	answers, info := reference(cat, s.Version)
	if err := (Reference{Fault: t.Planted}).change(cat, answers, &info); err != nil {
		return nil, err
	}
	return driver.InProcess(info, answers), nil
}

// reach is the target as it stands on a command line behind `conform run`.
func (t target) reach() string {
	switch {
	case t.HTTP != "":
		return "--http " + session.QuoteArgs([]string{t.HTTP})
	case len(t.Command) > 0:
		return "-- " + session.QuoteArgs(t.Command)
	}
	if t.Planted != "" {
		return "-- conform reference --fault " + t.Planted
	}
	return ""
}

// referenceConcurrency is how many cases the reference takes at a time.
const referenceConcurrency = 16

// reference is the built-in implementation of every pair.
func reference(cat *catalogue.Catalogue, version string) (map[dialect.Pair]dialect.Answer, adapter.Info) {
	answers := map[dialect.Pair]dialect.Answer{}
	info := adapter.Info{Concurrency: referenceConcurrency, Implementation: wire.Obj(
		wire.M("name", wire.Str("conform reference")), wire.M("version", wire.Str(version)), wire.M("language", wire.Str("go")))}
	for _, s := range cat.Sides {
		answers[s.Pair] = s.Reference
		info.Supports = append(info.Supports, adapter.Support{Dialect: s.Dialect, Role: s.Role, Encodings: s.Encodings})
	}
	return answers, info
}
