package contentblocks

import (
	"strings"
	"testing"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

const (
	use5  = `{"type":"content_block_start","index":5,"content_block":{"type":"tool_use","id":"a","name":"n","input":{}}}`
	stop5 = `{"type":"content_block_stop","index":5}`
	res6  = `{"type":"content_block_start","index":6,"content_block":{"type":"tool_result","tool_use_id":"a","content":"c",` +
		`"status":"success"}}`
	stop6 = `{"type":"content_block_stop","index":6}`
	end7  = `{"type":"content_block_start","index":7,"content_block":{"type":"terminal_error"}}`
	stop7 = `{"type":"content_block_stop","index":7}`
)

func TestRecordedStreams(t *testing.T) {
	dialecttest.Answers(t, "testdata/recorded.answers", func(w dialecttest.Written) string {
		return dialecttest.Broken(newChecker(dialect.CheckOptions{}), expanded(t, w.Told))
	})
}

func TestAnswersOfProducers(t *testing.T) {
	dialecttest.Answers(t, "testdata/producer.answers", func(w dialecttest.Written) string {
		turn, err := turnOf(casefile.Entry{Elements: w.Sent})
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		told := dialect.CheckOptions{Transcript: &turn.(*stream.Exchange).Transcript}
		return dialecttest.Broken(newChecker(told), expanded(t, w.Told))
	})
}

func expanded(t *testing.T, short []wire.Value) []wire.Value {
	t.Helper()
	s, err := streamOf(casefile.Entry{Elements: short})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*feed).events
}

func TestCheckerOfACut(t *testing.T) {
	cut := dialect.CheckOptions{Truncated: true}
	if ids := dialecttest.Broken(newChecker(cut), raw(use5)); ids != "" {
		t.Errorf("what a cut leaves open is no finding: %v", ids)
	}
	if ids := dialecttest.Broken(newChecker(cut), raw(use5, res6)); ids != "BLOCK-53" {
		t.Errorf("what went wrong before the cut is one: %v", ids)
	}
}

func TestCheckerTellsTheEvent(t *testing.T) {
	c := newChecker(dialect.CheckOptions{})
	for i, ev := range raw(use5, stop5, res6, stop6) {
		if f := c.Event(ev); len(f) > 0 {
			t.Fatalf("event %d: %v", i, f)
		}
	}
	f := c.Event(raw(stop6)[0])
	if len(f) != 1 || f[0].Requirement != "BLOCK-51" || f[0].Event != 4 || f[0].Where != "event 4" {
		t.Errorf("the stray stop is found with its event at once: %+v", f)
	}
	if got := strings.Join(c.Seen(), " "); got != "BLOCK-50 BLOCK-51 BLOCK-52 BLOCK-53 BLOCK-54 BLOCK-55 BLOCK-59" {
		t.Errorf("seen: %s", got)
	}
}

func TestInvalidTranscriptsAreNotJudged(t *testing.T) {
	p := judgeProduced(told(tBuy(), tStop(transcript.Completed)), &dialect.Observation{Events: []dialect.Event{{Value: wire.NullValue}}})
	if len(p.Seen())+len(p.Fresh()) > 0 {
		t.Error("any answer to an invalid transcript is right")
	}
}

func TestOmittedArtifactsAreNotMissed(t *testing.T) {
	s := told(tCall("a", "n", `{}`, ""), tValue("a", "success", `"c"`, `{"type":"chart"}`))
	var o dialect.Observation
	for _, ev := range raw(use5, stop5, res6, stop6) {
		o.Events = append(o.Events, dialect.Event{Value: ev})
	}
	if found := judgeProduced(s, &o).Fresh(); len(found) != 1 || found[0].Requirement != "BLOCK-56" {
		t.Errorf("the artifact is missing: %v", found)
	}
	o.Omits = []string{"artifact"}
	if found := judgeProduced(s, &o).Fresh(); len(found) > 0 {
		t.Errorf("the artifact is omitted: %v", found)
	}
}

func TestRanges(t *testing.T) {
	var r ranges
	for _, n := range []int64{5, 7, 6, 1, 3, 2, 0, 6, 9} {
		r.add(n)
	}
	for n, want := range map[int64]bool{0: true, 1: true, 2: true, 3: true, 4: false, 5: true, 6: true, 7: true, 8: false, 9: true,
		10: false} {
		if r.has(n) != want {
			t.Errorf("has(%d) is %v", n, !want)
		}
	}
	if len(r.list) != 3 {
		t.Errorf("0-3, 5-7, 9 are three ranges, these are %v", r.list)
	}
}

func BenchmarkChecker(b *testing.B) {
	events := crowd(1000)
	b.ReportAllocs()
	for b.Loop() {
		c := newChecker(dialect.CheckOptions{})
		for _, ev := range events {
			c.Event(ev)
		}
		c.End()
	}
	b.ReportMetric(float64(len(events)*b.N)/b.Elapsed().Seconds(), "events/s")
}
