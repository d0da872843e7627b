package live

import (
	"fmt"
	"io"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/check"
	"github.com/toolconform/conform/reports"
)

// What is told of one stream: a server that gets one member wrong does so in each event, and what
// else is wrong would drown in it.
const (
	mostAlike = 3  // findings in the same words
	mostOfOne = 12 // findings of one requirement
)

// checkPage is the text about one stream. The sentence of a requirement stands at its first finding.
type checkPage struct {
	out       io.Writer
	cat       *catalogue.Catalogue
	name      string
	sentences map[string]bool
	alike     map[string]int
	by        map[string]*toldOf // by level and requirement: a SHOULD never hides a MUST
	order     []*toldOf          // in the order in which they were first told
}

// toldOf counts the findings of a requirement at a level, and those that are left out.
type toldOf struct {
	what       string // "MUST CHAT-50"
	told, left int
	last       int // line of the last one that is left out
}

func newCheckPage(out io.Writer, cat *catalogue.Catalogue, name string) *checkPage {
	return &checkPage{out: out, cat: cat, name: name, sentences: map[string]bool{}, alike: map[string]int{}, by: map[string]*toldOf{}}
}

func (p *checkPage) tell(f check.Found) {
	of := p.of(string(f.Level) + " " + f.Requirement)
	words := of.what + f.Message
	if p.alike[words] >= mostAlike || of.told >= mostOfOne {
		of.left++
		of.last = f.Line
		return
	}
	p.alike[words]++
	of.told++
	fmt.Fprintf(p.out, "%s:%d: %s: %s (byte %d)\n", p.name, f.Line, of.what, reports.Harmless(f.Message), f.Offset)
	if r, ok := p.cat.Requirement(f.Requirement); ok && !p.sentences[f.Requirement] {
		p.sentences[f.Requirement] = true
		fmt.Fprintf(p.out, "    %s\n", r.Sentence)
	}
}

func (p *checkPage) of(what string) *toldOf {
	if p.by[what] == nil {
		p.by[what] = &toldOf{what: what}
		p.order = append(p.order, p.by[what])
	}
	return p.by[what]
}

// rest counts what was left out.
func (p *checkPage) rest() {
	for _, of := range p.order {
		if of.left > 0 {
			fmt.Fprintf(p.out, "%s: %d more of %s, the last in line %d; --format json tells each\n", p.name, of.left, of.what, of.last)
		}
	}
}
