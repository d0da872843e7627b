package driver

import (
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver/message"
	"github.com/toolconform/conform/wire"
)

// caseBody reads the messages of one case from a response.
type caseBody struct {
	message.Answer
	id      string
	decoder *wire.Decoder
	limits  Limits
	size    int64
	enough  func() // ends the exchange
	broken  *failure
}

func newCaseBody(resp *http.Response, id string, l Limits, enough func()) *caseBody {
	encoding := wire.NDJSON
	if strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream") {
		encoding = wire.SSE
	}
	return &caseBody{Answer: message.Answer{Limit: l.Answer}, id: id, limits: l, enough: enough,
		decoder: wire.NewDecoder(encoding, int(l.Line))}
}

// read reads to the end of the body. What follows the ending is waited for a
// moment only. The error is that of an exchange that broke before its ending.
func (b *caseBody) read(r io.Reader) error {
	buf := make([]byte, 32<<10)
	for b.broken == nil {
		ended := b.Ended
		n, err := r.Read(buf)
		b.size += int64(n)
		b.frames(b.decoder.Feed(buf[:n]))
		if b.size > b.limits.Answer && b.broken == nil {
			b.broken = stray(message.TooLarge, buf[:n])
		}
		switch {
		case err == io.EOF:
			b.frames(b.decoder.Close())
			return nil
		case err != nil && b.Ended:
			return nil
		case err != nil:
			return err
		case b.Ended && !ended:
			defer time.AfterFunc(endGrace, b.enough).Stop()
		}
	}
	return nil
}

func (b *caseBody) frames(frames []wire.Frame) {
	for _, f := range frames {
		if b.broken != nil {
			return
		}
		if problem := b.message(f); problem != "" {
			b.broken = stray(problem, f.Data)
		}
	}
}

func (b *caseBody) message(f wire.Frame) (problem string) {
	if f.Err != nil {
		return message.TooLarge
	}
	if message.Blank(f.Data) || f.Done() {
		return ""
	}
	m, problem := message.Read(f.Data, b.limits.Answer)
	switch {
	case problem != "":
		return problem
	case !m.AboutCase():
		return ""
	case m.ID != b.id:
		return message.UnknownCase
	}
	return b.Take(m)
}

func (b *caseBody) outcome(l *ledger, r Request) dialect.Observation {
	switch {
	case b.broken != nil:
		return b.broken.observation(l, r.ID)
	case !b.Ended:
		return dialect.Observation{Ending: dialect.Crashed, Reason: "the body ended before the case did"}
	}
	return b.Observation
}
