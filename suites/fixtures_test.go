//go:build node

package suites_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixtures runs the examples of docs/fixtures.md on a corpus exported just
// now. Each must pass, and must fail where an expected answer is altered: else it
// would compare nothing.
func TestFixtures(t *testing.T) {
	corpus := filepath.Join(t.TempDir(), "corpus")
	if text, code := conform(t, "export", "--out", corpus, "--format", "native"); code != 0 {
		t.Fatalf("exit status %d:\n%s", code, text)
	}
	altered := alter(t, corpus)
	for _, c := range []struct {
		folder  string
		command []string
		needs   string
	}{
		{"vitest", []string{"npx", "--no-install", "vitest", "run"}, "node_modules"},
		{"pytest", []string{"python3", "-m", "unittest"}, ""},
		{"go", []string{"go", "test", "-count=1", "."}, ""},
	} {
		t.Run(c.folder, func(t *testing.T) {
			dir := filepath.Join("..", "examples", "fixtures", c.folder)
			if _, err := os.Stat(filepath.Join(dir, c.needs)); err != nil {
				t.Skipf("the example's packages are not installed: run npm ci in examples/fixtures/%s", c.folder)
			}
			if _, err := exec.LookPath(c.command[0]); err != nil {
				t.Skipf("%s is not installed", c.command[0])
			}
			run := func(corpus string) (string, error) {
				cmd := exec.Command(c.command[0], c.command[1:]...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "CONFORM_CORPUS="+corpus, "PYTHONDONTWRITEBYTECODE=1", "NO_COLOR=1")
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			if out, err := run(corpus); err != nil {
				t.Errorf("%v:\n%s", err, out)
			}
			if out, err := run(altered); err == nil || !strings.Contains(out, "document-parallel") {
				t.Errorf("an altered answer is not found: %v\n%s", err, out)
			}
		})
	}
}

// alter copies a corpus, with the results of one case exchanged for another text.
func alter(t *testing.T, corpus string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "altered")
	if err := os.CopyFS(dir, os.DirFS(corpus)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "content-blocks", "consumer", "document-parallel.expected.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), `"toolResult": "`, `"toolResult": "altered `)
	if text == string(data) {
		t.Fatalf("%s has no result to alter", path)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
