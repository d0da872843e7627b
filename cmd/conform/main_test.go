package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// beConform makes the test binary the tool itself: Ginkgo runs once in a process.
const beConform = "CONFORM_TEST_BE_CONFORM"

// neutral is what of the surroundings would change what the tool prints.
var neutral = []string{"GITHUB_ACTIONS", "NO_COLOR", "FORCE_COLOR", "COLUMNS"}

func TestMain(m *testing.M) {
	tuneMemory()
	if os.Getenv(beConform) != "" {
		os.Exit(execute(os.Args[1:], streams(os.Stdin, os.Stdout, os.Stderr)))
	}
	for _, name := range neutral {
		os.Unsetenv(name)
	}
	os.Exit(m.Run())
}

// suite is built once for all command lines that need no process of their own.
var suite = sync.OnceValue(catalogue.New)

// ran is what a command line gave.
type ran struct {
	code     int
	out, err string
}

// conform runs a command line as the tool; SELF in it is the tool's own path. What may come to
// Ginkgo's specs has a process of its own, and so has what starts the tool.
func conform(t *testing.T, stdin string, args ...string) ran {
	t.Helper()
	if !slices.Contains(args, "SELF") && !slices.Contains([]string{"run", "certify", "demo"}, args[0]) {
		return inside(t, stdin, args...)
	}
	cmd := exec.Command(self(t), patient(named(t, args))...)
	cmd.Env = append(os.Environ(), beConform+"=1", "XDG_CACHE_HOME="+cacheOf(t))
	cmd.Stdin = strings.NewReader(stdin)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return ran{cmd.ProcessState.ExitCode(), out.String(), stderr.String()}
}

// inside runs a command line in this process.
func inside(t *testing.T, stdin string, args ...string) ran {
	t.Helper()
	var out, stderr bytes.Buffer
	s := cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &stderr, Version: version, Suite: suite}
	code := execute(patient(named(t, args)), s)
	return ran{code, out.String(), stderr.String()}
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func named(t *testing.T, args []string) []string {
	args = slices.Clone(args)
	for i, a := range args {
		if a == "SELF" {
			args[i] = self(t)
		}
	}
	return args
}

// patient gives adapters the time to start on a busy machine, where the test says nothing else.
func patient(args []string) []string {
	if !slices.Contains([]string{"run", "doctor", "certify"}, args[0]) || slices.Contains(args, "--startup-timeout") ||
		slices.Contains(args, "--help") {
		return args
	}
	return slices.Insert(slices.Clone(args), 1, "--startup-timeout", "2m")
}

// cacheOf a test: the user's own is left alone.
func cacheOf(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("conform-test-%d", os.Getpid()), strings.ReplaceAll(t.Name(), "/", "_"))
	t.Cleanup(func() {
		_ = os.RemoveAll(dir)
		_ = os.Remove(filepath.Dir(dir)) // the last one does
	})
	return dir
}

func (r ran) want(t *testing.T, code int, texts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit status %d, %d was expected\n%s%s", r.code, code, r.out, r.err)
	}
	for _, text := range texts {
		if !strings.Contains(r.out+r.err, text) {
			t.Errorf("%q is missing in\n%s%s", text, r.out, r.err)
		}
	}
}

func TestReferenceConforms(t *testing.T) {
	result := filepath.Join(t.TempDir(), "result.json")
	args, pass, cases := []string{"run", "--light", "--runs", "10", "--report", "json=" + result}, 300, 10000
	if !dialecttest.All() { // .ci/run judges it whole
		args, pass, cases = append(args, "--dialect", "content-blocks,stage-events", "--role", "producer"), 30, 300
	}
	conform(t, "", args...).want(t, cli.ExitOK, "conforms –", " 0 fail, 0 warn, 0 skip")
	r := readResult(t, result)
	if !r.Complete || r.Summary.Fail+r.Summary.Warn > 0 || r.Summary.Pass < pass || len(r.Cases) < cases {
		t.Errorf("complete %v, summary %+v", r.Complete, r.Summary)
	}
}

// A label filter selects specs: their rows, and the cases that they need.
func TestLabelFilter(t *testing.T) {
	t.Parallel()
	result := filepath.Join(t.TempDir(), "result.json")
	conform(t, "", "run", "--light", "--runs", "0", "--label-filter", "stage-events && producer && !SHOULD", "--report",
		"json="+result).want(t, cli.ExitOK)
	r := readResult(t, result)
	if len(r.Requirements) < 5 || len(r.Cases) < 20 {
		t.Errorf("%d requirements, %d cases", len(r.Requirements), len(r.Cases))
	}
	for _, c := range r.Cases {
		if !strings.HasPrefix(c.ID, "stage-events/producer/") {
			t.Errorf("%s was run", c.ID)
		}
	}
}

type result struct {
	Complete bool
	Summary  struct{ Pass, Fail, Warn, Skip, Unobserved, Cases int }
	Cases    []struct {
		ID, Verdict string
		Replay      string
		Findings    []struct{ Requirement string }
	}
	Requirements []struct {
		ID, Verdict string
		By          []struct{ Dialect, Role, Verdict string }
	}
}

func readResult(t *testing.T, path string) result {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var r result
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestPlantedFaultIsReported(t *testing.T) {
	t.Parallel()
	listed := conform(t, "", "list", "--faults", "--format", "json")
	listed.want(t, cli.ExitOK)
	var fault struct {
		Fault, Dialect, Role, Expect string
		Requirements                 []string
	}
	line, _, _ := strings.Cut(listed.out[strings.Index(listed.out, `{"fault":"BLOCK-10`):], "\n")
	if err := json.Unmarshal([]byte(line), &fault); err != nil {
		t.Fatal(err)
	}
	conform(t, "", "run", "--light", "--runs", "5", "--dialect", fault.Dialect, "--role", fault.Role, "--requirement",
		fault.Requirements[0], "--", "SELF", "reference", "--fault", fault.Fault).
		want(t, cli.ExitFail, "FAIL "+fault.Requirements[0], "does not conform", "replay: conform run --case")
}

func TestUsage(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		text string
	}{
		"unknown command":       {[]string{"judge"}, "unexpected argument judge"},
		"unknown flag":          {[]string{"run", "--fast"}, "unknown flag --fast"},
		"unknown profile":       {[]string{"run", "--profile", "hard"}, `--profile "hard" is unknown; there are core, full, strict`},
		"unknown dialect":       {[]string{"run", "--dialect", "blocks"}, `--dialect "blocks" is unknown`},
		"unknown requirement":   {[]string{"run", "--requirement", "BLOCK-99"}, `--requirement "BLOCK-99" is unknown`},
		"unknown case":          {[]string{"run", "--case", "content-blocks/consumer/no-such-case"}, "is neither a case id nor a file"},
		"other generator":       {[]string{"run", "--case", "content-blocks/consumer/g0.1.1"}, "generator version 0"},
		"bad labels":            {[]string{"run", "--label-filter", "(("}, `--label-filter "((" is no label filter`},
		"labels of nothing":     {[]string{"run", "--label-filter", "nobody"}, "nothing matches the selection"},
		"bad shard":             {[]string{"run", "--shard", "3/2"}, "--shard"},
		"nothing matches":       {[]string{"run", "--dialect", "message-parts", "--role", "producer"}, "nothing matches the selection"},
		"no such encoding":      {[]string{"run", "--dialect", "message-parts", "--encoding", "sse"}, "nothing matches the selection"},
		"report format":         {[]string{"run", "--report", "pdf=x.pdf"}, `the format "pdf" is unknown`},
		"report path":           {[]string{"run", "--report", "json=/nowhere/at/all.json"}, "/nowhere/at/all.json"},
		"two ways":              {[]string{"run", "--http", "http://127.0.0.1:1", "--", "true"}, "exclude each other"},
		"raw without a program": {[]string{"run", "--raw"}, "--raw needs a program"},
		"negative runs":         {[]string{"run", "--runs", "-1"}, "--runs"},
		"no URL": {[]string{"run", "--http", "localhost:80"},
			`"localhost:80" is no http URL; write it as http://localhost:8080`},
		"no URL either": {[]string{"doctor", "--http", "http:///hello"}, "is no http URL"},
		"no such port":  {[]string{"run", "--http", "http://127.0.0.1:99999"}, "is no http URL"},
		"no raw URL": {[]string{"run", "--raw", "--dialect", "stage-events", "--role", "producer", "--http", "ftp://x"},
			"is no http URL"},
		"nearly a requirement": {[]string{"run", "--requirement", "BLOK-02"}, `did you mean "BLOCK-02"?`},
		"nearly a case": {[]string{"run", "--case", "document-parallel"},
			`did you mean "content-blocks/consumer/document-parallel"?`},
		"nearly a dialect": {[]string{"list", "--dialect", "contentblocks"}, `did you mean "content-blocks"?`},
		"nearly a fault":   {[]string{"reference", "--fault", "BLOCK-02/last-cal"}, `did you mean "BLOCK-02/last-call"?`},
		"nearly anything":  {[]string{"explain", "stage-event"}, `did you mean "stage-events"?`},
		"no class": {[]string{"export", "--class", "good", "--out", filepath.Join(os.TempDir(), "never-made")},
			`--class "good" is unknown; there are valid, adversarial`},
		"nothing to watch": {[]string{"run", "--watch", "--", "cat"}, "--watch finds no file in the command"},
		"nothing to export": {[]string{"export", "--dialect", "message-parts", "--role", "producer", "--out",
			filepath.Join(os.TempDir(), "never-made")}, "nothing matches the selection"},
		"explain nothing": {[]string{"explain", "NOPE-1"}, "is no requirement"},
		"unknown fault":   {[]string{"reference", "--fault", "X/y"}, "is unknown"},
		"unknown variant": {[]string{"reference", "--variant", "X/y"}, "is unknown"},
		"count 0": {[]string{"generate", "--dialect", "content-blocks", "--count", "0", "--out",
			filepath.Join(os.TempDir(), "never-made")}, "--count 0"},
		"no such twist": {[]string{"generate", "--dialect", "content-blocks", "--twist", "nope", "--out",
			filepath.Join(os.TempDir(), "never-made")}, "has no such fault"},
	} {
		t.Run(name, func(t *testing.T) { inside(t, "", c.args...).want(t, cli.ExitUsage, c.text) })
	}
}

// An adapter that never works is exit 3 and one clear line.
func TestAdapterThatNeverWorks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		text string
	}{
		"missing command": {[]string{"--", "/no/such/command"}, "/no/such/command"},
		"no hello":        {[]string{"--", "sh", "-c", "exit 3"}, "hello"},
		"garbage":         {[]string{"--", "sh", "-c", "echo Welcome!; cat"}, "Welcome!"},
		"silence":         {[]string{"--startup-timeout", "500ms", "--", "sh", "-c", "cat >/dev/null"}, "hello"},
	} {
		t.Run(name, func(t *testing.T) {
			r := conform(t, "", append([]string{"run"}, c.args...)...)
			r.want(t, cli.ExitNoTarget, c.text)
			if r.out != "" {
				t.Errorf("a verdict was printed: %s", r.out)
			}
		})
	}
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	conform(t, "", "doctor").want(t, cli.ExitOK, "ok   content-blocks/consumer", "the adapter can be judged")
	conform(t, "", "doctor", "--", "SELF", "reference").want(t, cli.ExitOK, "the adapter can be judged")
	conform(t, "", "doctor", "--startup-timeout", "500ms", "--", "sh", "-c", "cat >/dev/null").want(t, cli.ExitNoTarget, "hello")
	conform(t, "", "doctor", "--timeout", "2s", "--", "sh", "testdata/mixed-ids.sh").want(t, cli.ExitFail, "each other's id")
}

func TestCounterexamplesReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	conform(t, "", "run", "--light", "--runs", "3", "--requirement", "BLOCK-10", "--save-counterexamples", dir, "--", "SELF", "reference",
		"--fault", "BLOCK-02/last-call").want(t, cli.ExitFail)
	saved, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(saved) == 0 {
		t.Fatalf("nothing was saved: %v", err)
	}
	conform(t, "", "run", "--case", saved[0], "--", "SELF", "reference", "--fault", "BLOCK-02/last-call").want(t, cli.ExitFail,
		"does not conform", "replay: conform run --case "+saved[0])
	conform(t, "", "run", "--case", saved[0]).want(t, cli.ExitOK)
}

func TestGeneratedCaseReplays(t *testing.T) {
	conform(t, "", "run", "--case", "content-blocks/consumer/g7.5.8").want(t, cli.ExitOK, "conforms")
	conform(t, "", "explain", "content-blocks/consumer/g7.5.8").want(t, cli.ExitOK, "content_block_start")
	conform(t, "", "explain", "content-blocks/consumer/g2.5.8").want(t, cli.ExitUsage, "generator version 2")
}

// A heavy case that is looked at alone shows by itself that the implementation works.
func TestHeavyCaseReplays(t *testing.T) {
	t.Parallel()
	conform(t, "", "run", "--case", "tool-fence/consumer/thousand-calls").want(t, cli.ExitOK, "conforms – ")
	conform(t, "", "run", "--case", "tool-fence/consumer/thousand-calls", "--", "SELF", "reference", "--fault", "ROBUST-03/five-hundred").
		want(t, cli.ExitFail, "does not conform")
}

func TestHelpHasExamples(t *testing.T) {
	for _, command := range []string{"run", "check", "generate", "export", "merge", "reference"} {
		conform(t, "", command, "--help").want(t, cli.ExitOK, "conform "+command)
	}
}
