package proxy

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"sync"

	"github.com/toolconform/conform/check"
)

// hops are the headers that speak of one connection and not of the message.
func hops() []string {
	return []string{"Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer",
		"Transfer-Encoding", "Upgrade"}
}

// withoutHops is a header without what speaks of one connection.
func withoutHops(h http.Header) http.Header {
	out := h.Clone()
	for _, list := range h["Connection"] {
		for name := range strings.SplitSeq(list, ",") {
			out.Del(textproto.TrimString(name))
		}
	}
	for _, name := range hops() {
		out.Del(name)
	}
	return out
}

// outgoing is the request as it goes to the upstream: the same but for the host.
func (p *Proxy) outgoing(r *http.Request, x *exchange) *http.Request {
	out := r.Clone(r.Context())
	out.URL, out.Host, out.RequestURI, out.Close = p.target(r), p.upstream.Host, "", false
	out.Header = withoutHops(r.Header)
	if _, there := out.Header["User-Agent"]; !there {
		out.Header["User-Agent"] = nil // or one would be made up
	}
	if r.ContentLength == 0 && len(r.TransferEncoding) == 0 {
		out.Body = http.NoBody
	} else {
		out.Body = &heard{from: r.Body, by: x.request, length: r.ContentLength}
	}
	if out.Body == http.NoBody {
		x.request.end(io.EOF)
	}
	return out
}

// target is the upstream's URL for a request: its path behind that of the upstream, spelled as it came.
func (p *Proxy) target(r *http.Request) *url.URL {
	u := *p.upstream
	before, after := strings.TrimSuffix(u.EscapedPath(), "/"), r.URL.EscapedPath()
	if !strings.HasPrefix(after, "/") {
		after = "/" + after
	}
	if path, err := url.PathUnescape(before + after); err == nil {
		u.Path, u.RawPath = path, before+after
	}
	u.RawQuery, u.ForceQuery = r.URL.RawQuery, r.URL.ForceQuery
	return &u
}

// heard is a request's body that a judge hears, too.
type heard struct {
	from io.ReadCloser
	by   *feed
	once sync.Once
	// length that was announced, -1 for none; got is what came.
	length, got int64
}

func (h *heard) Read(p []byte) (int, error) {
	n, err := h.from.Read(p)
	h.by.write(p[:n])
	h.got += int64(n)
	switch {
	case h.got == h.length:
		h.by.end(io.EOF)
	case err != nil:
		h.by.end(ending(err))
	}
	return n, err
}

func (h *heard) Close() error {
	var err error
	h.once.Do(func() {
		h.by.end(check.ErrCut)
		err = h.from.Close()
	})
	return err
}

// ending is how a stream that ends by that error has ended.
func ending(err error) error {
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	return check.ErrCut
}

// forward sends the request on and the answer back. It panics with http.ErrAbortHandler where the
// answer breaks off, so that the client sees it break off.
func (p *Proxy) forward(w http.ResponseWriter, r *http.Request, x *exchange) {
	_ = http.NewResponseController(w).EnableFullDuplex() // HTTP/2 always is
	resp, err := p.transport.RoundTrip(p.outgoing(r, x))
	if err != nil {
		x.fails(r.Context().Err() == nil)
		if r.Context().Err() != nil {
			panic(http.ErrAbortHandler)
		}
		http.Error(w, fmt.Sprintf("conform proxy: the upstream can't be reached: %v", unwrapped(err)), http.StatusBadGateway)
		return
	}
	defer func() { _ = resp.Body.Close() }()
	x.answers(resp)
	p.back(w, resp)
	if err := p.copyBody(w, resp, x); err != nil {
		x.answer.end(check.ErrCut)
		panic(http.ErrAbortHandler)
	}
	for name, values := range resp.Trailer {
		w.Header()[name] = values
	}
	x.answer.end(io.EOF)
}

// unwrapped is the error without the URL, which may hold a key.
func unwrapped(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// back sends status and headers, and adds none of its own.
func (p *Proxy) back(w http.ResponseWriter, resp *http.Response) {
	h := w.Header()
	for name, values := range withoutHops(resp.Header) {
		h[name] = values
	}
	for _, name := range []string{"Date", "Content-Type"} {
		if _, there := h[name]; !there {
			h[name] = nil
		}
	}
	for name := range resp.Trailer {
		h.Add("Trailer", name)
		h.Del("Content-Length") // HTTP/1.1 has trailers behind chunks only
	}
	w.WriteHeader(resp.StatusCode)
}

// buffers are for copying.
type buffers struct{ sync.Pool }

const copySize = 32 << 10

func newBuffers() *buffers {
	return &buffers{sync.Pool{New: func() any { b := make([]byte, copySize); return &b }}}
}

// copyBody passes on what comes as soon as it has come. The error is either side's.
func (p *Proxy) copyBody(w http.ResponseWriter, resp *http.Response, x *exchange) error {
	buf := p.buffers.Get().(*[]byte)
	defer p.buffers.Put(buf)
	out := http.NewResponseController(w)
	if resp.ContentLength != 0 {
		if err := out.Flush(); err != nil { // the headers of a stream come before its first event
			return err
		}
	}
	for {
		n, err := resp.Body.Read(*buf)
		if n > 0 {
			if _, werr := w.Write((*buf)[:n]); werr != nil {
				return werr
			}
			if werr := out.Flush(); werr != nil {
				return werr
			}
			x.answer.write((*buf)[:n])
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}
