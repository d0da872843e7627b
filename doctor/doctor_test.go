package doctor_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolconform/conform/adapter"
	"github.com/toolconform/conform/catalogue"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/doctor"
	"github.com/toolconform/conform/driver"
	"github.com/toolconform/conform/wire"
)

var cat = sync.OnceValue(catalogue.New)

// examine has one pair of the reference examined, changed by plant; every pair
// where pair is zero.
func examine(t *testing.T, pair dialect.Pair, omits []string, plant func(dialect.Answer) dialect.Answer) []doctor.Line {
	t.Helper()
	info := adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("reference")), wire.M("version", wire.Str("1"))), Concurrency: 4}
	answers := map[dialect.Pair]dialect.Answer{}
	for _, side := range cat().Sides {
		if pair == (dialect.Pair{}) || pair == side.Pair {
			info.Supports = append(info.Supports,
				adapter.Support{Dialect: side.Dialect, Role: side.Role, Encodings: side.Encodings, Omits: omits})
			answers[side.Pair] = side.Reference
			if plant != nil {
				answers[side.Pair] = plant(side.Reference)
			}
		}
	}
	return doctor.Examine(context.Background(), cat(), driver.InProcess(info, answers), 10*time.Second)
}

// complaints are the lines that are not well; each must say what to do.
func complaints(t *testing.T, lines []doctor.Line) string {
	t.Helper()
	var list []string
	for _, l := range lines {
		if l.OK {
			continue
		}
		if l.Help == "" {
			t.Errorf("no help with: %s", l.What)
		}
		list = append(list, l.What)
	}
	return strings.Join(list, "\n")
}

func TestTheReferenceIsWell(t *testing.T) {
	lines := examine(t, dialect.Pair{}, nil, nil)
	if got := complaints(t, lines); got != "" {
		t.Errorf("the reference is not well:\n%s", got)
	}
	if len(lines) != 29 { // the hello and 28 pairs
		t.Errorf("%d lines, 29 were expected: %+v", len(lines), lines)
	}
	if want := "hello: reference 1, 28 pairs, concurrency 4"; lines[0].What != want {
		t.Errorf("%q, %q was expected", lines[0].What, want)
	}
}

func TestIllnesses(t *testing.T) {
	for _, c := range []struct {
		name, want string
		plant      func(dialect.Answer) dialect.Answer
	}{
		{"nothing is answered right", "a trivial case is answered wrong", func(dialect.Answer) dialect.Answer {
			return func(wire.Value) dialect.Observation { return dialect.Observation{State: wire.Obj()} }
		}},
		{"the answers are swapped", "the answers of two cases came under each other's id", swapped},
		{"everything is rejected", "a trivial case ended as rejected: not today",
			ending(dialect.Observation{Ending: dialect.Rejected, Reason: "not today"})},
		{"everything is skipped", "a trivial case ended as skipped: can't",
			ending(dialect.Observation{Ending: dialect.Skipped, Reason: "can't"})},
		{"a crash", "a trivial case ended as crashed: panic: ouch", func(dialect.Answer) dialect.Answer {
			return func(wire.Value) dialect.Observation { panic("ouch") }
		}},
	} {
		for _, side := range cat().Sides {
			got := complaints(t, examine(t, side.Pair, nil, c.plant))
			if want := side.Pair.String() + ": " + c.want; !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, %q was expected", c.name, got, want)
			}
		}
	}
}

func ending(o dialect.Observation) func(dialect.Answer) dialect.Answer {
	return func(dialect.Answer) dialect.Answer { return func(wire.Value) dialect.Observation { return o } }
}

// swapped gives of two inputs in flight each the answer of the other.
func swapped(right dialect.Answer) dialect.Answer {
	waiting := make(chan dialect.Observation)
	return func(input wire.Value) dialect.Observation {
		mine := right(input)
		select {
		case waiting <- mine:
			return <-waiting
		case theirs := <-waiting:
			waiting <- mine
			return theirs
		}
	}
}

// Who omits everything that could differ can't be judged, however right the
// answers are.
func TestWhoOmitsEverythingIsNotJudged(t *testing.T) {
	for _, c := range []struct {
		dialect string
		omits   []string
	}{
		{"content-blocks", []string{"name", "input", "isFromHistory", "tool_content_message", "toolResult", "toolResultError", "artifact",
			"dotStatus"}},
	} {
		pair := dialect.Pair{Dialect: c.dialect, Role: dialect.Consumer}
		got := complaints(t, examine(t, pair, c.omits, nil))
		if want := pair.String() + ": an expectation with one value altered fits the answer too"; got != want {
			t.Errorf("%q, %q was expected", got, want)
		}
	}
}

// An answer without anything in it is not well, whatever the hello omits.
func TestAnEmptyAnswerIsNotWell(t *testing.T) {
	omits := []string{"name", "input", "isFromHistory", "tool_content_message", "toolResult", "toolResultError", "artifact", "dotStatus"}
	for _, side := range cat().Sides {
		got := complaints(t, examine(t, side.Pair, omits, ending(dialect.Observation{State: wire.Obj()})))
		if !strings.Contains(got, side.Pair.String()+": ") {
			t.Errorf("%s: %q", side.Pair, got)
		}
	}
}

func TestNothingIsOffered(t *testing.T) {
	impl := driver.InProcess(adapter.Info{Implementation: wire.Obj(), Concurrency: 1}, nil)
	got := complaints(t, doctor.Examine(context.Background(), cat(), impl, time.Second))
	if !strings.Contains(got, "the hello offers nothing that can be judged") {
		t.Errorf("%q", got)
	}
}

func TestUnknownEncoding(t *testing.T) {
	pair := dialect.Pair{Dialect: "content-blocks", Role: dialect.Consumer}
	side := cat().Side(pair)
	impl := driver.InProcess(adapter.Info{Implementation: wire.Obj(wire.M("name", wire.Str("x"))), Concurrency: 1,
		Supports: []adapter.Support{{Dialect: pair.Dialect, Role: pair.Role, Encodings: []string{"morse"}}}},
		map[dialect.Pair]dialect.Answer{pair: side.Reference})
	got := complaints(t, doctor.Examine(context.Background(), cat(), impl, time.Second))
	if !strings.Contains(got, `content-blocks/consumer: none of the encodings ["morse"] is known`) {
		t.Errorf("%q", got)
	}
}

// An adapter that breaks the protocol is told so, with what it wrote.
func TestAdapterErrors(t *testing.T) {
	pair := dialect.Pair{Dialect: "content-blocks", Role: dialect.Consumer}
	got := complaints(t, examine(t, pair, nil, ending(dialect.Observation{Ending: dialect.Broken, Output: "hello?"})))
	if !strings.Contains(got, "ended as adapter error: hello?") || !strings.Contains(got, "content-blocks/consumer/doctor-dr_one") {
		t.Errorf("%q", got)
	}
}
