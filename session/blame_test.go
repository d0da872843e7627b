package session_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/later"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// missing are the lines that the rows miss whose id has that in it.
func missing(r *reports.Result, part string) []string {
	var ids []string
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			if strings.Contains(c.ID, part) {
				ids = append(ids, f.Requirement)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// A prefix is judged as any stream: what is wrong in it without the ping, too, is not blamed
// on the ping.
func TestAPrefixIsJudgedAsAnyStream(t *testing.T) {
	cat := catalogue.New()
	side := cat.Side(blocksConsumer)
	script, err := side.Parse(wire.ParseString(`{"events":[{"type":"ping"},
		{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t7","name":"buy","input":{"n":1}}},` +
		`{"type":"content_block_stop","index":1},
		{"type":"content_block_start","index":2,"content_block":{"type":"tool_result","tool_use_id":"t7","content":"ok","status":"success"}},` +
		`{"type":"content_block_stop","index":2}]}`))
	if err != nil {
		t.Fatal(err)
	}
	c := &dialect.Case{ID: "content-blocks/consumer/by-hand", Pair: side.Pair, Class: dialect.Adversarial, Tests: []string{"BLOCK-12"},
		Script: script}
	late := later.OnBlocks(func(blocks []wire.Value) []wire.Value { // the input shows with the result only
		for i, b := range blocks {
			if b.Get("toolResult").IsNull() {
				blocks[i] = b.With("input", wire.Obj())
			}
		}
		return blocks
	})
	r := run(t, cat, implementation(side, nil, late), session.Options{Extra: []*dialect.Case{c}}).Result
	if got := missing(r, "+prefix-"); !slices.Equal(got, []string{"BLOCK-01"}) {
		t.Errorf("the prefixes miss %q, BLOCK-01 was expected", got)
	}
}

// What is refused whatever it holds is not refused for what the case is about, and is told
// all the same.
func TestARefusedControl(t *testing.T) {
	cat := catalogue.New()
	side := cat.Side(blocksConsumer)
	all := side.Cases()
	at := slices.IndexFunc(all, func(c *dialect.Case) bool {
		return c.Control != nil && !c.Heavy && !c.MayReject && c.Blame.Requirement == "ROBUST-05"
	})
	c := all[at]
	inputs := map[bool]string{}
	for control, one := range map[bool]*dialect.Case{true: c.Control, false: c} {
		sent := *one
		sent.Encoding = "events"
		inputs[control] = sent.Input().JSON()
	}
	for name, k := range map[string]struct {
		refuses        func(input string) bool
		itself, before []string
	}{
		"both":             {func(string) bool { return true }, nil, []string{"BLOCK-01"}},
		"the case only":    {func(in string) bool { return in == inputs[false] }, []string{"ROBUST-05"}, nil},
		"the control only": {func(in string) bool { return in == inputs[true] }, nil, []string{"BLOCK-01"}},
	} {
		plant := func(right dialect.Answer) dialect.Answer {
			return func(in wire.Value) dialect.Observation {
				if k.refuses(in.JSON()) {
					return dialect.Observation{Ending: dialect.Rejected, Reason: "no"}
				}
				return right(in)
			}
		}
		o := session.Options{Selection: reports.Selection{Cases: []string{c.ID}, Encodings: []string{"events"}}}
		r := run(t, cat, implementation(side, nil, plant), o).Result
		if got := missing(r, "+control"); !slices.Equal(got, k.before) {
			t.Errorf("%s is refused: the control misses %q, not %q", name, got, k.before)
		}
		itself := slices.DeleteFunc(slices.Clone(r.Cases), func(row reports.CaseRow) bool { return row.ID != c.ID })
		if got := missing(&reports.Result{Cases: itself}, ""); !slices.Equal(got, k.itself) {
			t.Errorf("%s is refused: the case misses %q, not %q", name, got, k.itself)
		}
		if !r.Complete {
			t.Errorf("%s is refused: %s", name, r.Incomplete)
		}
	}
}

// What refuses everything is given up before it takes long, and each refusal that was seen
// until then is told; what no line forbids to refuse does not count.
func TestAStormOfRefusals(t *testing.T) {
	cat := catalogue.New()
	answers := map[dialect.Pair]dialect.Answer{}
	info := adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("no"))), Concurrency: 1}
	for _, side := range cat.Sides {
		answers[side.Pair] = func(wire.Value) dialect.Observation {
			return dialect.Observation{Ending: dialect.Rejected, Reason: "no"}
		}
		info.Supports = append(info.Supports, adapter.Support{Dialect: side.Dialect, Role: side.Role, Encodings: side.Encodings})
	}
	impl := &counted{Implementation: driver.InProcess(info, answers)}
	r := run(t, cat, impl, session.Options{Runs: session.DefaultRuns}).Result
	const perAnswer, each = 20 * time.Millisecond, 4 * time.Second
	most := time.Duration(len(cat.Sides)) * each
	if took := time.Duration(impl.n.Load()) * perAnswer; took > most {
		t.Errorf("%d requests: with %s for each it lasts %s", impl.n.Load(), perAnswer, took)
	}
	if len(r.LeftOut) != len(cat.Sides) || r.Complete || strings.Contains(r.Incomplete, "no row tells") {
		t.Errorf("left out: %+v; %s", r.LeftOut, r.Incomplete)
	}
	for _, l := range r.LeftOut {
		if l.Why != "100 refusals (--max-refusals)" {
			t.Errorf("%s/%s was left out after %s", l.Dialect, l.Role, l.Why)
		}
	}
	if r.Summary.Pass > 0 || r.Summary.Fail == 0 {
		t.Errorf("%+v", r.Summary)
	}
}

// What is refused before all others, and taken in its turn, is told; also where the same is
// refused once more beside others, and where the case was left out in its turn.
func TestARefusalBeforeAllOthers(t *testing.T) {
	cat := catalogue.New()
	side := cat.Side(blocksConsumer)
	sampled := side.Cases()[slices.IndexFunc(side.Cases(), func(c *dialect.Case) bool {
		return !c.Heavy && c.Blame == nil && c.Script != nil && c.Script.Len() > 1
	})]
	for name, refuses := range map[string]func(n int) bool{
		"before and beside": func(n int) bool { return n != 1 }, // of each case the second request is the one in its turn
		"before only":       func(n int) bool { return n == 0 },
	} {
		var mu sync.Mutex
		asked := map[string]int{}
		plant := func(right dialect.Answer) dialect.Answer {
			return func(in wire.Value) dialect.Observation {
				mu.Lock()
				n := asked[in.JSON()]
				asked[in.JSON()]++
				mu.Unlock()
				if refuses(n) {
					return dialect.Observation{Ending: dialect.Rejected, Reason: "no"}
				}
				return right(in)
			}
		}
		o := session.Options{Selection: reports.Selection{Cases: []string{sampled.ID}, Encodings: []string{"events"}}}
		r := run(t, cat, implementation(side, nil, plant), o).Result
		if got := missing(r, "+before"); !slices.Equal(got, []string{"META-07"}) {
			t.Errorf("%s: it misses %q, META-07 was expected", name, got)
		}
		if strings.Contains(r.Incomplete, "no row tells") {
			t.Errorf("%s: %s", name, r.Incomplete)
		}
	}
}
