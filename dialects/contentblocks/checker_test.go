package contentblocks

import (
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// check runs a checker over events and returns the requirements that it finds
// broken, each once, in order.
func check(events []wire.Value, options dialect.CheckOptions) ([]string, []requirement.Finding) {
	c := newChecker(options)
	var found []requirement.Finding
	for _, ev := range events {
		found = append(found, c.Event(ev)...)
	}
	found = append(found, c.End()...)
	var ids []string
	for _, f := range found {
		if !slices.Contains(ids, f.Requirement) {
			ids = append(ids, f.Requirement)
		}
	}
	sort.Strings(ids)
	return ids, found
}

const (
	use5  = `{"type":"content_block_start","index":5,"content_block":{"type":"tool_use","id":"a","name":"n","input":{}}}`
	stop5 = `{"type":"content_block_stop","index":5}`
	res6  = `{"type":"content_block_start","index":6,"content_block":{"type":"tool_result","tool_use_id":"a","content":"c",` +
		`"status":"success"}}`
	stop6 = `{"type":"content_block_stop","index":6}`
	end7  = `{"type":"content_block_start","index":7,"content_block":{"type":"terminal_error"}}`
	stop7 = `{"type":"content_block_stop","index":7}`
)

func TestCheckerAlone(t *testing.T) {
	for _, x := range []struct {
		name   string
		events []string
		want   string
	}{
		{"right", []string{use5, stop5, res6, stop6}, ""},
		{"nothing", nil, ""},
		{"frames", []string{`{"type":"message_start"}`, use5, stop5, `{"type":"ping"}`, res6, stop6, `{"type":"message_delta"}`,
			`{"type":"message_stop"}`}, ""},
		{"unknown event", []string{use5, `{"type":"usage","tokens":1}`, stop5, res6, stop6}, ""},
		{"unknown block", []string{`{"type":"content_block_start","index":0,"content_block":{"type":"thinking"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta"}}`, `{"type":"content_block_stop","index":0}`}, ""},
		{"index 5.0", []string{strings.Replace(use5, `:5,`, `:5.0,`, 1), stop5, res6, stop6}, ""},
		{"terminal", []string{use5, stop5, end7, stop7, `{"type":"message_stop"}`}, ""},
		{"terminal in time", []string{use5, stop5, res6, stop6, end7, stop7, `{"type":"ping"}`}, ""},
		{"null members", []string{strings.Replace(use5, `"input"`, `"tool_content_message":null,"input"`, 1), stop5,
			strings.Replace(res6, `"content"`, `"tool_name":null,"artifact":null,"content"`, 1), stop6}, ""},
		{"overlap", []string{`{"type":"content_block_start","index":0,"content_block":{"type":"text"}}`, use5, stop5,
			`{"type":"content_block_stop","index":0}`, res6, stop6}, ""},
		{"string index", []string{strings.Replace(use5, `:5,`, `:"5",`, 1)}, "BLOCK-50 BLOCK-54"},
		{"null", []string{`null`}, "BLOCK-50"},
		{"no type", []string{`{}`}, "BLOCK-50"},
		{"no input", []string{strings.Replace(use5, `"input":{}`, `"inputs":{}`, 1), stop5, res6, stop6}, "BLOCK-50"},
		{"odd status", []string{use5, stop5, strings.Replace(res6, "success", "ok", 1), stop6}, "BLOCK-50"},
		{"object content", []string{use5, stop5, strings.Replace(res6, `"c"`, `{"a":1}`, 1), stop6}, "BLOCK-50"},
		{"no stop", []string{use5, stop5, res6}, "BLOCK-51"},
		{"two stops", []string{use5, stop5, stop5, res6, stop6}, "BLOCK-51"},
		{"same index", []string{use5, stop5, strings.Replace(res6, `:6,`, `:5,`, 1), stop5}, "BLOCK-51 BLOCK-59"},
		{"delta", []string{use5, `{"type":"content_block_delta","index":5,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, stop5,
			res6, stop6}, "BLOCK-52"},
		{"late delta", []string{use5, stop5, `{"type":"content_block_delta","index":5,"delta":{"type":"text_delta","text":""}}`, res6,
			stop6}, "BLOCK-52"},
		{"inside", []string{use5, res6, stop6, stop5}, "BLOCK-53"},
		{"before", []string{res6, stop6, strings.Replace(use5, `:5,`, `:7,`, 1), stop7}, "BLOCK-53"},
		{"unanswered", []string{use5, stop5}, "BLOCK-54"},
		{"twice", []string{use5, stop5, res6, stop6, strings.Replace(res6, `:6,`, `:7,`, 1), stop7}, "BLOCK-54"},
		{"orphan", []string{res6, stop6}, "BLOCK-55"},
		{"twins", []string{use5, stop5, strings.Replace(use5, `:5,`, `:6,`, 1), stop6, strings.Replace(res6, `:6,`, `:7,`, 1), stop7},
			"BLOCK-55"},
		{"after terminal", []string{use5, stop5, end7, stop7, strings.Replace(res6, `:6,`, `:8,`, 1),
			`{"type":"content_block_stop","index":8}`}, "BLOCK-57"},
		{"falling", []string{use5, stop5, strings.Replace(res6, `:6,`, `:4,`, 1), `{"type":"content_block_stop","index":4}`}, "BLOCK-59"},
		{"tool name", []string{use5, stop5, strings.Replace(res6, `"content"`, `"tool_name":"m","content"`, 1), stop6}, "BLOCK-60"},
		{"two messages", []string{`{"type":"message_start"}`, use5, stop5, res6, stop6, `{"type":"message_stop"}`,
			`{"type":"message_start"}`, use5, stop5, res6, stop6}, ""},
		{"answered in the next message", []string{`{"type":"message_start"}`, use5, stop5, `{"type":"message_stop"}`,
			`{"type":"message_start"}`, res6, stop6}, ""},
		{"never answered", []string{`{"type":"message_start"}`, use5, stop5, `{"type":"message_stop"}`, `{"type":"message_start"}`},
			"BLOCK-54"},
		{"next after terminal", []string{use5, stop5, end7, stop7, `{"type":"message_start"}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"text"}}`, `{"type":"content_block_stop","index":0}`}, ""},
	} {
		if ids, found := check(raw(x.events...), dialect.CheckOptions{}); strings.Join(ids, " ") != x.want {
			t.Errorf("%s: found %v, want %s: %v", x.name, ids, x.want, found)
		}
	}
	if ids, _ := check(raw(use5), dialect.CheckOptions{Truncated: true}); len(ids) > 0 {
		t.Errorf("what a cut leaves open is no finding: %v", ids)
	}
	if ids, _ := check(raw(use5, res6), dialect.CheckOptions{Truncated: true}); strings.Join(ids, " ") != "BLOCK-53" {
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

func TestCheckerWithTranscript(t *testing.T) {
	chart := tValue("a", "success", `{"p":1}`, `{"type":"chart"}`)
	answered := told(tCall("a", "n", `{}`, "label"), chart)
	open := told(tCall("a", "n", `{}`, ""), tStop(transcript.UserStopped))
	right := strings.Replace(res6, `"c"`, `"{ \"p\": 1.0 }","artifact":{"type":"chart"}`, 1)
	cancelled := strings.Replace(res6, "success", "cancelled", 1)
	stopped := strings.Replace(end7, "error", "user_stopped", 1)
	for _, x := range []struct {
		name   string
		turn   *stream.Exchange
		events []string
		want   string
	}{
		{"right", answered, []string{use5, stop5, right, stop6}, ""},
		{"as itself", answered, []string{use5, stop5, strings.Replace(right, `"{ \"p\": 1.0 }"`, `{"p":1}`, 1), stop6}, ""},
		{"other object", answered, []string{use5, stop5, strings.Replace(right, `"{ \"p\": 1.0 }"`, `{"p":2}`, 1), stop6},
			"BLOCK-50 BLOCK-56"},
		{"no artifact", answered, []string{use5, stop5, strings.Replace(right, `,"artifact":{"type":"chart"}`, ``, 1), stop6}, "BLOCK-56"},
		{"other status", answered, []string{use5, stop5, strings.Replace(right, `success`, `error`, 1), stop6}, "BLOCK-56"},
		{"label as name", answered, []string{strings.Replace(use5, `"n"`, `"label"`, 1), stop5, right, stop6}, "BLOCK-58"},
		{"nothing", answered, nil, "BLOCK-58"},
		{"no result", answered, []string{use5, stop5}, "BLOCK-54"},
		{"terminal instead", answered, []string{use5, stop5, end7, stop7}, "BLOCK-54 BLOCK-57"},
		{"message id", answered, []string{strings.Replace(use5, `"index"`, `"message_id":"other","index"`, 1), stop5, right, stop6},
			"BLOCK-60"},
		{"right message id", answered, []string{strings.Replace(use5, `"index"`, `"message_id":"msg-9f2","index"`, 1), stop5, right, stop6},
			""},
		{"terminal", open, []string{use5, stop5, stopped, stop7}, ""},
		{"cancelled", open, []string{use5, stop5, cancelled, stop6}, ""},
		{"both", open, []string{use5, stop5, cancelled, stop6, stopped, stop7}, ""},
		{"neither", open, []string{use5, stop5}, "BLOCK-54 BLOCK-57"},
		{"success", open, []string{use5, stop5, res6, stop6}, "BLOCK-57"},
		{"other terminal", open, []string{use5, stop5, end7, stop7}, "BLOCK-57"},
		{"foreign", open, []string{use5, stop5, strings.Replace(cancelled, `"a"`, `"b"`, 1), stop6, stopped, stop7}, "BLOCK-55"},
		{"reordered", told(tCall("b", "n", `{}`, ""), tCall("a", "n", `{}`, ""), tStop(transcript.UserStopped)),
			[]string{use5, stop5, strings.Replace(strings.Replace(use5, `"a"`, `"b"`, 1), ":5", ":6", 1), stop6, stopped, stop7},
			"BLOCK-58"},
	} {
		if ids, found := check(raw(x.events...), dialect.CheckOptions{Transcript: &x.turn.Transcript}); strings.Join(ids, " ") != x.want {
			t.Errorf("%s: found %v, want %q: %v", x.name, ids, x.want, found)
		}
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
