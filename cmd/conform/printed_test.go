package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect/dialecttest"
)

// took is the only part of what is printed that two equal runs differ in.
var took = regexp.MustCompile(`, in [0-9.]+ s`)

var rewrite = flag.Bool("rewrite", false, "write what is printed into the pages that show it")

// What a page shows as printed is what the command prints, 110 columns wide.
func TestPagesShowWhatIsPrinted(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, page := range append(pages, "../../README.md") {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?s)<!-- printed: conform (.*?) -->\n```text\n(.*?)```").FindAllStringSubmatch(string(data),
			-1) {
			shown++
			got := printed(t, m[1])
			if *rewrite {
				data = bytes.Replace(data, []byte(m[2]), []byte(got), 1)
			} else if got != m[2] {
				t.Errorf("%s: conform %s prints\n%s", page, m[1], got)
			}
		}
		if *rewrite {
			if err := os.WriteFile(page, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if shown == 0 {
		t.Error("no page shows what is printed")
	}
}

// printed is what a command prints without colours; of the demo, but with -all, what it prints in them, without them.
func printed(t *testing.T, command string) string {
	t.Helper()
	if command == "demo" && !*rewrite && !dialecttest.All() {
		out, err := demo()
		if err != nil {
			t.Fatal(err)
		}
		return escape.ReplaceAllString(out, "")
	}
	cmd := exec.Command(os.Args[0], strings.Fields(command)...)
	cmd.Env = append(os.Environ(), beConform+"=1", "GITHUB_ACTIONS=", "FORCE_COLOR=", fmt.Sprintf("COLUMNS=%d", wide),
		"XDG_CACHE_HOME="+cacheOf(t))
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return took.ReplaceAllString(string(out), "")
}

// The table of docs/telling.md holds: what stands under "first" is what the first 40 lines, 100 columns wide, tell
// as causes, in that order, and what it explains.
func TestTheFirstScreenNamesTheCause(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/telling.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([A-Z]+-[0-9]+/[a-z-]+)`, ([a-z-]+) ([a-z]+) \\| [^|]+ \\| ([^|]+) \\|").
		FindAllStringSubmatch(string(data), -1)
	if len(rows) != 18 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	for _, row := range rows {
		t.Run(row[1], func(t *testing.T) {
			if !dialecttest.All() && row[2]+row[3] != "stage-eventsproducer" {
				t.Skip("a whole run for each: with -all")
			}
			cmd := exec.Command(os.Args[0], "run", "--dialect", row[2], "--role", row[3], "--", os.Args[0], "reference", "--fault", row[1])
			cmd.Env = append(os.Environ(), beConform+"=1", "GITHUB_ACTIONS=", "FORCE_COLOR=", "COLUMNS=100", "XDG_CACHE_HOME="+cacheOf(t))
			out, _ := cmd.Output() // it ends with 1
			lines := strings.SplitAfter(string(out), "\n")
			screen := strings.Join(lines[:min(40, len(lines))], "")
			at := 0
			for i, id := range regexp.MustCompile("[A-Z]+-[0-9]+").FindAllString(row[4], -1) {
				want := id
				if i == 0 {
					want = "FAIL " + id + " ("
				}
				found := strings.Index(screen[at:], want)
				if found < 0 {
					t.Fatalf("%s is not told, or not in its place\n%s", want, screen)
				}
				at += found
			}
			if first := regexp.MustCompile("(?m)^(FAIL|WARN) ([A-Z]+-[0-9]+)").FindStringSubmatch(screen); first == nil ||
				!strings.HasPrefix(row[4], first[2]) {
				t.Errorf("first comes %v", first)
			}
		})
	}
}
