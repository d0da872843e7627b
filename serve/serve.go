// Package serve plays the model's server: it answers requests of any wire with scripts, and remembers,
// within bounds, what it was asked.
package serve

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Script gives the n-th answer of a conversation, n from 0. It is called from many goroutines.
type Script func(e *endpoint.Endpoint, conversation string, n int, r endpoint.Request) *stream.Script

// Options are what a server does.
type Options struct {
	Endpoints []*endpoint.Endpoint
	// Script answers every conversation that was not opened with one of its own.
	Script Script
	// Model is the one that GET /v1/models lists.
	Model string
	Spoil Spoil
	Limits
	// Told, where set, is told a line about every request, from many goroutines.
	Told func(line string)
}

// Spoil makes answers worse than their script.
type Spoil struct {
	// Pace is waited before every frame; Piece, where positive, is how many bytes are sent at a time.
	Pace  time.Duration
	Piece int
	// Ending and After change how a stream ends: behind so many elements.
	Ending Ending
	After  int
	// Status, where it is not 0, is answered instead of a stream, to every EveryNth request.
	Status   int
	EveryNth int
}

// Ending is how an answer is ended before its time.
type Ending string

// The endings: the connection closes behind an element, or breaks off inside one; the server tells an
// error.
const (
	Cut    Ending = "cut"
	Broken Ending = "broken"
	Failed Ending = "error"
)

// Server is an http.Handler.
type Server struct {
	options Options
	held    *held
	budget  *budget
	asked   counter
	// running is how many answers are being given.
	running atomic.Int64
}

// New makes a server.
func New(o Options) *Server {
	o.Limits = o.Limits.filled()
	if o.Model == "" {
		o.Model = "conform"
	}
	return &Server{options: o, held: newHeld(o.Limits), budget: &budget{left: o.Limits.Reading}}
}

// ServeHTTP answers.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.running.Add(1)
	defer s.running.Add(-1)
	x := &exchange{server: s, w: w, r: r, control: http.NewResponseController(w), path: r.URL.Path}
	if rest, found := strings.CutPrefix(x.path, "/c/"); found {
		x.conversation, x.path, _ = strings.Cut(rest, "/")
		x.path = "/" + x.path
	}
	if len(x.conversation) > longestName {
		x.conversation = ""
		x.refuse(nil, http.StatusBadRequest, fmt.Sprintf("the name of a conversation has at most %d bytes", longestName))
		return
	}
	path, e := x.path, endpoint.For(s.options.Endpoints, x.path)
	switch reads := r.Method == http.MethodGet || r.Method == http.MethodHead; {
	case r.Method == http.MethodOptions:
		x.preflight()
	case r.Method == http.MethodPost && e != nil:
		x.answer(e)
	case e != nil && path != "/":
		w.Header().Set("Allow", http.MethodPost)
		x.refuse(nil, http.StatusMethodNotAllowed, x.at()+" is posted to")
	case !reads:
		x.nothing(" for a " + x.method())
	case path == "/healthz":
		x.object(http.StatusOK, wire.Obj(wire.M("status", wire.Str("ok"))))
	case strings.TrimPrefix(path, "/v1") == "/models":
		x.object(http.StatusOK, models(s.options.Model))
	case path == "/log":
		x.log()
	default:
		x.nothing("")
	}
}

// longestName bounds what is remembered of a conversation that was only named.
const longestName = 256

// places are what can be asked.
func (s *Server) places() string {
	list := []string{}
	for _, e := range s.options.Endpoints {
		list = append(list, "POST "+e.Address())
	}
	return strings.Join(append(list, "GET /v1/models", "GET /healthz", "GET /c/ID/log"), ", ")
}

func refusal(status int, message string) wire.Value {
	kind := "invalid_request_error"
	if status == http.StatusNotFound {
		kind = "not_found"
	}
	return wire.Obj(wire.M("error", endpoint.Error(kind, message)))
}

// models is the list of the one model there is.
func models(name string) wire.Value {
	model := wire.Obj(wire.M("id", wire.Str(name)), wire.M("object", wire.Str("model")), wire.M("created", wire.Int(1700000000)),
		wire.M("owned_by", wire.Str("conform")), wire.M("type", wire.Str("model")), wire.M("display_name", wire.Str(name)))
	return wire.Obj(wire.M("object", wire.Str("list")), wire.M("data", wire.List(model)))
}

// HTTP is a server with the bounds that a listener needs: on headers, and on connections that do nothing.
func (s *Server) HTTP() *http.Server {
	return &http.Server{Handler: s, ReadHeaderTimeout: s.options.Wait, IdleTimeout: 4 * s.options.Wait, MaxHeaderBytes: 64 << 10}
}
