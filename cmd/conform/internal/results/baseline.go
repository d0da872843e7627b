package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/toolconform/conform/baseline"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/reports"
)

// Baseline is `conform baseline`: it keeps the file of known failures.
type Baseline struct {
	Update BaselineUpdate `cmd:"" help:"Rewrite a baseline so that it fits a result; reasons are kept."`
}

// BaselineUpdate is `conform baseline update`.
type BaselineUpdate struct {
	Baseline string `required:"" placeholder:"FILE" help:"The baseline; made where there is none."`
	Reason   string `help:"Why the new failures are known. Needed where there are any."`
	Owner    string `help:"Who minds the new entries."`
	Link     string `help:"Where the new failures are dealt with: an issue, say."`
	Expires  string `default:"90d" placeholder:"90d|DATE" help:"How long the new failures stay known: days, weeks or a date, YYYY-MM-DD."`
	Result   string `arg:"" help:"The result (JSON) that the baseline shall fit."`
}

// Help is the long form of --help.
func (BaselineUpdate) Help() string {
	return "Example:\n  conform baseline update --baseline conform-baseline.json --owner chat-team --expires 90d --reason \"lost on " +
		"reload, issue 12\" result.json"
}

// Run rewrites the baseline by way of a temporary file.
func (c BaselineUpdate) Run(s cli.Streams) error {
	cat := s.Suite()
	file := baseline.File{SchemaVersion: baseline.SchemaVersion}
	if _, err := os.Stat(c.Baseline); !errors.Is(err, fs.ErrNotExist) {
		have, err := cli.ReadBaseline(cat, c.Baseline)
		if err != nil {
			return err
		}
		file = *have
	}
	r, err := reports.Read(c.Result)
	if err != nil {
		return cli.Exit(cli.ExitUsage, err)
	}
	expires, err := expiry(c.Expires, time.Now())
	if err != nil {
		return err
	}
	fresh := baseline.Entry{Reason: c.Reason, Owner: c.Owner, Link: c.Link, Expires: expires}
	updated := file.Update(r.Result, fresh)
	if n := added(updated, fresh); n > 0 && baseline.Placeholder(c.Reason) {
		said := "say in --reason why"
		if c.Reason != "" {
			said = fmt.Sprintf("--reason %q is a placeholder: say why", c.Reason)
		}
		return cli.Usage("new to the baseline: %s; %s that is known, with --owner and --expires", reports.Counted(n, "failure"), said)
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(updated); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	if err := cli.Replace(c.Baseline, []byte(b.String())); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	fmt.Fprintf(s.Out, "%s: entries: %d, before: %d\n", c.Baseline, len(updated.Entries), len(file.Entries))
	return nil
}

// added counts the entries made of the fresh one.
func added(f baseline.File, fresh baseline.Entry) int {
	n := 0
	for _, e := range f.Entries {
		fresh.Requirement, fresh.Cases = e.Requirement, e.Cases
		if e == fresh {
			n++
		}
	}
	return n
}

// expiry reads 90d, 12w or a date, and gives the last day.
func expiry(text string, today time.Time) (string, error) {
	if date, err := time.Parse(time.DateOnly, text); err == nil {
		return date.Format(time.DateOnly), nil
	}
	if len(text) > 1 {
		days, ok := map[byte]int{'d': 1, 'w': 7}[text[len(text)-1]]
		if n, err := strconv.Atoi(text[:len(text)-1]); ok && err == nil && n > 0 && n <= 3650 {
			return today.AddDate(0, 0, n*days).Format(time.DateOnly), nil
		}
	}
	return "", cli.Usage("--expires %q: days as in 90d, weeks as in 12w, or a date as in 2027-03-31 is expected", text)
}
