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
	const events, sse, both = "events", "sse", "events,sse"
	for _, c := range []struct{ dialect, program, version, encodings, missed string }{
		{"openai-responses", "openai/adapter.mjs", "5.0.1", both, "FRAME-05 FRAME-07 META-04 RESP-08 RESP-09 RESP-14 RESP-17 RESP-19"},
		{"openai-responses", "openai/adapter.mjs", "7.57.0", both, "FRAME-05 META-04 RESP-14 RESP-18"},
		{"openai-responses", "ai-sdk/responses.mjs", "5.0.60", events, "RESP-01 RESP-02 RESP-06 RESP-09 RESP-11 RESP-17"},
		{"openai-responses", "ai-sdk/responses.mjs", "7.0.173", events, "RESP-01 RESP-02 RESP-06 RESP-08 RESP-17"},
		{"ui-messages", "ai-sdk/ui.mjs", "5.0.277", both, "UIMSG-02 UIMSG-04 UIMSG-05 UIMSG-06 UIMSG-14 UIMSG-20 UIMSG-22"},
		{"ui-messages", "ai-sdk/ui.mjs", "7.0.173", both, "UIMSG-02 UIMSG-04 UIMSG-05 UIMSG-20"},
		{"ag-ui", "ag-ui/adapter.mjs", "0.0.47", events, "AGUI-01 AGUI-02 AGUI-04 AGUI-05 AGUI-08 AGUI-09 AGUI-10 AGUI-11 AGUI-14 " +
			"AGUI-16 AGUI-18 AGUI-19 AGUI-20 AGUI-23 META-04"},
		{"ag-ui", "ag-ui/adapter.mjs", "1.0.0", events, "AGUI-19 AGUI-20 AGUI-23"},
		{"ag-ui", "tanstack-ai/ag-ui.mjs", "0.9.2", events, "AGUI-01 AGUI-02 AGUI-03 AGUI-04 AGUI-05 AGUI-08 AGUI-09 AGUI-10 AGUI-13 " +
			"AGUI-14 AGUI-15 AGUI-16 AGUI-17 AGUI-18 AGUI-19 AGUI-20 AGUI-23"},
		{"ag-ui", "tanstack-ai/ag-ui.mjs", "0.58.0", events, "AGUI-01 AGUI-02 AGUI-03 AGUI-04 AGUI-05 AGUI-06 AGUI-08 AGUI-09 AGUI-10 " +
			"AGUI-11 AGUI-15 AGUI-16 AGUI-17 AGUI-18 AGUI-19 AGUI-20 AGUI-22"},
		{"ui-messages", "assistant-stream/adapter.mjs", "0.3.55", sse, "FRAME-07 UIMSG-01 UIMSG-03 UIMSG-06 UIMSG-11 UIMSG-13 UIMSG-14 " +
			"UIMSG-16 UIMSG-17"},
	} {
		t.Run(c.dialect+" "+c.program+" "+c.version, func(t *testing.T) {
			t.Parallel()
			if got := missed(t, c.dialect, c.program, c.version, c.encodings); got != c.missed {
				t.Errorf("missed:   %s\nexpected: %s", got, c.missed)
			}
		})
	}
}

// missed are the lines that a version fails.
func missed(t *testing.T, dialect, program, version, encodings string) string {
	t.Helper()
	folder := filepath.Dir(filepath.Join("..", "adapters", program))
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the released packages are not installed: run npm ci in %s", folder)
	}
	path := filepath.Join(t.TempDir(), "result.json")
	text, code := conform(t, "run", "--light", "--runs", "5", "--timeout", "1m", "--dialect", dialect, "--role", "consumer",
		"--encoding", encodings, "--report", "json="+path, "--", "node", "adapters/"+program, version)
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
