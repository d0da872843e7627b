package stageevents

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
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
