package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/serve"
)

// Serve is `conform serve`: a model's server with a script.
type Serve struct {
	Listen      string        `default:"127.0.0.1:4110" placeholder:"ADDR" help:"Where to listen; port 0 is any free one."`
	Dialect     string        `help:"Only this wire; all that stand behind HTTP where it is not given."`
	Case        string        `placeholder:"ID" help:"Answer with the stream, or the conversation, of a case."`
	File        string        `placeholder:"FILE" help:"Answer with a case file, or with a recorded stream (which needs --dialect)."`
	Seed        uint64        `default:"1" help:"Draw the answers: calls of the tools that a request offers, then a text."`
	Adversarial bool          `help:"Twist some of the drawn streams as no right server would."`
	Pace        time.Duration `help:"Wait so long before every frame."`
	Piece       int           `placeholder:"BYTES" help:"Send so many bytes at a time."`

	End string `placeholder:"HOW" help:"End every stream before its time: cut, broken (inside a frame) or error (an error frame)."`

	After  int           `default:"2" help:"Behind so many frames, with --end."`
	Status int           `help:"Answer with this error status instead."`
	Every  int           `default:"1" help:"But only to every so many-th request, with --status."`
	Model  string        `default:"conform" help:"The model that GET /v1/models lists."`
	For    time.Duration `help:"End after so long; without it, at Ctrl-C."`
	Wait   time.Duration `default:"30s" help:"How long a client may take to send, or to read; idle for four times as long."`
	Quiet  bool          `help:"Don't tell about requests on standard error."`
}

// Help is the long form of --help.
func (Serve) Help() string {
	return `A model's server to point a base URL at. What it answers follows from the seed, or is a case; a request for
/c/NAME/… is answered in a conversation of that name, and GET /c/NAME/log tells what it was asked.

Examples:
  conform serve
  conform serve --listen 127.0.0.1:0 --seed 7 --adversarial
  conform serve --case openai-chat/consumer/blanked
  conform serve --dialect anthropic-messages --end broken --after 5 --pace 50ms
  curl -N http://127.0.0.1:4110/c/a/v1/chat/completions -d '{"stream":true,"messages":[{"role":"user","content":"hi"}]}'`
}

// Run serves until it is ended.
func (c Serve) Run(s cli.Streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if c.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.For)
		defer cancel()
	}
	options, err := c.options(s.Suite())
	if err != nil {
		return err
	}
	if !c.Quiet {
		var mu sync.Mutex
		options.Told = func(line string) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintln(s.Err, line)
		}
	}
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return cli.Usage("--listen %s: %v", c.Listen, err)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(serveHurriesAt)
	}
	c.announce(s, l.Addr(), options.Endpoints)
	return serveUntil(ctx, l, serve.New(options).HTTP())
}

// serveHurriesAt: what a server keeps is at most its log, and it stands for days beside the tests of others. The collector
// lets less lie about than in a run.
const serveHurriesAt = 160 << 20

// announce says where each wire is, as clients take it.
func (c Serve) announce(s cli.Streams, at net.Addr, list []*endpoint.Endpoint) {
	var b strings.Builder
	fmt.Fprintf(&b, "conform serves at http://%s\n", at)
	for _, e := range list {
		fmt.Fprintf(&b, "  %-20s base URL http://%s%s  (POST %s)\n", e.Dialect, at, e.Base, e.Address())
	}
	fmt.Fprint(s.Out, b.String()) // in one piece: who starts it waits for that
}

// lastWords is how long answers may go on once the server is to end.
const lastWords = 2 * time.Second

// serveUntil serves until the context ends, lets answers come to their end for a moment, and closes.
func serveUntil(ctx context.Context, l net.Listener, h *http.Server) error {
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	within, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	if err := h.Shutdown(within); err != nil {
		h.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving: %w", err)
	}
	return nil
}

// options vets the flags.
func (c Serve) options(cat *catalogue.Catalogue) (serve.Options, error) {
	o := serve.Options{Model: c.Model, Spoil: serve.Spoil{Pace: c.Pace, Piece: c.Piece, Ending: serve.Ending(c.End), After: c.After,
		Status: c.Status, EveryNth: c.Every}, Limits: serve.Limits{Wait: c.Wait}}
	switch {
	case c.Case != "" && c.File != "":
		return o, cli.Usage("--case and --file exclude each other: give one thing to answer with")
	case c.Adversarial && c.Case+c.File != "":
		return o, cli.Usage("--adversarial twists drawn streams: leave --case and --file away")
	case c.End != "" && !slices.Contains([]string{string(serve.Cut), string(serve.Broken), string(serve.Failed)}, c.End):
		return o, cli.Usage("--end %q is unknown; there are cut, broken and error", c.End)
	case c.Status != 0 && (c.Status < 400 || c.Status > 599):
		return o, cli.Usage("--status %d: an error status, from 400 to 599, is expected", c.Status)
	case c.Pace < 0 || c.For < 0:
		return o, cli.Usage("--pace and --for are no negative durations")
	case c.Wait <= 0:
		return o, cli.Usage("--wait %s: a time that a client may need is expected, as long as you like", c.Wait)
	case c.After < 0 || c.Piece < 0 || c.Every < 1:
		return o, cli.Usage("--after, --piece and --every are no negative numbers, and --every is at least 1")
	}
	var names []string
	for _, e := range dialects.Endpoints() {
		if names = append(names, e.Dialect); c.Dialect == "" || c.Dialect == e.Dialect {
			o.Endpoints = append(o.Endpoints, e)
		}
	}
	if len(o.Endpoints) == 0 {
		return o, cli.Usage("--dialect %q doesn't stand behind HTTP; there are %s%s", c.Dialect, strings.Join(names, ", "),
			cli.DidYouMean(c.Dialect, names))
	}
	return c.answers(cat, o)
}
