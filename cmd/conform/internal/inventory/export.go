package inventory

import (
	"fmt"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/corpus"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/outdir"
)

// Export is `conform export`: the corpus as plain files.
type Export struct {
	cli.Some
	Light bool   `help:"Leave the heavy cases out: those of 1,000 calls or 1 MiB and more."`
	Out   string `required:"" placeholder:"DIR" help:"Where to write."`

	Format string `enum:"native,json,both" default:"both" help:"native (the bytes of the wire), json (an adapter's input), or both."`

	Force bool `help:"Write into a folder that holds other files."`
}

// Help is the long form of --help.
func (Export) Help() string {
	return "Examples:\n  conform export --out fixtures/conform --format native\n" +
		"  conform export --out fixtures/mine --dialect content-blocks --role consumer --class valid --light"
}

// Run writes the corpus as plain files.
func (c Export) Run(s cli.Streams) error {
	if err := outdir.Vet(c.Out, c.Force); err != nil {
		return cli.Exit(cli.ExitUsage, err)
	}
	cat := s.Suite()
	if err := c.Vet(cat); err != nil {
		return err
	}
	cases := 0
	files, err := corpus.Export(cat, c.Format, func(k *dialect.Case) bool {
		keep := c.Keeps(k) && !(c.Light && k.Heavy)
		if keep {
			cases++
		}
		return keep
	})
	if err != nil {
		return err
	}
	if cases == 0 {
		return cli.Usage("nothing matches the selection")
	}
	if err := outdir.Write(c.Out, files, c.Force); err != nil {
		return err
	}
	size := 0
	for _, data := range files {
		size += len(data)
	}
	fmt.Fprintf(s.Out, "%d files of %d cases in %s, %.1f MB\n", len(files), cases, c.Out, float64(size)/1e6)
	return nil
}
