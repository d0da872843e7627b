package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/reports/terminal"
)

type reportCmd struct {
	Result string `arg:"" help:"The JSON result of a run, or the journal (.partial) of one that did not finish."`
	telling
	Report []string `placeholder:"FORMAT=PATH" help:"Write a report: json, junit, html, markdown, badge or sarif; may be repeated."`
}

// Help is the long form of --help.
func (reportCmd) Help() string {
	return "Examples:\n  conform report result.json --report html=report.html --report junit=junit.xml\n  conform report " +
		"result.json.partial\n\n" +
		"Exit codes: 0 rendered, whatever the verdict; 1 the result is incomplete; 2 it is no result, or a report can't be written."
}

// Run renders a result again.
func (c reportCmd) Run(s streams) error {
	cat := catalogue.New()
	files, err := parseReports(c.Report, render.Formats(), s.out)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := f.probe(); err != nil {
			return err
		}
	}
	source, err := reports.Read(c.Result)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	for _, f := range files {
		if err := f.write(func(w io.Writer, format string) error {
			return render.Render(w, format, source.Result, cat.Requirement)
		}); err != nil {
			return err
		}
	}
	if !printed(files) {
		if !c.Quiet {
			fmt.Fprintf(s.out, "%s is %s\n\n", c.Result, source.Kind())
		}
		if err := printResult(s, c.telling, source.Result, cat.Requirement); err != nil {
			return err
		}
	}
	if !source.Complete {
		return &exitError{code: exitFail}
	}
	return nil
}

// printResult prints the summary for people. In a GitHub workflow no line of it
// can be a command: the implementation may have written any of them.
func printResult(s streams, t telling, r *reports.Result, l reports.Lookup) error {
	token := ""
	if onGitHub() {
		token = rand.Text()
		fmt.Fprintf(s.out, "::stop-commands::%s\n", token)
	}
	if !t.Quiet {
		seed := fmt.Sprintf(", seed %d", r.Seed)
		if r.Live != nil {
			seed = "" // nothing was drawn
		}
		fmt.Fprintf(s.out, "%s; profile %s%s\n\n", terminal.Heading(r), r.Profile, seed)
	}
	if err := t.text(s.out, l).Write(s.out, r); err != nil {
		return fmt.Errorf("printing the result: %w", err)
	}
	if token != "" {
		fmt.Fprintf(s.out, "\n::%s::\n", token)
	}
	return nil
}

// annotate tells GitHub about failures, where it listens.
func annotate(s streams, r *reports.Result, l reports.Lookup) error {
	if !onGitHub() {
		return nil
	}
	if err := render.Annotations(s.out, r, l); err != nil {
		return fmt.Errorf("printing annotations: %w", err)
	}
	return nil
}

func onGitHub() bool { return os.Getenv("GITHUB_ACTIONS") == "true" }
