//go:build browser

package browser

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
)

// What WebDriver calls some keys.
const (
	keyEscape = "\ue00c"
	keyTab    = "\ue004"
	keyEnter  = "\ue007"
)

func shown(b *browser, what string) string {
	return eval[string](b, `return document.querySelector('[data-count=`+what+`]').textContent`)
}

func expect[T comparable](b *browser, what, script string, want T) {
	b.t.Helper()
	if got := eval[T](b, script); got != want {
		b.t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestFiltersAndSearch(t *testing.T) {
	b := open(t, written(t, planted(100, "")), 1280, 900)
	if got := shown(b, "requirements") + ", " + shown(b, "missed") + ", " + shown(b, "cases"); got != "40, 4, 100" {
		t.Errorf("at first: %s", got)
	}
	b.click(`[data-verdict=fail].chip`)
	if got := shown(b, "requirements") + ", " + shown(b, "cases"); got != "4 of 40, 10 of 100" {
		t.Errorf("failures: %s", got)
	}
	b.click(`[data-verdict=fail].chip`)
	eval[any](b, `const s = document.querySelector('[data-filter=level]'); s.value = 'SHOULD'; `+
		`s.dispatchEvent(new Event('input', {bubbles: true}))`)
	b.settle()
	if got := shown(b, "requirements"); got != "4 of 40" {
		t.Errorf("SHOULD: %s", got)
	}
	b.click(`button[type=reset]`)
	eval[any](b, `const s = document.querySelector('[data-filter=role]'); s.value = 'producer'; `+
		`s.dispatchEvent(new Event('input', {bubbles: true}))`)
	b.settle()
	expect(b, "producers fail nothing", `return document.querySelector('[data-nothing=missed]').hidden`, false)
	b.click(`button[type=reset]`)
	b.keys("/", "c", "a", "s", "e", "-", "0", "0", "0", "1", "3")
	if got := shown(b, "cases") + ", " + shown(b, "missed"); got != "1 of 100, 1 of 4" {
		t.Errorf("search: %s", got)
	}
	expect(b, "the status line", `return document.getElementById('filter-status').textContent`, "0 requirements, 1 missed, 1 case")
}

func TestKeyboard(t *testing.T) {
	b := open(t, written(t, planted(100, "")), 1280, 900)
	focus := func(what, want string) {
		t.Helper()
		expect(b, what, `const e = document.activeElement; return e.id || e.className || e.tagName`, want)
	}
	b.keys(keyTab)
	focus("the first stop", "skip-link")
	b.keys("/")
	focus("/ searches", "q")
	b.keys("z", "z", keyEscape)
	expect(b, "Esc empties the search", `return document.getElementById('q').value`, "")
	focus("and stays there", "q")
	b.keys(keyEscape)
	focus("a second Esc leaves", "BODY")
	eval[any](b, `document.querySelector('.miss summary').focus()`)
	expect(b, "the first failure is open", `return document.querySelectorAll('.miss[open]').length`, 1)
	b.keys(keyEscape)
	expect(b, "Esc closes it", `return document.querySelectorAll('.miss[open]').length`, 0)
	b.keys(keyEnter)
	expect(b, "Enter opens it", `return document.querySelectorAll('.miss[open]').length`, 1)
	expect(b, "no stop on the way has no name", `return [...document.querySelectorAll('a,button,summary,input,select')].filter(e =>
		!(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).length`, 0)
}

func TestAFailureIsAPicture(t *testing.T) {
	b := open(t, written(t, planted(100, "")), 1280, 900)
	for what, c := range map[string]struct {
		script string
		want   int
	}{
		"lanes":             {`return document.querySelectorAll('.miss[open] .lanes li').length`, 2},
		"events":            {`return document.querySelectorAll('.miss[open] .swim li').length`, 8},
		"arcs":              {`return document.querySelectorAll('.miss[open] .swim .arc').length`, 2},
		"first wrong event": {`return [...document.querySelectorAll('.miss[open] .swim li')].findIndex(e => e.className === 'wrong')`, 4},
		"held instead":      {`return document.querySelectorAll('.miss[open] .swim path.instead').length`, 1},
		"diff":              {`return document.querySelectorAll('.miss[open] .diff ins, .miss[open] .diff del').length`, 2},
		"rows line up": {`const l = document.querySelectorAll('.miss[open] .swim li'); ` +
			`return Math.round(l[7].getBoundingClientRect().top - l[0].getBoundingClientRect().top)`, 7 * 32},
	} {
		expect(b, what, c.script, c.want)
	}
	expect(b, "the replay command", `return document.querySelector('.miss[open] .replay code').textContent`, "conform run --case 3 -- acme")
	b.click(`.miss[open] .stepper button[aria-label="Next case"]`)
	expect(b, "the next case", `return document.querySelector('.miss[open] .replay code').textContent`, "conform run --case 43 -- acme")
	b.click(`.miss[open] .replay button`)
	expect(b, "the copy button says so", `return document.querySelector('.miss[open] .replay button').textContent`, "Copied")
	eval[any](b, `document.querySelector('.matrix a[href^="#missed-"]').click()`)
	b.settle()
	expect(b, "a cell leads to its failure", `const id = document.querySelector('.matrix a[href^="#missed-"]').hash.slice(1);
		return document.getElementById(id).open && document.activeElement.parentElement.id === id`, true)
}

// Nothing of a stream runs, and nothing is loaded from anywhere.
func TestHostileStreams(t *testing.T) {
	b := open(t, written(t, planted(100, hostile)), 1280, 900)
	eval[any](b, `for (const d of document.querySelectorAll('details')) d.open = true; `+
		`for (const e of document.querySelectorAll('.case-table button')) e.click()`)
	b.settle()
	expect(b, "a script of the stream ran", `return window.owned === undefined`, true)
	expect(b, "elements of the stream", `return document.querySelectorAll('img, iframe, object, svg[onload], [onerror], [src]').length`, 0)
	expect(b, "scripts and styles", `return document.scripts.length + document.styleSheets.length`, 3)
	expect(b, "invisible characters", `return /[\u001b\u202e]/.test(document.body.textContent)`, false)
	expect(b, "what was sent is there to read", `return document.body.textContent.includes('<script>window.owned=1</script>')`, true)
	for _, message := range b.log("browser") {
		t.Errorf("the console says: %s", message)
	}
	requests := 0
	for _, message := range b.log("performance") {
		if strings.Contains(message, `"Network.requestWillBeSent"`) &&
			!strings.Contains(message, `"documentURL":"chrome`) { // the browser's own first page
			requests++
			if !strings.Contains(message, `"url":"file://`) {
				t.Errorf("a request: %.300s", message)
			}
		}
	}
	if requests > 1 {
		t.Errorf("%d requests, only the page itself is one", requests)
	}
}

func TestThousandsOfCases(t *testing.T) {
	b := open(t, written(t, planted(5000, "")), 1280, 900)
	ready := eval[float64](b, `const t = performance.getEntriesByType('navigation')[0]; return t.domContentLoadedEventEnd`)
	if ready > 3000 {
		t.Errorf("the page took %.0f ms to open", ready)
	}
	expect(b, "rows in the page", `return document.querySelectorAll('.case-table tbody tr').length`, 100)
	took := eval[float64](b, `const q = document.getElementById('q'); q.value = 'case-04'; const from = performance.now();
		document.querySelector('.filters').requestSubmit(); return performance.now() - from`)
	if took > 500 {
		t.Errorf("filtering took %.0f ms", took)
	}
	t.Logf("open %.0f ms, filter %.0f ms", ready, took)
	if got := shown(b, "cases"); got != "1000 of 5000" {
		t.Errorf("found %s", got)
	}
	b.click(`.pager [data-page="1"]`)
	expect(b, "the second page", `return document.querySelector('.case-table tbody button, .case-table .case-id').textContent`,
		"content-blocks/consumer/case-04100")
	b.click(`.case-table tbody button`)
	expect(b, "a case unfolds", `return document.querySelectorAll('.case-table .unfolded').length`, 1)
}

// On a phone nothing is wider than the screen.
func TestPhone(t *testing.T) {
	b := open(t, written(t, planted(100, strings.Repeat("x", 300))), 390, 844)
	expect(b, "what is wider", `return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 390 && `+
		`getComputedStyle(e.parentElement).overflowX === 'visible')`+
		`.map(e => e.tagName + '.' + e.className + ' ' + e.getBoundingClientRect().right).slice(0,6).join(', ')`, "")
	expect(b, "the page's width", `return document.documentElement.scrollWidth`, 390)
	expect(b, "cells say whose they are", `return getComputedStyle(document.querySelector('.matrix .where')).display`, "inline")
}

func TestDarkAndPrint(t *testing.T) {
	b := open(t, written(t, planted(100, "")), 1280, 900)
	ground := `return getComputedStyle(document.body).backgroundColor`
	light := eval[string](b, ground)
	b.media("dark")
	if dark := eval[string](b, ground); dark == light {
		t.Errorf("dark is %s, as light is", dark)
	}
	var pdf string
	b.call("POST", "/print", map[string]any{}, &pdf)
	if data, err := base64.StdEncoding.DecodeString(pdf); err != nil || !bytes.HasPrefix(data, []byte("%PDF")) || len(data) < 10000 {
		t.Errorf("printing: %v, %d bytes", err, len(data))
	}
}

func TestMatrix(t *testing.T) {
	other := planted(10, hostile)
	var page bytes.Buffer
	if err := render.RenderMatrix(&page, "html", []reports.Source{{Result: planted(100, "")}, {Result: other}}, lookup); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "matrix.html")
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, file, 1280, 900)
	if got := shown(b, "requirements"); got != "40" {
		t.Errorf("at first %s", got)
	}
	eval[any](b, `const s = document.querySelector('[data-filter=differs]'); s.value = 'true'; `+
		`s.dispatchEvent(new Event('input', {bubbles: true}))`)
	b.settle()
	if got := shown(b, "requirements"); got != "3 of 40" {
		t.Errorf("where they differ: %s", got)
	}
	expect(b, "a script of the result ran", `return window.owned === undefined`, true)
	for _, message := range b.log("browser") {
		t.Errorf("the console says: %s", message)
	}
}
