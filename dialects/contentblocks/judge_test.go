package contentblocks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/wire"
)

// verdicts judges a state and lists what is not right: "BLOCK-02 fail".
func verdicts(s *feed, state string, omits ...string) (bad []string, all map[string]requirement.Verdict) {
	side := consumerSide()
	c := &dialect.Case{Pair: side.Pair, Script: s}
	all = map[string]requirement.Verdict{}
	for _, o := range side.Judge(c, &dialect.Observation{State: wire.ParseString(state), Omits: omits}) {
		all[o.Requirement] = o.Verdict
		if o.Verdict == requirement.Fail || o.Verdict == requirement.Warn {
			bad = append(bad, o.Requirement+" "+o.Verdict.String())
		}
	}
	return bad, all
}

// shownK7 is the block of the call buy() with some members replaced.
func shownK7(members string) string {
	return `{"type":"tool_use","id":"toolu_K7","name":"search_stock","input":{"symbol":"VNM"},` + members + `}`
}

const (
	openLive = `"toolResult":null,"toolResultError":false,"artifact":null,"isStreaming":false,"isFromHistory":false,"dotStatus":"active"`
	okLive   = `"toolResult":"82","toolResultError":false,"artifact":null,"isStreaming":false,"isFromHistory":false,"dotStatus":"done"`
	badLive  = `"toolResult":"82","toolResultError":true,"artifact":null,"isStreaming":false,"isFromHistory":false,"dotStatus":"error"`
)

func blocksOf(blocks ...string) string { return `{"blocks":[` + strings.Join(blocks, ",") + `]}` }

func swap(in, from, to string) string {
	if !strings.Contains(in, from) {
		panic(fmt.Sprintf("%q is not in %q", from, in))
	}
	return strings.Replace(in, from, to, 1)
}

type judged1 struct {
	name, state string
	want        string // what is not right, joined by blanks and commas
}

func expect(t *testing.T, s *feed, tests []judged1) {
	t.Helper()
	for _, x := range tests {
		bad, _ := verdicts(s, x.state)
		if got := strings.Join(bad, ", "); got != x.want {
			t.Errorf("%s:\n got  %s\n want %s", x.name, got, x.want)
		}
	}
}

func TestOpenCall(t *testing.T) {
	expect(t, live(seq(4, buy())), []judged1{
		{"right", blocksOf(shownK7(openLive)), ""},
		{"nulls left out", blocksOf(shownK7(`"dotStatus":"active"`)), ""},
		{"streaming", blocksOf(shownK7(swap(openLive, `"isStreaming":false`, `"isStreaming":true`))), ""},
		{"other blocks", blocksOf(`{"type":"text","text":"x"}`, shownK7(openLive), `{"type":"group","id":"toolu_K7"}`), ""},
		{"label from name", blocksOf(shownK7(`"tool_content_message":"search_stock",` + openLive)), ""},
		{"missing", blocksOf(), "BLOCK-01 fail"},
		{"no state", `{}`, "BLOCK-01 fail"},
		{"twice", blocksOf(shownK7(openLive), shownK7(openLive)), "BLOCK-01 fail"},
		{"phantom", blocksOf(shownK7(openLive), `{"type":"tool_use","id":"x"}`), "BLOCK-01 fail"},
		{"other name", blocksOf(swap(shownK7(openLive), "search_stock", "stock")), "BLOCK-01 fail"},
		{"input as text", blocksOf(swap(shownK7(openLive), `{"symbol":"VNM"}`, `"{\"symbol\":\"VNM\"}"`)), "BLOCK-01 fail"},
		{"done", blocksOf(shownK7(swap(openLive, "active", "done"))), "BLOCK-06 fail"},
		{"no dot", blocksOf(shownK7(`"toolResult":null`)), "BLOCK-06 fail"},
		{"invented", blocksOf(shownK7(swap(openLive, `"toolResult":null`, `"toolResult":""`))), "BLOCK-02 fail"},
		{"failed", blocksOf(shownK7(swap(openLive, `"toolResultError":false`, `"toolResultError":true`))), "BLOCK-04 fail"},
		{"from history", blocksOf(shownK7(swap(openLive, `"isFromHistory":false`, `"isFromHistory":true`))), "BLOCK-20 fail"},
		{"artifact", blocksOf(shownK7(swap(openLive, `"artifact":null`, `"artifact":{}`))), "BLOCK-05 fail"},
	})
}

func TestAnsweredCall(t *testing.T) {
	chart := with(res("toolu_K7", "success", "82"), "artifact", `{"n":1}`)
	right := swap(okLive, `"artifact":null`, `"artifact":{"n":1.0}`)
	expect(t, live(seq(4, buy(), chart)), []judged1{
		{"right", blocksOf(shownK7(right)), ""},
		{"no artifact", blocksOf(shownK7(okLive)), "BLOCK-05 fail"},
		{"artifact text", blocksOf(shownK7(swap(right, `{"n":1.0}`, `"{\"n\":1}"`))), "BLOCK-05 fail"},
		{"open", blocksOf(shownK7(openLive)), "BLOCK-02 fail, BLOCK-03 fail, BLOCK-10 fail"},
		{"other text", blocksOf(shownK7(swap(right, `"82"`, `"82 "`))), "BLOCK-03 fail"},
		{"as number", blocksOf(shownK7(swap(right, `"82"`, `82`))), "BLOCK-03 fail"},
		{"failed", blocksOf(shownK7(swap(right, `"toolResultError":false`, `"toolResultError":true`))), "BLOCK-04 fail"},
		{"no flag", blocksOf(shownK7(swap(right, `"toolResultError":false`, `"toolResultError":null`))), "BLOCK-04 fail"},
		{"active", blocksOf(shownK7(swap(right, "done", "active"))), "BLOCK-06 fail"},
	})
	expect(t, live(seq(4, buy(), res("toolu_K7", "cancelled", ""))), []judged1{
		{"right", blocksOf(shownK7(swap(badLive, `"82"`, `""`))), ""},
		{"empty is none", blocksOf(shownK7(openLive)), "BLOCK-02 fail, BLOCK-03 fail, BLOCK-10 fail"},
		{"as success", blocksOf(shownK7(swap(okLive, `"82"`, `""`))), "BLOCK-04 fail, BLOCK-06 fail"},
	})
}

func TestPairing(t *testing.T) {
	s := live(seq(4, buy(), use("toolu_C2", "search_stock", `{"symbol":"VNM"}`), res("toolu_C2", "error", "82"),
		res("toolu_K7", "success", "83")))
	k7 := shownK7(swap(okLive, `"82"`, `"83"`))
	c2 := swap(shownK7(badLive), "toolu_K7", "toolu_C2")
	expect(t, s, []judged1{
		{"right", blocksOf(k7, c2), ""},
		{"order", blocksOf(c2, k7), "BLOCK-01 fail"},
		{"merged", blocksOf(k7), "BLOCK-01 fail, BLOCK-11 fail"},
		{"crossed", blocksOf(shownK7(badLive), swap(k7, "toolu_K7", "toolu_C2")), "BLOCK-02 fail, BLOCK-03 fail"},
	})
}

func TestStartedResult(t *testing.T) {
	s := live(seq(4, buy()), plant.Only(words.Start(9, with(res("toolu_K7", "error", "82"), "artifact", `{"n":1}`))))
	merged := swap(badLive, `"artifact":null`, `"artifact":{"n":1}`)
	expect(t, s, []judged1{
		{"not yet", blocksOf(shownK7(openLive)), ""},
		{"at start", blocksOf(shownK7(merged)), ""},
		{"dot at stop", blocksOf(shownK7(swap(merged, `"dotStatus":"error"`, `"dotStatus":"active"`))), ""},
		{"half", blocksOf(shownK7(swap(badLive, `true`, `false`))), "BLOCK-04 fail, BLOCK-05 fail"},
		{"done", blocksOf(shownK7(swap(merged, `"dotStatus":"error"`, `"dotStatus":"done"`))), "BLOCK-06 fail"},
	})
}

func TestTerminal(t *testing.T) {
	s := live(seq(4, buy(), words.Stopped()))
	expect(t, s, []judged1{
		{"right", blocksOf(shownK7(swap(openLive, "active", "done"))), ""},
		{"formula", blocksOf(shownK7(openLive)), "BLOCK-09 warn"},
		{"error", blocksOf(shownK7(swap(openLive, "active", "error"))), "BLOCK-06 fail, BLOCK-09 warn"},
		{"streaming", blocksOf(shownK7(swap(swap(openLive, "active", "done"), `"isStreaming":false`, `"isStreaming":true`))),
			"BLOCK-08 fail"},
		{"text streaming", blocksOf(`{"type":"text","isStreaming":true}`, shownK7(swap(openLive, "active", "done"))), "BLOCK-08 fail"},
		{"invented", blocksOf(shownK7(badLive)), "BLOCK-02 fail, BLOCK-08 fail"},
	})
	history := swap(openLive, `"isFromHistory":false`, `"isFromHistory":true`)
	expect(t, s.fromHistory(), []judged1{
		{"history", blocksOf(shownK7(swap(history, "active", "done"))), ""},
		{"history active", blocksOf(shownK7(history)), "BLOCK-07 fail"},
		{"history unmarked", blocksOf(shownK7(swap(openLive, "active", "done"))), "BLOCK-20 fail"},
	})
}

func TestSecondResult(t *testing.T) {
	s := live(seq(4, buy(), with(res("toolu_K7", "success", "82"), "artifact", `{"n":1}`), res("toolu_K7", "error", "83")))
	first := swap(okLive, `"artifact":null`, `"artifact":{"n":1}`)
	last := swap(badLive, `"82"`, `"83"`)
	expect(t, s, []judged1{
		{"first", blocksOf(shownK7(first)), ""},
		{"last", blocksOf(shownK7(last)), ""},
		{"left over", blocksOf(shownK7(swap(last, `"artifact":null`, `"artifact":{"n":1}`))), "BLOCK-14 warn"},
		{"artifact of the other", blocksOf(shownK7(okLive)), "BLOCK-14 fail"},
		{"mixed", blocksOf(shownK7(badLive)), "BLOCK-14 fail"},
		{"mixed dot", blocksOf(shownK7(swap(first, `"done"`, `"error"`))), "BLOCK-06 fail, BLOCK-14 fail"},
		{"joined", blocksOf(shownK7(swap(last, `"83"`, `"8283"`))), "BLOCK-03 fail, BLOCK-14 fail"},
		{"none", blocksOf(shownK7(openLive)), "BLOCK-02 fail, BLOCK-03 fail, BLOCK-10 fail, BLOCK-14 fail"},
	})
}

func TestStatus(t *testing.T) {
	odd := live(seq(4, buy(), res("toolu_K7", "timeout", "82")))
	expect(t, odd, []judged1{
		{"error", blocksOf(shownK7(badLive)), ""},
		{"success", blocksOf(shownK7(okLive)), "BLOCK-15 warn"},
		{"not held", blocksOf(shownK7(openLive)), ""},
		{"not held, done", blocksOf(shownK7(swap(openLive, "active", "done"))), "BLOCK-06 fail"},
		{"flag and dot disagree", blocksOf(shownK7(swap(badLive, `"error"`, `"done"`))), "BLOCK-06 fail"},
	})
	twice := live(seq(4, buy(), res("toolu_K7", "timeout", "82"), res("toolu_K7", "success", "82")))
	expect(t, twice, []judged1{
		{"the success", blocksOf(shownK7(okLive)), ""},
		{"the unknown", blocksOf(shownK7(badLive)), ""},
	})
	hollow := live(seq(4, buy(), with(res("toolu_K7", "error", ""), "content", "null")))
	expect(t, hollow, []judged1{
		{"none", blocksOf(shownK7(openLive)), ""},
		{"held empty", blocksOf(shownK7(swap(badLive, `"82"`, `""`))), ""},
		{"held null", blocksOf(shownK7(swap(badLive, `"82"`, `null`))), ""},
		{"as success", blocksOf(shownK7(swap(okLive, `"82"`, `""`))), "BLOCK-04 fail, BLOCK-06 fail, BLOCK-15 fail"},
		{"other text", blocksOf(shownK7(badLive)), "BLOCK-03 fail"},
	})
}

func TestHostileStreams(t *testing.T) {
	early := live(seq(4, res("toolu_K7", "error", "82"), buy()))
	expect(t, early, []judged1{
		{"merged", blocksOf(shownK7(badLive)), ""},
		{"dropped", blocksOf(shownK7(openLive)), ""},
		{"half", blocksOf(shownK7(swap(badLive, "true", "false"))), "BLOCK-04 fail, BLOCK-16 fail"},
	})
	orphan := live(seq(4, buy(), res("toolu_ZZ", "success", "82"), res("toolu_K7", "success", "83")))
	expect(t, orphan, []judged1{
		{"right", blocksOf(shownK7(swap(okLive, `"82"`, `"83"`))), ""},
		{"orphan held", blocksOf(shownK7(okLive)), "BLOCK-02 fail, BLOCK-03 fail, BLOCK-13 fail"},
		{"deaf", blocksOf(shownK7(openLive)), "BLOCK-02 fail, BLOCK-03 fail, BLOCK-10 fail, BLOCK-13 fail"},
		{"orphan's block", blocksOf(shownK7(swap(okLive, `"82"`, `"83"`)), `{"type":"tool_use","id":"toolu_ZZ"}`),
			"BLOCK-01 fail, BLOCK-13 fail"},
	})
	twins := live(seq(4, buy(), buy(), res("toolu_K7", "success", "82")))
	expect(t, twins, []judged1{
		{"two", blocksOf(shownK7(okLive), shownK7(openLive)), ""},
		{"one", blocksOf(shownK7(okLive)), ""},
		{"both answered", blocksOf(shownK7(okLive), shownK7(okLive)), ""},
		{"third", blocksOf(shownK7(okLive), shownK7(okLive), shownK7(okLive)), "BLOCK-18 fail"},
		{"none", blocksOf(), "BLOCK-18 fail"},
		{"other", blocksOf(shownK7(okLive), `{"type":"tool_use","id":"x"}`), "BLOCK-01 fail, BLOCK-18 fail"},
	})
	unstopped := live(plant.Only(words.Start(4, buy())), seq(5, res("toolu_K7", "success", "82")))
	expect(t, unstopped, []judged1{
		{"merged", blocksOf(shownK7(okLive)), ""},
		{"missed", blocksOf(shownK7(openLive)), ""},
		{"gone", blocksOf(), "BLOCK-01 fail, BLOCK-17 fail"},
	})
}

func TestUnknownEventsJudge(t *testing.T) {
	s := live(seq(4, buy()), plant.Only(words.Plain("surprise")), seq(5, res("toolu_K7", "success", "82")))
	expect(t, s, []judged1{
		{"right", blocksOf(shownK7(okLive)), ""},
		{"deaf", blocksOf(shownK7(openLive)), "BLOCK-02 fail, BLOCK-03 fail, BLOCK-10 fail, BLOCK-12 fail"},
	})
}

func TestLabels(t *testing.T) {
	s := live(seq(4, label(buy(), "VNM?"), use("toolu_C2", "get_weather", `{}`)))
	other := func(l string) string {
		return `{"type":"tool_use","id":"toolu_C2","name":"get_weather","input":{},"tool_content_message":` + l + `,"dotStatus":"active"}`
	}
	kept := shownK7(`"tool_content_message":"VNM?","dotStatus":"active"`)
	expect(t, s, []judged1{
		{"right", blocksOf(kept, other(`null`)), ""},
		{"name", blocksOf(kept, other(`"get_weather"`)), ""},
		{"spread", blocksOf(kept, other(`"VNM?"`)), "BLOCK-19 warn"},
		{"lost", blocksOf(shownK7(`"dotStatus":"active"`), other(`null`)), "BLOCK-19 warn"},
	})
}

func TestOmittedMembersAreUnobserved(t *testing.T) {
	s := live(seq(4, label(buy(), "VNM?"), res("toolu_K7", "error", "82"), words.Stopped()))
	bare := blocksOf(`{"type":"tool_use","id":"toolu_K7"}`)
	omits := []string{"name", "input", "tool_content_message", "toolResult", "toolResultError", "artifact", "isStreaming", "isFromHistory",
		"dotStatus"}
	bad, all := verdicts(s, bare, omits...)
	if len(bad) > 0 {
		t.Errorf("nothing can be wrong: %v", bad)
	}
	for _, id := range []string{"BLOCK-02", "BLOCK-03", "BLOCK-04", "BLOCK-05", "BLOCK-06", "BLOCK-08", "BLOCK-10", "BLOCK-19",
		"BLOCK-20"} {
		if all[id] != requirement.Unobserved {
			t.Errorf("%s is %s although its members are omitted", id, all[id])
		}
	}
	for _, id := range []string{"blocks", "id"} {
		if bad, _ := verdicts(s, `{}`, id); len(bad) > 0 {
			t.Errorf("%s omitted: %v", id, bad)
		}
	}
	// Without toolResult the flag is judged still.
	bad, _ = verdicts(s, blocksOf(`{"type":"tool_use","id":"toolu_K7","name":"search_stock","input":{"symbol":"VNM"},`+
		`"tool_content_message":"VNM?","toolResultError":false,"dotStatus":"error"}`), "toolResult")
	if got := strings.Join(bad, ", "); got != "BLOCK-04 fail" {
		t.Errorf("toolResult omitted, flag wrong: %s", got)
	}
}

// TestHostileAnswers: whatever is answered, the judge neither panics nor passes it.
func TestHostileAnswers(t *testing.T) {
	s := live(seq(4, buy(), sell(), res("toolu_K7", "success", "82")), plant.Only(words.Plain("x")),
		seq(9, res("toolu_C2", "error", "83"), words.Stopped()))
	for _, state := range []string{`null`, `[]`, `"blocks"`, `{"blocks":null}`, `{"blocks":{}}`, `{"blocks":"x"}`,
		`{"blocks":[null,1,"x",[],{}]}`,
		`{"blocks":[{"type":"tool_use"}]}`, `{"blocks":[{"type":"tool_use","id":7},{"type":"tool_use","id":null}]}`,
		`{"blocks":[{"type":"tool_use","id":"toolu_K7","name":[],"input":"x","toolResult":{},` +
			`"toolResultError":"no","artifact":[],"isStreaming":"yes","isFromHistory":3,"dotStatus":{}}]}`,
		`{"blocks":[{"type":["tool_use"],"id":"toolu_K7"}]}`} {
		for _, from := range []*feed{s, s.fromHistory(), live(),
			live(raw(`null`, `3`, `{"type":"content_block_start"}`, `{"type":"content_block_stop","index":"x"}`))} {
			bad, _ := verdicts(from, state)
			if (from == s || from.history) && len(bad) == 0 {
				t.Errorf("%s passes", state)
			}
		}
	}
}
