package traffic_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/traffic"
	"github.com/toolconform/conform/wire"
)

// converters are the wires whose requests are what a converter makes of a history.
func converters(t *testing.T) map[*traffic.Wire]*dialect.Side {
	list := map[*traffic.Wire]*dialect.Side{}
	for _, w := range wires() {
		for _, d := range dialects.All() {
			for i := range d.Sides {
				if s := &d.Sides[i]; d.Name == w.Dialect && s.Role == dialect.Converter && slices.Contains([]string{"openai-chat",
					"anthropic-messages", "openai-responses"}, w.Dialect) {
					list[w] = s
				}
			}
		}
	}
	if len(list) != 3 {
		t.Fatalf("%d wires have converters", len(list))
	}
	return list
}

// told is what a request is found to miss, beside the answers that its conversation had: one for each
// message of the history with calls, in their order.
func told(w *traffic.Wire, h history.History, body wire.Value) []requirement.Finding {
	l := traffic.NewLedger(w)
	for i, e := range h {
		a := &traffic.Answer{}
		for _, p := range e.Parts {
			if v, err := wire.Parse([]byte(p.Arguments)); p.Call && (err == nil && v.IsObject() || strings.TrimSpace(p.Arguments) == "") {
				a.Calls = append(a.Calls, &compare.Got{ID: wire.Str(p.ID), Name: wire.Str(p.Name), Arguments: wire.Str(p.Arguments)})
			}
		}
		l.Answer(i, a, nil)
	}
	r := w.Request(body)
	found := r.Findings
	for _, link := range l.Request(len(h), r) {
		found = append(found, link.Findings...)
	}
	return found
}

// each gives the valid histories of a converter with what an implementation makes of them, for as long as look wants more.
func each(side *dialect.Side, answer dialect.Answer, about []string, look func(c *dialect.Case, h history.History, body wire.Value) bool) {
	for i, c := range side.Cases() {
		h, ok := c.Script.(history.History)
		named := slices.ContainsFunc(about, func(id string) bool { return slices.Contains(c.Tests, id) })
		if !ok || c.Heavy || h.Valid() != nil || !dialecttest.All() && i%5 != 0 && !named {
			continue
		}
		if o := answer(c.Input()); o.Ending == dialect.Done && o.State.Get("error").IsNull() && !look(c, h, o.State) {
			return
		}
	}
}

// Requests that right converters make of valid histories are never blamed. Ids that were changed alike on
// both sides go on from no answer.
func TestRightRequestsAreNotBlamed(t *testing.T) {
	for w, side := range converters(t) {
		variants := append(plainly(), side.Variants()...)
		seen := 0
		for _, v := range variants {
			each(side, v.Plant(side.Reference), nil, func(c *dialect.Case, h history.History, body wire.Value) bool {
				seen += len(w.Request(body).Seen)
				for _, f := range told(w, h, body) {
					t.Errorf("%s, %s, %s: %s: %s\n%s\n%s", w.Dialect, v.ID, c.ID, f.Requirement, f.Message, h.JSON().JSON(), body.JSON())
				}
				return true
			})
		}
		if seen == 0 {
			t.Errorf("%s: no request shows anything", w.Dialect)
		}
	}
}

const unseenRequests = "testdata/unseen_requests.txt"

// Every planted fault of a converter is seen in the request, or between it and the answers before it, but
// for those in a list, which show only beside the history that it was made of.
func TestPlantedFaultsAreSeenInTheRequest(t *testing.T) {
	data, err := os.ReadFile(unseenRequests)
	if err != nil && !*update {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(data)), "\n")
	var missing []string
	seen := 0
	for w, side := range converters(t) {
		for _, f := range side.Faults() {
			line := fmt.Sprintf("%s %s", w.Dialect, f.ID)
			if long(slices.Contains(known, line)) ||
				!slices.ContainsFunc(side.Requirements, func(r requirement.Requirement) bool { return r.ID == f.Requirements[0] }) {
				continue
			}
			got := false
			each(side, f.Plant(side.Reference), f.Requirements, func(_ *dialect.Case, h history.History, body wire.Value) bool {
				got = len(told(w, h, body)) > 0
				return !got
			})
			switch {
			case got:
				if seen++; slices.Contains(known, line) && !*update {
					t.Errorf("%s stands in %s, and is seen", line, unseenRequests)
				}
			default:
				if missing = append(missing, line); !slices.Contains(known, line) && !*update {
					t.Errorf("%s is not seen: %s", line, f.Title)
				}
			}
		}
	}
	t.Logf("%d faults are seen, %d are not", seen, len(missing))
	if *update {
		slices.Sort(missing)
		if err := os.WriteFile(unseenRequests, []byte(strings.Join(missing, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
