package dialecttest

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// Trip is one requirement that a planted fault trips.
type Trip struct {
	Requirement string
	Verdict     requirement.Verdict
	// Case is the first one that shows it, Finding what it shows; Cases counts all.
	Case    string
	Finding requirement.Finding
	Cases   int
}

// Bench finds out the whole set of requirements that a fault trips in one pair. What the
// reference answers is known; an answer that equals it needs no judging.
type Bench struct {
	side  judge.Side
	light []*trial
	heavy []*dialect.Case
	// bound are the properties that bind the pair.
	bound []string
	// plain are cases without what a requirement is about.
	plain sync.Map
}

// trial is a fixed case in one encoding with the reference's answer, and the other forms in
// which the properties send it.
type trial struct {
	sent    *dialect.Case
	asked   asked
	control *trial
	// related: the properties look at the case in this encoding, for every fault; at the
	// others, where drawn says so, only for faults that name a property.
	drawn, related bool
	forms          func() []asked
}

// relatedStep: for a fault that names no property one case in three is held against the
// properties, since that is where the time goes.
const relatedStep = 3

type asked struct {
	input wire.Value
	right dialect.Observation
}

// NewBench asks the reference everything that faults will be asked.
func NewBench(side judge.Side, cases []*dialect.Case) *Bench {
	b := &Bench{side: side, bound: properties.Binding(side.Side)}
	v := &verifier{side: side}
	for _, c := range cases {
		if c.Heavy {
			b.heavy = append(b.heavy, c)
			continue
		}
		encodings := v.encodings(c)
		drawn := generator.Index{Pair: c.Pair}.Pick("blame " + c.ID)(len(encodings) * relatedStep)
		for i, encoding := range encodings {
			t := b.trial(c, encoding)
			t.drawn = c.Blame == nil && i == drawn%len(encodings)
			t.related = t.drawn && drawn < len(encodings)
			b.light = append(b.light, t)
		}
	}
	return b
}

func (b *Bench) trial(c *dialect.Case, encoding string) *trial {
	sent := *c.Ready()
	sent.Encoding = encoding
	input := sent.Input()
	t := &trial{sent: &sent, asked: asked{input, b.side.Reference(input)}}
	if c.Control != nil {
		t.control = b.trial(c.Control, encoding)
	}
	t.forms = sync.OnceValue(func() (forms []asked) {
		b.relate(t, t.asked.right, func(input wire.Value) dialect.Observation {
			forms = append(forms, asked{input, b.side.Reference(input)})
			return forms[len(forms)-1].right
		})
		return forms
	})
	return t
}

// relate holds an answer to the trial against the properties.
func (b *Bench) relate(t *trial, first dialect.Observation, answer dialect.Answer) []requirement.Outcome {
	index := generator.Index{Pair: b.side.Pair}
	var whole []requirement.Outcome
	outcomes, err := properties.Relate(properties.Relation{Side: b.side.Side, Case: t.sent, First: first, Sound: true,
		Pick: func(form string) dialect.Pick { return index.Pick(t.sent.ID + " " + form) },
		Observe: func(f properties.Form) (dialect.Observation, error) {
			o := answer(f.Case.Input())
			if f.Whole && !fails(whole) {
				whole = append(whole, b.excused(f.Case, b.side.Case(f.Case, &o, nil), answer)...)
			}
			return o, nil
		}})
	if err != nil {
		panic(err) // only what observes can fail, and this one cannot
	}
	return append(outcomes, whole...)
}

// Trips are the requirements that the fault trips: in the light fixed cases in each
// encoding, in their forms, and in the heavy cases where the fault names a requirement
// that they are about. By id.
func (b *Bench) Trips(f dialect.Fault) []Trip {
	r := &blameRun{bench: b, fault: f, answer: surviving(f.Plant(b.side.Reference)), trips: map[string]*Trip{},
		properties: slices.ContainsFunc(f.Requirements, b.isProperty)}
	for _, t := range b.light {
		r.light(t)
	}
	if slices.ContainsFunc(f.Requirements, b.needsHeavy) {
		for _, c := range b.heavy {
			v := &verifier{side: b.side}
			r.note(c.ID, v.run(r.answer, c, v.encodings(c)[0]))
		}
	}
	var list []Trip
	for _, t := range r.trips {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Trip) int { return strings.Compare(a.Requirement, b.Requirement) })
	return list
}

func (b *Bench) needsHeavy(id string) bool {
	return slices.ContainsFunc(b.heavy, func(c *dialect.Case) bool { return slices.Contains(c.Tests, id) })
}

func (b *Bench) isProperty(id string) bool { return slices.Contains(b.bound, id) }

// surviving turns a panic into a crash.
func surviving(answer dialect.Answer) dialect.Answer {
	return func(input wire.Value) (o dialect.Observation) {
		defer func() {
			if p := recover(); p != nil {
				o = dialect.Observation{Ending: dialect.Crashed, Reason: fmt.Sprintf("panic: %v", p)}
			}
		}()
		return answer(input)
	}
}

// blameRun is one fault on its way through all cases, in their order: some faults remember.
type blameRun struct {
	bench  *Bench
	fault  dialect.Fault
	answer dialect.Answer
	trips  map[string]*Trip
	// properties: the fault names one.
	properties bool
}

// light holds the fault against a case: its control, then the case, then its forms.
func (r *blameRun) light(t *trial) {
	var control *judge.Control
	if t.control != nil {
		o, outcomes, ok := r.look(t.control, nil)
		if !ok {
			return
		}
		control = &judge.Control{Ending: o.Ending, Outcomes: outcomes}
	}
	o, outcomes, ok := r.look(t, control)
	if !ok {
		return
	}
	r.note(t.sent.ID, outcomes)
	if !(t.related || t.drawn && r.properties) || fails(outcomes) || !r.otherwise(t, o) {
		return // a relation to a wrong answer tells nothing
	}
	if r.byChance(t) {
		r.remembers(t, "META-06")
		return
	}
	r.note(t.sent.ID, r.bench.relate(t, o, r.answer))
}

// look observes and judges. Not ok: the answer does not come back, or not from an
// implementation that has seen nothing else. That is chance or memory, and what is wrong
// follows from it.
func (r *blameRun) look(t *trial, control *judge.Control) (o dialect.Observation, outcomes []requirement.Outcome, ok bool) {
	o = r.answer(t.asked.input)
	if sameObservation(o, t.asked.right) {
		return o, nil, true
	}
	if r.bench.isProperty("META-07") && !r.same(t, o, surviving(r.fault.Plant(r.bench.side.Reference))(t.asked.input)) {
		if r.byChance(t) {
			r.remembers(t, "META-06")
		} else {
			r.remembers(t, "META-07")
		}
		return o, nil, false
	}
	return o, r.bench.excused(t.sent, r.bench.side.Case(t.sent, &o, control), r.answer), true
}

// byChance: some answers to the same input are not the same. As many as the rarest of the
// faults of META-06 needs.
func (r *blameRun) byChance(t *trial) bool {
	const answers = 5
	first := r.answer(t.asked.input)
	for range answers - 1 {
		if !r.same(t, first, r.answer(t.asked.input)) {
			return true
		}
	}
	return false
}

// same compares two answers as META-06 and META-07 do.
func (r *blameRun) same(t *trial, a, b dialect.Observation) bool {
	normal := r.bench.side.Relations.Normal
	if a.Ending != b.Ending || normal == nil || a.Ending != dialect.Done {
		return sameObservation(a, b)
	}
	return wire.Equal(normal(t.sent, &a), normal(t.sent, &b))
}

func (r *blameRun) remembers(t *trial, id string) {
	f := requirement.Finding{Message: "Alone, or another time, the answer is another."}
	r.note(t.sent.ID, []requirement.Outcome{{Requirement: id, Verdict: requirement.Fail, Findings: []requirement.Finding{f}}})
}

// excused takes back what the case without the subject of its requirement shows, too.
func (b *Bench) excused(c *dialect.Case, outcomes []requirement.Outcome, answer dialect.Answer) []requirement.Outcome {
	if c.Blame != nil {
		return outcomes
	}
	out := slices.Clone(outcomes)
	for i, o := range outcomes {
		if !judge.Excusable(o) {
			continue
		}
		for _, plain := range b.without(c, o.Requirement) {
			seen := answer(plain.asked.input)
			if seen.Ending == dialect.Done && !sameObservation(seen, plain.asked.right) {
				judged, before := b.side.Judge(plain.sent, &seen), out[i]
				out[i] = judge.Excuse(before, judged)
				judge.HandOver(out, before, judged)
			}
		}
	}
	return out
}

// without is the case without what the requirement is about. It follows from the case
// alone, so it is made once.
func (b *Bench) without(c *dialect.Case, id string) []*trial {
	key := c.ID + " " + c.Encoding + " " + id
	if forms, made := b.plain.Load(key); made {
		return forms.([]*trial)
	}
	var forms []*trial
	for _, plain := range b.side.Without(c, id) {
		input := plain.Input()
		forms = append(forms, &trial{sent: plain, asked: asked{input, b.side.Reference(input)}})
	}
	b.plain.Store(key, forms)
	return forms
}

// otherwise tells whether the fault answers any of the case's forms, or the case when
// it comes again, unlike the reference.
func (r *blameRun) otherwise(t *trial, o dialect.Observation) bool {
	return !sameObservation(o, t.asked.right) || slices.ContainsFunc(t.forms(), func(form asked) bool {
		return !sameObservation(r.answer(form.input), form.right)
	})
}

func (r *blameRun) note(id string, outcomes []requirement.Outcome) {
	for _, o := range outcomes {
		if o.Verdict != requirement.Fail && o.Verdict != requirement.Warn {
			continue
		}
		t := r.trips[o.Requirement]
		if t == nil {
			t = &Trip{Requirement: o.Requirement, Case: id}
			if len(o.Findings) > 0 {
				t.Finding = o.Findings[0]
			}
			r.trips[o.Requirement] = t
		}
		t.Verdict = requirement.Worse(t.Verdict, o.Verdict)
		t.Cases++
	}
}

func fails(outcomes []requirement.Outcome) bool {
	return slices.ContainsFunc(outcomes, func(o requirement.Outcome) bool { return o.Verdict == requirement.Fail })
}

func sameObservation(a, b dialect.Observation) bool {
	return a.Ending == b.Ending && wire.Equal(a.State, b.State) && slices.Equal(a.Omits, b.Omits) &&
		slices.EqualFunc(a.Events, b.Events, func(x, y dialect.Event) bool { return x.After == y.After && wire.Equal(x.Value, y.Value) })
}
