package live

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/fixtures"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/proxy"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

// Proxy is `conform proxy`: it judges what passes through.
type Proxy struct {
	Upstream string `required:"" placeholder:"URL" help:"The server that is forwarded to; what clients ask for stands behind its path."`

	Listen  string        `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where clients reach the proxy."`
	Dialect string        `help:"Take every POST for one of this dialect; else the path tells."`
	Record  string        `placeholder:"DIR" help:"Write every exchange that is judged into files, without credentials."`
	For     time.Duration `help:"End after this long; Ctrl-C ends it too."`
	Profile string        `enum:"full,strict" default:"full" help:"In strict a missed SHOULD fails."`
	Report  []string      `placeholder:"FORMAT=PATH" help:"Write a report; may be repeated."`
	cli.Telling
}

// Help is the long form of --help.
func (Proxy) Help() string {
	return `Every byte is passed on as it comes, and judged beside the stream: answers by the rules of producers, requests by
those of converters, and whether each call is answered in the next request. Point a client's base URL at it.

Examples:
  conform proxy --upstream https://api.openai.com
  conform proxy --upstream http://127.0.0.1:11434 --listen 127.0.0.1:8080 --report html=traffic.html
  conform proxy --upstream https://example.org/agent --dialect ag-ui --for 10m --record exchanges

Exit codes are those of a run: 0 nothing was missed, 1 something was, or nothing was seen.`
}

// judging is how long the judges may take once the last stream has ended.
const judging = time.Minute

// Run forwards until it is told to end, and reports.
func (c Proxy) Run(s cli.Streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	cat := s.Suite()
	p, err := c.open(cat)
	if err != nil {
		return err
	}
	s, out, err := s.Reporting(c.Report, cat.Requirement)
	if err != nil {
		return err
	}
	defer out.Discard()
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return cli.Usage("--listen %s: %v", c.Listen, err)
	}
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	account := traffic.Account{Suite: suiteOf(s), Kind: reports.Proxied, Target: p.Target()}
	started := time.Now()
	if err := out.Row(reports.Row{Header: traffic.NewTally(c.Profile == "strict").Result(account)}); err != nil {
		return err
	}
	fmt.Fprintf(s.Err, "conform proxy: http://%s → %s; end it with Ctrl-C\n", listener.Addr(), p.Target())
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	server := &http.Server{Handler: p, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	if err := serveUntil(ctx, listener, server); err != nil {
		return err
	}
	late, cancel := context.WithTimeout(context.Background(), judging)
	defer cancel()
	found := p.Close(late)
	account.Exchanges, account.Judged, account.Notes = found.Exchanges, found.Judged, found.Notes
	account.Times = timesSince(started)
	return tellLive(s, c.Telling, cat, found.Tally.Result(account), out)
}

// open vets the flags and makes the proxy.
func (c Proxy) open(cat *catalogue.Catalogue) (*proxy.Proxy, error) {
	u, err := serverURL("--upstream", c.Upstream)
	if err != nil {
		return nil, err
	}
	wires := traffic.Wires(dialects.Endpoints(), dialects.All())
	if c.Dialect != "" && traffic.Spoken(wires, c.Dialect) == nil {
		return nil, cli.Usage("--dialect %q does not go over HTTP; there are %s", c.Dialect, wireNames(wires))
	}
	if c.For < 0 {
		return nil, cli.Usage("--for %s: a duration above 0 is expected", c.For)
	}
	p, err := proxy.New(proxy.Options{Upstream: u, Wires: wires, Dialect: c.Dialect, Record: c.Record, Strict: c.Profile == "strict",
		Cases: recordedCase(cat)})
	if err != nil {
		return nil, cli.Usage("--record: %v", err)
	}
	return p, nil
}

func wireNames(wires []*traffic.Wire) string {
	var names []string
	for _, w := range wires {
		names = append(names, w.Dialect)
	}
	return strings.Join(names, ", ")
}

// serverURL reads the URL of a server. Credentials are the client's to send, and stand in no report.
func serverURL(flag, text string) (*url.URL, error) {
	u, ok := cli.HTTPURL(text)
	switch {
	case !ok:
		return nil, cli.Usage("%s is no http URL; write it as https://example.org", flag)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, cli.Usage("%s: a URL without user, query and fragment is expected: credentials belong elsewhere", flag)
	}
	return u, nil
}

func suiteOf(s cli.Streams) reports.Suite {
	return reports.Suite{Name: "conform", Version: s.Version, Protocol: 1, Generator: generator.Version, Corpus: fixtures.Digest()}
}

func timesSince(started time.Time) reports.Times {
	return reports.Times{Started: started.UTC().Format(time.RFC3339), Seconds: fmt.Sprintf("%.3f", time.Since(started).Seconds())}
}

// tellLive writes and prints the result of live traffic, and ends as a run does.
func tellLive(s cli.Streams, t cli.Telling, cat *catalogue.Catalogue, r *reports.Result, out *cli.Reports) error {
	if err := out.Write(r); err != nil {
		return err
	}
	if err := cli.PrintResult(s, t, r, cat.Requirement); err != nil {
		return err
	}
	if err := cli.Annotate(s, r, cat.Requirement); err != nil {
		return err
	}
	return cli.Verdict(r)
}

// recordedCase makes a case for consumers of a recorded stream: adversarial, since nobody knows whether
// a right server sent it.
func recordedCase(cat *catalogue.Catalogue) proxy.CaseOf {
	return func(name, id string, events []wire.Value, whole bool) ([]byte, error) {
		side := cat.Side(dialect.Pair{Dialect: name, Role: dialect.Consumer})
		script := wire.Obj(wire.M("elements", wire.List(events...)))
		if !whole {
			script = script.With("ending", wire.Str("cut"))
		}
		parsed, err := side.Parse(script)
		if err != nil {
			return nil, err
		}
		c := &dialect.Case{ID: id, Title: "A recorded answer.", Pair: side.Pair, Class: dialect.Adversarial, Tests: side.Matrix,
			Script: parsed}
		return append(catalogue.CaseJSON(c).AppendJSON(nil), '\n'), nil
	}
}
