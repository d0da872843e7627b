package loop

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Run is an agent: it is given the input as every adapter is, and a way to its server. It gives the
// state of its answer.
type Run func(input wire.Value, way http.RoundTripper) wire.Value

// InProcess makes an answer of an agent. An input that holds its conversation is served without a
// socket; any other names a server.
func InProcess(e *endpoint.Endpoint, run Run) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		if !input.Has(inputMember) {
			return dialect.Observation{State: run(input, http.DefaultTransport)}
		}
		c, err := Held(input, e)
		if err != nil {
			return dialect.Rejection(err)
		}
		s := serve.New(serve.Options{Endpoints: []*endpoint.Endpoint{e}})
		hold := func(id string, input wire.Value) wire.Value {
			return run(Hosted(input, e, "http://conform.invalid/c/"+id), memory{s})
		}
		Open(s, "1", c, func() {
			Open(s, "2", c.Company, nil)
			hold("2", c.Company.Input("", nil))
		})
		state := hold("1", input)
		received, refused := s.Close("1")
		return Observed(received, refused, dialect.Observation{State: state})
	}
}

// Open serves a conversation under an id. What is done for company is done before its first answer.
func Open(s *serve.Server, id string, c *Conversation, company func()) {
	var once sync.Once
	s.Open(id, c.Wire.Dialect, func(_ *endpoint.Endpoint, _ string, n int, _ endpoint.Request) *stream.Script {
		if c.Company != nil && company != nil {
			once.Do(company)
		}
		return c.Script(n)
	})
}

// Observed is an agent's answer with the requests that came, which stand for its events, and behind them with
// what it asked in vain.
func Observed(received []serve.Received, refused []string, o dialect.Observation) dialect.Observation {
	o.Events = nil
	for _, r := range received {
		o.Events = append(o.Events, dialect.Event{Value: wire.Obj(wire.M(RequestMember, r.Body)), After: -1})
	}
	for _, line := range refused {
		o.Events = append(o.Events, dialect.Event{Value: wire.Obj(wire.M(RefusedMember, wire.Str(line))), After: -1})
	}
	return o
}

// memory is a way to a handler without a socket.
type memory struct{ handler http.Handler }

// RoundTrip lets the handler answer. One that breaks off leaves a body that breaks off.
func (m memory) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := &kept{header: http.Header{}, status: http.StatusOK}
	torn := w.serve(m.handler, r)
	if torn {
		w.body = append(w.body, breaking{})
	}
	return &http.Response{StatusCode: w.status, Status: fmt.Sprintf("%d", w.status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.header, Body: io.NopCloser(io.MultiReader(w.body...)), ContentLength: -1, Request: r}, nil
}

// breaking is a body that the connection breaks off in.
type breaking struct{}

func (breaking) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// kept is an answer that is kept, piece by piece: what is read at once is no more than what was written at once.
type kept struct {
	header http.Header
	status int
	body   []io.Reader
}

func (k *kept) Header() http.Header    { return k.header }
func (k *kept) WriteHeader(status int) { k.status = status }
func (k *kept) Write(b []byte) (int, error) {
	k.body = append(k.body, bytes.NewReader(bytes.Clone(b)))
	return len(b), nil
}

// serve tells whether the answer was torn off.
func (k *kept) serve(h http.Handler, r *http.Request) (torn bool) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case http.ErrAbortHandler:
			torn = true
		default:
			panic(p)
		}
	}()
	h.ServeHTTP(k, r)
	return false
}

// Over is the answer to who asks in no conversation, or in one that is over.
func Over(e *endpoint.Endpoint) *stream.Script {
	c := &Conversation{Wire: e}
	return c.Script(0)
}
