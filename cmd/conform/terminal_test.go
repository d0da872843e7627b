package main

import (
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"

	"golang.org/x/text/width"
)

// palette is how a terminal paints: its ground, its text, and the colours by the numbers of their escape sequences.
type palette struct {
	ground, text, edge string
	colours            map[string]string
}

func palettes() map[string]palette {
	return map[string]palette{
		"light": {"#ffffff", "#1f2328", "#d1d9e0", map[string]string{
			"31": "#cf222e", "32": "#1a7f37", "33": "#7d4e00", "36": "#1b7c83", "2": "#59636e"}},
		"dark": {"#0d1117", "#e6edf3", "#3d444d", map[string]string{
			"31": "#ff7b72", "32": "#3fb950", "33": "#d29922", "36": "#39c5cf", "2": "#9198a1"}},
	}
}

// The size of a cell and of the edge around all, in pixels.
const (
	cellWide, cellHigh = 7.8, 18
	edge               = 16
)

// span is text of one style on one line, from a column on.
type span struct {
	column       int
	style, text  string
	columnsTaken int
}

var escape = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

// screenOf lays text with escape sequences out on a terminal so many columns wide; longer lines are broken, as terminals do.
func screenOf(text string, wide int) [][]span {
	var lines [][]span
	style := ""
	for line := range strings.Lines(text) {
		lines = append(lines, nil)
		column, now := 0, &span{style: style}
		flush := func() {
			if now.text != "" {
				lines[len(lines)-1] = append(lines[len(lines)-1], *now)
			}
			now = &span{column: column, style: style}
		}
		line = strings.TrimSuffix(line, "\n")
		for line != "" {
			if at := escape.FindStringSubmatchIndex(line); at != nil && at[0] == 0 {
				style, line = strings.TrimPrefix(line[at[2]:at[3]], "0"), line[at[1]:]
				flush()
				continue
			}
			r := []rune(line)[0]
			line = line[len(string(r)):]
			n := cellsOf(r)
			if column+n > wide {
				column = 0
				flush()
				lines = append(lines, nil)
			}
			column += n
			now.text += string(r)
			now.columnsTaken += n
		}
		flush()
	}
	return lines
}

func cellsOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}

// picture draws a terminal as SVG. Each span says how long it is, so that columns stand whatever font there is.
func picture(text string, wide int, p palette, title string) string {
	lines := screenOf(text, wide)
	var b strings.Builder
	w, h := float64(wide)*cellWide+2*edge, len(lines)*cellHigh+2*edge
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" width="%.0f" height="%d" role="img">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, "<title>%s</title>\n<rect x=\"0.5\" y=\"0.5\" width=\"%.0f\" height=\"%d\" rx=\"6\" fill=\"%s\" stroke=\"%s\"/>\n",
		html.EscapeString(title), w-1, h-1, p.ground, p.edge)
	const fonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
	fmt.Fprintf(&b, "<g font-family=\"%s\" font-size=\"13\" fill=\"%s\">\n", fonts, p.text)
	for i, line := range lines {
		for _, s := range line {
			if strings.TrimSpace(s.text) == "" {
				continue
			}
			x, y, long := edge+float64(s.column)*cellWide, edge+i*cellHigh+13, float64(s.columnsTaken)*cellWide
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve"%s>%s</text>`+"\n",
				x, y, long, p.paint(s.style), html.EscapeString(s.text))
		}
	}
	return b.String() + "</g>\n</svg>\n"
}

// paint is how SVG says what an escape sequence does.
func (p palette) paint(style string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(style, ";") {
		if part == "1" {
			b.WriteString(` font-weight="bold"`)
		} else if colour := p.colours[part]; colour != "" {
			fmt.Fprintf(&b, ` fill="%s"`, colour)
		}
	}
	return b.String()
}

// wide is how many columns what is printed for pages has.
const wide = 110

// demo is what the demo prints in its colours, for all tests that show it.
var demo = sync.OnceValues(func() (string, error) {
	cache, err := os.MkdirTemp("", "conform-test-demo-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(cache)
	cmd := exec.Command(os.Args[0], "demo")
	cmd.Env = append(os.Environ(), beConform+"=1", "GITHUB_ACTIONS=", "FORCE_COLOR=1", fmt.Sprintf("COLUMNS=%d", wide),
		"XDG_CACHE_HOME="+cache)
	out, err := cmd.Output()
	return took.ReplaceAllString(string(out), ""), err
})

// The pictures of the terminal show what is printed, in its colours; -rewrite draws them anew.
func TestThePicturesOfTheTerminal(t *testing.T) {
	t.Parallel()
	out, err := demo()
	if err != nil {
		t.Fatal(err)
	}
	text := "$ \x1b[1mconform demo\x1b[0m\n" + out
	for name, p := range palettes() {
		path := filepath.Join("../../docs/images", "terminal-"+name+".svg")
		got := picture(text, wide, p, "conform demo: a failure, as a terminal shows it")
		if *rewrite {
			put(t, path, got)
			if err := os.Chmod(path, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if have, err := os.ReadFile(path); err != nil || string(have) != got {
			t.Errorf("%s is not what conform demo prints (%v): CONTRIBUTING.md says how it is drawn anew", path, err)
		}
	}
}

// A picture holds every character in its column and its colour, and is well-formed whatever is printed.
func TestPicture(t *testing.T) {
	lines := screenOf("ab\x1b[31;1mc<\x1b[0m\nHu\u00ea\u0301x 漢y\n12345\n", 4)
	want := [][]span{
		{{0, "", "ab", 2}, {2, "31;1", "c<", 2}}, {{0, "", "Hu\u00ea\u0301x", 4}},
		{{0, "", " 漢y", 4}}, {{0, "", "1234", 4}}, {{0, "", "5", 1}},
	}
	if got := fmt.Sprint(lines); got != fmt.Sprint(want) {
		t.Errorf("%s, expected %s", got, fmt.Sprint(want))
	}
	svg := picture("ab\x1b[31;1mc<&\x1b[0m\n", 80, palettes()["dark"], "<")
	for _, want := range []string{` font-weight="bold">c&lt;&amp;</text>`, `x="31.6"`, `fill="#ff7b72"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("%s is not in\n%s", want, svg)
		}
	}
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := dec.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
