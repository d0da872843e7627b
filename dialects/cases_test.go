package dialects_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every case that stands in a file is a case of its side, and names its line; no file is
// forgotten.
func TestEveryCaseFileIsRead(t *testing.T) {
	read := map[string]string{}
	for _, d := range all() {
		for _, s := range d.Sides {
			for _, c := range s.Cases() {
				if c.Source != "" {
					read[c.Source] = c.ID
				}
			}
		}
	}
	files, err := filepath.Glob("../fixtures/*/*/*.cases")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.ToSlash(strings.TrimPrefix(file, ".."+string(filepath.Separator)))
		for line, slug := range slugs(string(data)) {
			at, id := fmt.Sprintf("%s:%d", name, line), strings.Join(strings.Split(name, "/")[1:3], "/")+"/"+slug
			if read[at] != id {
				t.Errorf("%s: %s is no case of its side: there it is %q", at, id, read[at])
			}
			delete(read, at)
		}
	}
	shared, err := filepath.Glob("../loop/agent/*.cases") // every wire reads them
	if err != nil || len(shared) == 0 {
		t.Fatal(len(shared), err)
	}
	for _, file := range shared {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line, slug := range slugs(string(data)) {
			at := fmt.Sprintf("loop/agent/%s:%d", filepath.Base(file), line)
			if !strings.HasSuffix(read[at], "/agent/"+slug) {
				t.Errorf("%s: %s is no case: there it is %q", at, slug, read[at])
			}
			delete(read, at)
		}
	}
	for at, id := range read {
		t.Errorf("%s: the case %s does not stand there", at, id)
	}
}

// slugs are the cases of a file by their lines: those that begin with case, and the rows of
// tables.
func slugs(data string) map[int]string {
	found, table, rows := map[int]string{}, "", false
	for i, line := range strings.Split(data, "\n") {
		slug, begins := strings.CutPrefix(line, "case: ")
		switch {
		case line == "":
			table, rows = "", false
		case begins && strings.Contains(slug, "{name}"):
			table = slug
		case begins:
			found[i+1] = slug
		case line == "rows:":
			rows = true
		case rows && line[0] != '#':
			name, _, _ := strings.Cut(line, " ")
			found[i+1] = strings.ReplaceAll(table, "{name}", name)
		}
	}
	return found
}
