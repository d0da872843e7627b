package toolfence

import (
	"slices"

	"github.com/toolconform/conform/casefile"
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	cases "github.com/toolconform/conform/fixtures/tool-fence"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// consumerCases are those of fixtures/tool-fence/consumer, and those that code makes. Big ones stand last: whoever looks for a
// fault finds it before them.
func consumerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Consumer(), Script: document.In, Chunks: document.ReadsOf,
		Own: document.Fields()}
	return slices.Concat(book.Cases(), followingCases(), neighbourCases(), strangeIDs(book.Pair, idDocument),
		consumerSizes())
}

// producerCases are those of fixtures/tool-fence/producer, an item of the transcript a line,
// and those that code makes.
func producerCases() []*dialect.Case {
	book := casefile.Book{Files: cases.Files, Pair: words.Producer(), Script: func(e casefile.Entry) (dialect.Script, error) {
		t, err := transcript.Parse(wire.Obj(wire.M("messageId", wire.Str("msg-7")), wire.M("items", wire.List(e.Elements...))))
		return stream.Wrapped(t), err
	}}
	list := book.Cases()
	for _, around := range dialect.Surroundings() {
		list = append(list, &dialect.Case{ID: book.Pair.String() + "/" + around.Slug, Title: around.Title, Pair: book.Pair,
			Class: dialect.Valid, Tests: ids("FENCE-50", "FENCE-51", "FENCE-53"), Script: turn(around.Items...)})
	}
	return slices.Concat(list, strangeIDs(book.Pair, idTurn), producerSizes())
}

func ids(list ...string) []string { return list }

// Scripts, briefly: a document of segments, a turn of items.

func doc(segments ...document.Segment) dialect.Script {
	return (&document.Document{Segments: segments}).Script()
}

func turn(items ...transcript.Item) dialect.Script {
	return stream.Wrapped(transcript.Transcript{MessageID: "msg-7", Items: items})
}

func said(s string) transcript.Item { return transcript.Item{Kind: transcript.Text, Text: s} }

func called(id, name, input string) transcript.Item {
	return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input)}
}

func succeeded(id, content string) transcript.Item {
	return transcript.Item{Kind: transcript.Result, ID: id, Status: transcript.Success, Content: wire.ParseString(content)}
}

// example is a tool fence as it stands in documentation.
func example(id string) string { return "```tool\n" + document.DecoyBody(id) + "```\n" }

// compact is a tool fence whose object stands on one line.
func compact(object string) document.Segment {
	return document.Tool(object).With(document.Style{Format: document.FormatCompact})
}
