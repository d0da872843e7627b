package proxy

import (
	"net/http"
	"sync"

	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/traffic"
)

// exchange is a request and its answer, as they pass. The forwarding goroutine writes, one judge reads.
type exchange struct {
	number int
	wire   *traffic.Wire
	method string
	// path is without the query, which may hold a key.
	path            string
	request, answer *feed
	// head is the answer's, set before started is closed; failed: there is none, and the
	// upstream is to blame.
	started chan struct{}
	once    sync.Once
	head    head
	failed  bool
}

// head is the beginning of an answer.
type head struct {
	status   int
	proto    string
	header   http.Header
	encoding string
}

// answers tells that the answer begins.
func (x *exchange) answers(resp *http.Response) {
	x.once.Do(func() {
		x.head = head{resp.StatusCode, resp.Proto, resp.Header, resp.Header.Get("Content-Encoding")}
		close(x.started)
	})
}

// fails tells that there is no answer.
func (x *exchange) fails(upstream bool) {
	x.once.Do(func() {
		x.failed = upstream
		close(x.started)
	})
	x.request.end(check.ErrCut)
	x.answer.end(check.ErrCut)
}

// over ends whatever has not ended.
func (x *exchange) over() { x.fails(false) }
