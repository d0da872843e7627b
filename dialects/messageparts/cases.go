package messageparts

import (
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/message-parts"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/message-parts/consumer, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: stepsOf}
	return slices.Concat(book.Cases("document", "order", "order_mixed", "outputs", "outputs_falsy", "contents", "errors", "parallel",
		"texts", "arguments", "arguments_told", "near", "stray", "stray_ids", "second", "cut", "cut_at", "replay", "beside", "again",
		"reasons", "long"), growthSteps(), alikeIDs(book), families.Malformed(book.Pair, "PART-25", dialect.Adversarial, paidSteps),
		book.Cases("hostile"))
}

// converterCases are those of fixtures/message-parts/converter, and those that code makes.
func converterCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Converter(), Script: storedOf}
	return slices.Concat(book.Cases("stored", "errors", "odd", "placed", "states", "near", "beside", "again", "messages", "streaming",
		"long"), growthMessages(), alikeIDs(book), families.Malformed(book.Pair, "PART-25", dialect.Adversarial, paidMessages),
		book.Cases("hostile"))
}

// paidSteps is a call with these arguments beside one that is whole, both answered.
func paidSteps(text string) dialect.Script {
	return script(words.User("Pay"), words.ToolCall("bad-7", "pay", text, words.Server), words.Returned("bad-7", "cannot pay"),
		words.ToolCall("bad-3", "pay", `{"q":"whole"}`, words.Server), words.Returned("bad-3", "paid"), words.CallsDone(),
		words.User("Well?"))
}

// alikeIDs are ids that every dialect tries, three in a turn.
func alikeIDs(book casefile.Book) []*dialect.Case {
	return families.Alike(book.Pair, dialect.Adversarial, func(ids []string) dialect.Script {
		s, _ := book.Script(casefile.Entry{Elements: []wire.Value{wire.Obj(wire.M("ids", wire.Strs(ids)))}})
		return s
	})
}

// paidMessages are stored messages of such calls.
func paidMessages(text string) dialect.Script {
	return newStored(words.AssistantMessage("a-1", words.CallPart("bad-7", "pay", text), words.ResultPart("bad-7", "cannot pay"),
		words.CallPart("bad-3", "pay", `{"q":"whole"}`), words.ResultPart("bad-3", "paid")), words.UserMessage("u-1", "Well?"))
}
