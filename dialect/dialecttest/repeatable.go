package dialecttest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// repeatableSeed is the seed of the streams of Repeatable.
const repeatableSeed = 7

// Repeatable holds every role against META-06 and META-07: the light cases and
// generated streams are answered, and then each of them twice more. The reference and
// every variant, however restless, give the same results; every planted fault of the
// two gives others.
func Repeatable(t *testing.T, d dialect.Dialect, streams int) {
	t.Helper()
	for i := range d.Sides {
		v := newVerifier(&d.Sides[i])
		t.Run(string(v.side.Role), func(t *testing.T) { v.repeatable(t, v.repeated(streams)) })
	}
}

func (v *verifier) repeatable(t *testing.T, cases []*dialect.Case) {
	if changed := v.changed(v.side.Reference, nil, cases); changed != "" {
		t.Errorf("the reference: %s", changed)
	}
	for _, variant := range sampled(v.side.Variants) {
		if changed := v.changed(variant.Plant(v.side.Reference), variant.Omits, cases); changed != "" {
			t.Errorf("variant %s: %s", variant.ID, changed)
		}
	}
	for _, f := range append(properties.Faults(v.side.Side), v.side.Faults...) {
		if !strings.HasPrefix(f.ID, "META-06/") && !strings.HasPrefix(f.ID, "META-07/") {
			continue
		}
		if v.changed(f.Plant(v.side.Reference), nil, cases) == "" && !v.influenced(f, cases) {
			t.Errorf("fault %s gives the same results", f.ID)
		}
	}
}

// influenced tells whether a case is answered wrong behind others, and right by an
// implementation that has seen nothing else: how a run finds what is never right at first.
func (v *verifier) influenced(f dialect.Fault, cases []*dialect.Case) bool {
	answer := f.Plant(v.side.Reference)
	fails := func(answer dialect.Answer, c *dialect.Case) bool {
		o := answer(c.Input())
		return judge.Verdict(v.side.Case(c, &o, nil)) == requirement.Fail
	}
	return slices.ContainsFunc(cases, func(c *dialect.Case) bool {
		return fails(answer, c) && !fails(f.Plant(v.side.Reference), c)
	})
}

// repeated are the cases that are answered twice.
func (v *verifier) repeated(streams int) []*dialect.Case {
	var cases []*dialect.Case
	for _, c := range v.cases {
		if !c.Heavy && c.Blame == nil {
			sent := *c.Ready()
			sent.Encoding = v.encodings(c)[0]
			cases = append(cases, &sent)
		}
	}
	for n := range streams {
		c := generator.Index{Pair: v.side.Pair, Seed: repeatableSeed, N: n}.Case(v.side.Side)
		c.Encoding = v.encodings(c)[0]
		cases = append(cases, c)
	}
	return cases
}

// changed answers every case, and then every case twice. It tells the first result
// that is another one, "" where there is none. What was wrong at first tells nothing.
func (v *verifier) changed(answer dialect.Answer, omits []string, cases []*dialect.Case) string {
	normal := func(c *dialect.Case) (wire.Value, dialect.Observation) {
		o := answer(c.Input())
		o.Omits = omits
		if o.Ending != dialect.Done {
			return wire.Value{}, o
		}
		return v.side.Relations.Normal(c, &o), o
	}
	first := make([]wire.Value, len(cases))
	for i, c := range cases {
		form, o := normal(c)
		if judge.Verdict(v.side.Case(c, &o, nil)) != requirement.Fail {
			first[i] = form
		}
	}
	for n := range 2 * len(cases) {
		i := n / 2
		c := cases[i]
		again, _ := normal(c)
		if !first[i].IsAbsent() && !wire.Equal(first[i], again) {
			where, want, got := wire.FirstDifference(first[i], again)
			return fmt.Sprintf("%s: %s was %.300s and is %.300s", c.ID, where, want.JSON(), got.JSON())
		}
	}
	return ""
}
