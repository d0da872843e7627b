package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/driver/turns"
	"github.com/toolconform/conform/wire"
)

// HTTPOptions say where an adapter listens.
type HTTPOptions struct {
	// URL under which /hello and /cases lie; in raw mode the URL itself.
	URL string
	// StartupTimeout for the hello, and for a port that stopped answering;
	// DefaultStartup where it is 0.
	StartupTimeout time.Duration
	Limits         Limits
}

// DialHTTP shakes hands with an adapter behind a port. The error is a *StartError,
// but for a context that ended. The end of the context ends all cases.
func DialHTTP(ctx context.Context, o HTTPOptions) (Implementation, error) {
	base, err := baseURL(o.URL)
	if err != nil {
		return nil, err
	}
	h := &httpAdapter{
		remote: newRemote(ctx, o),
		base:   base,
	}
	h.remote.exchange, h.remote.probe = h.exchange, h.fetchHello
	if err := poll(ctx, h.patience, h.fetchHello); err != nil {
		return nil, dialError(ctx, o.URL, err)
	}
	h.greeted = true
	h.lane = turns.NewLane(h.hello.Concurrency)
	return h, nil
}

func baseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err == nil && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		err = fmt.Errorf("%q is no http or https URL", text)
	}
	if err != nil {
		return nil, &StartError{Kind: ErrUnreachable, Detail: err.Error(), Hint: "write it as http://localhost:8080"}
	}
	return u, nil
}

func dialError(ctx context.Context, where string, err error) error {
	var e *StartError
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("waiting for the hello: %w", context.Cause(ctx))
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.DeadlineExceeded) && !dialing(err):
		return &StartError{Kind: ErrNoHello, Detail: where + " takes the connection, but doesn't answer GET /hello"}
	}
	return &StartError{Kind: ErrUnreachable, Detail: fmt.Sprintf("%s: %v", where, err),
		Hint: "is the server running, and is this its port?"}
}

// dialing tells whether there was no connection yet.
func dialing(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// httpAdapter is an adapter behind a port.
type httpAdapter struct {
	remote
	base    *url.URL
	greeted bool
	last    atomic.Int64 // number of the last case
}

// fetchHello gets the hello; the first one counts.
func (h *httpAdapter) fetchHello(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.base.JoinPath("hello").String(), nil)
	if err != nil {
		return err
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return errNotYet{err}
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return h.noHello(resp)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, h.limits.Line))
	if err != nil && !h.greeted {
		return errNotYet{err}
	}
	m, problem := message.Read(bytes.TrimSpace(body), h.limits.Answer)
	if h.greeted {
		if problem == "" {
			h.again(h.hello, m.Body, "when it was asked again")
		}
		return nil
	}
	if problem != "" {
		return &StartError{Kind: ErrBadHello, Detail: problem + ": " + quote(body), Hint: "GET /hello answers with the hello object"}
	}
	if h.hello, err = readHello(m.Body); err != nil {
		return err
	}
	h.follow(resp.Request.URL)
	return nil
}

// noHello is the error of another status than 200.
func (h *httpAdapter) noHello(resp *http.Response) error {
	switch {
	case h.greeted:
		return nil // whatever it says, it answers
	case resp.StatusCode >= 500:
		return errNotYet{errors.New("status " + resp.Status)}
	}
	return &StartError{Kind: ErrBadHello, Detail: "status " + resp.Status + ": " + quote(beginning(resp)),
		Hint: "the URL is the one that /hello and /cases lie under"}
}

// follow keeps to where a redirect led: posted cases would not survive it.
func (h *httpAdapter) follow(u *url.URL) {
	if path, ok := strings.CutSuffix(u.Path, "/hello"); ok {
		moved := *u
		moved.Path, moved.RawPath = path+"/", ""
		h.base = &moved
	}
}

func (h *httpAdapter) exchange(caller context.Context, r Request) (dialect.Observation, *failure) {
	ctx, cancel := context.WithCancel(caller)
	defer cancel()
	var reused bool
	var began atomic.Bool
	ctx = noteReuse(ctx, &reused, &began)
	number := h.last.Add(1)
	body := caseMessage(number, r, r.sent().AppendJSON(nil))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.base.JoinPath("cases").String(), bytes.NewReader(body))
	if err != nil {
		return skipped(err.Error()), nil
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/x-ndjson, text/event-stream")
	resp, err := h.client.Do(req)
	if err == nil {
		defer func() { _ = resp.Body.Close() }()
		if resp.StatusCode < 200 || resp.StatusCode > 299 {
			return refused(resp), nil
		}
		b := newCaseBody(resp, strconv.FormatInt(number, 10), h.limits, cancel)
		b.hello = func(later wire.Value) { h.again(h.hello, later, "within an answer") }
		if err = b.read(resp.Body); err == nil {
			return b.outcome(&h.ledger, r), nil
		}
	}
	f, ok := lost(caller, r, err)
	if !ok {
		return cancelled(caller), nil
	}
	f.doubtful = f.doubtful || reused && f.ending == dialect.Crashed
	f.unasked = reused && !began.Load() && f.ending == dialect.Crashed
	return dialect.Observation{}, f
}

// noteReuse notes whether the request goes over a connection that was used before:
// the server may have closed that one meanwhile; and whether an answer began.
func noteReuse(ctx context.Context, reused *bool, began *atomic.Bool) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn:              func(i httptrace.GotConnInfo) { *reused = i.Reused },
		GotFirstResponseByte: func() { began.Store(true) },
	})
}

// beginning is the start of a body, for a report.
func beginning(resp *http.Response) []byte {
	b, _ := io.ReadAll(io.LimitReader(resp.Body, maxQuote))
	return b
}

// caseBody reads the messages of one case from a response.
type caseBody struct {
	message.Answer
	id      string
	decoder *wire.Decoder
	limits  Limits
	size    int64
	enough  func()      // ends the exchange
	cut     atomic.Bool // it was we who ended it
	hello   func(wire.Value)
	broken  *failure
}

func newCaseBody(resp *http.Response, id string, l Limits, enough func()) *caseBody {
	encoding := wire.NDJSON
	if strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream") {
		encoding = wire.SSE
	}
	return &caseBody{Answer: message.Answer{Limit: l.Answer}, id: id, limits: l, enough: enough,
		decoder: wire.NewDecoder(encoding, int(l.Line))}
}

// read reads to the end of the body. What follows the ending is waited for a
// moment only. The error is that of an exchange that broke, before its ending or behind it.
func (b *caseBody) read(r io.Reader) error {
	buf := make([]byte, 32<<10)
	for b.broken == nil {
		ended := b.Ended
		n, err := r.Read(buf)
		b.size += int64(n)
		b.frames(b.decoder.Feed(buf[:n]))
		if b.size > b.limits.Answer && b.broken == nil {
			b.broken = stray(message.TooLarge, buf[:n])
		}
		switch {
		case err == io.EOF:
			b.frames(b.decoder.Close())
			return nil
		case err != nil && b.Ended && b.cut.Load():
			return nil
		case err != nil:
			return err
		case b.Ended && !ended:
			defer time.AfterFunc(endGrace, func() { b.cut.Store(true); b.enough() }).Stop()
		}
	}
	return nil
}

func (b *caseBody) frames(frames []wire.Frame) {
	for _, f := range frames {
		if b.broken != nil {
			return
		}
		if problem := b.message(f); problem != "" {
			b.broken = stray(problem, f.Data)
		}
	}
}

func (b *caseBody) message(f wire.Frame) (problem string) {
	if f.Err != nil {
		return message.TooLarge
	}
	if message.Blank(f.Data) || f.Done() {
		return ""
	}
	m, problem := message.Read(f.Data, b.limits.Answer)
	switch {
	case problem != "":
		return problem
	case m.Kind == "hello":
		b.hello(m.Body)
		return ""
	case !m.AboutCase():
		return ""
	case m.ID != b.id:
		return message.UnknownCase
	}
	return b.Take(m)
}

func (b *caseBody) outcome(l *ledger, r Request) dialect.Observation {
	switch {
	case b.broken != nil:
		return b.broken.observation(l, r)
	case !b.Ended:
		return dialect.Observation{Ending: dialect.Crashed, Reason: "the body ended before the case did"}
	}
	return b.Observation
}
