package main

import (
	"fmt"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/reports"
)

type mergeCmd struct {
	Baseline string   `placeholder:"FILE" help:"Known failures; all entries are judged."`
	Report   []string `placeholder:"FORMAT=PATH" help:"Write a report; may be repeated."`
	telling
	Results []string `arg:"" name:"result" help:"The results of all shards of one run."`
}

// Help is the long form of --help.
func (mergeCmd) Help() string {
	return "Example:\n  conform merge --report json=result.json shard-1.json shard-2.json shard-3.json\nThe exit status is the verdict " +
		"of the whole run."
}

// Run merges, reports and gives the verdict.
func (c mergeCmd) Run(s streams) error {
	cat := catalogue.New()
	known, err := readBaseline(cat, c.Baseline)
	if err != nil {
		return err
	}
	s, out, err := s.reporting(c.Report, cat.Requirement)
	if err != nil {
		return err
	}
	defer out.discard()
	var shards []*reports.Result
	for _, path := range c.Results {
		source, err := reports.Read(path)
		if err != nil {
			return &exitError{exitUsage, err}
		}
		fmt.Fprintf(s.out, "%s is %s\n", path, source.Kind())
		shards = append(shards, source.Result)
	}
	merged, err := reports.Merge(shards)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	if known != nil {
		known.Apply(merged, time.Now())
	}
	if err := printResult(s, c.telling, merged, cat.Requirement); err != nil {
		return err
	}
	if err := out.write(merged); err != nil {
		return err
	}
	return verdict(merged)
}
