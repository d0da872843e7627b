package host_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/agents"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/host"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// sides are the agents' sides.
func sides() (list []dialect.Side) {
	for _, d := range dialects.All() {
		for _, s := range d.Sides {
			if s.Role == loop.Agent {
				list = append(list, s)
			}
		}
	}
	return list
}

func beside(t *testing.T, answers map[dialect.Pair]dialect.Answer) driver.Implementation {
	t.Helper()
	info := adapter.Info{Implementation: wire.ParseString(`{"name":"agent","version":"1"}`), Concurrency: 8}
	for p := range answers {
		info.Supports = append(info.Supports, adapter.Support{Dialect: p.Dialect, Role: p.Role})
	}
	impl := host.Beside(driver.InProcess(info, answers), dialects.Endpoints(), host.Place{})
	t.Cleanup(func() {
		if err := impl.Close(); err != nil {
			t.Error(err)
		}
	})
	return impl
}

// Behind a socket an agent is judged as it is in memory.
func TestAgentsAreServed(t *testing.T) {
	answers := map[dialect.Pair]dialect.Answer{}
	for _, s := range sides() {
		answers[s.Pair] = s.Reference
	}
	impl := beside(t, answers)
	for _, s := range sides() {
		for _, c := range s.Cases() {
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				o := impl.Observe(context.Background(), driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input()})
				inMemory := s.Reference(c.Input())
				if o.Ending != dialect.Done || len(o.Events) == 0 || len(o.Events) != len(inMemory.Events) {
					t.Fatalf("%s: %d requests, %d in memory", o.Ending, len(o.Events), len(inMemory.Events))
				}
				for _, out := range (judge.Side{Side: &s}).Case(c, &o, nil) {
					if out.Verdict == requirement.Fail || out.Verdict == requirement.Warn {
						t.Errorf("%s: %v", out.Requirement, out.Findings)
					}
				}
			})
		}
	}
}

// An agent gets an address and its tools, and never the answers.
func TestWhatAnAgentIsTold(t *testing.T) {
	pair := dialect.Pair{Dialect: "openai-chat", Role: loop.Agent}
	var got wire.Value
	impl := beside(t, map[dialect.Pair]dialect.Answer{pair: func(input wire.Value) dialect.Observation {
		got = input
		return dialect.Observation{State: wire.Obj(), Events: []dialect.Event{{Value: wire.Str("an adapter's own")}}}
	}})
	c := sides()[0].Cases()[0]
	o := impl.Observe(context.Background(), driver.Request{ID: c.ID, Pair: pair, Input: c.Input()})
	if len(o.Events) != 0 {
		t.Errorf("events that the adapter told count as requests: %v", o.Events)
	}
	address := got.Get("baseUrl").Text()
	if !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.HasSuffix(address, "/c/1/v1") || got.Has("conversation") ||
		got.Get("tools").Len() == 0 || got.Get("prompt").Text() == "" {
		t.Errorf("the agent is told %s", got.JSON())
	}
}

// A planted fault is found behind a socket, too.
func TestFaultsAreFoundBehindASocket(t *testing.T) {
	for _, s := range sides()[:1] {
		faults := agents.Implementation(agents.Chat()).Faults(s.Pair, dialects.Endpoints()[0])
		for n, f := range append(faults, survival(&s)...) {
			if n%3 != 0 && !dialecttest.All() {
				continue // in memory each of them is tried
			}
			impl := beside(t, map[dialect.Pair]dialect.Answer{s.Pair: f.Plant(s.Reference)})
			worst := requirement.Unobserved
			for _, c := range testingFirst(s.Cases(), f.Requirements[0]) {
				if worst == requirement.Fail {
					break
				}
				o := impl.Observe(context.Background(), driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input()})
				for _, out := range (judge.Side{Side: &s}).Case(c, &o, nil) {
					if out.Requirement == f.Requirements[0] {
						worst = requirement.Combine(worst, out.Verdict)
					}
				}
			}
			if worst != f.Expect {
				t.Errorf("%s: %s, %s was expected", f.ID, worst, f.Expect)
			}
		}
	}
}

// testingFirst puts the cases that test a requirement before the others.
func testingFirst(cases []*dialect.Case, id string) []*dialect.Case {
	tests := func(c *dialect.Case) bool { return slices.Contains(c.Tests, id) }
	first := slices.DeleteFunc(slices.Clone(cases), func(c *dialect.Case) bool { return !tests(c) })
	return append(first, slices.DeleteFunc(slices.Clone(cases), tests)...)
}

// survival are the faults of any dialect that show in one answer.
func survival(s *dialect.Side) []dialect.Fault {
	return slices.DeleteFunc(properties.Faults(s), func(f dialect.Fault) bool { return !strings.HasPrefix(f.ID, "ROBUST-") })
}

// anew answers each request twice, as a driver does for what was in flight when another one died.
type anew struct {
	driver.Implementation
	answer dialect.Answer
}

func (a anew) Observe(_ context.Context, r driver.Request) dialect.Observation {
	a.answer(r.Send(r.Input))
	return a.answer(r.Send(r.Input))
}

// A conversation that is held again begins with nothing: what was asked the first time is not the agent's
// second request.
func TestAConversationThatIsHeldAgain(t *testing.T) {
	for _, s := range sides() {
		impl := host.Beside(anew{driver.InProcess(adapter.Info{Concurrency: 1}, nil), s.Reference}, dialects.Endpoints(), host.Place{})
		for _, c := range s.Cases()[:12] {
			o := impl.Observe(context.Background(), driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input()})
			for _, out := range (judge.Side{Side: &s}).Case(c, &o, nil) {
				if out.Verdict == requirement.Fail || out.Verdict == requirement.Warn {
					t.Errorf("%s: %s: %v", c.ID, out.Requirement, out.Findings)
				}
			}
		}
		if err := impl.Close(); err != nil {
			t.Error(err)
		}
	}
}

// fragile loses the conversations that are held beside others.
type fragile struct {
	driver.Implementation
	ending dialect.Ending
}

func (f fragile) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	o := f.Implementation.Observe(ctx, r)
	if strings.HasSuffix(r.ID, "(company)") {
		return dialect.Observation{Ending: f.ending, Reason: "exit status 7"}
	}
	return o
}

// What dies, or refuses, in the company of a conversation only is told by the case: nothing else looks there. An agent that
// refuses is right where a tool fails in company.
func TestALostCompanyIsTold(t *testing.T) {
	for _, ending := range []dialect.Ending{dialect.Done, dialect.Crashed, dialect.TimedOut, dialect.Rejected} {
		s := sides()[0]
		info := adapter.Info{Concurrency: 4, Supports: []adapter.Support{{Dialect: s.Dialect, Role: s.Role}}}
		inside := driver.InProcess(info, map[dialect.Pair]dialect.Answer{s.Pair: s.Reference})
		impl, held := host.Beside(fragile{inside, ending}, dialects.Endpoints(), host.Place{}), 0
		for _, c := range s.Cases() {
			if c.Input().Find("/conversation/company").IsNull() {
				continue
			}
			held++
			var told []dialect.Ending
			o := impl.Observe(context.Background(), driver.Request{ID: c.ID, Pair: c.Pair, Input: c.Input(),
				Beside: func(e dialect.Ending) { told = append(told, e) }})
			if !slices.Equal(told, []dialect.Ending{ending}) {
				t.Errorf("%s: the company is %s, and told is %v", c.ID, ending, told)
			}
			if strings.HasSuffix(c.ID, "/company-longer") && ending == dialect.Rejected { // a tool fails there: some agents end
				if o.Ending != dialect.Done {
					t.Errorf("%s: an agent that may refuse in company is blamed: %s, %s", c.ID, o.Ending, o.Reason)
				}
				continue
			}
			if o.Ending != ending || ending != dialect.Done && !strings.Contains(o.Reason, "exit status 7") {
				t.Errorf("%s: the company is %s, the case %s: %s", c.ID, ending, o.Ending, o.Reason)
			}
		}
		if held == 0 {
			t.Error("no case has company")
		}
		if err := impl.Close(); err != nil {
			t.Error(err)
		}
	}
}
