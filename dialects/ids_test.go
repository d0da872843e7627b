package dialects_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/toolconform/conform/generator"
)

var update = flag.Bool("update", false, "write the table of ids anew: only after the generator's version was raised")

const idsFile = "testdata/ids.txt"

// An id of a generated case means the same stream for ever. The table is written anew
// when the version changes, and only then.
func TestIDsAreStable(t *testing.T) {
	var b strings.Builder
	for _, d := range all() {
		for i := range d.Sides {
			for _, at := range []struct {
				seed uint64
				n    int
			}{{1, 0}, {1, 1}, {1, 2}, {1, 17}, {1, 299}, {2, 1}, {7, 5}, {7, 100_000}, {1 << 63, 3}} {
				index := generator.Index{Pair: d.Sides[i].Pair, Seed: at.seed, N: at.n}
				c, err := index.Make(&d.Sides[i])
				if err != nil {
					t.Fatal(err)
				}
				text := fmt.Sprintf("%s\n%s\n%s\n%v\n%v\n%s", c.ID, c.Title, c.Class, c.Tests, c.Chunks, c.Script.JSON().JSON())
				fmt.Fprintf(&b, "%s %x\n", index.ID(), sha256.Sum256([]byte(text)))
			}
		}
	}
	if *update {
		if err := os.WriteFile(idsFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(idsFile)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(b.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d of %s is %s: what a seed generates changed, so the generator's version must be raised (and -update given)",
				i+1, idsFile, line)
		}
	}
}
