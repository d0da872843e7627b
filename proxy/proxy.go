// Package proxy stands between a client and a server and passes every byte on as it comes, and judges
// both beside the stream.
package proxy

import (
	"context"
	"net/http"
	"net/http/httputil"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/toolconform/conform/traffic"
)

// Options say what is forwarded and how it is judged.
type Options struct {
	Upstream *url.URL
	Wires    []*traffic.Wire
	// Dialect takes every post for one of it, whatever its path; "" goes by the path.
	Dialect string
	// Waiting bounds the bytes that wait for judges, 0 for DefaultWaiting; Judges is how many
	// work at the same time, 0 for half of the processors.
	Waiting int64
	Judges  int
	// Record is the folder that exchanges are written into, "" for none.
	Record string
	// Cases makes cases of recorded streams; nil: none are made.
	Cases  CaseOf
	Strict bool
	// Transport reaches the upstream; nil for one that changes nothing on its way.
	Transport http.RoundTripper
}

// DefaultWaiting is how many bytes may wait for judges.
const DefaultWaiting = 256 << 20

// Proxy forwards and judges. It is an http.Handler.
type Proxy struct {
	Options
	upstream  *url.URL
	transport http.RoundTripper
	upgrades  *httputil.ReverseProxy
	buffers   *buffers
	budget    *budget
	seats     seats
	clerk     *clerk
	recorder  *recorder
	judges    sync.WaitGroup

	mu     sync.Mutex
	number int
	closed bool
}

// New makes a proxy. Close it to get what it found.
func New(o Options) (*Proxy, error) {
	if o.Waiting <= 0 {
		o.Waiting = DefaultWaiting
	}
	if o.Judges <= 0 {
		o.Judges = max(1, runtime.GOMAXPROCS(0)/2)
	}
	p := &Proxy{Options: o, upstream: o.Upstream, transport: o.Transport, buffers: newBuffers(), budget: &budget{},
		seats: make(seats, o.Judges), clerk: newClerk(o)}
	p.budget.left.Store(o.Waiting)
	if p.transport == nil {
		p.transport = plainTransport()
	}
	p.upgrades = &httputil.ReverseProxy{Transport: p.transport, FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL, r.Out.Host = p.target(r.In), p.upstream.Host
	}}
	var err error
	p.recorder, err = newRecorder(o.Record, o.Cases)
	return p, err
}

// plainTransport asks for nothing that the client didn't ask for.
func plainTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression, t.ExpectContinueTimeout = true, 0
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 1024
	t.WriteBufferSize, t.ReadBufferSize = copySize, copySize
	t.IdleConnTimeout = 90 * time.Second
	return t
}

// ServeHTTP forwards one request.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	of := p.wireOf(r)
	if of == nil && r.Header.Get("Upgrade") != "" {
		p.clerk.passed()
		p.upgrades.ServeHTTP(w, r)
		return
	}
	x := p.begin(r, of)
	defer x.over()
	p.forward(w, r, x)
}

// wireOf is the wire that a request is judged by, nil for none.
func (p *Proxy) wireOf(r *http.Request) *traffic.Wire {
	if p.Dialect != "" && r.Method == http.MethodPost {
		return traffic.Spoken(p.Wires, p.Dialect)
	}
	if p.Dialect != "" {
		return nil
	}
	return traffic.Find(p.Wires, r.Method, r.URL.Path)
}

// begin opens an exchange, and lets a judge follow it where it is to be judged.
func (p *Proxy) begin(r *http.Request, of *traffic.Wire) *exchange {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.number++
	x := &exchange{number: p.number, wire: of, method: r.Method, path: r.URL.EscapedPath(), request: newFeed(p.budget, p.seats),
		answer: newFeed(p.budget, p.seats), started: make(chan struct{})}
	if of == nil || p.closed {
		p.clerk.passed()
		x.request.drop()
		x.answer.drop()
		return x
	}
	sent := r.Header.Clone()
	p.judges.Add(1)
	go func() {
		defer p.judges.Done()
		p.seats.sit()
		defer p.seats.stand()
		p.judge(x, sent)
	}()
	return x
}

// Close waits until the judges are done, or the context is, and gives the account. Whoever serves must
// have stopped before.
func (p *Proxy) Close(ctx context.Context) *Found {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	done := make(chan struct{})
	go func() { p.judges.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
		p.clerk.late()
	}
	if t, ok := p.transport.(*http.Transport); ok {
		t.CloseIdleConnections()
	}
	return p.clerk.found(p)
}

// Target is the upstream, without credentials.
func (p *Proxy) Target() string {
	return p.upstream.Scheme + "://" + p.upstream.Host + strings.TrimSuffix(p.upstream.EscapedPath(), "/")
}
