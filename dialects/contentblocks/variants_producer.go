package contentblocks

import (
	"sort"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// producerVariants are servers that take the other side of a free choice.
func producerVariants() []dialect.Variant {
	serves := func(id, title string, m serverManner) dialect.Variant {
		return variant(fault(producerPair(), id, title, func(dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation { return runServer(m, input) }
		}))
	}
	return []dialect.Variant{
		serves("BLOCK-57/answers-cancelled", "Open calls of a stopped turn are answered cancelled, without a terminal.", serverManner{cancel: true}),
		serves("BLOCK-57/answers-and-terminal", "Open calls are answered cancelled, and the terminal follows.", serverManner{both: true}),
		serves("BLOCK-57/always-terminal", "Every stopped turn ends with a terminal.", serverManner{always: true}),
		serves("BLOCK-59/from-seven", "Indices begin at 7 and rise by 3.", serverManner{first: 7, step: 3}),
		serves("message-frames", "The message's own events stand around.", serverManner{framed: true}),
		serves("pings", "Pings between the blocks.", serverManner{pings: true}),
		serves("bare", "No tool_name, message_id or label.", serverManner{bare: true}),
		serves("artifact-absent", "A result without artifact has no member for it.", serverManner{nullless: true}),
		serves("content-as-itself", "Content that is no text is sent as itself.", serverManner{raw: true}),
		serves("overlap", "A text block is open around each result.", serverManner{overlap: true}),
		serves("no-text", "Text goes another way.", serverManner{noText: true}),
		serves("whole-text", "Text stands in the start of its block.", serverManner{wholeText: true}),
		variant(spoils("calls-overlap", "A call stops after the next one has started.", overlapping)),
		variant(hearsTurn("results-last", "Results are sent after everything else, in the order of the calls.", resultsLast)),
		variant(hearsItems("content-null-empty", "The content null is sent as an empty text.", transcript.Result, func(r *transcript.Item) {
			if r.Content.IsNull() {
				r.Content = wire.Str("")
			}
		})),
		variant(each("key-order", "Members stand in another order.", func(ev wire.Value) []wire.Value { return one(dialect.Backwards(ev)) })),
		variant(each("extra-members", "Events and blocks have further members.", func(ev wire.Value) []wire.Value {
			if b := ev.Get("content_block"); b.IsObject() {
				ev = ev.With("content_block", b.With("created_at", wire.Int(1732180000)))
			}
			return one(ev.With("trace", wire.Str("t-4")))
		})),
		restless(),
	}
}

// overlapping moves the stop of the first call behind the start of a call that
// follows it at once.
func overlapping(events []wire.Value) []wire.Value {
	for i := range events {
		if i+2 < len(events) && isBlock(events[i], blkToolUse) && isBlock(events[i+2], blkToolUse) {
			events[i+1], events[i+2] = events[i+2], events[i+1]
			return events
		}
	}
	return events
}

func resultsLast(t transcript.Transcript) transcript.Transcript {
	position := map[string]int{}
	var first, results, last []transcript.Item
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Call:
			position[item.ID] = len(position)
			first = append(first, item)
		case transcript.Result:
			results = append(results, item)
		case transcript.Stop:
			last = append(last, item)
		default:
			first = append(first, item)
		}
	}
	sort.SliceStable(results, func(i, j int) bool { return position[results[i].ID] < position[results[j].ID] })
	return transcript.Transcript{MessageID: t.MessageID, Items: append(append(first, results...), last...)}
}
