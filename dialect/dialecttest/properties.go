package dialecttest

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
)

// propertiesSeed is the seed of the streams of Properties.
const propertiesSeed = 11

// The streams that each right implementation is held against, and those in which a
// planted fault has to show.
const (
	rightStreams  = 12
	faultyStreams = 600
)

// Properties holds every side's reference and variants against the properties, on
// generated streams: nothing may be broken. Each planted fault of a property is seen in
// one of them, or in a light fixed case; META-06 and 07 are Repeatable's. except, where
// not nil, names what a variant is allowed to break. With -all each variant answers ten
// times as many streams.
func Properties(t *testing.T, d dialect.Dialect, except func(variant, requirement string) bool) {
	t.Helper()
	for i := range d.Sides {
		v := newVerifier(&d.Sides[i])
		t.Run(string(v.side.Role), func(t *testing.T) {
			t.Parallel()
			p := &propertyStreams{v: v}
			p.right(t, except)
			p.faulty(t)
		})
	}
}

// propertyStreams are drawn once: many implementations answer them.
type propertyStreams struct {
	v     *verifier
	drawn []*dialect.Case
}

func (p *propertyStreams) stream(n int) *dialect.Case {
	for len(p.drawn) <= n {
		c := generator.Index{Pair: p.v.side.Pair, Seed: propertiesSeed, N: len(p.drawn)}.Case(p.v.side.Side)
		encodings := p.v.encodings(c)
		c.Encoding = encodings[len(p.drawn)%len(encodings)]
		p.drawn = append(p.drawn, c)
	}
	return p.drawn[n]
}

func (p *propertyStreams) right(t *testing.T, except func(variant, requirement string) bool) {
	streams, next := rightStreams, 0
	if All() {
		streams *= 10
	}
	hold := func(name string, answer dialect.Answer, streams int) {
		for range streams {
			c := p.stream(next % (10 * streams))
			next++
			for _, o := range p.related(t, c, answer, next) {
				if o.Verdict == requirement.Fail && (except == nil || !except(name, o.Requirement)) {
					t.Errorf("%s on %s: %s\nscript: %s", name, c.ID, story(o), c.Script.JSON().JSON())
				}
			}
		}
	}
	hold("reference", p.v.side.Reference, 10*streams)
	for _, variant := range sampled(p.v.side.Variants(), 2) {
		hold(variant.ID, variant.Plant(p.v.side.Reference), streams)
	}
}

func (p *propertyStreams) faulty(t *testing.T) {
	for _, f := range sampled(p.v.side.Faults(), 1) {
		id := f.Requirements[0]
		property := strings.HasPrefix(id, "META-") && id != "META-06" && id != "META-07" || id == "ROBUST-06"
		if property && f.Expect == requirement.Fail && !p.found(t, f) {
			t.Errorf("fault %s: %s does not see it", f.ID, id)
		}
	}
}

func (p *propertyStreams) found(t *testing.T, f dialect.Fault) bool {
	answer := f.Plant(p.v.side.Reference)
	sees := func(c *dialect.Case, n int) bool {
		for _, o := range p.related(t, c, answer, n) {
			if o.Requirement == f.Requirements[0] && o.Verdict == requirement.Fail {
				return true
			}
		}
		return false
	}
	for n := range faultyStreams {
		if sees(p.stream(n), n) {
			return true
		}
	}
	for n, c := range p.v.cases {
		if !c.Heavy && c.Blame == nil && sees(p.v.request(c, p.v.encodings(c)[0]).c, n) {
			return true
		}
	}
	return false
}

func (p *propertyStreams) related(t *testing.T, c *dialect.Case, answer dialect.Answer, n int) []requirement.Outcome {
	t.Helper()
	outcomes, err := Related(p.v.side.Side, c, answer, generator.Index{Pair: c.Pair, Seed: propertiesSeed, N: n}.Pick("properties"))
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}
