package adapter

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// maxBody bounds the input of one case.
const maxBody = 512 << 20

// Handler speaks the HTTP transport: GET /hello and POST /cases. It answers with
// NDJSON, or with server-sent events where the request accepts nothing else.
//
// A crash aborts the connection, TimedOut holds it until the client gives up, and
// Broken ends the body with the observation's Output as it is.
func Handler(info Info, answers map[dialect.Pair]dialect.Answer) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(append(info.Hello().AppendJSON(nil), '\n'))
	})
	mux.HandleFunc("POST /cases", func(w http.ResponseWriter, r *http.Request) {
		m, err := readCase(w, r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		serveCase(w, r, answers, readRequest(m))
	})
	return mux
}

func readCase(w http.ResponseWriter, r *http.Request) (wire.Value, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return wire.Value{}, fmt.Errorf("reading the case: %w", err)
	}
	m, err := wire.Parse(body)
	if err != nil {
		return wire.Value{}, fmt.Errorf("reading the case: %w", err)
	}
	if m.Get("type").Text() != "case" {
		return wire.Value{}, fmt.Errorf("reading the case: its type is %s", m.Get("type").JSON())
	}
	return m, nil
}

func serveCase(w http.ResponseWriter, r *http.Request, answers map[dialect.Pair]dialect.Answer, c request) {
	o := observe(answers, c)
	list, raw := messages(c.id, o)
	encoding, contentType := wire.NDJSON, "application/x-ndjson"
	if strings.HasPrefix(r.Header.Get("Accept"), "text/event-stream") {
		encoding, contentType = wire.SSE, "text/event-stream"
	}
	w.Header().Set("Content-Type", contentType)
	_, _ = w.Write(append(wire.Encode(encoding, list), raw...))
	switch o.Ending {
	case dialect.Crashed:
		_ = http.NewResponseController(w).Flush() // what came before the crash was seen
		panic(http.ErrAbortHandler)
	case dialect.TimedOut:
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
}
