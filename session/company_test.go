package session_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// upset is an implementation of which incidents are told; Again comes when the same requests are
// sent side by side once more.
type upset struct {
	driver.Implementation
	mu    sync.Mutex
	list  []driver.Incident
	again *driver.Incident
	sent  []string
	// dies: so does what is sent in company.
	dies bool
}

func (u *upset) Incidents() []driver.Incident {
	u.mu.Lock()
	defer u.mu.Unlock()
	return append([]driver.Incident{}, u.list...)
}

func (u *upset) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if _, form := dialect.CutForm(r.ID); form == properties.Company {
		u.mu.Lock()
		if u.sent = append(u.sent, r.ID); u.again != nil {
			u.list, u.again = append(u.list, *u.again), nil
		}
		u.mu.Unlock()
		if u.dies {
			return dialect.Observation{Ending: dialect.Crashed, Reason: "for test"}
		}
	}
	return u.Implementation.Observe(ctx, r)
}

// What befell several in flight, and none of them alone, is told: a death at once, a missed deadline where
// it is missed again in the same company, or was missed more than twice.
func TestWhatBefellSeveral(t *testing.T) {
	cat := built()
	side := cat.Side(blocksConsumer)
	cases := side.Cases()[:2]
	incident := func(kind string, requests int) driver.Incident {
		i := driver.Incident{Kind: kind, Reason: "something", Stderr: "Traceback"}
		for _, c := range cases[:requests] {
			i.Cases = append(i.Cases, c.ID)
			i.Requests = append(i.Requests, driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input()})
		}
		return i
	}
	late := incident(driver.UnreproducedTimeout, 2)
	for _, k := range []struct {
		name  string
		list  []driver.Incident
		again *driver.Incident
		// line that is missed, "" for none; the row that says so, and the words in it.
		line, row, says string
		sent            int
		complete        bool
	}{
		{"nothing", nil, nil, "", "", "", 0, true},
		{"a missed deadline, and not again", []driver.Incident{late}, nil, "", "", "", 2, false},
		{"a missed deadline, and again", []driver.Incident{late}, &late, "ROBUST-02", cases[0].ID, "each is answered alone", 2, true},
		{"two missed deadlines, and none again", []driver.Incident{late, late}, nil, "", "", "", 4, false},
		{"two missed deadlines, one again", []driver.Incident{late, late}, &late, "ROBUST-02", cases[0].ID, "answered alone", 2, true},
		{"three missed deadlines", []driver.Incident{late, late, late}, nil, "ROBUST-02", cases[0].ID, "each is answered alone", 0, true},
		{"a crash", []driver.Incident{incident(driver.UnreproducedCrash, 2)}, nil, "ROBUST-01", cases[0].ID, "not come back", 0, true},
		{"a crash between cases", []driver.Incident{incident(driver.CrashBetween, 0)}, nil, "ROBUST-01",
			"content-blocks/consumer/between-cases", "crash between cases", 0, true},
		{"a crash among what no plan has", []driver.Incident{{Kind: driver.UnreproducedCrash, Reason: "something", Stderr: "Traceback",
			Cases: []string{"content-blocks/consumer/elsewhere"}}}, nil, "ROBUST-01", "content-blocks/consumer/elsewhere", "elsewhere", 0,
			true},
	} {
		impl := &upset{Implementation: implementation(side, nil, nil), list: k.list, again: k.again}
		ids := []string{cases[0].ID, cases[1].ID}
		r := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: ids, Encodings: []string{"events"}},
			Limits: session.Limits{Timeouts: -1, Crashes: -1, AdapterErrors: -1, Refusals: -1}}).Result
		found := 0
		for _, c := range r.Cases {
			for _, f := range c.Findings {
				found++
				if f.Requirement != k.line || c.ID != k.row || !strings.Contains(f.Message, k.says) ||
					f.Actual.Get("stderr").Text() != "Traceback" {
					t.Errorf("%s: %s misses %s: %s %s", k.name, c.ID, f.Requirement, f.Message, f.Actual.JSON())
				}
			}
			if len(c.Findings) > 0 && len(k.list[0].Requests) > 1 && !strings.Contains(c.Replay, "--case "+ids[0]+" --case "+ids[1]) {
				t.Errorf("%s: replayed by %s", k.name, c.Replay)
			}
		}
		if want := min(1, len(k.line)) * len(k.list); found != want {
			t.Errorf("%s: %d findings, not %d", k.name, found, want)
		}
		if r.Complete != k.complete || !k.complete && !strings.Contains(r.Incomplete, "is the machine busy?") {
			t.Errorf("%s: complete %t, %s", k.name, r.Complete, r.Incomplete)
		}
		if len(impl.sent) != k.sent {
			t.Errorf("%s: sent in company: %q", k.name, impl.sent)
		}
	}
}

// What dies when it is sent in company once more is told of that form.
func TestADeathInCompany(t *testing.T) {
	cat := built()
	side := cat.Side(blocksConsumer)
	c := side.Cases()[0]
	impl := &upset{Implementation: implementation(side, nil, nil), dies: true, list: []driver.Incident{{Kind: driver.UnreproducedTimeout,
		Reason: "something", Cases: []string{c.ID}, Requests: []driver.Request{{ID: c.ID, Pair: c.Pair, Input: c.Input()}}}}}
	o := session.Options{Selection: reports.Selection{Cases: []string{c.ID}, Encodings: []string{"events"}}}
	r := run(t, cat, impl, o).Result
	if got := missing(r, "+"+properties.Company); len(got) != 1 || got[0] != "ROBUST-01" {
		t.Errorf("in company it misses %q", got)
	}
	if strings.Contains(r.Incomplete, "no row tells") {
		t.Error(r.Incomplete)
	}
}

// What hangs once, with others in flight that go on, is told as a hang and not as a doubt: others pass it.
func TestAHangThatOthersPass(t *testing.T) {
	t.Parallel()
	cat := built()
	side := cat.Side(dialect.Pair{Dialect: "stage-events", Role: dialect.Consumer})
	for _, transport := range []string{"stdin", "http"} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel() // it waits for deadlines
			impl, done := reach(t, cat, side, "hundredth/hangs", transport)
			r := sabotagedRun(t, cat, side, &counted{Implementation: impl}, "hundredth", "hangs")
			if got := missing(r, side.Pair.String()); !done() || len(got) != 1 || got[0] != "ROBUST-02" {
				t.Errorf("it misses %q; incomplete: %s", got, r.Incomplete)
			}
		})
	}
}

// cutShort is an implementation of which something is told that was not followed up.
type cutShort struct {
	driver.Implementation
	told driver.Incident
	// ending of what is sent with its ids renamed.
	ending dialect.Ending
}

func (c *cutShort) Incidents() []driver.Incident { return []driver.Incident{c.told} }

func (c *cutShort) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if _, form := dialect.CutForm(r.ID); form == properties.Renamed && c.ending != dialect.Done {
		return dialect.Observation{Ending: c.ending, Reason: "for test"}
	}
	return c.Implementation.Observe(ctx, r)
}

// What happened with several cases in flight, and was not followed up since the pair was given up,
// is told of them only where nothing else tells it: the first of them may be innocent.
func TestWhatWasNotFollowedUp(t *testing.T) {
	cat := built()
	side := cat.Side(blocksConsumer)
	innocent := side.Cases()[0].ID
	for kind, k := range map[string]struct {
		ending dialect.Ending
		line   string
	}{
		driver.UnreproducedCrash:   {dialect.Crashed, "ROBUST-01"},
		driver.UnreproducedTimeout: {dialect.TimedOut, "ROBUST-02"},
	} {
		for _, ending := range []dialect.Ending{dialect.Done, k.ending} {
			incident := driver.Incident{Kind: kind, CutOff: true, Reason: "something", Cases: []string{innocent},
				Requests: []driver.Request{{ID: innocent, Pair: side.Pair}}}
			impl := &cutShort{implementation(side, nil, nil), incident, ending}
			r := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: []string{innocent}}}).Result
			told := ""
			for _, c := range r.Cases {
				for _, f := range c.Findings {
					if f.Requirement == k.line && strings.Contains(f.Message, "not all run again") {
						told = c.ID
					}
				}
			}
			switch {
			case strings.Contains(r.Incomplete, "busy"):
				t.Errorf("%s: it is looked for once more: %s", kind, r.Incomplete)
			case ending == dialect.Done && told != innocent:
				t.Errorf("%s: nothing else tells it, and it is told of %q", kind, told)
			case ending != dialect.Done && (told != "" || !slices.Contains(missing(r, "+"+properties.Renamed), k.line)):
				t.Errorf("%s: it is told of %q, though forms are known that do it", kind, told)
			}
		}
	}
}

// fickle refuses the requests whose id ends in a form.
type fickle struct {
	driver.Implementation
	form    string
	refused atomic.Int64
	// empty: it answers with nothing instead; but: it refuses all other forms instead.
	empty, but bool
}

func (f *fickle) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if _, form := dialect.CutForm(r.ID); (form == f.form) != f.but {
		f.refused.Add(1)
		if f.empty {
			return dialect.Observation{Ending: dialect.Done, State: wire.Obj()}
		}
		return dialect.Observation{Ending: dialect.Rejected, Reason: "not this time"}
	}
	return f.Implementation.Observe(ctx, r)
}

// Where a case may be refused or answered, one that is answered must not be refused when the
// same comes again: that is another result.
func TestARefusalWhereAnAnswerWasGiven(t *testing.T) {
	t.Parallel()
	cat := built()
	tried := map[string]int{}
	for _, side := range cat.Sides {
		c := refusable(side)
		if c == nil {
			continue
		}
		for form, line := range map[string]string{
			properties.Again: "META-06", properties.Before: "META-07", properties.Beside: "META-07", properties.ReadsOne: "META-01",
			properties.Renamed: "META-02", properties.Strewn: "META-04",
		} {
			impl := &fickle{Implementation: implementation(side, nil, nil), form: form}
			o := session.Options{Selection: reports.Selection{Cases: []string{c.ID}}}
			r := run(t, cat, impl, o).Result
			if impl.refused.Load() == 0 {
				continue
			}
			tried[form]++
			if got := missing(r, c.ID); !slices.Contains(got, line) {
				t.Errorf("%s is refused %s: it misses %q, %s was expected", c.ID, form, got, line)
			}
		}
	}
	for _, form := range []string{properties.Again, properties.Before, properties.Beside, properties.ReadsOne, properties.Renamed} {
		if tried[form] == 0 {
			t.Errorf("nothing was refused %s", form)
		}
	}
}

// Nor must one that is refused be answered when the same comes again, however right that answer is.
func TestAnAnswerWhereARefusalWasGiven(t *testing.T) {
	cat := built()
	tried := 0
	for _, side := range cat.Sides {
		c := refusable(side)
		if c == nil {
			continue
		}
		for _, form := range []string{"", properties.Again, properties.Before, properties.Beside} {
			impl := &fickle{Implementation: implementation(side, nil, nil), form: form, but: form != ""}
			r := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: []string{c.ID}}}).Result
			tried++
			if got := missing(r, c.ID); !slices.Contains(got, "META-06") && !slices.Contains(got, "META-07") {
				t.Errorf("%s is refused, but for %q (or the other way round): it misses %q", c.ID, form, got)
			}
		}
	}
	if tried == 0 {
		t.Error("no pair has a case that may be refused")
	}
}

// The first answer of all may hold nothing: that is another result than what the same gives later.
func TestAnEmptyAnswerBeforeAllOthers(t *testing.T) {
	cat := built()
	for _, side := range cat.Sides {
		if side.Role == loop.Agent { // its requests are what is judged
			continue
		}
		all := side.Cases()
		c := all[slices.IndexFunc(all, func(c *dialect.Case) bool {
			return !c.Heavy && c.Blame == nil && c.Script != nil && c.Script.Len() > 1 && c.Class == dialect.Valid
		})]
		for _, form := range []string{properties.Before, properties.Again, properties.Beside} {
			impl := &fickle{Implementation: implementation(side, nil, nil), form: form, empty: true}
			r := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: []string{c.ID}}}).Result
			if got := missing(r, c.ID); impl.refused.Load() > 0 && len(got) == 0 {
				t.Errorf("%s is answered with nothing %s, and misses nothing", c.ID, form)
			}
		}
	}
}

// refusable is a case of a pair that may be refused as well as answered; nil where there is none.
func refusable(side *catalogue.Side) *dialect.Case {
	if side.Loud == nil || side.Relations.Normal == nil {
		return nil
	}
	for _, c := range side.Cases() {
		if c.Heavy || c.Blame != nil || c.Script == nil || c.Script.Len() < 2 || len(c.Tests) == 0 ||
			strings.HasPrefix(c.Tests[0], "FRAME-") {
			continue
		}
		refusal := dialect.Observation{Ending: dialect.Rejected, Reason: "not this time"}
		if judge.Verdict(side.Case(c, &refusal, nil)) == requirement.Fail { // this first: it is told soon
			continue
		}
		answer := side.Reference(c.Input())
		first, again := side.Relations.Normal(c, &answer), side.Heard(refusal)
		if answer.Ending == dialect.Done && judge.Sound(side.Case(c, &answer, nil)) && !first.IsAbsent() &&
			!side.Relations.Normal(c, &again).IsAbsent() {
			return c
		}
	}
	return nil
}

// tattler tells of adapter errors after the answers.
type tattler struct {
	driver.Implementation
	errors []driver.AdapterError
}

func (t *tattler) Errors() []driver.AdapterError { return t.errors }

// An adapter error takes back the answer of its case, however right it was, and no other's.
func TestAnAnswerThatIsTakenBack(t *testing.T) {
	side := built().Side(blocksConsumer)
	first, second := side.Cases()[0].ID, side.Cases()[1].ID
	impl := &tattler{implementation(side, nil, nil), []driver.AdapterError{{Kind: "second ending", Case: first}}}
	r := run(t, built(), impl, session.Options{Selection: reports.Selection{Cases: []string{first, second},
		Encodings: []string{"events"}}}).Result
	want := map[string]requirement.Verdict{first: requirement.Unobserved, second: requirement.Pass}
	for _, c := range r.Cases {
		if c.Verdict != want[c.ID] {
			t.Errorf("%s: %s", c.ID, c.Verdict)
		}
	}
	if r.Complete || len(r.AdapterErrors) != 1 || len(r.Cases) != 2 {
		t.Errorf("%s; %+v; %d cases", r.Incomplete, r.AdapterErrors, len(r.Cases))
	}
}

// sleeper is an implementation that dies, or talks, behind its last answer.
type sleeper struct {
	*upset
	*tattler
	rested bool
}

func (s *sleeper) Hello() driver.Hello { return s.upset.Hello() }
func (s *sleeper) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	return s.upset.Implementation.Observe(ctx, r)
}
func (s *sleeper) Gone() string         { return "" }
func (s *sleeper) Close() error         { return nil }
func (s *sleeper) Renewable() bool      { return false }
func (s *sleeper) Rest(context.Context) { s.rested = true }

func (s *sleeper) Incidents() []driver.Incident {
	if !s.rested {
		return nil
	}
	return s.upset.Incidents()
}

func (s *sleeper) Errors() []driver.AdapterError {
	if !s.rested {
		return nil
	}
	return s.tattler.Errors()
}

// What comes behind the last answer is told in the result.
func TestWhatComesBehindTheLastAnswer(t *testing.T) {
	side := catalogue.New().Side(blocksConsumer)
	last := side.Cases()[0].ID
	impl := &sleeper{upset: &upset{Implementation: implementation(side, nil, nil),
		list: []driver.Incident{{Kind: driver.CrashBetween, Cases: []string{last}, Reason: "exit status 3"}}},
		tattler: &tattler{errors: []driver.AdapterError{{Kind: "not a JSON object", Around: []string{last}}}}}
	one := reports.Selection{Cases: []string{last}, Encodings: []string{"events"}}
	r := run(t, catalogue.New(), impl, session.Options{Selection: one}).Result
	if got := missing(r, last); !slices.Contains(got, "ROBUST-01") || r.Complete || len(r.AdapterErrors) != 1 {
		t.Errorf("it misses %q, and has %+v: %s", got, r.AdapterErrors, r.Incomplete)
	}
}
