package stageevents

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

func TestAnswersOfProducers(t *testing.T) {
	dialecttest.Answers(t, "testdata/producer.answers", func(w dialecttest.Written) string {
		s, err := stream.ParseExchange(wire.Obj(wire.T("messageId", "m"), wire.M("items", wire.List(w.Sent...))))
		if err == nil {
			err = s.(*stream.Exchange).Transcript.Valid()
		}
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		o := dialecttest.Telling(w.Told)
		return dialecttest.Missed(judgeProducer(&dialect.Case{Pair: words.Producer(), Script: s}, &o))
	})
}

func TestRecordedStreams(t *testing.T) {
	dialecttest.Answers(t, "testdata/recorded.answers", func(w dialecttest.Written) string {
		cut := dialecttest.Broken(check(dialect.CheckOptions{Truncated: true}), w.Told[:len(w.Told)-1])
		for _, id := range []string{"STAGE-04", "STAGE-09", "STAGE-12"} {
			if strings.Contains(cut, id) {
				t.Errorf("%s, truncated: %s", w.Name, id)
			}
		}
		return dialecttest.Broken(check(dialect.CheckOptions{}), w.Told)
	})
}

// Findings come with the event that makes them certain.
func TestFindingsComeOnline(t *testing.T) {
	ch := check(dialect.CheckOptions{})
	for i, e := range wire.ParseString(`[{"id":"a","stage":"start","name":"grep"},` +
		`{"id":"a","stage":"running"},{"id":"a","stage":"streaming","isRunning":true}]`).Items() {
		findings := ch.Event(e)
		if want := map[int]int{2: 2}[i]; len(findings) != want {
			t.Errorf("event %d: %d findings, want %d", i, len(findings), want)
		}
		for _, f := range findings {
			if f.Event != i || f.Level != requirement.Must {
				t.Errorf("event %d: finding %+v", i, f)
			}
		}
	}
}

// Beyond its limit a checker says what it no longer judges, and blames nobody.
func TestCheckerIsBounded(t *testing.T) {
	ch := newChecker(dialect.CheckOptions{}, 10)
	for i := range 30 {
		for _, s := range []string{"running", "end"} {
			findings := ch.Event(wire.ParseString(fmt.Sprintf(`{"id":"id-%d","stage":%q,"isRunning":true}`, i, s)))
			want := 1 // isRunning
			if i < 10 && s == "running" {
				want = 2 // and no start
			}
			if len(findings) != want {
				t.Errorf("id %d: %d findings, want %d", i, len(findings), want)
			}
		}
	}
	if len(ch.calls) != 10 || len(ch.Notes()) != 1 || !strings.Contains(ch.Notes()[0], "40 updates") {
		t.Errorf("%d ids are remembered, notes %q", len(ch.calls), ch.Notes())
	}
	if quiet := newChecker(dialect.CheckOptions{}, 10); quiet.Notes() != nil {
		t.Error("notes without a reason")
	}
}
