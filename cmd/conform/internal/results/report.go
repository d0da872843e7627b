// Package results has the commands about what a run left: report, matrix, merge, baseline.
package results

import (
	"fmt"
	"io"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
)

// Report is `conform report`: it renders a result again.
type Report struct {
	Result string `arg:"" help:"The JSON result of a run, or the journal (.partial) of one that did not finish."`
	cli.Telling
	Report []string `placeholder:"FORMAT=PATH" help:"Write a report: json, junit, html, markdown, badge or sarif; may be repeated."`
}

// Help is the long form of --help.
func (Report) Help() string {
	return "Examples:\n  conform report result.json --report html=report.html --report junit=junit.xml\n  conform report " +
		"result.json.partial\n\n" +
		"Exit codes: 0 rendered, whatever the verdict; 1 the result is incomplete; 2 it is no result, or a report can't be written."
}

// Run renders a result again.
func (c Report) Run(s cli.Streams) error {
	cat := s.Suite()
	files, err := cli.ParseReports(c.Report, render.Formats(), s.Out)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := f.Probe(); err != nil {
			return err
		}
	}
	source, err := reports.Read(c.Result)
	if err != nil {
		return cli.Exit(cli.ExitUsage, err)
	}
	for _, f := range files {
		if err := f.Write(func(w io.Writer, format string) error {
			return render.Render(w, format, source.Result, cat.Requirement)
		}); err != nil {
			return err
		}
	}
	if !cli.Printed(files) {
		if !c.Quiet {
			fmt.Fprintf(s.Out, "%s is %s\n\n", c.Result, source.Kind())
		}
		if err := cli.PrintResult(s, c.Telling, source.Result, cat.Requirement); err != nil {
			return err
		}
	}
	if !source.Complete {
		return cli.Exit(cli.ExitFail, nil)
	}
	return nil
}
