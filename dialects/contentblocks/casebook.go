package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

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

func use(id, name, input string) wire.Value { return toolUse(id, name, wire.ParseString(input)) }

func res(id, status, content string) wire.Value { return toolResult(id, status, wire.Str(content)) }

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

func text(s string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(blkText)), wire.M("text", wire.Str(s)))
}

func userStopped() wire.Value { return plain(blkUserStopped) }

func failedTurn() wire.Value { return plain(blkError).With("message", wire.Str("upstream closed")) }

// Ids, indices, names, positions and contents that share nothing by accident.

func buy() wire.Value { return use("toolu_K7", "search_stock", `{"symbol":"VNM"}`) }

func sell() wire.Value { return use("toolu_C2", "get_weather", `{"city":"Huế","days":3}`) }

func rent() wire.Value { return use("toolu_P5", "recommendGuitar", `{"budget":{"max":900}}`) }

// seq starts and stops the blocks one after the other, at rising indices.
func seq(first int64, blocks ...wire.Value) []wire.Value {
	var events []wire.Value
	for i, b := range blocks {
		events = append(events, block(first+int64(i), b)...)
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

// one is a single event as a list.
func one(e wire.Value) []wire.Value { return []wire.Value{e} }

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

func told(items ...transcript.Item) *turn {
	return &turn{transcript.Transcript{MessageID: "msg-9f2", Items: items}}
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
