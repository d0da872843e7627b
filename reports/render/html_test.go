package render_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports/reportstest"

	"golang.org/x/net/html"
)

// pageElements and pageAttributes are all that our own templates write. What is not
// in them has come out of the data.
var (
	pageElements = strings.Fields(`html head meta title style body a header p nav main section div h1 h2 h3 h4 span small dl dt dd svg
		path rect article b form label input kbd fieldset legend button select option details summary table thead tbody tr th td
		ul li pre code noscript script footer`)
	pageAttributes = strings.Fields(`lang charset http-equiv content name class href aria-label aria-labelledby aria-hidden
		aria-describedby aria-pressed
		id viewBox width height d preserveAspectRatio role x y for type autocomplete spellcheck placeholder title
		value tabindex scope hidden
		data-verdict data-filter data-count data-dialect data-role data-requirement data-level data-family data-cases data-nothing data-page
		data-differs`)
)

// checkHTML parses the page as a browser does and looks for anything that is not
// our own.
func checkHTML(t *testing.T, out string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	var scripts, styles []string
	var csp string
	for n := range doc.Descendants() {
		switch n.Type {
		case html.CommentNode:
			t.Errorf("a comment: %.80q", n.Data)
		case html.ElementNode:
			checkElement(t, n)
			switch {
			case n.Data == "script" && attribute(n, "type") == "application/json":
				if !json.Valid([]byte(n.FirstChild.Data)) || strings.ContainsAny(n.FirstChild.Data, "<>&") {
					t.Error("the data of the page is not plain JSON")
				}
			case n.Data == "script":
				scripts = append(scripts, n.FirstChild.Data)
			case n.Data == "style":
				styles = append(styles, n.FirstChild.Data)
			case attribute(n, "http-equiv") == "Content-Security-Policy":
				csp = attribute(n, "content")
			}
		}
	}
	if len(scripts) != 1 || len(styles) != 1 {
		t.Fatalf("%d scripts and %d styles", len(scripts), len(styles))
	}
	for _, text := range []string{scripts[0], styles[0]} {
		sum := sha256.Sum256([]byte(text))
		if !strings.Contains(csp, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Error("the policy does not allow the page's own script or style")
		}
	}
	if !strings.HasPrefix(csp, "default-src 'none';") || strings.Contains(csp, "unsafe") {
		t.Errorf("the policy is %s", csp)
	}
}

func checkElement(t *testing.T, n *html.Node) {
	t.Helper()
	if !slices.Contains(pageElements, n.Data) {
		t.Errorf("an element <%s>", n.Data)
	}
	for _, a := range n.Attr {
		if !slices.Contains(pageAttributes, a.Key) {
			t.Errorf("<%s> has an attribute %s", n.Data, a.Key)
		}
		if a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
			t.Errorf("a link out of the page: %.80q", a.Val)
		}
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Headings don't skip a level, every control has a name, ids are unique.
func TestThePageIsAccessible(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(rendered(t, "html", reportstest.Sample())))
	if err != nil {
		t.Fatal(err)
	}
	level := 0
	ids := map[string]bool{}
	labelled := map[string]bool{}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
			at := int(n.Data[1] - '0')
			if at > level+1 {
				t.Errorf("<h%d> follows <h%d>", at, level)
			}
			level = at
		}
		if id := attribute(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("the id %s stands twice", id)
			}
			ids[id] = true
		}
		if id := attribute(n, "for"); id != "" {
			labelled[id] = true
		}
		if n.Data == "input" && !labelled[attribute(n, "id")] {
			t.Error("an input without a label")
		}
		if n.Data == "select" && n.Parent.Data != "label" {
			t.Error("a select without a label")
		}
		if n.Data == "a" && strings.HasPrefix(attribute(n, "href"), "#") {
			defer func(id string) {
				if !ids[id] {
					t.Errorf("a link to #%s, which is nowhere", id)
				}
			}(attribute(n, "href")[1:])
		}
	}
}
