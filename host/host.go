// Package host is the model's server beside an adapter: it serves each conversation while the adapter's
// agent holds it, and puts what was asked into the observation.
package host

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/stream"
)

// Loopback is where agents are served by default: on this machine, at any free port.
const Loopback = "127.0.0.1:0"

// Beside is an implementation whose agents are served. It listens once an agent is first asked.
func Beside(impl driver.Implementation, endpoints []*endpoint.Endpoint, listen string) driver.Implementation {
	if listen == "" {
		listen = Loopback
	}
	h := &hosted{Implementation: impl, listen: listen, byDialect: map[string]*endpoint.Endpoint{}}
	for _, e := range endpoints {
		h.byDialect[e.Dialect] = e
	}
	over := func(e *endpoint.Endpoint, _ string, _ int, _ endpoint.Request) *stream.Script { return loop.Over(e) }
	h.server = serve.New(serve.Options{Endpoints: endpoints, Script: over})
	return h
}

type hosted struct {
	driver.Implementation
	listen    string
	byDialect map[string]*endpoint.Endpoint
	server    *serve.Server
	asked     atomic.Int64

	mu      sync.Mutex
	http    *http.Server
	address string
}

// Observe serves a conversation while the agent holds it.
func (h *hosted) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	e := h.byDialect[r.Dialect]
	if r.Role != loop.Agent || e == nil {
		return h.Implementation.Observe(ctx, r)
	}
	c, err := loop.Held(r.Input, e)
	if err != nil {
		return dialect.Observation{Ending: dialect.Unsent, Reason: err.Error()}
	}
	address, err := h.open()
	if err != nil {
		return dialect.Observation{Ending: dialect.Unsent, Reason: err.Error()}
	}
	var company sync.WaitGroup
	defer company.Wait()
	id := h.serve(c, func() { h.join(ctx, &company, r, c.Company, e, address) })
	r.Input = loop.Hosted(r.Input, e, address+"/c/"+id)
	o := h.Implementation.Observe(ctx, r)
	return loop.Observed(h.server.Close(id), o)
}

// serve opens a conversation under an id of its own.
func (h *hosted) serve(c *loop.Conversation, company func()) (id string) {
	id = strconv.FormatInt(h.asked.Add(1), 10)
	loop.Open(h.server, id, c, company)
	return id
}

// alone is how long a first answer waits for its company, which may have no place beside it.
const alone = time.Second

// join lets the implementation hold another conversation, where it can hold two.
func (h *hosted) join(ctx context.Context, wait *sync.WaitGroup, r driver.Request, c *loop.Conversation, e *endpoint.Endpoint,
	address string) {
	if h.Hello().Concurrency < 2 {
		return
	}
	id, over := h.serve(c, nil), make(chan bool)
	r.ID, r.Fresh, r.Input = r.ID+" (company)", false, loop.Hosted(c.Input("", nil), e, address+"/c/"+id)
	wait.Go(func() {
		defer close(over)
		h.Implementation.Observe(ctx, r)
		h.server.Close(id)
	})
	timer := time.NewTimer(alone)
	defer timer.Stop()
	select {
	case <-over:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// open listens, once.
func (h *hosted) open() (address string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.http != nil {
		return h.address, nil
	}
	l, err := net.Listen("tcp", h.listen)
	if err != nil {
		return "", fmt.Errorf("serving agents: %w", err)
	}
	h.http, h.address = h.server.HTTP(), "http://"+reachable(l.Addr())
	go func() { _ = h.http.Serve(l) }() // it ends when it is closed
	return h.address, nil
}

// reachable is the address under which this machine reaches a listener.
func reachable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}

// Close ends the implementation, and then the server: an agent may still be asking.
func (h *hosted) Close() error {
	err := h.Implementation.Close()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.http != nil {
		err = errors.Join(err, h.http.Close())
	}
	return err
}
