package proxy

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

// clerk sums up what the judges say.
type clerk struct {
	mu      sync.Mutex
	tally   *traffic.Tally
	ledgers map[string]*traffic.Ledger
	// exchanges are all, judged those of which something was, others those on no path that is judged.
	exchanges, judged, others int
	// failed had no answer, cut one that broke off; late: the judges were not waited for.
	failed, cut int
	isLate      bool
	statuses    map[int]int
	unread      map[string]int
	// singles are the answers of one object to who asked for a stream.
	singles int
	// behind counts the exchanges that were left out in part, lost their bytes.
	behind int
	lost   int64
}

func newClerk(o Options) *clerk {
	return &clerk{tally: traffic.NewTally(o.Strict), ledgers: map[string]*traffic.Ledger{}, statuses: map[int]int{},
		unread: map[string]int{}}
}

// passed counts a request that is only forwarded.
func (c *clerk) passed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.exchanges++
	c.others++
}

// late: some judges had not come to their end.
func (c *clerk) late() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isLate = true
}

// add takes an exchange.
func (c *clerk) add(j *judged) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.exchanges++
	if j.foreign {
		c.others++
		return
	}
	if j.failed {
		c.failed++
	}
	if j.head.status >= 300 {
		c.statuses[j.head.status]++
	}
	if j.lost > 0 {
		c.behind++
		c.lost += j.lost
	}
	if j.single {
		c.singles++
	}
	for _, why := range j.unread {
		c.unread[why]++
	}
	if seen := c.request(j); c.answer(j) || seen {
		c.judged++
	}
}

// ledger makes rows for a wire as soon as something of it is judged.
func (c *clerk) ledger(w *traffic.Wire) *traffic.Ledger {
	if c.ledgers[w.Dialect] == nil {
		c.ledgers[w.Dialect] = traffic.NewLedger(w)
		c.tally.Expect(w.Pair(dialect.Producer), w.Roles[dialect.Producer])
		if lines := w.RequestLines(); len(lines) > 0 {
			c.tally.Expect(w.Pair(dialect.Converter), lines)
		}
	}
	return c.ledgers[w.Dialect]
}

func (c *clerk) answer(j *judged) bool {
	a := j.answer
	if a == nil {
		return false
	}
	if a.Cut {
		c.cut++
	}
	l, form := c.ledger(j.wire), "one object"
	if j.stream {
		form = "stream"
	}
	c.tally.Add(traffic.Exchange{Pair: j.wire.Pair(dialect.Producer), ID: fmt.Sprintf("live/%06d/answer", j.number),
		Title: fmt.Sprintf("%s %s, the answer (%s)", j.method, j.path, form), Judged: a.Judged, Input: c.about(j), Events: a.Events,
		Replay: j.kept.replay(j.wire.Dialect, "answer.sse")})
	c.links(j, l.Answer(j.number, a, j.request))
	return len(a.Seen)+len(a.Findings) > 0
}

func (c *clerk) request(j *judged) bool {
	if j.request == nil {
		return false
	}
	l := c.ledger(j.wire)
	if len(j.request.Seen)+len(j.request.Findings) > 0 {
		c.tally.Add(traffic.Exchange{Pair: j.wire.Pair(dialect.Converter), ID: fmt.Sprintf("live/%06d/request", j.number),
			Title: fmt.Sprintf("%s %s, the request", j.method, j.path), Judged: j.request.Judged, Input: c.about(j)})
	}
	c.links(j, l.Request(j.number, j.request))
	return len(j.request.Seen) > 0
}

// links adds what requests say of the answers that they go on from.
func (c *clerk) links(j *judged, links []traffic.Link) {
	for _, l := range links {
		about := wire.Obj(wire.M("answer", wire.Int(int64(l.From))), wire.M("request", wire.Int(int64(l.To))))
		c.tally.Add(traffic.Exchange{Pair: j.wire.Pair(dialect.Converter), ID: fmt.Sprintf("live/%06d/goes-on-from/%06d", l.To, l.From),
			Title: "the request that goes on from an answer", Judged: l.Judged, Input: about})
	}
}

// about tells the request of an exchange, without its texts: these are where the user wants them.
func (c *clerk) about(j *judged) wire.Value {
	messages := 0
	if j.request != nil {
		messages = len(j.request.Sent)
	}
	return wire.Obj(wire.M("exchange", wire.Int(int64(j.number))), wire.M("method", wire.Str(j.method)), wire.M("path", wire.Str(j.path)),
		wire.M("model", wire.Str(j.body.Get("model").Text())), wire.M("messages", wire.Int(int64(messages))),
		wire.M("status", wire.Int(int64(j.head.status))))
}

// Found is what a proxy found.
type Found struct {
	Tally             *traffic.Tally
	Exchanges, Judged int
	Notes             []string
}

func (c *clerk) found(p *Proxy) *Found {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := &Found{Tally: c.tally, Exchanges: c.exchanges, Judged: c.judged}
	note := func(n int, one, many string, rest ...any) {
		switch {
		case n == 1:
			f.Notes = append(f.Notes, fmt.Sprintf("1 "+one, rest...))
		case n > 1:
			f.Notes = append(f.Notes, fmt.Sprintf(fmt.Sprint(n)+" "+many, rest...))
		}
	}
	note(c.others, "request was on no path that is judged, and only forwarded.",
		"requests were on no path that is judged, and only forwarded.")
	note(c.failed, "request had no answer: the upstream failed.", "requests had no answer: the upstream failed.")
	for _, status := range slices.Sorted(maps.Keys(c.statuses)) {
		note(c.statuses[status], "answer had the status %d and was passed on.", "answers had the status %d and were passed on.", status)
	}
	note(c.cut, "answer was cut off; what is merely missing there is not judged.",
		"answers were cut off; what is merely missing there is not judged.")
	for _, why := range slices.Sorted(maps.Keys(c.unread)) {
		note(c.unread[why], "was not judged: %s.", "were not judged: %s.", strings.TrimSuffix(why, "."))
	}
	note(c.singles, "answer was one object, where a stream of events was asked for.",
		"answers were one object each, where a stream of events was asked for.")
	note(c.behind, "exchange was judged in part: the judge was late, and %d bytes were left out.",
		"exchanges were judged in part: the judges were late, and %d bytes were left out.", c.lost)
	open, ambiguous := 0, 0
	for _, l := range c.ledgers {
		open, ambiguous = open+l.Open(), ambiguous+l.Ambiguous
	}
	note(open, "answer with calls had no next request.", "answers with calls had no next request.")
	note(ambiguous, "call has an id that several answers gave; nobody can tell which it goes on from.",
		"calls have ids that several answers gave; nobody can tell which they go on from.")
	if c.isLate {
		f.Notes = append(f.Notes, "The judges had not come to their end.")
	}
	f.Notes = append(f.Notes, p.recorder.notes()...)
	return f
}
