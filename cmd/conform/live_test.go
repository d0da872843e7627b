package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// forwarding starts `conform proxy` on a free port and gives its address; end interrupts it, and gives
// what it printed and its exit status.
func forwarding(t *testing.T, args ...string) (address string, end func() (printed string, code int)) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"proxy", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), beConform+"=1")
	told, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // where it was not ended
	in := bufio.NewReader(told)
	line, err := in.ReadString('\n')
	_, rest, found := strings.Cut(line, "conform proxy: ")
	address, _, more := strings.Cut(rest, " → ")
	if err != nil || !found || !more {
		rest, _ := io.ReadAll(in)
		t.Fatalf("%q: %v\n%s", line, err, rest)
	}
	return address, func() (string, int) {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		_, _ = io.Copy(io.Discard, in)
		_ = cmd.Wait() // its status is what matters
		return out.String(), cmd.ProcessState.ExitCode()
	}
}

// A probe through a proxy: neither blames a right server, both write a result that every reader takes, and
// what was recorded can be judged, served and sent to an adapter again.
func TestProxyAndProbe(t *testing.T) {
	model, _ := serving(t, "--dialect", "openai-chat", "--quiet")
	folder := t.TempDir()
	record, result := filepath.Join(folder, "exchanges"), filepath.Join(folder, "traffic.json")
	at, end := forwarding(t, "--upstream", model, "--record", record, "--report", "json="+result)
	probed := filepath.Join(folder, "probe.json")
	t.Setenv("PROBE_KEY", "sk-s3cret")
	conform(t, "", "probe", "--dialect", "openai-chat", "--base-url", at+"/v1", "--samples", "12", "--key-env", "PROBE_KEY",
		"--report", "json="+probed).want(t, cli.ExitOK, "conforms – ", "12 exchanges, 12 judged")
	printed, code := end()
	if code != cli.ExitOK || !strings.Contains(printed, "conforms – ") || !strings.Contains(printed, "openai-chat/converter") {
		t.Errorf("the proxy ends with %d:\n%s", code, printed)
	}
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	for file, kind := range map[string]string{result: reports.Proxied, probed: reports.Probed} {
		s, err := reports.Read(file)
		if err != nil || s.Live == nil || s.Live.Kind != kind || s.Live.Judged != 12 || !s.Complete {
			t.Fatalf("%s: %v, %+v", file, err, s.Live)
		}
		data, _ := os.ReadFile(file)
		v, _ := wire.Parse(data)
		if err := set.Validate(schemas.Result, v); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for _, format := range render.Formats() {
			conform(t, "", "report", file, "--report", format+"="+filepath.Join(folder, "again."+format)).want(t, cli.ExitOK)
		}
	}
	files, _ := filepath.Glob(filepath.Join(record, "*"))
	for _, file := range files {
		if data, _ := os.ReadFile(file); bytes.Contains(data, []byte("s3cret")) {
			t.Errorf("%s has the key", file)
		}
	}
	streams, _ := filepath.Glob(filepath.Join(record, "*.answer.sse"))
	cases, _ := filepath.Glob(filepath.Join(record, "*.case.json"))
	if len(streams) < 8 || len(cases) < 8 {
		t.Fatalf("%d streams and %d cases of %d files", len(streams), len(cases), len(files))
	}
	conform(t, "", append([]string{"check"}, streams...)...).want(t, cli.ExitOK, "openai-chat, sse")
	conform(t, "", "run", "--case", cases[0]).want(t, cli.ExitOK, "conforms – ")
	again, _ := serving(t, "--file", streams[0], "--dialect", "openai-chat", "--quiet")
	got := asked(t, again+"/v1/chat/completions", `{"stream":true,"messages":[{"role":"user","content":"hi"}]}`)
	if !strings.Contains(got, "data: [DONE]") {
		t.Errorf("it is served as %q", got)
	}
}

func TestWhatProxyAndProbeRefuse(t *testing.T) {
	t.Setenv("EMPTY_KEY", "")
	for _, c := range []struct {
		args []string
		say  string
	}{
		{[]string{"proxy", "--upstream", "ftp://x"}, "--upstream is no http URL"},
		{[]string{"proxy", "--upstream", "http://127.0.0.1:0"}, "--upstream is no http URL"},
		{[]string{"proxy", "--upstream", "http://me:sk-s3cret@127.0.0.1"}, "credentials belong elsewhere"},
		{[]string{"proxy", "--upstream", "http://127.0.0.1", "--dialect", "tool-fence"}, "does not go over HTTP"},
		{[]string{"proxy", "--upstream", "http://127.0.0.1", "--listen", "127.0.0.1:x"}, "--listen"},
		{[]string{"probe", "--dialect", "openai-chat", "--base-url", "http://127.0.0.1:1", "--samples", "0"}, "--samples 0"},
		{[]string{"probe", "--dialect", "openai-chat", "--base-url", "http://127.0.0.1:1?key=sk-s3cret"}, "credentials belong elsewhere"},
		{[]string{"probe", "--dialect", "openai-chat", "--base-url", "http://127.0.0.1:1", "--key-env", "EMPTY_KEY"},
			"--key-env EMPTY_KEY"},
	} {
		r := conform(t, "", c.args...)
		r.want(t, cli.ExitUsage, c.say)
		if strings.Contains(r.out+r.err, "s3cret") {
			t.Errorf("%q is told: %s%s", c.args, r.out, r.err)
		}
	}
	conform(t, "", "probe", "--dialect", "openai-chat", "--base-url", "http://127.0.0.1:1").want(t, cli.ExitNoTarget,
		"the server never answered")
}

// Every command of the pages that probes or forwards does so, with a server of this machine for theirs.
func TestThePageOfLiveTraffic(t *testing.T) {
	model, _ := serving(t, "--quiet")
	dir := t.TempDir()
	probes, proxies := 0, 0
	for _, p := range readPages(t) {
		for _, s := range p.steps {
			words := unquoted(s.command)
			switch {
			case strings.HasPrefix(s.command, "conform probe"):
				probes++
				t.Setenv("OPENAI_API_KEY", "k")
				t.Setenv("ANTHROPIC_API_KEY", "k")
				words = replaced(replaced(words[1:], "--base-url", model), "--report", "json="+filepath.Join(dir, "r.json"))
				if i := slices.Index(words, "--samples"); i < 0 {
					words = append(words, "--samples", "8")
				}
				conform(t, "", words...).want(t, s.exit(), "conforms")
			case strings.HasPrefix(s.command, "conform proxy"):
				proxies++
				words = replaced(replaced(replaced(words[2:], "--upstream", model), "--listen", "127.0.0.1:0"), "--record",
					filepath.Join(dir, "x"))
				for i, w := range words {
					if format, path, is := strings.Cut(w, "="); is && words[i-1] == "--report" {
						words[i] = format + "=" + filepath.Join(dir, path)
					}
				}
				_, end := forwarding(t, words...)
				if printed, code := end(); code != cli.ExitFail || !strings.Contains(printed, "0 exchanges, 0 judged") { // nothing was seen
					t.Errorf("%s:%d ends with %d\n%s", p.name, s.line, code, printed)
				}
			}
		}
	}
	if probes < 5 || proxies < 4 {
		t.Errorf("the pages have %d probes and %d proxies", probes, proxies)
	}
}

// replaced gives a flag another value, where it stands.
func replaced(words []string, flag, value string) []string {
	words = slices.Clone(words)
	if i := slices.Index(words, flag); i >= 0 {
		words[i+1] = value
	}
	return words
}

// unquoted are the words of a command; only single quotes stand in it.
func unquoted(command string) (words []string) {
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}
