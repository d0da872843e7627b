//go:build browser

package browser

import (
	"os"
	"testing"
)

// axeFile is what `npm ci --prefix reports/browser` installs.
const axeFile = "node_modules/axe-core/axe.min.js"

// axe finds nothing: names, roles, contrast and landmarks are as people need them who do
// not see the page, or see it in another way.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile(axeFile)
	if err != nil {
		t.Fatalf("axe is not installed: npm ci --prefix reports/browser (%v)", err)
	}
	file := written(t, planted(100, ""))
	for _, look := range []struct {
		scheme     string
		wide, high int
	}{{"light", 1280, 900}, {"dark", 1280, 900}, {"light", 390, 844}, {"dark", 390, 844}} {
		b := open(t, file, look.wide, look.high)
		b.media(look.scheme)
		eval[any](b, string(axe)+"; for (const d of document.querySelectorAll('details')) d.open = true; return null")
		b.settle()
		found := eval[[]string](b, `return axe.run(document).then(r => r.violations.map(v => v.id + ": " + v.help + " in " +
			v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.failureSummary).join("; ")))`)
		for _, violation := range found {
			t.Errorf("%s, %d wide: %s", look.scheme, look.wide, violation)
		}
	}
}
