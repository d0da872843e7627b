package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const root = "../.."

// TestPages holds the committed pages against what is generated, byte for byte.
func TestPages(t *testing.T) {
	made := pages(suite())
	dir := filepath.Join(root, folder)
	for name, want := range made {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%s/%s: %v; mend it with `%s`", folder, name, err, mend)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s/%s differs from the requirements at line %d; mend it with `%s`", folder, name, firstLine(got, want), mend)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, known := made[f.Name()]; !known {
			t.Errorf("%s/%s is not generated: remove it", folder, f.Name())
		}
	}
}

// firstLine is the number of the first line that differs.
func firstLine(got, want []byte) int {
	line := 1
	for i := 0; i < min(len(got), len(want)) && got[i] == want[i]; i++ {
		if got[i] == '\n' {
			line++
		}
	}
	return line
}

// TestEveryRequirementHasAPage guards the list of families.
func TestEveryRequirementHasAPage(t *testing.T) {
	cat := suite()
	on := 0
	for _, f := range families() {
		on += len(members(cat, f))
	}
	if on != len(cat.Requirements) {
		t.Errorf("%d requirements stand on pages, there are %d: a family is missing", on, len(cat.Requirements))
	}
}

func TestProse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a `b_c` d_e", "a `b_c` d\\_e"},
		{"one ` alone", "one \\` alone"},
		{"an inline ```` ```tool ```` in it", "an inline ```` ```tool ```` in it"},
		{"<b> [x]", "\\<b> \\[x\\]"},
	} {
		if got := prose(c.text); got != c.want {
			t.Errorf("prose(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	if got := code("```tool\n{}\n```"); got != "```` ```tool ↵ {} ↵ ``` ````" {
		t.Errorf("code: %s", got)
	}
}
