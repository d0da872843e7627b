// Package judging has the commands that drive an implementation: run, doctor, demo, certify with
// verify, and reference, which is one.
package judging

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/fixtures"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/suites"
)

// Run is `conform run`: it judges an implementation.
type Run struct {
	target
	Raw         bool     `help:"The command or URL speaks its dialect itself, without an adapter; needs --dialect and --role."`
	Profile     string   `default:"full" help:"core (valid cases, MUSTs), full, or strict (a missed SHOULD fails)."`
	Dialect     []string `help:"Only these dialects."`
	Role        []string `help:"Only these roles."`
	Encoding    []string `help:"Only these encodings of consumer input: events, sse, ndjson."`
	Requirement []string `help:"Only these requirements."`

	LabelFilter string `placeholder:"FILTER" help:"Only specs whose labels a Ginkgo filter selects: 'tool-fence && !SHOULD'."`

	Case     []string `placeholder:"ID|FILE" help:"Only these cases: ids, or case files."`
	Seed     uint64   `default:"1" help:"Seed of the generated streams."`
	Runs     int      `default:"300" help:"Generated streams for each dialect and role."`
	FailFast bool     `help:"Stop at the first case that fails; the run is incomplete then."`

	LastFailed bool `help:"Only the cases that failed when this implementation was last judged from this folder; all, where none did."`

	Watch   bool          `help:"Run again whenever a file beside the adapter's changes."`
	Light   bool          `help:"Leave the heavy cases out: those of 1,000 calls or 1 MiB and more."`
	For     time.Duration `help:"Go on generating streams for this long."`
	Jobs    int           `default:"1" help:"Start the command this many times and share the cases out."`
	Timeout time.Duration `default:"5s" help:"Deadline of a case; heavy cases have six times as long."`
	stopping
	cli.Telling
	Shard    string   `placeholder:"I/N" help:"Run the I-th of N parts; conform merge puts them together."`
	Baseline string   `placeholder:"FILE" help:"Known failures: anything else fails the run, and so does an entry that does not hold."`
	Report   []string `placeholder:"FORMAT=PATH" help:"Write a report; may be repeated."`
	Save     string   `name:"save-counterexamples" placeholder:"DIR" help:"Write each failing case into a file that --case replays."`
}

// Help is the long form of --help.
func (Run) Help() string {
	return `Examples:
  conform run
  conform run -- python3 adapter.py
  conform run --dialect content-blocks --role consumer --http http://127.0.0.1:8080
  conform run --requirement BLOCK-02 --report json=result.json -- node adapter.mjs
  conform run --case content-blocks/consumer/document-parallel -- node adapter.mjs`
}

// Run judges and reports.
func (c Run) Run(s cli.Streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if c.Watch {
		return watch(ctx, s, c.Command, withoutWatch(os.Args[1:]))
	}
	cat := s.Suite()
	options, err := c.options(s, cat)
	if err != nil {
		return err
	}
	known, err := cli.ReadBaseline(cat, c.Baseline)
	if err != nil {
		return err
	}
	s, out, err := s.Reporting(c.Report, cat.Requirement)
	if err != nil {
		return err
	}
	defer out.Discard()
	impl, err := c.start(ctx, s, cat)
	if err != nil {
		return err
	}
	defer impl.Close()
	if err := c.offersSomething(ctx, cat, impl); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	live := newProgress(s.Err)
	options.Journal = out.Row
	options.Progress = func(now session.Progress) {
		live.show(now)
		if c.FailFast && now.Failed > 0 {
			cancel(errors.New("stopped at the first failure (--fail-fast)"))
		}
	}
	outcome, err := drive(ctx, suites.Config{Catalogue: cat, Implementation: impl, Options: options, Labels: c.LabelFilter})
	live.done()
	if outcome == nil {
		return err
	}
	if known != nil {
		known.Apply(outcome.Result, time.Now())
	}
	if len(c.Case) == 0 {
		lastFailedOf(c.reach()).keep(outcome.Result)
	}
	return c.finish(s, cat, outcome, out)
}

// start starts the implementation as often as --jobs says.
func (c Run) start(ctx context.Context, s cli.Streams, cat *catalogue.Catalogue) (driver.Implementation, error) {
	if c.Raw {
		return c.openRaw(ctx, s, cat)
	}
	var list []driver.Implementation
	for range c.Jobs {
		impl, err := c.open(ctx, s, cat)
		if err != nil {
			for _, have := range list {
				have.Close()
			}
			return nil, err
		}
		list = append(list, impl)
	}
	return driver.Several(list), nil
}

func (c Run) finish(s cli.Streams, cat *catalogue.Catalogue, outcome *session.Outcome, out *cli.Reports) error {
	r := outcome.Result
	if err := out.Write(r); err != nil {
		return err
	}
	if err := cli.PrintResult(s, c.Telling, r, cat.Requirement); err != nil {
		return err
	}
	if err := cli.Annotate(s, r, cat.Requirement); err != nil {
		return err
	}
	if err := saveCounterexamples(c.Save, outcome.Counterexamples); err != nil {
		return err
	}
	return cli.Verdict(r)
}

// options vets the flags that need no implementation.
func (c Run) options(s cli.Streams, cat *catalogue.Catalogue) (session.Options, error) {
	o := session.Options{Profile: c.Profile, Seed: c.Seed, Runs: c.Runs, For: c.For, Light: c.Light, Limits: c.limits(), Timeout: c.Timeout,
		Version: s.Version, Corpus: fixtures.Digest(), Reach: c.reach(),
		Selection: reports.Selection{Dialects: c.Dialect, Roles: c.Role, Encodings: c.Encoding, Requirements: upper(c.Requirement)}}
	switch {
	case c.Runs < 0:
		return o, cli.Usage("--runs %d: a number from 0 on is expected", c.Runs)
	case c.Timeout <= 0:
		return o, cli.Usage("--timeout %s: a duration above 0 is expected", c.Timeout)
	case c.Jobs < 1:
		return o, cli.Usage("--jobs %d: a number from 1 on is expected", c.Jobs)
	}
	var err error
	if o.Shard, err = parseShard(c.Shard); err != nil {
		return o, err
	}
	if c.LastFailed && len(c.Case) == 0 {
		if o.Selection.Cases, err = lastFailedOf(c.reach()).cases(); err != nil {
			return o, err
		}
	}
	o.Files = map[string]string{}
	for _, name := range c.Case {
		file, err := loadCase(cat, name)
		switch {
		case err != nil:
			return o, err
		case file != nil:
			o.Extra = append(o.Extra, file)
			o.Files[file.ID] = name
		default:
			o.Selection.Cases = append(o.Selection.Cases, name)
		}
	}
	if err := session.Vet(cat, o); err != nil {
		return o, cli.Usage("%w%s", err, c.meant(cli.NamesOf(cat), o))
	}
	return o, nil
}

// meant suggests what a name that does not exist may have been.
func (c Run) meant(known cli.Names, o session.Options) string {
	for _, asked := range []struct{ names, known []string }{
		{o.Selection.Dialects, known.Dialects}, {o.Selection.Roles, cli.Roles()},
		{o.Selection.Requirements, known.Requirements},
	} {
		if text := cli.Suggestion(asked.names, asked.known); text != "" {
			return text
		}
	}
	if len(o.Selection.Cases) == 0 {
		return ""
	}
	return cli.Suggestion(o.Selection.Cases, known.Cases())
}

func upper(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.ToUpper(s)
	}
	return out
}

func parseShard(text string) (*reports.Shard, error) {
	if text == "" {
		return nil, nil
	}
	var s reports.Shard
	if n, err := fmt.Sscanf(text, "%d/%d", &s.Index, &s.Count); err != nil || n != 2 || s.Index < 1 || s.Index > s.Count ||
		fmt.Sprintf("%d/%d", s.Index, s.Count) != text {
		return nil, cli.Usage("--shard %q: I/N with I from 1 to N is expected, as in 2/4", text)
	}
	return &s, nil
}

// loadCase reads a case file; nil where the name is no file.
func loadCase(cat *catalogue.Catalogue, name string) (*dialect.Case, error) {
	data, err := readFile(name)
	if data == nil || err != nil {
		return nil, err
	}
	c, err := cat.ParseCase(data)
	if err != nil {
		return nil, cli.Usage("--case %s: %v", name, err)
	}
	return c, nil
}
