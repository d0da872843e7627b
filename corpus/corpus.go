// Package corpus makes the corpus: the fixed cases, and generated ones chosen for what
// they add to coverage. It is a function of the suite alone, so that seeds and digests
// are all that has to be committed: it can be made again byte for byte.
package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/outdir"
	"github.com/toolconform/conform/requirement"
)

// Version of the corpus: it changes when a case does.
const Version = 1

// Seed of the generated part.
const Seed = 2026

// PerPair is how many generated cases each pair has at least.
const PerPair = 200

// Index says what the corpus is: the seeds, and the digest of every file of cases that
// they make. Files of cases hold one case a line, as `conform generate` writes them.
type Index struct {
	Version   int    `json:"version"`
	Generator int    `json:"generator"`
	Seed      uint64 `json:"seed"`
	Digest    string `json:"digest"`
	Files     []File `json:"files"`
}

// File is one file of cases, by its pair and class: "tool-fence/consumer/valid.ndjson".
type File struct {
	Path   string `json:"path"`
	Cases  int    `json:"cases"`
	Digest string `json:"digest"`
}

// Corpus is the index with the lines of every file.
type Corpus struct {
	Index Index
	// Lines of each file, by its path.
	Lines map[string][]Line
}

// Line is one case: as it is written, and where a generated one comes from.
type Line struct {
	*dialect.Case
	// Seeded is the index of a generated case under Seed, nil for a fixed one.
	Seeded *int
	Text   []byte
}

// Build makes the whole corpus.
func Build(cat *catalogue.Catalogue) *Corpus {
	x := &Corpus{Index: Index{Version: Version, Generator: generator.Version, Seed: Seed}, Lines: map[string][]Line{}}
	for _, side := range cat.Sides {
		cases := Cases(side)
		for _, class := range []dialect.Class{dialect.Valid, dialect.Adversarial} {
			x.add(fmt.Sprintf("%s/%s/%s.ndjson", side.Dialect, side.Role, class), class, cases)
		}
	}
	h := sha256.New()
	for _, f := range x.Index.Files {
		fmt.Fprintf(h, "%s %s\n", f.Path, f.Digest)
	}
	x.Index.Digest = fmt.Sprintf("sha256:%x", h.Sum(nil))
	return x
}

func (x *Corpus) add(path string, class dialect.Class, cases []Case) {
	h := sha256.New()
	for _, c := range cases {
		if c.Class != class {
			continue
		}
		text := catalogue.CaseJSON(c.Case).AppendJSON(nil)
		x.Lines[path] = append(x.Lines[path], Line{Case: c.Case, Seeded: c.Index, Text: text})
		h.Write(append(text, '\n'))
	}
	if n := len(x.Lines[path]); n > 0 {
		x.Index.Files = append(x.Index.Files, File{path, n, fmt.Sprintf("sha256:%x", h.Sum(nil))})
	}
}

// Files are what is committed of the corpus: DIGEST, index.json, and for each file of
// cases a list with a line for each, of the first half of its digest, its id and, for a
// generated one, its index.
func (x *Corpus) Files() (outdir.Files, error) {
	text, err := encode(x.Index)
	if err != nil {
		return nil, err
	}
	files := outdir.Files{"DIGEST": []byte(x.Index.Digest + "\n"), "index.json": text}
	for path, lines := range x.Lines {
		var list []byte
		for _, l := range lines {
			list = fmt.Appendf(list, "%.16x %s", sha256.Sum256(l.Text), l.ID)
			if l.Seeded != nil {
				list = fmt.Appendf(list, " %d", *l.Seeded)
			}
			list = append(list, '\n')
		}
		files[strings.TrimSuffix(path, ".ndjson")+".list"] = list
	}
	return files, nil
}

func encode(index Index) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(index); err != nil {
		return nil, fmt.Errorf("writing the corpus index: %w", err)
	}
	return b.Bytes(), nil
}

// Case is a case of the corpus; Index is set where it is generated.
type Case struct {
	*dialect.Case
	Index *int
}

// Cases are the corpus of a pair: its fixed cases but for the heavy ones, which
// are made when they are run, and the generated ones.
func Cases(side *catalogue.Side) []Case {
	var list []Case
	for _, c := range side.Cases() {
		if !c.Heavy {
			list = append(list, Case{Case: c})
		}
	}
	return append(list, chosen(side)...)
}

// chosen walks the generated streams and keeps those that add something: a twist,
// two twists together, a requirement observed, a policy, a size; then fills up.
func chosen(side *catalogue.Side) []Case {
	var list, spare []Case
	seen := map[string]bool{}
	for n := 0; len(list) < PerPair && n < 20*PerPair; n++ {
		index := generator.Index{Pair: side.Pair, Seed: Seed, N: n}
		c := index.Case(side.Side.Side)
		if len(side.Encodings) > 0 {
			c.Encoding = side.Encodings[0]
		}
		fresh := false
		for _, feature := range features(side, c) {
			fresh = fresh || !seen[feature]
			seen[feature] = true
		}
		c.Encoding = ""
		if fresh {
			list = append(list, Case{c, &n})
		} else if len(spare) < PerPair {
			spare = append(spare, Case{c, &n})
		}
		if n >= 3*PerPair && len(list)+len(spare) >= PerPair {
			break
		}
	}
	list = append(list, spare[:min(len(spare), max(0, PerPair-len(list)))]...)
	slices.SortFunc(list, func(a, b Case) int { return *a.Index - *b.Index })
	return list
}

// features are what a case shows, as the reference answers it.
func features(side *catalogue.Side, c *dialect.Case) []string {
	list := []string{fmt.Sprintf("size %d", c.Script.Len()/3), "title " + c.Title}
	seen := side.Reference(c.Input())
	shape := ""
	for _, o := range side.Case(c, &seen, nil) {
		if o.Verdict == requirement.Pass {
			list = append(list, "sees "+o.Requirement+" "+o.Policy, fmt.Sprintf("sees %s in %s", o.Requirement, c.Class))
			shape += o.Requirement + " "
		}
	}
	return append(list, "shape "+shape)
}
