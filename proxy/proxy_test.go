package proxy_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/proxy"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/traffic"
)

// wires are the same for all tests here: their cases are made once.
var wires = sync.OnceValue(func() []*traffic.Wire {
	return traffic.Wires(dialects.Endpoints(), dialecttest.Kept(dialects.All()))
})

// standing is a proxy before an upstream.
type standing struct {
	*proxy.Proxy
	front, back *httptest.Server
	t           *testing.T
}

func stand(t *testing.T, upstream http.HandlerFunc, change func(*proxy.Options)) *standing {
	t.Helper()
	s := &standing{back: httptest.NewServer(upstream), t: t}
	u, err := url.Parse(s.back.URL)
	if err != nil {
		t.Fatal(err)
	}
	o := proxy.Options{Upstream: u, Wires: wires()}
	if change != nil {
		change(&o)
	}
	if s.Proxy, err = proxy.New(o); err != nil {
		t.Fatal(err)
	}
	s.front = httptest.NewServer(s.Proxy)
	t.Cleanup(func() { s.front.Close(); s.back.Close() })
	return s
}

// result stops serving and gives the account.
func (s *standing) result() *reports.Result {
	s.t.Helper()
	s.front.Close()
	ctx, cancel := context.WithTimeout(s.t.Context(), 30*time.Second)
	defer cancel()
	f := s.Close(ctx)
	return f.Tally.Result(traffic.Account{Kind: reports.Proxied, Target: s.Target(), Exchanges: f.Exchanges, Judged: f.Judged,
		Notes: f.Notes})
}

func (s *standing) post(path, body string) *http.Response {
	s.t.Helper()
	resp, err := http.Post(s.front.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	return resp
}

// reads reads an answer to its end.
func reads(t *testing.T, resp *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const (
	question = `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}`
	chunkOf  = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":%s,` +
		`"finish_reason":%s}]}` +
		"\n\n"
)

// plainAnswer is a stream of one text.
func plainAnswer() string {
	return fmt.Sprintf(chunkOf, `{"role":"assistant","content":""}`, "null") + fmt.Sprintf(chunkOf, `{"content":"Hello."}`, "null") +
		fmt.Sprintf(chunkOf, `{}`, `"stop"`) + "data: [DONE]\n\n"
}

func streams(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, body)
	}
}

func missed(r *reports.Result) map[string]int {
	ids := map[string]int{}
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			ids[f.Requirement]++
		}
	}
	return ids
}

// What comes is what was sent: bodies, status, headers, in both framings and directions.
func TestNoByteIsChanged(t *testing.T) {
	junk := make([]byte, 1<<20+7)
	_, _ = rand.Read(junk)
	for _, c := range []struct {
		name   string
		length bool
		body   []byte
		status int
	}{{"chunked", false, junk, 200}, {"with a length", true, junk, 201}, {"a stream", false, []byte(plainAnswer()), 200},
		{"an error", true, []byte(`{"error":{"message":"no"}}`), 429}, {"empty", true, nil, 500}, {"nothing", false, nil, 204}} {
		t.Run(c.name, func(t *testing.T) {
			var came []byte
			var asked *http.Request
			s := stand(t, func(w http.ResponseWriter, r *http.Request) {
				asked = r.Clone(context.Background())
				came, _ = io.ReadAll(r.Body)
				w.Header()["X-Two"] = []string{"a", "b"}
				w.Header().Set("Connection", "X-Hop")
				w.Header().Set("X-Hop", "1")
				w.Header()["Content-Type"], w.Header()["Date"] = nil, nil
				if c.length {
					w.Header().Set("Content-Length", fmt.Sprint(len(c.body)))
				}
				w.WriteHeader(c.status)
				if c.status == 204 {
					return
				}
				for at := 0; at < len(c.body); at += 9973 {
					_, _ = w.Write(c.body[at:min(len(c.body), at+9973)])
					if !c.length {
						w.(http.Flusher).Flush()
					}
				}
			}, nil)
			var body io.Reader = bytes.NewReader(junk)
			if !c.length {
				body = io.MultiReader(body) // of unknown length
			}
			req, _ := http.NewRequest("POST", s.front.URL+"/v1/chat%2Fx/completions?key=a%20b;c&x", body)
			req.Header["X-Many"] = []string{"1", "2"}
			req.Header.Set("Accept-Encoding", "br;q=0.3")
			req.Header["User-Agent"] = nil
			req.Header.Set("Authorization", "Bearer k")
			resp, err := http.DefaultTransport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			got := reads(t, resp)
			if !bytes.Equal([]byte(got), c.body) || !bytes.Equal(came, junk) {
				t.Errorf("%d bytes of %d came back, %d of %d went out, or others did", len(got), len(c.body), len(came), len(junk))
			}
			if resp.StatusCode != c.status || strings.Join(resp.Header["X-Two"], ",") != "a,b" {
				t.Errorf("status %d, headers %v", resp.StatusCode, resp.Header)
			}
			for _, name := range []string{"Content-Type", "Date", "X-Hop"} {
				if v, there := resp.Header[name]; there {
					t.Errorf("the answer has a header %s of its own: %q", name, v)
				}
			}
			if asked.URL.EscapedPath() != "/v1/chat%2Fx/completions" || asked.URL.RawQuery != "key=a%20b;c&x" {
				t.Errorf("%s was asked for", asked.URL)
			}
			wantLength := int64(len(junk))
			if !c.length {
				wantLength = -1
			}
			if asked.ContentLength != wantLength || asked.Header.Get("Authorization") != "Bearer k" ||
				asked.Header.Get("Accept-Encoding") != "br;q=0.3" || asked.Header["User-Agent"] != nil || len(asked.Header["X-Many"]) != 2 {
				t.Errorf("the request has length %d and the headers %v", asked.ContentLength, asked.Header)
			}
			for name := range asked.Header {
				if strings.HasPrefix(name, "X-Forwarded") {
					t.Errorf("the request got a header %s", name)
				}
			}
		})
	}
}

// Every piece is passed on before the next one comes, however small, and headers before the first.
func TestNothingIsHeldBack(t *testing.T) {
	next := make(chan string)
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.(http.Flusher).Flush()
		for piece := range next {
			_, _ = io.WriteString(w, piece)
			w.(http.Flusher).Flush()
		}
	}, nil)
	resp := s.post("/v1/chat/completions", question)
	buf := make([]byte, 1<<16)
	for i, r := range plainAnswer() {
		if i > 64 {
			break
		}
		next <- string(r)
		if n, err := resp.Body.Read(buf); err != nil || string(buf[:n]) != string(r) {
			t.Fatalf("%q came for %q: %v", buf[:n], r, err)
		}
	}
	close(next)
	reads(t, resp)
}

// What an upstream compresses stays compressed, and is judged all the same.
func TestCompressedAnswers(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = io.WriteString(z, strings.Replace(plainAnswer(), `"stop"`, `"tool_calls"`, 1))
	_ = z.Close()
	s := stand(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(zipped.Bytes())
	}, nil)
	req, _ := http.NewRequest("POST", s.front.URL+"/v1/chat/completions", strings.NewReader(question))
	req.Header.Set("Accept-Encoding", "gzip") // so the client leaves it as it is
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	if got := reads(t, resp); got != zipped.String() {
		t.Errorf("%d bytes came of %d", len(got), zipped.Len())
	}
	if found := missed(s.result()); found["CHAT-58"] != 1 {
		t.Errorf("the judge found %v", found)
	}
}

// A right exchange is not blamed; one with a fault on either side is.
func TestFaultsOnEitherSide(t *testing.T) {
	broken := `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[` +
		`{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"user","content":"well?"}]}`
	for _, c := range []struct {
		name, request, answer string
		want                  string
	}{{"right", question, plainAnswer(), ""}, {"server", question, strings.Replace(plainAnswer(), `"role":"assistant",`, "", 1), "CHAT-52"},
		{"client", broken, plainAnswer(), "CHAT-82"}} {
		t.Run(c.name, func(t *testing.T) {
			s := stand(t, streams(c.answer), nil)
			reads(t, s.post("/v1/chat/completions", c.request))
			r := s.result()
			found := missed(r)
			if c.want == "" && len(found) > 0 || c.want != "" && (found[c.want] != 1 || len(found) != 1) {
				t.Errorf("found %v, expected %q", found, c.want)
			}
			if r.Live.Exchanges != 1 || r.Live.Judged != 1 {
				t.Errorf("%+v", r.Live)
			}
		})
	}
}
