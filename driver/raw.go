package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/child"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/driver/patience"
	"github.com/toolconform/conform/driver/raw"
	"github.com/toolconform/conform/driver/turns"
)

// StartRaw judges a program that speaks its dialect on stdin and stdout: one process
// for each case. The error is a *StartError.
func StartRaw(ctx context.Context, o CommandOptions, form raw.Form) (Implementation, error) {
	if len(o.Args) == 0 {
		return nil, &StartError{Kind: ErrStart, Detail: "no command was given"}
	}
	if err := checkForm(form); err != nil {
		return nil, err
	}
	if err := tryStart(o.command()); err != nil {
		return nil, startError(o.command(), err)
	}
	// What Info writes is always a hello that can be read.
	hello, _ := readHello(form.Info(filepath.Base(o.Args[0]), runtime.NumCPU()).Hello())
	return &rawCommand{ctx: ctx, form: form, command: o.command(), limits: o.Limits.filled(), hello: hello,
		lane: turns.NewLane(hello.Concurrency)}, nil
}

// tryStart starts a process and ends it at once: only starting shows that a program is none
// for this machine, or a script without its first line.
func tryStart(c child.Command) error {
	ch, err := child.Start(c)
	if err != nil {
		return err
	}
	out := collect(ch, maxQuote)
	ch.Kill()
	ch.Wait(out.done)
	return nil
}

type rawCommand struct {
	ledger
	ctx     context.Context
	form    raw.Form
	command child.Command
	limits  Limits
	hello   Hello
	lane    *turns.Lane
	failed  atomic.Pointer[string]
}

func (c *rawCommand) Hello() Hello { return c.hello }
func (c *rawCommand) Close() error { return nil }

// Rest: each process is waited for.
func (c *rawCommand) Rest(context.Context) {}

// Renewable: every case has a process of its own.
func (c *rawCommand) Renewable() bool { return true }

func (c *rawCommand) Gone() string {
	if reason := c.failed.Load(); reason != nil {
		return *reason
	}
	return ""
}

func (c *rawCommand) Observe(ctx context.Context, r Request) dialect.Observation {
	support, offered := c.hello.Offer(r.Pair)
	if !offered {
		return skipped(r.Pair.String() + " is not offered")
	}
	n, ok := c.form.Native(r.sent())
	if !ok {
		return cannotCarry()
	}
	ctx, leave := within(ctx, c.ctx)
	defer leave()
	if !c.lane.Enter(ctx) {
		return cancelled(ctx)
	}
	defer c.lane.Leave()
	if reason := c.Gone(); reason != "" {
		return skipped(reason)
	}
	o := c.run(ctx, r, n)
	o.Omits = support.Omits
	return o
}

// run runs one process.
func (c *rawCommand) run(ctx context.Context, r Request, n raw.Native) dialect.Observation {
	ch, err := child.Start(c.command)
	if err != nil {
		reason := startError(c.command, err).Error()
		c.failed.Store(&reason)
		return skipped(reason)
	}
	defer context.AfterFunc(ctx, ch.Kill)()
	var late atomic.Bool
	defer patience.Countdown(r.deadline(), func() { late.Store(true); ch.Kill() })()
	go feed(ch, n.Body)
	out := collect(ch, c.limits.Answer)
	state := ch.Wait(out.done)
	stderr := ch.Stderr()
	switch {
	case ctx.Err() != nil:
		return cancelled(ctx)
	case late.Load():
		return dialect.Observation{Ending: dialect.TimedOut, Reason: fmt.Sprintf("no answer within %v", r.deadline()), Stderr: stderr}
	case out.tooLarge.Load():
		f := stray(message.TooLarge, out.start)
		f.stderr = stderr
		return f.observation(&c.ledger, r)
	}
	return c.ended(r, n, state, out.all, stderr)
}

// ended reads the exit status, and then the answer.
func (c *rawCommand) ended(r Request, n raw.Native, state *os.ProcessState, out []byte, stderr string) dialect.Observation {
	switch code := state.ExitCode(); {
	case code == 0:
		return readRaw(c.form, out, c.limits, n, r, &c.ledger, stderr)
	case code >= 1 && code <= 127:
		reason := state.String()
		if why := lastLine(stderr); why != "" {
			reason += ": " + why
		}
		return dialect.Observation{Ending: dialect.Rejected, Reason: reason, Stderr: stderr}
	}
	return dialect.Observation{Ending: dialect.Crashed, Reason: "the process ended: " + state.String(), Stderr: stderr}
}

// feed writes the input. A program may stop reading when it has seen enough.
func feed(ch *child.Process, input []byte) {
	_, _ = ch.Stdin.Write(input)
	_ = ch.Stdin.Close()
}

// output is what a process writes to stdout. It may be looked at when done is closed.
type output struct {
	done       chan struct{}
	all, start []byte
	tooLarge   atomic.Bool
}

// collect reads stdout up to the limit, beyond which it kills the process.
func collect(ch *child.Process, limit int64) *output {
	out := &output{done: make(chan struct{})}
	go func() {
		defer close(out.done)
		// An error is the end of the pipe in other words: what was read counts.
		all, _ := io.ReadAll(io.LimitReader(ch.Stdout, limit+1))
		if int64(len(all)) > limit {
			out.tooLarge.Store(true)
			out.start = all[:maxQuote+1]
			ch.Kill()
			return
		}
		out.all = all
	}()
	return out
}

func checkForm(form raw.Form) error {
	if !form.Sends() {
		return &StartError{Kind: ErrStart, Detail: fmt.Sprintf("raw mode cannot send the encoding %q", form.Encoding),
			Hint: "use sse or ndjson"}
	}
	return nil
}

// cannotCarry is the observation of a case that has no native form.
func cannotCarry() dialect.Observation {
	return dialect.Observation{Ending: dialect.Unsent, Reason: "raw mode cannot carry this input"}
}

// readRaw is the answer that the bytes are, or the adapter error.
func readRaw(form raw.Form, out []byte, l Limits, n raw.Native, r Request, notes *ledger, stderr string) dialect.Observation {
	o, problem, at := form.Read(out, l.Answer, form.Empty(n))
	if problem == "" {
		return o
	}
	f := stray(problem, at)
	f.stderr = stderr
	return f.observation(notes, r)
}

// DialRawHTTP judges a server that speaks its dialect: the native input is the body
// of a POST to the URL, the response's body the answer.
func DialRawHTTP(ctx context.Context, o HTTPOptions, form raw.Form) (Implementation, error) {
	u, err := baseURL(o.URL)
	if err == nil {
		err = checkForm(form)
	}
	if err != nil {
		return nil, err
	}
	// What Info writes is always a hello that can be read.
	hello, _ := readHello(form.Info(u.Host, runtime.NumCPU()).Hello())
	h := &rawHTTP{
		remote: newRemote(ctx, o),
		form:   form, url: u,
	}
	h.hello, h.lane = hello, turns.NewLane(hello.Concurrency)
	h.remote.exchange, h.remote.probe = h.exchange, h.knock
	if err := poll(ctx, h.patience, h.knock); err != nil {
		return nil, dialError(ctx, o.URL, err)
	}
	return h, nil
}

type rawHTTP struct {
	remote
	form raw.Form
	url  *url.URL
}

// knock asks whether somebody listens: without an adapter there is no hello.
func (h *rawHTTP) knock(ctx context.Context) error {
	port := h.url.Port()
	if port == "" {
		port = h.url.Scheme // a service's name will do
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort(h.url.Hostname(), port))
	if err != nil {
		return errNotYet{err}
	}
	_ = conn.Close()
	return nil
}

func (h *rawHTTP) exchange(caller context.Context, r Request) (dialect.Observation, *failure) {
	n, ok := h.form.Native(r.sent())
	if !ok {
		return cannotCarry(), nil
	}
	ctx, cancel := context.WithCancel(caller)
	defer cancel()
	var reused bool
	var began atomic.Bool
	ctx = noteReuse(ctx, &reused, &began)
	o, err := h.post(ctx, r, n)
	if err == nil {
		return o, nil
	}
	f, ok := lost(caller, r, err)
	if !ok {
		return cancelled(caller), nil
	}
	f.doubtful = f.doubtful || reused && f.ending == dialect.Crashed
	f.unasked = reused && !began.Load() && f.ending == dialect.Crashed
	return dialect.Observation{}, f
}

func (h *rawHTTP) post(ctx context.Context, r Request, n raw.Native) (dialect.Observation, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url.String(), bytes.NewReader(n.Body))
	if err != nil {
		return dialect.Observation{}, err
	}
	req.Header.Set("Content-Type", n.ContentType)
	resp, err := h.client.Do(req)
	if err != nil {
		return dialect.Observation{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	switch {
	case resp.StatusCode == http.StatusUnprocessableEntity, resp.StatusCode == http.StatusBadRequest:
		o := refused(resp)
		o.Ending = dialect.Rejected
		return o, nil
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return refused(resp), nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, h.limits.Answer+1))
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return dialect.Observation{}, err
	case int64(len(body)) > h.limits.Answer:
		return stray(message.TooLarge, body).observation(&h.ledger, r), nil
	}
	return readRaw(h.form, body, h.limits, n, r, &h.ledger, ""), nil
}
