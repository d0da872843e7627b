package inventory

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/corpus"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/fixtures"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/outdir"
)

// Generate is `conform generate`: streams from a seed, the corpus, its coverage.
type Generate struct {
	Check    bool   `help:"Prove that the committed corpus regenerates byte for byte."`
	Corpus   bool   `help:"Write what is committed of the corpus: its seeds and digests. (export writes the cases.)"`
	Coverage bool   `help:"Count what the fixed cases and generated streams show of the grammar, pair by pair."`
	Format   string `default:"text" enum:"text,json" help:"Of --coverage: text, or json: a line for each cell."`
	Out      string `placeholder:"DIR" help:"Where to write."`
	Force    bool   `help:"Write into a folder that holds other files."`
	Dialect  string `help:"The dialect of new streams."`
	Role     string `help:"The role; the consumer, or the first that the dialect has."`
	Class    string `help:"valid or adversarial; both where it is not given."`
	Twist    string `help:"Only streams with this fault planted."`
	Seed     uint64 `default:"1" help:"The seed."`
	Count    *int   `placeholder:"100" help:"How many streams; 300 under --coverage."`
}

// How many streams are written, and how many a default run of one pair judges.
const (
	defaultCount   = 100
	defaultStreams = 300
)

// Help is the long form of --help.
func (Generate) Help() string {
	return "Examples:\n  conform generate --dialect content-blocks --class adversarial --seed 7 --count 50 --out streams\n  conform " +
		"generate --check"
}

// Run makes streams, or proves the corpus.
func (c Generate) Run(s cli.Streams) error {
	cat := s.Suite()
	switch {
	case c.Coverage && (c.Check || c.Out != "" || c.Corpus || c.Class != "" || c.Twist != ""):
		return cli.Usage("--coverage writes no files: only --dialect, --role, --seed, --count and --format go with it")
	case c.Coverage:
		return c.coverage(s, cat)
	case c.Check && (c.Out != "" || c.Corpus):
		return cli.Usage("--check writes nothing: leave --out and --corpus away")
	case c.Check:
		return checkCorpus(s, cat)
	case c.Out == "":
		return cli.Usage("--out DIR is missing: where to write")
	}
	if err := outdir.Vet(c.Out, c.Force); err != nil {
		return cli.Exit(cli.ExitUsage, err)
	}
	files, err := c.files(cat)
	if err != nil {
		return err
	}
	if err := outdir.Write(c.Out, files, c.Force); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%d files in %s\n", len(files), c.Out)
	return nil
}

func (c Generate) files(cat *catalogue.Catalogue) (outdir.Files, error) {
	if c.Corpus {
		return corpus.Build(cat).Files()
	}
	side, err := c.side(cat)
	if err != nil {
		return nil, err
	}
	count, err := c.count(defaultCount)
	if err != nil {
		return nil, err
	}
	files := outdir.Files{}
	var lines []byte
	made := 0
	for n := 0; made < count; n++ {
		if n > 1000+200*count {
			return nil, cli.Usage("only %d of %d streams were found among %d drawn: that class or fault is too rare in %s", made, count, n,
				side.Pair)
		}
		k, err := generator.Index{Pair: side.Pair, Seed: c.Seed, N: n}.Make(side.Side.Side)
		if err != nil {
			return nil, err
		}
		if !c.wanted(k) {
			continue
		}
		made++
		lines = append(append(lines, catalogue.CaseJSON(k).AppendJSON(nil)...), '\n')
	}
	files[fmt.Sprintf("%s-%s-%d.ndjson", side.Dialect, side.Role, c.Seed)] = lines
	return files, nil
}

// count is how many streams were asked for.
func (c Generate) count(otherwise int) (int, error) {
	switch {
	case c.Count == nil:
		return otherwise, nil
	case *c.Count < 1:
		return 0, cli.Usage("--count %d: a number from 1 on is expected", *c.Count)
	}
	return *c.Count, nil
}

func (c Generate) wanted(k *dialect.Case) bool {
	return (c.Class == "" || c.Class == string(k.Class)) && (c.Twist == "" || strings.Contains(k.Title, "Planted: "+c.Twist+"."))
}

// side vets the knobs.
func (c Generate) side(cat *catalogue.Catalogue) (*catalogue.Side, error) {
	if c.Class != "" && c.Class != string(dialect.Valid) && c.Class != string(dialect.Adversarial) {
		return nil, cli.Usage("--class %q: valid or adversarial is expected", c.Class)
	}
	for _, side := range cat.Sides {
		if side.Dialect != c.Dialect || c.Role != "" && string(side.Role) != c.Role {
			continue
		}
		if c.Twist == "" {
			return side, nil
		}
		var known []string
		for _, t := range side.Twists {
			known = append(known, t.ID)
			if t.ID == c.Twist {
				return side, nil
			}
		}
		return nil, cli.Usage("--twist %q: %s has no such fault; it has %s", c.Twist, side.Pair, strings.Join(known, ", "))
	}
	return nil, cli.Usage("--dialect %q --role %q: there is no such pair; `conform list --dialects` shows all", c.Dialect, c.Role)
}

// checkCorpus makes the corpus again and compares it with what is built in.
func checkCorpus(s cli.Streams, cat *catalogue.Catalogue) error {
	whole := corpus.Build(cat)
	made, err := whole.Files()
	if err != nil {
		return err
	}
	differ := 0
	committed := map[string]bool{}
	err = fs.WalkDir(fixtures.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		committed[path] = true
		data, err := fs.ReadFile(fixtures.Files(), path)
		if err == nil && !bytes.Equal(data, made[path]) {
			fmt.Fprintf(s.Out, "%s: differs from what the generator makes\n", path)
			differ++
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("reading the corpus: %w", err)
	}
	for _, path := range made.Paths() {
		if !committed[path] {
			fmt.Fprintf(s.Out, "%s: is not committed\n", path)
			differ++
		}
	}
	if differ > 0 {
		return cli.Exit(cli.ExitFail, fmt.Errorf("%d files of the corpus are not as the generator makes them: raise its version, or run "+
			"`conform generate --corpus --out fixtures --force`", differ))
	}
	cases := 0
	for _, f := range whole.Index.Files {
		cases += f.Cases
	}
	fmt.Fprintf(s.Out, "%d files, %d cases: the corpus regenerates byte for byte\n", len(whole.Index.Files), cases)
	return nil
}
