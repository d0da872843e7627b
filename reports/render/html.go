package render

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/terminal"
	"github.com/toolconform/conform/reports/view"

	"github.com/toolconform/conform/requirement"
)

//go:embed page
var pageFiles embed.FS

// page is what the template of the report shows.
type page struct {
	shell
	Result   *reports.Result
	Name     string
	Language string
	Verdict  requirement.Verdict
	Words    string
	Reason   string
	// Apart are the lines that tell right producers and the field apart.
	Apart    []string
	Pairs    []view.PairView
	Matrix   []matrixRow
	Missed   []missedView
	Policies []reports.Policy
	Errors   []reports.AdapterError
	Facts    [][2]string
	Data     template.JS
	// What the filters offer.
	Dialects, Roles, Families []string
}

// missedView is a requirement that a pair misses: one entry under "failures".
type missedView struct {
	view.LineView
	Anchor  string
	Story   string
	Message string
	// At are the positions of its cases in the page's data, -1 for none.
	At []int
}

// shell is what every page has: its style and script, and the policy that allows
// them and nothing else.
type shell struct {
	Title  string
	Style  template.CSS
	Script template.JS
}

// CSP is the content security policy: no network, no other script or style.
func (s shell) CSP() string {
	return fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'",
		hashSource(string(s.Script)), hashSource(string(s.Style)))
}

func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func newShell(title string, scripts ...string) (shell, error) {
	s := shell{Title: title}
	style, err := pageFiles.ReadFile("page/style.css")
	if err != nil {
		return s, err
	}
	var script strings.Builder
	for _, name := range scripts {
		data, err := pageFiles.ReadFile("page/" + name)
		if err != nil {
			return s, err
		}
		script.Write(data)
	}
	s.Style, s.Script = template.CSS(style), template.JS(script.String()) //nolint:gosec // our own files
	return s, nil
}

// execute writes a page by its template.
func execute(w io.Writer, file string, data any) error {
	t, err := template.New(file).Funcs(template.FuncMap{"sentence": sentenceHTML, "mark": glyph, "bars": bars, "lines": blockOf,
		"short": reports.Name}).
		ParseFS(pageFiles, "page/"+file, "page/shell.html")
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(w, file, data)
}

// glyph is the shape of a verdict.
func glyph(v requirement.Verdict) string { return [...]string{"✓", "–", "○", "!", "✕"}[v] }

// barPart is one verdict's part of a bar that is 100 wide.
type barPart struct{ Class, X, Width string }

func bars(s reports.Summary) []barPart {
	var parts []barPart
	x, all := 0.0, float64(max(1, s.Rows()))
	for _, part := range []struct {
		v requirement.Verdict
		n int
	}{{requirement.Pass, s.Pass}, {requirement.Warn, s.Warn}, {requirement.Fail, s.Fail}, {requirement.Unobserved, s.Unobserved},
		{requirement.Skip, s.Skip}} {
		width := 100 * float64(part.n) / all
		if part.n > 0 {
			parts = append(parts, barPart{part.v.String(), fmt.Sprintf("%.3f", x), fmt.Sprintf("%.3f", width)})
		}
		x += width
	}
	return parts
}

// blockOf is text over several lines, harmless and bounded.
func blockOf(s string) string { return reports.Harmless(reports.Clip(s, view.StoryLimit)) }

// sentenceHTML is a requirement's sentence; what stands in backticks there is code.
func sentenceHTML(s string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(reports.OneLine(s), "`") {
		part = template.HTMLEscapeString(part)
		if i%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String()) //nolint:gosec // every part is escaped
}

func writeHTML(w io.Writer, r *reports.Result, l reports.Lookup) error {
	s, err := newShell(reports.ImplementationName(r)+" – conform", "common.js", "filter.js", "picture.js", "failure.js", "cases.js",
		"report.js")
	if err != nil {
		return err
	}
	pairs := view.PairsOf(r, l)
	p := page{shell: s, Result: r, Name: reports.ImplementationName(r), Language: reports.Name(r.Implementation.Get("language").Text()),
		Pairs:  pairs,
		Missed: missedOf(r, view.CausesOf(pairs)), Policies: r.Policies, Errors: r.AdapterErrors, Facts: factsOf(r)}
	p.Matrix = matrixOf(pairs, p.Missed)
	p.Verdict, p.Words = reports.Headline(r)
	p.Apart = strings.FieldsFunc(terminal.ApartText(r, pairs), func(c rune) bool { return c == '\n' })
	if !r.Complete {
		p.Reason = reports.OneLine(reports.Clip(r.Incomplete, view.MessageLimit))
	}
	p.Dialects, p.Roles, p.Families = choices(pairs)
	if p.Data, err = pageOf(r, l, pairs).script(); err != nil {
		return err
	}
	return execute(w, "report.html", p)
}

// missedOf are failures first, then warnings.
func missedOf(r *reports.Result, causes []view.Cause) []missedView {
	at := map[string]int{}
	for i, c := range r.Cases {
		at[c.ID] = i
	}
	var list []missedView
	taken := map[string]bool{}
	for _, v := range []requirement.Verdict{requirement.Fail, requirement.Warn} {
		for _, line := range view.MissedLines(causes, v) {
			m := missedView{LineView: line, Anchor: anchor(taken, "missed", line.Dialect, line.Role, line.ID),
				Story:   terminal.StoryOf(line),
				Message: line.Message()}
			for _, c := range line.Cases {
				m.At = append(m.At, at[c.ID])
			}
			list = append(list, m)
		}
	}
	return list
}

// anchor is a name in the page that stays the same as long as what it names does, so that
// links into a report go on working in the next one.
func anchor(taken map[string]bool, words ...string) string {
	plain := func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' {
			return c
		}
		return '_'
	}
	name := reports.Clip(strings.Map(plain, strings.Join(words, "-")), reports.NameLimit)
	name = strings.Map(plain, name)
	for base, n := name, 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	taken[name] = true
	return name
}

// factsOf is what the run was.
func factsOf(r *reports.Result) [][2]string {
	facts := [][2]string{{"suite", "conform " + reports.Name(r.Suite.Version)}, {"profile", reports.Name(r.Profile)}, {"seed",
		fmt.Sprint(r.Seed)},
		{"generated streams for each dialect and role", fmt.Sprint(r.Runs)}, {"corpus", reports.Name(r.Suite.Corpus)}}
	if r.Timeout != "" {
		facts = append(facts, [2]string{"deadline of a case", reports.Name(r.Timeout)})
	}
	if r.Shard != nil {
		facts = append(facts, [2]string{"shard", fmt.Sprintf("%d of %d", r.Shard.Index, r.Shard.Count)})
	}
	for _, s := range []struct {
		name string
		list []string
	}{{"dialects", r.Selection.Dialects}, {"roles", r.Selection.Roles}, {"encodings", r.Selection.Encodings},
		{"requirements", r.Selection.Requirements}, {"cases", r.Selection.Cases}, {"labels", r.Selection.Labels}} {
		if len(s.list) > 0 {
			facts = append(facts, [2]string{"only these " + s.name, reports.Name(strings.Join(s.list, ", "))})
		}
	}
	if r.Baseline != nil {
		for _, p := range r.Baseline.Problems {
			facts = append(facts, [2]string{"the baseline does not hold", reports.Name(p)})
		}
	}
	if l := r.Live; l != nil {
		facts = append(facts, [2]string{"live traffic", fmt.Sprintf("%s of %s: %s, %d judged", reports.Name(l.Kind), reports.Name(l.Target),
			reports.Counted(l.Exchanges, "exchange"), l.Judged)})
		for _, note := range l.Notes {
			facts = append(facts, [2]string{"note", reports.Name(note)})
		}
	}
	if r.Times.Started != "" {
		facts = append(facts, [2]string{"started", reports.Name(r.Times.Started)})
	}
	if s := reports.Seconds(r); s != "" {
		facts = append(facts, [2]string{"seconds", s})
	}
	return facts
}
