package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestExpiry(t *testing.T) {
	today := time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{"90d": "2027-02-20", "1d": "2026-11-23", "2w": "2026-12-06", "2027-03-31": "2027-03-31"} {
		if got, err := expiry(text, today); err != nil || got != want {
			t.Errorf("%s: %s, %v, expected %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "90", "-1d", "0d", "90m", "2027-02-30", "never", "99999d"} {
		if got, err := expiry(text, today); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}

// New entries say why, whose they are and until when; without a reason there are none.
func TestBaselineUpdate(t *testing.T) {
	dir := t.TempDir()
	result, file := filepath.Join(dir, "r.json"), filepath.Join(dir, "baseline.json")
	conform(t, "", faulty("--report", "json="+result)...).want(t, exitFail)
	conform(t, "", "baseline", "update", "--baseline", file, result).want(t, exitUsage,
		"2 failures are new to the baseline: say in --reason why")
	conform(t, "", "baseline", "update", "--baseline", file, "--reason", "todo: think", result).want(t, exitUsage, "--reason")
	if _, err := os.Stat(file); err == nil {
		t.Error("a baseline without reasons was written")
	}
	conform(t, "", "baseline", "update", "--baseline", file, "--owner", "chat-team", "--expires", "2w", "--reason", "lost on reload",
		result).
		want(t, exitOK, "2 entries, 0 before")
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
	conform(t, "", faulty("--baseline", file)...).want(t, exitOK, "conforms but for", "known to the baseline")
	conform(t, "", "baseline", "update", "--baseline", file, result).want(t, exitOK, "2 entries, 2 before")
}
