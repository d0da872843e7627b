package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/wire"
)

// suite is built once for all tests.
var suite = sync.OnceValue(catalogue.New)

// texts are the documents that are written by hand.
func texts(t *testing.T) map[string]string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/requirements/*.md", "adapters/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	files := map[string]string{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	return files
}

// TestLinks: what a document links to is there.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)
	for name, text := range texts(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
		}
	}
}

// TestPictures: every picture is shown by a page, and every one that a page shows is there.
func TestPictures(t *testing.T) {
	shown := map[string]bool{}
	for name, text := range texts(t) {
		for _, m := range regexp.MustCompile(`(?:!\[[^\]]*\]\(|src="|srcset=")([^)":]+)[)"]`).FindAllStringSubmatch(text, -1) {
			path := filepath.Join(filepath.Dir(name), m[1])
			shown[path] = true
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s shows %s, which is not there", name, m[1])
			}
		}
	}
	for _, pattern := range []string{"*.png", "*.svg"} {
		pictures, err := filepath.Glob(filepath.Join(root, "docs/images", pattern))
		if err != nil || len(pictures) == 0 {
			t.Fatalf("%d pictures, %v", len(pictures), err)
		}
		for _, picture := range pictures {
			if !shown[picture] {
				t.Errorf("no page shows %s", picture)
			}
		}
	}
}

// TestIDs: every requirement that a document names exists, and the traceability
// names every requirement that comes from a document.
func TestIDs(t *testing.T) {
	cat := suite()
	id := regexp.MustCompile(`\b(FENCE|STAGE|PART|BLOCK|CHAT|MSG|RESP|UIMSG|AGUI|LOOP|FRAME|META|ROBUST)-[0-9]{2}\b`)
	traced := map[string]bool{}
	for name, text := range texts(t) {
		for _, found := range id.FindAllString(text, -1) {
			if _, known := cat.Requirement(found); !known {
				t.Errorf("%s names %s, which is no requirement", name, found)
			}
			if filepath.Base(name) == "traceability.md" {
				traced[found] = true
			}
		}
	}
	for _, r := range cat.Requirements {
		if !traced[r.ID] {
			t.Errorf("docs/traceability.md does not name %s", r.ID)
		}
	}
}

// TestStarterInReadme: the adapter that the README shows is the one that is
// there.
func TestStarterInReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)<!-- adapter: (\\S+) -->\n```[a-z]+\n(.*?)```\n").FindAllStringSubmatch(string(readme), -1)
	if len(shown) == 0 {
		t.Error("README.md shows no adapter")
	}
	for _, m := range shown {
		file, err := os.ReadFile(filepath.Join(root, m[1]))
		if err != nil {
			t.Error(err)
		} else if string(file) != m[2] {
			t.Errorf("the code in README.md is not %s: copy the file into it", m[1])
		}
	}
}

// jsonIn are the values of the json blocks of a text: one value, or one a line.
func jsonIn(t *testing.T, name, text string) []wire.Value {
	t.Helper()
	var values []wire.Value
	for _, m := range regexp.MustCompile("(?s)```json\n(.*?)\n```\n").FindAllStringSubmatch(text, -1) {
		if v, err := wire.Parse([]byte(m[1])); err == nil {
			values = append(values, v)
			continue
		}
		for _, line := range strings.Split(strings.TrimSpace(m[1]), "\n") {
			v, err := wire.Parse([]byte(line))
			if err != nil {
				t.Errorf("%s: a json block is neither one value nor one a line: %v\n%s", name, err, line)
				break
			}
			values = append(values, v)
		}
	}
	return values
}

// TestJSON: every json block is JSON, every message in it is one, and what is
// shown as the answer to a case is what the reference answers.
func TestJSON(t *testing.T) {
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	cat := suite()
	for name, text := range texts(t) {
		shown := map[string][]wire.Value{}
		var cases []wire.Value
		for _, v := range jsonIn(t, name, text) {
			schema := schemas.AdapterToHarness
			switch kind := v.Get("type").Text(); {
			case kind == "case":
				schema, cases = schemas.HarnessToAdapter, append(cases, v)
			case kind == "hello" && v.Has("harness"):
				schema = schemas.HarnessToAdapter
			case kind == "hello":
			case v.Has("id") && (kind == "event" || kind == "done" || kind == "rejected" || kind == "skipped"):
				id := v.Get("id").Text()
				shown[id] = append(shown[id], v)
			default:
				continue
			}
			if err := set.Validate(schema, v); err != nil {
				t.Errorf("%s: %v\n%s", name, err, v.JSON())
			}
		}
		for _, c := range cases {
			answered(t, cat, name, c, shown[c.Get("id").Text()])
		}
	}
}

// answered holds the shown answer against the reference's.
func answered(t *testing.T, cat *catalogue.Catalogue, name string, c wire.Value, shown []wire.Value) {
	t.Helper()
	pair := dialect.Pair{Dialect: c.Get("dialect").Text(), Role: dialect.Role(c.Get("role").Text())}
	side := cat.Side(pair)
	if side == nil {
		t.Errorf("%s: case %s: there is no %s", name, c.Get("id").Text(), pair)
		return
	}
	if pair.Role == loop.Agent {
		return // it asks the server that the case names
	}
	o := side.Reference(c.Get("input"))
	if o.Ending != dialect.Done {
		t.Errorf("%s: case %s: the reference says %s: %s", name, c.Get("id").Text(), o.Ending, o.Reason)
	}
	if len(shown) == 0 {
		return
	}
	events, state := shown[:len(shown)-1], shown[len(shown)-1].Get("state")
	if !wire.Equal(o.State, state) {
		t.Errorf("%s: case %s: the state is\n%s\nthe reference's is\n%s", name, c.Get("id").Text(), state.JSON(), o.State.JSON())
	}
	if len(events) != len(o.Events) {
		t.Errorf("%s: case %s: %d events, the reference gives %d", name, c.Get("id").Text(), len(events), len(o.Events))
		return
	}
	for i, e := range o.Events {
		if !wire.Equal(e.Value, events[i].Get("event")) {
			t.Errorf("%s: case %s: event %d is\n%s\nthe reference's is\n%s", name, c.Get("id").Text(), i, events[i].Get("event").JSON(),
				e.Value.JSON())
		}
	}
}

// TestImports: every package that imports others of this module has a line in the
// architecture, and imports what it allows.
func TestImports(t *testing.T) {
	const module = "github.com/toolconform/conform/"
	text, err := os.ReadFile(filepath.Join(root, "docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\| .* \\| (.*) \\|$").FindAllStringSubmatch(string(text), -1) {
		allowed[m[1]] = m[2]
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), root+string(filepath.Separator)))
		if d.IsDir() && (d.Name() == "cmd" || d.Name() == "adapters" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		line, known := allowed[dir]
		for _, i := range file.Imports {
			imported, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module)
			switch {
			case ours && !known:
				t.Errorf("docs/architecture.md has no line for the package %s", dir)
			case ours && !strings.Contains(line, "`"+imported+"`"):
				t.Errorf("%s imports %s, which docs/architecture.md does not allow to %s", path, imported, dir)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
