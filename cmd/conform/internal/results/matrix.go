package results

import (
	"fmt"
	"io"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
)

// Matrix is `conform matrix`: it puts results beside each other.
type Matrix struct {
	Results []string `arg:"" name:"result" help:"JSON results, or journals of runs that did not finish; a column each."`
	Report  []string `placeholder:"FORMAT=PATH" help:"Write the matrix: markdown or html; may be repeated."`
}

// Help is the long form of --help.
func (Matrix) Help() string {
	return "Examples:\n  conform matrix acme-1.json acme-2.json other.json --report html=matrix.html --report markdown=matrix.md"
}

// Run puts several results beside each other.
func (c Matrix) Run(s cli.Streams) error {
	files, err := cli.ParseReports(c.Report, render.MatrixFormats(), s.Out)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := f.Probe(); err != nil {
			return err
		}
	}
	if cli.Printed(files) {
		s.Out = io.Discard
	}
	var sources []reports.Source
	for _, path := range c.Results {
		source, err := reports.Read(path)
		if err != nil {
			return cli.Exit(cli.ExitUsage, err)
		}
		fmt.Fprintf(s.Out, "%s is %s\n", path, source.Kind())
		sources = append(sources, source)
	}
	lookup := s.Suite().Requirement
	for _, f := range files {
		if err := f.Write(func(w io.Writer, format string) error { return render.RenderMatrix(w, format, sources, lookup) }); err != nil {
			return err
		}
	}
	fmt.Fprintln(s.Out)
	if err := render.MatrixText(s.Out, sources, lookup); err != nil {
		return fmt.Errorf("printing the matrix: %w", err)
	}
	return nil
}
