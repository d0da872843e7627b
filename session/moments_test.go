package session_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/loop"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/saboteur"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/wire"
)

// never are the moments that a pair does not have: no property sends that form, and no case is
// of that kind.
func never(side *catalogue.Side, moment string) bool {
	switch moment {
	case "control":
		return !slices.ContainsFunc(side.Cases(), func(c *dialect.Case) bool { return c.Control != nil && !c.Heavy })
	case "heavy":
		return !slices.ContainsFunc(side.Cases(), func(c *dialect.Case) bool { return c.Heavy })
	case "prefix": // with no results to hold, a line of the dialect is about cut streams
		return side.Relations.Prefixes == "" && !binds(side, "META-05")
	}
	line := map[string]string{"renamed": "META-02", "permuted": "META-03", "strewn": "META-04", "history": "META-08",
		"bytes": "META-01", "one-read": "META-01", "repeated": "META-06"}[moment]
	return line != "" && !binds(side, line)
}

func binds(side *catalogue.Side, line string) bool {
	return slices.Contains(properties.Binding(side.Side.Side), line)
}

// The page says which pairs have which moment; a pair that loses one, or gets another, is told.
func TestThePageSaysWhoHasWhichMoment(t *testing.T) {
	page, err := os.ReadFile("../docs/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range saboteur.Moments(saboteur.Known{}) {
		line := fmt.Sprintf("| `%s` | %s |", m.ID, havers(built(), m.ID))
		if !strings.Contains(string(page), line) {
			t.Errorf("the page does not say %s", line)
		}
	}
}

// havers names the pairs that have a moment: whole roles where it is all of them.
func havers(cat *catalogue.Catalogue, moment string) string {
	var words []string
	whole := true
	for _, role := range []dialect.Role{dialect.Consumer, dialect.Producer, dialect.Converter, loop.Agent} {
		var have []string
		all := 0
		for _, side := range cat.Sides {
			if side.Role != role {
				continue
			}
			if all++; !never(side, moment) {
				have = append(have, side.Dialect)
			}
		}
		slices.Sort(have)
		switch {
		case len(have) == all:
			words = append(words, "every "+string(role))
		case len(have) > 0:
			words = append(words, string(role)+"s of "+strings.Join(have, ", "))
			whole = false
		default:
			whole = false
		}
	}
	if whole {
		return "every pair"
	}
	return strings.Join(words, ", ")
}

// frozenVariable names the pair of an adapter that takes one case after the other, and never goes on after one
// that says so; a fault may stand behind it.
const frozenVariable = "CONFORM_SESSION_FROZEN"

// frozenMember of an input says so.
const frozenMember = "freeze"

// boaster says that four cases may be in flight, where they are taken one after the other.
type boaster struct{ io.Writer }

func (b boaster) Write(text []byte) (int, error) {
	if _, err := b.Writer.Write(bytes.Replace(text, []byte(`"concurrency":1`), []byte(`"concurrency":4`), 1)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// freezing answers until it is told to hang.
func freezing(what string) (adapter.Info, map[dialect.Pair]dialect.Answer) {
	name, id, _ := strings.Cut(what, " ")
	cat := built()
	side := cat.Sides[slices.IndexFunc(cat.Sides, func(s *catalogue.Side) bool { return s.Pair.String() == name })]
	answer := side.Reference
	for _, f := range side.Faults() {
		if f.ID == id {
			answer = f.Plant(answer)
		}
	}
	info := adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("freezing"))), Concurrency: 4,
		Supports: []adapter.Support{{Dialect: side.Dialect, Role: side.Role, Encodings: side.Encodings}}}
	return info, map[dialect.Pair]dialect.Answer{side.Pair: func(in wire.Value) dialect.Observation {
		if in.Get(frozenMember).IsTrue() {
			select {}
		}
		return answer(in)
	}}
}

// freezer lets the first request of a form hang, and only this once.
type freezer struct {
	driver.Implementation
	is    func(id string) bool
	done  atomic.Bool
	froze atomic.Pointer[string]
}

func (f *freezer) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if !f.is(r.ID) || f.done.Swap(true) {
		return f.Implementation.Observe(ctx, r)
	}
	f.froze.Store(&r.ID)
	first := true
	r.Send = func(in wire.Value) wire.Value {
		if !first {
			return in
		}
		first = false
		return in.With(frozenMember, wire.Boolean(true))
	}
	return f.Implementation.Observe(ctx, r)
}

// A hang that happens once, whatever was sent then, is told with what was sent: also where nothing else is answered
// meanwhile, and where it is answered when it comes again.
func TestAHangThatHappensOnce(t *testing.T) {
	t.Parallel()
	const fault = "BLOCK-02/last-call"
	n := 0
	for _, planted := range []string{"", fault} {
		forms := []string{"", properties.Again, properties.ReadsByte, properties.ReadsDrawn, properties.ReadsOne, properties.Renamed,
			properties.Permuted, properties.Strewn, properties.History, "prefix", properties.Control, properties.Before, properties.Beside,
			"/g"}
		if planted != "" {
			forms = []string{properties.Replayed, properties.ReplayedAgain, "kept", "without"}
		}
		for _, form := range forms {
			for _, transport := range []string{"stdin", "http"} {
				if n++; !dialecttest.All() && n%17 != 0 {
					continue
				}
				t.Run(transport+"/"+form, func(t *testing.T) {
					t.Parallel()
					hangOnce(t, form, planted, transport)
				})
			}
		}
	}
}

func hangOnce(t *testing.T, form, planted, transport string) {
	cat := built()
	side := cat.Side(blocksConsumer)
	f := &freezer{Implementation: reachFreezing(t, side.Pair.String()+" "+planted, transport), is: func(id string) bool {
		_, name := dialect.CutForm(id)
		if form == "/g" {
			return name == "" && strings.Contains(id, form)
		}
		return strings.HasPrefix(name, form) && (form != "" || id == side.Cases()[4].ID+"@sse")
	}}
	o := session.Options{Profile: session.Full, Seed: 1, Runs: 8, Light: true, Timeout: 2 * time.Second}
	o.Selection.Cases = few(side, "control")
	if !dialecttest.All() {
		o.Selection.Encodings = []string{"sse"}
	}
	if form == "/g" || planted != "" {
		o.Selection.Cases = nil
		o.Selection.Requirements = []string{"BLOCK-02", "BLOCK-12"}
	}
	plan, err := session.NewPlan(cat, f.Hello(), o)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := session.Run(context.Background(), plan, f, o)
	if err != nil {
		t.Fatal(err)
	}
	r, id := outcome.Result, f.froze.Load()
	if id == nil {
		t.Fatal("nothing of that form was sent")
	}
	if got := missing(r, *id); !slices.Contains(got, "ROBUST-02") {
		t.Errorf("%s hung, and misses %q; incomplete: %s; ROBUST-02 is missed by %q", *id, got, r.Incomplete, told(r, "ROBUST-02"))
	}
	if planted == "" && !r.Complete {
		t.Error(r.Incomplete)
	}
}

func reachFreezing(t *testing.T, what, transport string) driver.Implementation {
	t.Helper()
	if transport == "stdin" {
		impl, err := driver.Start(context.Background(), driver.CommandOptions{Args: []string{os.Args[0]}, StartupTimeout: generous,
			Env: []string{frozenVariable + "=" + what, "GORACE=atexit_sleep_ms=0"}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = impl.Close() })
		return impl
	}
	server := httptest.NewServer(adapter.Handler(freezing(what)))
	t.Cleanup(server.CloseClientConnections)
	impl, err := driver.DialHTTP(context.Background(), driver.HTTPOptions{URL: server.URL, StartupTimeout: generous})
	if err != nil {
		t.Fatal(err)
	}
	return impl
}

// told are the cases that miss a line, with what is said of them.
func told(r *reports.Result, line string) (list []string) {
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			if f.Requirement == line {
				list = append(list, c.ID+": "+f.Message)
			}
		}
	}
	return list
}

// What does not come back by itself is told with a replay that brings it back: the whole run. What comes back is told with
// itself.
func TestTheReplayShowsWhatWasSeen(t *testing.T) {
	t.Parallel()
	cat := built()
	side := cat.Side(dialect.Pair{Dialect: "stage-events", Role: dialect.Consumer})
	everyday := []string{"hundredth/dies", "strewn/refuses"}
	for id, line := range map[string]string{
		"hundredth/dies": "ROBUST-01", "hundredth/hangs": "ROBUST-02", "hundredth/refuses": "META-07", "parallel/dies": "ROBUST-01",
		"repeated/hangs": "ROBUST-02", "strewn/refuses": "META-04", "strewn/empty": "META-04",
	} {
		if !dialecttest.All() && !slices.Contains(everyday, id) {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			impl, _ := reach(t, cat, side, id, "stdin")
			moment, deed, _ := strings.Cut(id, "/")
			r := sabotagedRun(t, cat, side, &counted{Implementation: impl}, moment, deed)
			for _, c := range r.Cases {
				for _, f := range c.Findings {
					if f.Requirement != line {
						continue
					}
					if alone := moment == "strewn" || moment == "repeated"; alone != (strings.Count(c.Replay, "--case ") == 1) {
						t.Errorf("%s is replayed by %q: %s", c.ID, c.Replay, f.Message)
					}
					return
				}
			}
			t.Errorf("nothing misses %s; incomplete: %s", line, r.Incomplete)
		})
	}
}

// choosy refuses streams that break off: those that must be taken, or the others.
type choosy struct {
	driver.Implementation
	side    *catalogue.Side
	must    bool
	mu      sync.Mutex
	refused []string
}

func (c *choosy) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	if cut := cutCase(c.side, r.ID); cut != nil && mustTake(c.side, cut) == c.must {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.refused = append(c.refused, r.ID)
		return dialect.Observation{Ending: dialect.Rejected, Reason: "sabotage"}
	}
	return c.Implementation.Observe(ctx, r)
}

// cutCase is the prefix of a fixed case that the id says, nil where it says none.
func cutCase(side *catalogue.Side, id string) *dialect.Case {
	plain, form := dialect.CutForm(id)
	words, ok := strings.CutPrefix(form, "prefix-")
	n, err := strconv.Atoi(words)
	if !ok || err != nil {
		return nil
	}
	plain, _, _ = strings.Cut(plain, "@")
	for _, c := range side.Cases() {
		if c.ID == plain {
			first := make([]int, n)
			for i := range first {
				first[i] = i
			}
			return properties.Kept(c.Ready(), first, "META-05").Case
		}
	}
	return nil
}

// A client that is loud wherever a stream breaks off, and its dialect lets it, is right, however many it refuses. Whoever refuses
// what must be taken is told, by name.
func TestRefusedStreamsThatBreakOff(t *testing.T) {
	cat := built()
	tried := map[bool]int{}
	for i, side := range cat.Sides {
		if never(side, "prefix") || i%5 != 0 && !dialecttest.All() {
			continue
		}
		for _, must := range []bool{false, true} {
			impl := &choosy{Implementation: implementation(side, nil, nil), side: side, must: must}
			o := session.Options{Selection: reports.Selection{Cases: few(side, "prefix")}, Limits: session.DefaultLimits()}
			o.Limits.Refusals = 0
			r := run(t, cat, impl, o).Result
			if len(impl.refused) == 0 {
				continue
			}
			tried[must]++
			named := map[string]bool{}
			for _, c := range r.Cases {
				named[c.ID] = c.Verdict == requirement.Fail
			}
			for _, id := range impl.refused {
				if named[id] != must {
					t.Errorf("%s is refused (it must be taken: %t): %q are told", id, must, missing(r, id))
				}
			}
			if !must && (!r.Complete || r.Summary.Fail > 0) {
				t.Errorf("%s: refusing what may be refused is blamed: %+v; %s", side.Pair, r.Summary, r.Incomplete)
			}
		}
	}
	if tried[false] == 0 || tried[true] == 0 {
		t.Errorf("of these pairs: %v", tried)
	}
}
