package driver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/driver/raw"
	"github.com/toolconform/conform/driver/turns"
)

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
		remote: remote{ctx: ctx, client: newClient(), limits: o.Limits.filled(), patience: startupTimeout(o.StartupTimeout),
			hello: hello, lane: turns.NewLane(hello.Concurrency)},
		form: form, url: u,
	}
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
	ctx, cancel := context.WithTimeout(caller, r.deadline())
	defer cancel()
	var reused bool
	ctx = noteReuse(ctx, &reused)
	o, err := h.post(ctx, r, n)
	if err == nil {
		return o, nil
	}
	f, ok := lost(caller, r, err)
	if !ok {
		return cancelled(caller), nil
	}
	f.doubtful = f.doubtful || reused && f.ending == dialect.Crashed
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
		return stray(message.TooLarge, body).observation(&h.ledger, r.ID), nil
	}
	return readRaw(h.form, body, h.limits, n, r.ID, &h.ledger, ""), nil
}
