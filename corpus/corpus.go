// Package corpus makes the committed corpus: the fixed cases, and generated ones
// chosen for what they add to coverage. It is a function of the suite alone, so it
// can be made again byte for byte.
package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

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

// Index lists the corpus.
type Index struct {
	Version   int     `json:"version"`
	Generator int     `json:"generator"`
	Seed      uint64  `json:"seed"`
	Digest    string  `json:"digest"`
	Files     []File  `json:"files"`
	Cases     []Entry `json:"cases"`
}

// File is one file of cases, one a line.
type File struct {
	Path   string `json:"path"`
	Cases  int    `json:"cases"`
	Digest string `json:"digest"`
}

// Entry is one case.
type Entry struct {
	ID    string   `json:"id"`
	File  string   `json:"file"`
	Class string   `json:"class"`
	Tests []string `json:"tests"`
	// Index is set for generated cases.
	Index  *int   `json:"index,omitempty"`
	Digest string `json:"digest"`
}

// Build makes every file of the corpus, index.json among them.
func Build(cat *catalogue.Catalogue) (outdir.Files, error) {
	files := outdir.Files{}
	index := Index{Version: Version, Generator: generator.Version, Seed: Seed}
	for _, side := range cat.Sides {
		cases := Cases(side)
		for _, class := range []dialect.Class{dialect.Valid, dialect.Adversarial} {
			path := fmt.Sprintf("%s/%s/%s.ndjson", side.Dialect, side.Role, class)
			if data := index.add(path, class, cases); len(data) > 0 {
				files[path] = data
			}
		}
	}
	h := sha256.New()
	for _, f := range index.Files {
		fmt.Fprintf(h, "%s %s\n", f.Path, f.Digest)
	}
	index.Digest = fmt.Sprintf("sha256:%x", h.Sum(nil))
	files["DIGEST"] = []byte(index.Digest + "\n")
	text, err := encode(index)
	files["index.json"] = text
	return files, err
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

func (x *Index) add(path string, class dialect.Class, cases []Case) []byte {
	var data []byte
	n := 0
	for _, c := range cases {
		if c.Class != class {
			continue
		}
		line := catalogue.CaseJSON(c.Case).AppendJSON(nil)
		x.Cases = append(x.Cases, Entry{ID: c.ID, File: path, Class: string(class), Tests: append([]string{}, c.Tests...), Index: c.Index, Digest: digest(line)})
		data = append(append(data, line...), '\n')
		n++
	}
	if n > 0 {
		x.Files = append(x.Files, File{path, n, digest(data)})
	}
	return data
}

func digest(b []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(b)) }

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
