package contentblocks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/families"
	cases "github.com/toolconform/conform/fixtures/content-blocks"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/content-blocks/consumer, an event or a block a line, and those that code makes.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: streamOf, Own: []string{"history"},
		Growing: map[string]func(n int) dialect.Script{"crowd": crowd, "queue": queue}, Text: long, Value: nested}
	return slices.Concat(book.Cases(), families.Alike(book.Pair, dialect.Valid, book.Passage("ids", "three-ids")), book.Cases("sizes"))
}

// streamOf is the stream of a case file's entry.
func streamOf(e casefile.Entry) (dialect.Script, error) {
	events, err := e.Expanded(words.Expand)
	history, wrong := e.Flag("history")
	return feedOf(events, history), cmp.Or(err, wrong)
}

// producerCases are those of fixtures/content-blocks/producer, an item of the transcript a line, and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Script: turnOf, Own: []string{"message"},
		Growing: map[string]func(n int) dialect.Script{"crowd": crowdTurn, "queue": queueTurn}, Text: long, Value: nested}
	everyTurn := []string{"BLOCK-50", "BLOCK-51", "BLOCK-52", "BLOCK-53", "BLOCK-54", "BLOCK-55", "BLOCK-56", "BLOCK-58", "BLOCK-59",
		"BLOCK-60"}
	surroundings := families.Surroundings(book.Pair, everyTurn, "BLOCK-57", func(items []transcript.Item) dialect.Script {
		return stream.Wrapped(transcript.Transcript{MessageID: someMessage, Items: items})
	})
	return slices.Concat(book.Cases(), surroundings,
		families.Alike(book.Pair, dialect.Valid, book.Passage("ids", "three-ids")), book.Cases("sizes"))
}

// someMessage is the message of turns that don't say theirs.
const someMessage = "msg-9f2"

// turnOf is the turn of a case file's entry. The field message is its id, as JSON.
func turnOf(e casefile.Entry) (dialect.Script, error) {
	message := wire.Str(someMessage)
	if text := e.Fields["message"]; text != "" {
		message = wire.ParseString(text)
	}
	t, err := transcript.Parse(wire.Obj(wire.M("messageId", message), wire.M("items", wire.List(e.Elements...))))
	return stream.Wrapped(t), err
}

// streamed is the stream of lines as case files spell them, told the turn of such lines.
func streamed(lines ...string) *feed {
	s, err := streamOf(casefile.Entry{Elements: wire.ParseStrings(lines...)})
	if err != nil {
		panic(err) // a mistake in this package
	}
	return s.(*feed)
}

func told(lines ...string) *stream.Exchange {
	s, err := turnOf(casefile.Entry{Elements: wire.ParseStrings(lines...)})
	if err != nil {
		panic(err) // a mistake in this package
	}
	return s.(*stream.Exchange)
}

// nested is n arrays and objects inside each other.
func nested(n int) wire.Value {
	return wire.ParseString(strings.Repeat(`{"a":[`, n/2) + `"core"` + strings.Repeat(`]}`, n/2))
}

// long is a text of n bytes that is not one letter repeated.
func long(n int) string {
	const line = "0123456789 Giá 82,000 VND\n"
	return strings.Repeat(line, n/len(line)) + strings.Repeat("x", n%len(line))
}

// crowd is n calls in parallel and their results in another order, crowdTurn the same as a turn.
const (
	crowdedUse    = `{"block":%[1]d,"tool_use":["call_%05[2]d","tool_%[3]d",{"n":%[4]d}]}`
	crowdedResult = `{"block":%[1]d,"tool_result":["call_%05[2]d","%[3]s","answer %[4]d"]}`
	crowdedCall   = `{"type":"call","id":"call_%05[2]d","name":"tool_%[3]d","input":{"n":%[4]d}}`
	crowdedAnswer = `{"type":"result","callId":"call_%05[2]d","status":"%[3]s","content":"answer %[4]d"}`
)

func crowd(n int) dialect.Script { return streamed(crowded(n, crowdedUse, crowdedResult)...) }

func crowdTurn(n int) dialect.Script { return told(crowded(n, crowdedCall, crowdedAnswer)...) }

func queue(n int) dialect.Script { return streamed(queued(n, crowdedUse, crowdedResult)...) }

func queueTurn(n int) dialect.Script { return told(queued(n, crowdedCall, crowdedAnswer)...) }

// queued are calls one by one: what is kept for those in flight alone forgets the first of them.
func queued(n int, call, result string) []string {
	lines := make([]string, 0, 2*n)
	for i := range n {
		id := (i*7919+3)%n + n
		lines = append(lines, fmt.Sprintf(call, 2*i+1, id, i%7, i),
			fmt.Sprintf(result, 2*i+2, id, []string{"success", "error", "cancelled"}[i%3], 3*i+1))
	}
	return lines
}

func crowded(n int, call, result string) []string {
	lines := make([]string, 0, 2*n)
	id := func(i int) int { return (i*7919+3)%n + n }
	for i := range n {
		lines = append(lines, fmt.Sprintf(call, i+1, id(i), i%7, i))
	}
	for i := n - 1; i >= 0; i-- {
		lines = append(lines, fmt.Sprintf(result, 2*n-i, id(i), []string{"success", "error", "cancelled"}[i%3], 3*i+1))
	}
	return lines
}
