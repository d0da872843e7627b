package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/reports/terminal"
)

// PrintResult prints the summary for people. In a GitHub workflow no line of it
// can be a command: the implementation may have written any of them.
func PrintResult(s Streams, t Telling, r *reports.Result, l reports.Lookup) error {
	token := ""
	if onGitHub() {
		token = rand.Text()
		fmt.Fprintf(s.Out, "::stop-commands::%s\n", token)
	}
	if !t.Quiet {
		seed := fmt.Sprintf(", seed %d", r.Seed)
		if r.Live != nil {
			seed = "" // nothing was drawn
		}
		fmt.Fprintf(s.Out, "%s; profile %s%s\n\n", terminal.Heading(r), r.Profile, seed)
	}
	if err := t.text(s.Out, l).Write(s.Out, r); err != nil {
		return fmt.Errorf("printing the result: %w", err)
	}
	if token != "" {
		fmt.Fprintf(s.Out, "\n::%s::\n", token)
	}
	return nil
}

// Annotate tells GitHub about failures, where it listens.
func Annotate(s Streams, r *reports.Result, l reports.Lookup) error {
	if !onGitHub() {
		return nil
	}
	if err := render.Annotations(s.Out, r, l); err != nil {
		return fmt.Errorf("printing annotations: %w", err)
	}
	return nil
}

func onGitHub() bool { return os.Getenv("GITHUB_ACTIONS") == "true" }

// Verdict is the exit code of a result.
func Verdict(r *reports.Result) error {
	failed := r.Summary.Fail > 0
	if r.Baseline != nil {
		failed = r.Baseline.New > 0 || len(r.Baseline.Problems) > 0
	}
	switch {
	case failed:
		return Exit(ExitFail, nil)
	case len(r.AdapterErrors) > 0 && r.Summary.Pass+r.Summary.Warn+r.Summary.Fail == 0:
		return Exit(ExitNoTarget, errors.New("the adapter never worked: there are adapter errors only"))
	case !r.Complete, idle(r):
		return Exit(ExitFail, nil)
	}
	return nil
}

// idle tells whether nothing was seen of any requirement: that is no failure, and no
// conformance either. A shard's verdict is that of the whole.
func idle(r *reports.Result) bool {
	return r.Shard == nil && r.Summary.Pass+r.Summary.Warn+r.Summary.Fail == 0
}

// ReadBaseline reads a baseline; nil where none is asked for.
func ReadBaseline(cat *catalogue.Catalogue, path string) (*baseline.File, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, Usage("--baseline: %v", err)
	}
	f, err := baseline.Parse(data, func(id string) bool { _, ok := cat.Requirement(id); return ok })
	if err != nil {
		return nil, Usage("--baseline %s: %v", path, err)
	}
	return &f, nil
}
