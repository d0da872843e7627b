package openairesponses

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialect/dialecttest"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/wire"
)

func TestMain(m *testing.M) { dialecttest.Main(m) }

func TestDialect(t *testing.T) { dialecttest.Whole(t, Dialect(), 200) }

// toldAs is a stream of short events.
func toldAs(t *testing.T, shorts ...string) *stream.Script {
	t.Helper()
	return dialecttest.Spelled(t, scriptOf, strings.Join(shorts, ",")).(*stream.Script)
}

// Answers written by hand, right ones and wrong ones: the reference and the rules may share a
// misunderstanding, a written answer doesn't.
func TestAnswersByHand(t *testing.T) {
	const hi, call = `{"type":"text","text":"Hi"}`,
		`{"type":"call","itemId":"f1","callId":"c1","name":"get","arguments":"{\"q\":1}","state":"ready"}`
	whole := []string{`["created","r"]`, `["said",0,"m1","Hi"]`, `["called",1,"f1","c1","get","{\"q\":","1}"]`, `["completed"]`}
	emptied := append(slices.Clone(whole[:3]), `["edit","/response/output",[],["completed"]]`)
	other := append(slices.Clone(whole[:3]), `["edit","/response/output/1/arguments","{\"q\":2}",["completed"]]`)
	half := []string{`["created","r"]`, `["call",0,"f1","c1","get"]`, `["+",0,"{\"q\":1"]`, `["enddone",0,"{\"q\":1","incomplete"]`,
		`["incomplete","max_output_tokens"]`}
	cut := []string{`["created","r"]`, `["call",0,"f1","c1","get"]`, `["+",0,"{\"q\":1"]`}
	early := []string{cut[0], `["edit","/item/arguments","{\"q\":1}",["call",0,"f1","c1","get"]]`, `["+",0,"{\"q\":"]`, `["+",0,"1}"]`}
	again := []string{cut[0], cut[1], `["+",0,"{\"q\":"]`, `["again",2]`, `["+",0,"1}"]`}
	late := []string{whole[0], whole[1], `["completed"]`, `["call",1,"f1","c1","get"]`, `["+",1,"{\"q\":1}"]`}
	fails := []string{`["created","r"]`, `["said",0,"m1","Hi"]`, `["failed","E1","all gone"]`}
	as := func(call, old, now string) string { return strings.Replace(call, old, now, 1) }
	open := as(as(call, `"ready"`, `"open"`), `{\"q\":1}`, `{\"q\":1`)
	state := func(status, more string, output ...string) string {
		return `{"responseId":"r","status":"` + status + `",` + more + `"output":[` + strings.Join(output, ",") + `]}`
	}
	const fine, limit = `"incompleteReason":null,"error":null,`, `"incompleteReason":"max_output_tokens","error":null,`
	for _, c := range []struct {
		name   string
		stream []string
		state  string
		wrong  string
	}{
		{"as it came", whole, state(completed, fine, hi, call), ""},
		{"parsed", whole, state(completed, fine, hi, as(call, `"{\"q\":1}"`, `{"q":1}`)), ""},
		{"the call first", whole, state(completed, fine, call, hi), "RESP-01"},
		{"run twice", whole, state(completed, fine, hi, call, call), "RESP-02"},
		{"never ready", whole, state(completed, fine, hi, as(call, `"ready"`, `"open"`)), "RESP-02"},
		{"no state", whole, state(completed, fine, hi, as(call, `,"state":"ready"`, ``)), "RESP-02"},
		{"the item's id", whole, state(completed, fine, hi, as(call, `"c1"`, `"f1"`)), "RESP-03"},
		{"other arguments", whole, state(completed, fine, hi, as(call, `{\"q\":1}`, `{\"q\":2}`)), "RESP-04"},
		{"no end", whole, state("unfinished", fine, hi, call), "RESP-08"},
		{"told for nothing", whole, `{"responseId":"r","status":"failed","error":{"code":null,"message":"no"},"output":null}`,
			"RESP-01 RESP-02"},
		{"all gone", emptied, state(completed, fine), ""},
		{"all kept", emptied, state(completed, fine, hi, call), ""},
		{"the text gone", emptied, state(completed, fine, call), "RESP-01 RESP-22"},
		{"the call gone", emptied, state(completed, fine, hi), "RESP-22"},
		{"item.done's", other, state(completed, fine, hi, call), ""},
		{"the terminal's", other, state(completed, fine, hi, as(call, `{\"q\":1}`, `{\"q\":2}`)), ""},
		{"nobody's", other, state(completed, fine, hi, as(call, `{\"q\":1}`, `{\"q\":3}`)), "RESP-22"},
		{"half, open", half, state(incomplete, limit, open), ""},
		{"half, left out", half, state(incomplete, limit), ""},
		{"half, run", half, state(incomplete, limit, as(open, `"open"`, `"ready"`)), "RESP-11"},
		{"half, repaired", half, state(incomplete, limit, as(open, `{\"q\":1`, `{\"q\":1}`)), "RESP-06"},
		{"half, completed", half, state(completed, fine, open), "RESP-08"},
		{"cut, a prefix", cut, state("unfinished", fine, as(open, `{\"q\":1`, `{\"q`)), ""},
		{"cut, run", cut, state("unfinished", fine, as(as(open, `"open"`, `"ready"`), `"{\"q\":1"`, `{}`)), "RESP-06 RESP-13"},
		{"cut, completed", cut, state(completed, fine), "RESP-12"},
		{"added whole, by its pieces", early, state("unfinished", fine, call), ""},
		{"added whole, the pieces behind it", early, state("unfinished", fine, as(as(call, `"ready"`, `"open"`), `1}`, `1}{\"q\":1}`)), ""},
		{"added whole, run with both", early, state("unfinished", fine, as(call, `1}`, `1}{\"q\":1}`)), "RESP-06"},
		{"added again, all of it", again, state("unfinished", fine, call), ""},
		{"added again, open", again, state("unfinished", fine, as(call, `"ready"`, `"open"`)), ""},
		{"added again, begun anew", again, state("unfinished", fine, as(as(call, `"ready"`, `"open"`), `{\"q\":1}`, `1}`)), ""},
		{"added again, its rest run", again, state("unfinished", fine, as(call, `{\"q\":1}`, `1}`)), "RESP-13"},
		{"behind the end, shown", late, state(completed, fine, hi, as(call, `"ready"`, `"open"`)), ""},
		{"behind the end, left out", late, state(completed, fine, hi), ""},
		{"behind the end, run with what never came", late, state(completed, fine, hi, as(call, `1}`, `12}`)), "RESP-22"},
		{"failed", fails, state(failed, `"error":{"code":"E1","message":"all gone"},`, hi), ""},
		{"failed, hidden", fails, state(completed, fine, hi), "RESP-09"},
	} {
		o := dialect.Observation{State: wire.ParseString(c.state)}
		dialecttest.Fails(t, c.name, Dialect().Sides[0], toldAs(t, c.stream...), o, c.wrong)
	}
}

// Streams written by hand, as a producer may send them or must not.
func TestStreamsByHand(t *testing.T) {
	turn, err := stream.ParseTurn(wire.ParseString(`{"messageId":"m","items":[{"type":"text","text":"Hi"},{"type":"call","id":"c1",` +
		`"name":"get","input":{"q":1}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	const begin, text, end = `["created","r"]`, `["said",0,"m1","Hi"]`, `["completed"]`
	for _, c := range []struct {
		name   string
		stream []string
		wrong  string
	}{
		{"as it was meant", []string{begin, text, `["called",1,"f1","c1","get","{\"q\":","1}"]`, end}, ""},
		{"without deltas", []string{begin, text, `["bare",1,"f1","c1","get","{\"q\":1}"]`, end}, ""},
		{"blanks in the arguments", []string{begin, text, `["called",1,"f1","c1","get","{ \"q\": 1 }"]`, end}, ""},
		{"the text lost", []string{begin, `["called",0,"f1","c1","get","{\"q\":1}"]`, end}, "RESP-57"},
		{"the call lost", []string{begin, text, end}, "RESP-55"},
		{"another id", []string{begin, text, `["called",1,"f1","f1x","get","{\"q\":1}"]`, end}, "RESP-55"},
		{"one index", []string{begin, text, `["called",0,"f1","c1","get","{\"q\":1}"]`, end}, "RESP-53"},
		{"a piece lost", []string{begin, text, `["call",1,"f1","c1","get"]`, `["+",1,"{\"q\":"]`, `["args",1,"{\"q\":1}"]`,
			`["enddone",1,"{\"q\":1}"]`, end}, "RESP-56"},
		{"an empty list", []string{begin, text, `["called",1,"f1","c1","get","{\"q\":1}"]`, `["edit","/response/output",[],["completed"]]`},
			"RESP-58"},
		{"incomplete", []string{begin, text, `["called",1,"f1","c1","get","{\"q\":1}"]`, `["incomplete","max_output_tokens"]`}, "RESP-59"},
		{"no terminal", []string{begin, text, `["called",1,"f1","c1","get","{\"q\":1}"]`}, "RESP-52 RESP-59"},
	} {
		o := dialecttest.Telling(toldAs(t, c.stream...).Elements, "sse")
		dialecttest.Fails(t, c.name, Dialect().Sides[1], turn, o, c.wrong)
	}
}

// A text that a stop leaves open is the last of the turn, also where the producer thinks or looks something up behind it.
func TestOpenTextByHand(t *testing.T) {
	turn, err := stream.ParseTurn(wire.ParseString(`{"messageId":"m","items":[{"type":"call","id":"c1","name":"get","input":{"q":1}},` +
		`{"type":"text","text":"Hi"},{"type":"stop","reason":"error","message":"all gone"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	const begin, call, end = `["created","r"]`, `["called",0,"f1","c1","get","{\"q\":1}"]`, `["failed","E1","all gone"]`
	const opened, thought = `["msg",1,"m1"],["part",1],["say",1,"Hi"]`, `["item",2,{"type":"reasoning","id":"rs1","summary":[]}]`
	const hi = `{"type":"output_text","text":"Hi","annotations":[]}`
	const ended = `["done",1,{"type":"message","id":"m1","role":"assistant","content":[` + hi + `]}]`
	for _, c := range []struct {
		name   string
		stream []string
		wrong  string
	}{
		{"open", []string{begin, call, opened, end}, ""},
		{"open, a thought behind it", []string{begin, call, opened, thought, end}, ""},
		{"done without its part's done", []string{begin, call, opened, thought, ended, end}, ""},
		{"open, the call behind it", []string{begin, strings.ReplaceAll(opened, `",1`, `",0`), strings.ReplaceAll(call, `,0,`, `,1,`), end},
			"RESP-53"},
		{"the call open", []string{begin, `["call",0,"f1","c1","get"]`, `["+",0,"{\"q\":1}"]`, opened, end}, "RESP-53"},
	} {
		o := dialecttest.Telling(toldAs(t, c.stream...).Elements, "sse")
		dialecttest.Fails(t, c.name, Dialect().Sides[1], turn, o, c.wrong)
	}
}

// What a terminal lists of items that a stop left open is what came of them.
func TestListedOpenByHand(t *testing.T) {
	turn, err := stream.ParseTurn(wire.ParseString(`{"messageId":"m","items":[{"type":"text","text":"Hi"},{"type":"call","id":"c1",` +
		`"name":"get"},{"type":"input-delta","callId":"c1","delta":"{\"q\":1"},{"type":"stop","reason":"length"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	const said = `{"type":"message","id":"m1","role":"assistant","status":"completed","content":[` +
		`{"type":"output_text","text":"Hi","annotations":[]}]}`
	for _, c := range []struct{ name, id, tool, arguments, wrong string }{
		{"as it came", "c1", "get", `{\"q\":1`, ""},
		{"its beginning", "c1", "get", `{\"q`, ""},
		{"nothing of it", "c1", "get", ``, ""},
		{"repaired", "c1", "get", `{\"q\":1}`, "RESP-55"},
		{"emptied", "c1", "get", `{}`, "RESP-55 RESP-56"},
		{"under another id", "f1", "get", `{\"q\":1`, "RESP-54"},
		{"under another name", "c1", "set", `{\"q\":1`, "RESP-54"},
	} {
		listed := `{"type":"function_call","id":"f1","call_id":"` + c.id + `","name":"` + c.tool + `","arguments":"` + c.arguments +
			`","status":"incomplete"}`
		o := dialecttest.Telling(toldAs(t, `["created","r"]`, `["said",0,"m1","Hi"]`, `["call",1,"f1","c1","get"]`, `["+",1,"{\"q\":1"]`,
			`["edit","/response/output",[`+said+`,`+listed+`],["incomplete","max_output_tokens"]]`).Elements, "sse")
		dialecttest.Fails(t, c.name, Dialect().Sides[1], turn, o, c.wrong)
	}
}

// A number is its value, however it is spelled.
func TestNumbersByHand(t *testing.T) {
	turn, err := stream.ParseTurn(wire.ParseString(`{"messageId":"m","items":[{"type":"text","text":"Hi"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, zero := range []string{`:0.0`, `:0E+0`, `:-0`} {
		list := toldAs(t, `["created","r"]`, `["said",0,"m1","Hi"]`, `["completed"]`).Elements
		for i, e := range list {
			list[i] = wire.ParseString(strings.NewReplacer(`"content_index":0`, `"content_index"`+zero, `"output_index":0`,
				`"output_index"`+zero).Replace(e.JSON()))
		}
		dialecttest.Fails(t, zero, Dialect().Sides[1], turn, dialecttest.Telling(list, "sse"), "")
	}
}

// Requests written by hand.
func TestRequestsByHand(t *testing.T) {
	h, err := history.ParseScript(wire.ParseString(`[{"role":"user","text":"hi"},
		{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"get","arguments":"{\"q\":1}","itemId":"f1"}]},
		{"role":"tool","callId":"c1","name":"get","output":0,"status":"success"},{"role":"user","text":"so?"}]`))
	if err != nil {
		t.Fatal(err)
	}
	const user, so = `{"role":"user","content":"hi"}`, `{"role":"user","content":[{"type":"input_text","text":"so?"}]}`
	const call, out = `{"type":"function_call","call_id":"c1","name":"get","arguments":"{\"q\":1}"}`,
		`{"type":"function_call_output","call_id":"c1","output":"0"}`
	for _, c := range []struct{ name, input, wrong string }{
		{"as it is", user + "," + call + "," + out + "," + so, ""},
		{"with the item's id", user + `,{"type":"function_call","id":"f1","call_id":"c1","name":"get","arguments":"{ \"q\": 1 }"},` + out +
			"," + so, ""},
		{"other ids, alike", strings.ReplaceAll(user+","+call+","+out+","+so, `"c1"`, `"call-1"`), ""},
		{"the item's id for the call's", strings.ReplaceAll(user+","+call+","+out+","+so, `"c1"`, `"f1"`), "RESP-82"},
		{"in one alone", user + "," + strings.Replace(call, `"c1"`, `"x"`, 1) + "," + out + "," + so, "RESP-81 RESP-86"},
		{"no output", user + "," + call + "," + so, "RESP-81"},
		{"an output too late", user + "," + call + "," + so + "," + out, "RESP-81"},
		{"an empty output", user + "," + call + "," + strings.Replace(out, `"0"`, `""`, 1) + "," + so, "RESP-83"},
		{"arguments as an object", user + "," + strings.Replace(call, `"{\"q\":1}"`, `{"q":1}`, 1) + "," + out + "," + so, "RESP-80"},
	} {
		o := dialect.Observation{State: wire.ParseString(`{"input":[` + c.input + `]}`)}
		dialecttest.Fails(t, c.name, Dialect().Sides[2], h, o, c.wrong)
	}
}

// What is made up for an open call is an output of that call.
func TestMadeUpByHand(t *testing.T) {
	h, err := history.ParseScript(wire.ParseString(`[{"role":"user","text":"hi"},
		{"role":"assistant","parts":[{"type":"call","callId":"c1","name":"get","arguments":"{}"}]},{"role":"user","text":"so?"}]`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ id, wrong string }{{`"c1"`, ""}, {`"c2"`, "RESP-87"}, {`null`, "RESP-87"}} {
		o := dialect.Observation{State: wire.ParseString(`{"input":[{"role":"user","content":"hi"},
			{"type":"function_call","call_id":"c1","name":"get","arguments":"{}"},
			{"type":"function_call_output","call_id":` + c.id + `,"output":"No result: never run."},{"role":"user","content":"so?"}]}`)}
		dialecttest.Fails(t, c.id, Dialect().Sides[2], h, o, c.wrong)
	}
}

// An item that is told twice is one item of the response: a terminal that lists it twice would make
// two calls of it for whoever takes the list as it stands.
func TestTwiceToldIsListedOnce(t *testing.T) {
	twice := toldAs(t, `["created","r"]`, `["called",0,"f1","c1","get","{}"]`, `["again",1]`, `["said",1,"m1","Hi"]`, `["completed"]`)
	for _, tw := range endTwists() {
		if !strings.HasSuffix(tw.ID, "-instead") || strings.Contains(tw.Tests[0], "RESP-10") {
			continue
		}
		s, _, ok := tw.Apply(twice, func(n int) int { return n - 1 })
		if !ok {
			t.Fatal(tw.ID, "has no place")
		}
		list := s.(*stream.Script).Elements
		if n := list[len(list)-1].Find("/response/output").Len(); n != 2 {
			t.Errorf("%s lists %d items for the two", tw.ID, n)
		}
	}
}

// A twist may have given events a name; their numbers stand in their data.
func TestCountedUnderAName(t *testing.T) {
	list := counted([]wire.Value{wire.ParseString(`{"type":"keepalive","sequence_number":7}`),
		act.Named("x", wire.ParseString(`{"type":"keepalive","sequence_number":7}`)), act.Comment("c")})
	for i, e := range list[:2] {
		data, _, _ := act.Frame(e)
		if n, _ := data.Get("sequence_number").Int64(); n != int64(i) {
			t.Errorf("event %d has the number %d", i, n)
		}
	}
	if list[2].Has("sequence_number") {
		t.Error("a comment has a number")
	}
}
