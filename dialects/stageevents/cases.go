package stageevents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/stageevents/words"
	cases "github.com/toolconform/conform/fixtures/stage-events"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/stage-events/consumer, an event a line, and those that
// code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Made: madeStreams(), Script: func(e casefile.Entry) (dialect.Script,
		error) {
		return newUpdates(e.Elements...), nil
	}}
	return slices.Concat(book.Cases("document", "arguments", "outcomes", "texts", "parallel", "names", "late", "stray", "words", "beside"),
		surroundingCases(), book.Cases("cut", "loose"), consumerIDCases(), consumerNumberCases(), book.Cases("hostile"),
		consumerSizeCases())
}

// producerCases are those of fixtures/stage-events/producer, an item of the transcript a line,
// and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Made: madeTurns(),
		Script: func(e casefile.Entry) (dialect.Script, error) {
			return turnOf(e.Elements...)
		}}
	return slices.Concat(book.Cases("document", "lives", "arguments", "outcomes", "texts"), tellSurroundings(), book.Cases("stops"),
		producerIDCases(), producerNumberCases(), book.Cases("hostile"), producerSizeCases())
}

// turnOf is the turn of these items.
func turnOf(items ...wire.Value) (*stream.Exchange, error) {
	t, err := transcript.Parse(wire.Obj(wire.T("messageId", "msg-41"), wire.M("items", wire.List(items...))))
	return &stream.Exchange{Transcript: t}, err
}

// What cases are made with where code makes them.

// valid makes a consumer case out of events written as JSON. Tests are numbers of STAGE
// requirements, "50 53".
func valid(slug, title, tests string, events ...string) *dialect.Case {
	return &dialect.Case{
		ID: words.Consumer().String() + "/" + slug, Title: title, Pair: words.Consumer(), Class: dialect.Valid,
		Tests: words.IDs(tests), Script: newUpdates(parseAll(events)...),
	}
}

// tell makes a producer case out of a transcript's items written as JSON.
func tell(slug, title, tests string, items ...string) *dialect.Case {
	return &dialect.Case{
		ID: words.Producer().String() + "/" + slug, Title: title, Pair: words.Producer(), Class: dialect.Valid,
		Tests: words.IDs(tests), Script: mustTell(items),
	}
}

func mustTell(items []string) *stream.Exchange {
	t, err := turnOf(parseAll(items)...)
	if err != nil {
		panic(err) // a mistake in this package
	}
	return t
}

// made are scripts that case files name: what is too long to be written down.
type made = map[string]func() dialect.Script

func madeStreams() made {
	of := func(events func() []string) func() dialect.Script {
		return func() dialect.Script { return newUpdates(parseAll(events())...) }
	}
	return made{
		"odd-results": of(func() []string { return endings("result", oddTexts()) }), "odd-errors": of(func() []string {
			return endings("error",
				oddTexts())
		}),
		"long-names": of(longNameStream), "members-of-others": of(aliases), "letter-chunks": of(letterChunks),
		"sixty-calls": of(sixtyLives),
	}
}

func madeTurns() made {
	of := func(items func() []string) func() dialect.Script {
		return func() dialect.Script { return mustTell(items()) }
	}
	return made{
		"odd-results": of(func() []string { return oddContents("success") }),
		"odd-errors":  of(func() []string { return oddContents("error") }),
		"long-names":  of(longNameItems), "sixty-calls": of(sixtyItems),
	}
}

// oddTexts have characters that are easily lost.
func oddTexts() []string {
	return []string{"nul\x00nul", "bell\x07 \x1b[31mred\x1b[0m \x7f", "e\u0301 \u00e9 \u212b \u00c5", "a\u00a0b\ufeffc 👩\u200d👧",
		"  padded \t\n", "one\rtwo\r\nthree\n", "<b>&amp;</b> %20 \\n \\u0041", strings.Repeat("0123456789 ", 1500) + "end"}
}

// endings are calls that run side by side and end in these texts.
func endings(member string, texts []string) []string {
	var events []string
	for i := range texts {
		events = append(events, fmt.Sprintf(`{"id":"txt_%d","stage":"start","name":"say_%c"}`, 70-3*i, 'a'+rune(i)))
	}
	for i, text := range texts {
		events = append(events, fmt.Sprintf(`{"id":"txt_%d","stage":"end",%q:%s}`, 70-3*i, member, wire.Quote(text)))
	}
	return events
}

// oddContents are calls in parallel, each answered with one of the odd texts.
func oddContents(status string) []string {
	var items []string
	for i := range oddTexts() {
		items = append(items, fmt.Sprintf(`{"type":"call","id":"cnt_%d","name":"get_%c","input":{"nth":%d}}`, 80-3*i, 'a'+rune(i), 11*i))
	}
	for i, text := range oddTexts() {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"cnt_%d","status":%q,"content":%s}`, 80-3*i, status, wire.Quote(text)))
	}
	return items
}

// longNames are beyond what some service allows, and differ at their ends.
func longNames() []string {
	var names []string
	for _, n := range []int{63, 64, 127, 128, 299} {
		names = append(names, strings.Repeat("n", n)+"x", strings.Repeat("n", n)+"y")
	}
	return names
}

func longNameStream() []string {
	var events []string
	for i, name := range longNames() {
		events = append(events, fmt.Sprintf(`{"id":"nmd_%d","stage":"start","name":%q}`, 60-7*i, name))
	}
	for i := range longNames() {
		events = append(events, fmt.Sprintf(`{"id":"nmd_%d","stage":"end","result":"named %d"}`, 60-7*i, i))
	}
	return events
}

func longNameItems() []string {
	var items []string
	for i, name := range longNames() {
		items = append(items, fmt.Sprintf(`{"type":"call","id":"nmd_%d","name":%q,"input":{}}`, 60-7*i, name))
	}
	for i := range longNames() {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"nmd_%d","status":"success","content":"named %d"}`, 60-7*i, i))
	}
	return items
}

// aliases are members that other dialects have, beside those of this one.
func aliases() []string {
	strange := `"output":"x1","content":"x2","isError":true,"is_error":true,"status":"error","state":"output-error","errorText":"x3",` +
		`"toolName":"x4","tool":"x5","title":"x6","toolCallId":"be_9","callId":"be_9","tool_use_id":"be_9","arguments":"{\"x\":7}",` +
		`"args":{"x":8},"input":{"x":9},"parameters_chunk":"x10","delta":"x11","argumentsDelta":"x12","partial_json":"x13","text":"x14",` +
		`"message":"x15","data":{"id":"be_9"},"reason":"x16","images":["x17"],"compactParams":"x18"`
	events := []string{
		`{"id":"be_8","stage":"start","name":"grep",STRANGE}`,
		`{STRANGE,"id":"be_9","stage":"start","name":"find"}`,
		`{"id":"be_8","stage":"streaming","parametersChunk":"{\"q\":",STRANGE}`,
		`{"id":"be_9","stage":"streaming","parameters":"{}",STRANGE}`,
		`{"id":"be_8","stage":"streaming",STRANGE,"parametersChunk":"1}"}`,
		`{"id":"be_8","stage":"running",STRANGE}`,
		`{"id":"be_8","stage":"end","success":true,"result":"3 rows",STRANGE}`,
		`{"id":"be_9","stage":"end","result":"4 files",STRANGE}`,
	}
	for i, e := range events {
		events[i] = strings.Replace(e, "STRANGE", strange, 1)
	}
	return events
}

// letterChunks tell arguments letter by letter, escapes among them.
func letterChunks() []string {
	events := []string{`{"id":"be_7","stage":"start","name":"take"}`}
	for _, r := range `{"q":"a\nb\"c\\d\u00e9\ud83c\udfb8\/ 100% é 🎸 e` + "\u0301 \u00a0\ufeff" + `","n":-1.5e3}` {
		events = append(events, `{"id":"be_7","stage":"streaming","parametersChunk":`+wire.Quote(string(r))+`}`)
	}
	return append(events, `{"id":"be_7","stage":"running"}`, `{"id":"be_7","stage":"end","result":"taken"}`)
}

// sixtyLives are sixty calls side by side, each with another end than the one before.
func sixtyLives() []string {
	var events []string
	add := func(i int, stage, members string) {
		events = append(events, fmt.Sprintf(`{"id":"sixty_%d","stage":%q%s}`, (i*7)%60, stage, members))
	}
	for i := range 60 {
		add(i, "start", fmt.Sprintf(`,"name":"tool_%d"`, i%4))
	}
	for i := range 60 {
		add(59-i, "streaming", fmt.Sprintf(`,"parametersChunk":"{\"i\":%d}"`, 59-i))
	}
	for i := range 60 {
		add(i, "running", "")
	}
	ends := []string{`,"success":true,"result":"r%d"`, `,"success":false,"error":"e%d"`, `,"result":"s%d"`, `,"error":"f%d"`,
		`,"success":true,"shortResult":"%d"`}
	for i := range 60 {
		add((i*11)%60, "end", fmt.Sprintf(ends[i%5], i))
	}
	return events
}

// sixtyItems are sixty calls begun together, each with another end than the one before it.
func sixtyItems() []string {
	var items []string
	for i := range 60 {
		items = append(items, fmt.Sprintf(`{"type":"call","id":"sixty_%d","name":"tool_%d","input":{"i":%d}}`, (i*7)%60, i%4, i))
	}
	for i := range 60 {
		items = append(items, fmt.Sprintf(`{"type":"input-delta","callId":"sixty_%d","delta":"{\"i\":%d}"}`, (i*7)%60, i))
	}
	for i := range 60 {
		items = append(items, fmt.Sprintf(`{"type":"result","callId":"sixty_%d","status":%q,"content":"no. %d"}`, (i*11)%60,
			[]string{"success", "error", "cancelled"}[i%3], i))
	}
	return items
}
