package endpoint

import (
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/wire"
)

// Reading is how a request is read that has a model, `stream`, tools (Tools), and a list of messages, of which Sent says what
// each is.
type Reading struct {
	List, Tool, Schema string
	Sent               func(at string, m wire.Value) []history.Sent
}

// Read reads a body.
func (r Reading) Read(body wire.Value) Request {
	return Request{Body: body, Stream: body.Get("stream").IsTrue(), Model: body.Get("model").Text(),
		Tools: Tools(body.Get("tools"), r.Tool, r.Schema), Sent: history.Taken(body.Get(r.List), "/"+r.List, r.Sent)}
}

// Member is a body as converters answer that show one member of it.
func Member(name string) func(body wire.Value) wire.Value {
	return func(body wire.Value) wire.Value { return wire.Obj(wire.M(name, body.Get(name))) }
}

// ServerFailed is the body of an answer with an error status that says whose mistake it was, of which parameter and under which
// code: of none.
func ServerFailed(status int, message string) wire.Value {
	e := Error(Whose(status, "invalid_request_error", "server_error"), message)
	return wire.Obj(wire.M("error", e.With("param", wire.NullValue).With("code", wire.NullValue)))
}
