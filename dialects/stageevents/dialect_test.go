package stageevents

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/generator"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Verify(t, Dialect()) }

func TestValidCasesCanBeSent(t *testing.T) {
	dialecttest.Sendable(t, Dialect(), func(*dialect.Case, requirement.Finding) bool { return false })
}

func TestProperties(t *testing.T) {
	dialecttest.Properties(t, Dialect(), func(variant, requirement string) bool {
		return variant == "STAGE-57/closed-as-failure" &&
			requirement == "META-05" // what it made up itself is no result, which the property cannot tell
	})
}

// Every word of updates of two calls, up to a length, is judged as a regular expression and plain counting judge it: which of the
// lines about order it misses, and no other. Up to four updates are 4,681 words, and six with -all are 299,593.
func TestEveryWordOfUpdates(t *testing.T) {
	longest := 4
	if dialecttest.All() {
		longest = 6
	}
	script, err := stream.ParseExchange(wire.ParseString(`{"messageId":"m","items":[{"type":"call","id":"a","name":"grep","input":{}},` +
		`{"type":"call","id":"b","name":"open","input":{}},` +
		`{"type":"result","callId":"b","status":"success","content":"two"},` +
		`{"type":"result","callId":"a","status":"success","content":"one"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	symbols := []byte("streSTRE")
	tried, failed := 0, 0
	var extend func(word []byte)
	extend = func(word []byte) {
		tried++
		o := &dialect.Observation{}
		for _, symbol := range word {
			o.Events = append(o.Events, dialect.Event{Value: updateOf[symbol], After: -1})
		}
		var got []string
		for _, out := range judgeProducer(&dialect.Case{Pair: words.Producer(), Script: script}, o) {
			if out.Verdict == requirement.Fail {
				got = append(got, out.Requirement)
			}
		}
		if want := breaches(string(word)); !slices.Equal(got, want) && failed < 20 {
			t.Errorf("%s misses %v, %v was expected", word, got, want)
			failed++
		}
		if len(word) < longest {
			for _, symbol := range symbols {
				extend(append(word[:len(word):len(word)], symbol))
			}
		}
	}
	extend(nil)
	if want := map[int]int{4: 4681, 6: 299593}[longest]; tried != want {
		t.Errorf("%d words, there are %d", tried, want)
	}
}

// updateOf are the updates of call a, and in capitals of call b.
var updateOf = map[byte]wire.Value{
	's': wire.ParseString(`{"id":"a","stage":"start","name":"grep"}`), 'S': wire.ParseString(`{"id":"b","stage":"start","name":"open"}`),
	't': wire.ParseString(`{"id":"a","stage":"streaming"}`), 'T': wire.ParseString(`{"id":"b","stage":"streaming"}`),
	'r': wire.ParseString(`{"id":"a","stage":"running"}`), 'R': wire.ParseString(`{"id":"b","stage":"running"}`),
	'e': wire.ParseString(`{"id":"a","stage":"end","success":true,"result":"one"}`),
	'E': wire.ParseString(`{"id":"b","stage":"end","success":true,"result":"two"}`),
}

var (
	startsOnce = regexp.MustCompile(`^(s[tre]*)?$`)
	endsOnce   = regexp.MustCompile(`^([str]*e)?$`)
	neverBack  = regexp.MustCompile(`^s*t*r*e*$`)
	behindEnd  = regexp.MustCompile(`^.*e[str]+$`)
	anyStart   = regexp.MustCompile(`^.*s.*$`)
)

// breaches are the lines that a word misses, by its two projections.
func breaches(word string) []string {
	missed := map[string]bool{}
	for _, of := range []string{
		strings.Map(func(c rune) rune { return map[bool]rune{true: c, false: -1}[c >= 'a'] }, word),
		strings.ToLower(strings.Map(func(c rune) rune { return map[bool]rune{true: c, false: -1}[c < 'a'] }, word)),
	} {
		missed["STAGE-03"] = missed["STAGE-03"] || !startsOnce.MatchString(of)
		missed["STAGE-04"] = missed["STAGE-04"] || !endsOnce.MatchString(of)
		missed["STAGE-05"] = missed["STAGE-05"] || !neverBack.MatchString(of)
		missed["STAGE-09"] = missed["STAGE-09"] || !anyStart.MatchString(of) || strings.Count(of, "e") == 0
		missed["STAGE-12"] = missed["STAGE-12"] || behindEnd.MatchString(of)
	}
	var list []string
	for _, id := range []string{"STAGE-03", "STAGE-04", "STAGE-05", "STAGE-09", "STAGE-12"} {
		if missed[id] {
			list = append(list, id)
		}
	}
	return list
}

// What a rendered stream should leave in the blocks follows from the transcript:
// the expectation, which is derived from the stream, must agree.
func TestExpectationAgreesWithTranscript(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pick := generator.FromRapid(rt)
		from := generator.Transcript(pick, 5)
		u := renderUpdates(from, pick).(*updates)
		hs, unknown := histories(u.List)
		if calls := from.Calls(); len(hs) != len(calls) || len(unknown) > 0 {
			rt.Fatalf("%d histories, %d calls, unknown %v", len(hs), len(calls), unknown)
		}
		for _, h := range hs {
			lives := h.lives(allStarts)
			if len(lives) != 1 || len(lives[0].ends) != 1 || lives[0].late {
				rt.Fatalf("%s: not one life with one end", h.id)
			}
			agree(rt, lives[0], u.origin[h.id])
		}
	})
}

func agree(rt *rapid.T, l *life, c *rendered) {
	if len(l.names.list) != 1 || l.names.list[0].Text() != c.Name || l.best() != words.End {
		rt.Fatalf("%s: names %v, stage %s", c.ID, l.names.list, l.best())
	}
	if text, fixed := c.ArgumentText(); fixed && c.Result != nil && !sameParameters(text, wire.Str(l.params.list[0].String())) {
		rt.Fatalf("%s: arguments %q, want %q", c.ID, l.params.list[0], text)
	}
	e := l.ends[0]
	if success := c.Result != nil && c.Result.Status == transcript.Success; success == e.failure() {
		rt.Fatalf("%s: failure is %v", c.ID, e.failure())
	}
	if c.Result == nil || c.Result.Content.IsNull() {
		return
	}
	said := e.result
	if e.failure() && !e.error.IsNull() {
		said = e.error
	}
	if !wire.EqualOrText(c.Result.Content, said) {
		rt.Fatalf("%s: the end says %s, want %s", c.ID, said.JSON(), c.Result.Content.JSON())
	}
}

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
