package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

// command runs a command line and gives its exit code and all that it printed.
func command(t *testing.T, args []string) (code int, out string) {
	t.Helper()
	r := conform(t, "", args...)
	return r.code, r.out + r.err
}

// small is a quick run.
func small(more ...string) []string {
	return append([]string{"run", "--profile", "core", "--requirement", "BLOCK-50", "--requirement", "BLOCK-51", "--runs", "0", "--light"},
		more...)
}

func files(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestRunWritesEveryReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	code, out := command(t, small("--report", "json="+at("r.json"), "--report", "junit="+at("r.xml"), "--report", "html="+at("r.html"),
		"--report", "markdown="+at("r.md"), "--report", "badge="+at("badge.json"), "--report", "sarif="+at("r.sarif")))
	if code != cli.ExitOK {
		t.Fatalf("exit %d\n%s", code, out)
	}
	if got := files(t, dir); got != "badge.json r.html r.json r.md r.sarif r.xml" {
		t.Errorf("there are %s", got)
	}
	for _, format := range []string{"junit=r.xml", "html=r.html", "markdown=r.md", "badge=badge.json", "sarif=r.sarif", "json=r.json"} {
		format, name, _ := strings.Cut(format, "=")
		if code, out := command(t, []string{"report", at("r.json"), "--report", format + "=" + at("again")}); code != cli.ExitOK ||
			!strings.Contains(out, "a finished result") {
			t.Errorf("%s: exit %d\n%s", format, code, out)
		}
		before, _ := os.ReadFile(at(name))
		after, _ := os.ReadFile(at("again"))
		if !bytes.Equal(before, after) {
			t.Errorf("%s: rendered later it is another file", format)
		}
	}
}

func TestReportsThatCannotBeWrittenAreFoundFirst(t *testing.T) {
	dir := t.TempDir()
	for _, spec := range []string{"html=" + dir, "json=" + filepath.Join(dir, "no", "where"), "pdf=x", "html", "html="} {
		if code, out := command(t, small("--report", spec)); code != cli.ExitUsage || !strings.Contains(out, "--report") {
			t.Errorf("%s: exit %d\n%s", spec, code, out)
		}
	}
	twice := filepath.Join(dir, "x")
	if code, _ := command(t, small("--report", "html="+twice, "--report", "junit="+twice)); code != cli.ExitUsage {
		t.Errorf("one path twice: exit %d", code)
	}
	if got := files(t, dir); got != "" {
		t.Errorf("left behind: %s", got)
	}
}

func TestARunThatNeverBeganKeepsOldReports(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "r.json")
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _ := command(t, small("--report", "json="+old, "--", "/no/such/adapter")); code != cli.ExitNoTarget {
		t.Errorf("exit %d", code)
	}
	if got := files(t, dir); got != "r.json" {
		t.Errorf("there are %s", got)
	}
}

func TestReportRefusesWhatIsNoResult(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte(`{"schemaVersion":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"report", bad}, {"report", filepath.Join(dir, "none")}, {"report", dir}, {"matrix", bad}} {
		if code, out := command(t, args); code != cli.ExitUsage || out == "" {
			t.Errorf("%v: exit %d\n%s", args, code, out)
		}
	}
}

func TestReportOfAJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	result := filepath.Join(dir, "r.json")
	if code, out := command(t, small("--report", "json="+result)); code != cli.ExitOK {
		t.Fatalf("exit %d\n%s", code, out)
	}
	data, err := os.ReadFile(result)
	if err != nil {
		t.Fatal(err)
	}
	var header map[string]any
	if err := json.Unmarshal(data, &header); err != nil {
		t.Fatal(err)
	}
	header["row"], header["complete"], header["cases"] = "header", false, []any{}
	line, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	journal := result + ".partial"
	if err := os.WriteFile(journal, append(line, "\n{\"row\":\"ca"...), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out := command(t, []string{"report", journal})
	if code != cli.ExitFail || !strings.Contains(out, "did not finish (0 cases; its last line is cut off)") ||
		!strings.Contains(out, "0 pass") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

func TestMatrixOfTwo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	result, page := filepath.Join(dir, "r.json"), filepath.Join(dir, "m.md")
	if code, out := command(t, small("--report", "json="+result)); code != cli.ExitOK {
		t.Fatalf("exit %d\n%s", code, out)
	}
	if code, out := command(t, []string{"matrix", result, result, "--report", "markdown=" + page}); code != cli.ExitOK ||
		!strings.Contains(out, "(2)") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if data, err := os.ReadFile(page); err != nil || !strings.Contains(string(data), "## 2 implementations") {
		t.Errorf("%v\n%.300s", err, data)
	}
}

// In a GitHub workflow failures are annotations, and nothing else that is printed
// can be a command.
func TestOnGitHub(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, patient(small())...)
	cmd.Env = append(os.Environ(), beConform+"=1", "GITHUB_ACTIONS=true")
	data, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	out := string(data)
	line, _, _ := strings.Cut(out, "\n")
	token, stopped := strings.CutPrefix(line, "::stop-commands::")
	if !stopped || len(token) < 20 || !strings.Contains(out, "\n::"+token+"::") {
		t.Errorf("commands are not stopped:\n%s", out)
	}
}
