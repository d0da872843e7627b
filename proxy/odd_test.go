package proxy_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/proxy"
)

// An upstream that dies in the middle dies in the middle for the client, too.
func TestUpstreamThatDies(t *testing.T) {
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, plainAnswer()[:200])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}, nil)
	resp := s.post("/v1/chat/completions", question)
	data, err := io.ReadAll(resp.Body)
	if string(data) != plainAnswer()[:200] || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", data, err)
	}
	s.back.Close()
	if resp := s.post("/v1/chat/completions", question); resp.StatusCode != http.StatusBadGateway {
		t.Errorf("an upstream that is gone gives %d", resp.StatusCode)
	}
	r := s.result()
	if len(missed(r)) > 0 {
		t.Errorf("what was cut off is blamed: %v", missed(r))
	}
	notes := strings.Join(r.Live.Notes, " ")
	if !strings.Contains(notes, "1 answer was cut off") || !strings.Contains(notes, "1 request had no answer") {
		t.Errorf("%q", notes)
	}
}

// A client that leaves takes its upstream request with it, and nobody is blamed.
func TestClientThatLeaves(t *testing.T) {
	left := make(chan struct{})
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, plainAnswer()[:200])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(left)
	}, nil)
	ctx, leave := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, "POST", s.front.URL+"/v1/chat/completions", strings.NewReader(question))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(resp.Body, make([]byte, 200)); err != nil {
		t.Fatal(err)
	}
	leave()
	select {
	case <-left:
	case <-time.After(20 * time.Second):
		t.Fatal("the upstream was not told")
	}
	if r := s.result(); len(missed(r)) > 0 || !strings.Contains(strings.Join(r.Live.Notes, " "), "1 answer was cut off") {
		t.Errorf("%v, %q", missed(r), r.Live.Notes)
	}
}

// A judge that can't keep up leaves something out, and tells; the stream has every byte.
func TestLateJudgeStopsNobody(t *testing.T) {
	long := fmt.Sprintf(chunkOf, `{"role":"assistant","content":""}`, "null") +
		strings.Repeat(fmt.Sprintf(chunkOf, `{"content":"x"}`, "null"), 5000)
	s := stand(t, streams(long), func(o *proxy.Options) { o.Waiting = 100 << 10 })
	if got := reads(t, s.post("/v1/chat/completions", question)); got != long {
		t.Errorf("%d bytes of %d", len(got), len(long))
	}
	if r := s.result(); !strings.Contains(strings.Join(r.Live.Notes, " "), "left out") || len(missed(r)) > 0 {
		t.Errorf("%q, %v", r.Live.Notes, missed(r))
	}
}

// Other paths, other methods and other bodies are passed on, and counted.
func TestOtherPathsArePassedOn(t *testing.T) {
	s := stand(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Method+r.URL.Path) }, nil)
	resp, err := http.Get(s.front.URL + "/v1/models")
	if err != nil {
		t.Fatal(err)
	}
	if got := reads(t, resp); got != "GET/v1/models" {
		t.Errorf("%q", got)
	}
	reads(t, s.post("/v1/embeddings", "{}"))
	reads(t, s.post("/v1/threads/7/messages", `{"role":"user","content":"hi"}`))
	if r := s.result(); r.Live.Exchanges != 3 || r.Live.Judged != 0 ||
		!strings.Contains(strings.Join(r.Live.Notes, " "), "3 requests were on no path") {
		t.Errorf("%+v", r.Live)
	}
}

// A protocol that goes on over the connection goes through.
func TestUpgrades(t *testing.T) {
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		conn, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = rw.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		_ = rw.Flush()
		line, _ := rw.ReadString('\n')
		_, _ = rw.WriteString(line)
		_ = rw.Flush()
	}, nil)
	conn, err := net.Dial("tcp", s.front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /v1/realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
	in := bufio.NewReader(conn)
	resp, err := http.ReadResponse(in, nil)
	if err != nil || resp.StatusCode != 101 {
		t.Fatalf("%v, %v", resp, err)
	}
	fmt.Fprintf(conn, "hello\n")
	if line, err := in.ReadString('\n'); line != "hello\n" {
		t.Errorf("%q, %v", line, err)
	}
}

// A thousand conversations at once, none mixed, each judged.
func TestThousandAtOnce(t *testing.T) {
	const many = 1000
	var ready sync.WaitGroup
	ready.Add(many)
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		own, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		ready.Done()
		ready.Wait() // until all are open
		id := string(own[strings.Index(string(own), "no-"):][:7])
		_, _ = io.WriteString(w, strings.ReplaceAll(plainAnswer(), "Hello.", id))
	}, nil)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: many}}
	var done sync.WaitGroup
	for i := range many {
		done.Add(1)
		go func() {
			defer done.Done()
			id := fmt.Sprintf("no-%04d", i)
			resp, err := client.Post(s.front.URL+"/v1/chat/completions", "application/json",
				strings.NewReader(strings.Replace(question, "hi", id, 1)))
			if err != nil {
				t.Error(err)
				ready.Done()
				return
			}
			data, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || string(data) != strings.ReplaceAll(plainAnswer(), "Hello.", id) {
				t.Errorf("%s: %q, %v", id, data, err)
			}
		}()
	}
	done.Wait()
	client.CloseIdleConnections()
	if r := s.result(); r.Live.Judged != many || len(missed(r)) > 0 {
		t.Errorf("%+v, %v", r.Live, missed(r))
	}
}

// A client that never reads, one that reads a byte at a time and one that sends very much: none of them
// stops another, and what is too much for the judge is left out and told.
func TestHostileClients(t *testing.T) {
	long := fmt.Sprintf(chunkOf, `{"role":"assistant","content":""}`, "null") +
		strings.Repeat(fmt.Sprintf(chunkOf, `{"content":"x"}`, "null"), 100_000)
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		if n > 1<<20 {
			fmt.Fprintf(w, ": %d\n\n", n)
		}
		if r.Header.Get("X-Long") != "" {
			_, _ = io.WriteString(w, long)
			return
		}
		_, _ = io.WriteString(w, plainAnswer())
	}, func(o *proxy.Options) { o.Waiting = 8 << 20 })
	silent, err := net.Dial("tcp", s.front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	fmt.Fprintf(silent, "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-Long: 1\r\nContent-Length: %d\r\n\r\n%s", len(question),
		question)
	slow := s.post("/v1/chat/completions", question)
	defer slow.Body.Close()
	if _, err := slow.Body.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	const much = 100 << 20
	resp, err := http.Post(s.front.URL+"/v1/chat/completions", "application/json", io.LimitReader(endless{}, much))
	if err != nil {
		t.Fatal(err)
	}
	if got := reads(t, resp); got != fmt.Sprintf(": %d\n\n", much)+plainAnswer() {
		t.Errorf("%.60q came for %d bytes", got, much)
	}
	if got := reads(t, s.post("/v1/chat/completions", question)); got != plainAnswer() {
		t.Errorf("the next one got %.60q", got)
	}
	silent.Close()
	reads(t, slow)
	r := s.result()
	if notes := strings.Join(r.Live.Notes, " "); !strings.Contains(notes, "left out") || len(missed(r)) > 0 {
		t.Errorf("%v: %s", missed(r), notes)
	}
}

// endless gives one byte for ever.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// An upstream that speaks HTTP/2 behind TLS is forwarded to like any other; trailers come behind the body.
func TestSecureUpstreams(t *testing.T) {
	back := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 2 {
			t.Errorf("the upstream is asked by %s", r.Proto)
		}
		w.Header().Set("Trailer", "X-Sum")
		streams(plainAnswer())(w, r)
		w.Header().Set("X-Sum", "7")
	}))
	back.EnableHTTP2 = true
	back.StartTLS()
	defer back.Close()
	u, _ := url.Parse(back.URL)
	s := stand(t, nil, func(o *proxy.Options) { o.Upstream, o.Transport = u, back.Client().Transport })
	resp := s.post("/v1/chat/completions", question)
	if got := reads(t, resp); got != plainAnswer() || resp.Trailer.Get("X-Sum") != "7" {
		t.Errorf("%q came, and the trailer %v", got, resp.Trailer)
	}
	if r := s.result(); r.Live.Judged != 1 || len(missed(r)) > 0 {
		t.Errorf("%+v, %v", r.Live, missed(r))
	}
}

// Who asked for a stream and got something else is told how often, and what it was; who asked for none is not.
func TestAnswersThatAreNoStreamAreTold(t *testing.T) {
	const object = `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":` +
		`{"role":"assistant","content":"Hello."},"finish_reason":"stop"}]}`
	for _, c := range []struct {
		name, question, kind, body string
		want, not                  string
		judged                     int
	}{
		{"a stream as text", question, "text/plain", plainAnswer(),
			`2 were not judged: an answer of the content type "text/plain", where a stream of events was asked for.`, "one object", 0},
		{"a stream of no type", question, "application/octet-stream", plainAnswer(),
			`2 were not judged: an answer of the content type "application/octet-stream", where a stream`, "one object", 0},
		{"one object", question, "application/json", object, "2 answers were one object each, where a stream of events was asked for.",
			"not judged", 2},
		{"one object that was asked for", strings.Replace(question, `"stream":true,`, "", 1), "application/json", object, "",
			"was asked for", 2},
		{"text that was asked for", strings.Replace(question, `"stream":true,`, "", 1), "text/plain", object,
			`2 were not judged: an answer of the content type "text/plain".`, "was asked for", 0},
		{"a stream", question, "text/event-stream", plainAnswer(), "", "was asked for", 2},
	} {
		s := stand(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", c.kind)
			_, _ = io.WriteString(w, c.body)
		}, nil)
		for range 2 {
			if got := reads(t, s.post("/v1/chat/completions", c.question)); got != c.body {
				t.Errorf("%s: %q", c.name, got)
			}
		}
		r := s.result()
		notes := strings.Join(r.Live.Notes, " ")
		if !strings.Contains(notes, c.want) || strings.Contains(notes, c.not) || r.Live.Exchanges != 2 || r.Live.Judged != c.judged {
			t.Errorf("%s: %d of %d judged, %q", c.name, r.Live.Judged, r.Live.Exchanges, notes)
		}
	}
}
