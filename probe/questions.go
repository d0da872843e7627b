package probe

import (
	"strings"

	"github.com/toolconform/conform/endpoint"
	"github.com/toolconform/conform/history"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// how a question is asked.
type how uint8

const (
	streamed how = iota
	whole        // in one object
	aborted      // the client leaves in the middle
	limited      // with a limit that cuts what is asked for
	answered     // and the calls of the answer are answered in a second request
)

// question is what a model is asked to do by itself. Nobody can make it do so.
type question struct {
	// title says what is asked for.
	title string
	how   how
	tools []endpoint.Tool
	text  string
	// limit bounds the answer, in tokens.
	limit int
	// ideal is what a model that does as it is asked tells: it shows which requirements the answer
	// could have shown.
	ideal transcript.Transcript
}

func (q question) said() history.History { return history.History{{Role: history.User, Text: q.text}} }

// The tools that are offered.
func tools() []endpoint.Tool {
	schema := func(text string) wire.Value { return wire.ParseString(text) }
	return []endpoint.Tool{
		{Name: "get_weather", Description: "Tells the weather of one city.",
			Schema: schema(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`)},
		{Name: "now", Description: "Tells the time. It takes no arguments.", Schema: schema(`{"type":"object","properties":{}}`)},
		{Name: "save_order", Description: "Saves an order.",
			Schema: schema(`{"type":"object","properties":{"customer":{"type":"object","properties":{"name":{"type":"string"},` +
				`"vip":{"type":"boolean"}},"required":["name","vip"]},"lines":{"type":"array","items":{"type":"object","properties":` +
				`{"sku":{"type":"string"},"count":{"type":"integer"},"note":{"type":["string","null"]}},"required":["sku","count",` +
				`"note"]}}},` +
				`"required":["customer","lines"]}`)},
		{Name: "write_file", Description: "Writes a text file.",
			Schema: schema(`{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path",` +
				`"content"]}`)},
	}
}

// limits of answers, in tokens.
const (
	enough  = 400
	plenty  = 1200
	tooFew  = 24
	weather = "What is the weather in Oslo? Call get_weather; don't answer by yourself."
)

// inWords is a turn of words alone.
func inWords() transcript.Transcript {
	return transcript.Transcript{Items: []transcript.Item{{Kind: transcript.Text, Text: "Words."},
		{Kind: transcript.Stop, Reason: transcript.Completed}}}
}

// questions are those of the plan, in the order in which they are asked again and again.
func questions(prompts []string) []question {
	call := func(id, name, input string) transcript.Item {
		return transcript.Item{Kind: transcript.Call, ID: id, Name: name, Input: wire.ParseString(input)}
	}
	text := func(words string) transcript.Item { return transcript.Item{Kind: transcript.Text, Text: words} }
	turn := func(items ...transcript.Item) transcript.Transcript {
		return transcript.Transcript{Items: append(items, transcript.Item{Kind: transcript.Stop, Reason: transcript.Completed})}
	}
	one := turn(call("c1", "get_weather", `{"city":"Oslo"}`))
	many := turn(call("c1", "get_weather", `{"city":"Oslo"}`), call("c2", "get_weather", `{"city":"Lima"}`),
		call("c3", "get_weather", `{"city":"Pune"}`))
	file := turn(call("c1", "write_file", `{"path":"a.txt","content":"`+strings.Repeat("A long line of it.\\n", 40)+`"}`))
	cut := transcript.Transcript{Items: []transcript.Item{{Kind: transcript.Call, ID: "c1", Name: "write_file"},
		{Kind: transcript.InputDelta, ID: "c1", Delta: `{"path":"a.t`}, {Kind: transcript.Stop, Reason: transcript.Length}}}
	list := []question{
		{title: "one call", tools: tools(), text: weather, limit: enough, ideal: one},
		{title: "several calls at once", tools: tools(), limit: enough, ideal: many,
			text: "Call get_weather for Oslo, for Lima and for Pune: three calls at once, in one answer, before any result."},
		{title: "no call", tools: tools(), text: "Say hello in five words. Call no tool.", limit: enough,
			ideal: turn(text("Hello to you, dear reader."))},
		{title: "a text with quotes, lines and emoji", limit: enough, ideal: turn(text("  He said \"hi\" & left: <b>🎉</b>\n\n  Über ")),
			text: "Answer with this text of three lines, as it is, and nothing else:\n  He said \"hi\" & left: <b>🎉</b>\n\n  Über  "},
		{title: "a call without arguments", tools: tools(), text: "What time is it? Call now; it takes no arguments.", limit: enough,
			ideal: turn(call("c1", "now", `{}`))},
		{title: "text and a call", tools: tools(), limit: enough, ideal: turn(text("I look it up."), one.Items[0]),
			text: "First say in one sentence what you are going to do, and then call get_weather for Oslo in the same answer."},
		{title: "nested arguments", tools: tools(), limit: enough,
			ideal: turn(call("c1", "save_order", `{"customer":{"name":"Ada","vip":false},"lines":[{"sku":"a","count":0,"note":null}]}`)),
			text: "Call save_order for the customer Ada, who is no VIP: 0 pieces of a-1 without a note, and 2 of b-2 with the " +
				"note \"urgent\"."},
		{title: "texts with quotes, line ends and emoji", tools: tools(), limit: enough,
			ideal: turn(call("c1", "write_file", `{"path":"a.txt","content":"He said \"hi\" \\ 🎉\nbye"}`)),
			text: "Call write_file with the path a.txt and this content of two lines, as it is:\nHe said \"hi\" \\ 🎉\nÜber " +
				"'quotes' & <tags>"},
		{title: "long arguments", tools: tools(), limit: plenty, ideal: file,
			text: "Call write_file with the path a.txt and 40 numbered lines of text about the sea as its content."},
		{title: "results that are sent back", how: answered, tools: tools(), text: weather, limit: enough, ideal: one},
		{title: "results of several calls that are sent back", how: answered, tools: tools(), limit: enough, ideal: many,
			text: "Call get_weather for Oslo, for Lima and for Pune at once, and compare them then in one sentence."},
		{title: "one call, in one object", how: whole, tools: tools(), text: weather, limit: enough, ideal: one},
		{title: "no call, in one object", how: whole, tools: tools(), text: "Say hello in five words. Call no tool.", limit: enough,
			ideal: turn(text("Hello to you, dear reader."))},
		{title: "a limit that cuts a call", how: limited, tools: tools(), limit: tooFew, ideal: cut,
			text: "Call write_file at once, with the path a.txt and 40 numbered lines of text about the sea as its content."},
		{title: "an abort in the middle", how: aborted, tools: tools(), text: "Tell a story of ten sentences about the sea.", limit: enough,
			ideal: turn(text("Once upon a time."))},
	}
	for _, p := range prompts {
		list = append(list, question{title: "a prompt of yours", text: p, limit: plenty, ideal: turn(text("Words."), one.Items[0])})
	}
	return list
}
