package stageevents

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

const (
	callA       = `{"type":"call","id":"a","name":"grep","input":{"q":1}}`
	deltasA     = `,{"type":"input-delta","callId":"a","delta":"{\"q\""},{"type":"input-delta","callId":"a","delta":": 1}"}`
	resultA     = `,{"type":"result","callId":"a","status":"success","content":"2 lines"}`
	errorA      = `,{"type":"result","callId":"a","status":"error","content":"timeout"}`
	emptyErrorA = `,{"type":"result","callId":"a","status":"error","content":""}`
	nullA       = `,{"type":"result","callId":"a","status":"success","content":null}`
	cancelA     = `,{"type":"result","callId":"a","status":"cancelled","content":"denied"}`
	stopA       = `,{"type":"stop","reason":"user_stopped"}`
	spacedA     = `{"id":"a","stage":"streaming","parametersChunk":"{\"q\""},{"id":"a","stage":"streaming","parametersChunk":": 1}"}`
	rawA        = `{"type":"call","id":"a","name":"grep","arguments":"{\"q\":"}`
	emptyA      = `{"type":"call","id":"a","name":"grep","input":{}}`
	runningA    = `,{"type":"progress","callId":"a","text":"half"}`
)

func told(items, events string) []requirement.Outcome {
	s, err := stream.ParseExchange(wire.ParseString(`{"messageId":"m","items":[` + items + `]}`))
	if err != nil {
		panic(err)
	}
	if err := s.(*stream.Exchange).Transcript.Valid(); err != nil {
		panic(err)
	}
	o := &dialect.Observation{}
	for _, e := range wire.ParseString("[" + events + "]").Items() {
		o.Events = append(o.Events, dialect.Event{Value: e, After: -1})
	}
	return judgeProducer(&dialect.Case{Pair: words.Producer(), Script: s}, o)
}

func TestProducerJudges(t *testing.T) {
	for _, test := range []struct{ name, items, events, want string }{
		{"right", callA + resultA, startA + "," + okA, ""},
		{"right, whole on the end", callA + resultA, startA + `,{"id":"a","stage":"end","result":"2 lines","parameters":"{ \"q\": 1.0 }"}`,
			""},
		{"right, parsed on the end", callA + resultA, startA + `,{"id":"a","stage":"end","result":"2 lines","parameters":{"q":1}}`, ""},
		{"right, chunks of the deltas", callA + deltasA + resultA, startA + "," + spacedA + "," + okA, ""},
		{"right, other pieces", callA + deltasA + resultA, startA + `,{"id":"a","stage":"streaming","parametersChunk":"{\"q\": 1}"},` + okA,
			""},
		{"right, nulls", callA + resultA, startA +
			`,{"id":"a","stage":"end","success":true,"result":"2 lines","error":null,"parameters":null,"parametersChunk":null}`, ""},
		{"nothing", callA + resultA, ``, "09:fail"},
		{"no start", callA + resultA, okA, "03:fail 09:fail"},
		{"no end", callA + resultA, startA, "04:fail 09:fail"},
		{"two starts", callA + resultA, startA + "," + startA + "," + okA, "03:fail"},
		{"two ends", callA + resultA, startA + "," + okA + "," + okA, "04:fail"},
		{"label for a name", callA + resultA, `{"id":"a","stage":"start","name":"Grep it"},` + okA, "03:fail"},
		{"back", callA + resultA, startA + "," + runA + `,{"id":"a","stage":"streaming"},` + okA, "05:fail"},
		{"behind the end", callA + resultA, startA + "," + okA + "," + runA, "04:fail 05:fail 12:fail"},
		{"between two ends", callA + resultA, startA + "," + okA + "," + runA + "," + okA, "04:fail 05:fail"},
		{"unknown id", callA + resultA, startA + "," + okA + `,{"id":"b","stage":"start","name":"x"}`, "12:fail"},
		{"isRunning", callA + resultA, startA + `,{"id":"a","stage":"end","result":"2 lines","isRunning":null}`, "02:fail"},
		{"no id", callA + resultA, startA + "," + okA + `,{"stage":"running"}`, "01:fail"},
		{"neither id nor stage", callA + resultA, startA + "," + okA + `,{"result":"x"}`, "01:fail"},
		{"no object", callA + resultA, startA + "," + okA + `,7`, "01:fail"},
		{"another kind of event", callA + resultA, startA + "," + okA + `,{"type":"text","text":"x"}`, ""},
		{"failure", callA + errorA, startA + "," + badA, ""},
		{"failure as a result", callA + errorA, startA + `,{"id":"a","stage":"end","success":false,"result":"timeout"}`, ""},
		{"failure with another text", callA + errorA, startA + `,{"id":"a","stage":"end","error":"Error: timeout"}`, "06:warn"},
		{"failure with an empty text", callA + errorA, startA + `,{"id":"a","stage":"end","error":""}`, "06:warn"},
		{"failure without a text", callA + errorA, startA + `,{"id":"a","stage":"end","success":false}`, "06:fail"},
		{"failure with error null", callA + errorA, startA + `,{"id":"a","stage":"end","result":"timeout","error":null}`, "06:fail"},
		{"empty failure", callA + emptyErrorA, startA + `,{"id":"a","stage":"end","error":""}`, ""},
		{"empty failure as a result", callA + emptyErrorA, startA + `,{"id":"a","stage":"end","success":false,"result":""}`, ""},
		{"empty failure without a text", callA + emptyErrorA, startA + `,{"id":"a","stage":"end","success":false}`, "06:fail"},
		{"null failure as itself", callA + `,{"type":"result","callId":"a","status":"error","content":null}`,
			startA + `,{"id":"a","stage":"end","success":false,"error":null}`, ""},
		{"failure told early", callA + errorA, startA + `,{"id":"a","stage":"running","success":false},` + badA, "06:fail"},
		{"success as failure", callA + resultA, startA + `,{"id":"a","stage":"end","success":false,"result":"2 lines"}`, "07:fail"},
		{"success with an empty error", callA + resultA, startA + `,{"id":"a","stage":"end","error":"","result":"2 lines"}`, "07:fail"},
		{"another result", callA + resultA, startA + `,{"id":"a","stage":"end","result":"2 lines."}`, "07:fail"},
		{"result of another type", callA + `,{"type":"result","callId":"a","status":"success","content":"7"}`,
			startA + `,{"id":"a","stage":"end","result":7}`, "07:fail"},
		{"result as JSON text", callA + `,{"type":"result","callId":"a","status":"success","content":[7,{}]}`,
			startA + `,{"id":"a","stage":"end","result":"[7.0, { }]"}`, ""},
		{"null result left out", callA + `,{"type":"result","callId":"a","status":"success","content":null}`,
			startA + `,{"id":"a","stage":"end"}`, ""},
		{"null result as text", callA + nullA, startA + `,{"id":"a","stage":"end","result":"null"}`, ""},
		{"null result as an empty text", callA + nullA, startA + `,{"id":"a","stage":"end","result":""}`, "07:fail"},
		{"no content as an empty text", callA + `,{"type":"result","callId":"a","status":"success"}`,
			startA + `,{"id":"a","stage":"end","result":""}`, ""},
		{"empty result left out", callA + `,{"type":"result","callId":"a","status":"success","content":""}`,
			startA + `,{"id":"a","stage":"end"}`, "07:fail"},
		{"cancelled", callA + cancelA, startA + `,{"id":"a","stage":"end","error":"cancelled by the user"}`, ""},
		{"cancelled as success", callA + cancelA, startA + `,{"id":"a","stage":"end","result":"denied"}`, "08:fail"},
		{"cancelled with an empty text", callA + `,{"type":"result","callId":"a","status":"cancelled","content":""}`,
			startA + `,{"id":"a","stage":"end","error":""}`, ""},
		{"cancelled with an empty text that is not told", callA + `,{"type":"result","callId":"a","status":"cancelled","content":""}`,
			startA + `,{"id":"a","stage":"end","success":false}`, "08:fail"},
		{"cancelled without a word", callA + cancelA, startA + `,{"id":"a","stage":"end","success":false}`, "08:fail"},
		{"cut off", callA + stopA, startA + `,{"id":"a","stage":"end","success":false,"result":"stopped"}`, ""},
		{"cut off without end", callA + stopA, startA, "04:fail 08:fail 09:fail"},
		{"cut off and lost", callA + stopA, ``, "08:fail 09:fail"},
		{"cut off inside the arguments", callA + `,{"type":"input-delta","callId":"a","delta":"{\"q"}` + stopA,
			startA + `,{"id":"a","stage":"streaming","parametersChunk":"{\"q"},{"id":"a","stage":"end","error":"x","parameters":"{\"q"}`,
			""},
		{"cut off, repaired", callA + `,{"type":"input-delta","callId":"a","delta":"{\"q"}` + stopA,
			startA + `,{"id":"a","stage":"end","error":"x","parameters":"{\"q\":null}"}`, "13:fail"},
		{"cut off, foreign piece", callA + `,{"type":"input-delta","callId":"a","delta":"{\"q"}` + stopA,
			startA + `,{"id":"a","stage":"streaming","parametersChunk":"{\"zz"},{"id":"a","stage":"end","error":"x"}`, "10:fail"},
		{"a piece lost", callA + deltasA + resultA, startA + `,{"id":"a","stage":"streaming","parametersChunk":"{\"q\""},` + okA,
			"10:fail"},
		{"a piece twice", callA + deltasA + resultA,
			startA + "," + spacedA + `,{"id":"a","stage":"streaming","parametersChunk":": 1}"},` + okA, "10:fail"},
		{"pieces written anew", callA + deltasA + resultA, startA + `,{"id":"a","stage":"streaming","parametersChunk":"{\"q\":1}"},` + okA,
			"10:fail"},
		{"whole that is none", callA + deltasA + resultA, startA + `,{"id":"a","stage":"end","result":"2 lines","parameters":"{\"q\""}`,
			"13:fail"},
		{"beginning of another text", callA + deltasA + resultA, startA + `,{"id":"a","stage":"streaming","parameters":"{\"z"},` + okA,
			"13:fail"},
		{"malformed", rawA + resultA, startA + `,{"id":"a","stage":"end","result":"2 lines","parameters":"{\"q\":"}`, ""},
		{"malformed as {}", rawA + resultA, startA + `,{"id":"a","stage":"end","result":"2 lines","parameters":"{}"}`, "13:fail"},
		{"no arguments as no text", emptyA + resultA, startA + `,{"id":"a","stage":"end","result":"2 lines","parameters":""}`, ""},
		{"progress", callA + runningA + resultA, startA + "," + runA + "," + okA, ""},
		{"no running", callA + runningA + resultA, startA + "," + okA, "11:warn"},
	} {
		if got := verdicts(told(test.items, test.events)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestCheckAlone(t *testing.T) {
	for _, test := range []struct{ name, events, want string }{
		{"right", startA + "," + chunkA + "," + runA + "," + okA, ""},
		{"no name", `{"id":"a","stage":"start","name":""},` + okA, "STAGE-03"},
		{"no start", runA + "," + okA, "STAGE-03"},
		{"no end", startA, "STAGE-04"},
		{"success and error", startA + `,{"id":"a","stage":"end","success":true,"error":"e"}`, "STAGE-07"},
		{"chunks and another whole", startA + "," + chunkA + `,{"id":"a","stage":"end","result":"r","parameters":"{\"q\":2}"}`, "STAGE-13"},
		{"chunks and another whole, failed", startA + "," + chunkA + `,{"id":"a","stage":"end","error":"e","parameters":"{\"q\":2}"}`, ""},
		{"beginnings of two texts",
			startA + `,{"id":"a","stage":"streaming","parameters":"{\"q"},{"id":"a","stage":"streaming","parameters":"{\"z"},` + okA,
			"STAGE-13"},
		{"two wholes", startA + `,{"id":"a","stage":"streaming","parameters":"{\"q\":1}"},` +
			`{"id":"a","stage":"running","parameters":"{\"q\":2}"},` + okA, "STAGE-13"},
		{"growing", startA + `,{"id":"a","stage":"streaming","parameters":"{\"q"},` +
			`{"id":"a","stage":"streaming","parameters":"{\"q\":1}"},` + okA,
			""},
	} {
		events := wire.ParseString("[" + test.events + "]").Items()
		if got := strings.Join(found(dialect.CheckOptions{}, events), " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		for _, id := range found(dialect.CheckOptions{Truncated: true}, events[:len(events)-1]) {
			if id == "STAGE-04" || id == "STAGE-09" || id == "STAGE-12" {
				t.Errorf("%s, truncated: %s", test.name, id)
			}
		}
	}
}

// Findings come with the event that makes them certain.
func TestFindingsComeOnline(t *testing.T) {
	ch := check(dialect.CheckOptions{})
	for i, e := range wire.ParseString("[" + startA + "," + runA + "," + `{"id":"a","stage":"streaming","isRunning":true}` + "]").Items() {
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
