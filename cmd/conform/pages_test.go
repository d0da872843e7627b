package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
)

// page is a page of the project's documentation, and what stands in its code blocks.
type page struct {
	name  string // its path from the root of the checkout
	text  string
	steps []step
}

// step is a command of a page, or a text that it says a command prints.
type step struct {
	line    int
	command string
	comment string
	shown   string // what is printed; "" for a command that is to be run
}

// exit status that the comment beside a command announces.
func (s step) exit() int {
	if m := regexp.MustCompile(`^exit ([0-9]+)`).FindStringSubmatch(s.comment); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return cli.ExitOK
}

// readPages reads the pages that tell how conform is used. The contributing page is about the project's own tests.
func readPages(t *testing.T) []page {
	t.Helper()
	var pages []page
	patterns := "README.md docs/*.md adapters/*.md adapters/*/README.md examples/*/README.md examples/*/*/README.md"
	for pattern := range strings.FieldsSeq(patterns) {
		files, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.ToSlash(strings.TrimPrefix(file, filepath.FromSlash("../../")))
			pages = append(pages, page{name, string(data), stepsOf(string(data))})
		}
	}
	return pages
}

var printedBy = regexp.MustCompile(`^<!-- printed by: (.*) -->$`)

// stepsOf reads the sh blocks of a page, and the text blocks below a comment "printed by: COMMAND".
func stepsOf(text string) []step {
	var steps []step
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		language, fenced := strings.CutPrefix(lines[i], "```")
		if !fenced {
			continue
		}
		begin := i + 1
		for i = begin; i < len(lines) && lines[i] != "```"; i++ {
		}
		body := lines[begin:min(i, len(lines))]
		if m := printedBy.FindStringSubmatch(lines[max(0, begin-2)]); m != nil {
			steps = append(steps, step{line: begin, command: m[1], shown: strings.Join(body, "\n")})
		} else if language == "sh" {
			steps = append(steps, commandsOf(body, begin)...)
		}
	}
	return steps
}

// commandsOf a block: a command a line, which a backslash at its end continues, and behind two blanks and # a comment.
func commandsOf(body []string, line int) []step {
	var steps []step
	whole := ""
	for i, text := range body {
		if rest, more := strings.CutSuffix(text, `\`); more {
			whole += rest
			continue
		}
		command, comment, _ := strings.Cut(whole+text, "  #")
		whole = ""
		if command = strings.TrimSpace(command); command != "" {
			steps = append(steps, step{line: line + i + 1, command: command, comment: strings.TrimSpace(comment)})
		}
	}
	return steps
}

// showsAs turns a text of a page into the pattern of what is printed: … stands for the rest of a line, or for any
// lines where it is all of its line. In how many cases a requirement is missed is any number, as the cases grow.
func showsAs(text string) *regexp.Regexp {
	inCases := regexp.MustCompile(`in \d+ cases`)
	var b strings.Builder
	b.WriteString(`(?s)(^|\n)`)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteString(`\n`)
		}
		if strings.TrimSpace(line) == "…" {
			b.WriteString(`.*?`)
			continue
		}
		for j, part := range strings.Split(line, "…") {
			if j > 0 {
				b.WriteString(`[^\n]*`)
			}
			b.WriteString(inCases.ReplaceAllLiteralString(regexp.QuoteMeta(part), `in \d+ cases`))
		}
	}
	return regexp.MustCompile(b.String() + `(\n|$)`)
}

// A text block is what is printed, and a comment above it says by what: so a test can hold it.
func TestTextBlocksSayWhatPrintsThem(t *testing.T) {
	marked := regexp.MustCompile("^<!-- (printed|printed by|results): .* -->$")
	for _, p := range readPages(t) {
		lines := strings.Split(p.text, "\n")
		for i, line := range lines {
			if line == "```text" && !marked.MatchString(lines[max(0, i-1)]) {
				t.Errorf("%s:%d shows a text, and no comment says what prints it", p.name, i+1)
			}
		}
	}
}

// What stands as printed by a command stands below that command.
func TestWhatIsShownHasItsCommand(t *testing.T) {
	for _, p := range readPages(t) {
		typed := map[string]bool{}
		for _, s := range p.steps {
			if s.shown == "" {
				typed[s.command] = true
			} else if !typed[s.command] {
				t.Errorf("%s:%d: no command above it is %q", p.name, s.line, s.command)
			}
		}
	}
}

// Every command that a page names anywhere, in its prose and tables too, is one that conform has, with these flags.
func TestCommandsInProseAreThere(t *testing.T) {
	seen := 0
	for _, p := range readPages(t) {
		prose := regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(p.text, "")
		for _, m := range regexp.MustCompile("`(conform [a-z-][^`]*)`").FindAllStringSubmatch(prose, -1) {
			seen++
			args := strings.Fields(m[1])[1:]
			if !strings.Contains(m[1], " -") {
				args = append(args, "--help") // a command is named, and not one that is typed
			}
			if err := parses(args); err != nil {
				t.Errorf("%s: `%s`: %v", p.name, m[1], err)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d commands were found", seen)
	}
}

// parses tells what is wrong with the words of a command; nothing is run.
func parses(args []string) error {
	helped := false
	parser, err := newParser(&commands{}, cli.Streams{Out: io.Discard, Err: io.Discard}, func(int) { helped = true })
	if err != nil {
		return err
	}
	if _, err = parser.Parse(spelledOut(args)); helped {
		return nil
	}
	return err
}

// Every test that a page says to run is there.
func TestTestsInPagesAreThere(t *testing.T) {
	data, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`go test (?:-tags [a-z]+ )?\./([a-z/]+)[^\x60\n]*? -(?:run|fuzz)\s+'?([A-Za-z|\\]+)`)
	pages, seen := append(readPages(t), page{name: "CONTRIBUTING.md", text: string(data)}), 0
	for _, p := range pages {
		for _, m := range command.FindAllStringSubmatch(p.text, -1) {
			for name := range strings.SplitSeq(strings.ReplaceAll(m[2], `\`, ""), "|") {
				seen++
				if name != "XXX" && !hasTest(t, filepath.Join("../..", m[1]), name) {
					t.Errorf("%s: no test in %s is called %s", p.name, m[1], name)
				}
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d tests were found", seen)
	}
}

// What stands in docs/faults.md as what holds something is there: "`folder`: `TestA`, `TestB`; `folder`: …".
func TestWhatHoldsItIsThere(t *testing.T) {
	data, err := os.ReadFile("../../docs/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| [^|]+ \\| (`[a-z/]+`[:,].*`Test[A-Za-z]+`.*) \\|$")
	seen := 0
	for _, m := range row.FindAllStringSubmatch(string(data), -1) {
		for part := range strings.SplitSeq(m[1], "; ") {
			folders, tests, _ := strings.Cut(part, ": ")
			for _, name := range regexp.MustCompile("`(Test[A-Za-z]+)`").FindAllStringSubmatch(tests, -1) {
				for _, folder := range regexp.MustCompile("`([a-z/]+)`").FindAllStringSubmatch(folders, -1) {
					seen++
					if !hasTest(t, filepath.Join("../..", folder[1]), name[1]) {
						t.Errorf("no test in %s is called %s", folder[1], name[1])
					}
				}
			}
		}
	}
	if seen < 25 {
		t.Errorf("only %d tests were found", seen)
	}
}

// hasTest tells whether a test or fuzz target of a folder has such a text in its name.
func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^func (Test|Fuzz)?[A-Za-z]*` + name + `[A-Za-z]*\(`).Match(data) {
			return true
		}
	}
	return false
}

// The pattern of what is shown takes what is left out, and nothing else.
func TestShowsAs(t *testing.T) {
	for _, c := range []struct {
		shown, printed string
		want           bool
	}{
		{"a\nb", "x\na\nb\ny\n", true}, {"a\nb", "x\na\nc\nb\n", false}, {"a\n…\nb", "a\nc\nd\nb\n", true},
		{"a … b", "a 1 2 b\n", true},
		{"a … b", "a 1\n2 b\n", false}, {"a.c", "abc\n", false}, {"a", "ba\n", false}, {"a", "ab\n", false},
		{"sha256:9…)", "sha256:951612f0a532…)", true},
	} {
		if got := showsAs(c.shown).MatchString(c.printed); got != c.want {
			t.Errorf("%q shows %q: %v", c.shown, c.printed, got)
		}
	}
}
