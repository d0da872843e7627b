package contentblocks

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/wire"
)

func TestRecordedStreams(t *testing.T) {
	dialecttest.Answers(t, "testdata/recorded.answers", func(w dialecttest.Written) string {
		return dialecttest.Broken(newChecker(dialect.CheckOptions{}), expanded(t, w.Told).List)
	})
}

func TestAnswersOfProducers(t *testing.T) {
	dialecttest.Answers(t, "testdata/producer.answers", func(w dialecttest.Written) string {
		turn, err := turnOf(casefile.Entry{Elements: w.Sent})
		if err != nil {
			t.Fatal(err)
		}
		o := &dialect.Observation{Omits: w.Omits}
		for _, ev := range expanded(t, w.Told).List {
			o.Events = append(o.Events, dialect.Event{Value: ev})
		}
		return dialecttest.Missed(producerSide().Judge(&dialect.Case{Script: turn}, o))
	})
}

func expanded(t *testing.T, short []wire.Value) *feed {
	t.Helper()
	s, err := streamOf(casefile.Entry{Elements: short})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*feed)
}

func TestCheckerOfACut(t *testing.T) {
	cut := dialect.CheckOptions{Truncated: true}
	if ids := dialecttest.Broken(newChecker(cut), streamed(`{"start":5,"tool_use":["a","n",{}]}`).List); ids != "" {
		t.Errorf("what a cut leaves open is no finding: %v", ids)
	}
	inside := streamed(`{"start":5,"tool_use":["a","n",{}]}`, `{"start":6,"tool_result":["a","success","c"]}`)
	if ids := dialecttest.Broken(newChecker(cut), inside.List); ids != "BLOCK-53" {
		t.Errorf("what went wrong before the cut is one: %v", ids)
	}
}

func TestCheckerTellsTheEvent(t *testing.T) {
	c := newChecker(dialect.CheckOptions{})
	for i, ev := range streamed(`{"block":5,"tool_use":["a","n",{}]}`, `{"block":6,"tool_result":["a","success","c"]}`).List {
		if f := c.Event(ev); len(f) > 0 {
			t.Fatalf("event %d: %v", i, f)
		}
	}
	f := c.Event(words.Stop(6))
	if len(f) != 1 || f[0].Requirement != "BLOCK-51" || f[0].Event != 4 || f[0].Where != "event 4" {
		t.Errorf("the stray stop is found with its event at once: %+v", f)
	}
	if got := strings.Join(c.Seen(), " "); got != "BLOCK-50 BLOCK-51 BLOCK-52 BLOCK-53 BLOCK-54 BLOCK-55 BLOCK-59" {
		t.Errorf("seen: %s", got)
	}
}

// BenchmarkChecker tells how many times as long judging an event takes as decoding it.
func BenchmarkChecker(b *testing.B) {
	events := crowd(1000).(*feed).List
	texts := make([][]byte, len(events))
	for i, ev := range events {
		texts[i] = []byte(ev.JSON())
	}
	b.ResetTimer()
	for range b.N {
		for _, text := range texts {
			if _, err := wire.Parse(text); err != nil {
				b.Fatal(err)
			}
		}
	}
	decoding := b.Elapsed()
	for range b.N {
		c := newChecker(dialect.CheckOptions{})
		for _, ev := range events {
			c.Event(ev)
		}
		c.End()
	}
	b.ReportMetric(float64(b.Elapsed()-decoding)/float64(max(decoding, 1)), "judge/decode")
}
