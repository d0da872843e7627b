package judging

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/dialect"
)

// readFile gives nil for a name that is no file: it may be an id.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) || err != nil && strings.Contains(err.Error(), "is a directory") {
		return nil, nil
	}
	if err != nil {
		return nil, cli.Usage("--case: %v", err)
	}
	return data, nil
}

// saveCounterexamples writes case files, each by way of a temporary one.
func saveCounterexamples(dir string, cases []*dialect.Case) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("saving counterexamples: %w", err)
	}
	for _, c := range cases {
		name := filepath.Join(dir, strings.NewReplacer("/", "_", "@", "_").Replace(c.ID)+".json")
		text := catalogue.CaseJSON(c).JSON() + "\n"
		if err := cli.Replace(name, []byte(text)); err != nil {
			return fmt.Errorf("saving counterexamples: %w", err)
		}
	}
	return nil
}
