package dialects_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A dialect is a folder: what is not below dialects/ knows none by name. Schemas and fixtures are
// named after them, adapters and examples speak them, and a sample result is of one.
func TestNamesStandHereAlone(t *testing.T) {
	var names []string
	for _, d := range all() {
		names = append(names, d.Name)
	}
	theirs := []string{"dialects", "schemas", "fixtures", "adapters", "examples", "reports/reportstest"}
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		if d.IsDir() {
			if slices.Contains(theirs, inside) || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(inside, ".go") || strings.HasSuffix(inside, "_test.go") {
			return nil
		}
		files++
		source, err := os.ReadFile(path)
		for _, text := range literals(source) {
			if slices.Contains(names, text) {
				t.Errorf("%s names %s", inside, text)
			}
		}
		return err
	})
	if err != nil || files < 100 {
		t.Errorf("%d files, %v", files, err)
	}
}

// literals are the texts that stand in a source.
func literals(source []byte) []string {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(source)), source, nil, 0)
	var texts []string
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return texts
		case token.STRING:
			if text, err := strconv.Unquote(lit); err == nil {
				texts = append(texts, text)
			}
		}
	}
}
