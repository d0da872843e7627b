//go:build node

package suites_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

// TestReleasedPackages holds what released versions miss, an old one beside a new one: each line was looked at by
// hand, and the README of the adapter's folder says which code of the package does it.
func TestReleasedPackages(t *testing.T) {
	for _, c := range []struct{ dialect, program, version, missed string }{
	} {
		t.Run(c.dialect+" "+c.program+" "+c.version, func(t *testing.T) {
			t.Parallel()
			if got := missed(t, c.dialect, c.program, c.version); got != c.missed {
				t.Errorf("missed:   %s\nexpected: %s", got, c.missed)
			}
		})
	}
}

// missed are the lines that a version fails.
func missed(t *testing.T, dialect, program, version string) string {
	t.Helper()
	folder := filepath.Dir(filepath.Join("..", "adapters", program))
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the released packages are not installed: run npm ci in %s", folder)
	}
	path := filepath.Join(t.TempDir(), "result.json")
	text, code := conform(t, "run", "--light", "--runs", "5", "--timeout", "1m", "--dialect", dialect, "--report", "json="+path,
		"--", "node", "adapters/"+program, version)
	if strings.Contains(text, "ADAPTER ERROR") || code > 1 {
		t.Fatalf("exit status %d:\n%s", code, text)
	}
	source, err := reports.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, row := range source.Result.Requirements {
		for _, by := range row.By {
			if by.Verdict == requirement.Fail {
				list = append(list, row.ID)
			}
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}
