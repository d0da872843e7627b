package dialects_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialects"
)

// Every case that stands in a file is a case of its side, and names its line; no file is
// forgotten.
func TestEveryCaseFileIsRead(t *testing.T) {
	read := map[string]string{}
	for _, d := range dialects.All() {
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
		for i, line := range strings.Split(string(data), "\n") {
			slug, ok := strings.CutPrefix(line, "case: ")
			if !ok {
				continue
			}
			at, id := fmt.Sprintf("%s:%d", name, i+1), strings.Join(strings.Split(name, "/")[1:3], "/")+"/"+slug
			if read[at] != id {
				t.Errorf("%s: %s is no case of its side: there it is %q", at, id, read[at])
			}
			delete(read, at)
		}
	}
	for at, id := range read {
		t.Errorf("%s: the case %s does not stand there", at, id)
	}
}
