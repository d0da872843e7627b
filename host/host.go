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
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Loopback is where agents are served by default: on this machine, at any free port.
const Loopback = "127.0.0.1:0"

// beyondDeadlines is how long the server waits for an agent to read or to write: it is a case's deadline that ends a
// conversation, however long --timeout makes that, and never the server.
const beyondDeadlines = 24 * time.Hour

// Place is where agents are served.
type Place struct {
	// Listen is an address to listen on, "" for Loopback.
	Listen string
	// URL is what agents are told instead of that address, where they reach it by another: from a container, or
	// through a tunnel.
	URL string
}

// Beside is an implementation whose agents are served. It listens once an agent is first asked.
func Beside(impl driver.Implementation, endpoints []*endpoint.Endpoint, at Place) driver.Implementation {
	if at.Listen == "" {
		at.Listen = Loopback
	}
	h := &hosted{Implementation: impl, at: at, byDialect: map[string]*endpoint.Endpoint{}}
	for _, e := range endpoints {
		h.byDialect[e.Dialect] = e
	}
	over := func(e *endpoint.Endpoint, conversation string, _ int, _ endpoint.Request) *stream.Script {
		if conversation == "" {
			h.strays.Add(1)
		}
		return loop.Over(e)
	}
	h.server = serve.New(serve.Options{Endpoints: endpoints, Script: over, Limits: serve.Limits{Wait: beyondDeadlines}})
	return h
}

type hosted struct {
	driver.Implementation
	at        Place
	byDialect map[string]*endpoint.Endpoint
	server    *serve.Server
	asked     atomic.Int64
	// strays are the requests that name no conversation.
	strays atomic.Int64

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
	var beside company
	defer beside.Wait()
	s := seat{h: h, c: c, e: e, address: address, company: func() { h.join(ctx, &beside, r, c.Company, e, address) }}
	own := r
	own.Send = s.send
	strays := h.strays.Load()
	o := h.Implementation.Observe(ctx, own)
	received, refused := s.leave()
	if len(received)+len(refused) == 0 && h.strays.Load() > strays {
		refused = append(refused, "a request came meanwhile that left out the path of its base URL, which says whose it is")
	}
	return loop.Observed(received, refused, beside.shared(o))
}

// company are the conversations that are held beside one, and the last that was not answered.
type company struct {
	sync.WaitGroup
	mu   sync.Mutex
	lost dialect.Observation
}

// ended keeps how a conversation ended, where no right agent ends it so: with an error behind a call that fails, some do.
func (c *company) ended(o dialect.Observation, mayFail bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o.Ending == dialect.Crashed || o.Ending == dialect.TimedOut || o.Ending == dialect.Rejected && !mayFail {
		c.lost = o
	}
}

// shared is the answer to the conversation itself; where only one beside it was lost, that is how the case ends.
func (c *company) shared(o dialect.Observation) dialect.Observation {
	c.Wait()
	if o.Ending != dialect.Done || c.lost.Ending == dialect.Done {
		return o
	}
	c.lost.Reason = "in the conversation that it held at the same time: " + c.lost.Reason
	return c.lost
}

// seat is where a conversation is served: under another id each time that the driver sends it, so that
// what was asked before a death that it had no part in is not taken for its own.
type seat struct {
	h       *hosted
	c       *loop.Conversation
	e       *endpoint.Endpoint
	address string
	company func()
	id      string
}

func (s *seat) send(input wire.Value) wire.Value {
	s.leave()
	s.id = strconv.FormatInt(s.h.asked.Add(1), 10)
	loop.Open(s.h.server, s.id, s.c, s.company)
	return loop.Hosted(input, s.e, s.address+"/c/"+s.id)
}

// leave gives what was asked there.
func (s *seat) leave() (received []serve.Received, refused []string) {
	if s.id == "" {
		return nil, nil
	}
	return s.h.server.Close(s.id)
}

// alone is how long a first answer waits for its company, which may have no place beside it.
const alone = time.Second

// join lets the implementation hold another conversation, where it can hold two.
func (h *hosted) join(ctx context.Context, beside *company, r driver.Request, c *loop.Conversation, e *endpoint.Endpoint,
	address string) {
	if h.Hello().Concurrency < 2 {
		return
	}
	s, over, told := seat{h: h, c: c, e: e, address: address}, make(chan bool), r.Beside
	r.ID, r.Fresh, r.Input, r.Send = r.ID+" (company)", false, c.Input("", nil), s.send
	beside.Go(func() {
		defer close(over)
		o := h.Implementation.Observe(ctx, r)
		if told != nil && ctx.Err() == nil {
			told(o.Ending)
		}
		beside.ended(o, c.MayFail())
		s.leave()
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
	l, err := net.Listen("tcp", h.at.Listen)
	if err != nil {
		return "", fmt.Errorf("serving agents: %w", err)
	}
	h.http, h.address = h.server.HTTP(), "http://"+reachable(l.Addr())
	if h.at.URL != "" {
		h.address = strings.TrimSuffix(h.at.URL, "/")
	}
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
