package session_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/later"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
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
	cat := built()
	side := cat.Side(blocksConsumer)
	script, err := side.Parse(wire.ParseString(`{"events":[{"type":"ping"},
		{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t7","name":"buy","input":{"n":1}}},` +
		`{"type":"content_block_stop","index":1},
		{"type":"content_block_start","index":2,
			"content_block":{"type":"tool_result","tool_use_id":"t7","content":"ok","status":"success"}},` +
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
	cat := built()
	side := cat.Side(blocksConsumer)
	all := side.Cases()
	at := slices.IndexFunc(all, func(c *dialect.Case) bool {
		return c.Control != nil && !c.Heavy && !c.MayReject && c.Blame.Requirement == "ROBUST-05" &&
			strings.Contains(c.ID, "/ids-")
	})
	c := all[at]
	inputs := map[bool]string{}
	for control, one := range map[bool]*dialect.Case{true: c.Control, false: c} {
		sent := *one
		sent.Encoding = "events"
		inputs[control] = sent.Input().JSON()
	}
	refusal := dialect.Observation{Ending: dialect.Rejected, Reason: "no"}
	nothing := dialect.Observation{Ending: dialect.Done, State: wire.Obj(wire.M("blocks", wire.List()))}
	for name, k := range map[string]struct {
		refuses        func(input string) bool
		how            dialect.Observation
		itself, before []string
	}{
		"both refused":             {func(string) bool { return true }, refusal, nil, []string{"BLOCK-01"}},
		"the case only refused":    {func(in string) bool { return in == inputs[false] }, refusal, []string{"ROBUST-05"}, nil},
		"the control only refused": {func(in string) bool { return in == inputs[true] }, refusal, nil, []string{"BLOCK-01"}},
		"the control only without a call": {func(in string) bool { return in == inputs[true] }, nothing, nil,
			[]string{"BLOCK-01"}},
	} {
		plant := func(right dialect.Answer) dialect.Answer {
			return func(in wire.Value) dialect.Observation {
				if k.refuses(in.JSON()) {
					return k.how
				}
				return right(in)
			}
		}
		o := session.Options{Selection: reports.Selection{Cases: []string{c.ID}, Encodings: []string{"events"}}}
		r := run(t, cat, implementation(side, nil, plant), o).Result
		if got := missing(r, "+control"); !slices.Equal(got, k.before) {
			t.Errorf("%s: the control misses %q, not %q", name, got, k.before)
		}
		itself := slices.DeleteFunc(slices.Clone(r.Cases), func(row reports.CaseRow) bool { return row.ID != c.ID })
		if got := missing(&reports.Result{Cases: itself}, ""); !slices.Equal(got, k.itself) {
			t.Errorf("%s: the case misses %q, not %q", name, got, k.itself)
		}
		if !r.Complete {
			t.Errorf("%s: %s", name, r.Incomplete)
		}
	}
}

// What refuses everything is given up before it takes long, and each refusal that was seen
// until then is told; what no line forbids to refuse does not count.
func TestAStormOfRefusals(t *testing.T) {
	t.Parallel()
	cat := built()
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

// troubled ends every request in the same way, as it is said of its process.
type troubled struct {
	driver.Implementation
	ending dialect.Ending
	n      atomic.Int64
	// full: as many adapter errors have been kept as are ever kept.
	full   bool
	mu     sync.Mutex
	errors []driver.AdapterError
}

func (u *troubled) Observe(_ context.Context, r driver.Request) dialect.Observation {
	u.n.Add(1)
	if u.mu.Lock(); u.ending == dialect.Broken && (!u.full || len(u.errors) == 0) {
		u.errors = append(u.errors, driver.AdapterError{Kind: "not a JSON object", Case: r.ID, Bytes: "garbage"})
	}
	u.mu.Unlock()
	return dialect.Observation{Ending: u.ending, Reason: "for test"}
}

func (u *troubled) Errors() []driver.AdapterError {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.errors)
}

// What dies, hangs or talks nonsense whatever it is asked is given up soon: a pair for as many as the limit
// says, each other one for the first, and all where the first five say nothing. What is left out is one line of each pair.
func TestStormsEndSoon(t *testing.T) {
	t.Parallel()
	cat := built()
	for _, k := range []struct {
		ending dialect.Ending
		limit  int
		line   string
		full   bool
	}{{dialect.Crashed, 20, "ROBUST-01", false}, {dialect.TimedOut, 3, "ROBUST-02", false}, {dialect.Broken, 20, "", false},
		{dialect.Broken, 20, "", true}} {
		first, ending := cat.Sides[0], k.ending
		info := adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("storm"))), Concurrency: 1}
		answers := map[dialect.Pair]dialect.Answer{}
		for _, side := range cat.Sides {
			answers[side.Pair] = side.Reference
			info.Supports = append(info.Supports, adapter.Support{Dialect: side.Dialect, Role: side.Role, Encodings: side.Encodings})
		}
		impl := &troubled{Implementation: driver.InProcess(info, answers), ending: ending, full: k.full}
		r := run(t, cat, impl, session.Options{Runs: session.DefaultRuns}).Result
		if most := int64(k.limit + 2*5); impl.n.Load() > most {
			t.Errorf("%s: %d requests, at most %d were expected", ending, impl.n.Load(), most)
		}
		if r.Complete || len(r.LeftOut) != len(cat.Sides) || strings.Contains(r.Incomplete, "no row tells") != k.full {
			t.Errorf("%s: left out %d: %s", ending, len(r.LeftOut), r.Incomplete)
		}
		if k.line != "" && !slices.Contains(missing(r, first.Pair.String()+"/"), k.line) ||
			k.line == "" && !k.full && len(r.AdapterErrors) < k.limit {
			t.Errorf("%s: nothing tells it of %s; %d adapter errors", ending, first.Pair, len(r.AdapterErrors))
		}
	}
}

// hanger is a server that answers in no time or never: what hangs at the same time is waited for once.
type hanger struct {
	http.Handler
	now                          func(text string, n, inFlight int) bool
	mu                           sync.Mutex
	n, inFlight, hanging, rounds int
}

func (h *hanger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(text))
	if r.Method == http.MethodGet { // the hello
		h.Handler.ServeHTTP(w, r)
		return
	}
	if h.hangs(string(text)) {
		<-r.Context().Done()
		h.add(&h.hanging, -1)
	} else {
		h.Handler.ServeHTTP(w, r)
	}
	h.add(&h.inFlight, -1)
}

func (h *hanger) add(to *int, n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	*to += n
}

func (h *hanger) hangs(text string) bool {
	h.add(&h.inFlight, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.n++; !h.now(text, h.n, h.inFlight) {
		return false
	}
	if h.hanging++; h.hanging == 1 {
		h.rounds++
	}
	return true
}

// What hangs is given up after a few deadlines over HTTP, too, however many are in flight: those that hang side by side are waited
// for together, and then each alone, until there were as many as the limit says.
func TestHangsOverHTTPEndSoon(t *testing.T) {
	t.Parallel()
	const most = 1 + 3 + 2 + 1 // side by side; alone; their replays; one for what came before in the run
	cat := built()
	side := cat.Side(blocksConsumer)
	for moment, now := range map[string]func(text string, n, inFlight int) bool{
		"always":     func(string, int, int) bool { return true },
		"hundredth":  func(_ string, n, _ int) bool { return n > 100 },
		"in company": func(_ string, _, inFlight int) bool { return inFlight > 1 },
		"renamed":    func(text string, _, _ int) bool { return strings.Contains(text, "_renamed") },
		"each third": func(_ string, n, _ int) bool { return n%3 == 0 },
	} {
		t.Run(moment, func(t *testing.T) {
			t.Parallel()
			info := adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("hanger"))), Concurrency: 8,
				Supports: []adapter.Support{{Dialect: side.Dialect, Role: side.Role, Encodings: side.Encodings}}}
			h := &hanger{Handler: adapter.Handler(info, map[dialect.Pair]dialect.Answer{side.Pair: side.Reference}), now: now}
			s := httptest.NewServer(h)
			t.Cleanup(s.Close)
			impl, err := driver.DialHTTP(context.Background(), driver.HTTPOptions{URL: s.URL, StartupTimeout: generous})
			if err != nil {
				t.Fatal(err)
			}
			o := session.Options{Profile: session.Full, Seed: 1, Runs: 20, Timeout: time.Second, Light: true}
			plan, err := session.NewPlan(cat, impl.Hello(), o)
			if err != nil {
				t.Fatal(err)
			}
			out, err := session.Run(context.Background(), plan, impl, o)
			if err != nil || out.Result.Complete || !slices.Contains(missing(out.Result, ""), "ROBUST-02") {
				t.Errorf("it misses %q: %v; %s", missing(out.Result, ""), err, out.Result.Incomplete)
			}
			if h.rounds > most {
				t.Errorf("%d deadlines were waited for, at most %d were expected", h.rounds, most)
			}
		})
	}
}

// What is refused before all others, and taken in its turn, is told; also where the same is
// refused once more beside others, and where the case was left out in its turn.
func TestARefusalBeforeAllOthers(t *testing.T) {
	cat := built()
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

// blamed is a light case of that level that must be taken: of which anything wrong is a
// warning, or which no line blames for all that is wrong in it; nil where there is none.
func blamed(side *catalogue.Side, level requirement.Level) *dialect.Case {
	for _, c := range side.Cases() {
		should := c.Blame != nil && c.Blame.Level == requirement.Should
		if !c.Heavy && c.Script != nil && c.Class == dialect.Valid && should == (level == requirement.Should) &&
			(should || c.Blame == nil && c.Control == nil && mustTake(side, c)) {
			return c
		}
	}
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hungry never answers what is heavy.
type hungry struct {
	driver.Implementation
	hung []string
}

func (h *hungry) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if r.Deadline > 10*time.Second { // what is not heavy has that much
		h.hung = append(h.hung, r.ID)
		return dialect.Observation{Ending: dialect.TimedOut, Reason: "for test"}
	}
	return h.Implementation.Observe(ctx, r)
}

// What hangs on heavy cases is waited for once: one that must be answered comes before those that should.
func TestHeavyCasesHangOnce(t *testing.T) {
	cat := built()
	side := cat.Side(dialect.Pair{Dialect: "stage-events", Role: dialect.Consumer})
	impl := &hungry{Implementation: implementation(side, nil, nil)}
	r := run(t, cat, impl, session.Options{Runs: 3, Selection: reports.Selection{Requirements: []string{"FRAME-09", "ROBUST-03"}}}).Result
	for _, l := range r.LeftOut {
		if l.Streams > 0 || l.Cases == 0 {
			t.Errorf("left out: %+v", l) // what is not heavy goes on
		}
	}
	if len(impl.hung) != 1 || len(missing(r, "stage-events")) == 0 {
		t.Errorf("it hung %d times, and misses %q: %q", len(impl.hung), missing(r, "stage-events"), impl.hung)
	}
}
