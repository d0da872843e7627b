package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect/dialecttest"
)

// referenceOverHTTP starts `conform reference --http` and gives its address.
func referenceOverHTTP(t *testing.T, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{"reference", "--http", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), beConform+"=1")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(stderr).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line[strings.LastIndex(line, " ")+1 : len(line)-1]
}

// Over stdin and over HTTP the verdicts are those of the implementation in process:
// of every requirement and every case, with a fault and without.
func TestTransportsGiveTheSameVerdicts(t *testing.T) {
	t.Parallel()
	faults := []string{"BLOCK-02/last-call"}
	if dialecttest.All() {
		faults = append(faults, "")
	}
	for _, fault := range faults {
		reference := []string{"reference"}
		var args []string
		code := cli.ExitOK
		if fault != "" {
			args, code = []string{"--fault", fault}, cli.ExitFail
		}
		dir, selection := t.TempDir(), []string{"--dialect", "content-blocks"}
		if !dialecttest.All() {
			selection = append(selection, "--requirement", "BLOCK-10")
		}
		judged := func(name string, how ...string) string {
			path := filepath.Join(dir, name+".json")
			flags := append([]string{"run", "--light", "--runs", "5", "--report", "json=" + path}, selection...)
			conform(t, "", append(flags, how...)...).want(t, code)
			return verdicts(readResult(t, path))
		}
		stdin := judged("stdin", append([]string{"--", "SELF"}, append(reference, args...)...)...)
		http := judged("http", "--http", referenceOverHTTP(t, args...))
		if stdin != http {
			t.Errorf("fault %q: over stdin and over HTTP the verdicts differ:\n%s\n%s", fault, stdin, http)
		}
		if fault == "" && judged("inside") != stdin {
			t.Error("in process the verdicts differ from those over stdin")
		}
	}
}

func verdicts(r result) string {
	var b strings.Builder
	for _, row := range r.Requirements {
		b.WriteString(row.ID + " " + row.Verdict + "\n")
	}
	for _, c := range r.Cases {
		b.WriteString(c.ID + " " + c.Verdict + "\n")
	}
	return b.String()
}

var every = flag.Int("every", 2500, "every how many planted faults are run over stdin; 1 for all")

type listedFault struct {
	Fault, Dialect, Role, Expect string
	Requirements                 []string
}

// A planted fault is seen through the command line as it is in process: the run
// exits 1 and reports its requirement; a SHOULD is a warning, and 1 under strict.
func TestPlantedFaultsOverStdin(t *testing.T) {
	t.Parallel()
	listed := conform(t, "", "list", "--faults", "--format", "json")
	listed.want(t, cli.ExitOK)
	step := *every
	if testing.Short() {
		step *= 5
	}
	for i, line := range strings.Split(strings.TrimSpace(listed.out), "\n") {
		if i%step != 0 {
			continue
		}
		var f listedFault
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		overStdin(t, f)
		if t.Failed() {
			t.Fatalf("fault %s", f.Fault)
		}
	}
}

// overStdin runs the reference with a fault, judged by its requirement; where no case
// of that requirement's own shows it, by everything.
func overStdin(t *testing.T, f listedFault) {
	t.Helper()
	main := f.Requirements[0]
	run := func(more ...string) ran {
		flags := append([]string{"run", "--dialect", f.Dialect, "--role", f.Role, "--timeout", "1s", "--runs", "60"}, more...)
		if main != "ROBUST-03" && main != "FRAME-09" && len(more) > 0 {
			flags = append(flags, "--light") // heavy cases show it, or only where nothing else does
		}
		return conform(t, "", append(flags, "--", "SELF", "reference", "--fault", f.Fault)...)
	}
	filter := []string{"--requirement", main}
	got, says := run(filter...), strings.ToUpper(f.Expect)+" "+main
	if !strings.Contains(got.out, says) {
		filter = nil
		got = run()
	}
	switch f.Expect {
	case "fail":
		got.want(t, cli.ExitFail, says)
	case "warn":
		if filter != nil {
			got.want(t, cli.ExitOK, says)
		}
		run(append(filter, "--profile", "strict")...).want(t, cli.ExitFail, "FAIL "+main)
	default:
		t.Errorf("%s expects %q", f.Fault, f.Expect)
	}
}
