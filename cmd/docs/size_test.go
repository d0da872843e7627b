package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// What can be read at a glance: a tab is four columns.
const (
	mostLines   = 400
	mostColumns = 140
	mostFiles   = 25
)

// Files, lines and folders stay small.
func TestSizes(t *testing.T) {
	files := map[string]int{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		files[filepath.Dir(path)]++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := bytes.Split(bytes.ReplaceAll(text, []byte("\t"), []byte("    ")), []byte("\n"))
		if len(lines)-1 > mostLines {
			t.Errorf("%s has %d lines, %d are meant to be enough", path, len(lines)-1, mostLines)
		}
		for i, line := range lines {
			if n := utf8.RuneCount(line); n > mostColumns {
				t.Errorf("%s:%d is %d columns wide, %d are meant to be enough", path, i+1, n, mostColumns)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 50 {
		t.Fatalf("there are %d folders of Go", len(files))
	}
	for dir, n := range files {
		if n > mostFiles {
			t.Errorf("%s has %d files of Go, %d are meant to be enough", dir, n, mostFiles)
		}
	}
}
