// Package endpoint is a wire behind HTTP, seen from the server: where clients post, how a request is
// read, and how a stream of the dialect is written as an answer. It reads and writes values; sockets
// are somebody else's.
package endpoint

import (
	"io/fs"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// Endpoint is what a dialect says about itself behind HTTP.
type Endpoint struct {
	Dialect string
	// Base is what a client's base URL ends in, Path what it posts to below it: "/v1" and
	// "/chat/completions". Where a client is given the whole address, Path is "".
	Base, Path string
	// Form is what its streams are, Render makes one of a completion.
	Form   *stream.Form
	Render dialect.Render
	// Polite adds to the elements of an answer what a right server SHOULD tell, and may leave out; nil
	// where that is nothing.
	Polite func(elements []wire.Value) []wire.Value
	// Read takes the body of a request apart.
	Read func(body wire.Value) Request
	// State is the body of a request as the dialect's converters answer, and Given what a
	// converter would have been given for a history; nil where requests are not what a converter
	// makes, so that its rules don't apply.
	State func(body wire.Value) wire.Value
	Given func(history.History) dialect.Script
	// Formed is what the form of a request misses, by the converters' lines; nil where State shows it.
	Formed func(body wire.Value) []requirement.Finding
	// Fit gives the elements of the n-th answer of a conversation, n from 0, what they have in
	// common with their request, and ids that no other answer has; nil where that is nothing. The
	// ids of calls stay.
	Fit func(elements []wire.Value, r Request, n int) []wire.Value
	// Items are the ids of what the calls of an answer came in, by the ids of the calls: they are never one another's. Nil where
	// calls have one id alone.
	Items func(elements []wire.Value) map[string]string
	// Resolve puts what a request refers to in the place of references, out of the elements of the
	// answers before it; nil where requests hold all that they say.
	Resolve func(body wire.Value, answers [][]wire.Value) wire.Value
	// Whole is what the elements say as one JSON object, for a request that wants no stream; nil
	// where the wire has streams only.
	Whole func(elements []wire.Value) wire.Value
	// Twice tells the ends of calls a second time; nil where none can be told so.
	Twice func(elements []wire.Value) []wire.Value
	// Served says in an answer whose calls those are that the server answers itself, in the answer; nil where no server does.
	// Owned: it says so at the call, whatever its name.
	Served func(elements []wire.Value, served func(id string) bool) []wire.Value
	Owned  bool
	// Refused says of a call that fails in an answer that it failed for its input, for the server wants another; nil where none
	// says so.
	Refused func(elements []wire.Value, id string) []wire.Value
	// Refuses tells whether an element says that a call failed for its input, so that the client owes it nothing more; nil where
	// none says so.
	Refuses func(e wire.Value) bool
	// Thinks puts what the model thinks before what it says; nil where nothing is put.
	Thinks func(elements []wire.Value, text string) []wire.Value
	// Fails is the element that says in the middle of a stream that the server failed.
	Fails func(message string) wire.Value
	// Failure is the body of an answer with an error status.
	Failure func(status int, message string) wire.Value
	// Silent: requests don't say which tools there are.
	Silent bool
	// Reuses: a line of the wire says what an id is worth that a later turn uses again (MSG-88). Where nothing says it of
	// agents, or ids are unique (call_id of responses), no case does so.
	Reuses bool
	// LF: a server of the wire ends its lines in LF alone.
	LF bool
	// Limited: a stream can say that the model came to its limit inside a call. Flags: a result says
	// whether it is an error.
	Limited, Flags bool
	// Header are fields that a stream's answer has beside its content type.
	Header map[string]string
	// Files are its case files: those in the folder of agents are conversations of this wire alone.
	Files fs.FS
	// Live is what judging live traffic must know.
	Live *Live
}

// Request is what a client sent, whatever its wire.
type Request struct {
	// Stream: it wants a stream, and not one object.
	Stream bool
	Model  string
	// Sent are its messages in order, without instructions to the model.
	Sent  []history.Sent
	Tools []Tool
	// Thread and Run are the ids that the client gives the conversation and this request, Previous
	// is that of the answer that it goes on from; "" where the wire has none.
	Thread, Run, Previous string
	// Body is all of it.
	Body wire.Value
}

// Tool is a tool as a client offers it.
type Tool struct {
	Name, Description string
	Schema            wire.Value
}

// Tools reads a list of tools. Each is described by the object at the pointer, whose schema
// stands under that name.
func Tools(list wire.Value, at, schema string) []Tool {
	var tools []Tool
	for _, t := range list.Items() {
		t = t.Find(at)
		tools = append(tools, Tool{Name: t.Get("name").Text(), Description: t.Get("description").Text(), Schema: t.Get(schema)})
	}
	return tools
}

// Address is the path that is posted to, from the server's root.
func (e *Endpoint) Address() string {
	if address := e.Base + e.Path; address != "" {
		return address
	}
	return "/"
}

// For is the endpoint that a path belongs to; nil where there is none. A slash behind a path changes
// nothing, and clients that put their own version in front of it, or none, are found too.
func For(list []*Endpoint, path string) *Endpoint {
	path = strings.TrimSuffix(path, "/")
	for _, e := range list {
		if path == strings.TrimSuffix(e.Address(), "/") || e.Base != "" && e.Path != "" && path == e.Path {
			return e
		}
	}
	return nil
}
