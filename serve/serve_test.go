package serve_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// numbered says its conversation and its turn; long answers have that many bytes besides.
func numbered(long int) serve.Script {
	return func(e *endpoint.Endpoint, conversation string, n int, _ endpoint.Request) *stream.Script {
		text := fmt.Sprintf("turn %d of <%s>%s", n, conversation, strings.Repeat(".", long))
		s, _ := e.Render(transcript.Transcript{Items: []transcript.Item{{Kind: transcript.Text, Text: text}}},
			func(int) int { return 0 }).(*stream.Script)
		return s
	}
}

func start(t *testing.T, o serve.Options) (*serve.Server, string) {
	t.Helper()
	o.Endpoints = dialects.Endpoints()
	if o.Script == nil {
		o.Script = numbered(0)
	}
	s := serve.New(o)
	h := httptest.NewUnstartedServer(nil)
	h.Config = s.HTTP()
	h.Start()
	t.Cleanup(h.Close)
	return s, h.URL
}

func post(t *testing.T, url, body string) (int, string, error) {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(got), err
}

func TestConversationsAreCountedApart(t *testing.T) {
	_, url := start(t, serve.Options{})
	for _, want := range []struct{ id, text string }{
		{"a", "turn 0 of <a>"}, {"a", "turn 1 of <a>"}, {"b", "turn 0 of <b>"}, {"a", "turn 2 of <a>"},
	} {
		_, got, err := post(t, url+"/c/"+want.id+"/v1/chat/completions", `{"messages":[{"role":"user","content":"x"}]}`)
		if err != nil || !strings.Contains(got, want.text) {
			t.Errorf("%s: %v %s", want.text, err, got)
		}
	}
	_, got, err := post(t, url+"/c/a/v1/messages", `{"messages":[{"role":"user","content":"x"}]}`)
	if err != nil || !strings.Contains(got, "turn 0 of <a>") {
		t.Errorf("another wire of a conversation is counted with the first: %v %s", err, got)
	}
}

func TestWithoutAConversationTheRequestSaysItsTurn(t *testing.T) {
	_, url := start(t, serve.Options{})
	call := `{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},`
	result := `{"role":"tool","tool_call_id":"c","content":"1"}`
	for messages, want := range map[string]string{
		`{"role":"user","content":"x"}`:                                                                    "turn 0",
		`{"role":"user","content":"x"},` + call + result:                                                   "turn 1",
		`{"role":"user","content":"x"},` + call + result + "," + result + "," + call + result:              "turn 2",
		`{"role":"user","content":"x"},` + call + result + `,{"role":"user","content":"again"}`:            "turn 0",
		`{"role":"user","content":"x"},` + call + result + `,{"role":"assistant","content":"b"},` + result: "turn 2",
	} {
		for range 2 { // nothing is counted
			if _, got, err := post(t, url+"/v1/chat/completions", `{"messages":[`+messages+`]}`); err != nil ||
				!strings.Contains(got, want) {
				t.Errorf("%s\nwant %s, got %v %s", messages, want, err, got)
			}
		}
	}
}

func TestPathsBesideTheWires(t *testing.T) {
	_, url := start(t, serve.Options{Model: "m7"})
	for path, want := range map[string]string{"/healthz": `"ok"`, "/v1/models": `"m7"`, "/c/x/v1/models": `"m7"`,
		"/c/none/log": "not_found",
		"/nothing":    "POST /v1/chat/completions", "/v1/messages": "is posted to"} {
		resp, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if !strings.Contains(string(got), want) {
			t.Errorf("%s: %s", path, got)
		}
	}
	if status, got, _ := post(t, url+"/v1/chat/completions", `{"messages":`); status != 400 || !strings.Contains(got, "no JSON object") {
		t.Errorf("no JSON: %d %s", status, got)
	}
}

func TestLogTellsWhatItHoldsAndWhatNot(t *testing.T) {
	s, url := start(t, serve.Options{Limits: serve.Limits{Kept: 3, Conversations: 2}})
	for i := range 5 {
		if _, _, err := post(t, url+"/c/a/v1/chat/completions", fmt.Sprintf(`{"i":%d,"messages":[]}`, i)); err != nil {
			t.Fatal(err)
		}
	}
	resp, err := http.Get(url + "/c/a/log")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	log := wire.ParseString(string(text))
	if n, _ := log.Get("left_out").Int64(); n != 2 || log.Get("requests").Len() != 3 || log.Find("/requests/0/body/i").JSON() != "2" {
		t.Errorf("the log is %s", text)
	}
	for _, id := range []string{"b", "c"} {
		if _, _, err := post(t, url+"/c/"+id+"/v1/chat/completions", `{"messages":[]}`); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, known := s.Log("a"); known {
		t.Error("three conversations are kept, two are allowed")
	}
	if _, _, known := s.Log("c"); !known {
		t.Error("the newest conversation is forgotten")
	}
}

func TestLogIsBoundedInBytes(t *testing.T) {
	s, url := start(t, serve.Options{Limits: serve.Limits{Log: 100 << 10}})
	for i := range 20 {
		body := fmt.Sprintf(`{"i":%d,"x":%q,"messages":[]}`, i, strings.Repeat("x", 20<<10))
		if _, _, err := post(t, url+"/v1/chat/completions", body); err != nil {
			t.Fatal(err)
		}
	}
	received, leftOut, _ := s.Log("")
	if len(received) == 0 || len(received) > 5 || len(received)+leftOut != 20 {
		t.Errorf("%d requests are kept, %d left out", len(received), leftOut)
	}
}

func TestOpenedConversationsHaveTheirOwnScript(t *testing.T) {
	s, url := start(t, serve.Options{Limits: serve.Limits{Conversations: 1, Kept: 2}})
	s.Open("own", "", func(e *endpoint.Endpoint, _ string, n int, r endpoint.Request) *stream.Script {
		return numbered(0)(e, "its own", n, r)
	})
	for range 3 {
		_, got, err := post(t, url+"/c/own/v1/messages", `{"messages":[]}`)
		if err != nil || !strings.Contains(got, "<its own>") {
			t.Errorf("%v %s", err, got)
		}
	}
	if _, _, err := post(t, url+"/c/other/v1/messages", `{"messages":[]}`); err != nil {
		t.Fatal(err)
	}
	if received, _ := s.Close("own"); len(received) != 2 || received[0].N != 0 {
		t.Errorf("%d requests were kept of an opened conversation", len(received))
	}
	if again, _ := s.Close("own"); again != nil {
		t.Error("a conversation is closed twice")
	}
}

func TestSpoiledAnswers(t *testing.T) {
	const body = `{"stream":true,"messages":[]}`
	whole := func(o serve.Spoil) (int, string, error) {
		_, url := start(t, serve.Options{Spoil: o})
		return post(t, url+"/v1/chat/completions", body)
	}
	_, all, err := whole(serve.Spoil{})
	if err != nil || !strings.HasSuffix(all, "data: [DONE]\n\n") {
		t.Fatalf("%v %s", err, all)
	}
	if _, got, err := whole(serve.Spoil{Piece: 3}); err != nil || got != all {
		t.Errorf("in pieces: %v %s", err, got)
	}
	if _, got, err := whole(serve.Spoil{Pace: time.Millisecond}); err != nil || got != all {
		t.Errorf("slowly: %v %s", err, got)
	}
	if _, got, err := whole(serve.Spoil{Ending: serve.Cut, After: 1}); err != nil || strings.Count(got, "data:") != 1 {
		t.Errorf("cut: %v %s", err, got)
	}
	if _, got, err := whole(serve.Spoil{Ending: serve.Broken, After: 1}); err == nil || !strings.HasPrefix(all, got) || got == "" {
		t.Errorf("broken: %v %q", err, got)
	}
	if _, got, err := whole(serve.Spoil{Ending: serve.Failed, After: 1}); err != nil || !strings.Contains(got, "the model failed") {
		t.Errorf("failed: %v %s", err, got)
	}
	if status, got, _ := whole(serve.Spoil{Status: 429}); status != 429 || !strings.Contains(got, "on purpose") {
		t.Errorf("a status: %d %s", status, got)
	}
}

func TestTheSameRequestGetsTheSameBytes(t *testing.T) {
	_, url := start(t, serve.Options{})
	for _, e := range dialects.Endpoints() {
		ask := func() string {
			_, got, err := post(t, url+e.Address(), `{"stream":true,"threadId":"t","runId":"r","messages":[],"input":"x"}`)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		if a, b := ask(), ask(); a != b || !strings.Contains(a, "turn 0") {
			t.Errorf("%s: %q and %q", e.Dialect, a, b)
		}
	}
}

func TestAThousandConversationsAtOnceDoNotMix(t *testing.T) {
	s, url := start(t, serve.Options{})
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	defer client.CloseIdleConnections()
	var wait sync.WaitGroup
	wrong := make(chan string, 1000)
	slots := make(chan bool, 200) // what a test's process may have open
	for i := range 1000 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for turn := range 3 {
				slots <- true
				address := fmt.Sprintf("%s/c/k%d/v1/chat/completions", url, i)
				resp, err := client.Post(address, "application/json", strings.NewReader(`{"messages":[]}`))
				if err != nil {
					wrong <- err.Error()
				} else {
					got, _ := io.ReadAll(resp.Body)
					resp.Body.Close()
					if want := fmt.Sprintf("turn %d of <k%d>", turn, i); !strings.Contains(string(got), want) {
						wrong <- want + ": " + string(got)
					}
				}
				<-slots
			}
		}()
	}
	wait.Wait()
	close(wrong)
	for w := range wrong {
		t.Error(w)
	}
	if received, _, _ := s.Log("k999"); len(received) != 3 {
		t.Errorf("%d requests of the last conversation are kept", len(received))
	}
}

// patient is how long a test waits for what must happen.
const patient = 20 * time.Second

// Clients that take all they can stop nobody else, and what they held is free again.
func TestHostileClients(t *testing.T) {
	limits := serve.Limits{Body: 1 << 20, Reading: 4 << 20, Wait: time.Second}
	s, url := start(t, serve.Options{Script: numbered(8 << 20), Limits: limits})
	address := strings.TrimPrefix(url, "http://")
	head := func(length int) string {
		return fmt.Sprintf("POST /c/bad/v1/chat/completions HTTP/1.1\r\nHost: x\r\n"+
			"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n", length)
	}
	answered := make(chan bool, 20) // one for each answer to a good client
	clients := map[string]func(c net.Conn){
		"never reads": func(c net.Conn) { fmt.Fprint(c, head(28), `{"stream":true,"messages":[]`+"}") },
		"sends half":  func(c net.Conn) { fmt.Fprint(c, head(1000), `{"stream":`) },
		"sends 100 MB": func(c net.Conn) {
			fmt.Fprint(c, head(100<<20), `{"x":"`)
			for block := bytes.Repeat([]byte("x"), 64<<10); ; {
				if _, err := c.Write(block); err != nil {
					return
				}
			}
		},
		"leaves in the middle": func(c net.Conn) {
			fmt.Fprint(c, head(28), `{"stream":true,"messages":[]`+"}")
			c.Read(make([]byte, 100))
			c.Close()
		},
		"reads byte by byte": func(c net.Conn) {
			fmt.Fprint(c, head(28), `{"stream":true,"messages":[]`+"}")
			for one := make([]byte, 1); ; {
				if _, err := c.Read(one); err != nil {
					return
				}
			}
		},
		"says nothing": func(net.Conn) {},
		"reads a byte now and then": func(c net.Conn) {
			fmt.Fprint(c, head(28), `{"stream":true,"messages":[]`+"}")
			for range answered {
				if _, err := c.Read(make([]byte, 1)); err != nil {
					return
				}
			}
		},
	}
	var conns []net.Conn
	var wait sync.WaitGroup
	for _, behave := range clients {
		for range 8 {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			conns = append(conns, c)
			wait.Add(1)
			go func() { defer wait.Done(); behave(c) }()
		}
	}
	for i := range 20 {
		ctx, cancel := context.WithTimeout(context.Background(), patient)
		r, _ := http.NewRequestWithContext(ctx, http.MethodPost, url+"/c/good/v1/responses", strings.NewReader(`{"input":"x"}`))
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		cancel()
		if want := fmt.Sprintf("turn %d of <good>", i); err != nil || !strings.Contains(string(body), want) {
			t.Fatalf("a good client beside them: %v, %d bytes", err, len(body))
		}
		answered <- true
	}
	close(answered)
	for _, c := range conns {
		c.Close()
	}
	wait.Wait()
	if !serve.Idle(s, patient) {
		t.Error("what the clients held is not free again")
	}
}

func TestLargeBodiesAreRefused(t *testing.T) {
	_, url := start(t, serve.Options{Limits: serve.Limits{Body: 1 << 20, Reading: 1 << 20}})
	for size, want := range map[int]int{2 << 20: 413, 900 << 10: 503, 100 << 10: 200} {
		status, got, err := post(t, url+"/v1/chat/completions", `{"messages":[],"x":"`+strings.Repeat("y", size)+`"}`)
		if err != nil && size < 1<<20 && !errors.Is(err, io.EOF) {
			t.Errorf("%d bytes: %v", size, err)
		}
		if err == nil && status != want {
			t.Errorf("%d bytes: %d %.100s", size, status, got)
		}
	}
	// Many small values take more than their text.
	if status, _, err := post(t, url+"/v1/chat/completions", `{"messages":[`+strings.Repeat("0,", 50<<10)+`0]}`); err == nil &&
		status != 503 {
		t.Errorf("many small values: %d", status)
	}
}
