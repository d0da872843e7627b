package serve

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

// exchange is one request and its answer.
type exchange struct {
	server       *Server
	w            http.ResponseWriter
	r            *http.Request
	control      *http.ResponseController
	conversation string
	// path is what is asked for, below the conversation.
	path string
	// own: the answer is of a conversation that was opened with its script. Whoever reads that is judged.
	own bool
	// torn: what was written last ends within a line; tears is how often the rest has waited.
	torn  bool
	tears int
}

// The rest of a torn line waits so long, and so often in an answer, that whoever reads finds the first part by itself.
const (
	restWaits = 2 * time.Millisecond
	mostTears = 8
)

// answer reads a request, and sends what its turn is.
func (x *exchange) answer(e *endpoint.Endpoint) {
	s := x.server
	if coding := x.r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		x.w.Header().Set("Connection", "close")
		x.refuse(e, http.StatusUnsupportedMediaType, fmt.Sprintf("the body is encoded as %.40q, and only plain JSON is read", coding))
		return
	}
	if only := s.held.only(x.conversation); only != "" && only != e.Dialect {
		x.refuse(e, http.StatusNotFound, "this conversation is held on "+only+", and not on "+e.Dialect)
		return
	}
	// A transport without deadlines has its own.
	_ = x.control.SetReadDeadline(time.Now().Add(s.options.Wait))
	body, done, err := s.budget.read(x.r.Body, s.options.Body, x.r.ContentLength)
	if err != nil {
		done()
		x.unread(e, err)
		return
	}
	_ = x.control.SetReadDeadline(time.Time{})
	value, err := wire.Parse(body)
	if err != nil || !value.IsObject() {
		done()
		x.refuse(e, http.StatusBadRequest, "the body is no JSON object"+why(body, value, err))
		return
	}
	request := e.Read(value)
	rounds := -1
	if x.conversation == "" {
		rounds = Rounds(request.Sent)
	}
	turn, script := s.held.take(x.conversation, Received{Dialect: e.Dialect, Body: value, size: cost(body)}, rounds)
	done()
	if x.own = script != nil; !x.own {
		script = s.options.Script
	}
	if o := s.options.Spoil; o.Status != 0 && s.asked.next()%int64(max(1, o.EveryNth)) == 0 {
		x.send(e, e.Refusal(o.Status, "this answer was spoiled on purpose"), fmt.Sprintf("turn %d", turn))
		return
	}
	told := s.options.Spoil.apply(e, script(e, x.conversation, turn, request))
	x.send(e, e.Answer(told, request, turn), fmt.Sprintf("turn %d", turn))
}

// unread refuses a body that could not be read whole. Nothing is said to a client that is gone.
func (x *exchange) unread(e *endpoint.Endpoint, err error) {
	status := http.StatusBadRequest
	switch {
	case errors.Is(err, errTooLarge):
		status = http.StatusRequestEntityTooLarge
	case errors.Is(err, errBusy):
		status = http.StatusServiceUnavailable
	}
	x.w.Header().Set("Connection", "close") // the rest of the body is not waited for
	x.refuse(e, status, "the body was not read: "+err.Error())
}

// apply changes how a stream ends.
func (o Spoil) apply(e *endpoint.Endpoint, s *stream.Script) *stream.Script {
	if o.Ending == "" {
		return s
	}
	after := min(max(0, o.After), len(s.Elements))
	short := s.With(s.Elements[:after:after])
	switch o.Ending {
	case Broken:
		if after < len(s.Elements) {
			short = s.With(s.Elements[: after+1 : after+1])
		}
		return short.Ended(stream.Broken)
	case Failed:
		return short.With(append(short.Elements, e.Fails("the model failed"))).Ended(stream.Cut)
	}
	return short.Ended(stream.Cut)
}

// Rounds counts how often the client has answered calls since the user's last word: the turn that a
// request asks for.
func Rounds(sent []history.Sent) int {
	n, results := 0, false
	for _, m := range sent {
		switch {
		case len(m.Results) > 0:
			if !results {
				n++
			}
			results = true
		case m.Role == history.User && m.Text != "":
			n, results = 0, false
		case len(m.Calls) > 0 || m.Text != "":
			results = false
		}
	}
	return n
}

// send writes an answer frame by frame, and stops where the client is gone or has not read for too long.
func (x *exchange) send(e *endpoint.Endpoint, a endpoint.Answer, what string) {
	x.open()
	for name, value := range a.Header {
		x.w.Header().Set(name, value)
	}
	x.w.WriteHeader(a.Status)
	sent, whole := 0, true
	for _, frame := range a.Frames {
		if n, err := x.frame(frame); err != nil {
			sent, whole = sent+n, false
			break
		}
		sent += len(frame)
	}
	if told := x.server.options.Told; told != nil {
		gone := ""
		if !whole {
			gone = ", and then the client was gone"
		}
		told(fmt.Sprintf("%s %s %s: %s, %d, %d bytes%s", x.method(), brief(x.r.URL.EscapedPath()), e.Dialect, what, a.Status, sent, gone))
	}
	if a.Torn && whole {
		panic(http.ErrAbortHandler) // the way to break a connection off
	}
}

// frame writes a frame, in pieces where that was asked for.
func (x *exchange) frame(frame []byte) (sent int, err error) {
	o := x.server.options
	if err := x.pause(o.Spoil.Pace); err != nil {
		return 0, err
	}
	for len(frame) > 0 {
		if x.torn && x.tears < mostTears {
			x.tears++
			if err := x.pause(restWaits); err != nil {
				return sent, err
			}
		}
		n := x.piece(frame)
		_ = x.control.SetWriteDeadline(time.Now().Add(o.Wait))
		if _, err := x.w.Write(frame[:n]); err != nil {
			return sent, err
		}
		err := x.control.Flush()
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			return sent, err
		}
		x.torn = x.own && err == nil && frame[n-1] != '\n'
		sent, frame = sent+n, frame[n:]
	}
	return sent, nil
}

// piece is how much of a frame is written at once. Where a reader is judged each letter of several bytes is torn, as
// networks do it.
func (x *exchange) piece(frame []byte) int {
	if n := x.server.options.Spoil.Piece; n > 0 {
		return min(n, len(frame))
	}
	for i := 1; x.own && len(frame) < 4<<10 && i < len(frame); i++ { // the end of a long one is enough
		if !utf8.RuneStart(frame[i]) && utf8.RuneStart(frame[i-1]) {
			return i
		}
	}
	return len(frame)
}

// pause waits, unless the client goes.
func (x *exchange) pause(d time.Duration) error {
	if d <= 0 {
		return x.r.Context().Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-x.r.Context().Done():
		return x.r.Context().Err()
	}
}

// object answers with a JSON object that is nobody's wire.
func (x *exchange) object(status int, v wire.Value) {
	x.open()
	x.w.Header().Set("Content-Type", "application/json")
	x.w.WriteHeader(status)
	_ = x.control.SetWriteDeadline(time.Now().Add(x.server.options.Wait))
	_, _ = x.w.Write(v.AppendJSON(nil)) // who does not read it needs no answer
}

// open lets pages of any origin read the answer: a browser's tests use the mock, too.
func (x *exchange) open() {
	x.w.Header().Set("Access-Control-Allow-Origin", "*")
}

func (x *exchange) preflight() {
	x.open()
	x.w.Header().Set("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
	x.w.Header().Set("Access-Control-Allow-Headers", "*")
	x.w.WriteHeader(http.StatusNoContent)
}

// log tells what the conversation was asked.
func (x *exchange) log() {
	received, leftOut, known := x.server.Log(x.conversation)
	if !known {
		x.object(http.StatusNotFound, refusal(http.StatusNotFound, "nothing was asked in this conversation, or it was forgotten"))
		return
	}
	refused := x.server.held.refused(x.conversation)
	list := make([]wire.Value, len(received))
	for i, r := range received {
		list[i] = wire.Obj(wire.M("n", wire.Int(int64(r.N))), wire.M("dialect", wire.Str(r.Dialect)),
			wire.M("turn", wire.Int(int64(r.Turn))), wire.M("body", r.Body))
	}
	log := wire.Obj(wire.M("conversation", wire.Str(x.conversation)), wire.M("requests", wire.List(list...)),
		wire.M("left_out", wire.Int(int64(leftOut))))
	if len(refused) > 0 {
		log = log.With("refused", wire.Strs(refused))
	}
	x.object(http.StatusOK, log)
}
