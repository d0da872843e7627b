package outdir_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/toolconform/conform/outdir"
)

// tree is every file below dir with its content; folders end in a slash.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || name == "." {
			return err
		}
		if d.IsDir() {
			files[filepath.ToSlash(name)+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func lay(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		t.Errorf("%s: there is %q, %q was expected", what, got, want)
	}
}

func TestPathsAreInOrder(t *testing.T) {
	if got := (outdir.Files{"b": nil, "a/z": nil, "a": nil}).Paths(); !slices.Equal(got, []string{"a", "a/z", "b"}) {
		t.Errorf("%q", got)
	}
}

func TestWrite(t *testing.T) {
	files := outdir.Files{"index.json": []byte("{}\n"), "a/b/c.txt": []byte("c"), "empty": nil}
	written := map[string]string{"out/": "", "out/index.json": "{}\n", "out/a/": "", "out/a/b/": "", "out/a/b/c.txt": "c", "out/empty": ""}
	for name, prepare := range map[string]func(t *testing.T, out string){
		"a folder that isn't there": func(*testing.T, string) {},
		"an empty folder": func(t *testing.T, out string) {
			if err := os.Mkdir(out, 0o755); err != nil {
				t.Fatal(err)
			}
		},
	} {
		root := t.TempDir()
		out := filepath.Join(root, "out")
		prepare(t, out)
		if err := outdir.Write(out, files, false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		same(t, name, tree(t, root), written)
	}
	root := t.TempDir()
	if err := outdir.Write(filepath.Join(root, "x", "y"), outdir.Files{"f": []byte("1")}, false); err != nil {
		t.Error(err)
	}
	same(t, "a folder in folders that are not there", tree(t, root), map[string]string{"x/": "", "x/y/": "", "x/y/f": "1"})
}

func TestOtherFilesAreRefusedWithoutForce(t *testing.T) {
	root := t.TempDir()
	lay(t, root, map[string]string{"out/mine.txt": "mine"})
	err := outdir.Write(filepath.Join(root, "out"), outdir.Files{"theirs.txt": []byte("theirs")}, false)
	if !errors.Is(err, outdir.ErrNotEmpty) {
		t.Errorf("%v", err)
	}
	if err := outdir.Vet(filepath.Join(root, "out"), false); !errors.Is(err, outdir.ErrNotEmpty) {
		t.Errorf("Vet: %v", err)
	}
	same(t, "refused", tree(t, root), map[string]string{"out/": "", "out/mine.txt": "mine"})
}

func TestForceKeepsOtherFiles(t *testing.T) {
	root := t.TempDir()
	lay(t, root, map[string]string{"out/mine.txt": "mine", "out/a/mine.txt": "mine", "out/a/both.txt": "old"})
	if err := outdir.Write(filepath.Join(root, "out"), outdir.Files{"a/both.txt": []byte("new"), "theirs.txt": []byte("theirs")},
		true); err != nil {
		t.Fatal(err)
	}
	same(t, "forced", tree(t, root), map[string]string{"out/": "", "out/a/": "", "out/mine.txt": "mine", "out/a/mine.txt": "mine",
		"out/a/both.txt": "new", "out/theirs.txt": "theirs"})
}

// Where one file can't take its place, none does, and nothing is left behind.
func TestNothingIsHalfWritten(t *testing.T) {
	files := outdir.Files{"a.txt": []byte("new"), "fresh/b.txt": []byte("new"), "z/deep/c.txt": []byte("new")}
	for name, before := range map[string]map[string]string{
		"a file where a folder should be":          {"out/a.txt": "old", "out/z": "a file"},
		"a file where a deeper folder should be":   {"out/a.txt": "old", "out/z/deep": "a file"},
		"a folder where a file should be":          {"out/a.txt": "old", "out/z/deep/c.txt/mine": "mine"},
		"a file where the output folder should be": {"out": "a file"},
	} {
		root := t.TempDir()
		lay(t, root, before)
		want := tree(t, root)
		if err := outdir.Write(filepath.Join(root, "out"), files, true); err == nil {
			t.Errorf("%s: written", name)
		}
		same(t, name, tree(t, root), want)
	}
}

// Files that cannot stand beside each other are refused before anything is made.
func TestFilesThatExcludeEachOther(t *testing.T) {
	root := t.TempDir()
	if err := outdir.Write(filepath.Join(root, "out"), outdir.Files{"a": []byte("1"), "a/b": []byte("2")}, false); err == nil {
		t.Error("written")
	}
	same(t, "refused", tree(t, root), map[string]string{})
}

func TestAFolderUnderAFile(t *testing.T) {
	root := t.TempDir()
	lay(t, root, map[string]string{"file": "a file"})
	if err := outdir.Write(filepath.Join(root, "file", "out"), outdir.Files{"a": []byte("1")}, true); err == nil {
		t.Error("written")
	}
	same(t, "refused", tree(t, root), map[string]string{"file": "a file"})
}
