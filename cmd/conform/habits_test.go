package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// faulty is a quick run that fails.
func faulty(more ...string) []string {
	args := append([]string{"run", "--light", "--profile", "core", "--dialect", "content-blocks", "--role", "consumer",
		"--encoding", "events", "--requirement", "BLOCK-02", "--requirement", "BLOCK-10"}, more...)
	return append(args, "--", "SELF", "reference", "--fault", "BLOCK-02/last-call")
}

func TestWhatPeopleTypeByHabit(t *testing.T) {
	conform(t, "", "--version").want(t, cli.ExitOK, "suite "+version)
	conform(t, "", "help").want(t, cli.ExitOK, "Usage: conform <command>")
	conform(t, "", "help", "run").want(t, cli.ExitOK, "Usage: conform run", "--fail-fast")
	conform(t, "", "doctor").want(t, cli.ExitOK, "no adapter was given, so this is the built-in reference")
}

// What answers and offers nothing never worked, in the words of the doctor.
func TestAnEchoNeverWorks(t *testing.T) {
	r := conform(t, "", "run", "--", "cat")
	r.want(t, cli.ExitNoTarget, "the adapter cannot be judged", "tried  cat", "BAD    hello: \"supports\" is no array", "→ ")
	if r.out != "" {
		t.Errorf("a verdict was printed: %s", r.out)
	}
}

func TestHowMuchIsTold(t *testing.T) {
	t.Parallel()
	quiet := conform(t, "", faulty("--quiet")...)
	quiet.want(t, cli.ExitFail, "does not conform – ")
	if strings.Count(quiet.out, "\n") != 1 {
		t.Errorf("--quiet says\n%s", quiet.out)
	}
	plain, verbose := conform(t, "", faulty()...), conform(t, "", faulty("--verbose")...)
	plain.want(t, cli.ExitFail, "FAIL BLOCK-02", "the same cases miss: BLOCK-10", "core   on what right producers send: 2 of")
	verbose.want(t, cli.ExitFail, "follows: BLOCK-10 ")
	conform(t, "", faulty("--quiet", "--verbose")...).want(t, cli.ExitUsage, "--quiet")
}

// The flag decides, then FORCE_COLOR and NO_COLOR.
func TestColours(t *testing.T) {
	for _, c := range []struct {
		flag, force, no string
		want            bool
	}{
		{"auto", "", "", false}, {"auto", "1", "", true}, {"auto", "1", "1", true}, {"auto", "0", "", false},
		{"always", "", "1", true}, {"never", "1", "", false}, {"auto", "", "1", false},
	} {
		t.Setenv("FORCE_COLOR", c.force)
		t.Setenv("NO_COLOR", c.no)
		if got := (cli.Telling{Color: c.flag}).Coloured(&strings.Builder{}); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if r := conform(t, "", faulty("--color", "always")...); !strings.Contains(r.out, "\x1b[31;1mFAIL\x1b[0m") {
		t.Errorf("--color always says\n%s", r.out)
	}
}

func TestFailFast(t *testing.T) {
	t.Parallel()
	whole := conform(t, "", faulty("--quiet")...)
	r := conform(t, "", faulty("--fail-fast")...)
	r.want(t, cli.ExitFail, "stopped at the first failure (--fail-fast)")
	if strings.Contains(r.out, strings.TrimSpace(strings.Split(whole.out, ";")[1])) {
		t.Errorf("it ran everything: %s", r.out)
	}
}

// What failed last is what --last-failed runs, in the same folder and for the same
// implementation; where nothing did, everything is run.
func TestLastFailed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	result := func(args ...string) result {
		path := filepath.Join(dir, "r.json")
		conform(t, "", append([]string{args[0], "--report", "json=" + path}, args[1:]...)...)
		return readResult(t, path)
	}
	all := result(faulty()...)
	again := result(faulty("--last-failed")...)
	failed := 0
	for _, c := range all.Cases {
		if c.Verdict == "fail" {
			failed++
		}
	}
	if failed < 10 || len(again.Cases) < failed || len(again.Cases) >= len(all.Cases) {
		t.Errorf("of %d cases %d failed, and %d ran again", len(all.Cases), failed, len(again.Cases))
	}
	for _, c := range again.Cases {
		if c.Verdict == "pass" && !strings.Contains(c.ID, "+") {
			t.Errorf("%s had not failed", c.ID)
		}
	}
	healthy := []string{"run", "--light", "--profile", "core", "--dialect", "content-blocks", "--role", "consumer", "--requirement",
		"BLOCK-02", "--last-failed"}
	if first := result(healthy...); len(first.Cases) < 20 {
		t.Errorf("nothing had failed, and %d cases ran", len(first.Cases))
	}
}

// A report that goes to stdout has it for itself.
func TestAReportOnStdout(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.json")
	conform(t, "", small("--report", "json="+path)...).want(t, cli.ExitOK)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if r := conform(t, "", "report", path, "--report", "json=-"); r.code != cli.ExitOK || r.out != string(data) || r.err != "" {
		t.Errorf("exit %d; stdout is the report: %v; stderr %q", r.code, r.out == string(data), r.err)
	}
	r := conform(t, "", small("--report", "badge=-")...)
	if r.code != cli.ExitOK || !strings.HasPrefix(r.out, "{") || !strings.HasSuffix(r.out, "}\n") || !strings.Contains(r.err, "conforms") {
		t.Errorf("exit %d\n%s\n%s", r.code, r.out, r.err)
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error("there is a file of the name -")
	}
}

// A part of the suite can be listed and exported.
func TestAPartOfTheSuite(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"--cases", "--faults", "--variants", "--dialects"} {
		all, some := conform(t, "", "list", what), conform(t, "", "list", what, "--dialect", "stage-events", "--role", "producer")
		if n := strings.Count(some.out, "\n"); n < 2 || n*3 > strings.Count(all.out, "\n")*2 ||
			strings.Contains(some.out, "content-blocks") || strings.Contains(some.out, "consumer/") {
			t.Errorf("list %s: %d lines of %d", what, n, strings.Count(all.out, "\n"))
		}
	}
	if r := conform(t, "", "list", "--dialect", "stage-events", "--role", "producer"); !strings.Contains(r.out, "STAGE-02") ||
		strings.Contains(r.out, "STAGE-50") {
		t.Errorf("its requirements are\n%s", r.out)
	}
	if r := conform(t, "", "list", "--cases", "--class", "valid"); strings.Contains(r.out, "adversarial") ||
		!strings.Contains(r.out, "valid") {
		t.Error("adversarial cases are listed as valid ones")
	}
	dir := filepath.Join(t.TempDir(), "out")
	r := conform(t, "", "export", "--out", dir, "--dialect", "stage-events", "--role", "producer", "--class", "valid", "--light")
	r.want(t, cli.ExitOK, " cases in "+dir+", ")
	if got := files(t, dir); !strings.Contains(got, "index.json") || !strings.Contains(got, "stage-events") ||
		strings.Contains(got, "tool-fence") {
		t.Errorf("it wrote %s", got)
	}
}

// A case is explained by its events, numbered; one about framing by its reads.
func TestACaseIsExplainedByItsStream(t *testing.T) {
	conform(t, "", "explain", "content-blocks/consumer/document-parallel").want(t, cli.ExitOK, "      4  ●│  result toolu_01",
		"input, as an adapter gets it")
	conform(t, "", "explain", "content-blocks/consumer/frame-sse-cut-behind-field-name").want(t, cli.ExitOK,
		"sent, read by read\n      0  data\n")
	conform(t, "", "explain", "openai-chat/consumer/blanked").want(t, cli.ExitOK,
		"written in\n  fixtures/openai-chat/consumer/odd_calls.cases:")
}

func TestDemo(t *testing.T) {
	if !dialecttest.All() {
		t.Skip("the README shows what it prints, and TestPagesShowWhatIsPrinted holds that; in another width with -all")
	}
	r := conform(t, "", "demo")
	r.want(t, cli.ExitOK, "FAIL BLOCK-02 (MUST, content-blocks/consumer)", "▶", "replay: conform run --case", "does not conform",
		"exit status 1")
	if n := strings.Count(r.out, "\n"); n > 40 {
		t.Errorf("the demo has %d lines", n)
	}
}

// A stream is drawn as wide as the terminal is.
func TestAStreamIsAsWideAsTheTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "explain", "content-blocks/consumer/document-parallel")
	cmd.Env = append(os.Environ(), beConform+"=1", "COLUMNS=60")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, stream, _ := strings.Cut(string(out), "\nstream\n")
	stream, _, _ = strings.Cut(stream, "\ninput")
	for line := range strings.Lines(stream) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 60 {
			t.Errorf("a line of %d characters: %s", n, line)
		}
	}
}
