// Command docs writes the requirement pages under docs/requirements from the
// requirement values: one page for each family, and an index.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolconform/conform/catalogue"
)

const folder = "docs/requirements"

// mend is the command that brings the committed pages up to date, from the root of
// the repository.
const mend = "go run ./cmd/docs"

func main() {
	if err := write(folder, pages(catalogue.New())); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

func write(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("writing the pages: %w", err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return fmt.Errorf("writing the pages: %w", err)
		}
	}
	return nil
}
