//go:build node

package suites_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
)

var everyWire = flag.Bool("all", false, "judge every released agent on each of its wires, and the packages that take long")

// releasedAgents are the released packages whose loops are judged: what of the lines that must hold each misses on
// which wire. Every one of these was traced to the package's code; its README says what it is.
func releasedAgents() []releasedAgent {
	return []releasedAgent{
		{"ai-5.0.100", "ai-sdk", []string{"agent.mjs", "5.0.100"}, "", "0", map[string]string{
			"openai-chat": "LOOP-01 LOOP-05 LOOP-14", "anthropic-messages": "LOOP-01 LOOP-03 LOOP-05 LOOP-06 LOOP-14 MSG-80",
			"openai-responses": "LOOP-01 LOOP-02 LOOP-05 LOOP-07 RESP-80"}},
		{"ai-7.0.173", "ai-sdk", []string{"agent.mjs", "7.0.173"}, "", "0", map[string]string{
			"openai-chat": "LOOP-01 LOOP-03 LOOP-05 LOOP-06 LOOP-14", "anthropic-messages": "LOOP-01 LOOP-05 LOOP-06 LOOP-14",
			"openai-responses": "LOOP-01 LOOP-02 LOOP-05 LOOP-06 LOOP-07"}},
		{"ai-chat-5.0.100", "ai-sdk", []string{"chat-agent.mjs", "5.0.100"}, "", "20", map[string]string{
			"ui-messages": "LOOP-01 LOOP-07 LOOP-12"}},
		{"ai-chat-7.0.173", "ai-sdk", []string{"chat-agent.mjs", "7.0.173"}, "", "20", map[string]string{"ui-messages": "LOOP-07 LOOP-12"}},
		{"openai-agents-0.20.0", "openai-agents", []string{"adapter.mjs"}, "", "0", map[string]string{
			"openai-chat": "LOOP-03 LOOP-05 LOOP-06 LOOP-12", "openai-responses": "LOOP-03"}},
		{"langchain-1.5.14", "langchain", []string{"adapter.mjs"}, "openai-chat", "0", map[string]string{
			"openai-chat": "LOOP-03 LOOP-05 LOOP-06 LOOP-09", "anthropic-messages": "LOOP-01 LOOP-03 LOOP-05 LOOP-06 LOOP-09 MSG-83",
			"openai-responses": "LOOP-02 LOOP-03 LOOP-05 LOOP-06 LOOP-09"}},
		{"ag-ui-client-0.0.59", "ag-ui", []string{"agent.mjs", "0.0.59"}, "", "20",
			map[string]string{"ag-ui": "LOOP-01 LOOP-05 LOOP-06 LOOP-14"}},
		{"ag-ui-client-1.0.0", "ag-ui", []string{"agent.mjs", "1.0.0"}, "", "20", map[string]string{"ag-ui": "LOOP-05 LOOP-06"}},
		{"copilotkit-1.75.0", "copilotkit", []string{"adapter.mjs"}, "", "20",
			map[string]string{"ag-ui": "LOOP-01 LOOP-02 LOOP-05 LOOP-06 LOOP-14"}},
		{"assistant-ui-data-stream-0.12.32", "assistant-ui", []string{"adapter.mjs", "data-stream"}, "", "0", map[string]string{
			"ui-messages": "LOOP-01 LOOP-05 LOOP-07 LOOP-08"}},
		{"assistant-ui-ai-sdk-0.0.7", "assistant-ui", []string{"adapter.mjs", "ai-sdk"}, "", "0",
			map[string]string{"ui-messages": "LOOP-01 LOOP-05"}},
	}
}

type releasedAgent struct {
	name   string
	folder string
	args   []string
	// first is the wire that is judged without -all, where all of them would take minutes; "" for each.
	first string
	// runs are the generated streams for each wire, where they show what no written case does.
	runs   string
	missed map[string]string
}

// TestReleasedAgents holds what released packages miss: no line more, and none less.
func TestReleasedAgents(t *testing.T) {
	for _, a := range releasedAgents() {
		t.Run(a.name, func(t *testing.T) {
			args := []string{"run", "--role", "agent", "--light", "--runs", a.runs, "--timeout", "1m"}
			if a.first != "" && !*everyWire {
				args = append(args, "--dialect", a.first)
			}
			folder := "adapters/" + a.folder
			if _, err := os.Stat(filepath.Join("..", folder, "node_modules")); errors.Is(err, fs.ErrNotExist) {
				t.Skipf("the released packages are not installed: run npm ci in %s", folder)
			}
			path := filepath.Join(t.TempDir(), "result.json")
			args = append(args, "--report", "json="+path, "--", "node", folder+"/"+a.args[0])
			text, code := conform(t, append(args, a.args[1:]...)...)
			if code != 1 {
				t.Fatalf("exit status %d instead of 1:\n%s", code, text)
			}
			source, err := reports.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			missed := map[string][]string{}
			for _, row := range source.Result.Requirements {
				for _, by := range row.By {
					if by.Verdict == requirement.Fail {
						missed[by.Dialect] = append(missed[by.Dialect], row.ID)
					}
				}
			}
			for dialect, want := range a.missed {
				if a.first != "" && a.first != dialect && !*everyWire {
					continue
				}
				slices.Sort(missed[dialect])
				if got := strings.Join(missed[dialect], " "); got != want {
					t.Errorf("%s: missed %q, expected %q\n%s", dialect, got, want, text)
				}
			}
		})
	}
}
