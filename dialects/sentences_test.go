package dialects_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
)

// A sentence in a file that no rule of its dialect is made of would be judged by nobody.
func TestEverySentenceIsJudged(t *testing.T) {
	g := NewWithT(t)
	judged := map[string]map[string]string{} // by the folder of the dialect
	for _, d := range all() {
		own := map[string]string{}
		for _, s := range d.Sides {
			if s.Role == loop.Agent {
				continue // its lines are every wire's
			}
			for _, r := range s.Requirements {
				own[r.ID] = r.Sentence
			}
		}
		judged[strings.ReplaceAll(d.Name, "-", "")] = own
	}
	files, err := filepath.Glob("*/sentences.txt")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(files).NotTo(BeEmpty())
	for _, file := range files {
		text, err := os.ReadFile(file)
		g.Expect(err).NotTo(HaveOccurred())
		s, err := requirement.ParseSentences(string(text))
		g.Expect(err).NotTo(HaveOccurred(), file)
		for _, id := range s.IDs() {
			g.Expect(judged[filepath.Dir(file)]).To(HaveKeyWithValue(id, s.Of(id).Sentence), file)
		}
	}
}

// Nor does anybody do what a title says that no row has.
func TestEveryTitleIsPlanted(t *testing.T) {
	g := NewWithT(t)
	planted := map[string][]string{}
	for _, d := range all() {
		for _, s := range d.Sides {
			for _, f := range s.Faults() {
				planted[f.ID] = append(planted[f.ID], f.Title)
			}
			for _, v := range s.Variants() {
				planted[v.ID] = append(planted[v.ID], v.Title)
			}
			for _, t := range s.Twists {
				planted[t.ID] = append(planted[t.ID], t.Title)
			}
		}
	}
	files, err := filepath.Glob("*/titles.txt")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(files).NotTo(BeEmpty())
	for _, file := range files {
		text, err := os.ReadFile(file)
		g.Expect(err).NotTo(HaveOccurred())
		for id, title := range plant.Titles(string(text)) {
			g.Expect(planted[id]).To(ContainElement(title), "%s: %s", file, id)
		}
	}
}
