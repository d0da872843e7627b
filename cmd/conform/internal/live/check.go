// Package live has the commands that judge what goes over a wire without an adapter, and the
// server that stands in for a model: check, proxy, probe, serve.
package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/reports/render"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Check is `conform check`: it judges recorded streams.
type Check struct {
	Dialect    string   `help:"The dialect; detected where it is not given."`
	Encoding   string   `help:"sse, ndjson or markdown; detected where it is not given."`
	Transcript string   `placeholder:"FILE" help:"The transcript that the stream was made from (JSON): then what was meant is judged too."`
	Format     string   `enum:"text,json,sarif" default:"text" help:"text, json (one finding a line) or sarif (one document at the end)."`
	Profile    string   `enum:"full,strict" default:"full" help:"In strict a missed SHOULD fails."`
	Files      []string `arg:"" name:"file" help:"Recorded streams; - is standard input."`
}

// Help is the long form of --help.
func (Check) Help() string {
	return "Examples:\n  conform check trace.sse\n  curl -N https://example.org/chat | conform check -\n  conform check --dialect " +
		"tool-fence answer.md"
}

// Run judges each file and prints findings as they become certain.
func (c Check) Run(s cli.Streams) error {
	cat := s.Suite()
	options, err := c.options(cat)
	if err != nil {
		return err
	}
	worst := cli.ExitOK
	var kept []render.StreamFinding
	for _, name := range c.Files {
		code, err := c.file(s, cat, name, options, &kept)
		if err != nil {
			fmt.Fprintf(s.Err, "conform: %s: %s\n", name, reports.Harmless(err.Error()))
		}
		worst = max(worst, code)
	}
	if c.Format == "sarif" {
		if err := render.CheckSARIF(s.Out, s.Version, c.Profile, kept, cat.Requirement); err != nil {
			return err
		}
	}
	if worst != cli.ExitOK {
		return cli.Exit(worst, nil)
	}
	return nil
}

// maxKept bounds the findings that a SARIF document holds; the exit status counts
// them all.
const maxKept = 10_000

func (c Check) options(cat *catalogue.Catalogue) (check.Options, error) {
	o := check.Options{Dialect: c.Dialect, Encoding: c.Encoding, Sides: cat.Checked()}
	var known []string
	for _, side := range o.Sides {
		known = append(known, side.Dialect)
	}
	if c.Dialect != "" && !slices.Contains(known, c.Dialect) {
		return o, cli.Usage("--dialect %q has no producer to check; there are %s", c.Dialect, strings.Join(known, ", "))
	}
	if c.Encoding != "" && !slices.Contains([]string{wire.SSE, wire.NDJSON, check.Markdown}, c.Encoding) {
		return o, cli.Usage("--encoding %q is unknown; there are sse, ndjson and markdown", c.Encoding)
	}
	if c.Transcript == "" {
		return o, nil
	}
	data, err := os.ReadFile(c.Transcript)
	if err != nil {
		return o, cli.Usage("--transcript: %v", err)
	}
	v, err := wire.Parse(data)
	if err != nil {
		return o, cli.Usage("--transcript %s: %v", c.Transcript, err)
	}
	t, err := transcript.Parse(v)
	if err != nil {
		return o, cli.Usage("--transcript %s: %v", c.Transcript, err)
	}
	if err := t.Valid(); err != nil {
		return o, cli.Usage("--transcript %s: %v", c.Transcript, err)
	}
	o.Transcript = &t
	return o, nil
}

func (c Check) file(s cli.Streams, cat *catalogue.Catalogue, name string, o check.Options, kept *[]render.StreamFinding) (int, error) {
	var in io.Reader = s.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return cli.ExitUsage, err
		}
		defer f.Close()
		in = f
	}
	found, code := 0, cli.ExitOK
	page := newCheckPage(s.Out, cat, name)
	o.Found = func(f check.Found) {
		found++
		if f.Level != requirement.Should || c.Profile == "strict" {
			code = cli.ExitFail
		}
		switch {
		case c.Format == "text":
			page.tell(f)
		case c.Format == "json":
			printFinding(s.Out, name, f)
		case len(*kept) < maxKept:
			*kept = append(*kept, render.StreamFinding{File: name, Line: f.Line, Offset: f.Offset,
				Finding: reports.Finding{Requirement: f.Requirement, Level: f.Level, Message: f.Message, Expected: f.Expected,
					Actual: f.Actual}})
		}
	}
	summary, err := check.Stream(in, o)
	page.rest()
	var bad *check.Error
	switch {
	case errors.As(err, &bad) && summary.Events > 0:
		return max(code, cli.ExitFail), err // judged up to there
	case err != nil:
		return cli.ExitUsage, err
	}
	for _, note := range summary.Notes {
		fmt.Fprintf(s.Err, "conform: %s: %s\n", name, note)
	}
	if c.Format == "text" {
		fmt.Fprintf(s.Out, "%s: %s, %s: %s, %s; judged %s\n", name, summary.Dialect, summary.Encoding,
			reports.Counted(summary.Events, unit(summary.Encoding)), reports.Counted(found, "finding"), strings.Join(summary.Seen, " "))
	}
	return code, nil
}

func unit(encoding string) string {
	if encoding == check.Markdown {
		return "line"
	}
	return "event"
}

func printFinding(w io.Writer, name string, f check.Found) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.Encode(struct {
		File        string            `json:"file"`
		Line        int               `json:"line"`
		Offset      int64             `json:"offset"`
		Requirement string            `json:"requirement"`
		Level       requirement.Level `json:"level"`
		Message     string            `json:"message"`
		Expected    wire.Value        `json:"expected,omitzero"`
		Actual      wire.Value        `json:"actual,omitzero"`
	}{name, f.Line, f.Offset, f.Requirement, f.Level, f.Message, f.Expected, f.Actual})
}
