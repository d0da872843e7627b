// Package outdir writes a set of files into a folder, wholly or not at all as far
// as a file system allows: everything is written beside its place first.
package outdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// ErrNotEmpty says that the folder holds files already.
var ErrNotEmpty = errors.New("the folder holds other files; --force writes among them")

// Files are contents by slash-separated path.
type Files map[string][]byte

// Paths are the paths in order.
func (f Files) Paths() []string {
	paths := make([]string, 0, len(f))
	for p := range f {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// Vet tells whether the folder may be written to, before anything is made.
func Vet(dir string, force bool) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("looking at the output folder: %w", err)
	}
	if len(entries) > 0 && !force {
		return fmt.Errorf("%s: %w", dir, ErrNotEmpty)
	}
	return nil
}

// Write puts the files into dir. All of them are staged beside it before the first
// takes its place, so that a full disk leaves nothing half-written. Files of
// other names stay.
func Write(dir string, files Files, force bool) (err error) {
	if err := Vet(dir, force); err != nil {
		return err
	}
	if err := vetPlaces(dir, files); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(dir)), 0o755); err != nil {
		return fmt.Errorf("making the output folder: %w", err)
	}
	stage, err := os.MkdirTemp(filepath.Dir(filepath.Clean(dir)), ".conform-*")
	if err != nil {
		return fmt.Errorf("staging the output: %w", err)
	}
	defer os.RemoveAll(stage)
	for _, name := range files.Paths() {
		if err := put(filepath.Join(stage, filepath.FromSlash(name)), files[name]); err != nil {
			return err
		}
	}
	for _, name := range files.Paths() {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return fmt.Errorf("making the output folder: %w", err)
		}
		if err := os.Rename(filepath.Join(stage, filepath.FromSlash(name)), to); err != nil {
			return fmt.Errorf("writing %s: %w", to, err)
		}
	}
	return nil
}

// vetPlaces finds what stands where a file or its folders should be, before the
// first file takes its place.
func vetPlaces(dir string, files Files) error {
	for _, name := range files.Paths() {
		for at, folder := name, false; at != "."; at, folder = path.Dir(at), true {
			place := filepath.Join(dir, filepath.FromSlash(at))
			info, err := os.Stat(place)
			if err == nil && info.IsDir() != folder {
				return fmt.Errorf("writing %s: %s is in the way", name, place)
			}
		}
	}
	return nil
}

func put(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("staging the output: %w", err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("staging the output: %w", err)
	}
	return nil
}
