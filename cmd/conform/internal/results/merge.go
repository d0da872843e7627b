package results

import (
	"fmt"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/reports"
)

// Merge is `conform merge`: it puts shards together.
type Merge struct {
	Baseline string   `placeholder:"FILE" help:"Known failures; all entries are judged."`
	Report   []string `placeholder:"FORMAT=PATH" help:"Write a report; may be repeated."`
	cli.Telling
	Results []string `arg:"" name:"result" help:"The results of all shards of one run."`
}

// Help is the long form of --help.
func (Merge) Help() string {
	return "Example:\n  conform merge --report json=result.json shard-1.json shard-2.json shard-3.json\nThe exit status is the verdict " +
		"of the whole run."
}

// Run merges, reports and gives the verdict.
func (c Merge) Run(s cli.Streams) error {
	cat := s.Suite()
	known, err := cli.ReadBaseline(cat, c.Baseline)
	if err != nil {
		return err
	}
	s, out, err := s.Reporting(c.Report, cat.Requirement)
	if err != nil {
		return err
	}
	defer out.Discard()
	var shards []*reports.Result
	for _, path := range c.Results {
		source, err := reports.Read(path)
		if err != nil {
			return cli.Exit(cli.ExitUsage, err)
		}
		fmt.Fprintf(s.Out, "%s is %s\n", path, source.Kind())
		shards = append(shards, source.Result)
	}
	merged, err := reports.Merge(shards)
	if err != nil {
		return cli.Exit(cli.ExitUsage, err)
	}
	if known != nil {
		known.Apply(merged, time.Now())
	}
	if err := cli.PrintResult(s, c.Telling, merged, cat.Requirement); err != nil {
		return err
	}
	if err := out.Write(merged); err != nil {
		return err
	}
	return cli.Verdict(merged)
}
