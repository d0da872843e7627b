package session_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
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
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/judge"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/saboteur"
	"github.com/toolconform/conform/session"
	"github.com/toolconform/conform/session/known"
	"github.com/toolconform/conform/wire"
)

// The test binary is also the adapter whose process is spoiled: the variable says of
// which pair, how, and how many cases it takes at a time.
const sabotageVariable = "CONFORM_SESSION_SABOTAGE"

// doneVariable names the file that the adapter makes when it does the deed.
const doneVariable = "CONFORM_SESSION_DONE"

func TestMain(m *testing.M) {
	dialecttest.Roomy()
	if what := os.Getenv(sabotageVariable); what != "" {
		os.Exit(sabotaged(what))
	}
	info, answers, out := adapter.Info{}, map[dialect.Pair]dialect.Answer{}, io.Writer(os.Stdout)
	if what := os.Getenv(leakVariable); what != "" {
		info, answers = leaking(what)
	}
	if what := os.Getenv(frozenVariable); what != "" {
		info, answers = freezing(what)
		info.Concurrency, out = 1, boaster{out}
	}
	if len(answers) > 0 {
		if err := adapter.Serve(context.Background(), os.Stdin, out, info, answers); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	dialecttest.Pinned("100")
	if flag.Lookup("test.parallel").Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = flag.Set("test.parallel", "8") // those side by side wait for deadlines
	}
	os.Exit(m.Run())
}

func sabotaged(what string) int {
	name, id, _ := strings.Cut(what, " ")
	info, answers, s, err := spoiled(built(), name, id)
	if err == nil {
		for pair, answer := range answers {
			answers[pair] = noting(answer, s, os.Getenv(doneVariable))
		}
		err = adapter.Serve(context.Background(), os.Stdin, os.Stdout, info, answers)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// noting makes a file before the deed takes effect.
func noting(answer dialect.Answer, s *saboteur.Saboteur, path string) dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		o := answer(input)
		if s.Done.Load() > 0 {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				panic(err)
			}
		}
		return o
	}
}

// spoiled is the reference of a pair with a saboteur in it.
func spoiled(cat *catalogue.Catalogue, name, id string) (adapter.Info, map[dialect.Pair]dialect.Answer, *saboteur.Saboteur, error) {
	at := slices.IndexFunc(cat.Sides, func(s *catalogue.Side) bool { return s.Pair.String() == name })
	side := cat.Sides[at]
	s, err := saboteur.Find(id, known.Inputs(side))
	info := adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("spoiled"))), Concurrency: 1,
		Supports: []adapter.Support{{Dialect: side.Dialect, Role: side.Role, Encodings: side.Encodings}}}
	if strings.HasPrefix(id, "parallel/") || id == "hundredth/hangs" {
		info.Concurrency = 4
	}
	if err != nil {
		return info, nil, nil, err
	}
	return info, map[dialect.Pair]dialect.Answer{side.Pair: s.Wrap(side.Reference)}, s, nil
}

// counted counts the requests to an implementation, and keeps which were refused, and which did
// not end as they should.
type counted struct {
	driver.Implementation
	n              atomic.Int64
	mu             sync.Mutex
	refused, upset []string
}

func (c *counted) Observe(ctx context.Context, r driver.Request) dialect.Observation {
	c.n.Add(1)
	o := c.Implementation.Observe(ctx, r)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case o.Ending == dialect.Rejected && strings.Contains(o.Reason, "sabotage"):
		c.refused = append(c.refused, r.ID)
	case o.Ending == dialect.Crashed, o.Ending == dialect.TimedOut, o.Ending == dialect.Broken:
		c.upset = append(c.upset, r.ID)
	}
	return o
}

// rightly tells whether all that was refused were cases whose refusal is right, in whatever
// form, as where the hundredth request happens to be a stream that ends in an error: then no
// wrong was done.
func (c *counted) rightly(side *catalogue.Side) bool {
	for _, id := range c.refused {
		id, _, _ = strings.Cut(id, "+")
		id, _, _ = strings.Cut(id, "@")
		at := slices.IndexFunc(side.Cases(), func(k *dialect.Case) bool { return k.ID == id })
		if at < 0 || mustTake(side, side.Cases()[at]) {
			return false
		}
	}
	return len(c.refused) > 0
}

// mustTake tells whether refusing the case is wrong.
func mustTake(side *catalogue.Side, c *dialect.Case) bool {
	refusal := &dialect.Observation{Ending: dialect.Rejected, Reason: "sabotage"}
	return judge.Verdict(side.Case(c, refusal, nil)) == requirement.Fail
}

// mustTakeCut tells whether the case has a prefix that must be taken: most cut streams may be
// refused.
func mustTakeCut(side *catalogue.Side, c *dialect.Case) bool {
	var first []int
	for c = c.Ready(); len(first) < c.Script.Len()-1; {
		first = append(first, len(first))
		if mustTake(side, properties.Kept(c, first, "META-05").Case) {
			return true
		}
	}
	return false
}

// Every deed at every moment is found, by name, over stdin and over HTTP, and each request
// that was made is in the account.
func TestSaboteursAreFound(t *testing.T) {
	t.Parallel()
	cat := built()
	n := 0
	for _, side := range cat.Sides {
		for _, m := range saboteur.Moments(saboteur.Known{}) {
			for _, d := range saboteur.Deeds() {
				for _, transport := range []string{"stdin", "http"} {
					long := d.ID == "floods" || m.ID == "heavy" || m.ID == "hundredth" && side.Role == dialect.Consumer
					if n++; never(side, m.ID) || !dialecttest.All() && (n%1051 != 0 || long) {
						continue
					}
					t.Run(side.Pair.String()+"/"+m.ID+"/"+d.ID+"/"+transport, func(t *testing.T) {
						sabotage(t, cat, side, m.ID, d.ID, transport)
					})
				}
			}
		}
	}
}

// mostTries is how often a run is repeated until two requests happen to be in flight at once.
const mostTries = 100

func sabotage(t *testing.T, cat *catalogue.Catalogue, side *catalogue.Side, moment, deed, transport string) {
	for try := 1; ; try++ {
		reached, done := reach(t, cat, side, moment+"/"+deed, transport)
		impl := &counted{Implementation: reached}
		r := sabotagedRun(t, cat, side, impl, moment, deed)
		if moment == "parallel" && !done() && try < mostTries {
			_ = reached.Close()
			continue
		}
		judgeSabotage(t, side, r, impl, moment, deed, transport)
		return
	}
}

func sabotagedRun(t *testing.T, cat *catalogue.Catalogue, side *catalogue.Side, impl *counted, moment, deed string) *reports.Result {
	t.Helper()
	o := session.Options{Profile: session.Full, Seed: 1, Timeout: deadlineFor(deed), Light: moment != "heavy"}
	switch moment {
	case "generated":
		o.Runs = 20
	case "heavy":
		o.Selection.Requirements = []string{"ROBUST-03"}
	}
	if moment != "heavy" && moment != "hundredth" {
		o.Selection.Cases = few(side, moment)
	}
	if moment == "generated" {
		o.Selection.Cases = append(o.Selection.Cases, tellable(side))
	}
	plan, err := session.NewPlan(cat, impl.Hello(), o)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := session.Run(context.Background(), plan, impl, o)
	if err != nil {
		t.Fatal(err)
	}
	return outcome.Result
}

// tellable is a generated case that is like no other, and must be taken.
func tellable(side *catalogue.Side) string {
	index := generator.Index{Pair: side.Pair, Seed: 1, N: 3}
	for c := index.Case(side.Side.Side); !known.Own(c) || !mustTake(side, c); c = index.Case(side.Side.Side) {
		index.N++
	}
	return index.ID()
}

// judgeSabotage: a deed is told, by name, and each request is accounted for. An empty answer
// to what is no call may be a warning only.
func judgeSabotage(t *testing.T, side *catalogue.Side, r *reports.Result, impl *counted, moment, deed, transport string) {
	t.Helper()
	if got, want := accounted(r), int(impl.n.Load()); got != want {
		t.Errorf("%d requests are accounted for, %d were made", got, want)
	}
	if impl.rightly(side) {
		return
	}
	if r.Complete && r.Summary.Fail == 0 && (deed != "empty" || r.Summary.Warn == 0) {
		t.Errorf("it conforms: %+v", r.Summary)
	}
	if strings.Contains(r.Incomplete, "no row tells") {
		t.Error(r.Incomplete)
	}
	form := formOf(moment)
	if moment == "permuted" && side.Dialect == "stage-events" {
		form = "" // there a fixed case is another one in another order
	}
	if transport == "http" && deed == "hangs" {
		form = "" // what lives on remembers more: then another case may be the one that hangs
	}
	// Two cases may be like one and its form: then the deed is done there.
	hit := append(slices.Clone(impl.refused), impl.upset...)
	named := func(id string) bool {
		return id != "" && (strings.Contains(id, form) ||
			slices.ContainsFunc(hit, func(at string) bool { return strings.Contains(id, at) }))
	}
	if names := culprits(r, deed); !slices.ContainsFunc(names, named) {
		t.Errorf("%q is named by none of %q; incomplete: %s", form, names, r.Incomplete)
	}
}

// deadlineFor is short for what never answers; for the rest it must not matter how busy the
// machine is, and a flood of many MiB takes its time.
func deadlineFor(deed string) time.Duration {
	if deed == "hangs" {
		return 2 * time.Second
	}
	return generous
}

// generous is how long an adapter may take until it says hello, however busy the machine is.
const generous = 2 * time.Minute

func reach(t *testing.T, cat *catalogue.Catalogue, side *catalogue.Side, id, transport string) (impl driver.Implementation,
	done func() bool) {
	t.Helper()
	if transport == "http" {
		info, answers, s, err := spoiled(cat, side.Pair.String(), id)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(adapter.Handler(info, answers))
		server.Config.ErrorLog = nil
		t.Cleanup(server.CloseClientConnections)
		impl, err := driver.DialHTTP(context.Background(), driver.HTTPOptions{URL: server.URL, StartupTimeout: generous})
		if err != nil {
			t.Fatal(err)
		}
		return impl, func() bool { return s.Done.Load() > 0 }
	}
	mark := filepath.Join(t.TempDir(), "done")
	impl, err := driver.Start(context.Background(), driver.CommandOptions{Args: []string{os.Args[0]}, StartupTimeout: generous,
		Env: []string{sabotageVariable + "=" + side.Pair.String() + " " + id, doneVariable + "=" + mark, "GORACE=atexit_sleep_ms=0"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = impl.Close() })
	return impl, func() bool {
		_, err := os.Stat(mark)
		return err == nil
	}
}

// few are some cases of every kind: the moment has to come among them.
func few(side *catalogue.Side, moment string) []string {
	var ids []string
	controls, prefixes := 0, 0
	for i, c := range side.Cases() {
		if c.Heavy {
			continue
		}
		if c.Control != nil {
			controls++
		}
		parallel := false
		if p, ok := c.Ready().Script.(dialect.Permuter); ok && moment == "permuted" && len(ids) < 30 {
			_, parallel = p.Permute(func(int) int { return 0 })
		}
		taken := moment == "prefix" && prefixes < 3 && i >= 12 && mustTakeCut(side, c)
		if taken {
			prefixes++
		}
		if len(ids) < 12 || i%20 == 0 || parallel || taken || moment == "control" && c.Control != nil && controls%4 == 1 {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// formOf is what stands in the id of a request at that moment.
func formOf(moment string) string {
	return map[string]string{"prefix": "+prefix-", "renamed": "+renamed", "permuted": "+permuted", "strewn": "+strewn",
		"history": "+history", "bytes": "+reads-byte", "one-read": "+reads-one", "control": "+control", "generated": "/g"}[moment]
}

// culprits are the cases that tell of the deed.
func culprits(r *reports.Result, deed string) []string {
	var ids []string
	if deed == "garbage" || deed == "twice" || deed == "floods" {
		for _, e := range r.AdapterErrors {
			ids = append(ids, strings.TrimSpace(e.Case+" "+strings.Join(e.Around, " ")))
		}
		return ids
	}
	for _, c := range r.Cases {
		for _, f := range c.Findings {
			switch {
			case deed == "dies" && f.Requirement == "ROBUST-01", deed == "hangs" && f.Requirement == "ROBUST-02",
				deed == "refuses" && strings.Contains(f.Message, "sabotage"), deed == "empty":
				ids = append(ids, c.ID+" "+formFor(f.Requirement))
			}
		}
	}
	if deed == "hangs" && strings.Contains(r.Incomplete, "a deadline was missed with ") {
		ids = append(ids, r.Incomplete)
	}
	return ids
}

// formFor: a wrong answer to a form stands with the case, as a finding of the form's line.
func formFor(id string) string {
	return map[string]string{"META-01": "+reads-byte +reads-one", "META-02": "+renamed", "META-03": "+permuted", "META-04": "+strewn",
		"META-05": "+prefix-",
		"META-06": "+again", "META-07": "+control +before", "META-08": "+history", "ROBUST-06": "+prefix-"}[id]
}

func accounted(r *reports.Result) int {
	n := 0
	for _, row := range r.Requests {
		n += row.Total()
	}
	for _, c := range r.Cases {
		if c.Generated != nil {
			n += c.Generated.Tries
		}
	}
	return n
}
