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
// two gives others. A variant answers one in 48 of them, all with -all.
func Repeatable(t *testing.T, d dialect.Dialect, streams int) {
	t.Helper()
	for i := range d.Sides {
		v := newVerifier(&d.Sides[i])
		t.Run(string(v.side.Role), func(t *testing.T) {
			t.Parallel()
			v.repeatable(t, v.repeated(streams))
		})
	}
}

func (v *verifier) repeatable(t *testing.T, cases []request) {
	if changed := v.changed(v.side.Reference, nil, cases); changed != "" {
		t.Errorf("the reference: %s", changed)
	}
	for n, variant := range sampled(v.side.Variants(), 1) {
		if changed := v.changed(variant.Plant(v.side.Reference), variant.Omits, someOf(cases, n)); changed != "" {
			t.Errorf("variant %s: %s", variant.ID, changed)
		}
	}
	for _, f := range append(properties.Faults(v.side.Side), v.side.Faults()...) {
		if !strings.HasPrefix(f.ID, "META-06/") && !strings.HasPrefix(f.ID, "META-07/") {
			continue
		}
		if v.changed(f.Plant(v.side.Reference), nil, cases) == "" && !v.influenced(f, cases) {
			t.Errorf("fault %s gives the same results", f.ID)
		}
	}
}

// someOf is one in 48 of the cases, another for another n; all of them with -all.
func someOf(cases []request, n int) []request {
	if All() {
		return cases
	}
	var some []request
	const step = 48
	for i := n % step; i < len(cases); i += step {
		some = append(some, cases[i])
	}
	return some
}

// influenced tells whether a case is answered wrong behind others, and right by an
// implementation that has seen nothing else: how a run finds what is never right at first.
func (v *verifier) influenced(f dialect.Fault, cases []request) bool {
	answer := f.Plant(v.side.Reference)
	fails := func(answer dialect.Answer, r request) bool {
		o := answer(r.input)
		return judge.Verdict(v.side.Case(r.c, &o, nil)) == requirement.Fail
	}
	return slices.ContainsFunc(cases, func(r request) bool {
		return fails(answer, r) && !fails(f.Plant(v.side.Reference), r)
	})
}

// repeated are the cases that are answered twice.
func (v *verifier) repeated(streams int) []request {
	var cases []request
	for _, c := range v.cases {
		if !c.Heavy && c.Blame == nil {
			cases = append(cases, v.request(c, v.encodings(c)[0]))
		}
	}
	for n := range streams {
		c := generator.Index{Pair: v.side.Pair, Seed: repeatableSeed, N: n}.Case(v.side.Side)
		cases = append(cases, v.request(c, v.encodings(c)[0]))
	}
	return cases
}

// changed answers every case, and then every case twice. It tells the first result
// that is another one, "" where there is none. What was wrong at first tells nothing.
func (v *verifier) changed(answer dialect.Answer, omits []string, cases []request) string {
	normal := func(r request) (wire.Value, dialect.Observation) {
		o := answer(r.input)
		o.Omits = omits
		if o.Ending != dialect.Done {
			return wire.Value{}, o
		}
		return v.side.Relations.Normal(r.c, &o), o
	}
	first := make([]wire.Value, len(cases))
	for i, r := range cases {
		form, o := normal(r)
		if judge.Verdict(v.side.Case(r.c, &o, nil)) != requirement.Fail {
			first[i] = form
		}
	}
	for n := range 2 * len(cases) {
		i := n / 2
		again, _ := normal(cases[i])
		if !first[i].IsAbsent() && !wire.Equal(first[i], again) {
			where, want, got := wire.FirstDifference(first[i], again)
			return fmt.Sprintf("%s: %s was %.300s and is %.300s", cases[i].c.ID, where, want.JSON(), got.JSON())
		}
	}
	return ""
}
