package adapter_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/wire"
)

func server(t *testing.T) string {
	s := httptest.NewServer(adapter.Handler(info(4), answers()))
	t.Cleanup(s.Close)
	return s.URL
}

func request(t *testing.T, method, url, accept, body string) (status int, contentType, text string, err error) {
	t.Helper()
	patience := time.Minute
	if strings.Contains(body, "hang") {
		patience = 200 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", accept)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", "", err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header.Get("Content-Type"), string(b), err
}

func TestHandlerHello(t *testing.T) {
	t.Parallel()
	_, _, text, err := request(t, http.MethodGet, server(t)+"/hello", "", "")
	if err != nil || !wire.Equal(wire.ParseString(text), info(4).Hello()) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestHandlerCases(t *testing.T) {
	t.Parallel()
	url := server(t) + "/cases"
	rejected := `{"type":"rejected","id":"1","reason":"too odd"}`
	for _, c := range []struct{ accept, do, contentType, want string }{
		{"", "reject", "application/x-ndjson", rejected + "\n"},
		{"application/x-ndjson, text/event-stream", "reject", "application/x-ndjson", rejected + "\n"},
		{"text/event-stream", "reject", "text/event-stream", "data: " + rejected + "\n\n"},
		{"", "break", "application/x-ndjson", `{"type":"done","id":"1"}` + "\noops\n"},
	} {
		status, contentType, text, err := request(t, http.MethodPost, url, c.accept, caseLine("1", `{"do":"`+c.do+`"}`))
		if err != nil || status != http.StatusOK || contentType != c.contentType || text != c.want {
			t.Errorf("%+v: %d %s %s %v", c, status, contentType, text, err)
		}
	}
}

func TestHandlerNoAnswer(t *testing.T) {
	t.Parallel()
	url := server(t) + "/cases"
	for _, deed := range []string{"crash", "panic", "hang"} {
		_, _, text, err := request(t, http.MethodPost, url, "", caseLine("1", `{"do":"`+deed+`"}`))
		if err == nil || strings.Contains(text, "done") {
			t.Errorf("%s: %s", deed, text)
		}
	}
}

func TestHandlerRefuses(t *testing.T) {
	t.Parallel()
	url := server(t)
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{http.MethodPost, "/cases", "garbage", 400},
		{http.MethodPost, "/cases", `{"type":"hello"}`, 400},
		{http.MethodGet, "/cases", "", 405},
		{http.MethodGet, "/", "", 404},
	} {
		if status, _, text, err := request(t, c.method, url+c.path, "", c.body); err != nil || status != c.status {
			t.Errorf("%+v: %d %s %v", c, status, text, err)
		}
	}
}
