package main

import (
	"fmt"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/corpus"
	"github.com/toolconform/conform/outdir"
)

type exportCmd struct {
	Out    string `required:"" placeholder:"DIR" help:"Where to write."`
	Format string `enum:"native,json,both" default:"both" help:"native (the bytes of the wire), json (the adapter protocol's input), or both."`
	Force  bool   `help:"Write into a folder that holds other files."`
}

// Help is the long form of --help.
func (exportCmd) Help() string {
	return "Example:\n  conform export --out fixtures/conform --format native"
}

// Run writes the corpus as plain files.
func (c exportCmd) Run(s streams) error {
	if err := outdir.Vet(c.Out, c.Force); err != nil {
		return &exitError{exitUsage, err}
	}
	files, err := corpus.Export(catalogue.New(), c.Format)
	if err != nil {
		return err
	}
	if err := outdir.Write(c.Out, files, c.Force); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%d files in %s\n", len(files), c.Out)
	return nil
}
