package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// starts are implementations that never work, one for each kind of start error, and
// what has to be told of each: what happened, where, the last words, and the way out.
func starts(t *testing.T) map[string]struct{ target, tell []string } {
	t.Helper()
	lost := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(lost.Close)
	return map[string]struct{ target, tell []string }{
		"no such command": {[]string{"--", "/no/such/command", "an argument"},
			[]string{"the command cannot be started", "tried  /no/such/command 'an argument'", "→ is \"/no/such/command\" there?"}},
		"no such program": {[]string{"--", "no-such-program"},
			[]string{"→ is \"no-such-program\" installed and on the PATH? A program of this folder is ./no-such-program"}},
		"it exits": {[]string{"--", "sh", "-c", "echo Traceback: >&2; echo '  no module nosuch' >&2; exit 7"},
			[]string{"the adapter exited before its hello: exit status 7", "tried  sh -c",
				"stderr Traceback:\n           no module nosuch\n", "→ what it wrote to stderr"}},
		"it exits in silence": {[]string{"--", "sh", "-c", "exit 7"},
			[]string{"exit status 7", "→ does it run by itself? It wrote nothing to stderr"}},
		"no hello": {[]string{"--", "sh", "-c", "echo waiting for a database >&2; cat >/dev/null"},
			[]string{"no hello within the startup timeout", "stderr waiting for a database", "→ the first line on stdin is a hello"}},
		"a banner": {[]string{"--", "sh", "-c", "echo starting up >&2; echo Welcome!; cat"},
			[]string{"Welcome!", "stderr starting up", "→ stdout is for messages only"}},
		"another message": {[]string{"--", "sh", "-c", `echo too early >&2; echo '{"type":"done","id":"1"}'; cat`},
			[]string{"the adapter's first message is not a hello", "stderr too early",
				`→ the first message is a hello: {"type":"hello"`}},
		"another protocol": {[]string{"--", "sh", "-c", `echo built for 2 >&2; echo '{"type":"hello","protocol":2}'; cat`},
			[]string{"another protocol version", "stderr built for 2", `→ answer the hello with "protocol":1`}},
		"a port that is closed": {[]string{"--http", "http://127.0.0.1:1"},
			[]string{"nothing answers at the URL", "tried  --http http://127.0.0.1:1", "→ is the server running"}},
		"another server": {[]string{"--http", lost.URL},
			[]string{"status 404 Not Found", "tried  --http " + lost.URL, "→ the URL is the one that /hello"}},
		"colours and bells": {[]string{"--", "sh", "-c", `printf 'a \033[31mred\a line\r\n' >&2; exit 1`},
			[]string{"stderr a ␛[31mred␇ line\n"}},
	}
}

// Whatever command meets an implementation that never works tells why.
func TestAStartThatFailsIsTold(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	r := newRelease(t)
	for command, c := range map[string]struct {
		args []string
		code int
	}{
		"run":     {[]string{"run"}, cli.ExitNoTarget},
		"jobs":    {[]string{"run", "--jobs", "2"}, cli.ExitNoTarget},
		"doctor":  {[]string{"doctor"}, cli.ExitNoTarget},
		"certify": {[]string{"certify", "--unsigned", "--subject", r.path("acme.tgz"), "--out", r.path("cert.json")}, cli.ExitFail},
	} {
		for name, start := range starts(t) {
			if !dialecttest.All() && command != "run" && name != "it exits" {
				continue // the commands start an implementation in one way
			}
			t.Run(command+"/"+name, func(t *testing.T) {
				args := append([]string{}, c.args...)
				if name == "no hello" || name == "a port that is closed" { // for these is waited
					args = append(args, "--startup-timeout", "400ms")
				}
				got := conform(t, "", append(args, start.target...)...)
				got.want(t, c.code, start.tell...)
				if got.out != "" || strings.ContainsAny(got.err, "\x1b\a\r") {
					t.Errorf("a verdict was printed, or the error drives the terminal: %q%q", got.out, got.err)
				}
			})
		}
	}
}

// In raw mode there is no hello; what can be found out before the first case is.
func TestARawStartThatFailsIsTold(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "adapter")
	if err := os.WriteFile(script, []byte("echo no first line\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ target, tell []string }{
		"no such command": {[]string{"--", "/no/such/command"},
			[]string{"cannot be started", "tried  /no/such/command", "→ is \"/no/such/command\" there?"}},
		"no program":    {[]string{"--", script}, []string{"cannot be started", "tried  " + script, "→ "}},
		"a closed port": {[]string{"--http", "http://127.0.0.1:1"}, []string{"nothing answers at the URL", "→ is the server running"}},
	} {
		t.Run(name, func(t *testing.T) {
			args := []string{"run", "--raw", "--dialect", "content-blocks", "--role", "producer", "--startup-timeout", "400ms"}
			conform(t, "", append(args, c.target...)...).want(t, cli.ExitNoTarget, c.tell...)
		})
	}
}

// A flood of stderr is told by its end.
func TestALongStderrIsToldByItsEnd(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	got := conform(t, "", "run", "--", "sh", "-c", `i=0; while [ $i -lt 500 ]; do i=$((i+1)); echo "line $i" >&2; done; exit 1`)
	got.want(t, cli.ExitNoTarget, "stderr …\n", "line 500\n")
	if strings.Contains(got.err, "line 400\n") || strings.Count(got.err, "\n") > 40 {
		t.Errorf("it tells too much:\n%s", got.err)
	}
}
