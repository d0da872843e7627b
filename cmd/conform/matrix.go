package main

import (
	"fmt"
	"io"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
)

type matrixCmd struct {
	Results []string `arg:"" name:"result" help:"JSON results, or journals of runs that did not finish; a column each."`
	Report  []string `placeholder:"FORMAT=PATH" help:"Write the matrix: markdown or html; may be repeated."`
}

// Help is the long form of --help.
func (matrixCmd) Help() string {
	return "Examples:\n  conform matrix acme-1.json acme-2.json other.json --report html=matrix.html --report markdown=matrix.md"
}

// Run puts several results beside each other.
func (c matrixCmd) Run(s streams) error {
	files, err := parseReports(c.Report, render.MatrixFormats(), s.out)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := f.probe(); err != nil {
			return err
		}
	}
	if printed(files) {
		s.out = io.Discard
	}
	var sources []reports.Source
	for _, path := range c.Results {
		source, err := reports.Read(path)
		if err != nil {
			return &exitError{exitUsage, err}
		}
		fmt.Fprintf(s.out, "%s is %s\n", path, source.Kind())
		sources = append(sources, source)
	}
	lookup := catalogue.New().Requirement
	for _, f := range files {
		if err := f.write(func(w io.Writer, format string) error { return render.RenderMatrix(w, format, sources, lookup) }); err != nil {
			return err
		}
	}
	fmt.Fprintln(s.out)
	if err := render.MatrixText(s.out, sources, lookup); err != nil {
		return fmt.Errorf("printing the matrix: %w", err)
	}
	return nil
}
