package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

// killer is an adapter for the shell that answers the first ninety messages and then
// kills the run with a signal that nothing can catch.
const killer = `i=0; while [ $i -lt 90 ] && IFS= read -r line; do printf '%s\n' "$line"; i=$((i+1)); done | "$0" reference; kill -9 $PPID`

// A shard that is killed half-way leaves a journal; merging it says that the run is
// incomplete, and merging without it says that it is missing.
func TestAKilledShardIsNoticed(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	whole, killed, merged := filepath.Join(dir, "1.json"), filepath.Join(dir, "2.json"), filepath.Join(dir, "all.json")
	shard := func(n, path string, adapter ...string) ran {
		args := []string{"run", "--light", "--runs", "5", "--dialect", "stage-events", "--role", "producer", "--shard", n, "--report",
			"json=" + path, "--"}
		return conform(t, "", append(args, adapter...)...)
	}
	shard("1/2", whole, "SELF", "reference").want(t, cli.ExitOK)
	if got := shard("2/2", killed, "sh", "-c", killer, self); got.code >= 0 {
		t.Fatalf("the run was not killed: exit %d\n%s%s", got.code, got.out, got.err)
	}
	if _, err := os.Stat(killed); err == nil {
		t.Error("a result stands there though the run was killed")
	}
	conform(t, "", "merge", whole, killed).want(t, cli.ExitUsage, ".partial")
	conform(t, "", "merge", whole).want(t, cli.ExitUsage, "shard 2/2 is missing")
	conform(t, "", "merge", whole, killed+".partial", "--report", "json="+merged).
		want(t, cli.ExitFail, "the journal of a run that did not finish", "incomplete – ", "the run did not finish")
	if r := readResult(t, merged); r.Complete || len(r.Cases) == 0 {
		t.Errorf("complete: %v, %d cases", r.Complete, len(r.Cases))
	}
	data, err := os.ReadFile(killed + ".partial")
	if err != nil || strings.Count(string(data), "\n") < 5 {
		t.Errorf("the journal holds too little: %v\n%s", err, data)
	}
}

// interrupter does the same with a signal that a user sends, and reads on.
const interrupter = `i=0; while [ $i -lt 90 ] && IFS= read -r line; do printf '%s\n' "$line"; i=$((i+1)); done | "$0" reference
kill -INT $PPID; cat >/dev/null`

// A run that its user stops tells what was seen until then, and why that is not all.
func TestAnInterruptedRunTellsWhatItSaw(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "result.json")
	conform(t, "", "run", "--light", "--runs", "5", "--dialect", "stage-events", "--role", "producer", "--report", "json="+path, "--",
		"sh", "-c", interrupter, self).want(t, cli.ExitFail, "incomplete – ", "the run is incomplete: stopped by a signal (interrupt)")
	if r := readResult(t, path); r.Complete || len(r.Cases) == 0 {
		t.Errorf("complete: %v, %d cases", r.Complete, len(r.Cases))
	}
}
