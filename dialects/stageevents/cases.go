package stageevents

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/stage-events"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/stage-events/consumer, an event a line, and those that code makes. Big ones stand last:
// whoever looks for a fault finds it before them.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: func(e casefile.Entry) (dialect.Script, error) {
		return newUpdates(e.Elements...), nil
	}, Text: pattern, Growing: map[string]func(n int) dialect.Script{"calls": manyCalls, "one-by-one": callByCall, "chunks": chunks,
		"parameters": parameters}}
	return slices.Concat(book.Cases("document", "arguments", "outcomes", "texts", "parallel", "names", "late", "stray", "words", "beside",
		"surroundings", "cut", "loose", "signals", "taken", "everywhere"), families.IDs(book.Pair, idStream),
		families.Misread(book.Pair, "STAGE-58", dialect.Valid, book.Passage("arguments", "paid")), book.Cases("numbers", "hostile"),
		nesting(book.Pair, "Arguments and an unknown member nested 100 deep.", deepUpdates), book.Cases("sizes"))
}

// producerCases are those of fixtures/stage-events/producer, an item of the transcript a line, and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Script: func(e casefile.Entry) (dialect.Script, error) {
		return turnOf(e.Elements...)
	}, Text: pattern, Growing: map[string]func(n int) dialect.Script{"calls": manyItems, "deltas": manyDeltas, "input": wideInput}}
	of := func(items []transcript.Item) dialect.Script {
		return &stream.Exchange{Transcript: transcript.Transcript{MessageID: "msg-41", Items: items}}
	}
	surroundings := families.Surroundings(book.Pair, words.IDs("03 04 06 07 09 12"), "STAGE-08", of)
	return slices.Concat(book.Cases("document", "lives", "arguments", "outcomes", "texts", "signals", "taken", "everywhere"), surroundings,
		book.Cases("stops"), families.IDs(book.Pair, idTurn),
		families.Misread(book.Pair, "STAGE-13", dialect.Valid, book.Passage("arguments", "paid")),
		book.Cases("numbers", "hostile"), nesting(book.Pair, "Input and result nested 100 deep.", deepTurn), book.Cases("sizes"))
}

// turnOf is the turn of these items.
func turnOf(items ...wire.Value) (*stream.Exchange, error) {
	t, err := transcript.Parse(wire.Obj(wire.T("messageId", "msg-41"), wire.M("items", wire.List(items...))))
	return &stream.Exchange{Transcript: t}, err
}

// turn is the turn of items written as JSON, events are the stream of such events.
func turn(items ...string) dialect.Script {
	t, err := turnOf(wire.ParseStrings(items...)...)
	if err != nil {
		panic(err) // a mistake in this package
	}
	return t
}

func events(list ...string) dialect.Script { return newUpdates(wire.ParseStrings(list...)...) }

// idStream is a life for each id, woven stage by stage.
func idStream(ids []string) dialect.Script {
	var list []string
	add := func(id, stage, members string, args ...any) {
		list = append(list, fmt.Sprintf(`{"id":%s,"stage":%q,`+members+`}`, append([]any{wire.Quote(id), stage}, args...)...))
	}
	for i, id := range ids {
		add(id, "start", `"name":"tool-%d"`, 80-i)
	}
	for i := range ids {
		add(ids[len(ids)-1-i], "streaming", `"parametersChunk":"{\"order\":%d"`, 200+i)
	}
	for i, id := range ids {
		add(id, "streaming", `"parametersChunk":",\"place\":%d}"`, 300+i)
	}
	for i := range ids {
		if id := ids[(i+1)%len(ids)]; i%2 == 0 {
			add(id, "end", `"result":"result %d"`, 400+i)
		} else {
			add(id, "end", `"error":"error %d"`, 500+i)
		}
	}
	return events(list...)
}

// idTurn has a call for each id, all of them open until the last has begun.
func idTurn(ids []string) dialect.Script {
	var items []string
	for i, id := range ids {
		items = append(items, fmt.Sprintf(`{"type":"call","id":%s,"name":"tool-%d","input":{"place":%d}}`, wire.Quote(id), 80-i, 300+i))
	}
	for i, id := range ids {
		items = append(items, fmt.Sprintf(`{"type":"input-delta","callId":%s,"delta":"{\"place\":%d}"}`, wire.Quote(id), 300+i))
	}
	for i := range ids {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":%s,"status":%q,"content":"outcome %d"}`,
			wire.Quote(ids[(i+1)%len(ids)]), []string{"success", "error"}[i%2], 400+i))
	}
	return turn(items...)
}

// nesting is the case of deep values.
func nesting(pair dialect.Pair, title string, deep func(n int) dialect.Script) []*dialect.Case {
	must := families.Robust(pair, dialect.Valid, "ROBUST-03")
	return []*dialect.Case{must.Case("size-nesting-100", title, deep(100), deep(2))}
}

func deepUpdates(n int) dialect.Script {
	return events(`{"id":"deep_3","stage":"start","name":"nest","parameters":`+wire.Quote(nested(n))+`}`,
		`{"id":"deep_3","stage":"running","extra":`+nested(n)+`}`, `{"id":"deep_3","stage":"end","result":`+wire.Quote(nested(n+1))+`}`)
}

func chunks(n int) dialect.Script {
	return chunked("chunky_2", "type", "typed", n, func(i int) string { return fmt.Sprintf("%d ", i) })
}

func parameters(n int) dialect.Script {
	return chunked("big_9", "load", "loaded", 16, func(int) string { return pattern(n) })
}

// nested is an object n deep.
func nested(n int) string { return strings.Repeat(`{"n":`, n-1) + `{}` + strings.Repeat(`}`, n-1) }

// pattern is text of n bytes in which a lost piece shows.
func pattern(n int) string {
	text := make([]byte, 0, n+20)
	for i := int64(0); len(text) < n; i++ {
		text = append(strconv.AppendInt(text, i, 10), ',')
	}
	return string(text[:n])
}

// many are n calls, and their ends from the last to the first; the id's number, another and the call's stand in the formats.
func many(n int, call, end string) []string {
	var list []string
	id := func(i int) int { return (i*7919 + 13) % n }
	for i := range n {
		list = append(list, fmt.Sprintf(call, id(i), i%17, i))
	}
	for i := n - 1; i >= 0; i-- {
		list = append(list, fmt.Sprintf(end, id(i), 2*i+1))
	}
	return list
}

func manyCalls(n int) dialect.Script {
	return events(many(n, `{"id":"many_%05d","stage":"start","name":"tool_%d","parameters":"{\"nth\":%d}"}`,
		`{"id":"many_%05d","stage":"end","result":"done %d"}`)...)
}

func manyItems(n int) dialect.Script {
	return turn(many(n, `{"type":"call","id":"many_%05d","name":"tool_%d","input":{"nth":%d}}`,
		`{"type":"result","callId":"many_%05d","status":"success","content":"done %d"}`)...)
}

// callByCall are lives one by one: what is kept for those in flight alone forgets the first of them.
func callByCall(n int) dialect.Script {
	var list []string
	for i := range n {
		id := (i*7919 + 13) % n
		list = append(list, fmt.Sprintf(`{"id":"many_%05d","stage":"start","name":"tool_%d","parameters":"{\"nth\":%d}"}`, id, i%17, i),
			fmt.Sprintf(`{"id":"many_%05d","stage":"end","result":"done %d"}`, id, 2*i+1))
	}
	return events(list...)
}

// chunked is a call with a text for its arguments, in n pieces.
func chunked(id, name, result string, n int, piece func(i int) string) dialect.Script {
	list := []string{`{"id":"` + id + `","stage":"start","name":"` + name + `","parametersChunk":"{\"text\":\""}`}
	for i := range n {
		list = append(list, `{"id":"`+id+`","stage":"streaming","parametersChunk":"`+piece(i)+`"}`)
	}
	return events(append(list, `{"id":"`+id+`","stage":"streaming","parametersChunk":"\"}"}`,
		`{"id":"`+id+`","stage":"end","result":"`+result+`"}`)...)
}

// answered is the turn of one call and its result.
func answered(id, name, input, content string) dialect.Script {
	return turn(`{"type":"call","id":"`+id+`","name":"`+name+`","input":`+input+`}`,
		`{"type":"result","callId":"`+id+`","status":"success","content":`+content+`}`)
}

func deepTurn(n int) dialect.Script { return answered("deep_3", "nest", nested(n), nested(n-1)) }

func wideInput(n int) dialect.Script {
	return answered("big_4", "load", `{"text":"`+families.Wide(n)+`"}`, `"loaded"`)
}

func manyDeltas(n int) dialect.Script {
	deltas := []string{`{"text":"`}
	for i := range n {
		deltas = append(deltas, fmt.Sprintf("%d ", i))
	}
	deltas = append(deltas, `"}`)
	items := []string{`{"type":"call","id":"chunky_2","name":"type","arguments":` + wire.Quote(strings.Join(deltas, "")) + `}`}
	for _, d := range deltas {
		items = append(items, `{"type":"input-delta","callId":"chunky_2","delta":`+wire.Quote(d)+`}`)
	}
	return turn(append(items, `{"type":"result","callId":"chunky_2","status":"success","content":"typed"}`)...)
}
