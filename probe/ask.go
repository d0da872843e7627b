package probe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/wire"
)

const (
	// answerLimit bounds an answer in bytes, refusalLimit one with an error status.
	answerLimit  = 8 << 20
	refusalLimit = 64 << 10
	// tries bounds how often a request is repeated that a busy server turned away, longest how long
	// is waited for it.
	tries   = 4
	longest = time.Minute
)

// reply is what came for a request.
type reply struct {
	status  int
	header  http.Header
	body    []byte
	broken  bool
	refusal string
}

// address is where the wire's requests go, below the base URL that clients are given.
func (p *prober) address() string {
	base, w := strings.TrimSuffix(p.Base.String(), "/"), p.Wire
	own := strings.TrimSuffix(p.Base.EscapedPath(), "/")
	switch {
	case w.Path == "" && own == "":
		return base + w.Address()
	case w.Path == "" || strings.HasSuffix(own, w.Path):
		return base
	case own == "":
		return base + w.Address()
	}
	return base + w.Path
}

// ask sends a request and reads its answer, a busy server's after a while. leaves, where positive, is
// after how many bytes the client leaves. The error is the context's.
func (p *prober) ask(ctx context.Context, q endpoint.Question, leaves int) (*reply, error) {
	for try := 1; ; try++ {
		p.number++
		q.Model, q.Newer, q.Usage = p.Model, p.newer, !p.plainly
		q.Thread, q.Run = "conform-probe", fmt.Sprintf("run-%d", p.number)
		r, err := p.once(ctx, p.Wire.Live.Ask(q), q.Stream, leaves)
		if err != nil {
			return nil, err
		}
		busy := r.status == http.StatusTooManyRequests || r.status == http.StatusServiceUnavailable || r.status == 529
		switch {
		case busy && try < tries:
			d := pause(r.header.Get("Retry-After"), try)
			p.note(fmt.Sprintf("The server was busy (status %d), and was asked again.", r.status))
			p.Say(fmt.Sprintf("status %d: waiting %v", r.status, d))
			if err := p.Wait(ctx, d); err != nil {
				return nil, err
			}
		case r.refusal != "" && try < tries && p.adapts(r):
		default:
			return r, nil
		}
	}
}

// pause is how long a busy server is left alone: as long as it says, within reason.
func pause(after string, try int) time.Duration {
	if n, err := strconv.Atoi(strings.TrimSpace(after)); err == nil && n >= 0 {
		return min(time.Duration(n)*time.Second, longest)
	}
	return min(time.Second<<(try-1), longest)
}

// adapts changes how requests are spelled where the server doesn't take them otherwise.
func (p *prober) adapts(r *reply) bool {
	switch {
	case r.status == http.StatusBadRequest && !p.newer && strings.Contains(r.refusal, "max_completion_tokens"):
		p.newer = true
	case r.status >= 400 && r.status < 500 && !p.plainly && strings.Contains(r.refusal, "stream_options"):
		p.plainly = true
	case r.status == http.StatusUnauthorized && !p.bearer && p.Wire.Live.Key != "" && p.Key != "":
		p.bearer = true
	default:
		return false
	}
	return true
}

// once sends a request once.
func (p *prober) once(ctx context.Context, body wire.Value, stream bool, leaves int) (*reply, error) {
	within, cancel := context.WithTimeout(ctx, p.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(within, http.MethodPost, p.address(), bytes.NewReader(body.AppendJSON(nil)))
	if err != nil {
		return nil, fmt.Errorf("asking: %w", err)
	}
	p.found.Asked++
	p.headers(req, stream)
	resp, err := p.client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return &reply{refusal: p.hidden(cause(err))}, nil
	}
	defer func() { _ = resp.Body.Close() }()
	r := &reply{status: resp.StatusCode, header: resp.Header}
	if r.status < 200 || r.status > 299 {
		data, _ := io.ReadAll(io.LimitReader(resp.Body, refusalLimit)) // what of it came
		r.refusal = p.hidden(fmt.Sprintf("status %d: %s", r.status, brief(data)))
		return r, nil
	}
	r.read(resp.Body, leaves)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.spent += len(body.AppendJSON(nil)) / 4
	return r, nil
}

// read reads the body, to its end or until the client leaves.
func (r *reply) read(body io.Reader, leaves int) {
	buf := make([]byte, 4<<10)
	for {
		n, err := body.Read(buf)
		r.body = append(r.body, buf[:n]...)
		switch {
		case errors.Is(err, io.EOF):
			return
		case err != nil, len(r.body) > answerLimit, leaves > 0 && len(r.body) >= leaves:
			r.broken = true
			return
		}
	}
}

func (p *prober) headers(req *http.Request, stream bool) {
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "conform-probe")
	if stream {
		req.Header.Set("Accept", "text/event-stream")
	}
	for name, value := range p.Wire.Live.Asks {
		req.Header.Set(name, value)
	}
	switch {
	case p.Key == "":
	case p.Wire.Live.Key != "" && !p.bearer:
		req.Header.Set(p.Wire.Live.Key, p.Key)
	default:
		req.Header.Set("Authorization", "Bearer "+p.Key)
	}
}

// cause is an error without the address that was asked.
func cause(err error) string {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err.Error()
}

func brief(data []byte) string {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(data), "?")), " ")
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + "…"
	}
	return text
}

// reader is the body as a stream that ended as it ended.
func (r *reply) reader() io.Reader {
	if r.broken {
		return io.MultiReader(bytes.NewReader(r.body), cutOff{})
	}
	return bytes.NewReader(r.body)
}

type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, check.ErrCut }

// headersOf are the headers that a protocol may ask for.
func (r *reply) headersOf() wire.Value {
	var list []wire.Member
	for _, name := range []string{"Content-Type", "X-Vercel-Ai-Ui-Message-Stream"} {
		if v := r.header.Get(name); v != "" {
			list = append(list, wire.M(name, wire.Str(v)))
		}
	}
	return wire.Obj(list...)
}
