package serve_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/wire"
)

// asked sends a request as it stands, and reads what came.
func asked(t *testing.T, method, url string, body []byte, header ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const sound = `{"messages":[{"role":"user","content":"hi"}]}`

// What cannot be answered is refused in words that say why, in the answer, in the log of the conversation and in
// the line that is told; and the next request is answered as if nothing had been.
func TestWhatIsAskedInVainIsTold(t *testing.T) {
	const chat = "/v1/chat/completions"
	for _, c := range []struct {
		name, method, path string
		body               []byte
		header             []string
		status             int
		says               string
	}{
		{"wrong path", "POST", "/v1/completions", []byte(sound), nil, 404, "there is nothing at /v1/completions"},
		{"two slashes", "POST", "/v1//chat/completions", []byte(sound), nil, 404, "there is nothing at /v1//chat/completions"},
		{"odd path", "POST", "/v1/%0a%1b[31m%E2%80%AE", []byte(sound), nil, 404, "/v1/%0A%1B%5B31m%E2%80%AE"},
		{"wrong method", "PUT", chat, []byte(sound), nil, 405, "is posted to"},
		{"read", "GET", chat, nil, nil, 405, "is posted to"},
		{"the log deleted", "DELETE", "/log", nil, nil, 404, "for a DELETE"},
		{"empty", "POST", chat, nil, nil, 400, "it is empty"},
		{"garbage", "POST", chat, []byte("\x00{"), nil, 400, "no JSON object: "},
		{"no object", "POST", chat, []byte("[]"), nil, 400, "of the kind array"},
		{"compressed", "POST", chat, zipped(t, sound), []string{"Content-Encoding", "gzip"}, 415, `encoded as \"gzip\"`},
		{"compressed, and nobody says so", "POST", chat, zipped(t, sound), nil, 400, "it is compressed"},
	} {
		var mu sync.Mutex
		var lines []string
		_, url := start(t, serve.Options{Told: func(line string) {
			mu.Lock()
			defer mu.Unlock()
			lines = append(lines, line)
		}})
		status, text := asked(t, c.method, url+"/c/x"+c.path, c.body, c.header...)
		if status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %s", c.name, status, text)
		}
		if status, text := asked(t, "POST", url+"/c/x"+chat, []byte(sound)); status != 200 || !strings.Contains(text, "turn 0 of <x>") {
			t.Errorf("%s: and then %d %s", c.name, status, text)
		}
		_, log := asked(t, "GET", url+"/c/x/log", nil)
		refused := wire.ParseString(log).Get("refused")
		if refused.Len() != 1 || wire.ParseString(log).Get("requests").Len() != 1 ||
			!strings.Contains(refused.At(0).JSON(), c.says) || !strings.HasPrefix(refused.At(0).Text(), c.method+" ") {
			t.Errorf("%s: the log is %s", c.name, log)
		}
		mu.Lock()
		if len(lines) != 2 || !strings.HasPrefix(lines[0], c.method+" /c/x/") || strings.ContainsFunc(lines[0], unicode.IsControl) {
			t.Errorf("%s: told %q", c.name, lines)
		}
		mu.Unlock()
	}
}

// What is kept of them is bounded, and so is the name of a conversation.
func TestWhatIsAskedInVainIsBounded(t *testing.T) {
	s, url := start(t, serve.Options{})
	for range 20 {
		asked(t, "POST", url+"/c/x/nowhere/"+strings.Repeat("y", 30<<10), []byte(sound))
	}
	_, log := asked(t, "GET", url+"/c/x/log", nil)
	if n := wire.ParseString(log).Get("refused").Len(); n != 4 || len(log) > 8<<10 {
		t.Errorf("%d lines in %d bytes are kept", n, len(log))
	}
	name := strings.Repeat("n", 10_000)
	status, text := asked(t, "POST", url+"/c/"+name+"/v1/messages", []byte(sound))
	if status != 400 || !strings.Contains(text, "256 bytes") {
		t.Errorf("a long name: %d %s", status, text)
	}
	if _, _, known := s.Log(name); known {
		t.Error("a name of 10,000 bytes is remembered")
	}
}

// A conversation that is held on one wire is not answered on another.
func TestAConversationOfOneWire(t *testing.T) {
	s, url := start(t, serve.Options{})
	s.Open("own", "openai-chat", numbered(0))
	if status, text := asked(t, "POST", url+"/c/own/v1/messages", []byte(sound)); status != 404 ||
		!strings.Contains(text, "held on openai-chat, and not on anthropic-messages") {
		t.Errorf("%d %s", status, text)
	}
	status, text := asked(t, "POST", url+"/c/own/v1/chat/completions", []byte(sound))
	if status != 200 || !strings.Contains(text, "turn 0") {
		t.Errorf("%d %s", status, text)
	}
	if received, refused := s.Close("own"); len(received) != 1 || len(refused) != 1 {
		t.Errorf("%d requests and %q", len(received), refused)
	}
}

// A client is told in its wire's own words that the mistake was its own.
func TestARefusalSaysWhoseMistakeItWas(t *testing.T) {
	_, at := start(t, serve.Options{})
	for _, c := range []struct {
		path, body, pointer, kind string
		status                    int
		header                    []string
	}{
		{"/v1/chat/completions", "[]", "/error/type", "invalid_request_error", http.StatusBadRequest, nil},
		{"/v1/responses", "[]", "/error/type", "invalid_request_error", http.StatusBadRequest, nil},
		{"/v1/messages", "[]", "/error/type", "invalid_request_error", http.StatusBadRequest, nil},
		{"/", "[]", "/error/type", "invalid_request_error", http.StatusBadRequest, nil},
		{"/v1/messages", sound, "/error/type", "invalid_request_error", http.StatusUnsupportedMediaType,
			[]string{"Content-Encoding", "br"}},
	} {
		status, text := asked(t, "POST", at+c.path, []byte(c.body), c.header...)
		if got := wire.ParseString(text).Find(c.pointer).Text(); status != c.status || got != c.kind {
			t.Errorf("%s: %d, %q in %s", c.path, status, got, text)
		}
	}
}
