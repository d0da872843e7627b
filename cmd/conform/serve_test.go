package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

// serving starts `conform serve` on a free port and gives its address; end gives what it told and what it printed below that,
// once it has ended.
func serving(t *testing.T, args ...string) (address string, end func() string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), beConform+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var told bytes.Buffer
	cmd.Stderr = &told
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	printed := bufio.NewReader(out)
	line, err := printed.ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), "serves at ")
	if err != nil || !found {
		t.Fatalf("%q: %v\n%s", line, err, told.String())
	}
	ended := false
	end = func() string {
		if !ended {
			ended = true
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
			rest, err := io.ReadAll(printed)
			if err != nil {
				t.Error(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("interrupted, it ends with %v", err)
			}
			told.Write(rest)
		}
		return told.String()
	}
	t.Cleanup(func() { end() })
	return address, end
}

func asked(t *testing.T, url, body string) string {
	t.Helper()
	client := http.Client{Timeout: time.Minute}
	resp, err := client.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, _ := io.ReadAll(resp.Body) // a broken answer is an answer
	return string(got)
}

const question = `{"stream":true,"messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"weather"}}]}`

func TestServe(t *testing.T) {
	address, end := serving(t, "--seed", "3")
	first, again := asked(t, address+"/c/a/v1/chat/completions", question), asked(t, address+"/c/a/v1/chat/completions", question)
	if !strings.Contains(first, `"name":"weather"`) || first == again {
		t.Errorf("the first two turns are\n%s\n%s", first, again)
	}
	other, _ := serving(t, "--seed", "3")
	if same := asked(t, other+"/c/a/v1/chat/completions", question); same != first {
		t.Errorf("the same seed answers otherwise:\n%s\n%s", first, same)
	}
	if told := end(); strings.Count(told, "POST /c/a/v1/chat/completions openai-chat: turn") != 2 {
		t.Errorf("it tells %q", told)
	}
}

// What the pages say that a served model prints is what it prints.
func TestServeAsThePagesTypeIt(t *testing.T) {
	typed, shown := map[string]string{}, 0
	for _, p := range readPages(t) {
		for _, s := range p.steps {
			args, is := strings.CutPrefix(s.command, "conform serve")
			switch {
			case !is:
			case s.shown == "":
				address, end := serving(t, strings.Fields(args)...)
				typed[s.command] = strings.ReplaceAll("conform serves at "+address+"\n"+end(), address, "http://127.0.0.1:4110")
			default:
				shown++
				if !showsAs(s.shown).MatchString(typed[s.command]) {
					t.Errorf("%s:%d: %s prints\n%s", p.name, s.line, s.command, typed[s.command])
				}
			}
		}
	}
	if len(typed) == 0 || shown == 0 {
		t.Errorf("the pages type %d and show %d", len(typed), shown)
	}
}

func TestServeACase(t *testing.T) {
	address, _ := serving(t, "--case", "openai-chat/agent/cut-failed", "--quiet")
	if got := asked(t, address+"/c/a/v1/chat/completions", question); !strings.Contains(got, "the model is overloaded") {
		t.Errorf("the first turn is %s", got)
	}
	if got := asked(t, address+"/c/a/v1/chat/completions", question); !strings.Contains(got, "So be it.") {
		t.Errorf("the second turn is %s", got)
	}
}

func TestServeAFile(t *testing.T) {
	dir := t.TempDir()
	recorded := filepath.Join(dir, "recorded.sse")
	const events = "event: ping\ndata: {\"type\":\"ping\"}\n\ndata: {\"type\":\"message_stop\"}\n\n"
	if err := os.WriteFile(recorded, []byte(events), 0o600); err != nil {
		t.Fatal(err)
	}
	address, _ := serving(t, "--file", recorded, "--dialect", "anthropic-messages")
	if got := asked(t, address+"/v1/messages", question); !strings.Contains(got, events[:30]) || !strings.Contains(got, "message_stop") {
		t.Errorf("a recorded stream is served as %q", got)
	}
}

func TestServeRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--case", "openai-chat/agent/no-cal"}, "did you mean"},
		{[]string{"--case", "content-blocks/consumer/document-parallel"}, "not served here"},
		{[]string{"--case", "openai-chat/converter/words-json"}, "no stream that a server sends"},
		{[]string{"--dialect", "openai"}, "openai-chat"},
		{[]string{"--end", "soon"}, "cut, broken and error"},
		{[]string{"--status", "200"}, "400 to 599"},
		{[]string{"--file", "/nowhere"}, "--file"},
		{[]string{"--pace=-1s"}, "no negative durations"},
		{[]string{"--for=-1s"}, "no negative durations"},
		{[]string{"--listen", "256.0.0.1:1"}, "--listen 256.0.0.1:1: "},
		{[]string{"--listen", "127.0.0.1:99999"}, "--listen 127.0.0.1:99999: "},
		{[]string{"--case", "x", "--file", "y"}, "exclude each other"},
		{[]string{"--adversarial", "--case", "x"}, "twists drawn streams"},
	} {
		r := conform(t, "", append([]string{"serve"}, c.args...)...)
		r.want(t, cli.ExitUsage, c.want)
	}
	conform(t, "", "serve", "--help").want(t, cli.ExitOK, "Examples:", "--adversarial")
}
