package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

const pass, warn, fail = requirement.Pass, requirement.Warn, requirement.Fail

// missed is an outcome with a finding for each letter: m of a MUST clause, s of a SHOULD clause.
func missed(id string, v requirement.Verdict, levels string) requirement.Outcome {
	o := requirement.Outcome{Requirement: id, Verdict: v}
	for _, l := range levels {
		f := requirement.Finding{Requirement: id, Level: requirement.Must, Message: string(l)}
		if l == 's' {
			f.Level = requirement.Should
		}
		o.Findings = append(o.Findings, f)
	}
	return o
}

// A profile gives each outcome its verdict, and leaves what does not count out.
func TestProfiled(t *testing.T) {
	for _, c := range []struct {
		profile string
		verdict requirement.Verdict
		levels  string
		want    requirement.Verdict
		kept    string
	}{
		{Core, fail, "sms", fail, "m"},
		{Core, fail, "s", pass, ""}, // in another profile it counted as a failure
		{Core, warn, "s", pass, ""},
		{Core, warn, "sm", fail, "m"},
		{Core, requirement.Unobserved, "", requirement.Unobserved, ""},
		{Core, pass, "", pass, ""},
		{Full, warn, "s", warn, "s"},
		{Full, fail, "ms", fail, "ms"},
		{Strict, warn, "s", fail, "s"},
		{Strict, fail, "m", fail, "m"},
		{Strict, pass, "", pass, ""},
	} {
		o := profiled(missed("X-01", c.verdict, c.levels), c.profile)
		var kept strings.Builder
		for _, f := range o.Findings {
			kept.WriteString(f.Message)
		}
		if o.Verdict != c.want || kept.String() != c.kept {
			t.Errorf("%s, %s with %q: %s with %q", c.profile, c.verdict, c.levels, o.Verdict, kept.String())
		}
	}
}

// Whatever was selected, who dies or hangs is told; that one survives is told only where it was asked.
func TestWhatCountsUnasked(t *testing.T) {
	side := catalogue.New().Sides[0]
	for _, c := range []struct {
		name     string
		outcomes []requirement.Outcome
		want     []requirement.Verdict
	}{
		{"a crash", []requirement.Outcome{missed(judge.Always()[0], fail, "m")}, []requirement.Verdict{fail}},
		{"a missed deadline", []requirement.Outcome{missed(judge.Always()[1], fail, "m")}, []requirement.Verdict{fail}},
		{"survival", []requirement.Outcome{{Requirement: judge.Always()[0], Verdict: pass}}, nil},
		{"survival behind a crash", []requirement.Outcome{missed(judge.Always()[0], fail, "m"),
			{Requirement: judge.Always()[0], Verdict: pass}}, []requirement.Verdict{fail}},
		{"a line that was not selected", []requirement.Outcome{missed("ROBUST-03", fail, "m")}, nil},
	} {
		k := newTally(&Plan{Sides: []PlannedSide{{Side: side}}}, Full)
		var got []requirement.Verdict
		for _, o := range k.sift(side.Pair, c.outcomes) {
			got = append(got, o.Verdict)
		}
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
			t.Errorf("%s: %v", c.name, got)
		}
		due := len(c.want) > 0
		if o := (&Outcome{tally: k}); o.Due(requirement.Requirement{ID: c.outcomes[0].Requirement}, side.Pair) != due {
			t.Errorf("%s: a verdict is due: %v", c.name, !due)
		}
	}
}

// A verdict that nobody told, or that was told otherwise than was observed, leaves the run
// incomplete, beside whatever else does.
func TestWhatIsNotToldIsMissing(t *testing.T) {
	side := catalogue.New().Sides[0]
	plan := &Plan{Sides: []PlannedSide{{Side: side, Judged: map[string]bool{"META-06": true, "META-07": true}}}}
	for _, c := range []struct {
		name, before, want string
		drop, change       bool
		rows               int
	}{
		{name: "all told", rows: 2},
		{name: "all told of an incomplete run", before: "a pair ended", want: "a pair ended", rows: 2},
		{name: "one left out", drop: true, want: "no verdict was told of META-07 (" + side.Pair.String() + ")", rows: 1},
		{name: "one told otherwise", change: true, want: "no verdict was told of META-06 (" + side.Pair.String() + ")", rows: 1},
		{name: "one left out of an incomplete run", before: "a pair ended", drop: true,
			want: "a pair ended; no verdict was told of META-07 (" + side.Pair.String() + ")", rows: 1},
	} {
		r := &reports.Result{Complete: c.before == "", Incomplete: c.before}
		o := &Outcome{Result: r, tally: newTally(plan, Full)}
		rows := o.Rows()
		if c.change {
			rows[0].Verdict = pass
		}
		if c.drop {
			rows = rows[:1]
		}
		o.Tell(rows)
		if r.Incomplete != c.want || r.Complete != (c.want == "") || len(r.Requirements) != c.rows || r.Summary.Unobserved != c.rows {
			t.Errorf("%s: complete %v, %q, %d rows, %+v", c.name, r.Complete, r.Incomplete, len(r.Requirements), r.Summary)
		}
	}
}

// restarted is an implementation of which only the incidents are known.
type restarted struct {
	Implementation
	incidents []driver.Incident
}

func (r restarted) Incidents() []driver.Incident { return r.incidents }

// A restart that gave another adapter is an adapter error; other incidents are told elsewhere.
func TestAnotherHelloIsAnAdapterError(t *testing.T) {
	s := &session{observer: &observer{impl: restarted{incidents: []driver.Incident{
		{Kind: "a crash", Reason: "no"}, {Kind: driver.OtherHello, Reason: "says concurrency 2", Stderr: "hi"}}}}}
	got := s.adapterErrors([]driver.AdapterError{{Kind: "unknown id", Case: "x/consumer/a"}})
	if len(got) != 2 || got[0].Kind != "unknown id" || got[1].Kind != driver.OtherHello || got[1].Bytes != "says concurrency 2" ||
		got[1].Stderr != "hi" {
		t.Errorf("%+v", got)
	}
}

// Evidence is bounded: the first 200 events, and no value of more than 16 KiB.
func TestEvidenceIsBounded(t *testing.T) {
	c := catalogue.New().Sides[0].Cases()[0].Ready()
	for n, cut := range map[int]bool{0: false, 200: false, 201: true} {
		seen := dialect.Observation{State: wire.Str(strings.Repeat("a", evidenceLimit)), Events: make([]dialect.Event, n)}
		e := evidence(&judgedCase{c: c, seen: seen})
		if e.Cut != cut || len(e.Events) != min(n, 200) {
			t.Errorf("of %d events there are %d, cut %v", n, len(e.Events), e.Cut)
		}
		if text := e.State.Text(); !strings.HasSuffix(text, "… (16386 bytes in all)") || len(text) > 600 {
			t.Errorf("%d bytes: %.100s", len(text), text)
		}
	}
	if v := wire.Str(strings.Repeat("a", evidenceLimit-2)); !wire.Equal(bounded(v), v) {
		t.Error("what is as long as may be is cut")
	}
}

// Only a refusal that a line in question forbids counts towards the end of a pair: a right
// implementation may refuse as many cases as it likes of those that may be refused.
func TestWhichRefusalsCount(t *testing.T) {
	side := &PlannedSide{Side: catalogue.New().Sides[0], Judged: map[string]bool{"X-01": true}}
	for _, c := range []struct {
		name    string
		ending  dialect.Ending
		trying  bool
		outcome requirement.Outcome
		ends    bool
	}{
		{"a refusal that is wrong", dialect.Rejected, false, missed("X-01", fail, "m"), true},
		{"a refusal that is right", dialect.Rejected, false, missed("X-01", pass, ""), false},
		{"a refusal that misses a SHOULD", dialect.Rejected, false, missed("X-01", warn, "s"), false},
		{"a refusal that misses what is not in question", dialect.Rejected, false, missed("X-02", fail, "m"), false},
		{"a refusal of a stream made smaller", dialect.Rejected, true, missed("X-01", fail, "m"), false},
		{"a wrong answer", dialect.Done, false, missed("X-01", fail, "m"), false},
	} {
		g := newGate(Limits{Refusals: 1})
		k := &trial{observer: &observer{gate: g}, side: side, index: 1, trying: c.trying}
		k.countRefusal(&judgedCase{c: &dialect.Case{Pair: side.Pair}, side: side, seen: dialect.Observation{Ending: c.ending},
			outcomes: []requirement.Outcome{c.outcome}})
		if _, open := g.begin(t.Context(), &trial{index: 9, side: side}); open == c.ends {
			t.Errorf("%s: what comes behind it begins: %v", c.name, open)
		}
	}
}

// A case is sent in each encoding of its pair, a heavy one in the first only, and one that
// names its encoding in that, where the implementation takes it.
func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		name  string
		takes []string
		sent  dialect.Case
		want  []string
	}{
		{"any case", []string{"sse", "events", "ndjson"}, dialect.Case{ID: "a"}, []string{"a@sse", "a", "a@ndjson"}},
		{"a heavy one", []string{"sse", "ndjson"}, dialect.Case{ID: "a", Heavy: true}, []string{"a@sse"}},
		{"one of its own encoding", []string{"sse", "ndjson"}, dialect.Case{ID: "a", Encoding: "ndjson"}, []string{"a"}},
		{"a heavy one of its own encoding", []string{"sse", "ndjson"}, dialect.Case{ID: "a", Encoding: "ndjson", Heavy: true},
			[]string{"a"}},
		{"one in no encoding that is taken", []string{"sse"}, dialect.Case{ID: "a", Encoding: "ndjson"}, nil},
		{"one of a pair without encodings", []string{""}, dialect.Case{ID: "a"}, []string{"a"}},
	} {
		var got []string
		for _, sent := range (&PlannedSide{Encodings: c.takes}).encoded(&c.sent) {
			got = append(got, sent.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// A pair that missed two deadlines more than it may is stopped in whatever it does; what was judged before counts
// as far as the pair's end.
func TestAPairThatIsOver(t *testing.T) {
	a, b := dialect.Pair{Dialect: "x", Role: dialect.Consumer}, dialect.Pair{Dialect: "x", Role: dialect.Producer}
	g := newGate(Limits{Timeouts: 3})
	at := func(index int, p dialect.Pair) *trial {
		return &trial{side: &PlannedSide{Side: &catalogue.Side{Side: judge.Side{Side: &dialect.Side{Pair: p}}}}, index: index}
	}
	running, other := at(1, a), at(2, b)
	ctx, _ := g.begin(context.Background(), running)
	if _, open := g.begin(context.Background(), other); !open {
		t.Fatal("it did not begin")
	}
	for n := range 3 + beforeTheEnd {
		if ctx.Err() != nil || g.whyOver(a) != "" {
			t.Fatalf("stopped after %d", n)
		}
		g.count(event{index: 20 - n, pair: a, kind: missedDeadline})
		g.count(event{index: 20 - n, pair: a, kind: crash})
		g.count(event{index: 30 + n, pair: a, kind: missedDeadline, heavy: true})
	}
	if _, open := g.begin(context.Background(), at(3, a)); open || !errors.Is(context.Cause(ctx), errLeftOut) {
		t.Errorf("it goes on: %t, %v", open, context.Cause(ctx))
	}
	if g.leftOut(running) != "" || g.leftOut(at(19, a)) == "" || g.whyOver(a) != "3 missed deadlines (--max-timeouts)" {
		t.Errorf("the first is left out: %q; why: %q", g.leftOut(running), g.whyOver(a))
	}
	if _, open := g.begin(context.Background(), at(4, b)); !open || g.whyOver(b) != "" {
		t.Error("the other pair is over, too")
	}
}

// Which incidents count as what, and whose deaths don't.
func TestWhatIsATrouble(t *testing.T) {
	for _, k := range []struct {
		incident driver.Incident
		kind     trouble
		counts   bool
	}{
		{driver.Incident{Kind: driver.UnreproducedTimeout}, missedDeadline, true},
		{driver.Incident{Kind: driver.UnreproducedCrash}, crash, true},
		{driver.Incident{Kind: driver.CrashBetween}, crash, true},
		{driver.Incident{Kind: driver.OtherHello}, 0, false},
		{driver.Incident{Kind: driver.UnreproducedCrash, CutOff: true}, 0, false},
	} {
		if kind, counts := troubleOf(k.incident); kind != k.kind || counts != k.counts {
			t.Errorf("%+v: %d, %t", k.incident, kind, counts)
		}
	}
	for level, want := range map[requirement.Level]int{requirement.Must: 2, should: 0} {
		o := newObserver(stiff{}, 0, Limits{}, &Plan{})
		c := &dialect.Case{ID: "x/consumer/big", Blame: &dialect.Blame{Requirement: "ROBUST-03", Level: level}}
		for _, ending := range []dialect.Ending{dialect.Crashed, dialect.TimedOut, dialect.Done, dialect.Rejected} {
			o.count(&trial{index: 1}, c, ending)
		}
		if len(o.gate.events) != want {
			t.Errorf("%s: %+v", level, o.gate.events)
		}
	}
}

// A generated stream is one run of each property that it shows something of, at its worst.
func TestRunsOfAProperty(t *testing.T) {
	p := dialect.Pair{Dialect: "x", Role: dialect.Consumer}
	tally := &tally{properties: map[key]*property{}}
	tally.run(p, []requirement.Outcome{missed("A", pass, ""), missed("B", pass, ""), missed("B", fail, "m"), missed("B", pass, ""),
		missed("C", requirement.Unobserved, ""), missed("D", warn, "s")})
	tally.run(p, []requirement.Outcome{missed("A", pass, ""), missed("C", requirement.Skip, "")})
	want := map[string]property{"A": {2, 0, pass}, "B": {1, 1, fail}, "D": {1, 1, warn}}
	for _, id := range []string{"A", "B", "C", "D"} {
		var got property
		if have := tally.properties[key{id, p}]; have != nil {
			got = *have
		}
		if got != want[id] {
			t.Errorf("%s: %+v, not %+v", id, got, want[id])
		}
	}
}

// What takes long to start is given up for fewer crashes, unless somebody asked for so many.
func TestCrashesOfWhatStartsSlowly(t *testing.T) {
	for took, want := range map[time.Duration]int{0: 20, 100 * time.Millisecond: 20, 750 * time.Millisecond: 20, time.Second: 15,
		2 * time.Second: 7, time.Minute: 1} {
		if got := DefaultLimits().forStarts(took); got.Crashes != want || got.Timeouts != DefaultLimits().Timeouts {
			t.Errorf("with %s to start the limits are %+v", took, got)
		}
		if got := (Limits{Crashes: 30}).forStarts(took); got.Crashes != 30 {
			t.Errorf("with %s to start, %d crashes were asked for and %d are allowed", took, 30, got.Crashes)
		}
	}
}

// stiff is an implementation that can be renewed, in its time.
type stiff struct {
	Implementation
	took time.Duration
}

func (s stiff) Renewable() bool     { return true }
func (s stiff) Hello() driver.Hello { return driver.Hello{Took: s.took} }

func (s stiff) Errors() []driver.AdapterError { return nil }
func (s stiff) Incidents() []driver.Incident  { return nil }

// Second looks have processes of their own for ten seconds.
func TestFreshLooksOfWhatStartsSlowly(t *testing.T) {
	for took, want := range map[time.Duration]int{0: 100, 100 * time.Millisecond: 100, time.Second: 10,
		3 * time.Second: 3, time.Minute: 1} {
		s := &session{observer: &observer{impl: stiff{took: took}}}
		got, had := 0, 0
		for range 100 {
			if s.renewable(&had) {
				got++
			}
		}
		if got != want {
			t.Errorf("with %s to start, %d looks have a process of their own; %d were expected", took, got, want)
		}
	}
}

// What takes longer to start after a crash than it did at first is given up for fewer crashes, too.
func TestCrashesOfWhatComesBackSlowly(t *testing.T) {
	side := &PlannedSide{Side: catalogue.New().Sides[0]}
	c := side.Side.Cases()[0]
	slow := &stiff{}
	o := newObserver(slow, 0, DefaultLimits(), &Plan{Sides: []PlannedSide{*side}})
	for index := 1; index <= 3; index++ {
		o.count(&trial{index: index, side: side}, c, dialect.Crashed)
		if _, over := o.gate.pairs[c.Pair]; over != (index == 3) {
			t.Errorf("given up after %d crashes: %t", index, over)
		}
		slow.took = 5 * time.Second
	}
}
