package contentblocks

import (
	"fmt"
	"sort"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	cases "github.com/toolconform/conform/fixtures/content-blocks"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/content-blocks/consumer and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: streamOf, Made: madeStreams(), Own: []string{"history"}}
	b := &casebook{pair: words.Consumer(), list: book.Cases()}
	secondResultCases(b)
	statusCases(b)
	surroundingCases(b)
	everyTwoCases(b)
	robustCases(b)
	return arranged(b.list)
}

// streamOf is the stream of a case file's entry.
func streamOf(e casefile.Entry) (dialect.Script, error) {
	history, err := e.Flag("history")
	s := &feed{history: history}
	for _, short := range e.Elements {
		events, err := words.Expand(short)
		if err != nil {
			return s, err
		}
		s.events = append(s.events, events...)
	}
	return s, err
}

// producerCases are those of fixtures/content-blocks/producer, an item of the transcript a line,
// and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Script: turnOf, Made: madeTurns(), Own: []string{"message"}}
	b := &casebook{pair: words.Producer(), list: book.Cases()}
	surroundingTurns(b)
	robustTurns(b)
	return arranged(b.list)
}

// turnOf is the turn of a case file's entry. The field message is its id, as JSON.
func turnOf(e casefile.Entry) (dialect.Script, error) {
	message := wire.Str("msg-9f2")
	if text := e.Fields["message"]; text != "" {
		message = wire.ParseString(text)
	}
	t, err := transcript.Parse(wire.Obj(wire.M("messageId", message), wire.M("items", wire.List(e.Elements...))))
	return stream.Wrapped(t), err
}

// everyProducer are the requirements that any turn with an answered call tests.
func everyProducer() []string {
	return []string{"BLOCK-50", "BLOCK-51", "BLOCK-52", "BLOCK-53", "BLOCK-54", "BLOCK-55", "BLOCK-56", "BLOCK-58", "BLOCK-59", "BLOCK-60"}
}

// arranged puts cases in the order of their ids, however tables were walked, the
// heavy ones last.
func arranged(list []*dialect.Case) []*dialect.Case {
	sort.SliceStable(list, func(i, j int) bool {
		if list[i].Heavy != list[j].Heavy {
			return list[j].Heavy
		}
		return list[i].ID < list[j].ID
	})
	return list
}

// casebook collects the cases of one side.
type casebook struct {
	pair dialect.Pair
	list []*dialect.Case
}

func (b *casebook) add(class dialect.Class, slug, title string, s dialect.Script, tests []string) *dialect.Case {
	c := &dialect.Case{ID: b.pair.String() + "/" + slug, Title: title, Pair: b.pair, Class: class, Tests: tests, Script: s}
	b.list = append(b.list, c)
	return c
}

func (b *casebook) valid(slug, title string, s dialect.Script, tests ...string) *dialect.Case {
	return b.add(dialect.Valid, slug, title, s, tests)
}

func (b *casebook) hostile(slug, title string, s dialect.Script, tests ...string) *dialect.Case {
	return b.add(dialect.Adversarial, slug, title, s, tests)
}

// heavy is a case of size n of a single line, with the same in small as its control. The
// big one is made when it is run.
func (b *casebook) heavy(slug, title, id string, level requirement.Level, of func(int) dialect.Script, n int) *dialect.Case {
	c := blame(b.valid(slug, title, nil, id), level).Controlled("The same in small.", of(32))
	c.Heavy, c.Build = true, func() dialect.Script { return of(n) }
	return c
}

// blame makes the case one of a single line.
func blame(c *dialect.Case, level requirement.Level) *dialect.Case {
	c.Blame = &dialect.Blame{Requirement: c.Tests[0], Level: level}
	return c
}

// Blocks and sequences of them, as cases write them.

func use(id, name, input string) wire.Value { return words.UseBlock(id, name, wire.ParseString(input)) }

func res(id, status, content string) wire.Value {
	return words.ResultBlock(id, status, wire.Str(content))
}

// with is the block with a member set to a JSON value; without a value it is taken
// away.
func with(b wire.Value, member, json string) wire.Value {
	if json == "" {
		return b.Without(member)
	}
	return b.With(member, wire.ParseString(json))
}

func label(b wire.Value, text string) wire.Value {
	return b.With("tool_content_message", wire.Str(text))
}

func failedTurn() wire.Value {
	return words.Plain(words.Failed).With("message", wire.Str("upstream closed"))
}

// Ids, indices, names, positions and contents that share nothing by accident.

func buy() wire.Value { return use("toolu_K7", "search_stock", `{"symbol":"VNM"}`) }

func sell() wire.Value { return use("toolu_C2", "get_weather", `{"city":"Huế","days":3}`) }

func rent() wire.Value { return use("toolu_P5", "recommendGuitar", `{"budget":{"max":900}}`) }

// seq starts and stops the blocks one after the other, at rising indices.
func seq(first int64, blocks ...wire.Value) []wire.Value {
	var events []wire.Value
	for i, b := range blocks {
		events = append(events, words.Block(first+int64(i), b)...)
	}
	return events
}

// raw is events written as JSON.
func raw(events ...string) []wire.Value {
	list := make([]wire.Value, len(events))
	for i, e := range events {
		list[i] = wire.ParseString(e)
	}
	return list
}

// Items of transcripts, as cases write them.

func tCall(id, name, input, label string) transcript.Item {
	return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input), Label: label}
}

func tResult(id, status, content string) transcript.Item {
	return transcript.Item{Kind: transcript.Result, ID: id, Status: status, Content: wire.Str(content)}
}

func tValue(id, status, content, artifact string) transcript.Item {
	item := transcript.Item{Kind: transcript.Result, ID: id, Status: status, Content: wire.ParseString(content)}
	if artifact != "" {
		item.Artifact = wire.ParseString(artifact)
	}
	return item
}

func tText(s string) transcript.Item { return transcript.Item{Kind: transcript.Text, Text: s} }

func tStop(reason string) transcript.Item {
	return transcript.Item{Kind: transcript.Stop, Reason: reason}
}

func told(items ...transcript.Item) *stream.Exchange {
	return stream.Wrapped(transcript.Transcript{MessageID: "msg-9f2", Items: items})
}

func tBuy() transcript.Item {
	return tCall("toolu_K7", "search_stock", `{"symbol":"VNM"}`, "Tìm kiếm cổ phiếu VNM")
}

func tSell() transcript.Item {
	return tCall("toolu_C2", "get_weather", `{"city":"Huế","days":3}`, "")
}

func tRent() transcript.Item {
	return tCall("toolu_P5", "recommendGuitar", `{"budget":{"max":900}}`, "search_stock")
}

// made are scripts that case files name: what is too long to be written down.
type made = map[string]func() dialect.Script

func madeStreams() made {
	of := func(events func() []wire.Value) func() dialect.Script {
		return func() dialect.Script { return live(events()) }
	}
	return made{
		"sixty-calls": of(sixty), "types-alike": of(typesAlike),
		"long-input": of(func() []wire.Value {
			return seq(6, sell(), use("toolu_V1", "lookup", longInput()), res("toolu_V1", "success", "found"))
		}),
		"untidy": of(func() []wire.Value {
			return seq(2, sell(), use("toolu_V2", "lookup", dialect.Untidy),
				with(res("toolu_V2", "success", "found"), "artifact", dialect.Untidy))
		}),
	}
}

func madeTurns() made {
	of := func(items ...transcript.Item) func() dialect.Script {
		return func() dialect.Script { return told(items...) }
	}
	calm := tResult("toolu_C2", "success", "dry")
	return made{
		"sixty-calls": func() dialect.Script { return sixtyTurn() },
		"long-input":  of(tSell(), tCall("toolu_V1", "lookup", longInput(), ""), tResult("toolu_V1", "success", "found"), calm),
		"untidy": of(tSell(), tCall("toolu_V2", "lookup", dialect.Untidy, ""), tValue("toolu_V2", "success", `"found"`, dialect.Untidy),
			calm),
		"long-texts": of(tSell(), tText(long(400)), tResult("toolu_C2", "success", "mild"), tText(long(900)), tBuy(),
			tResult("toolu_K7", "error", "closed")),
		"long-message-id": func() dialect.Script {
			return stream.Wrapped(transcript.Transcript{MessageID: "msg-" + long(300),
				Items: []transcript.Item{tBuy(), tResult("toolu_K7", "success",
					"82,700")}})
		},
	}
}

func longInput() string { return `{"text":` + wire.Quote(long(12000)) + `,"end":true}` }

// typesAlike stand behind a call that runs.
func typesAlike() []wire.Value {
	events := seq(2, sell(), buy(), res("toolu_C2", "success", "mist"))
	for i, kind := range []string{" tool_use", "tool_use ", "Tool_Use", "tool-use", "toolUse", "tool_use_v2"} {
		events = append(events, words.Block(int64(20+i), words.UseBlock(fmt.Sprintf("alike_%d", i), "roll", wire.Obj()).With("type",
			wire.Str(kind)))...)
	}
	for i, kind := range []string{" tool_result", "TOOL_RESULT", "tool-result", "toolResult", "tool_results"} {
		events = append(events, words.Block(int64(30+i), res("toolu_K7", "error", "not this one").With("type", wire.Str(kind)))...)
	}
	for i, kind := range []string{"terminal", "user_stopped", "terminal_user_stopped ", "Terminal_Error", "terminal-error", "cancelled",
		"stopped", "error", "end_turn"} {
		events = append(events, words.Block(int64(40+i), words.Plain(kind))...)
	}
	for _, kind := range []string{"terminal_user_stopped", "terminal_error", "tool_use", "cancelled", "user_stopped",
		"content_block_cancel"} {
		events = append(events, words.Plain(kind).With("index", wire.Int(3)))
	}
	return append(events, wire.ParseString(`{"type":"tool_use","id":"alike_8","name":"roll","input":{},"index":50}`),
		wire.ParseString(`{"type":"tool_result","tool_use_id":"toolu_K7","content":"x","status":"error","index":51}`),
		words.Start(52, use("alike_9", "roll", `{}`)).With("type", wire.Str(" content_block_start")), words.Start(53, use("alike_9", "roll",
			`{}`)).With("type", wire.Str("content_block_start ")), words.Start(54, use("alike_9", "roll", `{}`)).With("type",
			wire.Str("contentBlockStart")))
}

// sixty calls, all open before the first of them is answered; every sixth is not.
func sixty() []wire.Value {
	var events []wire.Value
	for i := range 60 {
		events = append(events, words.Block(int64(i), use(fmt.Sprintf("sixty_%d", (i*7)%60), fmt.Sprintf("tool_%d", i%4),
			fmt.Sprintf(`{"i":%d}`,
				i)))...)
	}
	for i := range 60 {
		if n := (i * 11) % 60; n%6 != 5 {
			events = append(events, words.Block(int64(100+i), res(fmt.Sprintf("sixty_%d", n),
				[]string{"success", "error", "cancelled"}[i%3],
				fmt.Sprintf("no. %d", i)))...)
		}
	}
	return events
}

// sixtyTurn is sixty calls side by side, each with another end than the one before it.
func sixtyTurn() *stream.Exchange {
	var items []transcript.Item
	for i := range 60 {
		items = append(items, tCall(fmt.Sprintf("sixty_%d", (i*7)%60), fmt.Sprintf("tool_%d", i%4), fmt.Sprintf(`{"i":%d}`, i), ""))
	}
	for i := range 60 {
		items = append(items, tResult(fmt.Sprintf("sixty_%d", (i*11)%60), []string{"success", "error", "cancelled"}[i%3],
			fmt.Sprintf("no. %d",
				i)))
	}
	return told(items...)
}
