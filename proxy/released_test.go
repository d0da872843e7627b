//go:build node

package proxy_test

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/proxy"
	"github.com/toolconform/conform/serve"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

const releasedSDK = "../adapters/openai/node_modules/openai-7.57.0"

// sdk lets the released SDK do something, and reads what it says.
func sdk[T any](t *testing.T, ask any) (answer T) {
	t.Helper()
	if _, err := os.Stat(releasedSDK); err != nil {
		t.Skip("the released package is not installed: run npm ci in adapters/openai")
	}
	input, err := json.Marshal(ask)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.CommandContext(t.Context(), "node", "testdata/client.mjs")
	node.Stdin, node.Stderr = bytes.NewReader(input), os.Stderr
	out, err := node.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return answer
}

// talk is a conversation as the SDK's network had it.
type talk struct {
	Exchanges []exchanged
	Error     *string
}

type exchanged struct {
	Sent, Got []byte
	Type      string
	// Key is what the server was given; the client doesn't tell.
	Key string `json:"-"`
}

// kept is a handler that keeps what it got and wrote, by path.
type kept struct {
	http.Handler
	mu    sync.Mutex
	paths map[string][]exchanged
}

func (k *kept) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sent, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(sent))
	c := &copied{ResponseWriter: w}
	k.Handler.ServeHTTP(c, r)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.paths[r.URL.Path] = append(k.paths[r.URL.Path], exchanged{Sent: sent, Got: c.body.Bytes(), Type: w.Header().Get("Content-Type"),
		Key: r.Header.Get("Authorization")})
}

type copied struct {
	http.ResponseWriter
	body bytes.Buffer
}

func (c *copied) Write(b []byte) (int, error) {
	c.body.Write(b)
	return c.ResponseWriter.Write(b)
}

func (c *copied) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// model is a scripted model that keeps what passed.
func model(m serve.Mock) *kept {
	s := serve.New(serve.Options{Endpoints: dialects.Endpoints(), Script: m.Script})
	return &kept{Handler: s, paths: map[string][]exchanged{}}
}

var conversations = []string{"one", "two", "three", "four", "five", "six"}

// through are the base URLs of the conversations.
func through(base string) (list []string) {
	for _, name := range conversations {
		list = append(list, base+"/c/"+name+"/v1")
	}
	return list
}

// Between the scripted model and a released SDK the proxy changes no byte in either direction, blames
// nobody, and writes the key nowhere.
func TestReleasedSDKThroughTheProxy(t *testing.T) {
	const key = "sk-of-the-released-sdk-0123456789"
	m, folder := model(serve.Mock{Seed: 7}), t.TempDir()
	s := stand(t, m.ServeHTTP, func(o *proxy.Options) { o.Record = folder })
	talks := sdk[[]talk](t, map[string]any{"talk": through(s.front.URL), "key": key})
	exchanges := 0
	for i, name := range conversations {
		if talks[i].Error != nil {
			t.Fatalf("%s: %s", name, *talks[i].Error)
		}
		sent := m.paths["/c/"+name+"/v1/chat/completions"]
		if !slices.EqualFunc(sent, talks[i].Exchanges, func(a, b exchanged) bool {
			return bytes.Equal(a.Sent, b.Sent) && bytes.Equal(a.Got, b.Got) && a.Type == b.Type && len(a.Got) > 0 && a.Key == "Bearer "+key
		}) {
			t.Errorf("%s: what passed is %+v, and was %+v", name, talks[i].Exchanges, sent)
		}
		exchanges += len(sent)
	}
	r := s.result()
	if found := missed(r); len(found) > 0 || r.Live.Judged != exchanges || exchanges <= len(conversations) {
		t.Errorf("of %d exchanges %d were judged, and missed %v", exchanges, r.Live.Judged, found)
	}
	files := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(key)) {
			t.Errorf("%s has the key", path)
		}
		return err
	})
	if result, bad := json.Marshal(r); err != nil || bad != nil || files < 3*exchanges || bytes.Contains(result, []byte(key)) {
		t.Errorf("%d files, %v, %v, the key is in the result: %v", files, err, bad, bytes.Contains(result, []byte(key)))
	}
}

// A fault on either side of the proxy is found: of the model's server, and of the agent.
func TestReleasedSDKWithAFaultOnEitherSide(t *testing.T) {
	edited := func(spoil func([]wire.Value) []wire.Value) serve.Mock {
		return serve.Mock{Seed: 7, Twist: func(_ *endpoint.Endpoint, s *stream.Script, _ dialect.Pick) *stream.Script {
			return s.With(spoil(slices.Clone(s.Elements)))
		}}
	}
	reason := func(from, to string) serve.Mock {
		return edited(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = wire.ParseString(strings.ReplaceAll(e.JSON(), `"finish_reason":"`+from+`"`, `"finish_reason":"`+to+`"`))
			}
			return list
		})
	}
	for _, c := range []struct {
		name    string
		model   serve.Mock
		empties bool
		want    string
	}{
		{"nobody", serve.Mock{Seed: 7}, false, ""},
		{"server, a reason", reason("tool_calls", "stop"), false, "CHAT-58"},
		{"server, a lost role", edited(func(list []wire.Value) []wire.Value {
			for i, e := range list {
				list[i] = wire.ParseString(strings.ReplaceAll(e.JSON(), `"role":"assistant",`, ""))
			}
			return list
		}), false, "CHAT-52"},
		{"agent, its calls are emptied", serve.Mock{Seed: 7}, true, "CHAT-80"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stand(t, model(c.model).ServeHTTP, nil)
			sdk[[]talk](t, map[string]any{"talk": through(s.front.URL), "key": "k", "empties": c.empties})
			found := missed(s.result())
			if c.want == "" && len(found) > 0 || c.want != "" && found[c.want] == 0 {
				t.Errorf("found %v, expected %q", found, c.want)
			}
		})
	}
}

// The proxy adds less than a millisecond to a released SDK's way to the first chunk, in the median of many,
// or less than half of what the way takes without it, where the machine is busy. Both ways are measured in
// turn, in one process.
func TestReleasedSDKIsNotDelayed(t *testing.T) {
	m := serve.New(serve.Options{Endpoints: dialects.Endpoints(), Script: serve.Mock{Seed: 7}.Script})
	s := stand(t, m.ServeHTTP, nil)
	direct := httptest.NewServer(m)
	defer direct.Close()
	var all []string
	for range 3 { // another process may have had the machine
		took := sdk[[][]float64](t, map[string]any{"time": []string{direct.URL + "/v1", s.front.URL + "/v1"}, "key": "k", "rounds": 150})
		for _, list := range took {
			slices.Sort(list)
		}
		middle := func(list []float64) time.Duration {
			return time.Duration(list[len(list)/2] * float64(time.Millisecond))
		}
		without, with := middle(took[0]), middle(took[1])
		all = append(all, without.String()+" directly, "+with.String()+" through the proxy")
		if with-without < max(time.Millisecond, without/2) {
			t.Log(all)
			return
		}
	}
	t.Errorf("the proxy delays: %v", all)
}
