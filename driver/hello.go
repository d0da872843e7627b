package driver

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Hello is what an implementation says about itself.
type Hello struct {
	// Implementation is as it was sent: name, version, language, url.
	Implementation wire.Value
	// Supports has one line for each pair; lines of the same pair are joined.
	Supports []Support
	// Concurrency is between 1 and MaxConcurrency.
	Concurrency int
	// Remarks are oddities that were put right: a line each, for the doctor.
	Remarks []string
	// Raw is the whole message.
	Raw wire.Value
	// Took is how long it took a process to start and to say it, or a port to answer after a crash: the longest of them so
	// far, 0 where there was none.
	Took time.Duration
}

// Offer is the line of that pair, and whether there is one.
func (h Hello) Offer(p dialect.Pair) (Support, bool) {
	for _, s := range h.Supports {
		if s.Pair() == p {
			return s, true
		}
	}
	return Support{}, false
}

// Unknown are remarks on what the hello offers beyond these sides. It is ignored.
func (h Hello) Unknown(sides []dialect.Side) []string {
	var remarks []string
	for _, s := range h.Supports {
		at := slices.IndexFunc(sides, func(side dialect.Side) bool { return side.Pair == s.Pair() })
		if at < 0 {
			remarks = append(remarks, fmt.Sprintf("supports %s, which this harness doesn't know: ignored", s.Pair()))
			continue
		}
		for _, e := range s.Encodings {
			if !slices.Contains(sides[at].Encodings, e) {
				remarks = append(remarks, fmt.Sprintf("%s: the encoding %q is not one of %s: ignored",
					s.Pair(), e, strings.Join(sides[at].Encodings, ", ")))
			}
		}
	}
	return remarks
}

// readHello reads the message. The error is one of the kinds of a StartError.
func readHello(m wire.Value) (Hello, error) {
	if t := m.Get("type").Text(); t != "hello" {
		return Hello{}, &StartError{Kind: ErrBadHello, Detail: "the first message is " + quote([]byte(m.JSON()))}
	}
	h := Hello{Implementation: m.Get("implementation"), Raw: m}
	switch v := m.Get("protocol"); {
	case v.IsAbsent():
		h.remark(`"protocol" is missing; taken as 1`)
	case !wire.Equal(v, wire.Int(adapter.Protocol)):
		return Hello{}, &StartError{Kind: ErrProtocol, Detail: "the adapter speaks version " + quote([]byte(v.JSON())),
			Hint: `answer the hello with "protocol":1`}
	}
	if !h.Implementation.IsObject() {
		h.remark(`"implementation" is no object`)
	}
	h.readConcurrency(m.Get("concurrency"))
	h.readSupports(m.Get("supports"))
	return h, nil
}

func (h *Hello) remark(format string, args ...any) {
	if len(h.Remarks) < maxNotes {
		h.Remarks = append(h.Remarks, fmt.Sprintf(format, args...))
	}
}

func (h *Hello) readConcurrency(v wire.Value) {
	h.Concurrency = 1
	if v.IsNull() {
		return
	}
	n, ok := v.Int64()
	if ok && n >= 1 {
		h.Concurrency = int(min(n, MaxConcurrency))
	}
	if !ok || n != int64(h.Concurrency) {
		h.remark(`"concurrency" is %s; taken as %d`, quote([]byte(v.JSON())), h.Concurrency)
	}
}

func (h *Hello) readSupports(v wire.Value) {
	if !v.IsArray() {
		h.remark(`"supports" is no array: nothing can be judged`)
	}
	for i, item := range v.Items() {
		s := Support{
			Dialect:   item.Get("dialect").Text(),
			Role:      dialect.Role(item.Get("role").Text()),
			Encodings: h.names(item, "encodings"),
			Omits:     h.names(item, "omits"),
		}
		if s.Dialect == "" || s.Role == "" {
			h.remark("supports[%d] names no dialect and role: ignored", i)
			continue
		}
		h.join(s)
	}
}

// join adds the line, or what it says beyond an earlier line of its pair.
func (h *Hello) join(s Support) {
	for i, have := range h.Supports {
		if have.Pair() == s.Pair() {
			h.remark("%s is offered twice: joined", s.Pair())
			h.Supports[i].Encodings = union(have.Encodings, s.Encodings)
			h.Supports[i].Omits = union(have.Omits, s.Omits)
			return
		}
	}
	h.Supports = append(h.Supports, s)
}

func (h *Hello) names(item wire.Value, member string) []string {
	v := item.Get(member)
	if !v.IsNull() && !v.IsArray() {
		h.remark("%q is no array: ignored", member)
	}
	var list []string
	for _, name := range v.Items() {
		if !name.IsString() {
			h.remark("%q holds %s, which is no string: ignored", member, quote([]byte(name.JSON())))
			continue
		}
		list = union(list, []string{name.Text()})
	}
	return list
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(slices.Clip(a), s)
		}
	}
	return a
}

// offers are the pairs with their encodings and what they omit: sets, whose order says nothing.
func (h Hello) offers() [][]string {
	var list [][]string
	for _, s := range h.Supports {
		list = append(list, slices.Concat([]string{s.Dialect, string(s.Role)}, slices.Sorted(slices.Values(s.Encodings)), []string{""},
			slices.Sorted(slices.Values(s.Omits))))
	}
	slices.SortFunc(list, slices.Compare)
	return list
}

// otherwise says in what a later hello is another one than the first; "" where it is not.
func (h Hello) otherwise(later wire.Value) string {
	var other Hello
	other.readSupports(later.Get("supports"))
	for _, path := range [][]string{{"implementation", "name"}, {"implementation", "version"}, {"supports"}, {"concurrency"}} {
		now, before := later, h.Raw
		for _, member := range path {
			now, before = now.Get(member), before.Get(member)
		}
		if !wire.Equal(now, before) && (path[0] != "supports" || !slices.EqualFunc(h.offers(), other.offers(), slices.Equal)) {
			return fmt.Sprintf("%q is %s", strings.Join(path, "."), quote([]byte(now.JSON())))
		}
	}
	return ""
}

// again holds a hello that comes when one was said already against the first.
func (l *ledger) again(first Hello, later wire.Value, when string) {
	i := Incident{Kind: OtherHello, Reason: when + ", " + first.otherwise(later)}
	said := func(other Incident) bool { return other.Kind == i.Kind && other.Reason == i.Reason }
	if first.otherwise(later) != "" && !slices.ContainsFunc(l.Incidents(), said) {
		l.incident(i)
	}
}

// starts are how long it took to start, or to come back, at most.
type starts struct{ atomic.Int64 }

func (s *starts) took(d time.Duration) {
	for {
		before := s.Load()
		if before >= int64(d) || s.CompareAndSwap(before, int64(d)) {
			return
		}
	}
}

func (s *starts) saidIn(h Hello) Hello {
	h.Took = time.Duration(s.Load())
	return h
}
