package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/reports"
)

type baselineCmd struct {
	Update baselineUpdateCmd `cmd:"" help:"Rewrite a baseline so that it fits a result; reasons are kept."`
}

type baselineUpdateCmd struct {
	Baseline string `required:"" placeholder:"FILE" help:"The baseline; made where there is none."`
	Result   string `arg:"" help:"The result (JSON) that the baseline shall fit."`
}

// Run rewrites the baseline by way of a temporary file.
func (c baselineUpdateCmd) Run(s streams) error {
	cat := catalogue.New()
	file := baseline.File{SchemaVersion: baseline.SchemaVersion}
	if _, err := os.Stat(c.Baseline); !errors.Is(err, fs.ErrNotExist) {
		have, err := readBaseline(cat, c.Baseline)
		if err != nil {
			return err
		}
		file = *have
	}
	r, err := reports.Read(c.Result)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	updated := file.Update(r.Result)
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(updated); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	if err := os.WriteFile(c.Baseline+".tmp", []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	if err := os.Rename(c.Baseline+".tmp", c.Baseline); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	fmt.Fprintf(s.out, "%s: %d entries, %d before\n", c.Baseline, len(updated.Entries), len(file.Entries))
	return nil
}

// readBaseline reads a baseline; nil where none is asked for.
func readBaseline(cat *catalogue.Catalogue, path string) (*baseline.File, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("--baseline: %v", err)
	}
	f, err := baseline.Parse(data, func(id string) bool { _, ok := cat.Requirement(id); return ok })
	if err != nil {
		return nil, usage("--baseline %s: %v", path, err)
	}
	return &f, nil
}
