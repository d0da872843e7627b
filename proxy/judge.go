package proxy

import (
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

// wholeLimit bounds a body that is judged as one, in bytes.
const wholeLimit = 32 << 20

// judged is all that is known of an exchange when it is over.
type judged struct {
	*exchange
	request *traffic.Request
	answer  *traffic.Answer
	// body is the request's; stream: the answer is one.
	body   wire.Value
	stream bool
	// single: it is one object, where a stream was asked for.
	single bool
	// unread says why request or answer were not judged, foreign that the request is none of the wire.
	unread  []string
	foreign bool
	// lost counts the bytes that were left out because the judge was late.
	lost int64
	kept *files
}

// judge follows an exchange. It has a seat.
func (p *Proxy) judge(x *exchange, sent http.Header) {
	defer x.request.drop()
	defer x.answer.drop()
	j := &judged{exchange: x, kept: p.recorder.open(x)}
	p.judgeRequest(j, sent.Get("Content-Encoding"))
	p.seats.stand()
	<-x.started
	p.seats.sit()
	if !j.foreign && x.head.status != 0 {
		p.judgeAnswer(j)
	}
	j.lost = x.request.left() + x.answer.left()
	p.recorder.close(j, sent)
	p.clerk.add(j)
}

func (p *Proxy) judgeRequest(j *judged, encoding string) {
	data, err := whole(j.exchange.request, encoding)
	j.kept.whole("request.json", data)
	if err != nil {
		j.unread = append(j.unread, "a request: "+err.Error())
		return
	}
	if j.body, err = wire.Parse(data); err != nil || !j.wire.Live.Speaks(j.body) {
		j.foreign = true
		return
	}
	j.request = j.wire.Request(j.body)
}

// whole reads a body to its end.
func whole(from io.Reader, encoding string) ([]byte, error) {
	plain, err := decoded(from, encoding)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(plain, wholeLimit+1))
	switch {
	case errors.Is(err, check.ErrCut):
		return data, errors.New("it was cut off")
	case err != nil:
		return data, err
	case len(data) > wholeLimit:
		return data[:0], fmt.Errorf("it is longer than %d MiB", wholeLimit>>20)
	}
	return data, nil
}

// decoded reads what was encoded for the way.
func decoded(r io.Reader, encoding string) (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return r, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(r)
	case "deflate":
		return zlib.NewReader(r)
	}
	return nil, fmt.Errorf("the content encoding %q can't be read here", encoding)
}

func (p *Proxy) judgeAnswer(j *judged) {
	h := j.head
	kind := h.header.Get("Content-Type")
	asked := j.wire.Whole == nil || j.request != nil && j.request.Stream
	switch {
	case h.status < 200 || h.status > 299:
		return // an error is passed on, and counted
	case traffic.IsStream(kind):
		j.stream = true
		plain, err := decoded(j.exchange.answer, h.encoding)
		if err != nil {
			j.unread = append(j.unread, "an answer: "+err.Error())
			return
		}
		j.answer = j.wire.Stream(j.kept.tee("answer.sse", plain), headersOf(h.header))
	case traffic.IsObject(kind):
		data, err := whole(j.exchange.answer, h.encoding)
		j.kept.whole("answer.json", data)
		if err != nil {
			j.unread = append(j.unread, "an answer: "+err.Error())
			return
		}
		j.answer = j.wire.Object(data)
		j.single = asked
	default:
		why := fmt.Sprintf("an answer of the content type %q", kind)
		if asked {
			why += ", where a stream of events was asked for"
		}
		j.unread = append(j.unread, why)
		return
	}
	if j.answer.Unread != "" {
		j.unread = append(j.unread, "an answer: "+j.answer.Unread)
	}
	j.wire.Excused(j.answer, j.body)
}

// headersOf are the headers of a stream that its protocol may ask for.
func headersOf(h http.Header) wire.Value {
	var list []wire.Member
	for _, name := range []string{"Content-Type", "X-Vercel-Ai-Ui-Message-Stream"} {
		if v := h.Get(name); v != "" {
			list = append(list, wire.M(name, wire.Str(v)))
		}
	}
	return wire.Obj(list...)
}
