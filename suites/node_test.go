//go:build node

package suites_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// built is the folder of the binary, as soon as one is built.
var built string

// binary builds conform once for all tests, and gives its path.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "conform-node-test")
	if err != nil {
		return "", err
	}
	built = dir
	path := filepath.Join(dir, "conform")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	build := exec.Command("go", "build", "-o", path, "./cmd/conform")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		return "", errors.New("go build: " + string(out))
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		os.RemoveAll(built)
	}
	os.Exit(code)
}

// conform runs the binary in the root of the module, and gives what it printed
// and its exit status.
func conform(t *testing.T, args ...string) (string, int) {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if args[0] == "run" { // the machine may be busy
		args = append([]string{"run", "--startup-timeout", "2m"}, args[1:]...)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = "..", &out, &out
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// verdicts tells whether a run's text holds a failure, and whether a warning.
func verdicts(text string) (fail, warn bool) {
	for line := range strings.Lines(text) {
		fail = fail || strings.HasPrefix(line, "FAIL ") || strings.HasPrefix(line, "ADAPTER ERROR")
		warn = warn || strings.HasPrefix(line, "WARN ")
	}
	return fail, warn
}

// TestIndependent holds the implementations that share no code with the
// reference to the suite: where one misses something, it or the suite is wrong.
func TestIndependent(t *testing.T) {
	starter := filepath.Join(t.TempDir(), "starter")
	if runtime.GOOS == "windows" {
		starter += ".exe"
	}
	build := exec.Command("go", "build", "-o", starter, "./adapters/starter/go")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %s", out)
	}
	for _, c := range []struct {
		name     string
		command  []string
		warnings bool
	}{
		{"node-main", []string{"node", "adapters/node/adapter.mjs", "--choices", "main"}, false},
		{"node-other", []string{"node", "adapters/node/adapter.mjs", "--choices", "other"}, false},
		{"node-third", []string{"node", "adapters/node/adapter.mjs", "--choices", "third"}, false},
		{"node-sparse", []string{"node", "adapters/node/adapter.mjs", "--choices", "sparse"}, false},
		{"node-lax", []string{"node", "adapters/node/adapter.mjs", "--choices", "lax"}, true},
		{"node-strict", []string{"node", "adapters/node/adapter.mjs", "--choices", "strict"}, false},
		{"node-loose", []string{"node", "adapters/node/adapter.mjs", "--choices", "loose"}, false},
		{"node-quiet", []string{"node", "adapters/node/adapter.mjs", "--choices", "quiet"}, false},
		{"starter-node", []string{"node", "adapters/starter/node/adapter.mjs"}, false},
		{"starter-python", []string{"python3", "adapters/starter/python/adapter.py"}, false},
		{"starter-go", []string{starter}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(c.command[0]); err != nil && c.command[0] == "python3" {
				t.Skip("python3 is not installed")
			}
			text, code := conform(t, append([]string{"run", "--light", "--runs", "40", "--"}, c.command...)...)
			fail, warn := verdicts(text)
			if code != 0 || fail {
				t.Errorf("exit status %d instead of 0, or a failure:\n%s", code, text)
			} else if warn != c.warnings {
				t.Errorf("warnings: %v, expected %v:\n%s", warn, c.warnings, text)
			}
		})
	}
}

// released judges a version of @tanstack/ai, and gives its verdict for each requirement and role.
func released(t *testing.T, version string, flags ...string) map[string]requirement.Verdict {
	t.Helper()
	const folder = "adapters/tanstack-ai"
	if _, err := os.Stat(filepath.Join("..", folder, "node_modules")); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the released packages are not installed: run npm ci in %s", folder)
	}
	path := filepath.Join(t.TempDir(), "result.json")
	args := append([]string{"run", "--light", "--report", "json=" + path}, flags...)
	text, code := conform(t, append(args, "--", "node", folder+"/adapter.mjs", version)...)
	if code != 1 {
		t.Fatalf("exit status %d instead of 1:\n%s", code, text)
	}
	source, err := reports.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]requirement.Verdict{}
	for _, row := range source.Result.Requirements {
		for _, by := range row.By {
			if by.Dialect == "message-parts" {
				got[row.ID+" "+by.Role] = by.Verdict
			}
		}
	}
	return got
}

// TestReleased holds verdicts over released versions that are known from their
// code: what was broken in 0.3.1 and mended in 0.5.0, and what still is broken.
func TestReleased(t *testing.T) {
	const pass, fail = requirement.Pass, requirement.Fail
	twice := func(v requirement.Verdict) map[string]requirement.Verdict {
		return map[string]requirement.Verdict{
			"PART-20 consumer": v, "PART-20 converter": v, "PART-21 consumer": v, "PART-21 converter": v,
		}
	}
	latest := twice(pass)
	latest["PART-24 consumer"], latest["PART-12 consumer"] = fail, fail
	for version, want := range map[string]map[string]requirement.Verdict{
		"0.3.0":  twice(pass),
		"0.3.1":  twice(fail),
		"0.4.2":  twice(fail),
		"0.5.0":  twice(pass),
		"0.58.0": latest,
	} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			got := released(t, version, "--runs", "40")
			for key, v := range want {
				if g, ok := got[key]; !ok || g != v {
					t.Errorf("%s: %v, expected %v", key, g, v)
				}
			}
		})
	}
}

// TestReleasedCore holds what a released version makes of streams that a right server
// sends: an error that reaches the model as null is all that 0.58.0 misses.
func TestReleasedCore(t *testing.T) {
	for key, v := range released(t, "0.58.0", "--profile", "core") {
		if missed := strings.HasPrefix(key, "PART-24 "); missed != (v == requirement.Fail) {
			t.Errorf("%s: %v", key, v)
		}
	}
}
