//go:build browser

package browser

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
)

var (
	resultFile = flag.String("result", "", "the result that the screenshots show")
	imagesDir  = flag.String("images", "", "where the screenshots go")
)

// TestScreenshots makes the pictures of the docs.
func TestScreenshots(t *testing.T) {
	if *resultFile == "" || *imagesDir == "" {
		t.Skip("-result and -images say what to show and where to write it")
	}
	source, err := reports.Read(*resultFile)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := render.Render(&page, "html", source.Result, catalogue.New().Requirement); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		name, scheme, selector string
		wide, high             int
	}{
		{"report-desktop", "light", "", 1280, 900},
		{"report-failure", "light", ".miss[open]", 1280, 900},
		{"report-matrix", "light", "#requirements", 1280, 900},
		{"report-dark", "dark", ".miss[open]", 1280, 900},
		{"report-phone", "light", "", 390, 844},
		{"report-phone-failure", "dark", ".miss[open]", 390, 844},
	} {
		b := open(t, file, s.wide, s.high)
		b.media(s.scheme)
		if s.selector != "" {
			eval[any](b, `document.querySelector("`+s.selector+`").scrollIntoView()`)
		}
		b.settle()
		b.screenshot(filepath.Join(*imagesDir, s.name+".png"))
	}
	if err := os.WriteFile(filepath.Join(*imagesDir, "page.sha256"), []byte(pageDigest(t)), 0o644); err != nil {
		t.Fatal(err)
	}
}
