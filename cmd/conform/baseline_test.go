package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

// New entries say why, whose they are and until when; without a reason there are none.
func TestBaselineUpdate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	result, file := filepath.Join(dir, "r.json"), filepath.Join(dir, "baseline.json")
	conform(t, "", faulty("--report", "json="+result)...).want(t, cli.ExitFail)
	conform(t, "", "baseline", "update", "--baseline", file, result).want(t, cli.ExitUsage,
		"new to the baseline: 2 failures; say in --reason why")
	conform(t, "", "baseline", "update", "--baseline", file, "--reason", "todo: think", result).want(t, cli.ExitUsage, "--reason")
	if _, err := os.Stat(file); err == nil {
		t.Error("a baseline without reasons was written")
	}
	conform(t, "", "baseline", "update", "--baseline", file, "--owner", "chat-team", "--expires", "2w", "--reason", "lost on reload",
		result).
		want(t, cli.ExitOK, "entries: 2, before: 0")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	until := time.Now().AddDate(0, 0, 14).Format(time.DateOnly)
	for _, want := range []string{`"reason": "lost on reload"`, `"owner": "chat-team"`, `"expires": "` + until + `"`} {
		if strings.Count(string(data), want) != 2 {
			t.Errorf("%s is missing in\n%s", want, data)
		}
	}
	conform(t, "", faulty("--baseline", file)...).want(t, cli.ExitOK, "conforms but for", "known to the baseline")
	conform(t, "", "baseline", "update", "--baseline", file, result).want(t, cli.ExitOK, "entries: 2, before: 2")
}
