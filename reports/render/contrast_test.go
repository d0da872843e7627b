package render

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/view"

	"golang.org/x/net/html"
)

// colours are the variables of the page's style, light and dark.
func colours(t *testing.T) map[string]map[string]string {
	t.Helper()
	style, err := pageFiles.ReadFile("page/style.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, ok := strings.Cut(string(style), "@media screen and (prefers-color-scheme:dark)")
	if !ok {
		t.Fatal("there is no dark style")
	}
	dark, _, _ = strings.Cut(dark, "}}")
	schemes := map[string]map[string]string{}
	for name, text := range map[string]string{"light": light, "dark": dark} {
		schemes[name] = map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z0-9-]+):(#[0-9a-f]{3,6})\b`).FindAllStringSubmatch(text, -1) {
			schemes[name][m[1]] = m[2]
		}
	}
	return schemes
}

// luminance of a colour, as WCAG 2 counts it.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	hex = strings.TrimPrefix(hex, "#")
	if len(hex) == 3 {
		hex = strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:], 2)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// Every text can be read on what it stands on, light and dark: 4.5 to 1.
func TestContrast(t *testing.T) {
	for scheme, colour := range colours(t) {
		for _, pair := range []string{"ink paper", "ink card", "ink sunk", "soft paper", "soft card", "soft sunk", "accent paper",
			"accent card",
			"pass pass-bg", "fail fail-bg", "warn warn-bg", "none none-bg", "pass card", "fail card", "warn card", "none card"} {
			text, ground, _ := strings.Cut(pair, " ")
			if colour[text] == "" || colour[ground] == "" {
				t.Errorf("%s: there is no colour for %s", scheme, pair)
				continue
			}
			a, b := luminance(t, colour[text]), luminance(t, colour[ground])
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < 4.5 {
				t.Errorf("%s: %s is %.2f to 1", scheme, pair, ratio)
			}
		}
	}
	if got := luminance(t, "#fff") - luminance(t, "#000000"); math.Abs(got-1) > 1e-9 {
		t.Errorf("white is %f brighter than black", got)
	}
}

// Each landmark has a name that no other of its kind has.
func TestLandmarksHaveNamesOfTheirOwn(t *testing.T) {
	r := reportstest.Missed("a A-02,A-01 A-02 3")
	r.Policies = []reports.Policy{{Requirement: "A-16", Dialect: "d", Role: "consumer", Observed: "the last wins"}}
	var b strings.Builder
	if err := Render(&b, "html", r, reportstest.AnyLine); err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	attribute := func(n *html.Node, name string) string {
		for _, a := range n.Attr {
			if a.Key == name {
				return a.Val
			}
		}
		return ""
	}
	for n := range doc.Descendants() {
		if id := attribute(n, "id"); id != "" && n.FirstChild != nil {
			texts[id] = strings.TrimSpace(n.FirstChild.Data)
		}
	}
	seen := map[string]bool{}
	for n := range doc.Descendants() {
		role := map[string]string{"section": "region", "nav": "navigation", "main": "main", "header": "banner",
			"footer": "contentinfo"}[n.Data]
		if r := attribute(n, "role"); r == "region" || r == "search" {
			role = r
		}
		if role == "" || n.Type != html.ElementNode {
			continue
		}
		label := attribute(n, "aria-label") + texts[attribute(n, "aria-labelledby")]
		if seen[role+" "+label] || label == "" && role == "region" {
			t.Errorf("a second %s is called %q, or has no name", role, label)
		}
		seen[role+" "+label] = true
	}
	if len(seen) < 10 {
		t.Errorf("there are %d landmarks", len(seen))
	}
}

// Links into a report stay: they are made of what they lead to, and of nothing else.
func TestAnchorsStay(t *testing.T) {
	anchors := func(rows ...string) map[string]bool {
		r := reportstest.Missed(rows...)
		set := map[string]bool{}
		for _, m := range missedOf(r, view.Causes(r, reportstest.AnyLine)) {
			set[m.Anchor] = true
		}
		return set
	}
	few, many := anchors("a A-02 A-02 3"), anchors("z A-09 A-09 3", "a A-02,A-01 A-02 3", "b A-07 A-07 1")
	if !few["missed-d-consumer-A-02"] || !many["missed-d-consumer-A-02"] || len(many) != 4 {
		t.Errorf("%v, %v", few, many)
	}
	taken := map[string]bool{}
	for _, want := range []string{"missed-a_b", "missed-a_b-2", "missed-a_b-3"} {
		if got := anchor(taken, "missed", "a\"b"); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
	if got := anchor(taken, strings.Repeat("é", 999)); len(got) > reports.NameLimit+40 || strings.ContainsAny(got, " é…(") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
