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

// shown is what a judge says of these blocks, shown of these updates.
func shown(sent, blocks []wire.Value, omits ...string) []requirement.Outcome {
	s, err := parseUpdates(wire.List(sent...))
	if err != nil {
		panic(err)
	}
	state := wire.Obj(wire.M("toolBlocks", wire.List(blocks...)))
	return judgeConsumer(&dialect.Case{Pair: words.Consumer(), Script: s}, &dialect.Observation{State: state, Omits: omits})
}

func judged(events, blocks string) []requirement.Outcome {
	return shown(wire.ParseString("["+events+"]").Items(), wire.ParseString("["+blocks+"]").Items())
}

func TestAnswersOfConsumers(t *testing.T) {
	dialecttest.Answers(t, "testdata/consumer.answers", func(w dialecttest.Written) string {
		return dialecttest.Missed(shown(w.Sent, w.Told, w.Omits...))
	})
}

// verdictOf is the outcome of one requirement.
func verdictOf(id string, outcomes []requirement.Outcome) requirement.Outcome {
	for _, o := range outcomes {
		if o.Requirement == id {
			return o
		}
	}
	return requirement.Outcome{}
}

const startA = `{"id":"a","stage":"start","name":"grep"}`

// STAGE-51 is seen where there are two calls to confuse, also where one has no block.
func TestOwnOnlyNeedsTwoCalls(t *testing.T) {
	other := `,{"id":"b","stage":"start","name":"glob"}`
	for _, x := range []struct {
		events, blocks string
		want           requirement.Verdict
	}{
		{startA, `{"id":"a","name":"grep","stage":"start"}`, requirement.Unobserved},
		{startA + other, `{"id":"a","name":"grep","stage":"start"},{"id":"b","name":"glob","stage":"start"}`, requirement.Pass},
		{startA + other, `{"id":"a","name":"grep","stage":"start"}`, requirement.Pass},
		{startA + other, ``, requirement.Unobserved},
	} {
		if got := verdictOf("STAGE-51", judged(x.events, x.blocks)); got.Verdict != x.want {
			t.Errorf("%s beside %s: %s, want %s", x.blocks, x.events, got.Verdict, x.want)
		}
	}
}

// A finding names the update that came first, the place and the values.
func TestOwnOnlyNamesTheSource(t *testing.T) {
	events := startA + `,{"id":"c","stage":"start","name":"n"},{"id":"d","stage":"start","name":"n"}`
	got := verdictOf("STAGE-51", judged(events,
		`{"id":"a","name":"n","stage":"start"},{"id":"c","name":"n","stage":"start"},{"id":"d","name":"n","stage":"start"}`))
	if len(got.Findings) != 1 {
		t.Fatalf("%d findings, want 1", len(got.Findings))
	}
	f := got.Findings[0]
	if !strings.Contains(f.Message, `it came from an update of "c"`) || f.Where != "/toolBlocks/0/name" || f.Expected.Text() != "grep" ||
		f.Actual.Text() != "n" {
		t.Errorf("the finding is %+v", f)
	}
}

// Sources are looked for as long as that stays cheap: two hundred times.
func TestOwnOnlyGivesUp(t *testing.T) {
	events, blocks := `{"id":"s","stage":"start","name":"foreign"}`, `{"id":"s","name":"foreign","stage":"start"}`
	for n := range 210 {
		events += fmt.Sprintf(`,{"id":"c%d","stage":"start","name":"own"}`, n)
		blocks += fmt.Sprintf(`,{"id":"c%d","name":"foreign","stage":"start"}`, n)
	}
	if got := len(verdictOf("STAGE-51", judged(events, blocks)).Findings); got != 200 {
		t.Errorf("%d findings, want 200", got)
	}
}

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
