package session_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/properties"
	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/session"
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
// it is missed again in the same company, or was missed more than once.
func TestWhatBefellSeveral(t *testing.T) {
	cat := catalogue.New()
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
		{"two missed deadlines", []driver.Incident{late, late}, nil, "ROBUST-02", cases[0].ID, "each is answered alone", 0, true},
		{"a crash", []driver.Incident{incident(driver.UnreproducedCrash, 2)}, nil, "ROBUST-01", cases[0].ID, "It did not come back", 0,
			true},
		{"a crash between cases", []driver.Incident{incident(driver.CrashBetween, 0)}, nil, "ROBUST-01",
			"content-blocks/consumer/between-cases", "crash between cases", 0, true},
		{"a crash among what no plan has", []driver.Incident{{Kind: driver.UnreproducedCrash, Reason: "something", Stderr: "Traceback",
			Cases: []string{"content-blocks/consumer/elsewhere"}}}, nil, "ROBUST-01", "content-blocks/consumer/elsewhere", "elsewhere", 0,
			true},
	} {
		impl := &upset{Implementation: implementation(side, nil, nil), list: k.list, again: k.again}
		ids := []string{cases[0].ID, cases[1].ID}
		r := run(t, cat, impl, session.Options{Selection: reports.Selection{Cases: ids, Encodings: []string{"events"}}}).Result
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
	cat := catalogue.New()
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
